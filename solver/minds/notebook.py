"""Learning without knowing the dice: a notebook of what was thrown, and a par for each box."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solver.game.game import Game
from solver.kernels.notebook import Notebook, Sheet, follow_notebook, note_games
from solver.kernels.play import Places
from solver.kernels.rows import N_LANES
from solver.minds.catalogue import one_number
from solver.minds.curves import USUAL
from solver.minds.features import faces_open, places_of
from solver.play.player import Decided, Options
from solver.play.tables import Tables

CURIOUS = 5.0  # points
STRIDES = 0.2, 200.0  # of the pars in the first game, and the game at which it is half of that
N_AT_ONCE = 100  # games whose dice are drawn at once


def sheet_of(game: Game) -> Sheet:
    """Return how the player sees a card: the bonus as a curve of spread one, and what upper boxes usually bring."""
    space, ruleset = game.space, game.ruleset
    usual = np.full(ruleset.n_categories, np.nan)
    usual[places_of(game, True)] = USUAL * faces_open(game)[0]
    shift = int(np.nanmax(usual, initial=0.0))
    totals = np.arange(-shift, space.n_totals + N_LANES + int(game.points_of_roll.max()) + 1)
    page_of_set = np.array([int(np.flatnonzero(space.upper_set_of_page == one)[0]) for one in
                            range(space.n_upper_sets)])  # fmt: skip
    pages, sums = np.repeat(page_of_set, len(totals)), np.tile(totals, len(page_of_set))
    curve = one_number(game).values(np.ones(1), pages, sums).reshape(len(page_of_set), -1) / ruleset.bonus
    curve[-1] = totals >= ruleset.threshold  # all upper boxes are filled
    upper_sets = np.asarray(space.upper_set_of_page, dtype=np.int64)
    return Sheet(curve, shift, upper_sets, usual, space.n_sets - 1, float(ruleset.bonus))


def empty_notebook(game: Game) -> Notebook:
    """Return what a player holds before its first game: nothing."""
    shape = game.ruleset.n_rerolls, game.lattice.first_roll
    n_boxes = game.ruleset.n_categories
    return Notebook(np.zeros((*shape, n_boxes)), np.zeros(shape), np.zeros(n_boxes + 1), np.zeros(n_boxes + 1))


def noted(game: Game, stops: tuple[int, ...], seed: int) -> Iterator[Notebook]:
    """Yield what a player holds after so many games; it is the same notebook, written on."""
    random, sheet, book = np.random.default_rng(seed), sheet_of(game), empty_notebook(game)
    lattice, exits, choices, n_rerolls, tie = Tables(game).arrays
    shape = game.ruleset.n_categories, n_rerolls + 1, game.ruleset.n_dice
    played, last = 0, game.space.n_totals - 1
    for stop in stops:
        while played < stop:
            n_games = min(N_AT_ONCE, stop - played)
            chances, games = random.random((n_games, *shape)), (played, played + n_games)
            note_games(lattice, exits, choices, tie, sheet, book, last, CURIOUS, STRIDES, games, chances)
            played += n_games
        yield book


@dataclass(frozen=True, eq=False)
class NotebookPlayer(Decided):
    """Who keeps what a notebook says brought most over par, and is curious no more."""

    name: str
    game: Game
    book: Notebook

    @cached_property
    def sheet(self) -> Sheet:
        """Return how the player sees a card."""
        return sheet_of(self.game)

    def decide(self, tables: Tables, rows: Places) -> Options:
        """Return what is done in every situation, see ``Decided``."""
        shape = len(rows.page), self.game.ruleset.n_rerolls + 1, len(self.game.lattice.rolls), N_LANES
        options: Options = np.zeros(shape, np.int16)
        _lattice, exits, choices, _n_rerolls, tie = tables.arrays
        follow_notebook(exits, choices, tie, self.sheet, self.book, rows, options)
        return options
