"""Templates of a project: errors are reported at their line."""

from __future__ import annotations

import pytest

from tests.site_builder.conftest import Build, Make

MISTAKES = {
    "syntax": ("{% if page %}\n<p>{{ page.title }\n{% endif %}", 2, "unexpected '}'"),
    "name": ('<footer>\n  <p class="end">{{ nobody }}</p>\n</footer>', 2, "UndefinedError: 'nobody' is undefined"),
    "call": ("<footer>\n{{ site.title.upper(1) }}</footer>", 2, "TypeError: str.upper() takes no arguments (1 given)"),
    "missing": ('{% extends "nothing.html" %}', 1, "TemplateNotFound: "),
}


@pytest.mark.parametrize(("text", "line", "message"), MISTAKES.values(), ids=MISTAKES)
def test_a_failing_template_is_reported_at_its_line(
    text: str, line: int, message: str, make_project: Make, build: Build
) -> None:
    result = build(make_project(files={"templates/footer.html": text}))
    assert not result.files
    found = [(problem.path, problem.line, problem.code) for problem in result.errors]
    assert found == [("templates/footer.html", line, "template")]
    assert result.errors[0].message.startswith(message)


def test_a_fixed_template_is_read_again(make_project: Make, build: Build) -> None:
    project = make_project(files={"templates/footer.html": "<footer>Old {{ nobody }}</footer>"})
    assert build(project).errors
    (project / "templates/footer.html").write_text('{% extends "site_builder/footer.html" %}', encoding="utf-8")
    assert b'<footer class="page-end"' in build(project).files["index.html"]
    (project / "templates/footer.html").write_text("<footer>New</footer>", encoding="utf-8")
    assert b"<footer>New</footer>" in build(project).files["index.html"]
