"""Parts of a file, as listings show them."""

from __future__ import annotations

import pytest

from site_builder.assets.packages import find_engine
from site_builder.cache.fingerprint import fingerprint
from site_builder.cache.results import Memo
from site_builder.drawing.listings import excerpt
from site_builder.pipeline.build import build_files
from site_builder.problems.source import Mistake

TEXT = '''import math

LIMIT: int = 3
FIRST, SECOND = 1, 2
both = FIRST + SECOND


class Shop:
    """A shop."""

    @property
    def load(self):
        total = 0
        for customer in self.customers:
            total += customer
        return total
'''


@pytest.mark.parametrize(
    ("symbol", "begins", "ends", "expected"),
    [
        ("LIMIT", "", "", "LIMIT: int = 3\n"),
        ("both", "", "", "both = FIRST + SECOND\n"),
        ("Shop.load", "for customer", "total +=", "for customer in self.customers:\n    total += customer\n"),
        ("Shop.load", "@property", "def", "@property\ndef load(self):\n"),
        ("Shop.load", "return", "", "return total\n"),
        ("Shop.load", "", "def", "@property\ndef load(self):\n"),
        ("", "FIRST", "", "FIRST, SECOND = 1, 2\n"),
        ("", "", "", TEXT),
    ],
)
def test_excerpt(symbol, begins, ends, expected):
    assert excerpt(TEXT, symbol, begins, ends) == expected


@pytest.mark.parametrize(
    ("symbol", "begins", "ends", "option", "words"),
    [
        ("Shap", "", "", "symbol", "'Shap'"),
        ("Shop.lode", "", "", "symbol", "'Shop.lode'"),
        ("LIMIT.more", "", "", "symbol", "'LIMIT.more'"),
        ("Shop.load", "total", "", "begins", "2 lines begin with 'total'"),
        ("Shop.load", "nothing", "", "begins", "no line begins with 'nothing'"),
        ("Shop.load", "return", "total", "ends", "no line after the first begins with 'total'"),
    ],
)
def test_missing_excerpts_are_reported(symbol, begins, ends, option, words):
    with pytest.raises(Mistake, match=words) as told:
        excerpt(TEXT, symbol, begins, ends)
    assert told.value.code == option


def test_a_file_that_is_no_python_has_no_symbols():
    with pytest.raises(Mistake, match="is not valid Python"):
        excerpt("title = Why you wait\n", "title")


def test_a_listing_follows_its_file(make_project):
    """The page is rendered again when the file changes, and the site is stale."""
    listing = '# Tides\n\n:::listing{file="tools/count me.py" symbol=count}\n:::\n'
    source = "def count():\n    return {}\n"
    project = make_project(files={"content/chapters/tides.md": listing, "tools/count me.py": source.format("older")})
    memo, engine = Memo(), find_engine()
    before = build_files(project, memo, complete=False).files["tides.html"], fingerprint(project, engine)
    (project / "tools" / "count me.py").write_text(source.format("newer"))
    after = build_files(project, memo, complete=False).files["tides.html"], fingerprint(project, engine)
    assert b"older" in before[0]
    assert b"newer" in after[0]
    assert before[1] != after[1]
