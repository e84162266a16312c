"""The file of a kept result: a line of JSON, then its arrays, so that they can be mapped into memory."""

from __future__ import annotations

import hashlib
import json
import mmap
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from solver.errors import StoreError

FORMAT = "optimal-yatzy result 2"
SHA256_LENGTH = 64  # hexadecimal digits
LINE_PIECE = 4096  # bytes of a header that are looked at at once
ALIGNMENT = 64  # bytes: every array begins at a multiple, as kernels want them


@dataclass(frozen=True, eq=False)
class Result:
    """What is kept: arrays, and facts that JSON can hold."""

    arrays: Mapping[str, npt.NDArray[Any]]
    facts: Mapping[str, Any]


def read_result(path: Path, key: Mapping[str, Any]) -> Result:
    """Return the result that a file keeps, its arrays read-only; the file counts as used from now.

    The checksum is taken of what is read, not of what is mapped: looking at all of the mapped file would have it all
    count as memory of this process.

    Raises
    ------
    StoreError
        If the file is damaged or keeps something else.
    """
    with path.open("rb") as file:
        digest = file.read(SHA256_LENGTH)
        file.read(1)  # the end of the line
        if hashlib.file_digest(file, "sha256").hexdigest().encode() != digest:
            raise StoreError("it is damaged, its checksum does not match")
        content = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    result = decode(content, key)
    with suppress(OSError):  # a folder that can only be read
        os.utime(path)
    return result


def padding(n_bytes: int) -> int:
    """Return how many bytes are missing to a multiple of the alignment."""
    return -n_bytes % ALIGNMENT


def encode(result: Result, key: Mapping[str, Any]) -> list[bytes | memoryview]:
    """Return the file that keeps ``result`` under ``key``, in pieces."""
    arrays = {name: np.ascontiguousarray(array) for name, array in result.arrays.items()}
    header = {
        "format": FORMAT,
        "key": key,
        "facts": dict(result.facts),
        "arrays": {name: [array.dtype.str, array.shape] for name, array in arrays.items()},
    }
    line = json.dumps(header).encode()
    pieces: list[bytes | memoryview] = [line, b" " * padding(SHA256_LENGTH + len(line) + 2), b"\n"]
    for array in arrays.values():
        pieces += [array.reshape(-1).view(np.uint8).data, b"\0" * padding(array.nbytes)]
    digest = hashlib.sha256()
    for piece in pieces:
        digest.update(piece)
    return [digest.hexdigest().encode(), b"\n", *pieces]


def decode(content: memoryview, key: Mapping[str, Any]) -> Result:
    """Return the result that the content of a file keeps, whose checksum was found right.

    Raises
    ------
    StoreError
        If it keeps something else.
    """
    body = content[SHA256_LENGTH + 1 :]
    try:
        length = find_line_end(body)
        header = json.loads(bytes(body[:length]))
        if header["format"] != FORMAT or header["key"] != key:
            raise StoreError("it was written for something else")
        arrays, start = {}, length + 1
        for name, (dtype, shape) in header["arrays"].items():
            count = int(np.prod(shape, dtype=np.int64))
            arrays[name] = np.frombuffer(body[start:], np.dtype(dtype), count).reshape(shape)
            start += arrays[name].nbytes + padding(arrays[name].nbytes)
        return Result(arrays, header["facts"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise StoreError("it is whole but keeps no result") from error


def find_line_end(content: memoryview) -> int:
    """Return where the first line ends.

    Raises
    ------
    ValueError
        If no line ends.
    """
    for start in range(0, len(content), LINE_PIECE):
        place = bytes(content[start : start + LINE_PIECE]).find(b"\n")
        if place >= 0:
            return start + place
    raise ValueError("no line")
