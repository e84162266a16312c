"""A figure of functions is what an explorable of a project is, evaluated here."""

from __future__ import annotations

import base64
import gzip
import importlib
import json
import linecache
import random
import re
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from typing import Any, final

import numpy as np
import pandas as pd
import pytest

from site_builder.cli import run
from site_builder.explore import Figure, choice, slider, toggle
from site_builder.figures.figure import Monitor, Shown, engine_script, parameter_of, script_sizes
from site_builder.figures.preview import VERSION, Previewed, server_of
from site_builder.figures.source import source_text
from site_builder.problems.problem import BUILD_PACKAGES, SiteError

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep what other tests have cached out of sight."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def square(side: int) -> str:
    return f'<svg viewBox="0 0 9 9"><rect width="{side}" height="{side}"/></svg>'


def printed(side: int) -> str:
    print(side)
    return square(side)


def noisy(side: int) -> str:
    return square(random.randrange(10**9))


class Widget:
    """A widget of ipywidgets, as far as a figure reads it."""

    __module__ = "ipywidgets.widgets"

    def __init__(self, value: Any, **traits: Any) -> None:
        vars(self).update({"value": value, "description": "", **traits})


MODES = {"options": ("one", "two"), "_options_labels": ("one", "two"), "_options_values": (1, 2)}


@pytest.mark.parametrize(
    ("written", "default", "expected"),
    [
        ((5, 95, 5), None, slider(5, 95, step=5, start=50)),
        ((1, 4), 3, slider(1, 4, start=3)),
        ((0.0, 1.0), None, slider(stops=[step / 20 for step in range(21)], start=0.5)),
        (range(0, 10, 3), 9, slider(stops="0 3 6 9", start=9)),
        (["a", "b"], "b", choice(["a", "b"], start="b")),
        ({"one": 1, "two": 2}, None, choice({1: "one", 2: "two"})),
        (True, None, toggle(start=True)),
        (True, False, toggle()),
        (np.bool_(True), None, toggle(start=True)),
        ((np.int64(2000), np.int64(2004), np.int32(2)), None, slider(2000, 2004, step=2, start=2002)),
        ((1e-21, 5e-21), 3e-21, slider(stops=[(10 + 2 * step) / 1e22 for step in range(21)], start=3e-21)),
        (np.linspace(0, 1, 11), 0.3, slider(0, 1, step=0.1, start=0.3)),
        ([np.int64(1), np.int64(2)], np.int64(2), choice([1, 2], start=2)),
        ([1, 2], np.array([1, 2]), choice([1, 2])),
        (pd.Series(["a", "b"]), "b", choice(["a", "b"], start="b")),
        (slider(1, 9, start=2), 5, slider(1, 9, start=2)),
        (Widget(30, min=10, max=50, step=10, description="N"), None, slider(10, 50, step=10, start=30, label="N")),
        (Widget(2, **MODES), None, choice({1: "one", 2: "two"}, start=2)),
        (Widget(True), None, toggle(start=True)),
    ],
)
def test_short_forms_are_those_of_interact(written, default, expected) -> None:
    assert parameter_of("n", written, default) == expected


@pytest.mark.parametrize(
    ("arguments", "message", "fix"),
    [
        ({"side": 3}, "side=3 is not a parameter", "(low, high, step)"),
        ({"side": Widget((1, 2), min=1, max=9, step=1)}, "side: Widget is not a parameter", "(low, high, step)"),
        ({"side": (1, 9, 3)}, "the last stop is 7", "change step=… or the end"),
        ({"size": (1, 9)}, "picture asks for 'side'", "size"),
        ({"side": (1, 3), "limit": (1, 2)}, "limit=(1, 2) is neither", "rename the parameter"),
        ({"side": (1, 3), "sentence": "{sid}"}, "there is no 'sid'", "write 'side'"),
        ({"side": {"sine": np.sin, "cosine": np.cos}}, "side: an option is of type ufunc", "look the value up"),
        ({"side": {"few": [1], "many": [1, 2]}}, "side: an option is of type list", "look the value up"),
        ({"side": ["C", "C++"]}, "two stops read 'c' in the address", "write numbers as values"),
        ({"name": ["a", "b"], "picture": lambda name: square(1)}, "asks for 'name', which is no parameter", "'name_'"),
    ],
)
def test_errors_name_the_argument_and_its_fix(arguments, message, fix) -> None:
    with pytest.raises(SiteError) as caught:
        Figure(**{"picture": square, **arguments}).html()
    (problem,) = caught.value.problems
    assert message in problem.message
    assert fix in problem.suggestion
    assert problem.path == "test_figure.py"


def data_in(html: str) -> Any:
    (text,) = re.findall(r'<script type="application/json">(.*?)</script>', html, re.DOTALL)
    return json.loads(text if text.startswith("{") else gzip.decompress(base64.b64decode(text)))


def test_the_markup_is_complete_and_opens_where_it_is_asked() -> None:
    def picture(side=3, is_round=False):
        return square(side).replace("<rect", "<rect rx='4'" if is_round else "<rect")

    figure = Figure(picture, sentence="A side of **{side}** & more.", caption="*Squares.*", side=(1, 5), is_round=True)
    html = figure.html()
    data = data_in(html)
    assert [one["start"] for one in data["record"]["parameters"]] == [2, 0]
    assert data["files"].keys() == {"all-0"}
    assert data["caption"] == "<em>Squares.</em>"
    assert "\n\n" not in html  # for Markdown, a block
    assert html.count("<script>") == html.count("</script>") - 1 == 1
    assert "A side of <strong>3</strong> &amp; more." in html.partition("<script")[0]
    assert base64.b64decode(re.findall(r"svg\+xml;base64,([^\"]+)", html)[0]).startswith(b"<svg xmlns=")
    assert [one["start"] for one in data_in(figure.html(state={"side": 5}))["record"]["parameters"]] == [4, 0]
    assert figure._repr_mimebundle_()["text/plain"] == "A side of 3 & more."


def test_results_are_cached_by_code_and_globals(capsys: pytest.CaptureFixture[str]) -> None:
    code = "def helper(side): return side * K\ndef picture(side):\n    print(side)\n    return square(helper(side))\n"

    def drawn(text: str, factor: int, stop: int = 3) -> list[str]:
        names: dict[str, Any] = {"K": factor, "square": square, "__name__": "__main__"}
        exec(text, names)
        Figure(names["picture"], side=(1, stop)).html()
        return sorted(set(capsys.readouterr().out.split()))

    assert drawn(code, 1) == ["1", "2", "3"]
    assert drawn("\n\n" + code, 1) == []
    assert drawn(code, 1, 4)[-1] == "4"
    assert drawn(code, 2) == ["1", "2", "3"]
    assert drawn(code.replace("side * K", "side + K"), 2) == ["1", "2", "3"]
    # Errors are found in the opening state, and are no results.
    with pytest.raises(SiteError, match="there is no 'sid' to fill into the text"):
        Figure(printed, sentence="{sid}", numbers=lambda side: {"twice": 2 * side}, side=(1, 3)).html()
    assert capsys.readouterr().out.split() == ["2"]
    for _ in range(2):
        with pytest.raises(SiteError, match="returned another picture"):
            Figure(noisy, side=(1, 3)).html()


def test_results_are_not_those_of_a_file_that_has_changed(tmp_path: Path) -> None:
    file = tmp_path / "rates.csv"

    def drawn(rate: int, source: str) -> str:
        file.write_text(f"{rate}")
        names: dict[str, Any] = {"PATH": file, "FILE": str(file), "Path": Path, "__name__": "__main__"}
        exec(f"def words(side): return str(int(Path({source}).read_text()) * side)", names)
        return Figure(sentence=names["words"], side=(1, 3)).sentence()

    for source in ("PATH", "FILE", repr(str(file))):
        assert [drawn(rate, source) for rate in (1, 100)] == ["2", "200"]


def test_words_without_markup_have_the_signs_of_the_sentence() -> None:
    figure = Figure(square, sentence="**{side}** \\* x < 0.05 & 'so'", side=(1, 3))
    assert figure.sentence() == "2 * x < 0.05 & 'so'"
    assert 'alt="2 * x &lt; 0.05 &amp; &#x27;so&#x27;"' in figure.html()


def test_an_interrupt_keeps_the_states_that_are_done() -> None:
    calls = []

    def picture(side):
        calls.append(side)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return square(side)

    figure = Figure(picture, sentence="{side}", side=slider(1, 9, start=6))
    record = data_in(figure.html())["record"]
    assert figure.is_partial
    assert calls[:4] == [6, 5, 7, 4]  # the nearest first
    assert record["only"] == {"on": [0], "allowed": "000011100"}
    assert record["why"] == "The other states were not computed."


def test_it_asks_before_it_takes_long_or_names_the_argument() -> None:
    for estimate in ((500.0, 0), (1.0, 3_000_000)):
        with pytest.raises(SiteError, match="nobody can be asked") as caught:
            Monitor("shop", "ask", lambda line, share: None).permit(*estimate)
        assert "limit=None" in caught.value.problems[0].suggestion
    assert Monitor("shop", "ask", lambda line, share: None).permit(100.0, 1_000_000)
    assert Monitor("shop", None, lambda line, share: None).permit(500.0, 0)


def test_the_author_s_own_pyplot_stays_as_it_is() -> None:
    import matplotlib
    from matplotlib import pyplot

    pyplot.switch_backend("agg")
    pyplot.rcParams["lines.linewidth"] = 7
    mine = pyplot.figure()

    def line(end):
        pyplot.plot([0, end])
        pyplot.ylim(0, 3)

    figure = Figure(line, end=(1, 2))
    assert figure.png().startswith(b"\x89PNG")
    assert 'stroke="var(--c1)"' in json.dumps(figure.data()).replace("\\", "")
    assert (pyplot.get_fignums(), matplotlib.get_backend()) == ([mine.number], "agg")
    assert pyplot.rcParams["lines.linewidth"] == 7
    pyplot.rcdefaults()
    pyplot.close(mine)


def test_declarations_import_nothing_else_and_a_figure_no_package_of_the_builder() -> None:
    code = (
        "import sys, site_builder.explore\n"
        "print([name for name in sys.modules if name.startswith('site_builder.')])\n"
        "from site_builder.explore import Figure\n"
        "print(*sys.modules)\n"
    )
    found = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    declared, imported = found.stdout.splitlines()
    assert "explorables" not in declared
    assert not {*BUILD_PACKAGES} & {*imported.split()}


def test_the_script_is_small_and_can_be_in_a_page() -> None:
    script = engine_script()
    plain, compressed = script_sizes(script)
    assert plain <= 150_000
    assert compressed <= 45_000
    assert b"</script" not in script
    assert b"localStorage" not in script
    assert b"@font-face" not in script


def test_the_command_writes_a_figure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    head = "from site_builder.explore import slider\nside = slider(1, 9)\nsentence = '{side}'\n"
    (tmp_path / "box.py").write_text(head, encoding="utf-8")
    script = "from site_builder.explore import Figure\nboxes = Figure(sentence='{side}', side=(1, 9))\n"
    (tmp_path / "script.py").write_text(script, encoding="utf-8")
    codes: list[int] = []
    for arguments in (
        ["box.py", "--state", "side=4"],
        ["box.py", "--separate", "-o", "apart/box.html"],
        ["box.py", "--state", "sid=4"],
        ["none.py"],
        ["script.py"],
        ["box.py", "--theme", "dark", "-o", "dark.html"],
        ["--sizes"],
        [],
    ):
        run(["figure", *arguments], codes.append)
    assert codes == [0, 0, 1, 1, 1, 0, 0, 2]
    assert data_in((tmp_path / "box.html").read_text())["record"]["parameters"][0]["start"] == 3
    assert "<script>" not in (tmp_path / "apart/box.html").read_text()
    assert sorted(path.suffix for path in (tmp_path / "apart").iterdir()) == [".html", ".js", ".json"]
    errors = capsys.readouterr().err
    assert "box.py: error[figure-argument]: box has no parameter 'sid'" in errors
    assert "none.py is not a file" in errors
    assert "with boxes.save('script.html')" in errors
    assert 'theme="dark"' in (tmp_path / "dark.html").read_text()


NOTEBOOK = """
import math
from functools import lru_cache
from math import factorial as product

import numpy as np
import pandas as pd

from site_builder.explore import Figure, choice, number, slider

NAMES = {"a": (1, None)}
POINTS = np.array([0.0, 2.5])
TIDES = pd.DataFrame({"day": pd.to_datetime(["2026-01-01", "2026-01-02"]), "port": ["A", "B"]})
LOG = open(__file__)


class Shop:
    rate = math.pi

    def wait(self, load):
        return self.rate * load  # minutes


@lru_cache
def helper(load):
    return Shop().wait(load) + product(3) + len(NAMES) + POINTS[1] + len(TIDES)


def draw(load=80, day=None):
    return f'<svg viewBox="0 0 9 9"><rect width="{helper(load):.2f}" height="{day.day}"/></svg>'


def words(load, warm):
    return f"It is {number(helper(load) + warm, '.1f')}."


def logged(load):
    return LOG.read()


days = slider("2026-01-01", "2026-01-09", step=2)
figure = Figure(
    draw, sentence=words, caption="**W**", load=(0, 100, 20), day=days, warm=False, name="shop", quiet=["axes-jump"]
)
broken = Figure(sentence=logged, load=["a", "b"])
short = Figure(sentence=lambda load: "x", load=["a", "b"])
"""


def test_a_saved_file_of_python_makes_the_same_figure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "notes.py").write_text(NOTEBOOK, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    notes = importlib.import_module("notes")
    saved = notes.figure.save(tmp_path / "apart" / "shop.py")
    code = saved.read_text()
    assert "load = slider(0, 100, step=20, start=80)" in code
    assert "warm = toggle()" in code
    assert "return self.rate * load  # minutes" in code
    assert sorted(path.name for path in saved.parent.iterdir()) == ["shop-TIDES.csv", "shop.py"]
    again = Figure.read(saved)
    assert again.data() == notes.figure.data()
    assert again.save(tmp_path / "copy.py").read_text() == code
    for figure, message in ((notes.broken, "'LOG' is of type TextIOWrapper"), (notes.short, "'sentence' is a lambda")):
        with pytest.raises(SiteError, match=message):
            figure.save(tmp_path / "no.py")
    assert not (tmp_path / "no.py").exists()
    notes.LOG.close()


def test_the_source_of_a_class_in_a_cell_is_found() -> None:
    code = "import math\n\n@final\nclass Lab:\n    seed = 3\n\n    def run(self):\n        return self.seed\n\nLab()\n"
    names: dict[str, Any] = {"final": final, "__name__": "cell"}
    exec(compile(code, "<cell 1>", "exec"), names)
    linecache.cache["<cell 1>"] = (len(code), None, code.splitlines(keepends=True), "<cell 1>")
    assert source_text(names["Lab"]) == code[code.index("@final") : code.index("\nLab()")]


def test_a_preview_shows_the_figure_or_its_errors_as_the_file_is_now(tmp_path: Path) -> None:
    file = tmp_path / "box.py"
    file.write_text("from site_builder.explore import slider\nside = slider(1, 9)\nsentence = '{side}'\n")
    previewed = Previewed(file)
    version = previewed.answer(VERSION)
    assert "<explorable-figure-" in previewed.answer("")
    file.write_text("sentence = '{side}'\n")
    assert previewed.answer(VERSION) != version
    assert "box.py" in previewed.answer("")
    assert "error[explorable]" in previewed.answer("")


def test_a_preview_refuses_other_host_names(tmp_path: Path) -> None:
    with server_of(Previewed(tmp_path / "box.py")) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        statuses = []
        for name in ("127.0.0.1", "localhost", "example.org"):
            connection = HTTPConnection("127.0.0.1", server.server_port)
            connection.request("GET", f"/?{VERSION}", headers={"Host": f"{name}:{server.server_port}"})
            statuses.append(connection.getresponse().status)
            connection.close()
        server.shutdown()
    assert statuses == [200, 200, 403]


def test_a_cell_shows_the_opening_then_the_progress_then_the_figure_in_one_output() -> None:
    outputs: list[dict[str, str]] = []

    class Handle:
        def update(self, bundle: dict[str, str], raw: bool) -> None:
            outputs[-1:] = [bundle]

    def display(bundle: dict[str, str], **options: object) -> Handle:
        outputs.append(bundle)
        return Handle()

    show = Shown(display)
    show.opening("<img>", "A side.")
    assert outputs == [{"text/html": "<img>\n<p></p>", "text/plain": "A side."}]
    show.progress("1 of 4 states", 0.25)
    assert '<progress value="0.25"></progress> 1 of 4 states' in outputs[0]["text/html"]
    show.figure({"text/html": "live"})
    assert outputs == [{"text/html": "live"}]
