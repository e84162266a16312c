"""Explorables in whole builds: identical bytes every time, sizes by part, and a budget with a suggestion."""

from __future__ import annotations

from pathlib import Path

import pytest

from site_builder.cache.results import Memo
from site_builder.checks.weights import check_weights
from site_builder.explorables.evaluate import evaluate
from site_builder.explorables.load import asked_by_picture, read_sources
from site_builder.explorables.model import compressed_size, fewer_stops
from site_builder.explorables.page_data import Explorable, packed_pictures, picture_files, texts_of
from site_builder.explore.parameters import choice, slider
from site_builder.pipeline import publish
from site_builder.pipeline.build import build_files
from tests.site_builder.conftest import Make, keep_apart
from tests.site_builder.explorables.conftest import MakeOrder, make_order

__all__ = ["make_order"]

BARS = """
import altair as alt
from site_builder.explore import slider

depth = slider(1, 4, label="Depth")


def picture(depth):
    rows = [{"n": n, "share": n * depth} for n in range(4)]
    return alt.Chart(alt.Data(values=rows)).mark_bar(clip=True).encode(x="n:O", y="share:Q")
"""


def test_built_twice_from_nothing_the_bytes_are_equal_and_the_parts_are_weighed(
    make_project: Make, memo: Memo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = make_project("explore-good", {"content/explorables/bars.py": BARS})
    with (project / "content" / "chapters" / "tides.md").open("a") as stream:
        stream.write("\n:::explore{#bars name=bars still=depth=3}\n:::\n")
    with (project / "content" / "site.toml").open("a") as stream:
        stream.write('\n[redirects]\n"embed/tides-boat.html" = "tides.md"\n')
    built = []
    for folder in ("one", "two"):
        keep_apart(monkeypatch, tmp_path / folder)
        memo._kept = {key: entry for key, entry in memo._kept.items() if key[0] not in ("explorable", "body")}
        built.append(build_files(project, memo, url="https://example.org/harbour/"))
    one, two = built
    assert not one.errors, one.errors
    assert one.files == two.files
    embeds = {f"embed/tides-{name}.html" for name in ("port", "way", "bars", "boat")}
    assert {path for path in one.files if path.startswith("embed/")} == embeds
    embedded = one.files["embed/tides-port.html"].decode()
    assert '<link rel="canonical" href="https://example.org/harbour/tides.html">' in embedded
    assert '<meta name="robots" content="noindex">' in embedded
    assert 'data-module="../assets/explore-' in embedded
    assert "embed/" not in one.files["sitemap.xml"].decode()
    weights = {weight["name"]: weight["parts"] for weight in one.report["explorables"]}
    assert {part: found["states"] for part, found in weights["port"].items()} == {
        "numbers": 5, "sentence": 30, "alt_text": 5, "table": 6, "picture all": 10,
    }  # fmt: skip
    (wide,) = (content for path, content in one.files.items() if "explore-bars-wide-" in path)
    assert weights["bars"]["picture wide"]["bytes"] == len(wide)
    assert one.files["data/explore-port.csv"].startswith(b"depth,keel,rows\n1.0,0.5,8\n")


def test_only_a_first_build_starts_workers_in_advance(
    make_project: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Path] = []
    monkeypatch.setattr(publish, "start_workers", started.append)
    keep_apart(monkeypatch, tmp_path / "cache")
    project = make_project("explore-good")
    for out in ("site", "site", "other"):
        publish.build_site(project, tmp_path / out)
    assert started == [project]


def test_an_exceeded_budget_names_the_parameter_to_coarsen(make_order: MakeOrder) -> None:
    order = make_order(BARS)
    explorable = Explorable(evaluate(order, lambda call, done, of: None))
    weights = [{"name": "shop", "parts": {"picture wide": {"states": 4, "bytes": 900, "gzip_bytes": 600}}}]
    assert check_weights(order.project, {"shop": explorable}, weights, {"explorable": 600}) == []
    (problem,) = check_weights(order.project, {"shop": explorable}, weights, {"explorable": 599})
    assert (problem.path, problem.line, problem.column) == ("content/explorables/shop.py", 8, 1)
    assert problem.source == "def picture(depth):"
    assert "picture(depth) has 4 states, 600 bytes" in problem.message
    size = compressed_size(packed_pictures(texts_of(explorable.found, "wide")[::3]))
    # A step of 2 does not lead from 1 to 4.
    assert f"'depth' has 4 stops: with step=3 it would be about {size:,} bytes" in problem.suggestion
    assert "[budgets]" in problem.suggestion


@pytest.mark.parametrize(("parameter", "kept", "words"), [
    (slider(5, 95, step=5, start=15), [5, 15, 25, 35, 45, 55, 65, 75, 85, 95], "step=10"),
    (slider(5, 50, step=5, start=20), [5, 20, 35, 50], "step=15"),
    (slider(5, 45, step=5, start=20), [5, 10, 20, 30, 40, 45], "6 of them"),
    (choice(["a", "b", "c"], start="c"), ["a", "c"], "2 of them"),
])  # fmt: skip
def test_fewer_stops_are_declarable_and_hold_both_ends_and_the_start(parameter, kept, words) -> None:
    stops, said = fewer_stops(parameter)
    assert [parameter.stops[stop].value for stop in sorted(stops)] == kept
    assert words in said


def test_pictures_of_many_states_are_split_by_one_parameter(make_order: MakeOrder) -> None:
    code = (
        'from site_builder.explore import choice, slider\na = slider(1, 4)\nb = choice(["x", "y"])\n'
        'def picture(a, b):\n    return f\'<svg viewBox="0 0 9 9"><text x="{a}">{b}</text></svg>\'\n'
    )
    found = evaluate(make_order(code), lambda call, done, of: None)
    (whole,) = picture_files(found)
    assert found.pictures == (whole,)
    (split,) = picture_files(found, most=4)
    assert (whole.by, len(whole.files)) == ("", 1)
    assert (split.by, len(split.files)) == ("b", 2)
    assert all(path.startswith("assets/explore-shop-all-") for path, _ in split.files)
    assert b">x<" in split.files[0][1]
    assert b">y<" not in split.files[0][1]


def test_a_state_may_be_the_value_of_a_data_set(make_project: Make, memo: Memo) -> None:
    project = make_project("explore-good", {})
    with (project / "content" / "chapters" / "tides.md").open("a") as stream:
        stream.write(
            ':::steps{#noon figure=port}\n:::step{depth="::value[tides.height port=Northhaven hour=12]"}\nLow.\n:::\n'
            ':::step{state="night-on.depth-::value[constants.keel]"}\nDark.\n:::\n:::\n\n'
            '::set[Low]{figure=port depth="::value[tides.height port=Northhaven hour=12]" kind=flood} and '
            '::set[dark]{figure=port state="depth-::value[constants.keel].night-on"}.\n'
        )
    settings = project / "content" / "site.toml"
    settings.write_text(settings.read_text().replace("[constants]", "[constants]\nkeel = 3.0"))
    built = build_files(project, memo, complete=False)
    assert not built.errors, built.errors
    page = built.files["tides.html"].decode()
    for state in ("depth-1.5", "night-on.depth-3"):
        assert f'data-state="{state}"' in page
    assert 'href="?port=~depth-1.5.kind-flood#port"' in page
    assert 'href="?port=depth-3.night-on#port"' in page


@pytest.mark.parametrize(
    ("code", "asked"),
    [(BARS, 1), (BARS.replace("(depth)", "(depth, keel, rows)"), 3), ('sentence = "{a} {b}"', 0), ("def picture(", 0)],
)
def test_states_asked_by_a_picture_are_counted(tmp_path: Path, code: str, asked: int) -> None:
    file = tmp_path / "content" / "explorables" / "bars.py"
    file.parent.mkdir(parents=True)
    file.write_text(code)
    assert asked_by_picture(read_sources(tmp_path, "bars")) == asked


@pytest.mark.parametrize(
    ("sentence", "written"),
    [
        ("At {depth} of 4 it is **{depth}.5**.", "At {depth} of 4 it is <strong>{depth}.5</strong>."),
        ("See [{depth} of 4](https://example.org/9{depth}).", '"https://example.org/9{depth}"'),
        ("&#6{depth}; is a letter of {depth}.", "{letter} is a letter of {depth}."),
    ],
)
def test_sentences_that_differ_in_digits_keep_their_own(
    make_project: Make, memo: Memo, sentence: str, written: str
) -> None:
    source = (
        f'from site_builder.explore import slider\n\ndepth = slider(5, 8, label="Depth")\nsentence = "{sentence}"\n'
    )
    project = make_project("explore-good", {"content/explorables/said.py": source})
    steps = "".join(f":::step{{depth={depth}}}\nWords.\n:::\n" for depth in range(5, 9))
    with (project / "content" / "chapters" / "tides.md").open("a") as stream:
        stream.write(f"\n:::steps{{figure=said}}\n{steps}:::\n")
    built = build_files(project, memo, complete=False)
    assert not built.errors, built.errors
    page = built.files["tides.html"].decode()
    for depth in range(5, 9):
        assert written.format(depth=depth, letter=chr(60 + depth)) in page, depth
