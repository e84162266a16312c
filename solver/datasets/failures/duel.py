"""The data set of one game with the same dice for three players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from solver.advising.choices import choices
from solver.advising.turn import solve_turn
from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Arrays, Workshop
from solver.game.dice import dice_text
from solver.solving.solution import Solution

if TYPE_CHECKING:
    from solver.baselines.duel import Games
    from solver.play.player import Decided

N_SEEDS = 10_000
RIVALS = ("greedy", "max")


def duel_scores(solution: Solution) -> Arrays:
    """Return the final scores of perfect play and of the greedy player with the dice of each seed, from 1."""
    from solver.baselines.duel import Luck, play_games  # compiles

    game, luck = solution.game, Luck.of_seeds(solution.game, range(1, N_SEEDS + 1))
    return {name: play_games(game, duellist(solution, name), luck).final_score for name in ("optimal", "greedy")}


def duellist(solution: Solution, name: str) -> Decided:
    """Return a player of the duel."""
    from solver.baselines.optimist import optimist
    from solver.baselines.turn import greedy
    from solver.play.player import TablePlayer

    if name == "optimal":
        return TablePlayer(name, solution.value_of_state)
    return greedy(solution.game) if name == "greedy" else optimist(solution.game)


@table(seeds=N_SEEDS, rule="the seed in the middle when all are ordered by the lead of perfect play over greed")
def duel_games(workshop: Workshop) -> pd.DataFrame:
    """Play perfect, greedy and hopeful play with the same dice; one row per decision, player by player.

    Each of the five dice has its own queue of faces; whoever throws it gets the next one. Of equal dice, those further
    left are kept. The game is that of the seed in the middle of all seeds, ordered by the lead of perfect play over
    the greedy player and then by their number.

    Columns
    -------
    player : str
        Optimal, greedy or max.
    seed : int
        Seed of the queues.
    rank : int
        Place of the seed among all, from 1 for the largest lead.
    seeds : int
        Number of all seeds.
    final_score : int, points
        What the player scores with these dice.
    turn : int, turns
        Turn of the game, from 1.
    throw : int, throws
        Throw of the turn, from 1.
    dice : str
        The faces of the five dice, each in its place.
    stays : str
        For each die 1 if it is kept and 0 if it is thrown again; all 1 where the roll is scored.
    category : str
        The category scored; empty where dice are kept.
    points : int, points
        Points written; 0 where dice are kept.
    total : int, points
        Points on the scorecard after the decision, with the bonus once it is earned.
    value : float, points
        Expected final score after the decision, if all later ones are perfect.
    regret : float, points
        What the decision loses against the best one.
    """
    from solver.baselines.duel import Luck, play_games  # compiles

    scores = workshop.kept(duel_scores)
    lead = scores["optimal"] - scores["greedy"]
    order = np.argsort(-lead, kind="stable")
    rank = (N_SEEDS + 1) // 2
    seed = int(order[rank - 1]) + 1
    luck = Luck.of_seeds(workshop.game, range(seed, seed + 1))
    known = {"seed": seed, "rank": rank, "seeds": N_SEEDS}
    rows = []
    for name in ("optimal", *RIVALS):
        played = play_games(workshop.game, duellist(workshop.solution, name), luck)
        facts = {"player": name, **known, "final_score": int(played.final_score[0])}
        rows += [facts | row for row in decisions_of(workshop, played)]
    return pd.DataFrame(rows)


@table(ruleset="scandinavian")
def duel_queues(workshop: Workshop) -> pd.DataFrame:
    """Give the queues of faces of the game of duel_games, for whoever plays it too; one row per die.

    Columns
    -------
    die : int
        Place of the die on the table, from 1, left to right.
    faces : str
        The faces that it will show, throw after throw, as many as a game can need.
    """
    from solver.baselines.duel import Luck  # compiles

    seed = int(workshop.once(duel_games).seed[0])
    (queue,) = Luck.of_seeds(workshop.game, range(seed, seed + 1)).queue
    faces = [dice_text(tuple(one)) for one in queue.tolist()]
    return pd.DataFrame({"die": np.arange(1, len(faces) + 1), "faces": faces})


def decisions_of(workshop: Workshop, played: Games) -> list[dict[str, Any]]:
    """Return every decision of the first of some games, with its value and regret."""
    from solver.baselines.duel import counts_of_keeps, kept_dice, rolls_of_faces  # compiles
    from solver.play.tables import Tables

    game, tables = workshop.game, Tables(workshop.game)
    ruleset, lattice = game.ruleset, game.lattice
    filled, upper_sum, points, rows = 0, 0, 0, []
    for turn in range(ruleset.n_categories):
        values = solve_turn(game, filled, min(upper_sum, ruleset.threshold), workshop.solution.value_of_state)
        met = np.flatnonzero(played.option[0, turn] >= 0).tolist()
        for throw in met:
            faces, number = played.dice[0, turn, throw : throw + 1], int(played.option[0, turn, throw])
            roll = int(rolls_of_faces(tables, faces)[0])
            keeps = lattice.choices_of_roll[roll]
            options = choices(values, roll, ruleset.n_rerolls - throw, points)
            row = {"turn": turn + 1, "throw": throw + 1, "dice": dice_text(tuple(faces[0].tolist()))}
            if number < len(keeps):
                keep = keeps[number]
                taken = next(
                    option for option in options if option.action == "keep" and option.dice == lattice.keeps[keep]
                )
                stays = kept_dice(faces, counts_of_keeps(ruleset.n_dice)[[keep]])[0].astype(int).tolist()
            else:
                category = number - len(keeps)
                taken = next(option for option in options if option.category == ruleset.category_names[category])
                stays = [1] * ruleset.n_dice
                filled |= 1 << category
                points += taken.points
                upper_sum += taken.points if ruleset.categories[category].is_upper else 0
            rows.append(
                row
                | {
                    "stays": dice_text(tuple(stays)),
                    "category": taken.category,
                    "points": taken.points,
                    "total": points + ruleset.bonus_at(upper_sum),
                    "value": taken.value,
                    "regret": taken.regret,
                }
            )
    return rows
