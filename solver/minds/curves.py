r"""Pars and bonus curves: a sum over the open boxes, and smooth steps over the upper total.

.. math::

    W(C, m) = w(C) + \sum_i (h_i + r_i(C)) \, F_i\left(\frac{m + 3 \sum_{f \text{ open}} f - T + \tfrac{1}{2} +
    p_i(C)}{\sqrt{\sum_j v_{ij}^2 q_{ij}(C) + b}}\right)

w, r, p are sums of numbers, q of squares of numbers, over what is open; three of a face in each open upper box is the
usual, T the threshold, h the bonus for the first curve, F the normal distribution function or a clipped line.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from solver.arrays import Floats, Longs
from solver.game.game import Game
from solver.kernels.curve import normal_curve
from solver.minds.features import Columns, Feature, faces_open

USUAL = 3  # of a face in each upper box
SHARP = 0.1  # points; the width of a step that is one
STRIDES = {"worth": 0.1, "rise": 0.1, "place": 0.05, "width": 0.03}

Shape = Literal["normal", "line"]


@dataclass(frozen=True, eq=False)
class Curve:
    """A step over the upper total: its height, what is added to that, where it lies, and the squares of its width."""

    height: float
    place: tuple[Feature, ...]
    width: tuple[Columns, ...]
    rise: tuple[Feature, ...] = ()
    shape: Shape = "normal"
    blunt: float = SHARP**2  # added to the squares


@dataclass(frozen=True, eq=False)
class Curves:
    """A family of formulas, see above; its numbers are those of ``worth``, then of each curve: rise, place, width."""

    game: Game
    worth: tuple[Feature, ...]
    curves: tuple[Curve, ...] = ()

    @cached_property
    def sections(self) -> list[tuple[str, Feature, slice]]:
        """Return what the numbers are for: the kind, the feature, and the place among the numbers."""
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
        """Return how many numbers are fitted or chosen."""
        return self.sections[-1][2].stop if self.sections else 0

    @cached_property
    def strides(self) -> Floats:
        """Return by how much each number may move in one step of a fit."""
        found = np.empty(self.n_numbers)
        for kind, _feature, place in self.sections:
            found[place] = STRIDES[kind.rstrip("0123456789")]
        return found

    @cached_property
    def surplus_of_page(self) -> Floats:
        """Return what is to be added to the upper total: the usual of the open boxes, less the threshold."""
        surplus: Floats = USUAL * faces_open(self.game).sum(axis=1) - self.game.ruleset.threshold + 0.5
        return surplus

    def sums(self, numbers: Floats, kind: str, pages: Longs) -> Floats:
        """Return the sum of one kind for some pages; of widths, the sum of squares."""
        total = np.zeros(len(pages))
        for name, feature, place in self.sections:
            if name == kind:
                total += feature.sums(numbers[place] ** 2 if kind.startswith("width") else numbers[place], pages)
        return total

    def once(self, pages: Longs) -> tuple[Longs, Longs]:
        """Return the pages, each once, and the place of each of the given ones among them."""
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
        """Return the points to come in some states, given by page and upper total."""
        used, places = self.once(pages)
        found = self.sums(numbers, "worth", used)[places]
        for number, curve in enumerate(self.curves):
            _steps, heights, _slopes = self.step(numbers, number, used, places, totals)
            found += (curve.height + self.sums(numbers, f"rise{number}", used))[places] * heights
        return found

    def slopes(self, numbers: Floats, pages: Longs, totals: Longs, weights: Floats) -> Floats:
        """Return the derivative of the weighted sum of ``values`` by each number."""
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
