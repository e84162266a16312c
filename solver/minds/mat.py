"""The mat: pars, a printed table for the bonus, and rules for the dice; who plays by it computes no chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solver.arrays import Floats, Longs
from solver.game.game import Game
from solver.kernels.mat import WRITE, MatAims, follow_mat
from solver.kernels.play import Places
from solver.kernels.rows import N_LANES
from solver.minds.curves import USUAL
from solver.minds.features import faces_open, open_boxes
from solver.minds.mat_rules import Rule, boxes
from solver.play.player import Decided, Options
from solver.play.tables import Tables
from solver.rules.scoring import Roll

# The upper total less three of a face in every filled upper box: the least of each column of the printed table, but
# the first, which takes all that is less.
COLUMNS = (-12, -9, -6, -4, -2, 0, 2, 4, 7)


@dataclass(frozen=True, eq=False)
class Sheet:
    """What is printed of the boxes, all in whole numbers.

    Attributes
    ----------
    pars : int64[n_categories]
    bonus : int64[n_upper, len(COLUMNS) + 1]
        What the bonus is worth with one to all upper boxes open, by the surplus.
    """

    pars: Longs
    bonus: Longs

    def values(self, game: Game, pages: Longs, totals: Longs) -> Floats:
        """Return the points to come by the sheet: pars of the open boxes, and the bonus."""
        faces = faces_open(game)
        n_open = (faces > 0).sum(axis=1)[pages]
        surplus = totals + USUAL * faces.sum(axis=1)[pages].astype(np.int64) - game.ruleset.threshold
        printed = self.bonus[np.maximum(n_open, 1) - 1, np.searchsorted(COLUMNS, surplus, side="right")]
        won = np.where(totals >= game.ruleset.threshold, game.ruleset.bonus, 0)
        found: Floats = open_boxes(game)[pages] @ self.pars + np.where(n_open == 0, won, printed)
        return found


def printed_bonus(game: Game, worth: Floats, weights: Floats, pages: Longs, totals: Longs) -> Longs:
    """Return the printed table: what the bonus is worth on the average of the states that a cell stands for.

    Parameters
    ----------
    worth, weights : float64[n_states]
        What the bonus is worth in some states, given by page and upper total, and how often games come there. Where
        none comes, the table has what the nearest cells to the left have.
    """
    faces = faces_open(game)
    n_open = (faces > 0).sum(axis=1)[pages]
    surplus = totals + USUAL * faces.sum(axis=1)[pages].astype(np.int64) - game.ruleset.threshold
    column, n_columns = np.searchsorted(COLUMNS, surplus, side="right"), len(COLUMNS) + 1
    cell = np.where(n_open > 0, (n_open - 1) * n_columns + column, -1) + 1
    n_cells = faces.shape[1] * n_columns + 1
    sums, visits = np.bincount(cell, worth * weights, n_cells)[1:], np.bincount(cell, weights, n_cells)[1:]
    means = np.full(n_cells - 1, np.nan)
    np.divide(sums, visits, out=means, where=visits > 0)
    rows = means.reshape(-1, n_columns)
    for row in rows:
        seen = np.flatnonzero(~np.isnan(row))
        row[:] = row[seen[np.maximum(np.searchsorted(seen, np.arange(n_columns), side="right") - 1, 0)]]
    return np.rint(rows).astype(np.int64)


@dataclass(frozen=True, eq=False)
class MatPlayer(Decided):
    """Who keeps dice by rules in order and writes the box that shows most, see ``kernels.mat``."""

    name: str
    game: Game
    rules: tuple[Rule, ...]
    value_of_state: Floats

    @cached_property
    def aims(self) -> MatAims:
        """Return the rules as the kernel reads them."""
        lattice, n_rerolls = self.game.lattice, self.game.ruleset.n_rerolls
        first_aim = np.zeros((n_rerolls + 1, len(lattice.rolls)), dtype=np.int64)
        found: list[tuple[int, int, float]] = []
        for roll, dice in enumerate(lattice.rolls):
            first_aim[:, roll] = len(found)
            found += aims_of_roll(self.game, self.rules, roll, dice)
        wanted, option, least = (list(part) for part in zip(*found, strict=True))
        return MatAims(first_aim, np.array(wanted), np.array(option, dtype=np.int16), np.array(least))

    def decide(self, tables: Tables, rows: Places) -> Options:
        """Return what is done in every situation, see ``Decided``."""
        shape = len(rows.page), self.game.ruleset.n_rerolls + 1, len(self.game.lattice.rolls), N_LANES
        options = np.empty(shape, np.int16)
        _lattice, exits, choices, _n_rerolls, tie = tables.arrays
        follow_mat(exits, choices, rows, tables.spread_once(self.value_of_state), self.aims, tie, options)
        return options


def aims_of_roll(game: Game, rules: Sequence[Rule], roll: int, dice: Roll) -> list[tuple[int, int, float]]:
    """Return the aims of a roll: boxes of which one must be open, option, and what the best box must show.

    All dice kept are a box to write; after the last rule all dice are thrown.
    """
    lattice, found = game.lattice, []
    number = {lattice.keeps[keep]: place for place, keep in enumerate(lattice.choices_of_roll[roll])}
    for rule in (*rules, Rule("nothing")):
        if rule.kind == "write":
            found.append((boxes(game), WRITE, float(rule.number)))
        for wanted, kept in rule.keeps(game, dice):
            found.append((wanted, number.get(kept, WRITE), -np.inf))
    return found
