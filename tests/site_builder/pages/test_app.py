"""The app of a site: its files, its texts on pages, and errors in its settings."""

from __future__ import annotations

import hashlib
import html
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from site_builder.assets.scripts import HELD
from site_builder.cache.results import Memo
from site_builder.pages.app import (
    DIGITS,
    FORMULA_FACE,
    MANIFEST,
    SIGNS,
    WORKER,
    Icon,
    drawn,
    held_by,
    idle_fonts,
    kept_files,
    reached,
)
from site_builder.pipeline.background import BackgroundEvaluator
from site_builder.pipeline.build import build_files
from site_builder.problems.source import Mistake
from tests.site_builder.conftest import Make

APP = '\n[app]\nname = "Tide table"\npages = ["tides.md"]\n'


def with_app(project: Path, table: str = APP) -> Path:
    """Add the table to the settings; a figure of the page fetches a file."""
    settings = project / "content/site.toml"
    text = settings.read_text("utf-8").replace("state = {hour = 6}", 'state = {hour = 6}\nfiles = ["soundings"]')
    settings.write_text(text + table, encoding="utf-8")
    return project


def kept_by(worker: bytes) -> dict[str, Any]:
    """Return the arguments of a worker."""
    found = re.search(r'version:"(\w+)",bytes:([\de]+),files:(\[\[.*?\]\])', worker.decode())
    assert found is not None
    return {"version": found[1], "bytes": int(float(found[2])), "files": dict(json.loads(found[3]))}


def test_the_app_stores_exactly_its_pages_and_their_files(make_project: Make, memo: Memo) -> None:
    files = build_files(with_app(make_project()), memo, complete=False).files
    kept = kept_by(files[WORKER])
    assert kept["files"] == {path: hashlib.sha256(files[path]).hexdigest()[:DIGITS] for path in kept["files"]}
    assert kept["bytes"] == sum(len(files[path]) for path in kept["files"])
    page = files["tides.html"].decode()
    needed = set(re.findall(r'(?:src|href|data-module)="(assets/[^"#]+\.(?:js|css|woff2|svg))"', page))
    assert len(needed) > 3
    assert {"tides.html", MANIFEST, *needed} <= set(kept["files"])
    assert any("widget-boat" in path for path in kept["files"])
    assert any(path.endswith(".woff2") for path in kept["files"])
    assert [path for path in kept["files"] if "soundings" in path] == [path for path in files if "soundings" in path]
    assert "index.html" not in kept["files"]
    modules = set(re.findall(r'(?:src|data-module)="(assets/(?:main|widget)[^"]+)"', page))
    assert len(modules) == 2
    assert modules <= set(kept["files"])
    assert not {"assets/licenses.txt", WORKER} & set(kept["files"])
    parts = {re.sub(r"-[0-9a-f]{10}\.js$", "", path.removeprefix("assets/")) for path in kept["files"]}
    assert parts & {"main", "widget-boat"} == {"main", "widget-boat"}
    # The parts that other pages load on demand are in the script of the page, and unused ones are left out.
    assert not {"app", "messages", "mount", "search", "datasets", "embed"} & parts
    scripts = b"".join(files[path] for path in kept["files"] if path.endswith(".js"))
    assert b"serviceWorker" in scripts
    assert b"figurestep" not in scripts
    assert sorted(kept_files(files)) == sorted([WORKER, *kept["files"]])


ENGINE = Path(__file__).parents[3] / "static" / "js" / "engine"


def test_every_feature_of_scripts_is_determined_by_markup() -> None:
    asked = {name for path in ENGINE.rglob("*.js") for name in re.findall(r"\bHAS\.(\w+)", path.read_text("utf-8"))}
    assert asked == set(SIGNS) == set(HELD)


@pytest.mark.parametrize(
    ("markup", "held"),
    [
        ('<p>scrub data-table class="reset"</p>', set()),
        ('<span class="scrub">3</span>', {"scrubs"}),
        ('<a class="word set" href="#boat">', {"sets"}),
        ('<figure class="figure" data-dock="left"><div class=listing>', {"dock", "listings"}),
        ('<div class="stage" data-tips="asleep">', {"tips"}),
        ('<div class="explorable-picture" role="img">', {"tips"}),
        ('<div class="page-embed"><button data-action="embed">', {"embed", "embeds"}),
        ("<button data-action=link>", set()),
        ('<body class="page page-chapter">', {"far"}),
        ('<p class="step" data-step="2"><a data-concept="tide">', {"concepts", "steps"}),
    ],
)
def test_the_content_of_a_page_determines_its_features(markup: str, held: set[str]) -> None:
    assert held_by(["<p>", markup]) == held


def test_a_font_is_stored_if_a_letter_or_a_formula_uses_it() -> None:
    faces = {"latin": "U+20-7E,U+E5", "greek": "U+3B1-3C9", "one": "U+3C0"}
    face = '@font-face{{src:url(./{}.woff2) format("woff2");unicode-range:{}}}'
    css = "".join(face.format(name, letters) for name, letters in faces.items())
    fonts = {f"assets/{name}.woff2": b"" for name in faces} | {f"{FORMULA_FACE}1.woff2": b""}
    css += '@font-face{src:url(./stix-two-math-1.woff2) format("woff2")}'
    formula = "stix-two-math-1"
    for page, idle in (
        ("of a å", ["greek", "one", formula]),
        ("θ<math>", ["one"]),
        ("π", ["latin", formula]),
    ):
        files = {"index.html": page.encode(), "assets/a.css": css.encode(), **fonts}
        assert idle_fonts(files, list(files)) == {f"assets/{name}.woff2" for name in idle}


def test_only_pages_of_the_app_mention_it(make_project: Make, memo: Memo) -> None:
    files = build_files(with_app(make_project()), memo, complete=False).files
    page, other = files["tides.html"].decode(), files["index.html"].decode()
    assert "manifest-src 'self'; worker-src 'self'\"" in html.unescape(page)
    assert f'<link rel="manifest" href="{MANIFEST}">' in page
    assert f'data-app-worker="{WORKER}"' in page
    for words in ("manifest", "worker", "theme-color", "apple"):
        assert words not in other
    manifest = json.loads(files[MANIFEST])
    assert (manifest["name"], manifest["start_url"], manifest["scope"]) == ("Tide table", "./tides.html", "./")
    assert [icon["sizes"] for icon in manifest["icons"]] == ["any", "192x192", "192x192", "512x512", "512x512"]
    assert all(icon["src"] in files for icon in manifest["icons"])
    apple = re.search(r'<link rel="apple-touch-icon" href="([^"]+)">', page)
    assert apple is not None
    with Image.open(io.BytesIO(files[apple[1]])) as image:
        assert (image.size, image.mode) == ((180, 180), "RGB")  # iOS paints what is clear black
        assert len(image.getcolors(image.width * image.height) or ()) > 2
    assert re.fullmatch("#[0-9a-f]{6}", manifest["theme_color"])


def test_a_change_of_a_page_is_another_version(make_project: Make, memo: Memo) -> None:
    project = with_app(make_project(), APP + 'color = "#123456"\nbackground = "#abcdef"\nstart = "tides.md"\n')
    files = build_files(project, memo, complete=False).files
    manifest = json.loads(files[MANIFEST])
    assert (manifest["theme_color"], manifest["background_color"]) == ("#123456", "#abcdef")
    chapter = project / "content/chapters/tides.md"
    chapter.write_text(chapter.read_text("utf-8") + "\nOne word more.\n", encoding="utf-8")
    changed = build_files(project, memo, complete=False).files
    assert kept_by(changed[WORKER])["version"] != kept_by(files[WORKER])["version"]


def test_sites_without_an_app_and_previews_have_none(make_project: Make, memo: Memo) -> None:
    project = make_project()
    assert not {MANIFEST, WORKER} & set(build_files(project, memo, complete=False).files)
    background = BackgroundEvaluator()
    small = APP + "\n[budgets]\nwidget = 10\n"  # for the widgets of an app there is no such budget
    result = build_files(with_app(project, small), memo, background=background)
    background.stop()
    assert not [problem for problem in result.problems if problem.code == "budget" and "tides.md" in problem.path]
    previewed = result.files
    assert "tides.html" in previewed
    assert not {MANIFEST, WORKER} & set(previewed)
    assert b"manifest" not in previewed["tides.html"]


@pytest.mark.parametrize(
    ("table", "line", "column", "message"),
    [
        ('pages = ["tide.md"]', 3, 11, "'tide.md' is not a page of the site"),
        ('pages = ["tides.md", "tides.md"]', 3, 11, "'tides.md' is listed twice"),
        ('pages = ["tides.md"]\nstart = "index.md"', 4, 10, "the app does not hold 'index.md'"),
    ],
)
def test_missing_pages_and_files_are_reported_with_their_place(
    make_project: Make, memo: Memo, table: str, line: int, column: int, message: str
) -> None:
    project = make_project()
    before = len((project / "content/site.toml").read_text("utf-8").splitlines())
    settings = project / "content/site.toml"
    settings.write_text(f'{settings.read_text("utf-8")}[app]\nname = "T"\n{table}\n', encoding="utf-8")
    (problem,) = build_files(project, memo, complete=False).errors
    assert (problem.path, problem.line - before, problem.column) == ("content/site.toml", line, column)
    assert message in problem.message


def test_an_icon_is_drawn_as_it_is_seen() -> None:
    shapes = (
        '<rect width="10" height="20" fill="#ff0000"/><circle cx="15" cy="15" r="4" fill="none" stroke="#0000ff"/>'
        '<g transform="scale(.5)"><path d="M22 4q8 0 8 8t8 8" fill="none" stroke="#00ff00" stroke-width="4"/></g>'
    )
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">{shapes}</svg>'
    image = drawn(Icon("icon.svg", "image/svg+xml", svg.encode()), 200)
    places = [(50, 100), (150, 150), (190, 150), (150, 60), (190, 10)]
    clear = (0, 0, 0, 0)
    expected = [(255, 0, 0, 255), clear, (0, 0, 255, 255), (0, 255, 0, 255), clear]
    assert [image.getpixel(place) for place in places] == expected


def test_an_oblong_icon_is_centred() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="4" viewBox="0 0 2 1"><path d="M0 0h2v1h-2z"/></svg>'
    )
    image = drawn(Icon("icon.svg", "image/svg+xml", svg.encode()), 40)
    assert (image.size, image.getbbox()) == ((40, 40), (0, 10, 40, 30))


@pytest.mark.parametrize(
    ("root", "inside", "message"),
    [
        ("viewBox='0 0 9 9'", "<rect width='9' height='9' fill='url(#a)'/>", "shows nothing"),
        ("viewBox='0 0 9 9'", "<g><image href='a.png'/></g>", "holds <image>"),
        ("viewBox='0 0 9 9'", "<path d='M0 0'>", "cannot be read"),
        ("width='9'", "<path d='M0 0h9v9z'/>", "has no viewBox"),
    ],
)
def test_an_unsupported_icon_is_an_error(root: str, inside: str, message: str) -> None:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {root}>{inside}</svg>'
    with pytest.raises(Mistake, match=re.escape(message)):
        drawn(Icon("icon.svg", "image/svg+xml", svg.encode()), 10)


def test_an_unsupported_icon_is_reported_with_its_place(make_project: Make, memo: Memo) -> None:
    project = make_project()
    settings = project / "content/site.toml"
    before = 'icon = "own.svg"\n'
    settings.write_text(before + settings.read_text("utf-8") + APP, encoding="utf-8")
    text = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text y="9">A</text></svg>'
    (project / "content/own.svg").write_text(text, encoding="utf-8")
    (problem,) = build_files(project, memo, complete=False).errors
    assert (problem.path, problem.line, problem.column, problem.code) == ("content/site.toml", 1, 9, "icon")
    assert "it holds <text>" in problem.message
    assert "PNG" in problem.suggestion


def test_names_are_followed_through_scripts_and_styles() -> None:
    files = {
        "a.html": b'<script src="assets/main-1.js">',
        "assets/main-1.js": b'import"./part-2.js";let x="no.js"',
        "assets/part-2.js": b"0",
        "assets/other-3.js": b'"./main-1.js"',
        "assets/licenses.txt": b"main-1.js",
        "data/far.gz": b"1",
    }
    assert reached(files, ["a.html"], ["data/far.gz", "data/none.gz"]) == [
        "a.html", "assets/main-1.js", "assets/part-2.js", "data/far.gz",
    ]  # fmt: skip
    assert reached(files, ["a.html"], [], {"assets/part-2.js"}) == ["a.html", "assets/main-1.js"]
