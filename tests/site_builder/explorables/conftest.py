"""Small projects with one explorable, evaluated in this or in another process."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pyarrow as pa
import pytest

from site_builder.data.files import TableFile
from site_builder.explorables.evaluate import Order
from site_builder.explorables.model import Evaluated
from site_builder.explorables.worker import Evaluators, Heard

MakeOrder = Callable[..., Order]


@pytest.fixture
def make_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MakeOrder:
    """Return a function that writes an explorable and orders it, with an empty cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    project = tmp_path / "project"

    def make(code: str, seconds: float = 10, **others: str) -> Order:
        for name, text in {"content/explorables/shop.py": code, **others}.items():
            path = project / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        table = pa.table({"hour": [0, 6, 12], "height": [1.0, 3.5, 1.25]})
        with pa.ipc.new_file(str(tmp_path / "tides.arrow"), table.schema) as sink:
            sink.write_table(table)
        tides = tmp_path / "tides.arrow"
        digest = sha256(tides.read_bytes()).hexdigest()
        return Order(project.resolve(), "shop", {"tides": TableFile(tides)}, {"tides": digest}, seconds)

    return make


def evaluate_beside(order: Order, heard: Heard | None = None) -> Evaluated:
    """Evaluate an explorable in a worker process."""
    return Evaluators().evaluate(order, heard)
