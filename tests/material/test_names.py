"""Names that differ in case only, which are one file on Windows and macOS, and words with confusable characters."""

from __future__ import annotations

import json

import pytest

from site_builder.cli import run
from tests.material.conftest import CHAPTER, PUBLISH, SITE, Author

CHART = "import altair as alt\n\ndef one():\n    return alt.Chart()\n"
EXPLORABLE = """from site_builder.explore import {names}

{first}

def numbers({argument}):
    return {{"twice": 2}}
"""
COMMAND = '[data]\ncommand = "python data/make.py"\n'


def explorable(first: str) -> str:
    """Return the file of an explorable with one declaration."""
    names = "choice, guess, slider" if "guess" in first else "choice"
    return EXPLORABLE.format(names=names, first=first, argument="level")


SETTINGS = [
    ('[redirects]\n"About.html" = "about.md"\n', 5, "'About.html' and 'about.html'"),
    ('[redirects]\n"About.html#part" = "about.md"\n', 5, "'About.html' and 'about.html'"),
    ('[redirects]\n"old.html" = "about.md"\n"Old.html" = "about.md"\n', 6, "'Old.html' and 'old.html'"),
    ('[charts.play]\nfunction = "play.one"\n[charts.Play]\nfunction = "play.one"\n', 6, "'Play' and 'play'"),
    ('[charts.play]\nfunction = "play.one"\nalt = "A"\n[widgets.Play]\nalt = "A"\n', 7, "'Play' and 'play'"),
    ('tools = ["About.md"]\n', 3, "'about.md' and 'About.md'"),
]  # fmt: skip


@pytest.mark.parametrize(("more", "line", "names"), SETTINGS)
def test_names_in_the_settings_that_differ_in_case_only(author: Author, more: str, line: int, names: str) -> None:
    site = SITE.replace('["index.md"]', '["index.md", "about.md"]')
    about = CHAPTER + "\nAbout.\n"
    author.write({"content/site.toml": site + more, "content/charts/play.py": CHART})
    author.write({f"content/chapters/{name}.md": about for name in ("about", "About")})
    built = author.build()
    found = [problem for problem in built.problems if "differ only in case" in problem["message"]]
    assert built.code == 1
    assert [(problem["path"], problem["line"]) for problem in found] == [("content/site.toml", line)]
    assert names in found[0]["message"]
    assert found[0]["suggestion"]


FILES = {
    "content/files/Data.csv": "a\n1\n",
    "content/files/data.csv": "a\n2\n",
    "content/explorables/Wait.py": explorable('level = choice(["a", "b"])'),
    "content/explorables/wait.py": explorable('level = choice(["a", "b"])'),
}


@pytest.mark.parametrize(
    ("names", "path"),
    [
        (("content/files/Data.csv", "content/files/data.csv"), "content/files/data.csv"),
        (("content/explorables/Wait.py", "content/explorables/wait.py"), "content/explorables/wait.py"),
    ],
)
def test_files_that_differ_in_case_only(author: Author, names: tuple[str, str], path: str) -> None:
    author.write({name: FILES[name] for name in names})
    author.chapter("\n[one](files/Data.csv) [two](files/data.csv)\n" if "files" in path.split("/") else "\nWords.\n")
    built = author.build()
    assert built.code == 1
    assert [problem["path"] for problem in built.problems if "differ only in case" in problem["message"]] == [path]


@pytest.mark.parametrize(
    "call",
    ['publish({"Data": {"a": [1]}, "data": {"a": [2]}})', 'publish(Data={"a": [1]})\npublish(data={"a": [2]})'],
)
def test_data_sets_that_differ_in_case_only(author: Author, call: str) -> None:
    author.settings(COMMAND)
    author.write({"data/make.py": f"{PUBLISH}{call}\n"})
    codes: list[int] = []
    run(["build", "--json", "--project", str(author.project)], codes.append)
    (problem,) = json.loads(author.capfd.readouterr().out)["problems"]  # the script's own traceback is on stderr
    assert codes == [1]
    assert "'data' and 'Data' differ only in case" in problem["message"]
    assert (problem["path"], problem["line"]) == ("data/make.py", 4 + call.count("\n"))


def test_a_data_set_may_be_renamed_in_case(author: Author) -> None:
    author.settings(COMMAND)
    for name in ("Data", "data"):
        author.write({"data/make.py": f"{PUBLISH}publish({name}={{'a': [12]}})\n"})
        author.chapter(f"\nThere are ::value[{name}.a].\n")
        built = author.build()
        assert (built.code, built.problems) == (0, []), built.err


ALIKE = [
    ('level = choice({1: "low", 2: "low"}, label="Level")', "two options have the label 'low'"),
    ('level = choice({1: "low", 2: " low "}, label="Level")', "two options have the label 'low'"),
    ('level = choice(["a", "b", "a"], label="Level")', "two stops read 'a'"),
    ('level = choice({1: "1", 10: "10", 2: "1"}, label="Level")', "two options have the label '1'"),
    (
        'level = slider(1, 3, label="Level")\nasked = guess("How?", {1: "one", 2: "one"}, of="twice", off=1)',
        "two answers have the words 'one'",
    ),
]


@pytest.mark.parametrize(("first", "message"), ALIKE)
def test_options_with_confusable_labels(author: Author, first: str, message: str) -> None:
    author.write({"content/explorables/wait.py": explorable(first)})
    author.chapter('\n:::explore{name=wait alt="A wait."}\nA wait.\n:::\n')
    built = author.build()
    found = [problem for problem in built.problems if problem["path"] == "content/explorables/wait.py"]
    assert built.code == 1
    assert message in found[0]["message"]
    assert found[0]["line"] == 3 + first.count("\n")


def test_a_site_without_a_home_page_names_the_setting(author: Author) -> None:
    author.write({"content/site.toml": SITE.replace("index.md", "one.md")})
    author.chapter("\nText.\n", "one.md")
    remedies = [problem["suggestion"] for problem in author.build().problems if problem["code"] == "link"]
    assert [remedy[:20] for remedy in remedies] == ["write 'slug: index' "]


def test_a_name_longer_than_any_file_has_is_that_of_a_missing_file(author: Author) -> None:
    long = "x" * 600
    author.settings(f'[charts.a]\nfunction = "{long}.f"\n\n[widgets.{long}]\n')
    author.chapter(
        f":::listing{{file={long}/a.py}}\n:::\n\n:::explore{{#e name={long}}}\n:::\n\n"
        f':::chart{{#c name=a alt="x"}}\n:::\n\n:::widget{{#w name={long} alt="x"}}\n:::\n\n'
        f'![a]({long}/a.png "x")\n\n[x]({long}/a.md)\n'
    )
    assert sorted(author.build().codes()) == ["chart", "figure", "image", "link", "listing", "widget-missing"]
