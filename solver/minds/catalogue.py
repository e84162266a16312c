"""The formulas that are fitted, from no number to a thousand: what each sees of the scorecard."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from solver.arrays import Floats
from solver.game.game import Game
from solver.minds.curves import Curve, Curves
from solver.minds.features import (
    Columns,
    Feature,
    crossed,
    faces_open,
    open_boxes,
    pairs_open,
    places_of,
    set_lookup,
)


def n_open(game: Game, is_upper: bool) -> Floats:
    """Return how many boxes of a half are open, as a column."""
    counts: Floats = open_boxes(game)[:, places_of(game, is_upper)].sum(axis=1, keepdims=True)
    return counts


def while_upper_open(game: Game, columns: Floats) -> Columns:
    """Return columns that count only while an upper box is open: after that the bonus is won or lost."""
    return Columns(columns * (n_open(game, True) > 0))


def squares(game: Game) -> Floats:
    """Return the squares of the open faces in sum, as a column."""
    found: Floats = (faces_open(game) ** 2).sum(axis=1, keepdims=True)
    return found


def bonus_curve(game: Game) -> Curve:
    """Return the bonus as a normal curve of two numbers: shift for each open upper box, and spread."""
    return Curve(game.ruleset.bonus, (Columns(n_open(game, True)),), (Columns(squares(game)),))


def one_number(game: Game) -> Curves:
    """Return the formula without pars: only the bonus, a curve of one number, its spread."""
    return Curves(game, (), (Curve(game.ruleset.bonus, (), (Columns(squares(game)),)),))


def pars(game: Game, group_of_box: Sequence[int] | None = None) -> Curves:
    """Return a par for each box, or for each group of boxes, and the bonus as a curve of two numbers."""
    return Curves(game, (Columns(grouped(open_boxes(game), group_of_box)),), (bonus_curve(game),))


def grouped(columns: Floats, group_of_column: Sequence[int] | None) -> Floats:
    """Return the columns of each group in sum."""
    if group_of_column is None:
        return columns
    sums: Floats = columns @ np.eye(max(group_of_column) + 1)[list(group_of_column)]
    return sums


def pars_and_line(game: Game) -> Curves:
    """Return a par for each box and the bonus as a clipped line: its shift and its length for each open upper box."""
    count = n_open(game, True)
    line = Curve(game.ruleset.bonus, (Columns(count),), (Columns(count**2),), shape="line", blunt=0.0)
    return Curves(game, (Columns(open_boxes(game)),), (line,))


def curve_of_ten(game: Game) -> Curve:
    """Return the bonus as a curve of ten numbers: seven for its place, three for its width."""
    place = np.hstack([faces_open(game) > 0, n_open(game, False)]).astype(np.float64)
    width = np.hstack([squares(game), n_open(game, True), n_open(game, False)])
    return Curve(game.ruleset.bonus, (while_upper_open(game, place),), (while_upper_open(game, width),))


def slopes(game: Game) -> Curves:
    """Return a par for each box that changes with the number of open boxes, and the curve of ten."""
    is_open = open_boxes(game)
    changing = is_open * (is_open.sum(axis=1, keepdims=True) - 1) / is_open.shape[1]
    return Curves(game, (Columns(is_open), Columns(changing)), (curve_of_ten(game),))


def pairs(game: Game) -> Curves:
    """Return a par for each box and each pair of boxes, and the curve of ten."""
    return Curves(game, (Columns(open_boxes(game)), Columns(pairs_open(game))), (curve_of_ten(game),))


def full_curve(game: Game, height: float, rise: tuple[Feature, ...] = ()) -> Curve:
    """Return a curve that each open box raises, moves and widens."""
    boxes = while_upper_open(game, open_boxes(game))
    return Curve(height, (boxes,), (boxes,), (boxes, *rise))


def pairs_within(game: Game, is_upper: bool) -> Floats:
    """Return which pairs of boxes of one half are both open, as columns."""
    return pairs_open(game, list(combinations(places_of(game, is_upper), 2)))


def two_curves(game: Game) -> Curves:
    """Return pars for boxes and pairs, and two curves that each box raises, moves and widens."""
    crosses = pairs_open(game, crossed(game))
    worth = open_boxes(game), crosses, pairs_within(game, False), pairs_within(game, True)
    first = full_curve(game, game.ruleset.bonus, (while_upper_open(game, crosses),))
    return Curves(game, tuple(map(Columns, worth)), (first, full_curve(game, 0.0)))


def half_tables(game: Game) -> Curves:
    """Return a number for each set of open boxes of either half, for pairs across, and three curves."""
    crosses = pairs_open(game, crossed(game))
    worth = set_lookup(game, False), set_lookup(game, True), Columns(crosses)
    within = pairs_within(game, False), pairs_within(game, True)
    first = full_curve(game, game.ruleset.bonus, tuple(while_upper_open(game, one) for one in (crosses, *within)))
    return Curves(game, worth, (first, full_curve(game, 0.0), full_curve(game, 0.0)))
