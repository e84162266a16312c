"""Directives of a project: possible declarations, and errors for functions without one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from site_builder.drawing.directives import load_directives
from site_builder.syntax.directive_table import describe_directives
from tests.site_builder.conftest import Build, Make

MISTAKES = {
    "syntax": ("def one(body):\n    return (\n", 2, "own.py is not Python: '(' was never closed"),
    "import": ("import nothing_of_this_name\n", 1, "own.py failed: ModuleNotFoundError"),
    "first": ("\n\ndef one(content):\n    return content\n", 3, "one does not take"),
    "none": ("def _one(body):\n    return body\n", 0, "this file defines no directive"),
    "taken": (
        "import functools\n\n@functools.cache\ndef chart(body):\n    return body\n",
        4,
        "the builder already has a directive",
    ),
    "type": ("def one(body, size: list = []):\n    return body\n", 1, "the option 'size' has an unsupported type"),
    "rest": ("def one(body, **others):\n    return body\n", 1, "'others' is not an option"),
    "name": ("def one(body, size: Size = 1):\n    return body\n", 1, "its types cannot be read: name 'Size'"),
}


@pytest.mark.parametrize(("code", "line", "message"), MISTAKES.values(), ids=MISTAKES)
def test_an_invalid_declaration_is_reported_at_its_line(code: str, line: int, message: str, tmp_path: Path) -> None:
    folder = tmp_path / "content" / "directives"
    folder.mkdir(parents=True)
    (folder / "own.py").write_text(code, encoding="utf-8")
    (problem,) = load_directives(tmp_path, "", 10).problems
    assert (problem.path, problem.line) == ("content/directives/own.py", line)
    assert problem.message.startswith(message)


def test_a_name_is_declared_once(tmp_path: Path) -> None:
    folder = tmp_path / "content" / "directives"
    folder.mkdir(parents=True)
    for name in ("a.py", "b.py"):
        (folder / name).write_text("def tide_mark(body):\n    return body\n", encoding="utf-8")
    found = load_directives(tmp_path, "", 10)
    assert list(found.by_name) == ["tide-mark"]
    assert [str(problem.message) for problem in found.problems] == [
        "the directive 'tide-mark' is declared already, in content/directives/a.py:1"
    ]


def test_declared_directives_are_listed_like_the_others(make_project: Make) -> None:
    own = load_directives(make_project("own-directives"), "", 10)
    described = {entry["name"]: entry for entry in describe_directives(own.dialect.table)}
    signal = described["signal"]
    assert signal["form"] == ":::signal{lamp=… title=… depth=… is-lit=…}"
    assert signal["meaning"] == "A signal of the harbour, with what it means"
    assert signal["id"] is True
    assert json.loads(json.dumps(signal["options"])) == [
        {
            "name": "lamp", "meaning": "which lamp burns; default: red", "choices": ["red", "green"],
            "required": False, "form": "text",
        },
        {"name": "title", "meaning": "default: Signal", "choices": [], "required": False, "form": "text"},
        {"name": "depth", "meaning": "default: 0", "choices": [], "required": False, "form": "number"},
        {"name": "is-lit", "meaning": "default: yes", "choices": [], "required": False, "form": "yes or no"},
    ]  # fmt: skip
    assert described["flag"]["form"] == "::flag[words]{times=…}"
    assert described["chart-of-old"]["kind"] == "raw"


def test_changed_code_is_run_again(make_project: Make, build: Build) -> None:
    code = "def mark(words):\n    return f'<b>{words}</b>'\n"
    project = make_project(files={
        "content/directives/mark.py": code,
        "content/chapters/index.md": "# Harbour\n\nA ::mark[mark] and ::concept[one]{spring-tide}.\n",
    })  # fmt: skip
    assert b"A <b>mark</b> and" in build(project).files["index.html"]
    (project / "content/directives/mark.py").write_text(code.replace("b>", "i>"), encoding="utf-8")
    assert b"A <i>mark</i> and" in build(project).files["index.html"]
    (project / "content/directives/mark.py").unlink()
    assert [problem.message for problem in build(project).errors] == ["unknown directive '::mark'"]
