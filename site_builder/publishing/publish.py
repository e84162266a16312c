"""``publish``: the function with which data scripts pass tables to the site."""

from __future__ import annotations

import atexit
import hashlib
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import Any

from site_builder.data.files import FOLDER, as_arrow, sha256_of
from site_builder.output.files import remove, write_file
from site_builder.problems.source import RENAME, alike, same_but_for_case, suggest
from site_builder.project_files import composed
from site_builder.publishing import manifest
from site_builder.publishing.inputs import Trace, find_project, input_files, inputs_of, relative_to, running_script
from site_builder.publishing.manifest import locked, read_content, write_content

FORMS = "a data frame of pandas or polars, an Arrow table, a dict of columns, or a list of dicts"
ONE_TYPE = "give all columns the same length, and each values of one type: texts, numbers of at most 64 bits, or days"


def as_table(name: str, frame: Any) -> Any:
    """Convert a frame to an Arrow table of plain columns; ``name`` is for messages.

    Named index levels of pandas become columns. A dict without any list is one row. A row without a key has no value
    in that column.

    Raises
    ------
    TypeError
        For another type of object.
    ValueError
        For columns without a name or of different lengths, and for values that cannot be stored in a column.
    """
    import pyarrow as pa

    try:
        table = _converted(frame)
    except (pa.ArrowException, ValueError, TypeError, OverflowError) as error:
        # Arrow's messages for pandas have two parts; the second one names the column.
        parts = reversed(error.args) if len(error.args) == 2 else [error]
        message = ": ".join(str(part).partition("\n")[0] for part in parts)
        remedy = "" if type(error) is ValueError else f"; {ONE_TYPE}"
        raise ValueError(f"data set {name!r} cannot be written: {message}{remedy}") from None
    if table is None:
        remedy = "; a Series becomes a frame by .to_frame('NAME')" if hasattr(frame, "to_frame") else ""
        raise TypeError(f"data set {name!r} is of type {type(frame).__name__}; give {FORMS}{remedy}")
    twice = sorted({column for column in table.column_names if table.column_names.count(column) > 1})
    if twice:
        raise ValueError(f"data set {name!r} has two columns called {twice[0]!r}")
    return _plain(table)


def _converted(frame: Any) -> Any:
    """Convert a frame to an Arrow table; return None for other objects."""
    import pyarrow as pa

    pandas = sys.modules.get("pandas")
    if isinstance(frame, pa.Table):
        return frame
    if isinstance(frame, pa.RecordBatch):
        return pa.Table.from_batches([frame])
    if pandas is not None and isinstance(frame, pandas.DataFrame):
        return _from_pandas(frame)
    if isinstance(frame, Mapping):
        return pa.table({_named(column): _alike(column, values) for column, values in _columns_of(frame).items()})
    if isinstance(frame, list | tuple) and all(isinstance(row, Mapping) for row in frame):
        keys = dict.fromkeys(_named(key) for row in frame for key in row)
        return pa.table({key: pa.array(_alike(key, [row.get(key) for row in frame])) for key in keys})
    if hasattr(frame, "__arrow_c_stream__") and hasattr(frame, "columns"):  # polars and similar libraries
        return pa.table(frame)
    return None


def _from_pandas(frame: Any) -> Any:
    """Convert a data frame of pandas to an Arrow table; an unnamed integer index is dropped."""
    import pyarrow as pa

    if any(level is not None for level in frame.index.names) or (len(frame) and frame.index.dtype.kind not in "iu"):
        frame = frame.reset_index()
    if frame.columns.nlevels > 1:
        remedy = "flatten them: frame.columns = ['_'.join(column).strip('_') for column in frame.columns]"
        raise ValueError(f"the columns have {frame.columns.nlevels} levels of names; {remedy}")
    for column, values in frame.items():
        _named(column)
        _alike(column, values)
        kind = getattr(values.dtype, "categories", values).dtype
        if str(kind).startswith(("interval", "period")):  # Arrow stores only their numbers
            frame = frame.assign(**{column: values.map(str, na_action="ignore")})
    return pa.Table.from_pandas(frame, preserve_index=False)


def _alike(column: str, values: Any) -> Any:
    """Return values in types of Arrow.

    Raise an error for those that Arrow would truncate: dates mixed with datetimes, or with different zones.
    """
    if hasattr(values, "columns"):
        raise ValueError(f"column {column!r} holds a frame; publish it as a data set of its own")
    values = _in_known_units(values)
    kinds = {
        (isinstance(value, datetime), getattr(value, "tzinfo", None) is None)
        for value in (values if str(getattr(values, "dtype", "object")) == "object" else ())
        if isinstance(value, date) and value == value  # not NaT
    }
    if len(kinds) > 1:
        mixed = "days and moments" if (False, True) in kinds else "moments with and without a time zone"
        raise ValueError(f"column {column!r} holds {mixed}; make them alike, such as by pandas.to_datetime")
    return values


def _in_known_units(values: Any) -> Any:
    """Convert days, moments and durations of NumPy to units that Arrow has; return other values as they are."""
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return values
    if isinstance(values, list):
        kinds = {value.dtype.kind for value in values if isinstance(value, numpy.datetime64 | numpy.timedelta64)}
        values = numpy.array(values, f"{kinds.pop()}8") if len(kinds) == 1 else values
    kind = values.dtype.kind if isinstance(values, numpy.ndarray) else ""
    if kind in ("M", "m") and (unit := numpy.datetime_data(values.dtype)[0]) not in ARROW_UNITS[kind]:
        return values.astype(f"{kind}8[{'D' if kind == 'M' and unit in 'YMW' else 's'}]")
    return values


def _columns_of(frame: Mapping[Any, Any]) -> dict[Any, Any]:
    """Convert columns to lists and arrays for Arrow; single values become one row."""
    if frame and not any(_is_column(values) for values in frame.values()):
        return {name: [value] for name, value in frame.items()}
    return {name: list(values) if isinstance(values, range | tuple) else values for name, values in frame.items()}


def _is_column(values: Any) -> bool:
    """Return whether a value is a column; texts are single values."""
    if isinstance(values, str | bytes | Mapping):
        return False
    return isinstance(values, Sequence) or (hasattr(values, "__len__") and hasattr(values, "__getitem__"))


def _named(column: Any) -> str:
    """Validate the name of a column."""
    if not isinstance(column, str) or not column:
        raise ValueError(f"a column is called {column!r}; give each column a text for a name")
    return column


def _plain(table: Any) -> Any:
    """Normalize text types and drop metadata of libraries, so that equal data give equal bytes."""
    import pyarrow as pa

    fields = []
    for field in table.schema:
        is_text = pa.types.is_large_string(field.type) or pa.types.is_string_view(field.type)
        fields.append(pa.field(field.name, pa.string() if is_text else field.type))
    return table.cast(pa.schema(fields)).combine_chunks()


NAME = re.compile(r"[A-Za-z_][\w-]*")
# Units of time that Arrow has, for moments and for durations.
ARROW_UNITS = {"M": frozenset({"D", "s", "ms", "us", "ns"}), "m": frozenset({"s", "ms", "us", "ns"})}
# A package that is loaded in every process that draws figures, and not by data scripts.
DRAWING = "site_builder.drawing"
TAKEN = frozenset({"constants", "quoted"})
# Records the files that a data script reads after it imports ``publish``; a build itself has no audit hook.
TRACE = Trace()
sys.addaudithook(TRACE.record)


def publish(
    sets: Mapping[str, Any] | None = None,
    /,
    *,
    units: Mapping[str, str] | None = None,
    descriptions: Mapping[str, str] | None = None,
    inputs: Iterable[str | Path] = (),
    **named: Any,
) -> None:
    """Pass tables to the site, each under a name: ``publish(waits=frame)``.

    The tables are written into ``build/data`` as Arrow files, and the manifest records their inputs: the script,
    modules of the project that it imported, files of the project that Python opened, and every file in the script's
    folder. When an input changes, the data command runs again. ``publish`` may be called several times, and by several
    scripts, each time with other names. In a notebook no inputs are recorded. If a figure imports the script for its
    functions, nothing is published.

    Parameters
    ----------
    sets : mapping
        Frames by name, for names that are not Python identifiers.
    units : mapping
        Unit of a column in all these sets (``"minute"``), or in one of them (``"waits.minute"``).
    descriptions : mapping
        A sentence about a set (``"waits"``) or about one of its columns (``"waits.minute"``).
    inputs : iterable of path
        Further inputs, outside the project or read by other programs: files, folders, patterns such as ``"raw/*.csv"``,
        relative to the project.
    **named
        Frames of pandas or polars, Arrow tables, dicts of columns, or lists of dicts.

    Raises
    ------
    TypeError, ValueError, FileNotFoundError
        For a frame that cannot be published, for a name that is published already, and for units, descriptions and
        inputs of things that do not exist.
    """
    if not isinstance(sets, Mapping | None):
        raise TypeError(f"publish() takes each table by its name: publish(waits=…), not {type(sets).__name__} alone")
    frames = {**(sets or {}), **named}
    if twice := named.keys() & (sets or {}):
        raise ValueError(f"data set {min(twice)!r} is given twice in one call; {RENAME}")
    if not frames:
        raise ValueError("publish() has nothing to write; give it frames, publish(waits=frame)")
    tables = {_checked(name): as_table(name, frame) for name, frame in frames.items()}
    unit_of, description_of = _words(tables, units or {}, descriptions or {})
    if DRAWING in sys.modules:
        return
    with _paused():
        run = Run.of_this_program()
        run.given.update(dict.fromkeys(input_files(run.project, inputs)))
        run.write(tables, unit_of, description_of)


class Run:
    """One run of a script, from its first ``publish`` to its end."""

    now: Run | None = None

    def __init__(self, script: Path | None) -> None:
        self.project = find_project(script)
        self.script = script
        self.name = relative_to(self.project, script) if script else ""
        self.folder = self.project / FOLDER
        self.given: dict[Path, None] = {}
        self.made: dict[str, None] = {}

    @classmethod
    def of_this_program(cls) -> Run:
        """Return the run of this program, which is created by the first call."""
        if cls.now is None:
            cls.now = cls(running_script())
            if cls.now.script is not None:
                atexit.register(cls.now.end)
        return cls.now

    def inputs(self) -> list[manifest.Content]:
        """Return the inputs read so far."""
        return inputs_of(self.project, self.script, self.given, TRACE) if self.script else []

    def write(self, tables: Mapping[str, Any], units: Mapping[str, str], descriptions: Mapping[str, str]) -> None:
        """Write tables, and then the manifest."""
        inputs = self.inputs()
        if self.script and (twice := [name for name in tables if name in self.made]):
            raise ValueError(f"data set {twice[0]!r} is published already by this script; {RENAME}")
        self.made.update(dict.fromkeys(tables))
        with locked(self.folder):
            content = read_content(self.project)
            self.require_own(tables, content)
            # A set of an earlier run of this script may have been renamed.
            made_by = {name: entry.get("made_by") for name, entry in content["sets"].items()}
            others = [name for name, script in made_by.items() if name in self.made or script != self.name]
            for name, other in same_but_for_case([*others, *tables]).items():
                raise ValueError(f"{alike(name, other)}; {RENAME}")
            entries = {name: self.write_table(name, table, units, descriptions) for name, table in tables.items()}
            self.replace(content, manifest.with_sets(content, self.name, entries, inputs, self.made))

    def require_own(self, tables: Iterable[str], content: manifest.Content) -> None:
        """Raise an error for sets that another script makes, unless it was edited and may no longer make them."""
        for name in tables if self.script else ():
            maker = content["sets"].get(name, {}).get("made_by")
            made_from = [given for given in content["inputs"] if given.get("of") == given.get("path") == maker]
            if maker != self.name and any(sha256_of(self.project / maker) == given["sha256"] for given in made_from):
                raise ValueError(f"data set {name!r} is published already by {maker}; {RENAME}")

    def write_table(
        self, name: str, table: Any, units: Mapping[str, str], descriptions: Mapping[str, str]
    ) -> dict[str, Any]:
        """Write one table and return its entry in the manifest."""
        file, content = f"{name}.arrow", as_arrow(table)
        write_file(self.folder / file, content)
        columns = [
            {
                "name": field.name,
                "type": str(field.type),
                "unit": units.get(f"{name}.{field.name}", ""),
                "description": descriptions.get(f"{name}.{field.name}", ""),
            }
            for field in table.schema
        ]
        return {
            "file": file,
            "kind": "table",
            "description": descriptions.get(name, ""),
            "rows": table.num_rows,
            "columns": columns,
            "sha256": hashlib.sha256(content).hexdigest(),
            "bytes": len(content),
            "made_by": self.name,
        }

    def end(self) -> None:
        """Mark the script as finished in the manifest, unless it failed and must run again."""
        if hasattr(sys, "last_value"):
            return
        with _paused(), locked(self.folder):
            content, inputs = read_content(self.project), self.inputs()
            self.replace(content, manifest.finished(content, self.name, inputs, self.made))

    def replace(self, before: manifest.Content, after: manifest.Content) -> None:
        """Write the manifest, and remove files of sets that are no longer in it."""
        write_content(self.project, after)
        kept = {entry["file"].casefold() for entry in after["sets"].values()}
        for entry in before["sets"].values():
            if entry["file"].casefold() not in kept:
                remove(self.folder / entry["file"])


@contextmanager
def _paused() -> Iterator[None]:
    """Suspend the recording of files."""
    TRACE.is_paused = True
    try:
        yield
    finally:
        TRACE.is_paused = False


def _checked(name: str) -> str:
    """Validate the name of a data set and return it in NFC."""
    name = composed(name) if isinstance(name, str) else name
    if not isinstance(name, str) or not NAME.fullmatch(name) or name in TAKEN:
        taken = " other than 'constants' and 'quoted'" if name in TAKEN else ""
        raise ValueError(f"{name!r} is not a name for a data set; take letters, digits and _, a letter first{taken}")
    return name


def _words(
    tables: Mapping[str, Any], units: Mapping[str, str], descriptions: Mapping[str, str]
) -> tuple[dict[str, str], dict[str, str]]:
    """Validate units and descriptions; return them by ``set.column``, and descriptions of sets by ``set``."""
    columns = {f"{name}.{column}": column for name, table in tables.items() for column in table.column_names}
    for key, text in {**units, **descriptions}.items():
        if not isinstance(text, str):
            raise TypeError(f"the unit or description of {key!r} is of type {type(text).__name__}; give a text")
    for kind, given, known in (
        ("unit", units, {*columns, *columns.values()}),
        ("description", descriptions, {*columns, *tables}),
    ):
        for key in given:
            if key not in known:
                raise ValueError(f"a {kind} is given for {key!r}, which does not exist; {suggest(key, known)}")
    unit_of = {place: units.get(place, units.get(column, "")) for place, column in columns.items()}
    return unit_of, dict(descriptions)
