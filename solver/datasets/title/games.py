"""Data sets of whole games."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any

import pandas as pd

from solver.advising.choices import choices
from solver.advising.turn import solve_turn
from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.game.dice import dice_text

if TYPE_CHECKING:
    from solver.play.simulate import Record

N_GAMES = 6

GameRows = list[dict[str, Any]]


@table(games=N_GAMES, seed="the first, from 1, whose games have a Yatzy and none, the bonus and no bonus")
def sample_games(workshop: Workshop) -> pd.DataFrame:
    """Record a few perfect games with seeded dice; one row per decision, in the order of play.

    All games are played with the dice of one seed: the first, counting from 1, with which some games have a Yatzy and
    some have none, and some earn the bonus and some do not. No single game is chosen, left out or put in another
    place. Being chosen for variety, though, they are examples, not a sample to take averages of.

    Columns
    -------
    game : int
        Number of the game, from 0.
    turn : int, turns
        Turn of the game, from 1.
    throw : int, throws
        Throw of the turn, from 1.
    dice : str
        The roll on the table, in ascending order.
    keep : str
        The dice kept; empty for none, and where the roll is scored.
    category : str
        The category scored; empty where dice are kept.
    points : int, points
        Points written; 0 where dice are kept.
    total : int, points
        Points on the scorecard after the decision, with the bonus once it is earned.
    value : float, points
        Expected final score after the throw; the decision, being perfect, does not change it.
    """
    games = next(games for seed in count(1) if is_varied(games := play_games(workshop, seed)))
    return pd.DataFrame([row for game in games for row in game])


def is_varied(games: list[GameRows]) -> bool:
    """Return whether some games have a Yatzy and some none, and some earn the bonus and some do not."""
    have_yatzy = {any(row["category"] == "yatzy" and row["points"] > 0 for row in game) for game in games}
    have_bonus = {game[-1]["total"] > sum(row["points"] for row in game) for game in games}
    return len(have_yatzy) == len(have_bonus) == 2


def play_games(workshop: Workshop, seed: int) -> list[GameRows]:
    """Play the games of a seed perfectly."""
    from solver.play.player import TablePlayer  # compiles
    from solver.play.simulate import simulate

    player = TablePlayer("optimal", workshop.solution.value_of_state)
    record = simulate(workshop.game, player, N_GAMES, seed)
    return [game_rows(workshop, record, game) for game in range(N_GAMES)]


def game_rows(workshop: Workshop, record: Record, number: int) -> GameRows:
    """Return the decisions of one recorded game, with what they are worth."""
    game, rows = workshop.game, []
    ruleset = game.ruleset
    filled, upper_sum, total = 0, 0, 0
    for turn in range(ruleset.n_categories):
        values = solve_turn(game, filled, min(upper_sum, ruleset.threshold), workshop.solution.value_of_state)
        written = total - ruleset.bonus_at(upper_sum)
        for throw, roll in enumerate(roll for roll in record.roll[number, turn].tolist() if roll >= 0):
            best = choices(values, roll, ruleset.n_rerolls - throw, written)[0]
            if best.action == "score":
                category = ruleset.category_names.index(best.category)
                filled |= 1 << category
                upper_sum += best.points if ruleset.categories[category].is_upper else 0
                total = written + best.points + ruleset.bonus_at(upper_sum)
            rows.append(
                {
                    "game": number,
                    "turn": turn + 1,
                    "throw": throw + 1,
                    "dice": dice_text(game.lattice.rolls[roll]),
                    "keep": dice_text(best.dice),
                    "category": best.category,
                    "points": best.points,
                    "total": total,
                    "value": best.value,
                }
            )
    return rows
