"""Prepare the data of an explorable for a page and its scripts."""

from __future__ import annotations

import hashlib
import json
import pickle
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

from markupsafe import Markup, escape

from site_builder.cache.results import cached, digest_of
from site_builder.data.files import as_arrow
from site_builder.data.values import Cell, write_value
from site_builder.explorables.load import asked_record, drawers_digest
from site_builder.explorables.model import (
    BUDGET,
    Declared,
    Evaluated,
    PictureFiles,
    Table,
    compressed_size,
    points_in,
    reduce_size_fix,
    without_lines,
)
from site_builder.explore.parameters import Parameter
from site_builder.explore.states import MOST_STATES, Parameters, pack, sharding, split, text_of
from site_builder.problems.source import Mistake

# The kind of entries of the cache.
EXPLORABLES = "explorables"
LAYOUTS = ("wide", "narrow")
# The one layout of drawings that are the same in wide and narrow columns.
ALL = "all"
Record = dict[str, Any]


def with_files(found: Evaluated) -> Evaluated:
    """Add the published files of its pictures and numbers to an evaluated explorable."""
    columns, declared = numbers_table(found), found.declared
    shown = [text for one in found.values.get("picture", []) for text in ((one and (one.wide, one.narrow)) or ("", ""))]
    grid = repr((declared.name, declared.parameters, declared.depends.get("picture")))
    # Cached, because importing Arrow and packing pictures takes longer than the rest of a rebuild after a text edit.
    arrow = b""
    if columns:
        arrow = cached(EXPLORABLES, ("arrow", drawers_digest(), repr(columns)), partial(arrow_bytes, columns))
    ingredients = ("pictures", drawers_digest(), grid, *shown)
    files = cached(EXPLORABLES, ingredients, lambda: pickle.dumps(picture_files(found)))
    return replace(found, pictures=tuple(pickle.loads(files)), arrow=arrow)


def parameters_record(parameters: Parameters) -> list[Record]:
    """Return the parameters for scripts: their stops as in addresses, and their labels."""
    return [
        {
            "name": name,
            "kind": parameter.kind,
            "label": parameter.label or name.replace("_", " "),
            "unit": parameter.shown_unit,
            "start": parameter.start,
            "stops": [stop.text for stop in parameter.stops],
            "labels": [stop.label for stop in parameter.stops],
        }
        for name, parameter in parameters.items()
    ]


def part_record(parameters: Parameters, names: Sequence[str], texts: Sequence[str]) -> Record:
    """Return the packed texts of a part with the indices of the parameters that it depends on."""
    known = list(parameters)
    return {"on": [known.index(name) for name in names], "packed": pack(texts)}


def quantities_record(found: Evaluated, uses: Iterable[tuple[str, str]]) -> Record:
    """Return the formatted numbers that the prose uses, by name and format.

    Raises
    ------
    Mistake
        If a format is invalid for a value.
    """
    declared = found.declared
    names = declared.depends.get("numbers", ())
    quantities = {}
    for name, spec in sorted(set(uses)):
        if name in declared.parameters:
            parameter = declared.parameters[name]
            texts = [shipped_text(stop.value, spec) if spec else stop.label for stop in parameter.stops]
            quantities[quantity_key(name, spec)] = part_record(declared.parameters, [name], texts)
        elif name in quantity_names(found):
            rows = found.values["numbers"]
            texts = ["" if numbers is None else shipped_text(numbers[name], spec) for numbers in rows]
            quantities[quantity_key(name, spec)] = part_record(declared.parameters, names, texts)
    return quantities


def shipped_text(value: Any, spec: str) -> str:
    """Return a formatted number."""
    return Cell(value, write_value(value, spec, 0)).text


def quantity_key(name: str, spec: str) -> str:
    """Return the key of a quantity in a format."""
    return f"{name}:{spec}" if spec else name


def quantity_names(found: Evaluated) -> list[str]:
    """Return the names of all quantities of an explorable: parameters and numbers."""
    return [*found.declared.parameters, *names_of_numbers(found)]


def names_of_numbers(found: Evaluated) -> list[str]:
    """Return the names of the numbers, which are the same in all states."""
    return list(next((numbers for numbers in found.values.get("numbers", []) if numbers is not None), {}))


def check_format(found: Evaluated, name: str, spec: str) -> Mistake | None:
    """Return the error if a quantity cannot be written in a format, else None."""
    try:
        quantities_record(found, [(name, spec)])
    except Mistake as mistake:
        return mistake
    return None


def picture_files(found: Evaluated, most: int = MOST_STATES) -> list[PictureFiles]:
    """Return the pictures of each layout as files, split by one parameter if there are more than ``most``."""
    if "picture" not in found.values:
        return []
    declared = found.declared
    names = declared.depends["picture"]
    by = sharding(declared.parameters, names, most)
    made = []
    drawn = [picture for picture in found.values["picture"] if picture is not None]
    for layout in (ALL,) if all(picture.wide == picture.narrow for picture in drawn) else LAYOUTS:
        shards = split(declared.parameters, names, texts_of(found, layout), by)
        packed = list(map(packed_pictures, shards))
        files = tuple((name_of(declared.name, layout, content), content) for content in packed)
        made.append(PictureFiles(layout, by, files))
    return made


def texts_of(found: Evaluated, layout: str) -> list[str]:
    """Return the pictures of a layout in all states; an excluded one, never shown, as a copy of its neighbour."""
    pictures = found.values["picture"]
    return filled_up(
        [picture and (picture.wide if layout == ALL else getattr(picture, layout)) for picture in pictures]
    )


def packed_pictures(texts: Sequence[str]) -> bytes:
    """Return a file of pictures."""
    return json.dumps(pack(texts), ensure_ascii=False, separators=(",", ":")).encode()


def reduce_pictures_fix(found: Evaluated, layout: str) -> str:
    """Return the fix for pictures that are too large in a layout, with sizes that are measured."""
    declared, texts = found.declared, texts_of(found, layout)
    states = declared.states("picture")

    def smaller(name: str, stops: Collection[int]) -> int:
        at = declared.depends["picture"].index(name)
        kept = [text for text, state in zip(texts, states, strict=True) if state[at] in stops]
        return compressed_size(packed_pictures(kept))

    n_points = points_in(next(one for one in found.values["picture"] if one is not None))
    bare = compressed_size(packed_pictures(without_lines(texts)))
    return reduce_size_fix(declared, "picture", smaller, n_points, bare)


def size_warning(found: Evaluated) -> tuple[str, str]:
    """Return message and fix for pictures above the budget of a page, empty if they are within it."""
    sizes = {one.layout: sum(compressed_size(content) for _, content in one.files) for one in found.pictures}
    layout = max(sizes, key=lambda layout: sizes[layout], default="")
    if not layout or sizes[layout] <= BUDGET:
        return "", ""
    message = f"{found.declared.name} weighs {sizes[layout]:,} bytes gzipped in one layout; an essay allows {BUDGET:,}"
    return message, reduce_pictures_fix(found, layout)


def filled_up(texts: Sequence[str | None]) -> list[str]:
    """Replace missing texts by the previous one, or by the first that is not missing."""
    filled, last = list[str](), next((text for text in texts if text is not None), "")
    for text in texts:
        last = last if text is None else text
        filled.append(last)
    return filled


def name_of(explorable: str, layout: str, content: bytes) -> str:
    """Return the path of a file of pictures, with a digest of its content."""
    return f"assets/explore-{explorable}-{layout}-{hashlib.sha256(content).hexdigest()[:8]}.json"


def numbers_table(found: Evaluated) -> dict[str, list[Any]]:
    """Return all numbers as a table: a row for each state, parameters first."""
    declared = found.declared
    names = declared.depends.get("numbers", ())
    numbers = found.values.get("numbers", [])
    grid = zip(declared.states("numbers"), numbers, strict=True) if names else []
    there = [(state, one) for state, one in grid if one is not None]
    states = [state for state, _ in there]
    columns: dict[str, list[Any]] = {
        name: [declared.parameters[name].stops[state[at]].value for state in states] for at, name in enumerate(names)
    }
    for name in names_of_numbers(found) if names else ():
        columns[name] = [one[name] for _, one in there]
    return columns


def arrow_bytes(columns: Mapping[str, Sequence[Any]]) -> bytes:
    """Return a table as an Arrow IPC file."""
    import pyarrow as pa

    return as_arrow(pa.table({name: arrow_array(values) for name, values in columns.items()}))


def arrow_array(values: Sequence[Any]) -> Any:
    """Return a column as an Arrow array; as text if its values have no common type or are too large."""
    import pyarrow as pa

    try:
        return pa.array(values)
    except (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError):
        return pa.array([None if value is None else str(value) for value in values], pa.string())


# The name under which ``assets.scripts`` bundles the module of all explorables; no widget can have it.
EXPLORE = "site_builder/explore"


@dataclass(frozen=True)
class Explorable:
    """An evaluated explorable; ``quantities`` holds the formatted numbers for the prose.

    ``made_from`` is the digest of everything that it is made from, if known.
    """

    found: Evaluated
    quantities: Mapping[str, Any] = field(default_factory=dict)
    made_from: str = ""

    @property
    def declared(self) -> Declared:
        """Return the declarations of the evaluated states."""
        return self.found.declared

    @property
    def is_opening(self) -> bool:
        """Return whether only the opening state is evaluated yet."""
        return self.found.whole is not None

    @property
    def parameters(self) -> Mapping[str, Parameter]:
        """Return the parameters with all stops of the file, even if only the opening state is evaluated yet."""
        return (self.found.whole or self.found.declared).parameters

    @cached_property
    def bare(self) -> Record:
        """Return the record for scripts without texts and pictures, enough to read out numbers."""
        return {
            "parameters": parameters_record(self.declared.parameters),
            "quantities": dict(self.quantities),
            "sentence": None,
            "table": None,
            "alt_text": None,
            "alt": "",
            "picture": None,
            "guess": asked_record(self.found),
            **self.limits,
        }

    @property
    def limits(self) -> Record:
        """Return the allowed states and the old links for scripts."""
        declared, allowed = self.declared, self.found.values.get("only")
        on = [self.names.index(name) for name in declared.depends.get("only", ())]
        only = {"on": on, "allowed": "".join("1" if one else "0" for one in allowed)} if allowed else None
        former = {"texts": dict(declared.former.texts), "pattern": declared.former.pattern}
        return {"only": only, "why": declared.why, "former": former if any(former.values()) else None}

    @property
    def pictures(self) -> Sequence[PictureFiles]:
        """Return the files of the pictures."""
        return self.found.pictures

    @cached_property
    def drawn(self) -> dict[str, list[Any]]:
        """Return the packed pictures by layout."""
        return {files.layout: [json.loads(content) for _, content in files.files] for files in self.pictures}

    @cached_property
    def digest(self) -> str:
        """Return the digest of the explorable."""
        return self.made_from or digest_of(self.quantities, repr(self.found))

    def link(self, stops: Mapping[str, int]) -> str:
        """Return the text in links for a state that differs from the opening in ``stops``."""
        return text_of(self.parameters, stops)

    @property
    def names(self) -> Sequence[str]:
        """Return the names of the parameters."""
        return list(self.declared.parameters)


def with_texts(explorable: Explorable, write: Callable[[str, Sequence[str]], Sequence[str]], label: str) -> Record:
    """Return the whole record of an explorable for scripts, but for its pictures, which are files.

    Parameters
    ----------
    write : callable
        Returns lines as HTML, by the name of their part.
    label : str
        The name of its table for screen readers.
    """
    declared, values = explorable.declared, explorable.found.values
    record = dict(explorable.bare)
    record["alt"] = Markup(write("alt", [declared.alt.text])[0]).striptags()
    for name in ("sentence", "alt_text", "table"):
        if name not in values:
            continue
        if name == "table":
            texts = ["" if table is None else table_markup(table, label) for table in values[name]]
        else:
            texts = list(write(name, [text or "" for text in values[name]]))
        if name == "alt_text":
            texts = [Markup(text).striptags() for text in texts]
        record[name] = part_record(declared.parameters, declared.depends[name], texts)
    if explorable.pictures:
        by = explorable.pictures[0].by
        on = [explorable.names.index(name) for name in declared.depends["picture"]]
        layouts = [files.layout for files in explorable.pictures]
        record["picture"] = {"layouts": layouts, "on": on, "by": explorable.names.index(by) if by else -1}
    return record


def table_markup(table: Table, label: str) -> str:
    """Return a table of an explorable as HTML, called by its label."""
    head = "".join(
        Markup('<th scope="col"{}>{}</th>').format(aligned(number), column)
        for column, number in zip(table.columns, table.is_number, strict=True)
    )
    rows = "".join(
        "<tr>"
        + "".join(
            Markup("<td{}>{}</td>").format(aligned(number), cell)
            for cell, number in zip(row, table.is_number, strict=True)
        )
        + "</tr>"
        for row in table.rows
    )
    table_of_rows = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    # No landmark: the same table may be in several figures of a page.
    return f'<div class="table" tabindex="0" role="group" aria-label="{escape(label)}">{table_of_rows}</div>'


def aligned(is_number: bool) -> Markup:
    """Return the attribute of a cell that holds a number."""
    return Markup(' class="align-right"') if is_number else Markup()
