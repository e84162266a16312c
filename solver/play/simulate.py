"""Simulated games, to check exact results and to show examples.

All dice of a game are drawn in advance, five for every throw; a throw takes as many of its dice as are missing. So
games of one seed have the same luck for all players, in whatever order they are simulated.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt

from solver.arrays import Floats, Ints, Longs
from solver.game.game import Game
from solver.kernels.following import Places
from solver.kernels.rows import N_LANES
from solver.play.player import Decided, Options, Player, Tables
from solver.rules.ruleset import FACES

N_ROWS = 128  # rows decided at a time
NOT_MET = -1  # in a record, for a throw that was not needed

Throws = npt.NDArray[np.int8]  # faces, [n_games, n_turns, n_throws, n_dice]


@dataclass(frozen=True, eq=False)
class Record:
    """Simulated games.

    Attributes
    ----------
    roll, option : int32[n_games, n_turns, n_throws]
        The roll after each throw and the decision (numbers of options as in ``players.Decided``), -1 if the turn was
        over before. All -1 for players that are not ``Decided``.
    category, points : int32[n_games, n_turns]
        The category filled, and its points.
    bonus, final_score : int32[n_games]
        Points; the score includes the bonus.
    """

    roll: Ints
    option: Ints
    category: Ints
    points: Ints
    bonus: Ints
    final_score: Ints

    @property
    def mean(self) -> float:
        """Return the mean final score."""
        return float(self.final_score.mean())

    @property
    def standard_error(self) -> float:
        """Return the standard error of the mean: s / sqrt(n)."""
        return float(self.final_score.std(ddof=1)) / sqrt(len(self.final_score))


def throw_all(game: Game, n_games: int, random: np.random.Generator) -> Throws:
    """Draw all dice that the games can need."""
    ruleset = game.ruleset
    size = (n_games, ruleset.n_categories, ruleset.n_rerolls + 1, ruleset.n_dice)
    return random.integers(FACES[0], FACES[-1] + 1, size, dtype=np.int8)


def simulate(game: Game, player: Player, n_games: int, seed: int) -> Record:
    """Play games with the dice of ``seed``.

    Notes
    -----
    A ``Decided`` player is simulated throw by throw. For any other only the probabilities of outcomes are known, so an
    outcome is drawn, by a number that is drawn in advance like the dice.
    """
    tables, random = Tables(game), np.random.default_rng(seed)
    dice = throw_all(game, n_games, random)
    luck = random.random(dice.shape[:2])
    rolls, options = np.full((2, *dice.shape[:3]), NOT_MET, dtype=np.int32)
    outcomes = np.empty(dice.shape[:2], dtype=np.int32)
    page, upper_total = np.zeros((2, n_games), dtype=np.int64)
    for turn in range(game.ruleset.n_categories):
        for games, rows, row in batches(game, page, upper_total):
            place = row, upper_total[games] % N_LANES
            if isinstance(player, Decided):
                played = follow(tables, player.decide(tables, rows), page[games], place, dice[games, turn])
                outcomes[games, turn], rolls[games, turn], options[games, turn] = played
            else:
                outcomes[games, turn] = draw(player.prob_of_outcome(tables, rows)[place], luck[games, turn])
        page += tables.outcomes.step[outcomes[:, turn]]
        upper_total += tables.outcomes.shift[outcomes[:, turn]]
        np.minimum(upper_total, game.ruleset.threshold, out=upper_total)
    points = tables.outcomes.gain[outcomes].astype(np.int32)
    bonus = np.array([game.ruleset.bonus_at(total) for total in upper_total.tolist()], dtype=np.int32)
    category = tables.outcomes.category[outcomes].astype(np.int32)
    return Record(rolls, options, category, points, bonus, points.sum(axis=1, dtype=np.int32) + bonus)


def batches(game: Game, page_of_game: Longs, upper_total: Longs) -> Iterator[tuple[Longs, Places, Longs]]:
    """Yield games in batches, with the rows of their states, and the row of each game."""
    first_lane = upper_total - upper_total % N_LANES
    rows, row_of_game = np.unique(np.stack((page_of_game, first_lane)), axis=1, return_inverse=True)
    for first in range(0, rows.shape[1], N_ROWS):
        page, lane = (np.ascontiguousarray(part) for part in rows[:, first : first + N_ROWS])
        games = np.flatnonzero((row_of_game >= first) & (row_of_game < first + N_ROWS))
        yield games, Places(page, lane, page % game.space.n_sets), row_of_game[games] - first


def follow(
    tables: Tables, options: Options, page: Longs, place: tuple[Longs, Longs], dice: Throws
) -> tuple[Ints, Ints, Ints]:
    """Play one turn of several games; return the outcomes, and the roll and the option after every throw.

    Parameters
    ----------
    options : int16[n_rows, n_rerolls + 1, n_rolls, N_LANES]
        Decisions in every situation, see ``Decided``.
    page : int64[n_games]
        Page of the state of each game.
    place : int64[n_games], twice
        Row and lane of each game.
    dice : int8[n_games, n_throws, n_dice]
    """
    choices, first_roll = tables.choices, tables.game.lattice.first_roll
    n_games, n_throws = dice.shape[:2]
    outcomes = np.full(n_games, NOT_MET, dtype=np.int32)
    rolls, taken = np.full((2, n_games, n_throws), NOT_MET, dtype=np.int32)
    keep = np.zeros(n_games, dtype=np.int32)
    for throw in range(n_throws):
        playing = np.flatnonzero(outcomes == NOT_MET)
        roll = complete(tables, keep[playing], dice[playing, throw]) - first_roll
        option = options[place[0][playing], n_throws - 1 - throw, roll, place[1][playing]].astype(np.int32)
        rolls[playing, throw], taken[playing, throw] = roll, option
        entry, n_choices = choices.first_keep_of_roll[roll] + option, np.diff(choices.first_keep_of_roll)[roll]
        scores = option >= n_choices
        ways = choices.class_of_page[page[playing[scores]]]
        outcomes[playing[scores]] = choices.outcome_of_roll[ways, roll[scores], (option - n_choices)[scores]]
        keep[playing[~scores]] = choices.keeps[entry[~scores]]
    return outcomes, rolls, taken


def complete(tables: Tables, keep: Ints, dice: Throws) -> Ints:
    """Return the keeps after throwing the missing dice, one after the other: int32[n_games]."""
    lattice, keep = tables.game.lattice, keep.copy()
    for die in dice.T:
        short = np.flatnonzero(keep < lattice.first_roll)
        keep[short] = lattice.extensions_of_keep[keep[short], die[short] - FACES[0]]
    return keep


def draw(prob_of_outcome: Floats, luck: Floats) -> Longs:
    """Draw an outcome for each game, given probabilities float64[n_games, n_outcomes] and a number in [0, 1)."""
    ends = np.cumsum(prob_of_outcome, axis=1)
    outcomes: Longs = (ends <= luck[:, None] * ends[:, -1:]).sum(axis=1)
    return outcomes
