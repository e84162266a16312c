"""Files saved during an evaluation count, and no result is cached under an outdated key."""

from __future__ import annotations

import os
import py_compile
from dataclasses import replace
from pathlib import Path

import pytest

from site_builder.explorables.evaluate import evaluate
from site_builder.explorables.load import read_sources
from site_builder.explorables.model import Evaluated
from tests.site_builder.explorables.conftest import MakeOrder, evaluate_beside

# While it is evaluated for the first time, its author saves.
SHOP = """
from pathlib import Path

from site_builder.explore import frame, slider

load = slider(0, 100, step=50, label="Load")
arrivals = frame("tides")
sentence = "{load} of 100 {wait}."


def numbers(load, arrivals):
    for command in list(COMMANDS):
        exec(COMMANDS.pop(0))
    return {"wait": load + len(arrivals)}


COMMANDS = []
"""
SAVE = """
file = Path(FILE)
file.write_bytes(file.read_bytes().replace(OLD, NEW))
"""


def heard(call: str, done: int, of: int) -> None:
    """Hear nothing."""


def saving(path: Path, old: bytes, new: bytes) -> str:
    command = SAVE.replace("FILE", repr(str(path))).replace("OLD", repr(old)).replace("NEW", repr(new))
    return SHOP.replace("COMMANDS = []", f"COMMANDS = [{command!r}]")


@pytest.mark.parametrize("opening_first", [False, True])
def test_a_file_saved_meanwhile_is_not_mistaken_for_the_loaded_one(make_order: MakeOrder, opening_first: bool) -> None:
    order = make_order("")
    shop = order.project / "content" / "explorables" / "shop.py"
    order = replace(make_order(saving(shop, b" of 100 ", b" in 100 ")), opening_first=opening_first)
    order = replace(order, sources=read_sources(order.project, "shop"))
    shown: list[Evaluated] = []
    first = evaluate(order, heard, shown.append)
    assert not any(found.is_settled for found in (first, *shown))
    assert first.values["sentence"][0] == "0 of 100 3."
    shop.write_bytes(shop.read_bytes().replace(b"COMMANDS = [", b"COMMANDS = []  # "))
    again = evaluate(replace(order, sources=read_sources(order.project, "shop")), heard, shown.append)
    assert again.is_settled
    assert again.values["sentence"][0] == "0 in 100 3."


def test_data_recomputed_meanwhile_are_not_mistaken_for_earlier_ones(make_order: MakeOrder) -> None:
    tides = make_order("").files["tides"].path
    order = make_order(SHOP)
    assert evaluate(order, heard).is_settled
    assert not evaluate(make_order(saving(tides, b"ARROW1", b"ARROW2")), heard).is_settled


def test_a_result_is_unsettled_if_a_file_was_saved_after_the_order(make_order: MakeOrder) -> None:
    order = make_order(SHOP)
    order = replace(order, sources=read_sources(order.project, "shop"))
    shop = order.project / "content" / "explorables" / "shop.py"
    assert evaluate(order, heard).is_settled
    written = shop.stat().st_ctime_ns
    while shop.stat().st_ctime_ns == written:  # until the clock of the file system has moved on
        shop.write_bytes(shop.read_bytes())
    assert not evaluate(order, heard).is_settled


def test_a_file_ordered_while_it_is_saved_is_evaluated_in_its_current_state(make_order: MakeOrder) -> None:
    order, calls = make_order(SHOP), list[str]()
    shop = order.project / "content" / "explorables" / "shop.py"
    saved = shop.read_bytes()
    assert evaluate(order, heard).is_settled
    shop.write_bytes(b"")  # an editor begins to save
    order = replace(order, sources=read_sources(order.project, "shop"), opening_first=True)
    shop.write_bytes(saved.replace(b" of 100 ", b" in 100 "))
    shown: list[Evaluated] = []
    found = evaluate(order, lambda call, done, of: calls.append(call), shown.append)
    assert (found.values["sentence"][0], found.is_settled, shown) == ("0 in 100 3.", False, [])
    assert not [call for call in calls if call.startswith("numbers")]  # they are not evaluated again


def test_a_module_is_loaded_from_its_source_not_from_bytecode(make_order: MakeOrder) -> None:
    code = 'from lib.water import word\nfrom sea import deep\nsentence = f"{word} {deep}"'
    files = {"lib/__init__.py": "", "lib/water.py": 'word = "ebb"\n', "sea.py": "deep = 1\n"}
    order = make_order(code, **files)
    for name, old, new in (("lib/water.py", "ebb", "low"), ("sea.py", "1", "2")):
        path = order.project / name
        py_compile.compile(str(path))
        written = path.stat()
        path.write_text(path.read_text().replace(old, new))
        # As two saves within the same second have it.
        os.utime(path, ns=(written.st_atime_ns, written.st_mtime_ns))
    assert evaluate_beside(order).values["sentence"] == ["low 2"]
