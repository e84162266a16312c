"""Several players with the same dice: each die has its own queue of faces, and a throw takes the next one.

So players who throw the same dice see the same faces, and their games differ only from the first different decision on.
Of equal dice, the leftmost are kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from solver.arrays import Ints, Longs
from solver.game.dice import keep_lattice
from solver.game.game import Game
from solver.kernels.rows import N_LANES
from solver.play.player import Decided, Options, Tables
from solver.play.simulate import batches
from solver.rules.ruleset import FACES

NOT_MET = -1  # for a throw that was not needed

Faces = npt.NDArray[np.int8]


@dataclass(frozen=True, eq=False)
class Games:
    """Games that were played.

    Attributes
    ----------
    dice : int8[n_games, n_turns, n_throws, n_dice]
        The faces after each throw, by position of the die; 0 if the turn was over before.
    option : int32[n_games, n_turns, n_throws]
        The decisions, see ``players.Decided``; -1 if the turn was over before.
    outcome : int64[n_games, n_turns]
        The outcome of each turn.
    final_score : int64[n_games]
        Points, the bonus included.
    """

    dice: Faces
    option: Ints
    outcome: Longs
    final_score: Longs


@dataclass(frozen=True, eq=False)
class DiceQueues:
    """The queues of many games: int8[n_games, n_dice, n_throws of a game]."""

    queue: Faces

    @classmethod
    def of_seeds(cls, game: Game, seeds: range) -> DiceQueues:
        """Return one game's queues for every seed."""
        ruleset = game.ruleset
        shape = ruleset.n_dice, ruleset.n_categories * (ruleset.n_rerolls + 1)
        thrown = [np.random.default_rng(seed).integers(FACES[0], FACES[-1] + 1, shape, dtype=np.int8) for seed in seeds]
        return cls(np.array(thrown))


def play_games(game: Game, player: Decided, queues: DiceQueues) -> Games:
    """Return the games of ``player`` with these queues."""
    tables, ruleset, n_games = Tables(game), game.ruleset, len(queues.queue)
    shape = n_games, ruleset.n_categories, ruleset.n_rerolls + 1
    dice = np.zeros((*shape, ruleset.n_dice), dtype=np.int8)
    option, outcome = np.full(shape, NOT_MET, dtype=np.int32), np.zeros(shape[:2], dtype=np.int64)
    page, upper_total = np.zeros((2, n_games), dtype=np.int64)
    n_thrown = np.zeros((n_games, ruleset.n_dice), dtype=np.int64)
    for turn in range(ruleset.n_categories):
        for games, rows, row in batches(game, page, upper_total):
            options = player.decide(tables, rows)[row, :, :, upper_total[games] % N_LANES]
            where = games, page[games], turn
            play_turn(tables, options, queues.queue[games], n_thrown, where, (dice, option, outcome))
        page += tables.outcomes.step[outcome[:, turn]]
        upper_total = np.minimum(upper_total + tables.outcomes.shift[outcome[:, turn]], ruleset.threshold)
    bonus = np.where(upper_total >= ruleset.threshold, ruleset.bonus, 0)
    return Games(dice, option, outcome, tables.outcomes.gain[outcome].sum(axis=1).astype(np.int64) + bonus)


def play_turn(
    tables: Tables,
    options: Options,
    queue: Faces,
    n_thrown: Longs,
    places: tuple[Longs, Longs, int],
    record: tuple[Faces, Ints, Longs],
) -> None:
    """Play one turn of several games and record it.

    Parameters
    ----------
    options : int16[n_games here, n_rerolls + 1, n_rolls]
        Decisions in every situation.
    queue : int8[n_games here, n_dice, n_throws of a game]
    n_thrown : int64[n_games, n_dice]
        Number of previous throws of each die; updated.
    places : int64[n_games here], twice, int
        The games, the pages of their states, and the turn.
    record : as in ``Games``
    """
    choices, n_rerolls = tables.choices, tables.game.ruleset.n_rerolls
    (games, page, turn), (dice, option, outcome) = places, record
    faces, thrown = np.zeros(queue.shape[:2], dtype=np.int8), np.ones(queue.shape[:2], dtype=np.bool_)
    n_choices, playing = np.diff(choices.first_keep_of_roll), np.arange(len(games))
    for throw in range(n_rerolls + 1):
        here, die = np.nonzero(thrown)
        faces[here, die] = queue[here, die, n_thrown[games[here], die]]
        n_thrown[games[here], die] += 1
        roll = rolls_of_faces(tables, faces[playing])
        number = options[playing, n_rerolls - throw, roll].astype(np.int32)
        dice[games[playing], turn, throw], option[games[playing], turn, throw] = faces[playing], number
        scores = number >= n_choices[roll]
        ways = choices.class_of_page[page[playing[scores]]]
        scored = choices.outcome_of_roll[ways, roll[scores], number[scores] - n_choices[roll[scores]]]
        outcome[games[playing[scores]], turn] = scored
        thrown[playing[scores]] = False
        playing = playing[~scores]
        keep = choices.keeps[choices.first_keep_of_roll[roll[~scores]] + number[~scores]]
        thrown[playing] = ~kept_dice(faces[playing], counts_of_keeps(tables.game.ruleset.n_dice)[keep])


@lru_cache
def counts_of_keeps(n_dice: int) -> Ints:
    """Return the number of dice of each face in a keep: int32[n_keeps, 6]."""
    return np.array([[keep.count(face) for face in FACES] for keep in keep_lattice(n_dice).keeps], dtype=np.int32)


def rolls_of_faces(tables: Tables, faces: Faces) -> Longs:
    """Return the rolls of dice in any order: int64[n_games]."""
    lattice = tables.game.lattice
    keep = np.zeros(len(faces), dtype=np.int64)
    for column in faces.T:
        keep = lattice.extensions_of_keep[keep, column - FACES[0]].astype(np.int64)
    return keep - lattice.first_roll


def kept_dice(faces: Faces, kept: Ints) -> npt.NDArray[np.bool_]:
    """Return which dice are kept, given the number per face, int32[n_games, 6]; of equal ones the leftmost."""
    left, stays = kept.copy(), np.zeros(faces.shape, dtype=np.bool_)
    games = np.arange(len(faces))
    for place, column in enumerate(faces.T):
        stays[:, place] = left[games, column - FACES[0]] > 0
        left[games, column - FACES[0]] -= stays[:, place]
    return stays
