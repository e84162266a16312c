"""The data command: its forms, its progress messages, and its errors."""

from __future__ import annotations

import json
import os
import pty
import re
import sys
from contextlib import redirect_stderr
from pathlib import Path

import pytest

from site_builder.pipeline.refresh import refresh_data, run_and_listen
from site_builder.problems.problem import Problem, SiteError
from site_builder.settings.site_toml import read_settings
from tests.site_builder.conftest import SITES, Make

SITE = (SITES / "_base" / "content" / "site.toml").read_text()


def project_with(make_project: Make, command: str | list[str], files: dict[str, str] | None = None) -> Path:
    """Return a project with a data command and no data."""
    site = SITE.replace('"python -m tables"', json.dumps(command))
    project = make_project(files={"content/site.toml": site, **(files or {})})
    (project / "build" / "data" / "manifest.json").unlink()
    return project


def problem_of(project: Path) -> Problem:
    """Return why the data of a project could not be made."""
    with pytest.raises(SiteError) as caught:
        refresh_data(project)
    (problem,) = caught.value.problems
    return problem


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (
            "python a.py && python b.py",
            "'&&' needs a shell; the command runs without one: give each command a [[data]] of its own",
        ),
        ("python a.py || true", "'||' needs a shell"),
        ("python a.py | tee log", "'|' needs a shell; the command runs without one: let a script do that"),
        ("python a.py > log", "'>' needs a shell"),
        ("python a.py; python b.py", "';' needs a shell"),
        ("python a.py &", "'&' needs a shell"),
        ("python a.py < tides.csv", "'<' needs a shell"),
        ("python a.py $(date)", "'$(' needs a shell"),
        ("python `which a.py`", "'`' needs a shell"),
        ("python 'a.py", "the command cannot be read: no closing quotation"),
        (" ", "the command is empty"),
        ([], "the command is empty"),
    ],
)
def test_a_command_with_shell_syntax_is_rejected(command: str | list[str], reason: str, make_project: Make) -> None:
    problem = problem_of(project_with(make_project, command))
    assert reason in problem.message
    assert (problem.path, problem.line, problem.column) == ("content/site.toml", 9, 11 + isinstance(command, str))


@pytest.mark.parametrize(
    "command",
    [
        """python -c "import pathlib; pathlib.Path('a').write_text('b' * (2 > 1))" """,
        ["python", "-c", "import pathlib; pathlib.Path('a').write_text('b' if 2 > 1 and 'x && y' else '')"],
    ],
)
def test_marks_of_shells_in_quotes_or_in_a_list_are_words(command: str | list[str], make_project: Make) -> None:
    project = project_with(make_project, command)
    assert problem_of(project).code == "data-stale"
    assert (project / "a").read_text() == "b"


SCRIPT = """from tables import fill

def main():
    fill("tides")

main()
"""
TABLES = '''import json

def fill(name):
    """Fill a table."""
    {line}
'''


@pytest.mark.parametrize(
    ("files", "place", "message"),
    [
        (
            {"data/run.py": SCRIPT, "data/tables.py": TABLES.format(line='raise ValueError(f"no such load: {name}")')},
            ("data/tables.py", 5, 5),
            "ValueError: no such load: tides",
        ),
        (  # the error is raised deep in a library; the last line of the author's own code counts
            {"data/run.py": SCRIPT, "data/tables.py": TABLES.format(line='json.loads("{")')},
            ("data/tables.py", 5, 5),
            "json.decoder.JSONDecodeError: Expecting property name",
        ),
        (
            {"data/run.py": SCRIPT.replace("main():", "main(:")},
            ("data/run.py", 3, 1),
            "SyntaxError: invalid syntax",
        ),
        (  # one error while another was handled: the last is what ended it
            {"data/run.py": "try:\n    1 / 0\nexcept ZeroDivisionError:\n    raise KeyError('tide')\n"},
            ("data/run.py", 4, 5),
            "KeyError: 'tide'",
        ),
    ],
)
def test_an_exception_is_reported_at_the_author_s_line(
    files: dict[str, str], place: tuple[str, int, int], message: str, make_project: Make
) -> None:
    project = project_with(make_project, "python data/run.py", files)
    problem = problem_of(project)
    assert (problem.path, problem.line, problem.column) == place
    assert problem.source == (project / place[0]).read_text().splitlines()[place[1] - 1]
    assert problem.message.startswith(message)
    assert problem.message.endswith("; the data command 'python data/run.py' failed (exit 1)")


def test_output_without_a_line_number_is_quoted(make_project: Make, capfd: pytest.CaptureFixture[str]) -> None:
    script = "import sys\nprint('begun')\nprint('no water', file=sys.stderr)\nsys.exit(3)\n"
    problem = problem_of(project_with(make_project, "python run.py", {"run.py": script}))
    assert problem.message == ("the data command 'python run.py' failed (exit 3); its last output:\n        no water")
    assert (problem.path, problem.line, problem.column) == ("content/site.toml", 9, 12)
    out, err = capfd.readouterr()
    assert (out, sorted(err.split("\n"))) == ("", ["", "begun", "no water"])


def test_an_error_outside_the_author_s_own_code_is_quoted(make_project: Make) -> None:
    script = (
        "import subprocess, sys\nsys.exit(subprocess.run([sys.executable, '-m', 'json.tool', 'no-file']).returncode)\n"
    )
    problem = problem_of(project_with(make_project, "python run.py", {"run.py": script}))
    assert problem.path == "content/site.toml"
    assert "No such file or directory: 'no-file'" in problem.message


def test_a_process_left_running_does_not_block_the_build(tmp_path: Path) -> None:
    left = "import os, time; time.sleep(20); os.path.exists('.') and open('late', 'w').close()"
    sleeper = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {left!r}])"
    assert run_and_listen([sys.executable, "-c", sleeper], tmp_path, lambda process: None)[0] == 0
    assert not (tmp_path / "late").exists()


def test_a_program_sees_a_terminal_if_there_is_one(tmp_path: Path) -> None:
    """So that progress is still drawn for people."""
    ours, theirs = pty.openpty()
    asking = [sys.executable, "-c", "import sys; print('terminal:', sys.stderr.isatty(), file=sys.stderr)"]
    with os.fdopen(theirs, "w") as stream, redirect_stderr(stream):
        assert run_and_listen(asking, tmp_path, lambda process: None) == (0, "terminal: True\n")
    assert b"terminal: True" in os.read(ours, 1000)
    os.close(ours)


def test_a_list_of_words_needs_no_quotes(make_project: Make) -> None:
    project = project_with(make_project, ["python", "my tables.py", "it's"])
    (data,) = read_settings(project).config.data
    assert data.command == """python 'my tables.py' 'it'"'"'s'"""


def test_a_command_that_prints_nothing_is_reported_while_it_runs(tmp_path: Path) -> None:
    said: list[str] = []
    waiting = [sys.executable, "-c", "import time; time.sleep(1)"]
    assert run_and_listen(waiting, tmp_path, lambda process: None, said.append, silence=0.3) == (0, "")
    assert re.fullmatch(r"python\S* has been running for \d+\.\d s and prints nothing; Ctrl-C ends it", said[0])
