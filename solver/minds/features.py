"""What a formula sees of the open boxes: a few sums for every set of filled categories."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Protocol

import numpy as np

from solver.arrays import Floats, Longs
from solver.game.game import Game
from solver.kernels.curve import share_columns, sum_columns


class Feature(Protocol):
    """A sum over numbers, one for every page: linear in the numbers."""

    @property
    def n_numbers(self) -> int:
        """Return how many numbers it takes."""

    def sums(self, numbers: Floats, pages: Longs) -> Floats:
        """Return the sums of some pages: float64[len(pages)]."""

    def shares(self, weights: Floats, pages: Longs) -> Floats:
        """Return the derivative of the weighted sums of some pages by each number."""


@dataclass(frozen=True, eq=False)
class Columns:
    """Each number counts as often as its column says: float64[n_pages, n_numbers]."""

    columns: Floats

    @property
    def n_numbers(self) -> int:
        """Return how many numbers it takes."""
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
    """Each page has one of the numbers: place_of_page, int64[n_pages]; places of -1 have 0."""

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
    """Return the places of the upper boxes on the scorecard, or of the others."""
    return [place for place, category in enumerate(game.ruleset.categories) if category.is_upper == is_upper]


def faces_open(game: Game) -> Floats:
    """Return the faces of the open upper boxes, 0 where one is filled: float64[n_pages, n_upper]."""
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
    """Return all pairs of an upper and another box."""
    return [(upper, other) for upper in places_of(game, True) for other in places_of(game, False)]


def set_lookup(game: Game, is_upper: bool) -> Lookup:
    """Return a number for each set of open boxes of one half, none for the empty one."""
    places = places_of(game, is_upper)
    number = (open_boxes(game)[:, places] @ 2 ** np.arange(len(places))).astype(np.int64) - 1
    return Lookup(number, 2 ** len(places) - 1)
