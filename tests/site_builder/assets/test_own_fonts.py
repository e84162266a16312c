"""Font files of a project: reduced to the characters of its pages, and reported if invalid."""

from __future__ import annotations

import io
import re
import shutil
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from site_builder.assets.fonts import font_file
from tests.site_builder.conftest import SITES, Build, Make

NODE_MODULES = Path(__file__).resolve().parents[3] / "node_modules"
SITE = (SITES / "_base" / "content" / "site.toml").read_text(encoding="utf-8")
FACES = (
    '[fonts]\ntext = { roman = "faces/roman.woff2", italic = "faces/italic.ttf" }\nlabel = "faces/label.ttf"\n\n[data]'
)


@pytest.fixture
def project(make_project: Make) -> Path:
    """Return a project with a variable face, its italic, and a static face of one weight."""
    made = make_project(files={"content/site.toml": SITE.replace("[data]", FACES)})
    folder = made / "content" / "faces"
    folder.mkdir()
    shutil.copy(font_file(NODE_MODULES, "latin", "normal"), folder / "roman.woff2")
    for name, style in (("italic.ttf", "italic"), ("label.ttf", "normal")):
        font = TTFont(font_file(NODE_MODULES, "latin", style))
        font.flavor = None
        font.save(folder / name)
    return made


def test_own_faces_replace_the_built_in_ones(project: Path, build: Build) -> None:
    result = build(project)
    assert result.problems == ()
    fonts = {path.rpartition("-")[0].removeprefix("assets/"): path for path in result.files if path.endswith(".woff2")}
    assert sorted(fonts) == ["site-label-400", "site-text-400", "site-text-italic-400"]
    roman = TTFont(io.BytesIO(result.files[fonts["site-text-400"]]))
    assert [(axis.axisTag, axis.minValue, axis.maxValue) for axis in roman["fvar"].axes] == [("wght", 400, 700)]
    assert len(result.files[fonts["site-text-400"]]) < (project / "content/faces/roman.woff2").stat().st_size
    assert "fvar" not in TTFont(io.BytesIO(result.files[fonts["site-text-italic-400"]]))
    page = result.files["tides.html"].decode()
    assert re.findall(r'<link rel="preload" href="([^"]+)"', page) == [fonts["site-text-400"]]
    css = next(content.decode() for path, content in result.files.items() if re.search(r"assets/site-\w+\.css", path))
    assert re.search(r'--text:\s*"Site Text"', css[css.index("Source Serif 4 Fallback") :])
    assert re.search(r'--label:\s*"Site Label"', css)
    assert build(project).files == result.files


def test_an_unusable_font_is_reported(project: Path, build: Build) -> None:
    (project / "content/faces/roman.woff2").unlink()
    (project / "content/faces/label.ttf").write_bytes(b"no font")
    found = [(problem.line, problem.message, problem.suggestion) for problem in build(project).errors]
    line = 1 + SITE.replace("[data]", FACES).split("\n").index("[fonts]")
    assert found == [
        (
            line + 1, "there is no font 'faces/roman.woff2' in the folder of site.toml",
            "choose one of: faces/italic.ttf, faces/label.ttf",
        ),
        (line + 2, "'faces/label.ttf' cannot be read as a font", "use .woff2, .woff, .ttf, .otf"),
    ]  # fmt: skip
