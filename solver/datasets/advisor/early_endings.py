"""What the table in the browser knows of the end of a game while most boxes are open."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np

from solver.arrays import Bools, Floats, Longs
from solver.datasets.contract.registry import Content, file
from solver.datasets.contract.workshop import Arrays, Workshop
from solver.datasets.shared.perfect_play import perfect_bonus_chance
from solver.datasets.shared.value_table import folded_bytes
from solver.solving.solution import Solution

if TYPE_CHECKING:
    from solver.play.distribution import Passes
    from solver.play.walk import Walk

N_FILLED = 3  # with more boxes filled, a browser follows all games to their ends
REACH = 150  # points below and above what a card is worth; beyond them no game ends, or all have
RANK = 40  # shapes that all curves are mixed of
STEP = 1e-4  # of the amounts of shapes
SHAPE_UNITS = 2**16
CHANCE_UNITS = 10_000
VALUE_UNITS = 256  # of a point, as the browser's values have them
PIECE = 20_000  # cards whose curves are laid out at a time


def curves_of_cards(solution: Solution) -> Arrays:
    """Return how the points still to come are spread on each card with one to three boxes filled: ``curves_from``."""
    space = solution.game.space
    few = (space.n_filled_of_set > 0) & (space.n_filled_of_set <= N_FILLED)
    return curves_from(solution, space.reachable_slots & few[:, None])


def curves_from(solution: Solution, cards: Bools) -> Arrays:
    """Return how the points still to come are spread on some cards, played perfectly.

    ``cards`` are [n_sets, n_totals], none of them empty. ``curves``, float64[n_cards, most points + 1], are the
    probabilities; ``states``, int64[n_cards], the cards in the order of the state space, those with fewer filled boxes
    first: for all with few filled boxes 10 s of one processor, 1.3 GB.
    """
    pieces = sorted(pieces_of_curves(solution, cards), key=lambda piece: piece[0])
    _layers, states, curves = zip(*pieces, strict=True)
    return {"curves": np.concatenate(curves), "states": np.concatenate(states)}


def pieces_of_curves(solution: Solution, cards: Bools) -> Iterator[tuple[int, Longs, Floats]]:
    """Yield number of filled boxes, states and curves of some cards in pieces, those with the most filled boxes first.

    Perfect play is followed from all of them at once, so also from those that it would not come to.
    """
    from solver.play.distribution import Passes  # compiles
    from solver.play.player import TablePlayer
    from solver.play.walk import walk
    from solver.threads import ROOMS, n_processors

    game, n_most = solution.game, solution.game.best_final_score + 1
    begins = cards.astype(np.float64)
    begins[0, 0] = 1.0  # a walk has a state in every layer
    way = walk(game, TablePlayer("optimal", solution.value_of_state), is_passing=True, begins=begins)
    passes, layers = Passes(way), range(1, game.ruleset.n_categories)
    later = passes.finished()
    rooms = [room[None] for room in ROOMS.take(2, max(map(passes.n_numbers, layers)))]
    with ThreadPoolExecutor(n_processors()) as pool:
        for n_filled in reversed(layers):
            later = passes.mix_layer(pool, n_filled, later, room=rooms[n_filled % 2])
            layer = way.layer(n_filled)
            places = layer.start + np.flatnonzero(cards[way.page[layer], way.total[layer]])
            for first in range(0, len(places), PIECE):
                piece = places[first : first + PIECE]
                yield n_filled, states_at(way, piece), curves_at(passes, piece, later[0], n_most)


def curves_at(passes: Passes, places: Longs, numbers: Floats, n_most: int) -> Floats:
    """Return the probabilities of all points still to come from states of a layer, as ``numbers`` hold them."""
    windows, curves = passes.windows, np.zeros((len(places), n_most))
    for curve, twin in zip(curves, windows.twin[places].tolist(), strict=True):
        first, low, high = windows.first[twin], windows.low[twin], windows.high[twin]
        curve[low : high + 1] = numbers[first : first + high - low + 1]
    return curves


def states_at(way: Walk, places: Longs) -> Longs:
    """Return the numbers of some of a walk's states in the state space."""
    cards = zip(way.page[places], way.total[places], strict=True)
    return np.array([way.game.space.state(*card) for card in cards], np.int64)


def cut_out(curves: Floats, values: Floats) -> Floats:
    """Return the chances that at most so many points come, around what each card is worth: [n_cards, 2 * REACH]."""
    places = np.floor(values + 0.5).astype(np.int64)[:, None] + np.arange(-REACH, REACH)
    sums = np.cumsum(curves, axis=1)
    inside = np.take_along_axis(sums, np.clip(places, 0, curves.shape[1] - 1), axis=1)
    return np.where(places < 0, 0.0, inside)


@file("early-endings", "early-endings.bin.gz", "asset", ruleset="scandinavian", n_filled=N_FILLED, rank=RANK)
def early_endings(workshop: Workshop) -> Content:
    """Tell where games end, and how likely the bonus is, from each card with one to three boxes filled; a row a card.

    Gzipped numbers of 16 bits, folded, see ``packed``: so many boxes are filled at most,
    ``rank``, ``reach``, and the number of cards; the mean of all curves and ``rank`` shapes, of twice ``reach``
    numbers each, in units of 2**-15 and 2**-16; the chance of the bonus of each card, of 10,000; and of each shape
    how much of it, in steps of 0.0001, each card has. A curve begins ``reach`` points below what the card is worth,
    rounded, and tells the chance that at most so many points come. Cards stand by the number of filled boxes, then by
    their set as a number, then by upper total, as far as a game can come to it.
    """
    cards = workshop.kept(curves_of_cards)
    states = cards["states"]
    curves = cut_out(cards["curves"], values_read(workshop.solution, states))
    mean, shapes = workshop.once(mean_and_shapes)
    amounts = np.rint((curves - mean) @ shapes.T / STEP)
    chances = np.rint(perfect_bonus_chance(workshop)[states] * CHANCE_UNITS)
    numbers = np.concatenate(
        [
            [N_FILLED, RANK, REACH, len(states)],
            np.minimum(np.rint(mean * 2**15), 2**15 - 1),
            np.rint(shapes * SHAPE_UNITS).ravel(),
            chances,
            amounts.T.ravel(),
        ]
    ).astype(np.int64)
    return Content(packed(numbers), len(states))


def packed(numbers: Longs) -> bytes:
    """Return numbers of 16 bits, folded as those of the value table, gzipped: the upper bytes, then the lower ones."""
    if np.abs(numbers).max() >= 2**15:
        raise ValueError("a number does not fit in 16 bits")
    low, high = folded_bytes(numbers.astype(np.int16))
    return gzip.compress(high.tobytes() + low.tobytes(), 9, mtime=0)


def values_read(solution: Solution, states: Longs) -> Floats:
    """Return what cards are worth to who reads the browser's values."""
    values: Floats = np.rint(solution.value_of_state[states] * VALUE_UNITS) / VALUE_UNITS
    return values


def mean_and_shapes(workshop: Workshop) -> tuple[Floats, Floats]:
    """Return the mean of the curves of all cards with few filled boxes, and the shapes that they are mixed of."""
    cards = workshop.kept(curves_of_cards)
    curves = cut_out(cards["curves"], values_read(workshop.solution, cards["states"]))
    mean = curves.mean(axis=0)
    return mean, main_shapes(curves - mean)


def main_shapes(curves: Floats) -> Floats:
    """Return the orthonormal shapes of which most of the curves is mixed: float64[RANK, n_numbers], sign settled."""
    _values, vectors = np.linalg.eigh(curves.T @ curves)
    shapes = vectors[:, ::-1][:, :RANK].T
    largest = shapes[np.arange(RANK), np.abs(shapes).argmax(axis=1)]
    signed: Floats = shapes * np.sign(largest)[:, None]
    return signed
