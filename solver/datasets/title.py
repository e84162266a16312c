"""Data of the title page: whole games."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from solver.advising.advice import choices, solve_turn
from solver.arrays import Floats
from solver.datasets.contract import Content, Workshop, file, table
from solver.datasets.precompile import PRECOMPILER
from solver.datasets.shared import BIN, StartedTurn, binned, curves_of_turns, prob_of_outcome, way_of_optimum
from solver.game.dice import dice_text
from solver.game.game import Game

if TYPE_CHECKING:
    from solver.play.simulate import Record
    from solver.play.walk import Walk


N_GAMES = 6

GameRows = list[dict[str, Any]]


@table(games=N_GAMES, seed="the first, from 1, whose games have a Yatzy and none, the bonus and no bonus")
def sample_games(workshop: Workshop) -> pd.DataFrame:
    """Play a few perfect games with seeded dice; one row per decision, in the order of play.

    All games are played with the dice of one seed: the first, counting from 1, with which some games have a Yatzy and
    some have none, and some earn the bonus and some do not. Games are neither omitted nor reordered. They are examples
    chosen for variety, not a random sample.

    Columns
    -------
    game (int): Number of the game, from 0.
    turn (int, turns): Turn of the game, from 1.
    throw (int, throws): Throw of the turn, from 1.
    dice (str): Current roll, in ascending order.
    keep (str): The dice kept; empty for none, and where the roll is scored.
    category (str): The category scored; empty where dice are kept.
    points (int, points): Points scored; 0 where dice are kept.
    total (int, points): Points on the scorecard after the decision, with the bonus once it is earned.
    value (float, points): Expected final score after the throw; a perfect decision does not change it.
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

    PRECOMPILER.wait("decisions")
    player = TablePlayer("optimal", workshop.solution.value_of_state)
    record = simulate(workshop.game, player, N_GAMES, seed)
    return [game_rows(workshop, record, game) for game in range(N_GAMES)]


def game_rows(workshop: Workshop, record: Record, number: int) -> GameRows:
    """Return the decisions of one recorded game, with their values."""
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


UNITS = 100_000  # sum of the numbers of a curve, except for rounding
PERCENTS = (10, 25, 75, 90)


@dataclass(frozen=True)
class Moment:
    """A position between two throws of a game: the state at the start of the turn, the roll and the remaining throws.

    ``written`` is in points without the bonus, which is added at the end of the game. ``roll`` is None before the first
    throw of a game.
    """

    game: int
    turn: int
    throw: int
    filled: int
    upper_total: int
    written: int
    roll: int | None = None
    rerolls: int = 0


def moments_of(game: Game, played: pd.DataFrame) -> list[Moment]:
    """Return the moments of recorded games: each game's start and then its throws in order."""
    ruleset, moments = game.ruleset, list[Moment]()
    roll_of_dice = {dice_text(roll): number for number, roll in enumerate(game.lattice.rolls)}
    filled, upper, written = 0, 0, 0
    for row in played.to_dict("records"):
        number, turn, throw = int(row["game"]), int(row["turn"]), int(row["throw"])
        if turn == throw == 1:
            filled, upper, written = 0, 0, 0
            moments.append(Moment(number, 1, 0, filled, upper, written))
        roll, rerolls = roll_of_dice[str(row["dice"])], ruleset.n_rerolls + 1 - throw
        moments.append(Moment(number, turn, throw, filled, min(upper, ruleset.threshold), written, roll, rerolls))
        if row["category"]:
            place, points = ruleset.category_names.index(str(row["category"])), int(row["points"])
            filled, written = filled | 1 << place, written + points
            upper += points if ruleset.categories[place].is_upper else 0
    return moments


def curves_of_moments(way: Walk, value_of_state: Floats, moments: list[Moment]) -> Floats:
    """Return the distribution of the final score at each moment: float64[n_moments, best final score + 1].

    Parameters
    ----------
    way : Walk
        The player's walk from these moments on.
    value_of_state : float64[n_states]
        Value table with respect to which the player is greedy.
    """
    return curves_of_turns(way, [started_turn(way.game, value_of_state, moment) for moment in moments])


def started_turn(game: Game, value_of_state: Floats, moment: Moment) -> StartedTurn:
    """Return the turn of a moment, with the probabilities of its outcomes."""
    turn = solve_turn(game, moment.filled, moment.upper_total, value_of_state)
    rerolls, on_table = game.ruleset.n_rerolls, game.lattice.prob_of_roll
    if moment.roll is not None:
        rerolls, on_table = moment.rerolls, np.zeros(len(game.lattice.rolls))
        on_table[moment.roll] = 1.0
    probs = prob_of_outcome(turn, rerolls, on_table)
    return StartedTurn(moment.filled, moment.upper_total, moment.written, probs)


def curves_of_samples(workshop: Workshop) -> tuple[list[Moment], Floats]:
    """Return the moments of the sample games and their curves."""
    moments, solution = moments_of(workshop.game, workshop.once(sample_games)), workshop.solution
    PRECOMPILER.wait("distributions")
    return moments, curves_of_moments(way_of_optimum(solution), solution.value_of_state, moments)


@table(ruleset="scandinavian")
def game_ranges(workshop: Workshop) -> pd.DataFrame:
    """Compute the range of final scores of the sample games after each throw; one row per moment, in order.

    Columns
    -------
    game (int): Number of the game, from 0.
    turn (int, turns): Turn of the game, from 1.
    throw (int, throws): Throw of the turn, from 1; 0 before the first throw of the game.
    percentile_10 (int, points): 10th percentile of the final score from this position.
    percentile_25 (int, points): 25th percentile.
    percentile_75 (int, points): 75th percentile.
    percentile_90 (int, points): 90th percentile.
    share (float, probability): Probability of a final score from percentile_10 to percentile_90, both included, rounded
        to four decimals.
    """
    from solver.play.distribution import Distribution  # compiles

    moments, curves = workshop.once(curves_of_samples)
    rows = []
    for moment, curve in zip(moments, curves, strict=True):
        found = {percent: Distribution(curve).percentile(percent) for percent in PERCENTS}
        share = round(float(curve[found[PERCENTS[0]] : found[PERCENTS[-1]] + 1].sum()), 4)
        row = {"game": moment.game, "turn": moment.turn, "throw": moment.throw}
        rows.append(row | {f"percentile_{percent}": score for percent, score in found.items()} | {"share": share})
    return pd.DataFrame(rows)


@table(ruleset="scandinavian", bin=BIN)
def half_way_curves(workshop: Workshop) -> pd.DataFrame:
    """Compute the distribution of the final score in the middle of each sample game; one row per game and bin.

    The middle is the throw after which the eighth box is filled: the last of the eighth turn.

    Columns
    -------
    game (int): Number of the game, from 0.
    score (int, points): The lowest score of the bin, which contains two.
    share (float, probability): Probability of these scores, rounded to five decimals; bins of zero are omitted.
    """
    moments, curves = workshop.once(curves_of_samples)
    middle = -(-workshop.ruleset.n_categories // 2)
    last_of_game = {moment.game: place for place, moment in enumerate(moments) if moment.turn == middle}
    rows = []
    for game, place in last_of_game.items():
        shares = binned(curves[place]).round(5)
        drawn = np.flatnonzero(shares)
        rows.append(pd.DataFrame({"game": game, "score": drawn * BIN, "share": shares[drawn]}))
    return pd.concat(rows, ignore_index=True)


@file("game-curves", "game-curves.json.gz", "asset", bin=BIN, units=UNITS)
def game_curves(workshop: Workshop) -> Content:
    """Encode the distribution of the final score at every moment of the sample games, for drawing; one row per moment.

    A gzipped JSON object: ``bin``, the points per bin; ``units``, the sum of the numbers of a curve except for
    rounding; and the columns, by moment in the order of game_ranges.

    Columns
    -------
    first (int, bins): The first bin of the curve.
    shares (str): An array of the probabilities of successive bins, in units.
    """
    _moments, curves = workshop.once(curves_of_samples)
    firsts, shares = [], []
    for curve in curves:
        counts = np.rint(binned(curve) * UNITS).astype(int)
        drawn = np.flatnonzero(counts)
        firsts.append(int(drawn[0]))
        shares.append(counts[drawn[0] : drawn[-1] + 1].tolist())
    content = {"bin": BIN, "units": UNITS, "first": firsts, "shares": shares}
    text = json.dumps(content, separators=(",", ":")).encode()
    return Content(gzip.compress(text, 9, mtime=0), len(curves))
