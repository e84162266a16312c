"""What a page and its scripts get of an explorable."""

from __future__ import annotations

import hashlib
import json
import pickle
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

from site_builder.cache.results import cached, digest_of
from site_builder.data.values import Cell, write_value
from site_builder.explorables.load import asked_record, drawers_digest
from site_builder.explorables.model import Declared, Evaluated, PictureFiles
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
    """Return an explorable with what readers get of it as files: made where it is evaluated, and kept with it."""
    columns, declared = numbers_table(found), found.declared
    shown = [text for one in found.values.get("picture", []) for text in ((one and (one.wide, one.narrow)) or ("", ""))]
    grid = repr((declared.name, declared.parameters, declared.depends.get("picture")))
    # An edit of a sentence takes less time than to import what writes the numbers, and than to pack the pictures.
    arrow = b""
    if columns:
        arrow = cached(EXPLORABLES, ("arrow", drawers_digest(), repr(columns)), partial(arrow_bytes, columns))
    ingredients = ("pictures", drawers_digest(), grid, *shown)
    files = cached(EXPLORABLES, ingredients, lambda: pickle.dumps(picture_files(found)))
    return replace(found, pictures=tuple(pickle.loads(files)), arrow=arrow)


def parameters_record(parameters: Parameters) -> list[Record]:
    """Return what scripts know of the parameters: stops as their texts in the address, and their words."""
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
    """Return the texts of a part: packed, with the numbers of the parameters that it depends on."""
    known = list(parameters)
    return {"on": [known.index(name) for name in names], "packed": pack(texts)}


def quantities_record(found: Evaluated, asked: Iterable[tuple[str, str]]) -> Record:
    """Return the numbers that the prose asks for, as it writes them, by name and format.

    Raises
    ------
    Mistake
        If a format does not fit.
    """
    declared = found.declared
    names = declared.depends.get("numbers", ())
    quantities = {}
    for name, spec in sorted(set(asked)):
        if name in declared.parameters:
            parameter = declared.parameters[name]
            texts = [parameter_text(stop.value, stop.label, spec) for stop in parameter.stops]
            quantities[quantity_key(name, spec)] = part_record(declared.parameters, [name], texts)
        elif name in quantity_names(found):
            rows = found.values["numbers"]
            texts = ["" if numbers is None else shipped_text(numbers[name], spec) for numbers in rows]
            quantities[quantity_key(name, spec)] = part_record(declared.parameters, names, texts)
    return quantities


def parameter_text(value: Any, label: str, spec: str) -> str:
    """Return a stop as the prose writes it: by its words, unless it has a format."""
    return shipped_text(value, spec) if spec else label


def shipped_text(value: Any, spec: str) -> str:
    """Return a number as the prose writes it."""
    return Cell(value, write_value(value, spec, 0)).text


def quantity_key(name: str, spec: str) -> str:
    """Return the name under which a quantity in a format is read out."""
    return f"{name}:{spec}" if spec else name


def quantity_names(found: Evaluated) -> list[str]:
    """Return all that an explorable can read out."""
    return [*found.declared.parameters, *names_of_numbers(found)]


def names_of_numbers(found: Evaluated) -> list[str]:
    """Return the names of its numbers, which are the same in all states."""
    return list(next((numbers for numbers in found.values.get("numbers", []) if numbers is not None), {}))


def check_format(found: Evaluated, name: str, spec: str) -> Mistake | None:
    """Return why a quantity cannot be written in a format."""
    try:
        quantities_record(found, [(name, spec)])
    except Mistake as mistake:
        return mistake
    return None


def picture_files(found: Evaluated, most: int = MOST_STATES) -> list[PictureFiles]:
    """Return the pictures of each layout as files, split by one parameter where there are more than ``most``."""
    if "picture" not in found.values:
        return []
    declared = found.declared
    names = declared.depends["picture"]
    by = sharding(declared.parameters, names, most)
    made = []
    pictures = found.values["picture"]
    drawn = [picture for picture in pictures if picture is not None]
    for layout in (ALL,) if all(picture.wide == picture.narrow for picture in drawn) else LAYOUTS:
        # A state that makes no sense is never shown: it costs least as its neighbour.
        texts = filled_up(
            [picture and (picture.wide if layout == ALL else getattr(picture, layout)) for picture in pictures]
        )
        shards = split(declared.parameters, names, texts, by)
        files = tuple((name_of(declared.name, layout, content), content) for content in map(packed_bytes, shards))
        made.append(PictureFiles(layout, by, files))
    return made


def filled_up(texts: Sequence[str | None]) -> list[str]:
    """Return texts with those that are missing as the one before them, or the first that is there."""
    filled, last = list[str](), next((text for text in texts if text is not None), "")
    for text in texts:
        last = last if text is None else text
        filled.append(last)
    return filled


def packed_bytes(texts: Sequence[str]) -> bytes:
    """Return texts, packed, as a file."""
    return json.dumps(pack(texts), ensure_ascii=False, separators=(",", ":")).encode()


def name_of(explorable: str, layout: str, content: bytes) -> str:
    """Return the path of a file of pictures, named by its content."""
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

    table = pa.table({name: arrow_array(values) for name, values in columns.items()})
    sink = pa.BufferOutputStream()
    with pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table)
    return bytes(sink.getvalue().to_pybytes())


def arrow_array(values: Sequence[Any]) -> Any:
    """Return a column as an Arrow array; of texts where its values have no type in common, or are too large for one."""
    import pyarrow as pa

    try:
        return pa.array(values)
    except (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError):
        return pa.array([None if value is None else str(value) for value in values], pa.string())


# The name of the module behind all explorables, which no widget can have; as ``assets.scripts`` bundles it.
EXPLORE = "site_builder/explore"


@dataclass(frozen=True)
class Explorable:
    """An explorable, evaluated; ``quantities`` are its numbers as the prose reads them out.

    ``made_from`` is a short name for all that it is made from, if that is known.
    """

    found: Evaluated
    quantities: Mapping[str, Any] = field(default_factory=dict)
    made_from: str = ""

    @property
    def declared(self) -> Declared:
        """Return what its file declares."""
        return self.found.declared

    @property
    def is_opening(self) -> bool:
        """Tell whether all but the opening state is still to come."""
        return self.found.whole is not None

    @property
    def parameters(self) -> Mapping[str, Parameter]:
        """Return the parameters as the file declares them, whether all their stops can be shown yet or not."""
        return (self.found.whole or self.found.declared).parameters

    @cached_property
    def bare(self) -> Record:
        """Return what its numbers can be read out of."""
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
        """Return which stops make sense together, and how links read before."""
        declared, allowed = self.declared, self.found.values.get("only")
        on = [self.names.index(name) for name in declared.depends.get("only", ())]
        only = {"on": on, "allowed": "".join("1" if one else "0" for one in allowed)} if allowed else None
        former = {"texts": dict(declared.former.texts), "pattern": declared.former.pattern}
        return {"only": only, "why": declared.why, "former": former if any(former.values()) else None}

    @property
    def pictures(self) -> Sequence[PictureFiles]:
        """Return the files of its pictures."""
        return self.found.pictures

    @cached_property
    def drawn(self) -> dict[str, list[Any]]:
        """Return its pictures, packed, by layout."""
        return {files.layout: [json.loads(content) for _, content in files.files] for files in self.pictures}

    @cached_property
    def digest(self) -> str:
        """Return a short name for all of it."""
        return self.made_from or digest_of(self.quantities, repr(self.found))

    def link(self, stops: Mapping[str, int]) -> str:
        """Return the text of a state that differs from the opening in some stops."""
        return text_of(self.parameters, stops)

    @property
    def names(self) -> Sequence[str]:
        """Return the names of its parameters."""
        return list(self.declared.parameters)
