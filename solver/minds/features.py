"""Features of a scorecard for small policies: sums over open boxes, curves over the upper total, inputs of trees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt

from solver.arrays import Floats, Longs
from solver.game.game import Game
from solver.kernels.networks import normal_curve, share_columns, sum_columns
from solver.rules.ruleset import FACES


class Feature(Protocol):
    """A linear function of parameters, for every page."""

    @property
    def n_numbers(self) -> int:
        """Return the number of parameters."""

    def sums(self, numbers: Floats, pages: Longs) -> Floats:
        """Return the sums of some pages: float64[len(pages)]."""

    def shares(self, weights: Floats, pages: Longs) -> Floats:
        """Return the derivative of the weighted sums of some pages by each number."""


@dataclass(frozen=True, eq=False)
class Columns:
    """A matrix of coefficients by page: float64[n_pages, n_numbers]."""

    columns: Floats

    @property
    def n_numbers(self) -> int:
        """Return the number of parameters."""
        return int(self.columns.shape[1])

    def sums(self, numbers: Floats, pages: Longs) -> Floats:
        """Return the sums of some pages: float64[len(pages)]."""
        found = np.empty(len(pages))
        sum_columns(self.columns, pages, numbers, found)
        return found

    def shares(self, weights: Floats, pages: Longs) -> Floats:
        """Return the derivative of the weighted sums of some pages by each number."""
        found = np.zeros(self.n_numbers)
        share_columns(self.columns, pages, weights, found)
        return found


@dataclass(frozen=True, eq=False)
class Lookup:
    """One parameter per page: place_of_page, int64[n_pages], is its index; -1 means 0."""

    place_of_page: Longs
    n_numbers: int

    def sums(self, numbers: Floats, pages: Longs) -> Floats:
        """Return the sums of some pages: float64[len(pages)]."""
        found: Floats = np.append(numbers, 0.0)[self.place_of_page[pages]]
        return found

    def shares(self, weights: Floats, pages: Longs) -> Floats:
        """Return the derivative of the weighted sums of some pages by each number."""
        return np.bincount(self.place_of_page[pages] + 1, weights, self.n_numbers + 1)[1:].astype(np.float64)


def open_boxes(game: Game) -> Floats:
    """Return which boxes are open on each page: float64[n_pages, n_categories], ones and zeros."""
    filled = np.arange(game.space.n_sets)[:, None] >> np.arange(game.ruleset.n_categories) & 1
    return (1 - filled).astype(np.float64)


def places_of(game: Game, is_upper: bool) -> list[int]:
    """Return the indices of the upper boxes on the scorecard, or of the others."""
    return [place for place, category in enumerate(game.ruleset.categories) if category.is_upper == is_upper]


def faces_open(game: Game) -> Floats:
    """Return the faces of the open upper boxes, 0 if one is filled: float64[n_pages, n_upper]."""
    upper = places_of(game, True)
    faces = np.array([game.points_of_roll[:, place].max() // game.ruleset.n_dice for place in upper], dtype=np.float64)
    found: Floats = open_boxes(game)[:, upper] * faces
    return found


def pairs_open(game: Game, pairs: Sequence[tuple[int, int]] | None = None) -> Floats:
    """Return which pairs of boxes are both open, by default all pairs: float64[n_pages, n_pairs]."""
    is_open = open_boxes(game)
    chosen = list(combinations(range(is_open.shape[1]), 2)) if pairs is None else pairs
    found: Floats = np.stack([is_open[:, one] * is_open[:, other] for one, other in chosen], axis=1)
    return found


def crossed(game: Game) -> list[tuple[int, int]]:
    """Return all pairs of an upper and a lower box."""
    return [(upper, other) for upper in places_of(game, True) for other in places_of(game, False)]


def set_lookup(game: Game, is_upper: bool) -> Lookup:
    """Return a parameter for each set of open boxes of one section, 0 for the empty one."""
    places = places_of(game, is_upper)
    number = (open_boxes(game)[:, places] @ 2 ** np.arange(len(places))).astype(np.int64) - 1
    return Lookup(number, 2 ** len(places) - 1)


USUAL = 3  # dice of a face in each upper box
SHARP = 0.1  # points; width of a sharp step
STRIDES = {"worth": 0.1, "rise": 0.1, "place": 0.05, "width": 0.03}

Shape = Literal["normal", "line"]


@dataclass(frozen=True, eq=False)
class Curve:
    """A smooth step over the upper total: height, addition to the height, position, and squares of the width."""

    height: float
    place: tuple[Feature, ...]
    width: tuple[Columns, ...]
    rise: tuple[Feature, ...] = ()
    shape: Shape = "normal"
    blunt: float = SHARP**2  # added to the squares


@dataclass(frozen=True, eq=False)
class Curves:
    """A family of formulas, see above; parameters are those of ``worth``, then of each curve: rise, place, width."""

    game: Game
    worth: tuple[Feature, ...]
    curves: tuple[Curve, ...] = ()

    @cached_property
    def sections(self) -> list[tuple[str, Feature, slice]]:
        """Return the sections of the parameters: kind, feature, and index of the first."""
        found, first = [], 0
        kinds: list[tuple[str, Feature]] = [("worth", feature) for feature in self.worth]
        for number, curve in enumerate(self.curves):
            kinds += [(f"rise{number}", feature) for feature in curve.rise]
            kinds += [(f"place{number}", feature) for feature in curve.place]
            kinds += [(f"width{number}", feature) for feature in curve.width]
        for kind, feature in kinds:
            found.append((kind, feature, slice(first, first + feature.n_numbers)))
            first += feature.n_numbers
        return found

    @property
    def n_numbers(self) -> int:
        """Return the number of parameters."""
        return self.sections[-1][2].stop if self.sections else 0

    @cached_property
    def strides(self) -> Floats:
        """Return the step size of each parameter."""
        found = np.empty(self.n_numbers)
        for kind, _feature, place in self.sections:
            found[place] = STRIDES[kind.rstrip("0123456789")]
        return found

    @cached_property
    def surplus_of_page(self) -> Floats:
        """Return the addition to the upper total: the usual points of the open boxes, less the threshold."""
        surplus: Floats = USUAL * faces_open(self.game).sum(axis=1) - self.game.ruleset.threshold + 0.5
        return surplus

    def sums(self, numbers: Floats, kind: str, pages: Longs) -> Floats:
        """Return the sum of one kind for some pages; for widths, the sum of squares."""
        total = np.zeros(len(pages))
        for name, feature, place in self.sections:
            if name == kind:
                total += feature.sums(numbers[place] ** 2 if kind.startswith("width") else numbers[place], pages)
        return total

    def once(self, pages: Longs) -> tuple[Longs, Longs]:
        """Return the distinct pages, and the index of each given page among them."""
        n_pages = self.game.space.n_pages
        used, places = np.flatnonzero(np.bincount(pages, minlength=n_pages)), np.zeros(n_pages, dtype=np.int64)
        places[used] = np.arange(len(used))
        return used, places[pages]

    def width(self, numbers: Floats, number: int, pages: Longs) -> Floats:
        """Return the width of a curve on some pages."""
        squares = self.sums(numbers, f"width{number}", pages) + self.curves[number].blunt
        return np.where(squares > 0.0, np.sqrt(squares), SHARP)

    def step(self, numbers: Floats, number: int, used: Longs, places: Longs, totals: Longs) -> tuple[Floats, ...]:
        """Return the argument of a curve, its height from 0 to 1, and its slope, in some states; see ``once``."""
        middle = self.surplus_of_page[used] + self.sums(numbers, f"place{number}", used)
        steps = (totals + middle[places]) / self.width(numbers, number, used)[places]
        if self.curves[number].shape == "line":
            return steps, np.clip(0.5 + steps, 0.0, 1.0), (np.abs(steps) < 0.5).astype(np.float64)
        heights, slopes = np.empty(len(steps)), np.empty(len(steps))
        normal_curve(steps, heights, slopes)
        return steps, heights, slopes

    def values(self, numbers: Floats, pages: Longs, totals: Longs) -> Floats:
        """Return the points to come in some states, by page and upper total."""
        used, places = self.once(pages)
        found = self.sums(numbers, "worth", used)[places]
        for number, curve in enumerate(self.curves):
            _steps, heights, _slopes = self.step(numbers, number, used, places, totals)
            found += (curve.height + self.sums(numbers, f"rise{number}", used))[places] * heights
        return found

    def slopes(self, numbers: Floats, pages: Longs, totals: Longs, weights: Floats) -> Floats:
        """Return the derivative of the weighted sum of ``values`` by each parameter."""
        used, places = self.once(pages)
        of_states = {"worth": weights}
        for number, curve in enumerate(self.curves):
            steps, heights, slopes = self.step(numbers, number, used, places, totals)
            rise = (curve.height + self.sums(numbers, f"rise{number}", used))[places]
            width = self.width(numbers, number, used)[places]
            of_states[f"rise{number}"] = weights * heights
            of_states[f"place{number}"] = weights * rise * slopes / width
            of_states[f"width{number}"] = -weights * rise * slopes * steps / width**2 / 2.0
        sums = {kind: np.bincount(places, share, len(used)).astype(np.float64) for kind, share in of_states.items()}
        found = np.empty(self.n_numbers)
        for kind, feature, place in self.sections:
            found[place] = feature.shares(sums[kind], used)
            if kind.startswith("width"):
                found[place] *= 2.0 * numbers[place]
        return found


def n_open(game: Game, is_upper: bool) -> Floats:
    """Return the number of open boxes of a section, as a column."""
    counts: Floats = open_boxes(game)[:, places_of(game, is_upper)].sum(axis=1, keepdims=True)
    return counts


def while_upper_open(game: Game, columns: Floats) -> Columns:
    """Return columns that are zero once all upper boxes are filled, because the bonus is then decided."""
    return Columns(columns * (n_open(game, True) > 0))


def squares(game: Game) -> Floats:
    """Return the sum of squares of the open faces, as a column."""
    found: Floats = (faces_open(game) ** 2).sum(axis=1, keepdims=True)
    return found


def bonus_curve(game: Game) -> Curve:
    """Return the bonus as a normal curve of two parameters: shift for each open upper box, and spread."""
    return Curve(game.ruleset.bonus, (Columns(n_open(game, True)),), (Columns(squares(game)),))


def one_number(game: Game) -> Curves:
    """Return the formula without pars: only the bonus, a curve with its spread as the only parameter."""
    return Curves(game, (), (Curve(game.ruleset.bonus, (), (Columns(squares(game)),)),))


def pars(game: Game, group_of_box: Sequence[int] | None = None) -> Curves:
    """Return a par for each box, or for each group of boxes, and the bonus as a curve of two parameters."""
    return Curves(game, (Columns(grouped(open_boxes(game), group_of_box)),), (bonus_curve(game),))


def grouped(columns: Floats, group_of_column: Sequence[int] | None) -> Floats:
    """Return the sum of the columns of each group."""
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
    """Return the bonus as a curve of ten parameters: seven for its position, three for its width."""
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
    """Return a curve whose height, position and width depend on each open box."""
    boxes = while_upper_open(game, open_boxes(game))
    return Curve(height, (boxes,), (boxes,), (boxes, *rise))


def pairs_within(game: Game, is_upper: bool) -> Floats:
    """Return the indicators of pairs of open boxes of one section, as columns."""
    return pairs_open(game, list(combinations(places_of(game, is_upper), 2)))


def two_curves(game: Game) -> Curves:
    """Return pars for boxes and pairs, and two curves whose height, position and width depend on each box."""
    crosses = pairs_open(game, crossed(game))
    worth = open_boxes(game), crosses, pairs_within(game, False), pairs_within(game, True)
    first = full_curve(game, game.ruleset.bonus, (while_upper_open(game, crosses),))
    return Curves(game, tuple(map(Columns, worth)), (first, full_curve(game, 0.0)))


def half_tables(game: Game) -> Curves:
    """Return a parameter for each set of open boxes of either section, for pairs across, and three curves."""
    crosses = pairs_open(game, crossed(game))
    worth = set_lookup(game, False), set_lookup(game, True), Columns(crosses)
    within = pairs_within(game, False), pairs_within(game, True)
    first = full_curve(game, game.ruleset.bonus, tuple(while_upper_open(game, one) for one in (crosses, *within)))
    return Curves(game, worth, (first, full_curve(game, 0.0), full_curve(game, 0.0)))


Bytes = npt.NDArray[np.uint8]


def features_of_states(game: Game, pages: Longs, totals: Longs) -> Bytes:
    """Return the features of states: uint8[n_states, n_categories + 4].

    The open boxes; the upper total; the number of open boxes and of open upper ones; and the upper total plus three of
    a face in each of these.
    """
    boxes, faces = open_boxes(game)[pages], faces_open(game)[pages]
    usual = totals + USUAL * faces.sum(axis=1)
    seen = [boxes, totals, boxes.sum(axis=1), (faces > 0).sum(axis=1), usual]
    return np.column_stack(seen).astype(np.uint8)


@lru_cache
def features_of_rolls(game: Game) -> Bytes:
    """Return the features of each roll: the dice of each face, most equal dice, different faces, and the sum."""
    counts = np.array([[roll.count(face) for face in FACES] for roll in game.lattice.rolls])
    sums = counts @ np.array(FACES)
    return np.column_stack([counts, counts.max(axis=1), (counts > 0).sum(axis=1), sums]).astype(np.uint8)


def features_of_situations(game: Game, pages: Longs, totals: Longs, rolls: Longs) -> Bytes:
    """Return all features of situations, points of open boxes last: uint8[n_features, n_situations]."""
    points = np.where(open_boxes(game)[pages] > 0, game.points_of_roll[rolls], 0)
    seen = [features_of_states(game, pages, totals), features_of_rolls(game)[rolls], points]
    return np.ascontiguousarray(np.column_stack(seen).astype(np.uint8).T)
