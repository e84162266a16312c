"""The commands: what they print where, and how they end."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from site_builder.cli import run
from site_builder.problems.problem import fault_of
from tests.site_builder.conftest import Make

ROOT = Path(__file__).parents[2]


def call(capfd: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Return exit code, standard output and standard error of a command."""
    codes: list[int] = []
    run(list(map(str, arguments)), codes.append)
    out, err = capfd.readouterr()
    return codes[-1], out, err


UNUSED: dict[str, str | None] = {
    "content/concepts/ebb.md": "---\nterm: ebb\nshort: The water leaves.\n---\n\nThe water falls.\n"
}
BROKEN: dict[str, str | None] = {
    "content/chapters/tides.md": "# Tides\n\nSee [there](tide.md) and [here](#risen).\n\n"
    ":::section{#rise}\n\n## Rise\n\n:::\n\n:::chart{#day name=heights}\n:::\n\n:::widget{#boat name=boat}\n:::\n"
}
REPORT = """\
content/chapters/tides.md:3:13: error[link]: there is no page 'tide.md'
    See [there](tide.md) and [here](#risen).
                ^^^^^^^
    Fix: write 'tides.md'

content/chapters/tides.md:3:34: error[anchor]: this page has no anchor 'risen'
    See [there](tide.md) and [here](#risen).
                                     ^^^^^
    Fix: write 'rise'

"""


def test_build_reports_in_json(make_project: Make, capfd: pytest.CaptureFixture[str]) -> None:
    project = make_project(files=UNUSED)
    code, out, err = call(capfd, "build", "--project", str(project), "--json")
    report = json.loads(out)
    assert (code, report["ok"]) == (0, True)
    assert [page["path"] for page in report["pages"]] == ["index.html", "tides.html", "glossary.html"]
    assert report["bytes"] > 0
    assert report["seconds"] > 0
    assert {problem["severity"] for problem in report["problems"]} == {"warning"}
    assert "no page uses the term 'ebb'" in err
    assert (project / "build" / "site" / "index.html").is_file()


KEYS = ["path", "line", "column", "length", "code", "message", "suggestion", "severity"]


@pytest.mark.parametrize("command", ["build", "check"])
def test_failures_are_reported_as_json(command: str, make_project: Make, capfd: pytest.CaptureFixture[str]) -> None:
    project = make_project(files=BROKEN)
    code, out, err = call(capfd, command, "--project", str(project), "--json")
    report = json.loads(out)
    assert (code, list(report), report["ok"]) == (1, ["ok", "problems"], False)
    assert {tuple(problem) for problem in report["problems"]} == {tuple(KEYS)}
    assert err.startswith(REPORT)
    assert err.endswith("errors; nothing was published\n")
    first = report["problems"][0]
    place = f"{first['path']}:{first['line']}:{first['column']}"
    assert REPORT.startswith(f"{place}: error[{first['code']}]: {first['message']}\n")
    assert not (project / "build" / "site").exists()


@pytest.mark.parametrize("command", ["build", "check"])
def test_failures_are_reported_as_github_annotations(
    command: str, make_project: Make, capfd: pytest.CaptureFixture[str]
) -> None:
    project = make_project(files=BROKEN)
    code, out, err = call(capfd, command, "--project", str(project), "--format", "github")
    first = out.splitlines()[0]
    assert (code, len(out.splitlines())) == (1, 2)
    assert first == (
        f"::error file={project.as_posix()}/content/chapters/tides.md,line=3,col=13,endColumn=20,title=link::"
        "there is no page 'tide.md'%0Awrite 'tides.md'"
    )
    assert err.startswith(REPORT)


def test_warnings_are_annotations_too(make_project: Make, capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capfd, "check", "--project", str(make_project(files=UNUSED)), "--format", "github")
    assert (code, {line.split(" ")[0] for line in out.splitlines()}) == (0, {"::warning"})
    assert "::content/site.toml" not in out


def test_a_problem_of_a_whole_file_has_a_line_and_a_column_in_json(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, err = call(capfd, "check", "--project", "nowhere", "--json")
    (problem,) = json.loads(out)["problems"]
    assert (code, problem["path"], problem["line"], problem["column"]) == (1, "content/site.toml", 1, 1)
    assert err.startswith("content/site.toml: error[config]: there is no content/site.toml")


def test_a_fault_of_the_builder_is_no_error_of_the_author() -> None:
    problem = fault_of(ZeroDivisionError("a fault"))
    assert (problem.code, problem.path) == ("fault", "site_builder")
    assert str(problem).startswith(
        "site_builder: error[fault]: internal error of the site builder; please report it:\n"
    )
    assert "ZeroDivisionError: a fault" in str(problem)


def test_build_reports_when_nothing_changed(make_project: Make, capfd: pytest.CaptureFixture[str]) -> None:
    project = make_project()
    err = call(capfd, "build", "--project", str(project), "--profile")[2]
    assert "built in" in err
    seconds = [float(found) for found in re.findall(r"^ +(\d+\.\d\d) s  [a-z]", err, re.MULTILINE)]
    assert len(seconds) == 5
    assert seconds == sorted(seconds, reverse=True)
    code, out, err = call(capfd, "build", "--project", str(project))
    assert (code, out) == (0, "")
    assert "nothing has changed" in err


def test_check_writes_nothing(make_project: Make, capfd: pytest.CaptureFixture[str]) -> None:
    project = make_project()
    before = sorted(project.rglob("*"))
    code, out, err = call(capfd, "check", "--project", str(project))
    assert (code, out, err) == (0, "", "3 pages, no errors, 0 warnings\n")
    assert sorted(project.rglob("*")) == before
    code, out, _ = call(capfd, "check", "--project", str(project), "--json")
    report = json.loads(out)
    assert (code, report["ok"], report["problems"], len(report["pages"])) == (0, True, [], 3)
    assert report["seconds"] > 0


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["bild"], 2),
        (["build", "--fast"], 2),
        (["new"], 2),
        (["serve", "--port", "x"], 2),
        (["check", "--json", "--format", "github"], 2),
        (["check", "--format", "gitlab"], 2),
        (["build", "--project", "nowhere"], 1),
        (["--help"], 0),
        (["directives"], 0),
    ],
)
def test_exit_codes(arguments: list[str], code: int, capfd: pytest.CaptureFixture[str]) -> None:
    found, _, err = call(capfd, *arguments)
    assert found == code
    assert "Traceback" not in err


def test_directives(capfd: pytest.CaptureFixture[str]) -> None:
    _, out, _ = call(capfd, "directives")
    assert ":::equation{#id format=…}" in out
    assert "format=… (latex or html)" in out
    _, out, _ = call(capfd, "directives", "--json")
    assert "steps" in {entry["name"] for entry in json.loads(out)}


def test_light_start() -> None:
    """Printing help or finding nothing to do imports none of the heavy packages."""
    heavy = ["pandas", "pyarrow", "altair", "pydantic", "jinja2", "markdown_it", "yaml", "pygments", "rich"]
    script = (
        "import sys; from site_builder.cli import main; import site_builder.pipeline.build; "
        f"print([name for name in {heavy} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_module_runs() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "site_builder", "build", "--project", "tests"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("content/site.toml: error[config]: there is no content/site.toml\n")
