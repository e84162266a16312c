"""The handbook builds without warnings, and describes every entry of the builder's tables."""

from __future__ import annotations

import csv
import doctest
import inspect
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import click
import pytest

from site_builder import __version__, cli, explore, publish
from site_builder.explore import parameters
from site_builder.problems.problem import known_codes
from site_builder.settings.keys import meanings
from site_builder.settings.site_toml import Config
from site_builder.syntax.directive_table import CALLOUTS, TABLE
from tests.handbook.conftest import HANDBOOK, STEPS, Built, plain

CHAPTERS = HANDBOOK / "content" / "chapters"
FENCE = re.compile(r"^```(?P<language>\w+)\n(?P<code>.*?)^```$", re.DOTALL | re.MULTILINE)
FIGURES = 12


def test_it_builds_without_errors_and_warnings(handbook: Built) -> None:
    assert handbook.result.problems == ()
    assert len(handbook.result.pages) > len(list(CHAPTERS.glob("*.md")))
    assert f"site-builder {__version__}" in handbook.words("index")


def test_every_directive_is_documented_with_its_options_and_an_example() -> None:
    text = (CHAPTERS / "directives.md").read_text(encoding="utf-8")
    examples = "\n".join(re.findall(r"^:::example\{.*?(?=^### |\Z)", text, re.DOTALL | re.MULTILINE))
    told = set(re.findall(r"^:::about\{directive=(\S+)\}", text, re.MULTILINE))
    # Variants that are described together: callouts, asides, levels.
    alike = {**dict.fromkeys(CALLOUTS, "note"), "math": "insight", "code": "insight", "depth-3": "depth-2"}
    for component in TABLE:
        assert alike.get(component.name, component.name) in told, component.name
        assert re.search(rf"(?<!:){component.marked}[\[{{\n]", examples), f"no example has {component.marked}"


def test_an_example_shows_its_own_source(handbook: Built) -> None:
    """The page contains the words of the source twice: as source and rendered."""
    page = handbook.words("directives")
    assert ":::insight The last few per cent of the load cost most of the time. :::" in page
    assert "A cup of ::pick[black]{figure=brew of=kind} tea takes" in page
    assert "A cup of black tea takes 4 minutes." in page


def test_every_key_code_and_option_is_on_its_page(handbook: Built) -> None:
    settings, codes, commands = (handbook.page(name) for name in ("settings", "codes", "commands"))
    for table in meanings().values():
        for key in table:
            assert f"<dt><code>{key}</code>" in settings, key
    for code in known_codes():
        assert f'id="code-{code}"' in codes, code
    for name, command in cli.main.commands.items():
        assert f'<p class="handbook-form"><code>site-builder {name}' in commands
        for option in command.params:
            written = option.opts[0] if isinstance(option, click.Option) else str(option.name).upper()
            assert f"<dt><code>{written}" in commands, (name, written)


def test_functions_are_documented_by_their_docstrings_whose_examples_run(handbook: Built) -> None:
    page = handbook.page("python")
    for function in (publish, *(getattr(explore, name) for name in explore.__all__ if name.islower())):
        for parameter in inspect.signature(function).parameters:
            assert re.search(rf"<dt><code>[^<]*\b{parameter}\b", page), (function.__name__, parameter)
    assert "&gt;&gt;&gt; </span>" in page
    for module in (parameters, parameters):
        assert doctest.testmod(module).failed == 0
        assert doctest.testmod(module).attempted > 0


def test_the_contract_of_figures_is_read_from_the_builders_types(handbook: Built) -> None:
    page = handbook.page("widgets")
    for member in ("know", "draw", "words", "hands", "announce", "writeState", "show"):
        assert f"<dt><code>{member}</code>" in page, member


def test_each_figure_of_the_gallery_has_its_complete_source(handbook: Built) -> None:
    text = "".join((CHAPTERS / f"{name}.md").read_text(encoding="utf-8") for name in ("gallery", "gallery-by-hand"))
    words = handbook.words("gallery") + handbook.words("gallery-by-hand")
    shown = re.findall(r"^:::listing\{file=(\S+)\}\n\*\*::value\[gallery.lines figure=(\w+)\]", text, re.MULTILINE)
    assert len(shown) == FIGURES
    assert f"Here are {FIGURES} small figures" in words
    for file, name in shown:
        source = (HANDBOOK / file).read_text(encoding="utf-8")
        assert f"{len(source.splitlines())} lines, {len(source.encode()):,} bytes." in words, name
        assert " ".join(source.split()) in words, name
        assert re.search(rf"^:::(explore|table|chart|widget)\{{#{name} (name|data)={name}\b", text, re.MULTILINE), name


def test_weights_are_those_of_the_build(handbook: Built) -> None:
    """Sizes are stored in a file, since the page cannot contain its own size; UPDATE_GOLDEN=1 writes them."""
    found = {one["name"]: weight_of(one["parts"]) for one in handbook.result.report["explorables"]}
    if os.environ.get("UPDATE_GOLDEN") == "1":
        lines = [f"{name},{states},{size}\n" for name, (states, size) in found.items()]
        (HANDBOOK / "data" / "weights.csv").write_text("figure,states,bytes\n" + "".join(lines), encoding="utf-8")
    with (HANDBOOK / "data" / "weights.csv").open(encoding="utf-8", newline="") as file:
        told = {row["figure"]: (int(row["states"]), int(row["bytes"])) for row in csv.DictReader(file)}
    assert {name: states for name, (states, _) in told.items()} == {name: states for name, (states, _) in found.items()}
    for name, (_, size) in told.items():  # another version of zlib packs a little otherwise
        assert size == pytest.approx(found[name][1], rel=0.1, abs=20), name


def weight_of(parts: Mapping[str, Mapping[str, int]]) -> tuple[int, int]:
    """Return the most states of a part, and the bytes of all parts in the wide layout."""
    shown = {name: part for name, part in parts.items() if name != "picture narrow"}
    return max(part["states"] for part in shown.values()), sum(part["gzip_bytes"] for part in shown.values())


def code_blocks(language: str) -> Iterator[tuple[str, str]]:
    """Yield the listings of a language in the chapters, each with the name of its chapter."""
    for chapter in sorted(CHAPTERS.glob("*.md")):
        for block in FENCE.finditer(chapter.read_text(encoding="utf-8")):
            if block["language"] == language:
                yield chapter.stem, block["code"]


@pytest.mark.parametrize(("chapter", "code"), [pytest.param(*found, id=found[0]) for found in code_blocks("python")])
def test_python_that_is_shown_runs(chapter: str, code: str, tmp_path: Path) -> None:
    (tmp_path / "content").mkdir()
    (tmp_path / "content" / "site.toml").write_text("", encoding="utf-8")
    script = tmp_path / "data" / "shown.py"
    script.parent.mkdir()
    script.write_text(code, encoding="utf-8")
    script.with_name("waits.csv").write_text("code;wait\n007;1,5\n", encoding="cp1252")  # what one of them reads
    environment = {"PYTHONPATH": str(HANDBOOK.parent)}
    finished = subprocess.run([sys.executable, script], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert finished.returncode == 0, finished.stderr
    assert ("publish(" in code) == (tmp_path / "build" / "data" / "manifest.json").is_file()


def test_the_tutorial_shows_what_its_steps_make(handbook: Built) -> None:
    """What stands in a result is written as in the step's own chapter; the counter is that of the fourth step."""
    results = re.findall(
        r"^:::result\n(.*?)(?=\n:::\n\n(?:Change|:::\n|Drag|Without|That))",
        (CHAPTERS / "tutorial.md").read_text(encoding="utf-8"),
        re.DOTALL | re.MULTILINE,
    )
    assert len(results) == len(STEPS)
    for result, step in zip(results[:4], STEPS, strict=False):
        chapter = (step / "content/chapters/index.md").read_text(encoding="utf-8")
        assert result.strip() in chapter, step.name
    assert "When the counter is busy 80% of the time, you wait 12 minutes." in plain(handbook.words("tutorial"))


def test_settings_that_are_shown_are_settings() -> None:
    blocks = list(code_blocks("toml"))
    assert len(blocks) > 5
    for _, code in blocks:
        Config.model_validate({"title": "T", "chapters": ["index.md"], **tomllib.loads(code)})


def test_publishing_the_essay_publishes_the_handbook_in_a_subfolder() -> None:
    site = tomllib.loads((HANDBOOK.parent / "content" / "site.toml").read_text(encoding="utf-8"))
    command = ["make", "--dry-run", "build", "URL=https://example.org/essay/"]
    said = subprocess.run(command, cwd=HANDBOOK.parent, capture_output=True, text=True, check=True).stdout
    for folder in site["beside"]:
        assert f"--project {folder} --out build/site/{folder} --url https://example.org/essay/{folder}/\n" in said
    at_home = subprocess.run(command[:-1], cwd=HANDBOOK.parent, capture_output=True, text=True, check=True).stdout
    assert "--project" not in at_home
