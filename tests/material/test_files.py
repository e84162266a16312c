"""Which files are content, how their names are compared, and which may be published or quoted."""

from __future__ import annotations

import json
import os
import socket
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Literal
from urllib.parse import quote

import pytest

from tests.material.conftest import CHAPTER, Author

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle r="5"/></svg>'
EXPLORABLE = """
from site_builder.explore import slider

n = slider(1, 3, start=2, label="Number")
alt = "Twice a number."
caption = "Twice a number."


def numbers(n):
    return {"double": 2 * n}


sentence = "It is {double}."
"""
CHART = """
import altair as alt


def line():
    return alt.Chart(alt.Data(values=[{"x": 1, "y": 2}, {"x": 2, "y": 3}])).mark_line().encode(x="x:Q", y="y:Q")
"""
WIDGET = (
    'import {letter} from "../letters.js";\nexport const view = () => `<p>${letter}</p>`;\nexport function mount() {}\n'
)
WHOLE = {
    "content/site.toml": """
title = "Trial"
language = "en"
chapters = ["index.md"]
bibliography = ["works.bib"]
[charts.line]
function = "lines.line"
alt = "A line."
caption = "A line."
[widgets.letter]
alt = "A letter."
caption = "A letter."
""",
    "content/works.bib": "@book{bee, author={A. Bee}, title={Hives}, year=1999, publisher={P}}\n",
    "content/charts/lines.py": CHART,
    "content/explorables/twice.py": EXPLORABLE,
    "content/concepts/term.md": "---\nterm: term\nshort: A term.\n---\nMore.\n",
    "content/directives/boxed.py": 'def boxed(body):\n    """A box."""\n    return f"<div>{body}</div>"\n',
    "content/chapters/boat.svg": SVG,
    "content/files/table.txt": "a",
    "static/css/site/main.css": '.x { background: url("./ground.svg"); }\n',
    "static/css/site/ground.svg": SVG,
    "static/css/site/widgets/letter.css": ".letter { color: red; }\n",
    "static/js/site/widgets/letter.js": WIDGET,
    "static/js/site/letters.js": 'export const letter = "a";\n',
    "content/chapters/index.md": CHAPTER
    + """
A ::concept[term]{term} of [@bee].

![a boat](boat.svg)

:::chart{#line name=line}
:::

:::explore{name=twice}
:::

:::widget{#letter name=letter}
:::

:::boxed
[a table](files/table.txt)
:::

:::listing{file=content/works.bib}
:::
""",
}
LEFT = (
    *(".#{name}", "#{name}#", "{name}~", "._{name}", ".{name}.swp"),
    *(".DS_Store", "Thumbs.db", "desktop.ini"),
)
ODD = 'e\u0301 \u00e9 "q" \'s #1 %41 & s*r [x] {y} $H ?\nline'


def published(site: Path) -> dict[str, bytes]:
    """Return the files of a site by name."""
    return {path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*") if path.is_file()}


def test_files_of_editors_and_systems_are_ignored(author: Author) -> None:
    author.write(WHOLE)
    before = author.build()
    assert (before.code, before.problems) == (0, [])
    for path in WHOLE:
        folder, _, name = path.rpartition("/")
        author.write({f"{folder}/{left.format(name=name)}": b"\xff<script>" for left in LEFT})
        lock = author.project / folder / f".#link-{name}"
        lock.symlink_to("somebody@host.1:2")
    after = author.build()
    assert (after.code, after.problems) == (0, [])
    assert {name for name in published(before.site) if name[0] != "."} == {
        name for name in published(after.site) if name[0] != "."
    }


def test_a_project_builds_in_a_folder_of_any_name(make_author: Callable[[str], Author]) -> None:
    author = make_author(ODD)
    author.write(WHOLE)
    outcome = author.build()
    assert (outcome.code, outcome.problems) == (0, [])
    assert b"ground-" in b"".join(content for name, content in published(outcome.site).items() if name.endswith("css"))


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_names_that_are_not_utf8_are_reported(make_author: Callable[[str], Author], author: Author) -> None:
    other = make_author(os.fsdecode(b"p\xff"))
    outcome = other.build()
    assert outcome.codes() == ["file-name"]
    assert "p\ufffd" in outcome.problems[0]["message"]
    for folder in ("content/files", "content/concepts", "static/css/site", "content/explorables"):
        (author.project / folder).mkdir(parents=True)
        (author.project / folder / os.fsdecode(b"n\xff.md")).write_bytes(b"")
    outcome = author.build()
    assert set(outcome.codes()) == {"file-name"}
    assert {problem["path"] for problem in outcome.problems} == {
        f"{folder}/n\ufffd.md"
        for folder in ("content/files", "content/concepts", "static/css/site", "content/explorables")
    }


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_names_are_compared_as_letters(author: Author, form: Literal["NFC", "NFD"]) -> None:
    """Files have one form, texts the other."""
    name = "ho\u0308jd"
    of_files = unicodedata.normalize(form, name)
    of_texts = unicodedata.normalize("NFD" if form == "NFC" else "NFC", name)
    renamed = {
        "content/charts/lines.py",
        "content/works.bib",
        "content/chapters/boat.svg",
        "content/explorables/twice.py",
        "static/js/site/widgets/letter.js",
        "static/css/site/widgets/letter.css",
    }
    texts = {"lines.": f"{of_texts}.", "works.bib": f"{of_texts}.bib", "boat.svg": f"{of_texts}.svg"}
    texts |= {
        "name=twice": f"name={of_texts}",
        "widgets.letter": f'widgets."{of_texts}"',
        "name=letter": f"name={of_texts}",
    }
    for path, text in WHOLE.items():
        folder, _, file = path.rpartition("/")
        if path.startswith("content/explorables"):  # a figure has one name
            file = f"{of_files}-2.py"
        elif path in renamed:
            file = of_files + Path(file).suffix
        if path.endswith((".toml", ".md")):
            for old, new in texts.items():
                text = text.replace(old, f"{new}-2" if old == "name=twice" else new)
        author.write({f"{folder}/{file}": text})
    author.write({f"content/chapters/{of_files}.md": CHAPTER.replace("---\n", "---\nslug: other\n", 1) + "\nText.\n"})
    toml = (author.project / "content/site.toml").read_text(encoding="utf-8")
    author.write({"content/site.toml": toml.replace('"index.md"', f'"index.md", "{of_texts}.md"')})
    index = (author.project / "content/chapters/index.md").read_text(encoding="utf-8")
    author.write({"content/chapters/index.md": f"{index}\n[Other]({of_texts}.md)\n"})
    outcome = author.build()
    assert (outcome.code, outcome.problems) == (0, [])
    assert 'href="other.html"' in outcome.page()


@pytest.mark.parametrize("name", ["a b", "50% [x] & 'y' #1?", "h\u00f6jd"])
def test_names_with_signs_are_found(author: Author, name: str) -> None:
    author.write({f"content/chapters/{name}.svg": SVG, f"notes/{name}.py": "x = 1\n"})
    author.write({f"content/chapters/{name}.md": CHAPTER.replace("---\n", "---\nslug: other\n", 1) + "\nText.\n"})
    author.settings("")
    author.write(
        {"content/site.toml": f'title = "T"\nlanguage = "en"\nchapters = ["index.md", {json.dumps(name)[:-1]}.md"]\n'}
    )
    author.write(
        {"static/css/site/main.css": f'.x {{ background: url("{name}.svg"); }}\n', f"static/css/site/{name}.svg": SVG}
    )
    author.chapter(f'![a]({quote(name)}.svg) [b]({quote(name)}.md)\n\n:::listing{{file="notes/{name}.py"}}\n:::\n')
    outcome = author.build()
    assert (outcome.code, outcome.problems) == (0, [])
    files = published(outcome.site)
    assert 'href="other.html"' in outcome.page()
    assert not [file for file in files if set(file) & set("# %?&'[]")]


def test_names_of_figures_and_downloads_that_are_invalid_in_addresses_are_reported(author: Author) -> None:
    author.write(
        {
            "content/explorables/a b#1.py": EXPLORABLE,
            "static/js/site/widgets/a%b.js": WIDGET,
            "static/css/site/s*r.css": ".x {}",
        }
    )
    assert author.build().codes() == ["file-name"] * 3
    for file in ("content/explorables/a b#1.py", "static/js/site/widgets/a%b.js", "static/css/site/s*r.css"):
        (author.project / file).unlink()
    author.write({"content/files/H\u00f6jd & l\u00e4ngd 1.csv": "a"})
    author.chapter("\n[The sheet](<files/H\u00f6jd & l\u00e4ngd 1.csv>)\n")
    (problem,) = author.build().problems
    assert (problem["code"], problem["suggestion"]) == ("file-name", "rename it to 'Hojd-langd-1.csv'")


def outside(author: Author, name: str, content: str = "secret") -> Path:
    """Write a file outside the project."""
    file = author.project.parent / "elsewhere" / name
    file.parent.mkdir(exist_ok=True)
    file.write_text(content, encoding="utf-8")
    return file


def link(author: Author, path: str, target: Path) -> None:
    """Make a link in the project."""
    place = author.project / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(target)


def test_nothing_is_published_or_quoted_from_outside_or_hidden_files(author: Author) -> None:
    secret = outside(author, "secret.txt")
    author.write(
        {
            ".git/config": "secret",
            ".env": "secret",
            "notes/.draft.md": "secret",
            "notes/old.md~": "secret",
            ".p.svg": SVG,
        }
    )
    link(author, "notes/link.txt", secret)
    link(author, "notes/hidden.txt", author.project / ".env")
    link(author, "content/files/link.txt", secret)
    link(author, "content/files/hidden.txt", author.project / ".env")
    link(author, "content/files/folder", secret.parent)
    link(author, "content/chapters/link.svg", outside(author, "p.svg", SVG))
    link(author, "content/chapters/other.md", outside(author, "other.md", CHAPTER))
    link(author, "content/concepts/term.md", outside(author, "term.md", "---\nterm: t\nshort: s\n---\nText.\n"))
    link(author, "content/works.bib", outside(author, "works.bib", WHOLE["content/works.bib"]))
    link(author, "content/icon.svg", outside(author, "icon.svg", SVG))
    link(author, "content/face.ttf", outside(author, "face.ttf"))
    link(author, "templates/footer.html", outside(author, "footer.html"))
    link(author, "static/css/site/main.css", outside(author, "main.css", ".x {}"))
    author.write(
        {
            "content/site.toml": 'title = "T"\nlanguage = "en"\nchapters = ["index.md", "other.md"]\n'
            'icon = "icon.svg"\nbibliography = ["works.bib"]\n[fonts]\ntext = "face.ttf"\n'
        }
    )
    listed = [
        *(".git/config", ".env", "notes/.draft.md", "notes/old.md~", "notes/link.txt", "notes/hidden.txt"),
        *("../elsewhere/secret.txt", str(secret), "notes/../.env"),
    ]
    pictures = ["link.svg", "../../.p.svg", "../../../elsewhere/p.svg"]
    author.chapter(
        "".join(f":::listing{{file={name}}}\n:::\n\n" for name in listed)
        + "".join(f"![a picture]({name})\n\n" for name in pictures)
    )
    outcome = author.build()
    assert outcome.code == 1
    lines = {(problem["code"], problem["line"]) for problem in outcome.problems}
    assert len({line for code, line in lines if code == "listing"}) == len(listed)
    codes = outcome.codes()
    assert codes.count("listing") == len(listed)
    assert codes.count("image") == len(pictures)
    assert {problem["path"] for problem in outcome.problems if problem["code"] == "file-refused"} == {
        *("content/files/link.txt", "content/files/hidden.txt", "content/files/folder/secret.txt"),
        *(f"content/files/folder/{name}" for name in ("term.md", "works.bib", "other.md", "icon.svg", "face.ttf")),
        *(f"content/files/folder/{name}" for name in ("footer.html", "main.css", "p.svg")),
        *("content/chapters/other.md", "content/concepts/term.md", "content/works.bib", "templates/footer.html"),
    }
    assert {"title-missing", "concept", "citation"}.isdisjoint(codes)


def test_links_inside_the_project_are_followed(author: Author) -> None:
    author.write({"notes/part.py": "x = 1\n", "shared/p.svg": SVG})
    link(author, "content/chapters/p.svg", author.project / "shared/p.svg")
    link(author, "content/loop", author.project / "content")
    link(author, "content/up", author.project.parent)
    author.chapter("![a picture](p.svg)\n\n:::listing{file=notes/part.py}\n:::\n")
    outcome = author.build()
    assert (outcome.code, outcome.problems) == (0, [])


def test_scripts_and_styles_import_nothing_from_outside(author: Author) -> None:
    outside(author, "secret.json", '"secret"')
    outside(author, "secret.css", ".secret {}")
    outside(author, "secret.svg", SVG)
    author.write(WHOLE)
    author.write(
        {"static/js/site/letters.js": 'import letter from "../../../../elsewhere/secret.json";\nexport {letter};\n'}
    )
    outcome = author.build()
    (problem,) = outcome.problems
    assert (problem["path"], problem["line"], problem["code"]) == ("static/js/site/letters.js", 1, "file-refused")
    author.write(
        {"static/js/site/.s.js": "export const letter = 1;", "static/js/site/letters.js": 'export * from "./.s.js";'}
    )
    assert author.build().codes() == ["file-refused"]
    author.write({"static/js/site/letters.js": WHOLE["static/js/site/letters.js"]})
    for rule in (
        '@import "../../../../elsewhere/secret.css";',
        '.x { background: url("../../../../elsewhere/secret.svg"); }',
    ):
        author.write({"static/css/site/main.css": f".y {{}}\n\n{rule}\n" if "url" in rule else f"\n{rule}\n"})
        (problem,) = author.build().problems
        assert (problem["path"], problem["code"]) == ("static/css/site/main.css", "file-refused")
        assert problem["line"] == (3 if "url" in rule else 2)


def test_scripts_and_styles_load_nothing_from_other_sites(author: Author) -> None:
    author.write(WHOLE)
    author.write(
        {
            "static/css/site/main.css": (
                '@import url("https://x.org/a.css");\n.y { fill: url(#z); mask: url(data:image/gif;base64,AA) }\n'
                ".x { background: url(//x.org/b.png) }\n"
            ),
            "static/js/site/letters.js": 'export { letter } from "https://x.org/c.js";\n',
        }
    )
    for name, places in (("js", [(1, 25)]), ("css", [(1, 14), (3, 22)])):
        problems = author.build().problems
        assert [(problem["line"], problem["column"]) for problem in problems] == places
        assert {problem["code"] for problem in problems} == {"bundle"}
        assert all(problem["path"].startswith(f"static/{name}/") for problem in problems)
        author.write({"static/js/site/letters.js": WHOLE["static/js/site/letters.js"]})


def test_a_manifest_must_not_name_files_outside_its_folder(author: Author) -> None:
    import hashlib

    content = b"secret"
    outside(author, "secret.txt")
    sets = {
        "stolen": {
            "kind": "asset",
            "file": "../../../elsewhere/secret.txt",
            "sha256": hashlib.sha256(content).hexdigest(),
        }
    }
    author.write({"build/data/manifest.json": json.dumps({"schema_version": 1, "sets": sets})})
    assert author.build().codes() == ["data-file"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes among its files")
def test_pipes_devices_sockets_and_folders_are_not_read(author: Author) -> None:
    author.write({"notes/a.txt": "a"})
    os.mkfifo(author.project / "notes/pipe")
    os.mkfifo(author.project / "content/chapters/pipe.md")
    os.mkfifo(author.project / "content/chapters/pipe.svg")
    (author.project / "content/chapters/folder.svg").mkdir()
    (author.project / "content/chapters/folder.md").mkdir()
    listening = socket.socket(socket.AF_UNIX)
    place = os.getcwd()
    try:
        os.chdir(author.project / "notes")  # names of sockets are short
        listening.bind("socket")
    finally:
        os.chdir(place)
        listening.close()
    author.write(
        {"content/site.toml": 'title = "T"\nlanguage = "en"\nchapters = ["index.md", "pipe.md", "folder.md"]\n'}
    )
    author.chapter(
        "".join(f":::listing{{file={name}}}\n:::\n\n" for name in ("notes/pipe", "notes/socket", "notes", "/dev/zero"))
        + "".join(
            f"```text {name}\na\n```\n\n" for name in ("notes/pipe", "/dev/zero", "../../dev/zero", "/etc/passwd")
        )
        + "![a](pipe.svg) ![b](folder.svg)\n"
    )
    codes = author.build().codes()
    assert sorted(codes) == sorted(["chapter-missing", "file-refused", *["image"] * 2, *["listing"] * 4])


def test_blocks_titled_with_paths_of_other_machines_build(author: Author) -> None:
    names = ("/etc/nginx/nginx.conf", "../../dev/zero", "~/x", "C:\\x.ini", "a" * 300, ".env", "/")
    author.write({".env": "secret"})
    author.chapter("".join(f"```text {name}\na = 1\n```\n\n" for name in names))
    outcome = author.build()
    assert (outcome.code, outcome.codes()) == (0, [])


def test_too_large_a_text_is_not_read(author: Author) -> None:
    with (author.project / "long.txt").open("wb") as stream:
        stream.truncate(1 << 34)
    (author.project / "content" / "works.bib").symlink_to(author.project / "long.txt")
    author.settings('bibliography = ["works.bib"]\n')
    author.chapter(":::listing{file=long.txt}\n:::\n")
    assert sorted(author.build().codes()) == ["file-refused", "listing"]


def test_a_byte_order_mark_is_read_over_in_every_file(author: Author) -> None:
    for path, text in WHOLE.items():
        author.write({path: "\ufeff" + text})
    author.write({"templates/footer.html": "\ufeff<footer>end</footer>\n"})
    outcome = author.build()
    assert (outcome.code, outcome.problems) == (0, [])
    assert not [
        name
        for name, content in published(outcome.site).items()
        if name.endswith(".html") and b"\xef\xbb\xbf" in content
    ]


def test_a_chapter_that_is_not_utf8_is_one_error(author: Author) -> None:
    author.write({"content/chapters/index.md": "# Trial\n\nText.\n".encode("utf-16")})
    (problem,) = author.build().problems
    assert (problem["code"], problem["line"], problem["suggestion"]) == ("encoding", 1, "save it as UTF-8")
