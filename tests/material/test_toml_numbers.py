"""Numbers and dates in ``site.toml`` that no page can show, where a number or a text belongs."""

from __future__ import annotations

import pytest

from tests.material.conftest import SITE, Author

HUGE = "1" + "0" * 400
PLACES = (
    *("strict_numbers = {}\n", "title = {}\n", "chapters = [{}]\n", "[constants]\nx = {}\n", "[budgets]\npage = {}\n"),
    *("[budgets]\npicture = {}\n", "[widgets.x.state]\ny = {}\n", "[redirects]\n'a.html' = {}\n", "[x]\ny = {}\n"),
    "[guesses.rewards]\nfirst_rows = {}\nfrom_points = 1\nadds = 1\n",
)


@pytest.mark.parametrize(
    "value", ["inf", "nan", "1e400", HUGE, f"-{HUGE}", "2026-11-26", "2026-11-26T10:00:00Z", "10:00:00"]
)
def test_toml_numbers_are_accepted_or_reported(author: Author, value: str) -> None:
    for place in PLACES:
        text = place.format(value)
        kept = SITE.split("\n")
        kept = [line for line in kept if text.partition(" ")[0] != line.partition(" ")[0]]
        author.write({"content/site.toml": "\n".join(kept) + text})
        outcome = author.run("check", "--json")
        assert "fault" not in outcome.codes(), (text[:60], outcome.problems)
