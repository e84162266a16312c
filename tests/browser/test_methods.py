"""The page on methods: every data set can be found, opened and taken home, with and without JavaScript."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pyarrow.ipc
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import ROOT
from tests.browser.test_figures import rows
from tests.browser.ways import PRESSES, WAYS, find_row, press

OpenPage = Callable[..., Page]
PAGE = "methods.html"


def manifest() -> dict[str, dict[str, object]]:
    """Return what the manifest tells of the data sets that are published."""
    sets = json.loads((ROOT / "build" / "data" / "manifest.json").read_bytes())["sets"]
    return {name: told for name, told in sets.items() if told["kind"] != "test"}


def test_every_data_set_is_listed_once(open_page: OpenPage) -> None:
    page = open_page(PAGE)
    names = page.locator(".datasets > li summary b").all_text_contents()
    assert sorted(names) == sorted(manifest())


@pytest.mark.parametrize("way", PRESSES)
def test_a_line_opens_to_its_schema(open_page: OpenPage, way: str) -> None:
    page = open_page(PAGE, width=360 if way == "touch" else 1280, has_touch=way == "touch")
    told = manifest()["optimal_distribution"]
    line = page.locator("#data-optimal_distribution")
    expect(line.locator("dl")).to_be_hidden()
    press(page, line.locator("summary"), way)
    assert isinstance(told["columns"], list)
    expect(line.locator("dt")).to_contain_text([column["name"] for column in told["columns"]])
    expect(line.locator("dd").first).to_have_text(told["columns"][0]["description"])
    expect(line.locator("code")).to_have_text(str(told["sha256"]))
    expect(line).to_contain_text(f"{told['rows']:,} rows")


@pytest.mark.parametrize("way", PRESSES)
def test_folded_lists_tell_their_sets_and_open(open_page: OpenPage, way: str) -> None:
    page = open_page(PAGE, width=360 if way == "touch" else 1280, has_touch=way == "touch")
    group = page.locator(".dataset-group:has(#data-layers)")
    names = group.locator("li summary b").all_text_contents()
    expect(group.locator("> summary")).to_contain_text(f"{len(names)} data sets")
    expect(group.locator("> summary")).to_contain_text(", ".join(names))
    expect(group.locator("#data-layers")).to_be_hidden()
    press(page, group.locator("> summary"), way)
    expect(group.locator("#data-layers")).to_be_visible()


def test_a_list_that_the_reader_opened_stays_open(open_page: OpenPage) -> None:
    page = open_page(PAGE)
    page.locator(".dataset-group:has(#data-layers) > summary").click()
    page.get_by_role("searchbox").fill("layers")
    page.get_by_role("searchbox").fill("")
    expect(page.locator("#data-layers")).to_be_visible()
    expect(page.locator("#data-score_curve")).to_be_hidden()


def test_a_link_to_a_data_set_opens_its_list(open_page: OpenPage) -> None:
    page = open_page(f"{PAGE}#data-layers")
    expect(page.locator("#data-layers")).to_be_in_viewport()


@pytest.mark.parametrize("scripting", [True, False])
def test_files_are_downloaded_as_they_were_computed(open_page: OpenPage, tmp_path: Path, scripting: bool) -> None:
    page = open_page(PAGE, java_script_enabled=scripting, accept_downloads=True)
    page.locator(".dataset-group:has(#data-score_curve) > summary").click()
    line = page.locator("#data-score_curve")
    saved = {}
    for label in ("Arrow", "CSV"):
        with page.expect_download() as waiting:
            line.get_by_role("link", name=label).click()
        saved[label] = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(saved[label])
    assert [path.name for path in saved.values()] == ["score_curve.arrow", "score_curve.csv"]
    assert hashlib.sha256(saved["Arrow"].read_bytes()).hexdigest() == manifest()["score_curve"]["sha256"]
    with pyarrow.ipc.open_file(saved["Arrow"]) as file:
        assert file.read_all().to_pylist() == rows("score_curve")
    lines = saved["CSV"].read_text().splitlines()
    assert len(lines) == len(rows("score_curve")) + 1
    first = rows("score_curve")[0]
    assert lines[1] == ",".join(str(value) for value in first.values())


@pytest.mark.parametrize("way", WAYS)
def test_words_find_data_sets(open_page: OpenPage, way: str) -> None:
    page = open_page(PAGE, width=360 if way == "touch" else 1280, has_touch=way == "touch")
    field = page.get_by_role("searchbox")
    if way == "touch":
        field.tap()
    elif way == "mouse":
        field.click()
    else:
        field.focus()
    page.keyboard.type("joint events four")
    expect(page.locator("#data-joint_events")).to_be_visible()
    expect(page.locator("#data-float32_drift")).to_be_hidden()
    expect(page.get_by_role("heading", name="Where prices come from")).to_be_hidden()
    shown = page.locator(".datasets > li:visible")
    expect(page.locator(".dataset-filter output")).to_have_text(f"{shown.count()} of {len(manifest())} data sets")
    field.fill("")
    expect(page.locator("#data-joint_events")).to_be_hidden()
    expect(page.get_by_role("heading", name="Where prices come from")).to_be_visible()
    field.fill("the number of the day after tomorrow")
    expect(page.locator(".dataset-filter output")).to_have_text(f"0 of {len(manifest())} data sets")
    expect(page.locator(".dataset-group:visible")).to_have_count(0)


def test_without_javascript_no_field_is_offered(open_page: OpenPage) -> None:
    page = open_page(PAGE, java_script_enabled=False)
    expect(page.locator(".dataset-filter")).to_be_hidden()
    page.locator(".dataset-group:has(#data-layers) > summary").click()
    page.locator("#data-layers summary").click()
    expect(page.locator("#data-layers dl")).to_be_visible()


def test_identities_stand_in_the_text(open_page: OpenPage) -> None:
    page = open_page(PAGE)
    differences = page.locator("#verified li data")
    assert differences.count() >= 7
    told = [float(value) for value in differences.evaluate_all("all => all.map(one => one.value)")]
    assert find_row("verification", identity="mean")["difference"] in told
    assert max(told) < 1e-8
