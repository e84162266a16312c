"""What the table in the browser knows at once of the end of a game, from any card: nearly where it ends.

Cards are a matrix: rows are upper halves (a set of boxes and a total), columns sets of lower boxes. Of each shape that
curves are mixed of (see ``early_endings``) the amounts are a sum of few products of a number of the row and one of the
column, and so is the chance of the bonus.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solver.arrays import Bools, Floats, Longs
from solver.datasets.advisor.early_endings import (
    cut_out,
    mean_and_shapes,
    packed,
    pieces_of_curves,
    values_read,
)
from solver.datasets.contract.registry import Content, file
from solver.datasets.contract.workshop import Workshop
from solver.datasets.shared.perfect_play import perfect_bonus_chance
from solver.game.states import StateSpace

N_SHAPES = 20  # of those of the early endings
N_PRODUCTS = 92  # of all shapes and the bonus together
BONUS_WEIGHT = 6  # a chance counts so much more than an amount of a shape
LATER_WEIGHT = 0.8  # each further filled box makes a card count less: what comes then is followed
UNITS = 500  # of an amount


def live_rows(space: StateSpace) -> Bools:
    """Return the upper halves that have a row, bool[n_upper_sets, n_totals]: of totals that are all dead, one."""
    totals = np.arange(space.n_totals)
    dead = totals < space.first_live_total_of_set[:, None]
    reachable = space.reachable_of_upper_set
    last_dead = reachable & dead & (np.cumsum((reachable & dead)[:, ::-1], axis=1)[:, ::-1] == 1)
    rows: Bools = reachable & ~dead | last_dead
    return rows


def amounts_of_cards(workshop: Workshop) -> Floats:
    """Return amounts of shapes and chance of the bonus of all cards: float64[N_SHAPES + 1, n_rows, n_lower_sets].

    The empty card has none. A minute of one processor, 2 GB.
    """
    solution, space = workshop.solution, workshop.game.space
    rows = live_rows(space)
    cards = rows[space.upper_set_of_filled]
    mean, shapes = workshop.once(mean_and_shapes)
    bonus = perfect_bonus_chance(workshop)
    row_of_slot = np.cumsum(rows.ravel()).reshape(rows.shape) - 1
    slot_of_state = np.argwhere(space.reachable_slots)
    amounts = np.zeros((N_SHAPES + 1, int(rows.sum()), space.n_sets // space.n_upper_sets))

    def put(states: Longs, curves: Floats) -> None:
        pages, totals = slot_of_state[states].T
        where = row_of_slot[space.upper_set_of_filled[pages], totals], pages // space.n_upper_sets
        amounts[(slice(None, N_SHAPES), *where)] = shapes[:N_SHAPES] @ (curves - mean).T
        amounts[(N_SHAPES, *where)] = bonus[states] * BONUS_WEIGHT

    open_cards = cards.copy()
    open_cards[[0, -1]] = False
    for _, states, curves in pieces_of_curves(solution, open_cards):
        put(states, cut_out(curves, values_read(solution, states)))
    full = np.flatnonzero(cards[-1])
    ended = np.arange(len(mean)) >= len(mean) // 2
    put(space.states(np.full_like(full, space.n_sets - 1), full), np.tile(ended.astype(np.float64), (len(full), 1)))
    return amounts


@dataclass(frozen=True, eq=False)
class Products:
    """Products that add up to amounts: ``rows[i] * columns[j] / units / UNITS`` each of the shape ``shape``."""

    shape: Longs
    units: Longs
    rows: Floats
    columns: Floats


def products_of(amounts: Floats, space: StateSpace) -> Products:
    """Return the products of which most of the amounts is the sum, as whole numbers."""
    upper_set, _totals = np.nonzero(live_rows(space))
    row_weight = LATER_WEIGHT ** np.bitwise_count(upper_set.astype(np.uint32)).astype(np.float64)
    columns = np.arange(amounts.shape[2], dtype=np.uint32)
    column_weight = LATER_WEIGHT ** np.bitwise_count(columns).astype(np.float64)

    def squares(of_shape: Floats) -> Floats:
        weighed = of_shape * column_weight * row_weight[:, None]
        sums: Floats = weighed.T @ weighed
        return sums

    found = [np.linalg.eigh(squares(of_shape)) for of_shape in amounts]  # weighed one by one, for all are 0.3 GB
    sizes = np.array([values[::-1] for values, _ in found])
    largest = np.sort(np.argsort(-sizes, axis=None, kind="stable")[:N_PRODUCTS])
    shape, place = np.unravel_index(largest, sizes.shape)
    vectors = np.array([found[one][1][:, -1 - at] for one, at in zip(shape, place, strict=True)])
    vectors *= np.sign(vectors[np.arange(N_PRODUCTS), np.abs(vectors).argmax(axis=1)])[:, None]
    rows = np.array([amounts[one] * column_weight @ vector for one, vector in zip(shape, vectors, strict=True)])
    across = vectors / column_weight
    size = np.sqrt(np.mean(across**2, axis=1, keepdims=True))
    units = np.maximum(np.rint(np.sqrt(np.mean((rows * size) ** 2, axis=1)) * UNITS), 1).astype(np.int64)
    return Products(shape, units, np.rint(rows * size * UNITS), np.rint(across / size * units[:, None]))


@file("rough-endings", "rough-endings.bin.gz", "asset", ruleset="scandinavian", n_products=N_PRODUCTS)
def rough_endings(workshop: Workshop) -> Content:
    """Tell nearly where games end, and how likely the bonus is, from any card but the empty one.

    Gzipped numbers of 16 bits, folded, see ``packed``: how many shapes and products there are, rows and columns,
    and the units of an amount; of each product its shape among those of the early endings, the bonus after the last,
    and its own units; of each product a number for each row, less that of the row before; and then one for each column.
    The product of the two is divided by both units. Rows stand by upper set and total;
    of totals from which the bonus cannot be earned there is only the last.
    """
    found = products_of(amounts_of_cards(workshop), workshop.game.space)
    sizes = [N_SHAPES, *found.rows.shape, found.columns.shape[1], UNITS]
    units = found.units * np.where(found.shape == N_SHAPES, BONUS_WEIGHT, 1)
    steps = np.diff(found.rows, axis=1, prepend=0)
    numbers = np.concatenate([sizes, found.shape, units, steps.ravel(), found.columns.ravel()]).astype(np.int64)
    return Content(packed(numbers), found.rows.shape[1])
