"""Explorables of authors: names in any script, code from notebooks, chance, and what Matplotlib returns."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

import pytest

from tests.material.conftest import SITE, Author
from tests.site_builder.conftest import keep_apart

HEAD = "from site_builder.explore import choice, frame, guess, slider, toggle\n"
SVG = 'def picture(n):\n    return f\'<svg viewBox="0 0 9 9"><path d="M0,{n}"/></svg>\'\n'
PLOT = "import matplotlib.pyplot as plt\nn = slider(1, 3)\ncaption = alt = 'A line.'\naxes = 'free'\n"
SHOW = "\n:::explore{#shop name=shop}\n:::\n"


def explorable(author: Author, code: str, body: str = SHOW, head: str = HEAD) -> None:
    """Write an explorable called shop, and a chapter."""
    author.write({"content/explorables/shop.py": head + code})
    author.chapter(body)


def nfd(text: str) -> str:
    """Return a text with letters and their marks apart, as some systems write them."""
    return unicodedata.normalize("NFD", text)


NAMES = [
    # in the file, and in the chapter
    ("höjd", "höjd"),
    ("höjd", nfd("höjd")),
    (nfd("höjd"), "höjd"),
    ("длина", "длина"),
    ("高さ", "高さ"),
    ("हिन्दी", "हिन्दी"),
    ("\u00b5", "\u00b5"),  # the micro sign, which Python takes for the Greek letter
    ("\u00b5", "\u03bc"),
    ("ﬁn", "fin"),
    ("_x1", "_x1"),
]


def test_a_name_may_be_any_identifier_of_python(author: Author) -> None:
    body = ""
    for index, (name, written) in enumerate(NAMES):
        figure = f"shop{index}"
        code = (
            f"{HEAD}{name} = slider(1, 9, start=3)\nother = choice(['röd', 'blå'])\n"
            f"def numbers({name}):\n    return {{'{name}2': 2 * {name}}}\n"
            f"sentence = 'Now {{{written}}} gives {{{written}2:.1f}} in {{other}}.'\ncaption = 'A number.'\n"
            f"ask = guess('How much?', {{6: 'six', 8: 'eight'}}, of='{written}2', off=1, at={{'{written}': 4}})\n"
        )
        author.write({f"content/explorables/{figure}.py": code})
        body += (
            f"\n:::explore{{#{figure} name={figure}}}\n:::\n\n::scrub[3]{{figure={figure} of={written}}} "
            f"::readout{{figure={figure} of={written}2}}{{.1f}} ::set[nine]{{figure={figure} {written}=9}} "
            f"::pick[röd]{{figure={figure} of=other}} number ::value[{figure}.{written}2 {written}=5]\n\n"
            f':::explore{{#more{index} name={figure} controls="{written}"}}\n:::\n'
        )
    author.chapter(body)
    built = author.build()
    assert built.problems == []
    assert built.page().count("Now 3 gives 6.0 in röd.") >= len(NAMES)
    assert len(re.findall(r"number (<data[^>]*>)?10<", built.page())) == len(NAMES)


MISTAKES = [
    # code after the head, line, text of the message, text of the remedy
    ("numbers = slider(1, 3)\ndef numbers(n):\n    return {'a': 1}\n", 3, "in line 2 and again in line 3", "rename"),
    (f"n = slider(1, 3)\n{SVG}caption = 'A.'\ncaption = 'B.'\n", 6, "'caption' is defined in line 5 and", "rename"),
    (f"n = slider(1, 3)\n{SVG}n = 4\n", 5, "the parameter is lost", "rename"),
    (f"n = slider(1, 3)\n{SVG}{SVG}", 5, "'picture' is defined in line 3", "rename"),
    ("n = slider(1, 3)\nsentence = f'At {wait}'\n", 3, "sentence is an f-string", "leave out the f"),
    ("n = slider(1, 3)\nsentence = f'At {n}'\n", 3, "sentence is an f-string", "leave out the f"),
    (f"n = slider(1, 3)\n{SVG}caption = f'At {{n}}'\n", 5, "it has one text for all states", "into the sentence"),
    (f"%matplotlib inline\nn = slider(1, 3)\n{SVG}", 2, "is not Python", "which only notebooks read"),
    (f"!pip install numpy\nn = slider(1, 3)\n{SVG}", 2, "is not Python", "a command for the terminal"),
    (f"n = slider(1, 3)\nslider?\n{SVG}", 3, "is not Python", "which only notebooks read"),
    (f"n = slider(1, 3)\ndisplay(n)\n{SVG}", 3, "NameError", "return what is to be shown"),
    (f"get_ipython().run_line_magic('matplotlib', 'inline')\nn = slider(1, 3)\n{SVG}", 2, "NameError", "no notebook"),
    ("n = slider(1, 3)\ndef sentence(n):\n    return input('?')\n", 4, "EOFError", "a build cannot answer input()"),
    ("n = slider(1, 3)\ndef sentence(n):\n    raise SystemExit\n", 4, "SystemExit", "remove the call that ends"),
    ("import sys\nsys.exit(1)\n", 3, "SystemExit", "remove the call that ends"),
    ("n = slider(1, 3)\ndef sentence():\n    return f'At {n}'\n", 3, "contains a parameter", "arguments"),
    ("n = slider(1, 3)\ndef numbers():\n    return {'a': 2 * n}\nsentence = '{a}'\n", 4, "TypeError", "arguments"),
    ("n = slider(1, 3)\ntwice = 2 * n\n", 3, "'Parameter'", "inside a function that has it"),
    ("n = slider(0.0, 1.0, 0.1)\n", 2, "takes from 0 to 2 positional arguments", "by name: first, last, step"),
    ("n = slider(min=0, max=10)\n", 2, "unexpected keyword argument 'min'", "choose one of: first, label, last"),
    ("import ipywidgets\n", 2, "No module named 'ipywidgets'", "declare parameters by slider"),
    ("rows = open('rows.csv')\n", 2, "FileNotFoundError", "publish a table from a data script"),
    ("rows = 'C:\\Users\\rows.csv'\n", 2, "is not Python", "write r before the quotes"),
    ("import random as r\nn = slider(1, 3)\ndef sentence(n):\n    return f'{n} {r.random()}'\n", 4, "again", "seed"),
    (
        "import random\nn = slider(1, 9)\ndef numbers(n):\n    return {'a': random.random()}\nsentence = '{n} {a}'\n",
        4, "numbers(n=1) returned a=0.", "default_rng(0)",
    ),
    (
        "import random\nrandom.seed(0)\nn = slider(1, 9)\n"
        "def numbers(n):\n    return {'a': random.random()}\nsentence = '{n} {a}'\n", 5, "returned a=0.8", "inside",
    ),
    ("n = slider(1, 9)\nm = []\ndef table(n):\n    m.append(n)\n    return {'n': [len(m)]}\n", 4, "1 once", "same"),
    (
        "n = slider(1, 9)\nlast = 0\ndef numbers(n):\n    global last\n    step, last = n - (last or n), n\n"
        "    return {'step': step}\nsentence = '{n} {step}'\n", 4, "step=", "change nothing outside",
    ),
    (
        "import itertools\nn = slider(1, 9)\ncount = itertools.count()\ndef picture(n):\n"
        "    return f'<svg viewBox=\"0 0 9 9\"><path d=\"M{next(count)},{n}\"/></svg>'\n",
        5, "another picture", "same value for the same arguments",
    ),
]  # fmt: skip


def test_an_error_is_reported_at_its_line_with_a_remedy(author: Author) -> None:
    check_mistakes(author, MISTAKES)


def check_mistakes(author: Author, mistakes: Sequence[tuple[str, int, str, str]]) -> None:
    """Build an explorable of each code, and compare what is reported of it."""
    names = [f"shop{index}" for index in range(len(mistakes))]
    author.write(
        {f"content/explorables/{name}.py": HEAD + code for name, (code, *_) in zip(names, mistakes, strict=True)}
    )
    author.chapter("".join(f"\n:::explore{{#{name} name={name}}}\n:::\n" for name in names))
    found = {problem["path"]: problem for problem in author.build().problems}
    for name, (code, line, message, remedy) in zip(names, mistakes, strict=True):
        problem = found[f"content/explorables/{name}.py"]
        assert (problem["severity"], problem["code"], problem["line"]) == ("error", "explorable", line), code
        assert message in problem["message"], code
        assert remedy in (problem["suggestion"] or ""), code
    assert len(found) == len(mistakes)


CLIPPED = (
    "import altair as alt\nimport pandas as pd\nn = slider(1, 3)\ncaption = alt_text = 'A line.'\n"
    "def picture(n):\n    frame = pd.DataFrame({'x': [1, 2, 3], 'y': [n, 2, 9]})\n"
    "    return alt.Chart(frame).mark_line(clip=True).encode(x='x', y=alt.Y('y').scale(domain=[0, 5]))\n"
)
STEPS = "\n:::steps{#again figure=clipped}\n:::step{n=1}\nOne.\n:::\n:::step{n=2}\nTwo.\n:::\n:::\n"
ACCEPTED = {
    # printed output, or code that runs only as a script
    "printed": (
        "import os, subprocess, sys\nn = slider(1, 3)\ncaption = 'A number.'\n"
        "def sentence(n):\n    print('heard')\n    os.write(1, b'loud')\n    subprocess.run(['echo', 'loud'])\n"
        "    return f'At {n}.'\nif __name__ == '__main__':\n    print(sentence(1) + missing)\n"
    ),
    # chance with a seed inside the function
    "seeded": (
        "import random\nn = slider(1, 3)\ncaption = 'A number.'\n"
        "def sentence(n):\n    random.seed(n)\n    return f'{random.random()}'\n"
    ),
    "höjd": f"n = slider(1, 3)\ncaption = alt = 'A path.'\n{SVG}",
    "clipped": CLIPPED,
    "without_parameters": (
        "import matplotlib.pyplot as plt\ncaption = alt = 'A line.'\ndef picture():\n    plt.plot([1, 2])\n"
    ),
}


def test_explorables_without_errors(author: Author) -> None:
    author.write({f"content/explorables/{name}.py": HEAD + code for name, code in ACCEPTED.items()})
    shown = "".join(f"\n:::explore{{#{name} name={name}}}\n:::\n" for name in ACCEPTED)
    shown = shown.replace("#höjd", "#öppen").replace("name=clipped", 'name=clipped still="n=1 n=2"')
    author.chapter(f"{shown}\n::set[two]{{figure=öppen n=2}}\n{STEPS}")
    built = author.build()
    assert built.problems == []
    page = built.page()
    assert 'id="öppen"' in page
    # A clipped chart may be on a page several times.
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"url\(#([^)]+)\)", page)) <= set(ids)
    assert {"clipped-wide-0", "again-narrow-0", "still-1-wide-0"} <= set(ids)
    assert page[page.index('id="without_parameters"') :].count("<svg") >= 2


def test_a_fault_does_not_wait_for_all_states(author: Author) -> None:
    calls = {name: author.project / f"{name}.txt" for name in ("failing", "heavy")}
    noted = "    with open({!r}, 'a') as file:\n        file.write('.')\n"
    failing = (
        f"n = slider(1, 90)\ndef numbers(n):\n{noted.format(str(calls['failing']))}    return {{'a': n}}\n"
        "def picture(n, numbers):\n    return 1 / 0\n"
    )
    heavy = (
        f"import random\nn = slider(1, 300)\ndef picture(n):\n{noted.format(str(calls['heavy']))}"
        "    chance = random.Random(n)\n"
        "    points = ' '.join(f'{chance.random() * 99:.2f},{chance.random() * 99:.2f}' for _ in range(400))\n"
        '    return f\'<svg viewBox="0 0 99 99"><polyline points="{points}"/></svg>\'\n'
    )
    author.write({"content/explorables/failing.py": HEAD + failing, "content/explorables/heavy.py": HEAD + heavy})
    author.chapter("\n:::explore{#failing name=failing}\n:::\n\n:::explore{#heavy name=heavy}\n:::\n")
    found = {problem["path"].rpartition("/")[2]: problem for problem in author.build().problems}
    assert found.keys() == {"failing.py", "heavy.py"}
    assert "ZeroDivisionError" in found["failing.py"]["message"]
    assert len(calls["failing"].read_text()) == 1
    problem = found["heavy.py"]
    assert (problem["code"], problem["line"]) == ("budget", 4)
    assert "would weigh about" in problem["message"]
    assert "fewer points in each state (there are about 400 now; all except long lines weighs " in problem["suggestion"]
    assert "with 151 of them, both ends and the start included, it would be" in problem["suggestion"]
    assert "[budgets]" in problem["suggestion"]
    assert len(calls["heavy"].read_text()) == 21


def test_of_an_unused_explorable_only_the_opening_is_evaluated(author: Author) -> None:
    calls = author.project / "calls.txt"
    code = (
        f"n = slider(1, 90)\ndef sentence(n):\n    with open({str(calls)!r}, 'a') as file:\n"
        "        file.write('.')\n    return f'At {n}.'\n"
    )
    explorable(author, code, "\nNothing.\n")
    assert author.build().codes() == ["figure-unused"]
    assert len(calls.read_text()) == 1
    author.chapter(SHOW)
    assert author.build().codes() == []
    assert len(calls.read_text()) > 90


RETURNED = {
    "figure": "fig, ax = plt.subplots()\n    ax.plot([1, n])\n    return fig",
    "axes": "ax = plt.gca()\n    ax.plot([1, n])\n    return ax",
    "pair": "fig, ax = plt.subplots()\n    ax.plot([1, n])\n    return fig, ax",
    "array": "fig, axs = plt.subplots(2, 2)\n    axs[0, 0].plot([1, n])\n    return axs",
    "mosaic": "fig, axs = plt.subplot_mosaic('AB')\n    axs['A'].plot([1, n])\n    return axs",
    "lines": "return plt.plot([1, n])",
    "bars": "return plt.bar([1, 2], [1, n])",
    "pyplot": "plt.plot([1, n])\n    return plt",
    "nothing": "plt.plot([1, n])\n    plt.show()",
    "closed": "fig, ax = plt.subplots()\n    ax.plot([1, n])\n    plt.close(fig)\n    return fig",
    "object": "from matplotlib import figure\n    f = figure.Figure()\n    f.subplots().plot([1, n])\n    return f",
    "part": "left, right = plt.figure().subfigures(1, 2)\n    left.subplots().plot([1, n])\n    return left",
    "grid": "class Grid:\n        figure = plt.figure()\n    Grid.figure.subplots().plot([1, n])\n    return Grid()",
    "pandas": "import pandas as pd\n    return pd.DataFrame({'a': [1, n]}).plot()",
    "window": "plt.matplotlib.use('TkAgg')\n    plt.switch_backend('QtAgg')\n    plt.plot([1, n])\n    return plt",
    "style": "plt.style.use('ggplot')\n    plt.plot([1, n])\n    plt.tight_layout()\n    return plt",
}


def test_axes_and_artists_stand_for_their_figure(author: Author, monkeypatch: pytest.MonkeyPatch) -> None:
    """All kinds are states of one explorable but two, which change the settings of Matplotlib."""
    monkeypatch.setenv("MPLBACKEND", "TkAgg")
    alone = ("window", "style")
    states = {name: code for name, code in RETURNED.items() if name not in alone}
    kinds = HEAD + PLOT.replace("n = slider(1, 3)", f"kind = choice({list(states)})")
    kinds += "".join(f"def draw_{name}(n):\n    {code}\n" for name, code in states.items())
    kinds += "def picture(kind):\n    return globals()['draw_' + kind](2)\n"
    one = HEAD + PLOT.replace("slider(1, 3)", "slider(1, 2)") + "def picture(n):\n    {}\n"
    author.write({"content/explorables/kinds.py": kinds})
    author.write({f"content/explorables/{name}.py": one.format(RETURNED[name]) for name in alone})
    author.chapter("".join(f"\n:::explore{{#{name} name={name}}}\n:::\n" for name in ("kinds", *alone)))
    author.settings("[budgets]\nfirst_load = 500000\n")
    built = author.build()
    assert built.problems == []
    assert built.page().count('class="layout layout-wide"><svg') == 3
    assert "RuntimeWarning" not in built.err + built.out


NO_SINGLE_FIGURE = [
    # body of the picture, reported line of it, text of the message, text of the remedy
    ("plt.figure()\n    plt.figure()", 0, "2 figures are open", "return fig"),
    ("return [plt.figure(), plt.figure()]", 0, "what was returned is of 2 figures", "subplots"),
    ("plt.close('all')\n    return plt", 0, "pyplot has drawn no figure", "return fig"),
    ("fig = plt.figure()\n    return fig", 0, "2 of 2 pictures are empty (first: n=1)", "check its data"),
    ("return plt.subplots()[0]", 0, "2 of 2 pictures are empty (first: n=1)", "check its data"),
    ("pass", 0, "returned NoneType, not an Altair chart", "end it with a return statement"),
    ("plt.title('$\\\\foo$')\n    plt.plot([n])\n    return plt", 0, "cannot draw the figure: ValueError", ""),
    ("plt.plot([1, 2], [n])\n    return plt", 1, "ValueError: x and y must have same first dimension", ""),
    ("return type('Figure', (), {'__module__': 'plotly.x'})()", 0, "returned Figure", "return static SVG, figure.to_"),
    ("return 3", 0, "returned int, not an Altair chart, SVG text or a Matplotlib figure", ""),
]


def test_several_figures_are_an_error_with_a_remedy(author: Author) -> None:
    head = f"{PLOT.replace('slider(1, 3)', 'slider(1, 2)')}def picture(n):\n    "
    line = (HEAD + head).count("\n")
    mistakes = [(head + code, line + below, message, remedy) for code, below, message, remedy in NO_SINGLE_FIGURE]
    check_mistakes(author, mistakes)


PLOTS = {
    "jumping": "plt.plot([0, n])",
    "fixed": "plt.fill_between([0, 1], [1, 2], hatch='/')\n    plt.plot([0, n])\n    plt.ylim(0, 4)",
}


def test_pictures_of_matplotlib_are_the_same_in_two_builds_and_axes_that_jump_are_a_warning(
    author: Author, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = HEAD + PLOT.replace("axes = 'free'\n", "") + "def picture(n):\n    "
    author.write({f"content/explorables/{name}.py": f"{head}{code}\n    return plt\n" for name, code in PLOTS.items()})
    author.chapter("".join(f"\n:::explore{{#{name} name={name}}}\n:::\n" for name in PLOTS))
    first = author.build()
    (problem,) = (problem for problem in first.problems if problem["path"].endswith("jumping.py"))
    assert problem["severity"] == "warning"
    assert "an axis jumps between states: y from -0.05 to 1.05 at n=1" in problem["message"]
    assert "ax.set_ylim(-0.15, 3.15); if" in problem["suggestion"]
    assert not [problem for problem in first.problems if problem["path"].endswith("fixed.py")]
    pages = {path.name: path.read_bytes() for path in (first.site / "assets").glob("*explore*")}
    keep_apart(monkeypatch, author.project / "another")
    second = author.build()
    assert second.problems == first.problems
    assert pages == {path.name: path.read_bytes() for path in (second.site / "assets").glob("*explore*")}


CHARTS = (
    "import matplotlib.pyplot as plt\n"
    "def line():\n    fig, ax = plt.subplots()\n    ax.plot([1, 2])\n    ax.set_title('Two')\n    return fig\n"
    'def drawn():\n    return \'<svg viewBox="0 0 9 9"><clipPath id="a"/><path clip-path="url(#a)" d="M0,0"/></svg>\'\n'
    "def empty():\n    return plt.figure()\n"
    "def wrong():\n    return 3\n"
)


def chart(author: Author, name: str, alt: str = 'alt = "A line."\n') -> None:
    """Write a chart, and a chapter that shows it twice."""
    author.write({"content/charts/plots.py": CHARTS})
    author.settings(f'[charts.{name}]\nfunction = "plots.{name}"\ndata = []\n{alt}')
    author.chapter(f"\n:::chart{{#one name={name}}}\nA.\n:::\n\n:::chart{{#two name={name}}}\nB.\n:::\n")


def test_a_chart_may_be_a_figure_of_matplotlib_or_svg(author: Author) -> None:
    chart(author, "line")
    built = author.build()
    assert built.problems == []
    assert built.page().count(">Two</text>") == 4
    chart(author, "drawn")
    built = author.build()
    assert built.problems == []
    assert 'id="one-wide-0"' in built.page()
    assert "url(#two-narrow-0)" in built.page()
    chart(author, "line", alt="")
    assert author.build().codes() == ["alt-missing"] * 2


def test_a_live_chart_is_a_picture_with_a_warning(author: Author) -> None:
    chart(author, "line", 'alt = "A line."\nlive = true\n')
    built = author.build()
    assert (built.code, built.codes()) == (0, ["chart-live"])
    (problem,) = built.problems
    assert (problem["severity"], problem["path"]) == ("warning", "content/site.toml")
    assert "explorable" in problem["suggestion"]
    assert built.page().count(">Two</text>") == 4


def test_an_object_that_is_no_chart_is_an_error(author: Author) -> None:
    for name, message in (("empty", "draws nothing"), ("wrong", "not int")):
        chart(author, name)
        assert message in author.build().problems[0]["message"]


LINKS = [
    # written in a chapter, and what becomes of it
    ("?herd=growth-1.6.count-40", '<a class="set" href="?herd=growth-1.6.count-40#herd">'),
    ("cycles.md?herd=count-40", '<a href="cycles.html?herd=count-40#herd">'),
    ("cycles.md#herd:growth-0.4", '<a href="cycles.html?herd=growth-0.4#herd">'),
    ("cycles.html?herd=~count-5#cycles", '<a href="cycles.html?herd=~count-5#cycles">'),
]
WRONG_LINKS = [
    # written in a chapter, start of its error, message, remedy
    ("cycles.md?hert=count-40", "hert", "cycles.html has no figure 'hert' with states", "write 'herd'"),
    ("cycles.md?herd=cuont-40", "cuont", "the explorable 'draw' has no parameter 'cuont'", "write 'count'"),
    ("cycles.md?herd=count-41", "count-41", "'41' is not a stop of 'count'", "write 40, the nearest"),
    ("cycles.md?herd=80", "80", "'80' is not a state", "write states as in 'growth-0.4.count-5'"),
    ("cycels.md?herd=count-40", "cycels", "there is no page 'cycels.md'", "write 'cycles.md'"),
    (
        "#herd:growth-1.6,count-40",
        "growth",
        "'growth-1.6,count-40' is not a state: parameters are joined by dots",
        "write 'growth-1.6.count-40'",
    ),
    ("?away=n-1", "away", "this page has no figure 'away' with states", "'[words](cycles.md?away=parameter-stop)'"),
]


def test_links_lead_to_states_of_figures_of_any_page(author: Author) -> None:
    code = "growth = slider(0.4, 1.6, step=0.4)\ncount = slider(5, 40, step=35)\nsentence = '{growth} {count}'\n"
    author.write({"content/explorables/draw.py": HEAD + code})
    show = "\n:::explore{#herd name=draw}\nA herd.\n:::\n"
    author.chapter(f"# Cycles {{#cycles}}\n{show}{show.replace('herd', 'away')}", "cycles.md")
    author.write({"content/site.toml": SITE.replace('"index.md"', '"index.md", "cycles.md"')})
    author.chapter(show + "\n" + "\n\n".join(f"[go]({link})" for link, _ in LINKS) + "\n")
    built = author.build()
    assert built.problems == []
    assert [html for _, html in LINKS if html not in built.page()] == []
    author.chapter(show + "\n" + "\n\n".join(f"[go]({link})" for link, *_ in WRONG_LINKS) + "\n")
    problems = author.build().problems
    assert len(problems) == len(WRONG_LINKS)
    for problem, (link, start, message, remedy) in zip(problems, WRONG_LINKS, strict=True):
        assert (message, problem["column"]) == (problem["message"], len("[go](") + link.index(start) + 1)
        assert remedy in problem["suggestion"]
