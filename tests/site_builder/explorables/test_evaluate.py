"""Evaluation of explorables over the stops of their parameters, and errors with their places."""

from __future__ import annotations

import re

import pyarrow as pa
import pytest

from site_builder.drawing.processes import AuthorProcess
from site_builder.explorables.evaluate import evaluate
from site_builder.explorables.model import Evaluated, Table
from site_builder.explorables.pool import CAN_COPY, IDLE, end_idle, start_workers
from site_builder.explorables.worker import Evaluators
from site_builder.problems.problem import Problem, SiteError
from tests.site_builder.explorables.conftest import MakeOrder, evaluate_beside

HEAD = """from site_builder.explore import choice, frame, slider, toggle

load = slider(0, 100, step=50, start=50, label="Load", unit="%")
counters = choice({1: "one", 4: "four"})
warm = toggle("Warm")
arrivals = frame("tides")
"""
BARS = """
import altair as alt
import pandas as pd

def picture(load):
    return alt.Chart(pd.DataFrame({"n": [1, 2], "share": [load + 1, 2]})).mark_bar().encode(x="n:O", y="share:Q")
"""
SVG = """
def picture(load):
    return f'<svg viewBox="0 0 100 10"><rect width="{load}" height="9" style="fill: red"/></svg>'
"""
NUMBERS = """
def numbers(load, counters):
    return {"wait": load / counters, "name": "Ann"}
"""


def run(make_order: MakeOrder, code: str, seconds: float = 10, **others: str) -> Evaluated:
    return evaluate(make_order(HEAD + code, seconds, **others), lambda call, done, of: None)


def test_each_part_has_the_states_of_its_own_parameters(make_order: MakeOrder) -> None:
    words = (
        'caption = "**How full?**"\n'
        'sentence = "At {load} % with {counters} you wait {wait:.1f} minutes, {name}."\n'
        "def alt_text(warm, numbers):\n    return f\"{numbers['wait']} {warm}\"\n"
        "def table(counters, arrivals):\n    return arrivals * counters\n"
    )
    found = run(make_order, SVG + NUMBERS + words)
    assert found.declared.depends == {
        "numbers": ("load", "counters"), "picture": ("load",), "table": ("counters",),
        "sentence": ("load", "counters"), "alt_text": ("load", "counters", "warm"),
    }  # fmt: skip
    assert {name: len(values) for name, values in found.values.items()} == {
        "numbers": 6, "picture": 3, "table": 2, "sentence": 6, "alt_text": 12,
    }  # fmt: skip
    assert found.values["numbers"][3] == {"wait": 12.5, "name": "Ann"}
    assert pa.ipc.open_file(found.arrow).read_all().to_pylist()[3] == {
        "load": 50,
        "counters": 4,
        **found.values["numbers"][3],
    }
    assert found.values["sentence"][3] == "At 50 % with four you wait 12.5 minutes, Ann."
    assert found.values["alt_text"][7] == "12.5 True"
    expected = Table(("hour", "height"), (("0", "4"), ("24", "14"), ("48", "5")), (True, True))
    assert found.values["table"][1] == expected
    assert re.fullmatch(r'<svg [^>]*class="drawing"[^>]*><rect [^>]*/></svg>', found.values["picture"][0].wide)
    assert 'fill="red"' in found.values["picture"][0].wide
    assert found.warnings == ()


def test_braces_of_formulas_and_of_other_words_stay_in_a_text_of_a_function(make_order: MakeOrder) -> None:
    text = "$x_{load} + \\\\text{load} = 2^{load}$ of {n}"
    found = run(make_order, f"def sentence(load):\n    return '{text}'\n")
    assert found.values["sentence"] == ["$x_{load} + \\text{load} = 2^{load}$ of {n}"] * 3


def heights(found: Evaluated) -> list[list[str]]:
    """Return the words of the upright axis in each state."""
    return [re.findall(r">(\d+)</text>", picture.narrow) for picture in found.values["picture"]]


def test_axes_are_constant_over_all_states_by_default(make_order: MakeOrder) -> None:
    held = run(make_order, BARS)
    assert len({tuple(words) for words in map(tuple, heights(held))}) == 1
    assert "100" in heights(held)[0]
    free = run(make_order, BARS + 'axes = "free"\n')
    assert len(set(map(tuple, heights(free)))) == 3
    given = run(make_order, BARS.replace('"share:Q"', 'alt.Y("share:Q").scale(domain=[0, 500])'))
    assert all("500" in words for words in heights(given))
    high = (
        BARS.replace('"share:Q"', 'alt.Y("share:Q").scale(zero=False)')
        .replace("load + 1, 2", "load + 701, 702")
        .replace("mark_bar", "mark_point")
    )
    # The names of the two points are below.
    assert all(int(word) < 3 or int(word) >= 700 for words in heights(run(make_order, high)) for word in words)


def test_an_object_of_a_later_chart_that_is_not_valid_is_reported_at_its_line(make_order: MakeOrder) -> None:
    scale = "    scale = alt.Scale(type='log' if load < 100 else 3)\n    return"
    code = BARS.replace("    return", scale).replace('y="share:Q"', 'y=alt.Y("share:Q", scale=scale)')
    with pytest.raises(SiteError) as raised:
        run(make_order, code)
    (problem,) = raised.value.problems
    assert problem.line == (HEAD + code).split("\n").index(scale.split("\n")[0]) + 1
    assert problem.message.startswith("picture(load=100) failed: SchemaValidationError")


def test_an_axis_with_jumping_labels_causes_a_warning_unless_allowed(make_order: MakeOrder) -> None:
    jumping = BARS.replace('"n": [1, 2]', '"n": [1, 2 + load]')
    (warning,) = jumps_of(run(make_order, jumping))
    assert warning.message == "an axis jumps between states: 1, 2 at load=0; 1, 52 at load=50"
    assert (warning.severity, warning.line) == ("warning", (HEAD + jumping).split("\n").index("def picture(load):") + 1)
    assert 'axes = "free"' in warning.suggestion
    assert jumps_of(run(make_order, jumping + 'axes = "free"\n')) == []
    assert jumps_of(run(make_order, BARS)) == []


def jumps_of(found: Evaluated) -> list[Problem]:
    """Return the warnings about axes."""
    return [fault for fault in found.warnings if "axis" in fault.message]


def test_another_process_gives_the_same_result_and_reports_progress(
    make_order: MakeOrder, capfd: pytest.CaptureFixture[str]
) -> None:
    code = BARS + NUMBERS.replace("return", 'print("said to the terminal"); return')
    order = make_order(HEAD + code)
    heard: list[tuple[int, int]] = []
    end_idle()  # one that an earlier test started writes to the terminal of that test
    there = evaluate_beside(order, lambda call, done, of: heard.append((done, of)))
    here = evaluate(order, lambda call, done, of: None)  # looked up
    assert (there.declared, there.values) == (here.declared, here.values)
    # Once a state, the opening first, and again for some.
    assert capfd.readouterr().err.count("said to the terminal") == 10
    assert heard[-1] == (3, 3)


@pytest.mark.skipif(not CAN_COPY, reason="workers are forked on Linux only")
def test_a_worker_that_was_started_in_advance_has_imported_the_libraries(make_order: MakeOrder) -> None:
    code = "import sys\n" + SVG.replace("{load}", '{1000 + ("altair" in sys.modules)}')
    order = make_order(HEAD + code, **{"content/explorables/other.py": "import altair\n"})
    end_idle()
    start_workers(order.project)
    found = evaluate_beside(order)
    end_idle()
    assert [picture.wide.count('width="1001"') for picture in found.values["picture"]] == [1, 1, 1]


def test_pictures_are_drawn_again_after_a_change_of_a_helper_but_not_of_words(make_order: MakeOrder) -> None:
    helper = "import helping\ndef picture(load):\n    return helping.draw(load)\n"
    drawing = 'def draw(load):\n    print("drawn")\n    return f\'<svg viewBox="0 0 {load + 1} 9"/>\'\n'
    draw = drawing.replace("/>", '><path d="M0,0"/></svg>')
    calls: list[str] = []

    def evaluated(code: str, helping: str) -> list[str]:
        calls.clear()
        order = make_order(HEAD + code, 10, **{"content/explorables/helping.py": helping})
        evaluate(order, lambda call, done, of: calls.append(call.partition("(")[0]))
        return sorted(set(calls))

    words = 'sentence = "{load} {wait}"\n'
    assert evaluated(helper + NUMBERS + words, draw) == ["drawing", "numbers", "picture", "sentence"][1:]
    assert evaluated(helper + NUMBERS + words, draw) == []
    assert evaluated(helper + NUMBERS + words.replace("{wait}", "{wait:.2f}"), draw) == ["sentence"]
    assert evaluated(helper + NUMBERS.replace("/ c", "* c") + words, draw) == ["numbers", "sentence"]
    assert "picture" in evaluated(helper + NUMBERS + words, draw.replace("+ 1", "+ 2"))


DEEP = "content/explorables/shop.py"
MISTAKES = [
    # code behind the head, message, line behind the head (0: the file), suggestion
    ("def picture(laod):\n    return ''", "picture asks for 'laod', which the file does not declare", 1, "load"),
    ("def picture(*load):\n    return ''", "its arguments must have the names", 1, ""),
    ("picture = 3", "picture is a function, not int", 1, ""),
    ("picture = int", "picture is a function, not type", 1, "write a function that calls it"),
    ("def pictrue(load):\n    return ''", "shows nothing: it has no picture, table or sentence", 0, ""),
    ("slider(5, 95, step=5, start=83)", "start=83 is not a stop; the nearest is 85", 1, "change step=…"),
    ("def picture(load)\n    return ''", "shop.py is not Python", 1, ""),
    ("def picture(load):\n    return 1 / (load - 50)", "picture(load=50) failed: ZeroDivisionError", 2, ""),
    ("def picture(load):\n    while True: pass",
     "picture(load=50) ran longer than 0.3 s; it may contain an infinite loop", 2, ""),
    ("import time\ndef picture(load):\n    while True:\n        time.sleep(0.5)",
     "picture(load=50) ran longer than 0.3 s", 4, ""),
    ("while True: pass", "shop.py ran longer than 0.9 s", 1, ""),
    ("def picture(load):\n    pass", "picture(load=50) returned NoneType, not an Altair chart", 1, "return statement"),
    ("def picture(load):\n    return '<p>no</p>'", "the outermost element is <p>, not <svg>", 1, ""),
    ("def picture(load):\n    return '<svg><g></svg>'", "mismatched tag: line 1, column 10, near '<svg><g", 1, ""),
    ("def picture(load):\n    return '<svg><path/></svg>'", "the picture has no size", 1, ""),
    ("def picture(load):\n    return '<svg viewBox=\"0 0 9 9\"><script/></svg>'", "<script> is not allowed", 1, ""),
    ("def picture(load):\n    return '<svg viewBox=\"0 0 9 9\" onload=\"x()\"/>'", "has a script in 'onload'", 1, ""),
    ("def picture(load):\n    return '<svg viewBox=\"0 0 9 9\" style=\"filter: blur(1px)\"/>'", "inline style", 1, ""),
    ("def picture(load):\n    g = '<path/>' if load else ''\n    return f'<svg viewBox=\"0 0 9 9\">{g}</svg>'",
     "1 of 3 pictures are empty (first: load=0)", 1, "check its data"),
    ("def numbers(load):\n    return {'wait': float('nan') if load > 50 else 1}\nsentence = '{load}'",
     "wait is nan at load=100", 1, "let only() leave"),
    ("def numbers(load):\n    return {'wait': None}\nsentence = '{load}'", "wait is of type NoneType", 1, ""),
    ("def numbers(load, arrivals):\n    return {'wait': arrivals.height}\nsentence = '{load}'",
     "wait is of type Series at load=50", 1, "write .item() behind it"),
    ("def numbers(load):\n    return {'wait': 1} if load else {}\nsentence = '{load}'",
     "numbers() has no 'wait' at load=0", 1, ""),
    ("def numbers(load):\n    return load\nsentence = '{load}'", "numbers(load=50) returned int, not a dict", 1, ""),
    ("def numbers(load):\n    return {'wait': 1}\nsentence = '{wiat}'", "there is no 'wiat' to fill", 3, "wait"),
    ("sentence = '{load:q}'", "format 'q' does not fit 50", 1, ""),
    ("sentence = '{load'", "sentence cannot be read", 1, "write '{{' for"),
    ("sentence = '{0}'", "sentence cannot fill {0}", 1, "write a name"),
    ("def sentence(load):\n    return ''", "sentence(load=50) returned an empty text", 1, ""),
    ("def sentence(load):\n    load", "sentence(load=50) returned NoneType, not a sentence", 1, "return statement"),
    ("def sentence(load):\n    return 'At {load:.1f} you wait.'", "sentence(load=50) returned {load:.1f} unfilled",
     1, "write f before the quotes"),
    ("def numbers(load):\n    return {'wait': 1}\nsentence = '{load}'\ndef alt_text(numbers):\n    return 'In {wait}.'",
     "alt_text(load=50) returned {wait} unfilled", 4, "write f before the quotes"),
    ("def table(load):\n    return {'a': [1], 'b': []}", "columns of different lengths", 1, ""),
    ("def table(load):\n    return {'a': 'few'}", "returned one value for the column 'a'", 1, "write a list, [value]"),
    ("import pandas\ndef table(load):\n    return pandas.Series([1])", "returned Series", 2, "series.reset_index()"),
    ("def table(load):\n    return [[1]]", "returned list, not a data frame", 1, ""),
    ("def table(load):\n    return {'a': range(201)}", "201 rows; a table has 200 at most", 1, ""),
    ("def table(load, arrivals):\n    return arrivals[['heigth']]", "KeyError", 2, ""),
    ("def table(load, arrivals):\n    return arrivals['heigth']", "KeyError: 'heigth'", 2, "height"),
    ("def table(load, arrivals):\n    return arrivals.height.set_axis(['Oldquay', 'b', 'c'])['Oldquai']",
     "KeyError: 'Oldquai'", 2, "write 'Oldquay'"),
    ("def numbers(load):\n    return {'one': 1}\ndef table(load, numbers):\n    return {'a': numbers['ones']}",
     "KeyError: 'ones'", 4, "write 'one'"),
    ("tide = frame('tieds')\ndef table(load, tide):\n    return tide", "unknown data set 'tieds'", 1, "tides"),
    ("axes = 'loose'\nsentence = '{load}'", "axes is 'held' or 'free', not 'loose'", 1, ""),
    ("import altair as alt\ndef picture(load):\n"
     "    return alt.Chart(alt.Data(values=[{'n': load}])).mark_point().encode(x='m:Q')",
     "picture(load=50): the chart asks for a column 'm'", 2, "n"),
    ("import altair as alt\nalt = 'Bars.'\ndef picture(load):\n    return alt.Chart()",
     "'alt' is altair in line 7, and is redefined here", 2, "write the alt text as alt_text"),
    ("slider(0, 1, steps=3)", "slider() got an unexpected keyword argument 'steps'", 1, "write 'step'"),
    ("from math import sine", "cannot import name 'sine' from 'math'", 1, "write 'sin'"),
    ("import nothing_there", "No module named 'nothing_there'", 1, "pip install nothing_there"),
    ("from xml import etre", "cannot import name 'etre' from 'xml'", 1, ""),
    ("import xml.etre", "No module named 'xml.etre'", 1, ""),
    ("def numbers(load):\n    return numbers(load)\nsentence = '{load}'", "RecursionError", 2, "recursion ends"),
    ("def picture(load):\n    return '<svg viewBox=\"0 0 9 9\"><g>'", "this is not SVG: <g> is never closed", 1, ""),
    ("def picture(load):\n    return '<svg viewBox=\"0 0 9 9\"><text>R & D</text></svg>'", "this is not SVG", 1,
     "write &amp; in place of &"),
    ("def picture(load):\n    return '<svg viewBox=\"0 0 9 9\"><text>1 &lt; 2 < 3</text></svg>'", "this is not SVG", 1,
     "write &lt; in place of <"),
    ("def table(load):\n    load", "table(load=50) returned NoneType, not a data frame", 1, "return statement"),
    ("from narwhals import DataFrame\ndef numbers(load, arrivals: DataFrame):\n    return {'n': arrivals.height}\n"
     "sentence = '{load}'", "AttributeError: 'DataFrame' object has no attribute 'height'", 3, "frame['load']"),
    ("from narwhals import DataFrame\ndef numbers(load, arrivals: DataFrame):\n"
     "    return {'n': arrivals[arrivals['hour'] == 0]['height']}\nsentence = '{load}'", "KeyError", 3, "frame.filter"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "message", "line", "suggestion"), MISTAKES)
def test_an_error_has_line_state_and_remedy(
    make_order: MakeOrder, code: str, message: str, line: int, suggestion: str
) -> None:
    order = make_order(HEAD + code, 0.3 if "while" in code else 10)
    with pytest.raises(SiteError) as raised:
        evaluate_beside(order) if "while" in code else evaluate(order, lambda call, done, of: None)
    (fault,) = raised.value.problems
    assert message in fault.message
    assert (fault.path, fault.line) == (DEEP, line and line + HEAD.count("\n"))
    assert suggestion in fault.suggestion


def test_a_process_that_dies_or_ignores_signals_is_reported_with_its_call(make_order: MakeOrder) -> None:
    for line, code, message in (
        (8, "import os\ndef table(load):\n    os._exit(7)", "table(load=50) ended its process with exit code 7"),
        (9, "import re\ndef table(load):\n    re.match('(a+)+$', 'a' * 60 + 'b')",  # holds the interpreter's lock
         "table(load=50) ran longer than 0.5 s"),
    ):  # fmt: skip
        with pytest.raises(SiteError) as raised:
            evaluate_beside(make_order(HEAD + code, 0.5))
        assert message in str(raised.value)
        assert raised.value.problems[0].line == line


def test_explorables_in_one_process_are_isolated(
    make_order: MakeOrder, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each has the environment of the build at that time."""
    head = "import os, signal, sys\nimport numpy as np\nfrom site_builder.explore import slider\nload = slider(1, 3)\n"
    counts = (
        "before = getattr(sys, 'loaded', 0)\nsys.loaded = 1\n"
        "def sentence(load):\n    print('heard')\n"
        "    return f'{before} {load} {os.read(0, 1)} %s {os.getenv(\"WORD\")}'\n"
    )
    evaluators = Evaluators()
    for word in ("first", "second"):
        monkeypatch.setenv("WORD", word)
        found = evaluators.evaluate(make_order(head + counts % word))
        assert found.values["sentence"] == [f"0 {load} b'' {word} {word}" for load in (1, 2, 3)]
    assert capfd.readouterr().err.count("heard") == 14
    for code, message in (
        ("os._exit(7)", "sentence(load=1) ended its process with exit code 7"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "sentence(load=1) was ended by the system"),
    ):
        with pytest.raises(SiteError, match=re.escape(message)):
            evaluators.evaluate(make_order(f"{head}def sentence(load):\n    {code}\n"))
    assert evaluators.evaluate(make_order(head + counts % "last")).values["sentence"][0] == "0 1 b'' last second"
    with pytest.raises(SiteError, match="by signal 2"):
        evaluators.evaluate(make_order(f"{head}def sentence(load):\n    os.kill(os.getpid(), signal.SIGINT)\n"))
    with pytest.raises(SiteError, match="interrupted"):
        evaluators.evaluate(make_order(head + counts % "never"))


def test_an_unused_parameter_causes_a_warning(make_order: MakeOrder) -> None:
    code = 'def sentence(load):\n    return "Always the same."\n'
    first, *rest = run(make_order, code).warnings
    assert first.message == "the sentence is the same in all 3 states"
    assert {fault.message.split("'")[1] for fault in rest} == {"counters", "warm"}
    assert {fault.severity for fault in (first, *rest)} == {"warning"}


def test_a_figure_may_import_the_script_that_publishes(make_order: MakeOrder) -> None:
    order = make_order(
        "from data.shop import OPENS\nfrom site_builder.explore import slider\n"
        "load = slider(1, 3)\nsentence = '{n}'\ndef numbers(load):\n    return {'n': OPENS + load}\n"
    )
    script = order.project / "data" / "shop.py"
    script.parent.mkdir(exist_ok=True)
    script.write_text("from site_builder import publish\nOPENS = 9\npublish(shop={'opens': [OPENS]})\n")
    before = sorted((order.project / "build").rglob("*"))
    assert evaluate_beside(order).values["sentence"] == ["10", "11", "12"]
    assert sorted((order.project / "build").rglob("*")) == before


def test_a_process_may_be_ended_until_another_evaluation_may_use_it(make_order: MakeOrder) -> None:
    heard: list[AuthorProcess | None] = []

    def started(process: AuthorProcess | None) -> None:
        heard.append(process)
        assert heard[0] not in IDLE

    Evaluators().evaluate(make_order(HEAD + 'sentence = "{load}"\n'), started=started)
    assert [process is None for process in heard] == [False, True]
    assert (heard[0] in IDLE) == CAN_COPY


def test_a_file_may_declare_data_classes_and_name_types_that_it_does_not_import(make_order: MakeOrder) -> None:
    code = """from dataclasses import dataclass
from site_builder.explore import slider
n = slider(1, 2)


@dataclass
class Shop:
    size: float


def numbers(n: numpy.int64):
    return {"size": Shop(n).size}


sentence = "{size}"
"""
    found = evaluate(make_order(code), lambda part, done, of: None)
    assert found.values["sentence"] == ["1", "2"]
