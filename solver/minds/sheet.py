"""What is printed on the mat of the boxes: a par for each, and a table of what the bonus is worth, in whole numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solver.arrays import Floats, Longs
from solver.game.game import Game
from solver.minds.curves import USUAL
from solver.minds.features import Columns, faces_open, open_boxes

# The upper total less three of a face in every filled upper box: the least of each column of the printed table, but
# the first, which takes all that is less.
COLUMNS = (-12, -9, -6, -4, -2, 0, 2, 4, 7)
N_COLUMNS = len(COLUMNS) + 1
MIDDLES = (-15, -10.5, -7.5, -5, -3, -1, 0.5, 2.5, 5, 9)  # of the columns, where a fit of the table begins


@dataclass(frozen=True, eq=False)
class Sheets:
    """The family of sheets; its numbers are the pars, then the table, row by row from one open upper box on."""

    game: Game

    @cached_property
    def boxes(self) -> Columns:
        """Return which boxes are open on each page."""
        return Columns(open_boxes(self.game))

    @cached_property
    def faces(self) -> Floats:
        """Return the open faces of each page."""
        return faces_open(self.game)

    @property
    def n_numbers(self) -> int:
        """Return how many numbers are printed."""
        return self.boxes.n_numbers + int(self.faces.shape[1]) * N_COLUMNS

    @property
    def strides(self) -> Floats:
        """Return by how much each number may move in one step of a fit."""
        return np.where(np.arange(self.n_numbers) < self.boxes.n_numbers, 0.1, 0.2)

    def cells(self, pages: Longs, totals: Longs) -> Longs:
        """Return the place of each state in the table, -1 once all upper boxes are filled."""
        n_open = (self.faces > 0).sum(axis=1)[pages]
        surplus = totals + USUAL * self.faces.sum(axis=1)[pages].astype(np.int64) - self.game.ruleset.threshold
        column = np.searchsorted(COLUMNS, surplus, side="right")
        return np.where(n_open > 0, (n_open - 1) * N_COLUMNS + column, -1)

    def values(self, numbers: Floats, pages: Longs, totals: Longs) -> Floats:
        """Return the points to come in some states, given by page and upper total."""
        n_boxes, cells = self.boxes.n_numbers, self.cells(pages, totals)
        won = np.where(totals >= self.game.ruleset.threshold, float(self.game.ruleset.bonus), 0.0)
        found: Floats = self.boxes.sums(numbers[:n_boxes], pages) + np.where(cells < 0, won, numbers[n_boxes + cells])
        return found

    def slopes(self, numbers: Floats, pages: Longs, totals: Longs, weights: Floats) -> Floats:
        """Return the derivative of the weighted sum of ``values`` by each number."""
        n_cells = len(numbers) - self.boxes.n_numbers
        of_cells = np.bincount(self.cells(pages, totals) + 1, weights, n_cells + 1)[1:]
        return np.concatenate([self.boxes.shares(weights, pages), of_cells])

    def from_curve(self, pars: Floats, shift: float, spread: float) -> Floats:
        """Return the sheet that a normal curve gives, one number of it in the middle of each cell."""
        mean_square = float((self.faces[0] ** 2).mean())
        table = [
            self.game.ruleset.bonus
            * 0.5
            * math.erfc(-(middle + shift * n_open) / (abs(spread) * math.sqrt(2 * mean_square * n_open)))
            for n_open in range(1, self.faces.shape[1] + 1)
            for middle in MIDDLES
        ]
        return np.concatenate([pars, table])
