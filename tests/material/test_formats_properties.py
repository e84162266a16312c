"""The promises of the handbook's page on formats, tested with generated files of each format."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pandas as pd
import pyarrow as pa
import pyarrow.parquet
import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from site_builder.data.files import TableError, TableFile, as_arrow, read_csv, read_table
from site_builder.problems.problem import SiteError
from site_builder.problems.source import Mistake, Source, source_of
from site_builder.publishing.publish import as_table
from site_builder.settings.bibliography import csl_entries
from site_builder.settings.front_matter import FrontMatter, read_front_matter
from site_builder.settings.site_toml import Config, read_settings
from site_builder.syntax.html import check_svg, scheme_of
from tests.material.conftest import Author

# The profile "deep" of the nightly run tries ten times as many examples.
FEW = settings(max_examples=60 * settings().max_examples // 100, deadline=None, suppress_health_check=list(HealthCheck))
# Letters of all encodings that are tried, and what a CSV file may misunderstand.
LETTERS = st.text("abcÅäö éü.,;'\"|\t01+-%#:/", max_size=8)
ROWS = st.lists(st.tuples(LETTERS, st.integers(-(10**9), 10**9), st.integers(-(10**7), 10**7)), min_size=1, max_size=5)


def tried(call: Callable[[], Any]) -> Any:
    """Return what a function returns, or the error that authors see."""
    try:
        return call()
    except (TableError, SiteError, Mistake) as error:
        return error


def written(rows: list[tuple[str, str, str]], delimiter: str, encoding: str) -> bytes:
    """Return a CSV file of three columns."""
    stream = io.StringIO(newline="")
    csv.writer(stream, delimiter=delimiter).writerows([("name", "whole", "part"), *rows])
    return stream.getvalue().encode(encoding)


@FEW
@given(
    ROWS, st.sampled_from(",;\t|"), st.sampled_from(",."), st.sampled_from(["utf-8", "cp1252", "mac_roman", "utf-16"])
)
def test_csv_with_options_reads_back_the_same_cells(
    tmp_path: Path, rows: list[tuple[str, int, int]], delimiter: str, decimal: str, encoding: str
) -> None:
    cells = [(name, str(whole), f"{part / 100:.2f}".replace(".", decimal)) for name, whole, part in rows]
    content = written(cells, delimiter, encoding)
    (tmp_path / "t.csv").write_bytes(content)
    file = TableFile(tmp_path / "t.csv", "t", delimiter, decimal, encoding, ("name",))
    found = tried(lambda: read_csv(file))
    if isinstance(found, TableError):
        assert found.line > 0
        assert "is UTF-8, not" in found.message
        assert content.decode("utf-8")
        return
    table, doubts = found
    found = table.to_pydict()
    assert found["name"] == [name.strip() or None for name, _, _ in rows] or found["name"] == [
        name.strip() for name, _, _ in rows
    ]
    assert found["whole"] == [whole for _, whole, _ in rows]
    assert found["part"] == [part / 100 for _, _, part in rows]
    assert doubts == ()


@FEW
@given(
    st.lists(LETTERS | st.from_regex(r"[+-]?\d{1,4}([.,/ -]\d{1,4}){0,2}%?", fullmatch=True), min_size=1, max_size=4)
)
def test_csv_without_options_is_text_as_written_numbers_or_an_error_with_a_line(
    tmp_path: Path, cells: list[str]
) -> None:
    assume(any(map(str.strip, cells)))
    (tmp_path / "t.csv").write_bytes(written([(f"n{row}", cell, "x") for row, cell in enumerate(cells)], ";", "utf-8"))
    found = tried(lambda: read_csv(TableFile(tmp_path / "t.csv", "t")))
    if isinstance(found, TableError):
        assert found.line > 0
        assert found.suggestion
        return
    table, doubts = found
    for cell, value in zip(cells, table["whole"].to_pylist(), strict=True):
        bare = cell.strip()
        if isinstance(value, int | float) and not isinstance(value, bool):
            assert not re.match(r"[+-]?0\d", bare)
            digits = re.sub(r"\D", "", bare)
            assert math.isclose(
                float(digits or 0), abs(value) * 10 ** round(math.log10(float(digits) / abs(value))) if value else 0
            )
        else:
            assert value in (bare, None, bare or None) or not isinstance(value, str)
    for doubt in doubts:
        assert doubt.line > 1
        assert "under [csv.t] in site.toml" in doubt.suggestion


COLUMNS = {
    "whole": st.lists(st.integers(-(2**63), 2**63 - 1), min_size=3, max_size=3),
    "part": st.lists(st.floats(allow_nan=False), min_size=3, max_size=3),
    "text": st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=3, max_size=3),
    "truth": st.lists(st.booleans(), min_size=3, max_size=3),
    "moment": st.lists(st.datetimes(pd.Timestamp("1700-01-01"), pd.Timestamp("2200-01-01")), min_size=3, max_size=3),
}


@FEW
@given(st.fixed_dictionaries(COLUMNS))
def test_frames_arrow_and_parquet_hold_the_same_cells(tmp_path: Path, columns: dict[str, list[object]]) -> None:
    table = as_table("t", columns)
    assert table.to_pydict() == columns
    frame = as_table("t", pd.DataFrame(columns).set_index("text"))
    assert frame.column_names == ["text", *(name for name in columns if name != "text")]
    assert {name: frame[name].to_pylist() for name in ("whole", "text", "truth")} == {
        name: columns[name] for name in ("whole", "text", "truth")
    }
    (tmp_path / "t.arrow").write_bytes(as_arrow(table))
    pa.parquet.write_table(table, tmp_path / "t.parquet")
    for ending in ("arrow", "parquet"):
        assert read_table(TableFile(tmp_path / f"t.{ending}")).to_pydict() == columns


ELEMENTS = st.sampled_from(
    ["g", "a", "image", "use", "rect", "animate", "set", "style", "script", "foreignObject", "text"]
)
NAMES = st.sampled_from(
    [
        *("onload", "onclick", "ONLOAD", "href", "xlink:href", "src", "style", "fill", "d", "id", "formaction", "data"),
        *("attributeName", "to", "values", "width"),
    ]
)
VALUES = st.sampled_from(
    [
        *(
            "javascript:a()",
            " java&#10;script:a()",
            "JAVASCRIPT&#58;a()",
            "data:text/html,a",
            "https://a.b/c",
            "#a",
            "1",
        ),
        *(
            "url(#a)",
            "url(https://a.b)",
            "u\\72l(https://a.b)",
            "@import 'a'",
            "data:image/png;base64,AA",
            "onload",
            "href",
        ),
        "vbscript:a",
    ]
) | st.text("ab:/#()", max_size=5)
PARTS = st.lists(st.tuples(ELEMENTS, st.dictionaries(NAMES, VALUES, max_size=4), VALUES), min_size=1, max_size=4)


@FEW
@given(PARTS)
def test_an_svg_that_is_accepted_holds_no_script(parts: list[tuple[str, dict[str, str], str]]) -> None:
    drawn = ""
    for element, attributes, text in parts:
        written_out = " ".join(f'{name}="{value}"' for name, value in attributes.items())
        drawn += f"<{element} {written_out}>{text}</{element}>"
    spaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    content = f"<svg {spaces}>{drawn}</svg>".encode()
    refused = tried(lambda: check_svg(content, "a.svg"))
    if refused is not None:
        assert re.search(r"line \d", refused.message)
        return
    for node in ElementTree.fromstring(content).iter():
        assert node.tag.rpartition("}")[2].lower() not in {"script", "foreignobject"}
        assert "@import" not in (node.text or "") or not node.tag.endswith("style")
        for name, value in node.attrib.items():
            assert not name.lower().startswith("on")
            if name.rpartition("}")[2] in {"href", "src", "data"}:
                assert scheme_of(value) not in {"javascript", "vbscript"}
                assert not value.startswith("data:text")
            else:  # in an address "url(" is part of a name
                assert "url(https" not in value


PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
JSON = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
KEYS_OF_CSL = st.sampled_from(
    ["id", "type", "title", "author", "issued", "page", "DOI", "URL", "container-title", "note"]
)


@FEW
@given(st.lists(st.dictionaries(KEYS_OF_CSL, JSON, max_size=5), max_size=3) | JSON)
def test_csl_json_gives_works_or_errors_with_places(value: object) -> None:
    source = Source("content/a.json", json.dumps(value, indent=1))
    works = tried(lambda: list(csl_entries(source)))
    if isinstance(works, Mistake):
        assert 0 <= works.offset <= len(source.text)
        return
    for _, start, end, entry in works:
        assert 0 <= start <= end <= len(source.text)
        assert not isinstance(entry, Mistake) or 0 <= entry.offset <= len(source.text)


def toml(value: object) -> str:
    """Return a value as TOML."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{json.dumps(key)} = {toml(inner)}' for key, inner in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, float):
        return repr(value)
    return json.dumps(value)


WORDS = st.text("ab.#/é1", max_size=4)
VALUES_OF_TOML = st.recursive(
    st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats() | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)


@FEW
@given(st.sampled_from([name for name in Config.model_fields if name not in {"title", "chapters"}]), VALUES_OF_TOML)
def test_any_value_of_the_settings_is_accepted_or_has_a_place(tmp_path: Path, key: str, value: object) -> None:
    lines = ['title = "T"', 'chapters = ["index.md"]', f"{key} = {toml(value)}"]
    (tmp_path / "content").mkdir(exist_ok=True)
    (tmp_path / "content/site.toml").write_text("\n".join(lines), encoding="utf-8")
    problems = tried(lambda: read_settings(tmp_path)).problems
    for problem in problems:
        assert problem.path == "content/site.toml"
        assert problem.line == 3, problem
        assert 1 <= problem.column <= len(lines[2]) + 1


@FEW
@given(st.lists(st.tuples(st.sampled_from(["title", "slug", "date", "draft", "titel", "a"]), JSON), max_size=4))
def test_front_matter_is_read_or_has_places(pairs: list[tuple[str, object]]) -> None:
    head = "".join(f"{key}: {json.dumps(value)}\n" for key, value in pairs)
    source = source_of("content/chapters/a.md", f"---\n{head}---\nText.\n".encode())
    matter, _, body, problems = read_front_matter(source, FrontMatter, FrontMatter())
    assert body.count("\n") == source.text.count("\n")
    assert matter is not None
    for problem in problems:
        assert 1 <= problem.line <= len(pairs) + 2
        assert problem.message


FIELDS = [
    "author",
    "title",
    "journal",
    "publisher",
    "year",
    "pages",
    "doi",
    "url",
    "note",
    "editor",
    "booktitle",
    "month",
]
KINDS = ["article", "book", "inproceedings", "thesis", "report", "misc", "online", "unpublished", "unknown"]
FORMS = ["{{{0}}}", '"{0}"', "{{{{{0}}}}}"]
TEXTS = [
    "Bee, Anna",
    "On \\emph{E. coli}",
    "1999",
    "10.1000/a_b",
    "{\\AA}sa \\& Co",
    "12--34",
    "A and B",
    "50\\% of $x^2$",
]
ADDRESSES = {"doi": "10.1000/a_b", "url": "https://a.b/c%20d"}
ENTRY = st.tuples(
    st.sampled_from(KINDS),
    st.dictionaries(st.sampled_from(FIELDS), st.tuples(st.sampled_from(FORMS), st.sampled_from(TEXTS)), max_size=6),
)


@settings(FEW, max_examples=3, phases=[Phase.generate])
@given(st.lists(ENTRY, min_size=18, max_size=18))
def test_a_bibtex_entry_is_printed_or_warned_about(
    author: Author, entries: list[tuple[str, dict[str, tuple[str, str]]]]
) -> None:
    lines = []
    for number, (kind, fields) in enumerate(entries):
        texts = {name: form.format(ADDRESSES.get(name, text)) for name, (form, text) in fields.items()}
        lines.append(f"@{kind}{{k{number}, {', '.join(f'{name} = {text}' for name, text in texts.items())}}}")
    author.write({"content/works.bib": "\n".join(lines)})
    author.settings('bibliography = ["works.bib"]\n')
    author.chapter("\n" + "\n\n".join(f"See [@k{number}]." for number in range(len(entries))))
    built = author.build()
    assert {problem["severity"] for problem in built.problems} <= {"warning"}
    page = unescape(built.page("references.html"))
    warned = {problem["line"] for problem in built.problems if problem["path"] == "content/works.bib"}
    for number, (_, fields) in enumerate(entries):
        assert f'id="k{number}"' in page or f"k{number}" in page
        assert "title" in fields or number + 1 in warned, lines[number]
    assert "\\emph" not in page
    assert "\\AA" not in page


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
def test_a_picture_that_is_cut_off_is_an_error_at_its_place(author: Author, kind: str) -> None:
    from PIL import Image

    stream = io.BytesIO()
    Image.new("RGB", (40, 30), (200, 10, 10)).save(stream, kind)
    suffix, content = kind.lower(), stream.getvalue()
    sizes = [len(content), *range(0, min(len(content), 60), 20)]
    author.write({f"content/chapters/p{size}.{suffix}": content[:size] for size in sizes})
    author.chapter("".join(f"\n![A picture.](p{size}.{suffix})\n" for size in sizes))
    problems = author.build().problems
    assert {problem["line"] for problem in problems} == {6 + 2 * number for number in range(1, len(sizes))} | set()
    assert {problem["path"] for problem in problems} == {"content/chapters/index.md"}
