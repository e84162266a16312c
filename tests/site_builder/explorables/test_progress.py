"""An explorable that takes long is told about now and then; one that is quick never."""

from __future__ import annotations

import pytest

from site_builder.explorables.calls import SECONDS, Progress
from site_builder.explorables.worker import Evaluators
from tests.site_builder.explorables.conftest import MakeOrder

SLOW = """
import time

from site_builder.explore import slider

load = slider(1, 2)


def sentence(load):
    time.sleep(PAUSE if load == 1 else 0)
    return f"It is {load}."
"""


def test_it_is_told_each_time_that_some_seconds_have_passed() -> None:
    said = list[str]()
    moments = iter([0.0, 1.0, *[SECONDS] * 2, SECONDS + 1, *[3 * SECONDS] * 2])
    progress = Progress("tank", said.append, lambda: next(moments))
    for done in (1, 40, 50):
        progress.hear(f"picture(load={done}) in line 7", done, 1210)
    progress.hear("drawing", 900, 1210)
    assert said == ["tank: picture 40 of 1,210 states", "tank: picture drawn in 900 of 1,210 states"]


def test_who_evaluates_several_tells_of_the_slow_one(make_order: MakeOrder, monkeypatch: pytest.MonkeyPatch) -> None:
    said = list[str]()
    evaluators = Evaluators(1, said.append)
    evaluators.evaluate(make_order(SLOW.replace("PAUSE", "0")))
    assert said == []
    monkeypatch.setattr("site_builder.explorables.calls.SECONDS", 0.5)
    evaluators.evaluate(make_order(SLOW.replace("PAUSE", "1")))
    evaluators.leave()
    assert "shop: sentence 1 of 2 states" in said
