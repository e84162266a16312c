"""Value tables in parts, for games too large for one file: a zip of small files of which one turn needs few.

A turn leads from a set of filled categories to sets with one category more. So the sets are grouped by which of some
chosen categories they hold, their chunk, and by how many of the other categories they hold, their layer; neighbouring
layers of few sets are put together to bands. A part is one chunk and one band: what a turn needs lies in one or two
parts of its own chunk and one part for each chosen category that is still open.

A part is an Arrow IPC stream, gzipped as a file: one record batch, one row per reachable state, ordered by the upper
categories among the filled ones, then by the filled ones, the extra of the state, and the upper total. So all states of
one upper set are a matrix, a row for each page (see ``states``), a column for each total. With q = round(value / step)
less the base that the metadata tell, a cell is written as d = q[i, j] - q[i, j - 1] - q[i - 1, j] + q[i - 1, j - 1] (0
outside the matrix), modulo 65536 as a signed number of 16 bits, and that as 2d, or as -2d - 1 if it is negative, in two
bytes: small numbers, which compress well.

``index.json.gz`` names the chosen categories, the first layer of each band and the bytes of every part. Parts are
called ``CHUNK-BAND.arrow.gz``, bit i of the chunk for the i-th chosen category.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import math
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from solver.arrays import Floats, Ints, Longs
from solver.datasets.shared.value_table import LARGEST_STEPS, STEP, Bytes, Words, folded_bytes
from solver.errors import DatasetError
from solver.game.states import StateSpace
from solver.solving.solution import Solution

SCHEMA_VERSION = 1
INDEX = "index.json.gz"
LARGEST_SHARED_BAND = 1 / 16  # of the sets of a chunk: layers are put together while they hold no more
LEVEL = 6  # of compression: the highest saves a hundredth and takes three times as long
FIRST_DATE = (1980, 1, 1, 0, 0, 0)  # of a zip archive: the bytes must not depend on the day


@dataclass(frozen=True, eq=False)
class Split:
    """How the sets of filled categories are grouped into parts.

    Attributes
    ----------
    chosen : tuple of int
        The chosen categories, in scorecard order.
    n_others : int
        How many other categories there are.
    first_layer_of_band : tuple of int
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
    """Return the groups of sets when categories of these names are chosen."""
    names = solution.game.ruleset.category_names
    n_others = len(names) - len(chosen)
    return Split(tuple(sorted(map(names.index, chosen))), n_others, first_layers(n_others))


def first_layers(n_categories: int) -> tuple[int, ...]:
    """Return the first layer of each band: one layer, or several that together hold few of all sets."""
    starts, held = [0], 0
    for layer in range(n_categories + 1):
        n_sets = math.comb(n_categories, layer)
        if held and held + n_sets > LARGEST_SHARED_BAND * 2**n_categories:
            starts.append(layer)
            held = 0
        held += n_sets
    return tuple(starts)


def value_parts(solution: Solution, chosen: Sequence[str]) -> ValueParts:
    """Return the values of ``solution`` as the browser reads them, in parts by these categories.

    Notes
    -----
    Maxi Yatzy: 57,507,840 values, about 10 s, most of them for compressing.
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
    """Return one part: an Arrow IPC stream of the values on some pages, gzipped."""
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
    """Return the smallest value of a part and how far each lies above it, all in steps.

    Raises
    ------
    DatasetError
        If they lie too far apart.
    """
    steps = np.round(values / STEP)
    base = int(steps.min())
    if steps.max() - base > LARGEST_STEPS:
        raise DatasetError(
            f"the values of part {name!r}, from {values.min():.2f} to {values.max():.2f}, do not fit in 16 bits "
            f"of {STEP} points; they may lie {LARGEST_STEPS * STEP:.2f} apart"
        )
    return base, (steps - base).astype(np.uint16)


def facts(solution: Solution) -> dict[str, str]:
    """Return what every part says of the game, as text, so that parts of two games cannot be mistaken."""
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
    """Return the index of the parts, as JSON, gzipped."""
    names = solution.game.ruleset.category_names
    content = {
        **facts(solution),
        "chosen": [names[category] for category in split.chosen],
        "first_layer_of_band": split.first_layer_of_band,
        "bytes_of_part": bytes_of_part.tolist(),
    }
    return gzip.compress(json.dumps(content, separators=(",", ":")).encode(), compresslevel=9, mtime=0)
