"""Pages and parts of pages that have moved, and files to download."""

from __future__ import annotations

import html
import json
import re

import html5lib
import pytest

from tests.site_builder.conftest import SITES, Build, Make

SETTINGS = (SITES / "_base" / "content" / "site.toml").read_text(encoding="utf-8")
REDIRECTS = """
[redirects]
"flood.html" = "tides.md"
"flood.html#noon" = "tides.md#day"
"2020/ebb.html" = "tides.md#rise"
"almanac.html" = "https://example.org/almanac"
"tides.html#flood" = "#day"
"tides.html#chart" = "tides.md#rise"
"tides.html#quay" = "index.md"
"""


def with_lines(added: str, url: str = "") -> dict[str, str]:
    """Return the settings of the base project with lines added."""
    return {"content/site.toml": (f'url = "{url}"\n' if url else "") + SETTINGS + added}


def test_moved_pages_redirect(make_project: Make, build: Build) -> None:
    result = build(make_project(files=with_lines(REDIRECTS, "https://example.org/harbour/")))
    assert result.problems == ()
    pages = {name: result.files[name].decode() for name in ("flood.html", "2020/ebb.html", "almanac.html")}
    for page in pages.values():
        html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(page)
        assert '<meta name="robots" content="noindex">' in page
    flood, ebb = pages["flood.html"], pages["2020/ebb.html"]
    assert '<meta http-equiv="refresh" content="0; url=tides.html">' in flood
    assert '<link rel="canonical" href="https://example.org/harbour/tides.html">' in flood
    assert '<a href="tides.html">Tides</a>' in flood
    card = re.compile(r'<meta property="og:image" content="https://example.org/harbour/assets/(card-tides-[^"]+)">')
    assert card.findall(flood) == card.findall(ebb) == card.findall(result.files["tides.html"].decode())
    assert "og:image" not in pages["almanac.html"]
    (places,) = re.findall(r'data-moved="([^"]*)"', flood)
    assert json.loads(html.unescape(places)) == {"": "tides.html", "noon": "tides.html#day"}
    assert "url=../tides.html#rise" in ebb
    (script,) = re.findall(r'<script src="\.\./([^"]+)"', ebb)
    assert result.files[script].startswith(b"(()=>{")
    assert "url=https://example.org/almanac" in pages["almanac.html"]
    assert b"flood.html" not in result.files["sitemap.xml"]


def test_parts_that_have_moved_are_found(make_project: Make, build: Build) -> None:
    page = build(make_project(files=with_lines(REDIRECTS))).files["tides.html"].decode()
    assert '<span id="flood"></span><figure' in page
    assert '<section id="rise"><span id="chart"></span>' in re.sub(r"\s+>", ">", page)
    assert '<p class="moved-part" id="quay"' in page
    assert 'has moved: <a href="index.html">Harbour</a>' in page
    html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(page)


def test_the_card_of_guesses_has_the_current_pages_of_figures(make_project: Make, build: Build) -> None:
    lines = """
[guesses]
[redirects]
"flood.html" = "tides.md"
"flood.html#noon" = "tides.md#day"
"flood.html#day" = "tides.md#day"
"flood.html#words" = "tides.md#rise"
"almanac.html" = "https://example.org/almanac"
"tides.html#quay" = "index.md"
"""
    page = build(make_project(files=with_lines(lines))).files["index.html"].decode()
    (led,) = re.findall(r'data-led="([^"]*)"', page)
    assert json.loads(html.unescape(led)) == {"flood.html": {"": "tides.html", "noon": "tides.html#day"}}


def test_a_site_without_redirects_has_no_redirect_pages(make_project: Make, build: Build) -> None:
    assert not [name for name in build(make_project()).files if "moved" in name]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('"flood.html" = "tide.md"', "1:17: there is no page 'tide.md' | write 'tides.md'"),
        ('"flood.html" = "tides.md#dya"', "1:17: 'tides.md' has no anchor 'dya' | write 'day'"),
        ('"flood.html" = "#day"', "1:17: this page has no anchor 'day' | correct the name: there are no anchors"),
        ('"tides.html" = "index.md"', "1:1: there is a page 'tides.html', so it cannot be redirected | remove one"),
        ('"tides.html#day" = "index.md"', "1:1: 'tides.html' still has a part 'day' | remove this line"),
        ('"flood.md" = "tides.md"', "1:1: 'flood.md' is not the address of a page | write it as in readers' links"),
        ('"../flood.html" = "tides.md"', "1:1: '../flood.html' is not the address of a page | write it as"),
        ('"flood.html#noon" = "tides.md"', "1:1: the page 'flood.html' itself has no redirect | write"),
        ('flood.html = "tides.md"', "0:2: 'redirects.flood': input should be a valid string | put both in quotes"),
    ],
)
def test_redirects_without_a_target_are_reported(line: str, told: str, make_project: Make, build: Build) -> None:
    files = with_lines(f"\n[redirects]\n{line}\n")
    (problem,) = build(make_project(files=files)).problems
    first = files["content/site.toml"].count("\n") - 1
    found = f"{problem.line - first}:{problem.column}: {problem.message} | {problem.suggestion}"
    assert found.startswith(told)


LINKED = (
    "# Harbour\n\nSee [the sheet](files/sheet.pdf), [code](files/src/tides.py) and a ::concept[tide]{spring-tide}.\n"
)
FILES: dict[str, str | None] = {
    "content/chapters/index.md": LINKED,
    "content/files/sheet.pdf": "x" * 1_234_567,
    "content/files/src/tides.py": "1",
    "content/files/.hidden": "",
}


def test_files_to_download_are_published_with_their_size(make_project: Make, build: Build) -> None:
    result = build(make_project(files=dict(FILES)))
    assert result.problems == ()
    page = result.files["index.html"].decode()
    assert '<a href="files/sheet.pdf">the sheet</a> <span class="file-size">(PDF, 1.2 MB)</span>' in page
    assert '<a href="files/src/tides.py">code</a> <span class="file-size">(PY, 1 kB)</span>' in page
    assert result.files["files/src/tides.py"] == b"1"
    assert not [name for name in result.files if "hidden" in name]


def test_a_changed_file_is_published_again(make_project: Make, build: Build) -> None:
    project = make_project(files=dict(FILES))
    build(project)
    (project / "content" / "files" / "sheet.pdf").write_bytes(b"new")
    files = build(project).files
    assert (files["files/sheet.pdf"], "(PDF, 1 kB)" in files["index.html"].decode()) == (b"new", True)


def test_invalid_files_are_reported(make_project: Make, build: Build) -> None:
    project = make_project(files={**FILES, "content/chapters/index.md": LINKED.replace("sheet.pdf", "shete.pdf")})
    (problem,) = build(project).problems
    assert (problem.message, problem.suggestion) == (
        "there is no page 'files/shete.pdf'",
        "write 'files/sheet.pdf'",
    )
    (project / "content" / "files" / "my sheet.pdf").write_bytes(b"x")
    (project / "content" / "chapters" / "index.md").write_text(LINKED.replace("[code](files/src/tides.py)", "code"))
    found = {problem.path: problem for problem in build(project).problems}
    assert found["content/files/my sheet.pdf"].suggestion == "rename it to 'my-sheet.pdf'"
    (project / "content" / "files" / "my sheet.pdf").unlink()
    (warning,) = build(project).problems
    assert (warning.path, warning.severity) == ("content/files/src/tides.py", "warning")
