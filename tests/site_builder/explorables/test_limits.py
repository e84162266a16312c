"""Stops that make no sense together, and links of former days."""

from __future__ import annotations

import pytest

from site_builder.explorables.page_data import Explorable, numbers_table
from site_builder.problems.problem import SiteError
from tests.site_builder.explorables.conftest import MakeOrder
from tests.site_builder.explorables.test_evaluate import run

HEAD = "from site_builder.explore import slider\na = slider(1, 3)\nb = slider(1, 3, start=2)\n"
ONLY = 'why = "b is larger"\n\ndef only(a, b):\n    return a < b\n'
PARTS = 'def numbers(a, b):\n    return {"ratio": 1 / (b - a)}\n\nsentence = "{a} and {b}: {ratio:.1f}"\n'


def test_excluded_states_are_never_evaluated(make_order: MakeOrder) -> None:
    found = run(make_order, HEAD + ONLY + PARTS)
    limits = Explorable(found).limits
    assert limits["only"] == {"on": [3, 4], "allowed": "011001000"}
    assert limits["why"] == "b is larger"
    assert numbers_table(found) == {"a": [1, 1, 2], "b": [2, 3, 3], "ratio": [1, 0.5, 1]}
    assert found.values["sentence"][:3] == [None, "1 and 2: 1.0", "1 and 3: 0.5"]


@pytest.mark.parametrize(("code", "message"), [
    (ONLY.replace("a < b", "a > b") + PARTS, "the figure opens at a=1, b=2, which only() excludes"),
    (ONLY.replace("why", "because") + PARTS, "only() needs a sentence for readers"),
    ('former = 7\nsentence = "{a}"', "former: write a pattern or a mapping, not int"),
    ('former = "(?P<c>x)"\nsentence = "{a}"', "former: there is no parameter 'c'"),
    ('former = "("\nsentence = "{a}"', "former: the pattern cannot be read"),
    ('former = {"x": {"a": 9}}\nsentence = "{a}"', "former: a=9 is not a stop of the figure"),
])  # fmt: skip
def test_errors_of_limits_are_reported(make_order: MakeOrder, code: str, message: str) -> None:
    with pytest.raises(SiteError) as raised:
        run(make_order, HEAD + code)
    assert message in str(raised.value)


def test_the_page_accepts_former_links(make_order: MakeOrder) -> None:
    for written, texts, pattern in (
        (r'r"(?P<a>\d)\.(?P<b>\d)"', {}, r"(?<a>\d)\.(?<b>\d)"),
        ('{"old": {"a": 3}}', {"old": "a-3"}, ""),
    ):
        found = run(make_order, f'{HEAD}former = {written}\nsentence = "{{a}}"\n')
        assert Explorable(found).limits["former"] == {"texts": texts, "pattern": pattern}


def test_a_part_with_too_many_states_is_refused_before_any_is_evaluated(make_order: MakeOrder) -> None:
    names = "abcdef"
    sliders = "".join(f"{name} = slider(1, 1000)\n" for name in names)
    code = (
        f"from site_builder.explore import slider\n{sliders}\n\ndef numbers({', '.join(names)}):\n    raise OSError\n"
    )
    with pytest.raises(SiteError, match="000 = 1,000,000,000,000,000,000 states; at most 250,000 are evaluated"):
        run(make_order, code + '\nsentence = "{a}"\n')
