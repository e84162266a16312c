"""An explorable that takes long is told about now and then, on standard error; one that is quick never."""

from __future__ import annotations

import pytest

from site_builder.drawing.explorables.beside import evaluate_beside
from site_builder.drawing.explorables.progress import SECONDS, Progress
from tests.site_builder.drawing.explorables.conftest import MakeOrder

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


def test_it_goes_to_the_terminal(make_order: MakeOrder, capfd: pytest.CaptureFixture[str]) -> None:
    evaluate_beside(make_order(SLOW.replace("PAUSE", "0")))
    assert capfd.readouterr().err == ""
    evaluate_beside(make_order(SLOW.replace("PAUSE", str(SECONDS + 0.1))))
    assert capfd.readouterr().err == "shop: sentence 1 of 2 states\n"
