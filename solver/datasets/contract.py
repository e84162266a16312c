"""Data sets: name, schema, sources, how each is computed and how long it takes."""

from __future__ import annotations

import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from inspect import cleandoc
from threading import Lock, get_ident, local
from typing import Any, Literal, NamedTuple, TypeVar

import numpy.typing as npt
import pandas as pd
import pyarrow as pa

from solver.errors import DatasetError
from solver.game.game import Game
from solver.rules.ruleset import Ruleset
from solver.solving.solution import Solution, find_solution
from solver.store.results import Result, recall

COMPILING = "compiling the kernels"
WAITING = "waiting for a shared result"
SHORTEST_WAIT = 1e-3  # seconds; what is shorter is the time to take a free lock


class Span(NamedTuple):
    """A time that a thread spent on a step, from ``start`` to ``stop`` in seconds of one clock."""

    thread: int
    name: str
    start: float
    stop: float


@dataclass(frozen=True, eq=False)
class Clock:
    """Seconds per step, without those of nested steps.

    Steps of parallel threads are added up, so their sum can exceed the duration of the run.
    """

    seconds: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    spans: list[Span] = field(default_factory=list)
    _running: local = field(default_factory=local)
    _lock: Lock = field(default_factory=Lock)

    def begin(self, name: str) -> None:
        """Start a step of this thread, nested in the current one."""
        now, running = time.perf_counter(), self._stack()
        if running:
            self._add(*running[-1], now)
        running.append((name, now))

    def end(self) -> None:
        """End the current step of this thread and resume the enclosing one."""
        now, running = time.perf_counter(), self._stack()
        name, start = running.pop()
        self._add(name, start, now)
        if running:
            running[-1] = running[-1][0], now

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Measure the enclosed code as a step."""
        self.begin(name)
        try:
            yield
        finally:
            self.end()

    @property
    def longest_first(self) -> list[tuple[str, float]]:
        """Return the steps with their seconds, longest first."""
        return sorted(self.seconds.items(), key=lambda step: -step[1])

    def _stack(self) -> list[tuple[str, float]]:
        """Return this thread's nested steps, each with the time from which it is counted."""
        if not hasattr(self._running, "steps"):
            self._running.steps = []
        steps: list[tuple[str, float]] = self._running.steps
        return steps

    def _add(self, name: str, start: float, stop: float) -> None:
        with self._lock:
            self.seconds[name] += stop - start
            self.spans.append(Span(get_ident(), name, start, stop))


def critical_chain(spans: Sequence[Span]) -> list[tuple[str, float]]:
    """Return the steps that determined the duration of a run, in their order, with their seconds.

    The chain is followed backwards from the last step: to the step before it in its thread or, from the end of a wait,
    to the step of another thread that ended at that time. Spans of a step that follow one another are added up.
    """
    found: list[tuple[str, float]] = []
    spans = [span for span in spans if span.stop > span.start]
    last = max(spans, key=lambda span: span.stop, default=None)
    while last is not None:
        if last.name == WAITING and last.stop - last.start >= SHORTEST_WAIT:
            before = [span for span in spans if span.thread != last.thread and span.stop <= last.stop]
            before = [span for span in before if span.name != WAITING]
        else:
            if found and found[-1][0] == last.name:
                found[-1] = last.name, found[-1][1] + last.stop - last.start
            else:
                found.append((last.name, last.stop - last.start))
            before = [span for span in spans if span.thread == last.thread and span.stop <= last.start]
        last = max(before, key=lambda span: span.stop, default=None)
    return found[::-1]


Made = TypeVar("Made")
Arrays = Mapping[str, npt.NDArray[Any]]


@dataclass(frozen=True, eq=False)
class Workshop:
    """One ruleset and the results that its data sets share; thread-safe.

    Each shared result is a step of its own on the clock.
    """

    ruleset: Ruleset
    clock: Clock = field(default_factory=Clock)
    reads_records: bool = True  # of computed tables; if False, they are computed
    made: dict[Callable[..., Any], Any] = field(default_factory=dict)
    locks: dict[Callable[..., Any], Lock] = field(default_factory=dict)

    @property
    def solution(self) -> Solution:
        """Return the solved game."""
        return self.once(solution_of)

    @property
    def game(self) -> Game:
        """Return the tables of the game."""
        return self.solution.game

    def once(self, function: Callable[[Workshop], Made]) -> Made:
        """Return ``function(self)``, computed once."""
        return self._make(function, lambda: function(self))

    def kept(self, function: Callable[[Solution], Arrays]) -> Arrays:
        """Return the arrays that ``function`` computes from the solution, cached on disk under its name.

        A change of a source file that the module of ``function`` imports invalidates them.
        """

        def compute() -> Result:
            return Result(function(self.solution), {})

        compute.__module__ = function.__module__
        return self._make(function, lambda: recall(function.__name__, self.game.identity, compute)[0].arrays)

    def _make(self, function: Callable[..., Any], make: Callable[[], Made]) -> Made:
        """Return the result of a function, computed once; other threads wait for it."""
        if function not in self.made:
            lock = self.locks.setdefault(function, Lock())
            with self.clock.step(WAITING):
                lock.acquire()
            try:
                if function not in self.made:
                    with self.clock.step(f"{function.__name__} ({self.ruleset.name})"):
                        self.made[function] = make()
            finally:
                lock.release()
        made: Made = self.made[function]
        return made


def solution_of(workshop: Workshop) -> Solution:
    """Return the solved game of a workshop."""
    return find_solution(workshop.ruleset)[0]


Kind = Literal["table", "asset", "test"]
ARROW_TYPES = {"int": pa.int64(), "float": pa.float64(), "str": pa.string(), "bool": pa.bool_()}
COLUMN = re.compile(r"(?P<name>\w+) \((?P<type>int|float|str|bool)(?:, (?P<unit>[^:]+))?\): (?P<description>.+)")


@dataclass(frozen=True)
class Column:
    """One column of a table: name, Arrow type, unit and description."""

    name: str
    type: pa.DataType
    unit: str
    description: str


@dataclass(frozen=True)
class Content:
    """A computed data set: the bytes of its file and the number of rows."""

    content: bytes
    rows: int


@dataclass(frozen=True)
class Record:
    """Origin of a recorded table: its kind, the function that computes it, and the tolerance of a new run.

    ``measured`` tables contain times of one machine, ``trained`` ones the result of ``minds --train``, ``computed``
    ones numbers that any machine reproduces within ``tolerance``: relative to numbers above 1, absolute below; 0
    requires the same bytes. A table that ``stands_alone`` takes minutes or gigabytes, and is only computed on request,
    by name.
    """

    kind: Literal["measured", "trained", "computed"]
    compute: Callable[[Workshop], pd.DataFrame]
    tolerance: float
    stands_alone: bool


@dataclass(frozen=True)
class Dataset:
    """One data set: file, kind, schema, the function that computes it, and the module of that function."""

    name: str
    file: str
    kind: Kind
    description: str
    columns: tuple[Column, ...]
    make: Callable[[Workshop], Content]
    module: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    record: Record | None = None


DATASETS: dict[str, Dataset] = {}


def read_schema(docstring: str) -> tuple[str, tuple[Column, ...]]:
    """Parse the description and the columns from a docstring."""
    text, _, schema = cleandoc(docstring).partition("\nColumns\n-------\n")
    columns = []
    for entry in re.split(r"\n(?=\S)", schema.split("\n\n")[0].strip("\n")) if schema else ():
        match = COLUMN.fullmatch(" ".join(entry.split()))
        if match is None:
            raise DatasetError(f"the schema line {entry!r} is not 'name (type, unit): description'")
        columns.append(Column(match["name"], ARROW_TYPES[match["type"]], match["unit"] or "", match["description"]))
    return text.split("\n\n")[0].replace("\n", " "), tuple(columns)


Maker = Callable[[Workshop], pd.DataFrame]


def table(record: Record | None = None, **parameters: Any) -> Callable[[Maker], Maker]:
    """Register a function that computes a table; the manifest lists the ``parameters``."""

    def register(function: Maker) -> Maker:
        name = function.__name__
        description, columns = read_schema(function.__doc__ or "")

        def make(workshop: Workshop) -> Content:
            frame = function(workshop)
            return Content(table_file(name, frame, columns), len(frame))

        DATASETS[name] = Dataset(
            name, f"{name}.arrow", "table", description, columns, make, function.__module__, parameters, record
        )
        return function

    return register


def file(
    name: str, file_name: str, kind: Kind, **parameters: Any
) -> Callable[[Callable[[Workshop], Content]], Callable[[Workshop], Content]]:
    """Register a function that computes a file in a format of its own; its docstring can contain columns."""

    def register(function: Callable[[Workshop], Content]) -> Callable[[Workshop], Content]:
        description, columns = read_schema(function.__doc__ or "")
        DATASETS[name] = Dataset(name, file_name, kind, description, columns, function, function.__module__, parameters)
        return function

    return register


def table_file(name: str, frame: pd.DataFrame, columns: tuple[Column, ...]) -> bytes:
    """Return ``frame`` as an Arrow IPC file.

    Raises
    ------
    DatasetError
        If columns or types differ from the schema, or values are missing.
    """
    if list(frame.columns) != (declared := [column.name for column in columns]):
        raise DatasetError(f"{name} has the columns {list(frame.columns)}; its docstring declares {declared}")
    fields = [pa.field(column.name, column.type, nullable=False, metadata={"unit": column.unit}) for column in columns]
    try:
        arrow = pa.Table.from_pandas(frame, pa.schema(fields), preserve_index=False).replace_schema_metadata(None)
    except (pa.ArrowInvalid, pa.ArrowTypeError, ValueError) as error:
        raise DatasetError(f"{name} does not match its schema: {error}") from error
    sink = pa.BufferOutputStream()
    with pa.ipc.new_file(sink, arrow.schema) as writer:
        writer.write_table(arrow)
    return bytes(sink.getvalue())
