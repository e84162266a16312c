"""Numbers that may be typed in the prose."""

from __future__ import annotations

import pytest

from site_builder.checks.prose import NUMBER, honest_spans

HONEST = """
In 1909 Erlang counted calls
from 1909 to 1917, or 1909-17, or 1909\N{EN DASH}1917
the 1990s, and the 1890\N{RIGHT SINGLE QUOTATION MARK}s
built in 2024.
Paris (1931), Berlin 1932; Rome 1933
AD 79, 44 BC
on 31 January, on 12th March 1909, on the 21st of June
January 31, 1909; Nov. 22
den 22 november, am 12. Januar, le 14 juillet
2026-11-22, 2026-11-22T10:30, 22.11.2026, 11/22/2026
at 10:30, at 23:59:59, 10 am, 10.30 p.m., 12 o'clock, 24/7
the 19th century, the 21st, den 21:a, le 12e
p. 42, pp. 12\N{EN DASH}15, page 42, vol. 22, chapter 12, § 42, lines 10-12
nr 12, sid. 12, godz. 10.30, SFS 1962:700
S. 290, S. 173-175, s. 12, sidan 12, str. 12, n° 12, № 12, Kap. 12, Bd. 12, Seiten 12-14, ص. 12
10 h 30, kl. 10.30, 12.30 Uhr, 12 Uhr, 14 maja 2020, 14 במאי 1948, ١٤ مايو ٢٠٢٠, سنة ٢٠٢٠
2020年12月25日の午前10時に, 2020년 12월 25일, 第12章
les années '90, see #739 and https://github.com/o/r/issues/740
"""
TYPED = """
12 Stunden, 10時間, 100人, 12 personer, 1\xa0234 hus, ٤٥ شخصا
250 boats
1,909 boats, 1 909.5
2101 and 999
1200 m, 1200 %, 1500 kg, $1200, 1200.5, 1200 \N{MULTIPLICATION SIGN} 3
of which 12 may be seen
there is no 12 here
10 km in 45 minutes
0.75 of it
table 12, figure 14
31 jars
"""


def typed_in(text: str) -> list[str]:
    spans = [*honest_spans(text)]
    numbers = (match for match in NUMBER.finditer(text) if sum(map(str.isdigit, match[0])) > 1)
    return [match[0] for match in numbers if not any(match.start() in span for span in spans)]


@pytest.mark.parametrize("line", HONEST.strip().splitlines())
def test_numbers_whose_form_accounts_for_them(line: str) -> None:
    assert typed_in(line) == []


@pytest.mark.parametrize("line", TYPED.strip().splitlines())
def test_numbers_that_need_data(line: str) -> None:
    numbers = [match[0] for match in NUMBER.finditer(line) if sum(map(str.isdigit, match[0])) > 1]
    assert typed_in(line) == numbers
