"""Words of a page by level, as in the report of `build --json`."""

from __future__ import annotations

from site_builder.cache.results import Memo
from site_builder.pipeline.build import build_files
from tests.site_builder.conftest import Make

CHAPTER = """# The tides

One *two* three^[In a note: ::value[facts.highest] m.] ::value[facts.waves]{,} — five.[^more]

| six | seven |
|-----|-------|
| 8th | nine  |

:::chart{#day name=heights}
Four words of caption.
:::

:::widget{#boat name=boat}
Only for readers without scripts.
:::

:::depth-2{title="Not counted"}
It is $x$ deeper.

:::depth-3
Code.
:::

Back again.
:::

:::html
<p>Raw words</p>
:::

:::when{given=contact}
Nobody sees this.
:::

```python
not = "prose"
```

[^more]: Two words.
"""


def test_words_are_counted_by_depth(make_project: Make, memo: Memo) -> None:
    report = build_files(make_project(files={"content/chapters/tides.md": CHAPTER}), memo).report
    words = {page["path"]: page.get("words") for page in report["pages"]}
    captions = {"count": 2, "mean": 5.0}  # that of the chart above, and that of the widget in site.toml
    expected = {"story": 13, "depth_2": 6, "depth_3": 1, "notes": 7, "captions": captions}
    assert words["tides.html"] == expected
    assert words["index.html"]["captions"] == {"count": 0, "mean": 0}
    assert words["glossary.html"] is None
    assert report["words"] == {**expected, "story": 13 + words["index.html"]["story"]}
