"""Texts of a project's own: published for widgets that list them, without comments."""

from __future__ import annotations

import html
import json
import re

from site_builder.assets.texts import read_texts
from tests.site_builder.conftest import SITES, Build, Make

SETTINGS = (SITES / "_base" / "content" / "site.toml").read_text(encoding="utf-8")
TEXTS = '{\n  "afloat": "Den flyter, {name}.",\n  "deep": ["ø", null]\n}\n'


def test_a_widget_fetches_the_texts_that_it_lists(make_project: Make, build: Build) -> None:
    asking = SETTINGS.replace("state = {hour = 6}", 'state = {hour = 6}\nfiles = ["boat-nb.json"]')
    project = make_project(
        files={"content/site.toml": asking, "static/words/boat-nb.json": TEXTS, "static/words/spare.json": "no JSON"}
    )
    result = build(project)
    assert result.problems == ()
    (told,) = re.findall(r'data-files="([^"]*)"', result.files["tides.html"].decode())
    (address,) = [word for word in re.findall(r'[^"]+\.json', html.unescape(told)) if "/" in word]
    assert result.files[address].decode() == '{"afloat":"Den flyter, {name}.","deep":["ø",null]}'
    assert json.loads(result.files[address]) == json.loads(TEXTS)
    assert not [path for path in result.files if "spare" in path]


def test_texts_that_no_widget_lists_are_not_read(make_project: Make) -> None:
    project = make_project(files={"static/words/spare.json": "no JSON"})
    assert read_texts(project, ["boat-nb.json", "soundings"]) == {}
