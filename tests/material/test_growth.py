"""Sites of many chapters, and chapters of many parts: cost grows with what is written, not with its square."""

from __future__ import annotations

import json
import re

from tests.fuzz.fuzz import fuzz
from tests.growth import write_project
from tests.material.conftest import Author
from tests.site_builder.conftest import keep_apart

CONTENTS = re.compile(r'data-contents="(assets/contents-[^"]+\.json)"')


def pages_of(author: Author, count: int) -> dict[str, str]:
    """Build a site of many chapters; return its pages."""
    author.project.joinpath("content/chapters/index.md").unlink()
    author.project.joinpath("content/chapters").rmdir()
    write_project(author.project, count)
    outcome = author.build()
    assert outcome.code == 0, outcome.problems[:3]
    return {path.name: path.read_text(encoding="utf-8") for path in outcome.site.glob("*.html")}


def test_pages_of_a_large_site_share_their_contents(author: Author) -> None:
    pages = pages_of(author, 130)
    found = {CONTENTS.search(html)[1] for html in pages.values()}  # type: ignore[index]
    assert len(found) == 1
    contents = json.loads((author.project / "build/site" / found.pop()).read_text(encoding="utf-8"))
    assert contents.count("<li") == 132
    for name, html in pages.items():
        assert 'href="index.html#all-chapters"' in html
        if name not in {"index.html", "glossary.html", "c0076.html", "c0077.html", "c0078.html"}:
            assert "c0077.html" not in html
    assert 'id="all-chapters"' in pages["index.html"]
    assert len(pages["c0060.html"]) < 12_000


def test_pages_of_a_site_of_a_hundred_chapters_hold_them(author: Author) -> None:
    pages = pages_of(author, 100)
    assert not any("data-contents" in html or 'all-chapters" id' in html for html in pages.values())
    assert pages["c0003.html"].count('class="ledger-chapter"') == 100


def test_an_edit_updates_the_pages_that_refer_to_it(author: Author) -> None:
    """After a heading is renamed, pages equal those of a clean build, and broken links are reported."""
    author.settings("")
    author.write(
        {
            "content/site.toml": 'title = "T"\nlanguage = "en"\nchapters = ["index.md", "a.md", "b.md"]\n',
            "content/chapters/index.md": "# T\n\nWords.\n",
            "content/chapters/a.md": "# A\n\n:::section{#one}\n## One\n\nText.\n:::\n",
            "content/chapters/b.md": "# B\n\nSee ::ref{one} and [it](a.md#one).\n",
        }
    )
    assert author.build().code == 0
    before = author.run("build").err
    assert "nothing has changed" in before
    author.write(
        {"content/chapters/a.md": "# A\n\n:::section{#zero}\n## 0\n\n:::\n\n:::section{#one}\n## One\n\nText.\n:::\n"}
    )
    outcome = author.build()
    assert outcome.code == 0
    assert "Section 1.2" in outcome.page("b.html")
    author.write({"content/chapters/a.md": "# A\n\n:::section{#uno}\n## One\n\nText.\n:::\n"})
    assert sorted(set(author.build().codes())) == ["anchor", "reference"]


def test_the_fuzzer_reads_mutated_inputs(tmp_path, monkeypatch) -> None:
    keep_apart(monkeypatch, tmp_path / "cache")
    counts = dict.fromkeys(["chapter", "bibtex", "csv", "toml", "svg", "record"], 8)
    assert fuzz(7, counts, tmp_path / "failures", is_quiet=True) == []
