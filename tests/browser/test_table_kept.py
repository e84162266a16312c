"""What happens to a running game when its browser, host or page changes under it: nothing is lost, and it is said."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.browser.chromium import PATIENCE_MS
from tests.browser.server import static_host
from tests.browser.test_table import PHONE, kept, sit_down

OpenPage = Callable[..., Page]
CLOSED_STORAGE = """IDBFactory.prototype.open = () => {
    throw new DOMException('The user has denied it', 'SecurityError');
}"""
CONTROLLED = """async () => {
    const {serviceWorker} = navigator;
    const come = resolve => serviceWorker.addEventListener('controllerchange', resolve, {once: true});
    if (serviceWorker.controller === null) await new Promise(come);
}"""


def test_storage_that_is_emptied_or_closed(open_page: OpenPage) -> None:
    page = open_page("table.html?lang=en", apart=True, **PHONE)
    sit_down(page, "pen")
    # Emptied in the middle, by another page or by the browser: the next tap keeps the whole game again.
    before = kept(page)
    page.evaluate("localStorage.clear()")
    page.locator("[data-press=die-0]").tap()
    expect(page.locator("[data-press=die-0]")).to_have_attribute("aria-pressed", "true")
    after = kept(page)
    assert after["events"] == before["events"]
    page.reload()
    expect(page.locator("[data-press=die-0]")).to_have_attribute("aria-pressed", "true")
    assert kept(page) == after
    # Closed from the beginning, as in private windows of some browsers: a sentence, and the game goes on.
    page.context.add_init_script(CLOSED_STORAGE)
    page.reload()
    sit_down(page, "pen")
    expect(page.locator(".table-problem")).to_contain_text("keeps nothing")
    page.locator("[data-press=die-0]").tap()
    expect(page.locator("[data-press=die-0]")).to_have_attribute("aria-pressed", "true")


def own_copy(site: Path, folder: Path) -> Path:
    """Return a copy of a site of which files can be replaced; what stays takes no room."""
    shutil.copytree(site, folder, copy_function=os.link)
    return folder


def replace(path: Path, content: bytes) -> None:
    """Replace a file of a copy."""
    path.unlink()
    path.write_bytes(content)


def publish_anew(site: Path) -> None:
    """Publish a version of the site whose table has another word, and whose values have another name."""
    page = site / "table.html"
    replace(page, page.read_bytes().replace(b"Who plays, and how", b"Who plays now"))
    (values,) = (site / "data").glob("values-scandinavian-*.arrow.gz")
    values.unlink()
    worker = site / "app-worker.js"
    text = worker.read_text("utf-8")
    found = re.search(r"files:(\[\[.*?\]\])", text)
    assert found is not None
    files = [
        [path, hashlib.sha256(page.read_bytes()).hexdigest()[: len(digest)] if path == page.name else digest]
        for path, digest in json.loads(found[1])
        if not path.startswith("data/")
    ]
    text = text.replace(found[1], json.dumps(files))
    replace(worker, re.sub(r'version:"\w+"', 'version:"another"', text).encode())


def test_a_new_version_while_a_game_is_played(browser: Browser, site: Path, tmp_path: Path) -> None:
    own = own_copy(site, tmp_path / "site")
    options: dict[str, Any] = {name: value for name, value in PHONE.items() if name not in ("width", "height")}
    options["viewport"] = {name: PHONE[name] for name in ("width", "height")}
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    with static_host(own) as address:
        page.goto(f"{address}table.html?lang=en")
        page.evaluate(CONTROLLED)
        sit_down(page, "peek")
        before = kept(page)
        publish_anew(own)
        page.evaluate("async () => (await navigator.serviceWorker.ready).update()")
        news = page.locator(".app-news")
        expect(news).to_contain_text("A newer version is here")
        news.get_by_role("button", name="Close").tap()
        expect(news).to_have_count(0)
        # The game goes on with the values of its own version, which the host does not have any more.
        assert kept(page) == before
        page.locator("[data-press=peek]").tap()
        expect(page.locator(".table-options li")).not_to_have_count(0)
        page.locator("[data-press=die-0]").tap()
        expect(page.locator("[data-press=die-0]")).to_have_attribute("aria-pressed", "true")
        page.reload()
        expect(page.locator("[data-press=die-0]")).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#players")).to_contain_text("Who plays, and how")
        context.close()
        # Who keeps nothing on the device has an old page beside new values: the score is kept, and it is said.
        context = browser.new_context(service_workers="block", **options)
        page = context.new_page()
        page.goto(f"{address}table.html?lang=en")
        sit_down(page, "peek")
        expect(page.locator(".table-problem")).to_contain_text("belong to another version of this page")
        page.locator("[data-press=die-0]").tap()
        expect(page.locator("[data-press=die-0]")).to_have_attribute("aria-pressed", "true")
        context.close()


# Gzipped bytes of all that a device keeps, a little over what they are; those of scripts are a budget of the build.
# The aim for scripts is 60,000.
MOST_KEPT = {"scripts": 83_000, "values": 935_000, "rest": 98_500}


def test_what_a_device_keeps_is_light(site: Path) -> None:
    worker = (site / "app-worker.js").read_text("utf-8")
    weights = dict.fromkeys(MOST_KEPT, 0)
    for path in ["app-worker.js", *re.findall(r'\["([^"]+)","[0-9a-f]{16}"\]', worker)]:
        is_value = path.startswith("data/") and not path.endswith(".json")
        kind = "scripts" if path.endswith(".js") else "values" if is_value else "rest"
        weights[kind] += len(gzip.compress((site / path).read_bytes(), mtime=0))
    assert all(0 < weights[kind] <= most for kind, most in MOST_KEPT.items()), weights
