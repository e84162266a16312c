import gzip
import random

import pytest

from site_builder.checks.weights import Budgets, Scale, check, known_budgets


def noise(size: int, seed: int = 0) -> str:
    return random.Random(seed).randbytes(size // 2).hex()


def weight(content: bytes) -> int:
    return len(gzip.compress(content, 9, mtime=0))


FILES = {
    "index.html": (
        b'<html><head><link rel="stylesheet" href="assets/site.css"><script src="assets/early.js"></script>'
        b'<script type="module" src="assets/main.js?v=1"></script></head>'
        b'<body><figure class="widget" data-module="assets/dial.js"></figure></body></html>'
    ),
    "assets/site.css": b'@font-face{src:url(./roman.woff2)}@font-face{src:url("./italic.woff2")}',
    "assets/roman.woff2": b"r" * 100,
    "assets/italic.woff2": b"i" * 50,
    "assets/early.js": b"early()",
    "assets/main.js": b'import{a}from"./shared.js";import"./deep.js";a();import("./later.js")',
    "assets/shared.js": b'import*as d from"./deep.js";export const a=d;',
    "assets/deep.js": b"export{}",
    "assets/later.js": noise(400_000).encode(),
    "assets/dial.js": b'export{b}from"./own.js";import"./shared.js"',
    "assets/own.js": b"export const b=1",
}
PAGES = {"index.html": "content/chapters/index.md"}


def test_the_size_of_a_page_includes_what_it_loads_at_once():
    page = Scale(FILES).page("index.html")
    assert set(page.scripts) == {"assets/early.js", "assets/main.js", "assets/shared.js", "assets/deep.js"}
    assert page.scripts["assets/main.js"] == weight(FILES["assets/main.js"])
    assert page.fonts == {"assets/italic.woff2": 50, "assets/roman.woff2": 100}
    own = weight(FILES["assets/dial.js"]) + weight(FILES["assets/own.js"])
    assert page.widgets == {"assets/dial.js": own}
    parts = [page.html, *page.styles.values(), *page.scripts.values()]
    assert page.first_load == sum(parts)


def test_a_light_site_has_no_problem():
    assert check(FILES, PAGES) == []


@pytest.mark.parametrize(
    ("changed", "budget", "told"),
    [
        ({"assets/site.css": noise(160_000).encode()}, "first_load", "assets/site.css: "),
        ({"assets/deep.js": noise(24_000).encode()}, "early_scripts", "assets/deep.js: "),
        ({"assets/early.js": b"e();" * 300}, "blocking_script", "blocks painting"),
        ({"assets/roman.woff2": b"r" * 90_000}, "fonts", "assets/roman.woff2: 90,000"),
        ({"assets/own.js": noise(60_000).encode()}, "widget", "assets/dial.js"),
        ({"data/values.arrow.gz": b"v" * 1_200_001}, "data_file", "1 over the budget of 1,200,000"),
    ],
)
def test_each_budget_is_enforced(changed, budget, told):
    problems = check({**FILES, **changed}, PAGES)
    assert [budget in problem.suggestion for problem in problems] == [True]
    assert told in problems[0].message
    assert problems[0].severity == "error"
    assert problems[0].path == ("content/site.toml" if budget == "data_file" else "content/chapters/index.md")


def test_no_page_waits_for_a_script_that_is_async():
    page = FILES["index.html"].replace(
        b'<script src="assets/early.js">', b'<script async="async" src="assets/early.js">'
    )
    assert page != FILES["index.html"]
    assert Scale({**FILES, "index.html": page, "assets/early.js": b"e();" * 300}).largest_blocking("index.html") == 0


def test_site_toml_may_set_another_limit():
    assert set(known_budgets()) == set(Budgets.__dataclass_fields__)
    assert len(check(FILES, PAGES, {"fonts": 149})) == 1
    assert check(FILES, PAGES, {"fonts": 150}) == []


def test_pages_in_folders_find_their_files():
    files = {"a/b.html": FILES["index.html"].replace(b"assets/", b"../assets/")}
    assert Scale({**FILES, **files}).page("a/b.html").fonts["assets/roman.woff2"] == 100
