r"""The perfect values as a matrix, sets of lower boxes by upper states, and its best approximations of low rank.

Every state is a set of lower boxes and an upper state (a set of upper boxes, an upper total), and every such pair is
one: 512 by 2,794 for Scandinavian Yatzy. A matrix of rank r takes r numbers for each row and each column:

.. math:: W(L, u) = \sum_{i=1}^{r} a_i(L) \, b_i(u).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solver.arrays import Floats, Longs
from solver.game.game import Game
from solver.minds.cards import Cards
from solver.minds.features import places_of

RARE = 1e-9  # weight of a state that perfect play hardly visits, so that it has some value too


@dataclass(frozen=True, eq=False)
class Matrix:
    """Which row and column of the matrix each state is."""

    game: Game

    @cached_property
    def lower_of_page(self) -> Longs:
        """Return the set of filled lower boxes of each page, the row."""
        places = places_of(self.game, False)
        pages = np.arange(self.game.space.n_pages)
        return np.asarray(sum((pages >> place & 1) << number for number, place in enumerate(places)), dtype=np.int64)

    @cached_property
    def first_column(self) -> Longs:
        """Return where the upper states of each upper set begin among the columns."""
        counts = self.game.space.reachable_of_upper_set.sum(axis=1)
        return np.concatenate(([0], np.cumsum(counts))).astype(np.int64)

    @property
    def shape(self) -> tuple[int, int]:
        """Return the numbers of rows and columns."""
        return 2 ** len(places_of(self.game, False)), int(self.first_column[-1])

    def places(self, pages: Longs, totals: Longs) -> tuple[Longs, Longs]:
        """Return row and column of some states."""
        space = self.game.space
        upper = space.upper_set_of_page[pages]
        return self.lower_of_page[pages], self.first_column[upper] + space.rank_of_total[upper, totals]

    def arrange(self, cards: Cards, number_of_state: Floats) -> Floats:
        """Return a number of each state as the matrix."""
        found = np.zeros(self.shape)
        found[self.places(cards.pages, cards.totals)] = number_of_state
        return found


@dataclass(frozen=True, eq=False)
class Ranks:
    """The family of matrices of one rank; the numbers are those of the rows, row by row, then those of the columns."""

    matrix: Matrix
    rank: int

    @property
    def n_numbers(self) -> int:
        """Return how many numbers are fitted."""
        return self.rank * sum(self.matrix.shape)

    @property
    def strides(self) -> Floats:
        """Return by how much each number may move in one step of a fit."""
        return np.full(self.n_numbers, 0.02)

    def factors(self, numbers: Floats) -> tuple[Floats, Floats]:
        """Return the numbers of the rows and of the columns: float64[n, rank]."""
        n_rows = self.matrix.shape[0]
        return tuple(np.split(numbers.reshape(-1, self.rank), [n_rows]))  # type: ignore[return-value]

    def values(self, numbers: Floats, pages: Longs, totals: Longs) -> Floats:
        """Return the points to come in some states, given by page and upper total."""
        (rows, columns), (row, column) = self.factors(numbers), self.matrix.places(pages, totals)
        found = np.zeros(len(row))
        for one in range(self.rank):  # in one order on every machine
            found += rows[row, one] * columns[column, one]
        return found

    def slopes(self, numbers: Floats, pages: Longs, totals: Longs, weights: Floats) -> Floats:
        """Return the derivative of the weighted sum of ``values`` by each number."""
        (rows, columns), (row, column) = self.factors(numbers), self.matrix.places(pages, totals)
        of_rows, of_columns = np.empty_like(rows), np.empty_like(columns)
        for one in range(self.rank):
            of_rows[:, one] = np.bincount(row, weights * columns[column, one], len(rows))
            of_columns[:, one] = np.bincount(column, weights * rows[row, one], len(columns))
        return np.concatenate([of_rows.ravel(), of_columns.ravel()])


def singular_values(cards: Cards) -> Floats:
    """Return the singular values of the matrix of perfect values, largest first."""
    values = Matrix(cards.game).arrange(cards, cards.value_of_state)
    return np.linalg.svd(values, compute_uv=False).astype(np.float64)


def plain_fit(cards: Cards, rank: int) -> Floats:
    """Return the numbers of the nearest matrix, all states counting alike: the singular value decomposition."""
    values = Matrix(cards.game).arrange(cards, cards.value_of_state)
    left, sizes, right = np.linalg.svd(values, full_matrices=False)
    scale = np.sqrt(sizes[:rank])
    return np.concatenate([(left[:, :rank] * scale).ravel(), (right[:rank].T * scale).ravel()])


def weighted_fit(cards: Cards, rank: int, n_rounds: int) -> Floats:
    """Return the numbers of the matrix nearest by visits: least squares for rows and columns in turn."""
    matrix = Matrix(cards.game)
    values = matrix.arrange(cards, cards.value_of_state)
    weights = np.maximum(matrix.arrange(cards, cards.visits_of_state), RARE)
    rows, columns = Ranks(matrix, rank).factors(plain_fit(cards, rank))
    for _ in range(n_rounds):
        rows = least_squares(values, weights, columns)
        columns = least_squares(values.T, weights.T, rows)
    return np.concatenate([rows.ravel(), columns.ravel()])


def same_everywhere(family: Ranks, numbers: Floats) -> Floats:
    """Return numbers of nearly the same matrix, whose columns of row numbers have positive sums, in thousandths.

    Libraries of linear algebra sum in other orders, and find factors of either sign.
    """
    rows, columns = family.factors(numbers)
    signs = np.where(rows.sum(axis=0) < 0.0, -1.0, 1.0)
    return in_thousandths(np.concatenate([(rows * signs).ravel(), (columns * signs).ravel()]))


def in_thousandths(numbers: Floats) -> Floats:
    """Return numbers rounded to thousandths; no zero has a sign."""
    found: Floats = np.rint(numbers * 1e3) / 1e3 + 0.0
    return found


def least_squares(values: Floats, weights: Floats, known: Floats) -> Floats:
    """Return the numbers of the rows that come nearest, given those of the columns: float64[n_rows, rank]."""
    rank = known.shape[1]
    products = (known[:, :, None] * known[:, None, :]).reshape(len(known), -1)
    left = (weights @ products).reshape(-1, rank, rank)
    scale = np.trace(left, axis1=1, axis2=2)[:, None, None] / rank
    right = (weights * values) @ known
    solved: Floats = np.linalg.solve(left + 1e-12 * scale * np.eye(rank), right[..., None])[..., 0]
    return solved
