"""Data of the advisor and the scorekeeper: value tables for the browser, and distributions of final scores."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import math
import zipfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd
import pyarrow as pa

from solver.arrays import Bools, Floats, Ints, Longs
from solver.datasets.contract import Arrays, Content, Workshop, file, table
from solver.datasets.shared import (
    LARGEST_STEPS,
    STEP,
    Bytes,
    Words,
    browser_table,
    folded_bytes,
    forced_yahtzee_solution,
    maxi_solution,
    perfect_bonus_chance,
    saving_solution,
    yahtzee_solution,
)
from solver.errors import DatasetError
from solver.game.game import StateSpace
from solver.solving.solution import Solution

N_FILLED = 3  # with more boxes filled, the browser computes distributions itself
REACH = 150  # points below and above the value of a card that a curve covers
RANK = 40  # number of basis curves
AMOUNT_STEP = 1e-4  # unit of coefficients
SHAPE_UNITS = 2**16
CHANCE_UNITS = 10_000
VALUE_UNITS = 256  # per point, as in the browser's values
PIECE = 4_000  # cards processed at a time


def curves_of_cards(solution: Solution) -> Arrays:
    """Return the distribution of points still to come for each card with one to three filled boxes."""
    space = solution.game.space
    few = (space.n_filled_of_set > 0) & (space.n_filled_of_set <= N_FILLED)
    return curves_from(solution, space.reachable_slots & few[:, None])


def curves_from(solution: Solution, cards: Bools) -> Arrays:
    """Return the distribution of points still to come under perfect play from some cards.

    ``cards`` are [n_sets, n_totals], none of them empty. ``sums``, float64[n_cards, most points + 1], are the
    probabilities of at most so many points; ``states``, int64[n_cards], the cards in the order of the state space,
    those with fewer filled boxes first. All cards with few filled boxes take 8 s of one processor and 1.3 GB.
    """
    pieces: list[tuple[Longs, Floats]] = []
    n_points = solution.game.best_final_score + 1
    read_curves(solution, cards, np.zeros_like, n_points, lambda *piece: pieces.append(piece))
    states, sums = map(np.concatenate, zip(*pieces, strict=True))
    space = solution.game.space
    order = np.lexsort((states, space.n_filled_of_set[np.argwhere(space.reachable_slots)[states, 0]]))
    return {"sums": sums[order], "states": states[order]}


def read_curves(
    solution: Solution,
    cards: Bools,
    first: Callable[[Longs], Longs],
    n_points: int,
    use: Callable[[Longs, Floats], None],
) -> None:
    """Pass some cards in pieces to ``use``, in several threads: states, and probabilities of at most so many points.

    These are for ``n_points`` numbers of points still to come, from ``first(states)`` on. The walk starts from all
    cards at once, including those that perfect play never reaches.
    """
    from solver.kernels.distribution import sum_windows  # compiles
    from solver.play.distribution import Passes
    from solver.play.player import TablePlayer
    from solver.play.walk import walk
    from solver.threads import BUFFERS, n_processors, run_slices

    game = solution.game
    begins = cards.astype(np.float64)
    begins[0, 0] = 1.0  # a walk needs a state in every layer
    way = walk(game, TablePlayer("optimal", solution.value_of_state), is_passing=True, begins=begins)
    passes, layers = Passes(way), range(1, game.ruleset.n_categories)
    windows, later = passes.windows, passes.finished()
    buffers = [buffer[None] for buffer in BUFFERS.take(2, max(map(passes.n_numbers, layers)))]

    def read(numbers: Floats, places: Longs, start: int, stop: int) -> None:
        piece = places[start:stop]
        states, sums = game.space.states(way.page[piece], way.total[piece]), np.empty((len(piece), n_points))
        sum_windows(windows, piece, numbers, first(states), sums)
        use(states, sums)

    with ThreadPoolExecutor(n_processors()) as pool:
        for n_filled in reversed(layers):
            later = passes.mix_layer(pool, n_filled, later, buffer=buffers[n_filled % 2])
            layer = way.layer(n_filled)
            places = layer.start + np.flatnonzero(cards[way.page[layer], way.total[layer]])
            run_slices(pool, len(places), partial(read, later[0], places), -(-len(places) // PIECE))


def first_points(solution: Solution, states: Longs) -> Longs:
    """Return the number of points with which the curve of a card starts, which may be negative."""
    return np.floor(browser_values(solution, states) + 0.5).astype(np.int64) - REACH


def around_values(solution: Solution, cards: Arrays) -> Floats:
    """Return cumulative probabilities around the value of each card: float64[n_cards, 2 * REACH]."""
    places = first_points(solution, cards["states"])[:, None] + np.arange(2 * REACH)
    inside = np.take_along_axis(cards["sums"], np.clip(places, 0, cards["sums"].shape[1] - 1), axis=1)
    return np.where(places < 0, 0.0, inside)


@file("early-endings", "early-endings.bin.gz", "asset", ruleset="scandinavian", n_filled=N_FILLED, rank=RANK)
def early_endings(workshop: Workshop) -> Content:
    """Encode the distributions of final scores from each card with one to three filled boxes; one row per card.

    Gzipped 16-bit numbers, folded, see ``packed``. Header: the largest number of filled boxes, ``rank``, ``reach``, and
    the number of cards. Then the mean of all curves and ``rank`` basis curves, of twice ``reach`` numbers each, in
    units of 2**-15 and 2**-16; the chance of the bonus of each card, in units of 1/10,000; and for each basis curve the
    coefficients of all cards, in steps of 0.0001. A curve starts ``reach`` points below the rounded value of the card
    and contains the probability of at most as many points. Cards are ordered by number of filled boxes, set and upper
    total; only reachable ones are included.
    """
    cards = workshop.kept(curves_of_cards)
    states = cards["states"]
    curves = around_values(workshop.solution, cards)
    mean, shapes = workshop.once(mean_and_shapes)
    amounts = np.rint((curves - mean) @ shapes.T / AMOUNT_STEP)
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
    """Encode 16-bit numbers: folded as those of the value table, high bytes first, then low bytes, gzipped."""
    if np.abs(numbers).max() >= 2**15:
        raise ValueError("a number exceeds 16 bits")
    low, high = folded_bytes(numbers.astype(np.int16))
    return gzip.compress(high.tobytes() + low.tobytes(), 9, mtime=0)


def browser_values(solution: Solution, states: Longs) -> Floats:
    """Return the values of cards as the browser computes them, rounded."""
    values: Floats = np.rint(solution.value_of_state[states] * VALUE_UNITS) / VALUE_UNITS
    return values


def mean_and_shapes(workshop: Workshop) -> tuple[Floats, Floats]:
    """Return the mean of the curves of all cards with few filled boxes, and the basis curves."""
    curves = around_values(workshop.solution, workshop.kept(curves_of_cards))
    mean = curves.mean(axis=0)
    return mean, main_shapes(curves - mean)


def main_shapes(curves: Floats) -> Floats:
    """Return the orthonormal curves that explain most of the variance, sign normalized: float64[RANK, n_numbers]."""
    _values, vectors = np.linalg.eigh(curves.T @ curves)
    shapes = vectors[:, ::-1][:, :RANK].T
    largest = shapes[np.arange(RANK), np.abs(shapes).argmax(axis=1)]
    signed: Floats = shapes * np.sign(largest)[:, None]
    return signed


@file("values-scandinavian", "values-scandinavian.arrow.gz", "asset")
def values(workshop: Workshop) -> Content:
    """Encode the points still to come from every reachable state, quantised; one row per state.

    Columns
    -------
    low (int, steps): Low byte of the difference to neighbouring states, see ``value_table``.
    high (int, steps): Its high byte.
    """
    made = workshop.once(browser_table)
    return Content(made.content, made.n_states)


SCHEMA_VERSION = 1
INDEX = "index.json.gz"
LARGEST_SHARED_BAND = 1 / 16  # of the sets of a chunk: layers are merged while they contain at most this share
LEVEL = 6  # of compression: the highest level saves 1 % and takes three times as long
FIRST_DATE = (1980, 1, 1, 0, 0, 0)  # of a zip archive: the bytes must not depend on the date


@dataclass(frozen=True, eq=False)
class Split:
    """Grouping of the sets of filled categories into parts.

    Attributes
    ----------
    chosen : tuple of int
        The chosen categories, in scorecard order.
    n_others : int
        Number of other categories.
    first_layer_of_band : tuple of int
        First layer of each band.
    """

    chosen: tuple[int, ...]
    n_others: int
    first_layer_of_band: tuple[int, ...]

    @property
    def n_chunks(self) -> int:
        """Return the number of chunks: one for each set of chosen categories."""
        return int(2 ** len(self.chosen))

    @property
    def n_bands(self) -> int:
        """Return the number of bands."""
        return len(self.first_layer_of_band)

    def chunk(self, filled: Longs) -> Longs:
        """Return the chunk of sets of filled categories."""
        chunks = np.zeros_like(filled)
        for bit, category in enumerate(self.chosen):
            chunks |= (filled >> category & 1) << bit
        return chunks

    def band(self, filled: Longs) -> Longs:
        """Return the band of sets of filled categories."""
        layer = np.bitwise_count(filled) - np.bitwise_count(self.chunk(filled))
        return np.searchsorted(self.first_layer_of_band, layer, side="right") - 1


@dataclass(frozen=True, eq=False)
class ValueParts:
    """The archive for the browser and the sizes of its parts, ``int64[n_chunks, n_bands]`` in bytes."""

    content: bytes
    split: Split
    bytes_of_part: Longs

    def bytes_of_turn(self, filled: int) -> int:
        """Return the bytes of all parts that a turn from a set of filled categories reads."""
        n_categories = self.split.n_others + len(self.split.chosen)
        after = np.array([filled | 1 << bit for bit in range(n_categories) if not filled >> bit & 1], dtype=np.int64)
        parts = set(zip(self.split.chunk(after).tolist(), self.split.band(after).tolist(), strict=True))
        return sum(int(self.bytes_of_part[part]) for part in parts)


def split_sets(solution: Solution, chosen: Sequence[str]) -> Split:
    """Return the grouping of sets for the chosen categories."""
    names = solution.game.ruleset.category_names
    n_others = len(names) - len(chosen)
    return Split(tuple(sorted(map(names.index, chosen))), n_others, first_layers(n_others))


def first_layers(n_categories: int) -> tuple[int, ...]:
    """Return the first layer of each band: one layer, or several that together contain few of all sets."""
    starts, held = [0], 0
    for layer in range(n_categories + 1):
        n_sets = math.comb(n_categories, layer)
        if held and held + n_sets > LARGEST_SHARED_BAND * 2**n_categories:
            starts.append(layer)
            held = 0
        held += n_sets
    return tuple(starts)


def value_parts(solution: Solution, chosen: Sequence[str]) -> ValueParts:
    """Encode the values of ``solution`` for the browser, in parts by the chosen categories.

    Notes
    -----
    Maxi Yatzy: 57,507,840 values, about 10 s, mostly for compression.
    """
    split, space = split_sets(solution, chosen), solution.game.space
    bytes_of_part = np.zeros((split.n_chunks, split.n_bands), dtype=np.int64)
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_STORED) as archive:
        for (chunk, band), pages in pages_of_parts(space, split):
            content = write_part(solution, f"{chunk}-{band}", pages)
            bytes_of_part[chunk, band] = len(content)
            archive.writestr(zipfile.ZipInfo(f"{chunk}-{band}.arrow.gz", FIRST_DATE), content)
        archive.writestr(zipfile.ZipInfo(INDEX, FIRST_DATE), write_index(solution, split, bytes_of_part))
    return ValueParts(sink.getvalue(), split, bytes_of_part)


def pages_of_parts(space: StateSpace, split: Split) -> Iterator[tuple[tuple[int, int], Longs]]:
    """Yield chunk and band of each part, and its pages by upper set, filled categories and extra."""
    sets = np.arange(space.n_sets, dtype=np.int64)
    part = split.chunk(sets) * split.n_bands + split.band(sets)
    order = np.lexsort((sets, space.upper_set_of_filled, part))
    bounds = np.searchsorted(part[order], np.arange(split.n_chunks * split.n_bands + 1))
    for number in range(split.n_chunks * split.n_bands):
        held = order[bounds[number] : bounds[number + 1]]
        n_extras = space.n_extras_of_set[held]
        extra = np.arange(int(n_extras.sum())) - np.repeat(np.cumsum(n_extras) - n_extras, n_extras)
        yield divmod(number, split.n_bands), np.repeat(held, n_extras) + extra * space.n_sets


def write_part(solution: Solution, name: str, pages: Longs) -> bytes:
    """Encode one part: an Arrow IPC stream of the values on some pages, gzipped."""
    space = solution.game.space
    first, n_rows = space.first_state_of_page[pages], np.diff(space.first_state_of_page)[pages]
    states = np.arange(int(n_rows.sum())) + np.repeat(first - (np.cumsum(n_rows) - n_rows), n_rows)
    base, steps = count_from_base(solution.value_of_state[states], name)
    low, high = difference_bytes(steps, space.upper_set_of_page[pages], n_rows)
    metadata = {
        **facts(solution),
        "part": name,
        "base": str(base),
        "rows": str(len(steps)),
        "sha256": hashlib.sha256(steps.astype("<u2").tobytes()).hexdigest(),
    }
    fields = [pa.field(column, pa.uint8(), nullable=False) for column in ("low", "high")]
    batch = pa.record_batch([pa.array(low), pa.array(high)], schema=pa.schema(fields, metadata))
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as writer:
        writer.write_batch(batch)
    return gzip.compress(sink.getvalue(), compresslevel=LEVEL, mtime=0)


def difference_bytes(steps: Words, upper_set: Ints, n_rows: Longs) -> tuple[Bytes, Bytes]:
    """Return the low and the high bytes of the differences within the matrix of each upper set.

    Parameters
    ----------
    steps : uint16[n_states]
        Values of the states of all pages, one page after another.
    upper_set, n_rows : int[n_pages]
        Upper set of each page, ascending, and the number of its states.
    """
    starts = np.flatnonzero(np.diff(upper_set, prepend=-1))
    first_state = np.cumsum(n_rows) - n_rows
    signed = np.empty(len(steps), dtype=np.int16)
    for start, stop in zip(starts, [*starts[1:], len(upper_set)], strict=True):
        width = int(n_rows[start])
        states = slice(int(first_state[start]), int(first_state[start]) + (stop - start) * width)
        matrix = steps[states].reshape(-1, width)
        differences = np.diff(np.diff(matrix, axis=1, prepend=np.uint16(0)), axis=0, prepend=np.uint16(0))
        signed[states] = differences.view(np.int16).ravel()
    return folded_bytes(signed)


def count_from_base(values: Floats, name: str) -> tuple[int, Words]:
    """Return the smallest value of a part and the differences from it, in steps.

    Raises
    ------
    DatasetError
        If a difference exceeds 16 bits.
    """
    steps = np.round(values / STEP)
    base = int(steps.min())
    if steps.max() - base > LARGEST_STEPS:
        raise DatasetError(
            f"the values of part {name!r}, from {values.min():.2f} to {values.max():.2f}, exceed 16 bits "
            f"of {STEP} points; the largest possible range is {LARGEST_STEPS * STEP:.2f}"
        )
    return base, (steps - base).astype(np.uint16)


def facts(solution: Solution) -> dict[str, str]:
    """Return the game's metadata that every part contains, so that parts of different games cannot be confused."""
    ruleset = solution.game.ruleset
    return {
        "schema_version": str(SCHEMA_VERSION),
        "ruleset": ruleset.name,
        "options": json.dumps(dict(ruleset.options)),
        "theta": "0",
        "step": repr(STEP),
        "start_value": f"{solution.start_value:.17g}",
        "n_dice": str(ruleset.n_dice),
        "categories": json.dumps(ruleset.category_names),
        "threshold": str(ruleset.threshold),
        "bonus": str(ruleset.bonus),
    }


def write_index(solution: Solution, split: Split, bytes_of_part: Longs) -> bytes:
    """Encode the index of the parts as gzipped JSON."""
    names = solution.game.ruleset.category_names
    content = {
        **facts(solution),
        "chosen": [names[category] for category in split.chosen],
        "first_layer_of_band": split.first_layer_of_band,
        "bytes_of_part": bytes_of_part.tolist(),
    }
    return gzip.compress(json.dumps(content, separators=(",", ":")).encode(), compresslevel=9, mtime=0)


N_SHAPES = 20  # of those of the early endings
N_PRODUCTS = 92  # of all shapes and the bonus together
BONUS_WEIGHT = 6  # weight of an error in the chance of the bonus
LATER_WEIGHT = 0.8  # factor of the weight of a card per further filled box
UNITS = 500  # per unit of an amount


def live_rows(space: StateSpace) -> Bools:
    """Return the upper halves with a row, bool[n_upper_sets, n_totals]; those with only dead totals have one."""
    totals = np.arange(space.n_totals)
    dead = totals < space.first_live_total_of_set[:, None]
    reachable = space.reachable_of_upper_set
    last_dead = reachable & dead & (np.cumsum((reachable & dead)[:, ::-1], axis=1)[:, ::-1] == 1)
    rows: Bools = reachable & ~dead | last_dead
    return rows


def amounts_of_cards(workshop: Workshop) -> Floats:
    """Return coefficients and chance of the bonus of all cards: float64[N_SHAPES + 1, n_rows, n_lower_sets].

    The empty card has none. Takes 8 s of one processor and 1.3 GB.
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
    read_curves(solution, open_cards, partial(first_points, solution), 2 * REACH, put)
    full = np.flatnonzero(cards[-1])
    ended = np.arange(len(mean)) >= len(mean) // 2
    put(space.states(np.full_like(full, space.n_sets - 1), full), np.tile(ended.astype(np.float64), (len(full), 1)))
    return amounts


@dataclass(frozen=True, eq=False)
class Products:
    """Low-rank factors: amounts are sums of ``rows[i] * columns[i] / units[i] / UNITS`` for each ``shape[i]``."""

    shape: Longs
    units: Longs
    rows: Floats
    columns: Floats


def products_of(amounts: Floats, space: StateSpace) -> Products:
    """Return the largest products of a low-rank approximation of ``amounts``, as whole numbers."""
    upper_set, _totals = np.nonzero(live_rows(space))
    row_weight = LATER_WEIGHT ** np.bitwise_count(upper_set.astype(np.uint32)).astype(np.float64)
    columns = np.arange(amounts.shape[2], dtype=np.uint32)
    column_weight = LATER_WEIGHT ** np.bitwise_count(columns).astype(np.float64)

    def squares(of_shape: Floats) -> Floats:
        weighed = of_shape * column_weight * row_weight[:, None]
        sums: Floats = weighed.T @ weighed
        return sums

    found = [np.linalg.eigh(squares(of_shape)) for of_shape in amounts]  # one at a time, because all need 0.3 GB
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
    """Encode approximate distributions of final scores, and the chance of the bonus, from any card but the empty one.

    Gzipped 16-bit numbers, folded, see ``packed``. Header: the numbers of shapes, products, rows and columns, and the
    units of an amount. For each product: its shape among those of early_endings (the bonus follows the last one) and
    its own units. For each product: one number per row, as the difference from the previous row. Then for each product
    one number per column. The product of row and column is divided by both units. Rows are ordered by upper set and
    total; all totals from which the bonus is out of reach share the last row.
    """
    found = products_of(amounts_of_cards(workshop), workshop.game.space)
    sizes = [N_SHAPES, *found.rows.shape, found.columns.shape[1], UNITS]
    units = found.units * np.where(found.shape == N_SHAPES, BONUS_WEIGHT, 1)
    steps = np.diff(found.rows, axis=1, prepend=0)
    numbers = np.concatenate([sizes, found.shape, units, steps.ravel(), found.columns.ravel()]).astype(np.int64)
    return Content(packed(numbers), found.rows.shape[1])


# Chosen categories: those that perfect play tends to fill first. A turn reads one part for each of them that is open.
CHOSEN_IN_MAXI = (
    "one_pair", "two_pairs", "three_of_a_kind", "five_of_a_kind", "full_straight", "full_house", "chance",
)  # fmt: skip
CHOSEN_WITH_SAVING = ("one_pair", "two_pairs", "three_of_a_kind", "four_of_a_kind", "full_house", "chance")


def maxi_parts(workshop: Workshop) -> ValueParts:
    """Return the parts of Maxi Yatzy."""
    return value_parts(workshop.once(maxi_solution), CHOSEN_IN_MAXI)


def saving_parts(workshop: Workshop) -> ValueParts:
    """Return the parts of Scandinavian Yatzy with saved throws."""
    return value_parts(workshop.once(saving_solution), CHOSEN_WITH_SAVING)


def yahtzee_parts(workshop: Workshop) -> ValueParts:
    """Return the parts of American Yahtzee with free jokers, split by layers only because the game is small."""
    return value_parts(workshop.once(yahtzee_solution), ())


def forced_yahtzee_parts(workshop: Workshop) -> ValueParts:
    """Return the parts of American Yahtzee with forced jokers."""
    return value_parts(workshop.once(forced_yahtzee_solution), ())


@file("values-maxi", "values-maxi.zip", "asset", ruleset="maxi")
def values_of_maxi(workshop: Workshop) -> Content:
    """Encode the values of Maxi Yatzy in many small files, few of which are needed for a turn; see ``value_parts``."""
    return Content(workshop.once(maxi_parts).content, workshop.once(maxi_solution).game.space.n_states)


@file("values-scandinavian-saved", "values-scandinavian-saved.zip", "asset", ruleset="scandinavian-saved")
def values_with_saving(workshop: Workshop) -> Content:
    """Encode the values of Scandinavian Yatzy with saved throws in many small files; see ``value_parts``."""
    return Content(workshop.once(saving_parts).content, workshop.once(saving_solution).game.space.n_states)


@file("values-yahtzee", "values-yahtzee.zip", "asset", ruleset="yahtzee")
def values_of_yahtzee(workshop: Workshop) -> Content:
    """Encode the values of American Yahtzee, free jokers, in a few files; see ``value_parts``."""
    return Content(workshop.once(yahtzee_parts).content, workshop.once(yahtzee_solution).game.space.n_states)


@file("values-yahtzee-forced", "values-yahtzee-forced.zip", "asset", ruleset="yahtzee", joker="forced")
def values_of_forced_yahtzee(workshop: Workshop) -> Content:
    """Encode the values of American Yahtzee, forced jokers, in a few files; see ``value_parts``."""
    solution = workshop.once(forced_yahtzee_solution)
    return Content(workshop.once(forced_yahtzee_parts).content, solution.game.space.n_states)


@table(games=4)
def browser_games(workshop: Workshop) -> pd.DataFrame:
    """List sizes of the files for the other games of the advisor; one row per game.

    Columns
    -------
    game (str): Name of the game in the advisor.
    reachable_states (int, states): States with a value.
    start_value (float, points): Expected final score of perfect play.
    value_step (float, points): Step to which the values are rounded.
    value_error_bound (float, points): Largest possible error of a value: half a step plus the solver's own error bound.
    files (int, files): Files with the values.
    total_megabytes (float, megabytes): Total size, gzipped.
    largest_file_kilobytes (float, kilobytes): Size of the largest file.
    largest_turn_kilobytes (float, kilobytes): Largest download of one turn if no file is cached.
    """
    made = {
        "maxi": (maxi_solution, maxi_parts),
        "scandinavian-saved": (saving_solution, saving_parts),
        "yahtzee": (yahtzee_solution, yahtzee_parts),
        "yahtzee-forced": (forced_yahtzee_solution, forced_yahtzee_parts),
    }
    return pd.DataFrame(
        [{"game": name, **size_row(workshop.once(pair[0]), workshop.once(pair[1]))} for name, pair in made.items()]
    )


def size_row(solution: Solution, parts: ValueParts) -> dict[str, float]:
    """Return the row of one game."""
    return {
        "reachable_states": solution.game.space.n_states,
        "start_value": solution.start_value,
        "value_step": STEP,
        "value_error_bound": STEP / 2 + solution.error_bound,
        "files": parts.bytes_of_part.size,
        "total_megabytes": int(parts.bytes_of_part.sum()) / 1e6,
        "largest_file_kilobytes": int(parts.bytes_of_part.max()) / 1e3,
        "largest_turn_kilobytes": largest_turn(parts) / 1e3,
    }


def largest_turn(parts: ValueParts) -> int:
    """Return the largest total size of the parts read in one turn."""
    return max(parts.bytes_of_turn(filled) for filled in sets_of_each_kind(parts))


def sets_of_each_kind(parts: ValueParts) -> list[int]:
    """Return a set of filled categories per chunk and number of others; within these, turns read equal parts."""
    split = parts.split
    others = [one for one in range(split.n_others + len(split.chosen)) if one not in split.chosen]
    chunks = [
        sum(1 << category for bit, category in enumerate(split.chosen) if chunk >> bit & 1)
        for chunk in range(split.n_chunks)
    ]
    layers = [sum(1 << one for one in others[:n_filled]) for n_filled in range(split.n_others + 1)]
    return [chosen | layer for chosen in chunks for layer in layers]
