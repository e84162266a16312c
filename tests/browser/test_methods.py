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
from tests.browser.ways import find_row, press

OpenPage = Callable[..., Page]
PAGE = "methods.html"


def manifest() -> dict[str, dict[str, object]]:
    """Return the manifest's entries of the published data sets."""
    sets = json.loads((ROOT / "build" / "data" / "manifest.json").read_bytes())["sets"]
    return {name: told for name, told in sets.items() if told["kind"] != "test"}


def test_every_data_set_is_listed_once_and_opens_to_its_schema(open_page: OpenPage) -> None:
    page = open_page(PAGE)
    names = page.locator(".datasets > li summary b").all_text_contents()
    assert sorted(names) == sorted(manifest())
    differences = page.locator("#verified li data")
    assert differences.count() >= 7
    told = [float(value) for value in differences.evaluate_all("all => all.map(one => one.value)")]
    assert find_row("verification", identity="mean")["difference"] in told
    assert max(told) < 1e-8

    described = manifest()["optimal_distribution"]
    line = page.locator("#data-optimal_distribution")
    expect(line.locator("dl")).to_be_hidden()
    press(page, line.locator("summary"), "keyboard")
    assert isinstance(described["columns"], list)
    expect(line.locator("dt")).to_contain_text([column["name"] for column in described["columns"]])
    expect(line.locator("dd").first).to_have_text(described["columns"][0]["description"])
    expect(line.locator("code")).to_have_text(str(described["sha256"]))
    expect(line).to_contain_text(f"{described['rows']:,} rows")

    group = page.locator(".dataset-group:has(#data-layers)")
    names = group.locator("li summary b").all_text_contents()
    expect(group.locator("> summary")).to_contain_text(f"{len(names)} data sets")
    expect(group.locator("> summary")).to_contain_text(", ".join(names))
    expect(group.locator("#data-layers")).to_be_hidden()
    press(page, group.locator("> summary"), "mouse")
    expect(group.locator("#data-layers")).to_be_visible()
    find_sets(page, "mouse")
    expect(page.locator("#data-layers")).to_be_visible()  # the reader opened its list
    expect(page.locator("#data-score_curve")).to_be_hidden()


def find_sets(page: Page, way: str) -> None:
    """Find data sets by words, and leave the field empty."""
    field = page.get_by_role("searchbox")
    field.tap() if way == "touch" else field.click()
    page.keyboard.type("joint events four")
    expect(page.locator("#data-joint_events")).to_be_visible()
    expect(page.locator("#data-float32_drift")).to_be_hidden()
    expect(page.get_by_role("heading", name="Where prices come from")).to_be_hidden()
    shown = page.locator(".datasets > li:visible")
    expect(page.locator(".dataset-filter output")).to_have_text(f"{shown.count()} of {len(manifest())} data sets")
    field.fill("the number of the day after tomorrow")
    expect(page.locator(".dataset-filter output")).to_have_text(f"0 of {len(manifest())} data sets")
    expect(page.locator(".dataset-group:visible")).to_have_count(0)
    field.fill("")
    expect(page.locator("#data-joint_events")).to_be_hidden()
    expect(page.get_by_role("heading", name="Where prices come from")).to_be_visible()


def test_data_sets_on_a_telephone(open_page: OpenPage) -> None:
    page = open_page(f"{PAGE}#data-layers", width=360, has_touch=True)  # a link to a data set opens its list
    line = page.locator("#data-layers")
    expect(line).to_be_in_viewport()
    expect(line.locator("dl")).to_be_hidden()
    press(page, line.locator("summary"), "touch")
    expect(line.locator("dl")).to_be_visible()
    find_sets(page, "touch")


@pytest.mark.parametrize("scripting", [True, False])
def test_files_are_downloaded_as_they_were_computed(open_page: OpenPage, tmp_path: Path, scripting: bool) -> None:
    page = open_page(PAGE, java_script_enabled=scripting, accept_downloads=True)
    expect(page.locator(".dataset-filter")).to_be_visible(visible=scripting)  # no field is offered in vain
    page.locator(".dataset-group:has(#data-score_curve) > summary").click()
    line = page.locator("#data-score_curve")
    line.locator("summary").click()
    expect(line.locator("dl")).to_be_visible()
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
