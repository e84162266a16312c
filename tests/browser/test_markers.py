"""Texts of authors and of their data stay texts: a script planted in every field has no effect in a browser."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.projects import site_of
from tests.browser.server import pages_of, static_host

ROOT = Path(__file__).resolve().parents[2]
MARK = "\"'><img src=x onerror=window.pwned=1><script>window.pwned=1</script>"
# In prose the same is refused; as words its signs are escaped.
WORDS = "x" + MARK.replace("<", "\\<").replace('"', "").replace("'", "")
# How each language of a project writes the mark.
WRITTEN = {
    "@TOML@": '"' + MARK.replace('"', '\\"') + '"',
    "@YAML@": "'" + MARK.replace("'", "''") + "'",
    "@XML@": MARK.replace("<", "&lt;"),
    "@WORDS@": WORDS,
    "@PYTHON@": repr(MARK),
    "@MARK@": MARK,
}
FILES = {
    "content/site.toml": """
title = @TOML@
description = @TOML@
language = "en"
authors = [@TOML@]
url = "https://example.org/site/"
chapters = ["index.md", "other.md"]
bibliography = ["works.bib"]
[data]
command = "python make.py"
[charts.drawn]
function = "drawn.drawn"
data = ["table"]
alt = '@WORDS@'
caption = "A chart."
[widgets.shown]
data = ["table"]
alt = '@WORDS@'
caption = "A widget."
[search]
@TOML@ = "other.md"
""",
    "make.py": """
import pandas as pd

from site_builder import publish

MARK = @PYTHON@
publish(
    table=pd.DataFrame({"x": [1, 2], MARK: [MARK, "b"], "word": [MARK, "b"]}),
    units={"table.x": MARK},
    descriptions={"table": MARK, "table.x": MARK},
)
""",
    "content/works.bib": """@book{bee, author={{@MARK@}}, title={@MARK@}, year=1999, publisher={@MARK@}, note={@MARK@}}
""",
    "content/charts/drawn.py": """
import altair as alt

MARK = @PYTHON@


def drawn(frame):
    return alt.Chart(frame, title=MARK).mark_point().encode(
        x=alt.X("x:Q", title=MARK),
        y=alt.Y("word:N", title=MARK),
        color=alt.Color("word:N", title=MARK),
        tooltip=["word:N"],
    )
""",
    "content/explorables/twice.py": """
from xml.sax.saxutils import escape

from site_builder.explore import choice, slider

MARK = @PYTHON@
n = slider(1, 3, start=2, label=MARK)
way = choice([MARK, "plain"], label=MARK)
alt = "A circle."
caption = "Twice a number."


def numbers(n, way):
    return {"double": 2 * n}


def table(n, way):
    return {MARK: [way, MARK], "n": [n, n]}


def picture(n, way):
    return f"<svg viewBox='0 0 99 99'><text x='9' y='9'>{escape(MARK)}</text><circle r='{n}'/></svg>"


sentence = "It is {double}."
""",
    "content/concepts/term.md": "---\nterm: @YAML@\nshort: '@WORDS@'\n---\n@WORDS@\n",
    "static/js/site/widgets/shown.js": """
export const view = (state, data) => `<p>${data.table.word[0].replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</p>`;
export function mount() {}
""",
    "content/files/notes.txt": "@MARK@",
    "content/chapters/boat.svg": "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><text>@XML@</text></svg>",
    "content/chapters/other.md": """---
title: 'x @WORDS@'
description: '@WORDS@'
---
## @WORDS@

`@MARK@`

```html title=x
@MARK@
```
""",
    "content/chapters/index.md": """---
title: Marks
description: Marks.
---
@WORDS@ ::concept[@WORDS@]{term} [@bee] ::value[table.word x=1] a note[^n].

[^n]: @WORDS@

![@WORDS@](boat.svg "A boat.")

:::chart{#drawn name=drawn}
@WORDS@
:::

:::explore{name=twice}
:::

:::widget{#shown name=shown}
@WORDS@
:::

:::table{#all data=table}
@WORDS@
:::

:::listing{file=content/files/notes.txt title="@WORDS@"}
:::

:::note{title="@WORDS@"}
@WORDS@
:::

[@WORDS@](other.md) [file](files/notes.txt)

:::datasets
:::
""",
}


# Opens popovers, tooltips and blocks, and presses what figures have.
TOUCH_ALL = """() => {
  for (const one of document.querySelectorAll("a, summary, input, select, button, [tabindex]")) {
    one.dispatchEvent(new PointerEvent("pointerenter", {bubbles: true}));
    one.dispatchEvent(new MouseEvent("mouseover", {bubbles: true}));
    one.focus?.();
    if (!one.matches("a, [popovertarget], .search-open")) one.click();
  }
}"""


def write(project: Path) -> None:
    """Write the project with the mark in every field."""
    for path, text in FILES.items():
        for name, written in WRITTEN.items():
            text = text.replace(name, written)
        (project / path).parent.mkdir(parents=True, exist_ok=True)
        (project / path).write_text(text, encoding="utf-8")


# Failed images raise events in the order of the requests: ours is the last.
AT_LAST = """() => new Promise(resolve => {
  const last = new Image();
  last.onerror = resolve;
  last.src = "none-at-last";
  document.body?.append(last) ?? resolve();
})"""


def test_a_script_in_every_field_has_no_effect(monkeypatch: pytest.MonkeyPatch, browser: Browser) -> None:
    """The policy of the pages, which would stop it, is put out of action."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setenv("PATH", os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    site = site_of("markers", write)
    pages = pages_of(site)
    pages += [file.relative_to(site).as_posix() for file in site.rglob("*.html") if file.parent != site]
    assert {"index.html", "other.html", "glossary.html", "references.html"} <= {*pages}
    assert any(name.startswith("embed/") for name in pages)
    pages += [file.relative_to(site).as_posix() for file in site.rglob("*.svg")]
    context = browser.new_context(bypass_csp=True)
    page = context.new_page()
    with static_host(site) as host:
        for name in pages:
            page.goto(host + name)
            page.evaluate(TOUCH_ALL)
            page.mouse.move(200, 200)
            if name.endswith(".html"):
                page.wait_for_load_state("networkidle")
                page.evaluate(AT_LAST)
            assert page.evaluate("window.pwned") is None, name
        page.goto(host)
        page.keyboard.press("/")
        page.locator("dialog input").fill("window pwned")
        expect(page.locator(".search-results a").first).to_be_visible()
        page.evaluate(AT_LAST)
        assert page.evaluate("window.pwned") is None, "in the results of the search"
    context.close()
