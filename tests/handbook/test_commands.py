"""Commands in the texts for users and contributors exist; those after `<!-- run -->` are run."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import site_builder
from site_builder import cli as builder
from solver import __version__ as solver_version
from solver.cli import main as solver
from solver.rules.games import HOUSE_RULES
from tests.handbook.conftest import HANDBOOK

ROOT = HANDBOOK.parent
TEXTS = [
    *(
        ROOT / name
        for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "site_builder/README.md", "solver/README.md")
    )
]
TEXTS += sorted((HANDBOOK / "content" / "chapters").glob("*.md"))
BLOCK = re.compile(
    r"^(?P<run><!-- run -->\n)?```(?P<language>\w+)(?: (?P<file>\S+))?\n(?P<code>.*?)^```$", re.DOTALL | re.MULTILINE
)
IN_LINE = re.compile(r"(?<!`)`((?:make|python -m (?:solver|site_builder)|site-builder|yatzy-solver) [^`]+)`")
GROUPS = {
    "solver": solver.main,
    "site_builder": builder.main,
    "site-builder": builder.main,
    "yatzy-solver": solver.main,
}
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
VARIABLES = set(re.findall(r"\$\((?:if \$\()?([A-Z]+)", (ROOT / "Makefile").read_text(encoding="utf-8")))
SHELL = ("sh", "console")


def lines_of(language: str, code: str) -> Iterator[str]:
    """Yield the commands of a block: all lines of a script, those behind a prompt of a session."""
    for line in code.splitlines():
        if language == "console" and not line.startswith("$ "):
            continue
        yield line.removeprefix("$ ")


def commands_of(text: str) -> Iterator[list[str]]:
    """Yield each command of a text, in blocks and in lines, as words; `&&` separates commands."""
    blocks = [
        line
        for block in BLOCK.finditer(text)
        if block["language"] in SHELL
        for line in lines_of(block["language"], block["code"])
    ]
    for line in [*blocks, *IN_LINE.findall(text)]:
        words = shlex.split(line, comments=True)
        while words:
            end = words.index("&&") if "&&" in words else len(words)
            yield words[:end]
            words = words[end + 1 :]


def fault(words: list[str]) -> str:
    """Return what is wrong with a command of the project; nothing if it exists, or is another program's."""
    if words[:1] == ["make"]:
        unknown = [word for word in words[1:] if word not in TARGETS and word.partition("=")[0] not in VARIABLES]
        return f"make has no target {unknown[0]!r}" if unknown else ""
    words = words[2:] if [Path(words[0]).name, *words[1:2]] == ["python", "-m"] else words
    command: click.Command | None = GROUPS.get(words[0])
    rest = words[1:]
    while isinstance(command, click.Group) and rest and not rest[0].startswith("-"):
        command, name, rest = command.commands.get(rest[0]), rest[0], rest[1:]
        if command is None and not name.isupper():
            return f"there is no command {name!r}"
    if command is None:
        return ""
    known = {opt for option in command.params for opt in option.opts} | {"--help", "-h"}
    unknown = [word for word in rest if word.startswith("--") and word.partition("=")[0] not in known]
    return f"{command.name} has no option {unknown[0]!r}" if unknown else ""


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_commands_exist(path: Path) -> None:
    commands = list(commands_of(path.read_text(encoding="utf-8")))
    assert [(shlex.join(words), found) for words in commands if (found := fault(words))] == []
    if path.stem in ("CONTRIBUTING", "solver", "reproduce"):
        assert len(commands) > 10


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("make tests", "make has no target 'tests'"),
        ("python -m solver slove", "there is no command 'slove'"),
        ("python -m solver cluster solve --stores x", "solve has no option '--stores'"),
        ("site-builder build --ulr x", "build has no option '--ulr'"),
        ("make build URL=https://host/", ""),
        ("pip install --upgrade pip", ""),
    ],
)
def test_commands_that_do_not_exist_are_found(command: str, expected: str) -> None:
    assert fault(shlex.split(command)) == expected


@pytest.mark.parametrize(
    "path",
    [path for path in TEXTS if "<!-- run -->" in path.read_text(encoding="utf-8")],
    ids=lambda path: f"{path.parent.name}-{path.stem}",
)
def test_blocks_marked_run_are_run(path: Path, tmp_path: Path) -> None:
    """Blocks of one text share a folder. A block that names a file is written into the newest project in it."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, module in (("site-builder", "site_builder"), ("python", "")):
        program = programs / name
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" {module and "-m " + module} "$@"\n', encoding="utf-8")
        program.chmod(0o755)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    folder = tmp_path / "work"
    folder.mkdir()
    project = folder
    for block in BLOCK.finditer(path.read_text(encoding="utf-8")):
        if block["file"]:
            (project / block["file"]).write_text(block["code"], encoding="utf-8")
        if block["run"] and block["language"] == "sh":
            done = run(f"set -e\n{block['code']}pwd\n", folder, environment)
            project = Path(done.splitlines()[-1])
        elif block["run"]:
            for session in re.split(r"^(?=\$ )", block["code"], flags=re.MULTILINE)[1:]:
                command, _, expected = session.removeprefix("$ ").partition("\n")
                printed = run(command, folder, environment)
                options = doctest.ELLIPSIS
                assert doctest.OutputChecker().check_output(expected, printed, options), f"{command}\n{printed}"
    if project != folder:
        built = run("site-builder build", project, environment)
        assert "1 page," in built
        assert "warning" not in built


def run(script: str, folder: Path, environment: dict[str, str]) -> str:
    """Run a shell script and return what it prints on both streams."""
    done = subprocess.run(
        ["/bin/sh", "-c", script],
        cwd=folder,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_the_chapter_on_the_solver_has_every_command_game_and_house_rule() -> None:
    text = (HANDBOOK / "content" / "chapters" / "solver.md").read_text(encoding="utf-8")
    options = {option.name for options in HOUSE_RULES.values() for option in options}
    commands = {f"python -m solver {name}" for name in solver.main.commands}
    assert [name for name in {*options, *commands, *HOUSE_RULES} if f"`{name}" not in text] == []


def test_versions_are_printed() -> None:
    versions = {"site_builder": f"site-builder {site_builder.__version__}", "solver": f"yatzy-solver {solver_version}"}
    for module, expected in versions.items():
        done = subprocess.run([sys.executable, "-m", module, "--version"], cwd=ROOT, capture_output=True, text=True)
        assert (done.returncode, done.stdout) == (0, f"{expected}\n")


def test_release_files_are_current() -> None:
    """Settings and dates that only a release needs may be missing."""
    command = [sys.executable, str(ROOT / ".ci" / "release_files.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert [line for line in done.stderr.splitlines() if "differs" in line] == []
    assert done.stdout == ""
