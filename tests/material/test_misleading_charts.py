"""Charts that mislead are reported by a warning; ordinary ones, and those that silence it, build without a problem."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.material.conftest import Author, Outcome

# Each chart runs the file: Altair takes milliseconds for an encoding, so what several charts share is a function.
HEAD = """
import datetime
import math
import random

import altair as alt
import pandas as pd

Scale = alt.Scale
log = Scale(type="log")
some = pd.DataFrame(
    {
        "a": [0, 1, 10, 100, -5],
        "b": [1, 2, 3, None, 2],
        "c": list("xxyyz"),
        "s": ["p", "q", "r", "12", "z"],
        "d": ["2026-01-01", "2026-02-01", "x", "2026-03-01", "2026-05-01"],
        "far": [1.0, float("inf"), 2, 3, 4],
    }
)
tall = pd.DataFrame({"t": [95.0, 97, 99, 102], "c": list("wxyz")})
many = pd.DataFrame({"x": [n * n / 7 for n in range(40)], "i": range(40), "y": range(40), "c": list("ab") * 20})
days = pd.DataFrame(
    {"day": [str(datetime.date(2026, 1, 1) + datetime.timedelta(n * n)) for n in range(30)], "y": range(30)}
)
groups = pd.DataFrame({"x": [1, 1, 2, 2], "g": list("abab"), "v": [5, -6, 7, 8]})
kinds = pd.DataFrame({"x": range(9), "y": range(9), "k": list("abcdefghi")})
names = pd.DataFrame({"n": [f"name {n}" for n in range(60)], "v": range(60)})
points, lines, bars = (getattr(alt.Chart(some), f"mark_{mark}")() for mark in ("point", "line", "bar"))
level = alt.Chart(tall).mark_bar()
groups_bars = alt.Chart(groups).mark_bar()
dates = alt.Chart(days).mark_point()
dots = alt.Chart(many).mark_point()

rolls = random.Random(4)
cars = pd.DataFrame(
    [
        {"power": rolls.randint(50, 230), "way": rolls.uniform(9, 46), "from": place, "year": 1970 + n % 12, "size": 4}
        for n, place in enumerate(["Europe", "Japan", "USA"] * 14)
    ]
)
prices = pd.DataFrame(
    [
        {"date": pd.Timestamp(2019 + n // 12, 1 + n % 12, 1), "price": 100 + 20 * math.sin(n / 3 + k), "who": who}
        for k, who in enumerate("ABC")
        for n in range(24)
    ]
)
letters = pd.DataFrame({"a": list("ABCDEFGHI"), "b": [28, 55, 43, 91, 81, 53, 19, 87, 52]})
fields = pd.DataFrame(
    [
        {"site": site, "kind": kind, "yield": rolls.uniform(20, 60), "year": year}
        for site in ("Duluth", "Morris")
        for kind in ("Glabron", "Velvet")
        for year in (1931, 1932)
    ]
)
weather = pd.DataFrame(
    [
        {"date": datetime.date(2012, 1, 1) + datetime.timedelta(n), "warm": n % 40}
        for n in range(366)
    ]
)
people = pd.DataFrame([{"age": age, "sex": sex, "n": 100 - age} for age in range(0, 95, 5) for sex in "fm"])
years = [*range(1565, 1825, 5), 1821]
wheat = pd.DataFrame({"year": years, "wheat": [30 + n % 17 for n in range(53)], "pay": range(53)})
grid = pd.DataFrame([{"x": x, "y": y, "z": x * x + y * y} for x in range(-15, 16) for y in range(-5, 6)])
months = [f"2006-{n:02}-01" for n in range(1, 13)]
change = pd.DataFrame({"month": months, "jobs": [(n * 37) % 90 - 40 for n in range(12)]})
gaps = pd.DataFrame({"x": range(6), "y": [1, 2, None, 4, None, 6]})
steps = pd.DataFrame({"t": list("abc"), "from": [100, 103, 108], "to": [103, 108, 104]})
rich = pd.DataFrame({"pay": [599, 1780, 9000, 43000, 132000], "age": [50, 60, 70, 80, 81], "n": range(5)})
by_name = lambda: alt.Chart(letters).mark_bar().encode(x="a", y="b")
over_time = lambda: alt.Chart(prices).encode(x="date:T", y="price:Q", color="who:N")
plots = lambda: alt.Chart(cars).mark_point().encode(x="power:Q", y="way:Q")
fields_bars = alt.Chart(fields).mark_bar()
"""

# By name: the chart, the code, and the text of its message on field, values and counts.
MISLEADING = {
    "zero_on_log": (
        "points.encode(x=alt.X('a:Q', scale=log), y='b:Q')",
        "log-scale",
        "2 of 4 values of 'a', .*: 0, \N{MINUS SIGN}5$",
    ),
    "log_given": (
        "lines.encode(x=alt.X('a:Q', scale=Scale(type='log', domain=[1, 100])), y='b:Q')",
        "log-scale",
        "2 of 5 values of 'a'",
    ),
    "log_layer": (
        "lines.encode(x='c:N', y=alt.Y('a:Q', scale=log)) + points.encode(x='c:N', y='a:Q')",
        "log-scale",
        "2 of 5 values of 'a'",
    ),
    "log_facet": (
        "points.encode(x='c:N', y=alt.Y('a:Q', scale=log)).facet('s:N', columns=2)",
        "log-scale",
        "2 of 5 values of 'a'",
    ),
    "log_column": (
        "points.encode(x='b:Q', y=alt.Y('a:Q', scale=log), column='c:N').resolve_scale(y='independent')",
        "log-scale",
        "values of 'a'",
    ),
    "log_concat": (
        "points.encode(x='c:N', y='a:Q') | points.encode(x='c:N', y=alt.Y('a:Q', scale=log))",
        "log-scale",
        "2 of 5 values of 'a'",
    ),
    "log_repeat": (
        "points.encode(x='c:N', y=alt.Y(alt.repeat(), type='quantitative', scale=log)).repeat(['a', 'b'])",
        "log-scale",
        "2 of 5 values of 'a'",
    ),
    "log_transform": (
        "points.transform_calculate(k='datum.b - 2').encode(x='c:N', y=alt.Y('k:Q', scale=log))",
        "log-scale",
        "4 of 5 values of 'k', .*: 0 .2 times.",
    ),
    "log_mean": (
        "points.encode(x='c:N', y=alt.Y('mean(a):Q', scale=log))",
        "log-scale",
        "1 of 3 values of the mean of 'a'",
    ),
    "log_colour": (
        "points.encode(x='c:N', y='b:Q', color=alt.Color('a:Q', scale=log))",
        "log-scale",
        "2 of 4 .*colours|colours .* 2 of 4",
    ),
    "log_bars": ("level.encode(x='c:N', y=alt.Y('t:Q', scale=log))", "log-scale", "the bars of 't' begin at zero"),
    "log_base": (
        "level.mark_point().encode(x='c:N', y=alt.Y('t:Q', scale=Scale(type='log', base=1)))",
        "log-scale",
        "has the base 1",
    ),
    "nan_domain": (
        "lines.encode(x='a:Q', y=alt.Y('b:Q', scale=Scale(domain=[0, float('nan')])))",
        "scale-domain",
        r"\[0, null\] of the y axis",
    ),
    "infinite_domain": (
        "lines.encode(x='a:Q', y=alt.Y('b:Q', scale=Scale(domain=[0, math.inf])))",
        "scale-domain",
        r"\[0, null\]",
    ),
    "null_domain": (
        "lines.encode(x='a:Q', y=alt.Y('b:Q', scale=Scale(domain=[None, 3])))",
        "scale-domain",
        r"\[null, 3\]",
    ),
    "flat_domain": ("lines.encode(x='a:Q', y=alt.Y('b:Q', scale=Scale(domain=[5, 5])))", "scale-domain", r"\[5, 5\]"),
    "hanging_bars": (
        "bars.encode(x='c:N', y=alt.Y('b:Q', scale=Scale(domain=[10, 0])))",
        "scale-domain",
        r"the bars of 'b' hang from the top: the domain \[10, 0\]",
    ),
    "outside": (
        "points.encode(x='c:N', y=alt.Y('a:Q', scale=Scale(domain=[0, 20])))",
        "outside-domain",
        "2 of 5 values of 'a' .* drawn outside of the plot: 100, \N{MINUS SIGN}5$",
    ),
    "clipped": (
        "points.mark_point(clip=True).encode(x='c:N', y=alt.Y('a:Q', scale=Scale(domain=[0, 20])))",
        "outside-domain",
        "are left out: 100, \N{MINUS SIGN}5$",
    ),
    "outside_line": (
        "lines.encode(x='c:N', y=alt.Y('a:Q', scale=Scale(domain=[0, 20])))",
        "outside-domain",
        "2 of 5 values of 'a'",
    ),
    "outside_maximum": (
        "points.encode(x='c:N', y=alt.Y('a:Q', scale=Scale(domainMax=20)))",
        "outside-domain",
        "1 of 5 values of 'a' .*: 100$",
    ),
    "outside_dates": (
        "dates.encode(x=alt.X('day:T', scale=Scale(domain=['2026-01-01', '2026-12-31'])), y='y:Q')",
        "outside-domain",
        "10 of 30 values of 'day' .*: 2027-02-05, .* and 7 more$",
    ),
    "outside_names": (
        "bars.encode(x=alt.X('c:N', scale=Scale(domain=['x', 'y'])), y='b:Q')",
        "outside-domain",
        "1 of 4 values of 'c' are missing in the domain of the x axis: 'z'",
    ),
    "outside_colours": (
        "bars.encode(x='s:N', y='b:Q', color=alt.Color('c:N', scale=Scale(domain=['x', 'y'])))",
        "outside-domain",
        "missing in the domain of the colours: 'z'",
    ),
    "binned": ("bars.encode(x=alt.X('a:Q', bin='binned'), y='b:Q')", "marks-invisible", "no width"),
    "no_zero": (
        "level.encode(y='c:N', x=alt.X('mean(t):Q', stack=None, scale=Scale(zero=False)))",
        "bar-baseline",
        "the bars of the mean of 't' do not begin at zero: the scale of the x axis begins at 95",
    ),
    "no_zero_given": (
        "level.encode(x='c:N', y=alt.Y('t:Q', scale=Scale(domain=[90, 110])))",
        "bar-baseline",
        "begins at 90",
    ),
    "no_zero_area": (
        "level.mark_area().encode(x='c:N', y=alt.Y('t:Q', scale=Scale(domain=[90, 110])))",
        "bar-baseline",
        "the areas of 't'",
    ),
    "flat_bars": ("level.transform_calculate(z='0').encode(x='c:N', y='z:Q')", "marks-invisible", "no height"),
    "flat_area": (
        "level.mark_area().transform_calculate(z='0').encode(x='c:N', y='z:Q')",
        "marks-invisible",
        "no height",
    ),
    "transparent": ("bars.mark_bar(opacity=0).encode(x='c:N', y='b:Q')", "marks-invisible", "cannot be seen"),
    "white": ("bars.mark_bar(color='white').encode(x='c:N', y='b:Q')", "marks-invisible", "colour of the page"),
    "no_size": ("points.mark_point(size=0).encode(x='c:N', y='b:Q')", "marks-invisible", "4 symbol marks have no size"),
    "lone_points": ("lines.encode(x='a:Q', y='b:Q', color='s:N')", "marks-invisible", "line marks have no length"),
    "numbers_as_names": ("dots.encode(x='x:N', y='y:Q')", "axis-type", "40 numbers of 'x' as names, .*: 0, 0.142857, "),
    "ranks_as_names": ("dots.mark_line().encode(x='i:N', y='y:Q')", "axis-type", "40 numbers of 'i'"),
    "dates_as_names": ("alt.Chart(days).mark_line().encode(x='day:N', y='y:Q')", "axis-type", "30 dates of 'day'"),
    "years_as_moments": (
        "alt.Chart(wheat).mark_line().encode(x='year:T', y='pay:Q')",
        "axis-type",
        "the numbers of 'year', 1565 to 1821, as milliseconds",
    ),
    "years_of_moments": ("alt.Chart(wheat).mark_line().encode(x='year(year):T', y='pay:Q')", "axis-type", "'year'"),
    "negative_slices": (
        "alt.Chart(groups).mark_arc().encode(theta='v:Q', color='g')",
        "stacked-values",
        "1 of 4 values of 'v' are negative, .* a share of a whole",
    ),
    "dates_as_ranks": ("alt.Chart(days).mark_bar().encode(x='day:O', y='y:Q')", "axis-type", "30 dates of 'day'"),
    "some_texts": (
        "points.encode(x='c:N', y='s:Q')",
        "not-a-number",
        "4 of 5 values of 's' are no numbers and are left out: 'p', 'q', 'r' and 1 more",
    ),
    "texts_in_a_line": ("lines.encode(x='a:Q', y='b:Q') + lines.encode(x='a:Q', y='s:Q')", "not-a-number", "'s'"),
    "no_dates": ("points.encode(x='d:T', y='b:Q')", "not-a-number", "1 of 5 values of 'd' are no dates .*: 'x'$"),
    "divided_by_zero": (
        "points.transform_calculate(k='1 / datum.a').encode(x='c:N', y='k:Q')",
        "not-a-number",
        "1 of 5 values of 'k' are no numbers and are left out: Infinity",
    ),
    "infinite": ("points.encode(x='c:N', y='far:Q')", "not-a-number", "1 of 5 values of 'far' are infinite"),
    "stacked_means": (
        "groups_bars.encode(x='x:O', y='mean(v):Q', color='g:N')",
        "stacked-values",
        "the mean of 'v' is stacked",
    ),
    "negative_shares": (
        "groups_bars.encode(x='x:O', y=alt.Y('v:Q', stack='normalize'), color='g:N')",
        "stacked-values",
        "1 of 4 values of 'v' are negative, .* a share of a whole: \N{MINUS SIGN}6",
    ),
    "negative_areas": (
        "groups_bars.mark_area().encode(x='x:Q', y='v:Q', color='g:N')",
        "stacked-values",
        "a layer of stacked areas: \N{MINUS SIGN}6",
    ),
    "few_colours": (
        "alt.Chart(kinds).mark_point().encode(x='x:Q', y='y:Q', color='k:N')",
        "colors-repeat",
        "'k' has 9 values and 6 colours: 'a' and 'g' look the same",
    ),
    "few_shapes": (
        "alt.Chart(kinds).mark_point().encode(x='x:Q', y='y:Q', shape='k:N')",
        "colors-repeat",
        "9 values and 8 shapes",
    ),
    "short_range": (
        "dots.encode(x='x:Q', y='y:Q', color=alt.Color('c:N', scale=Scale(range=['var(--c1)'])))",
        "colors-repeat",
        "2 values and 1 colours",
    ),
    "drawn_twice": (
        "alt.layer(lines.encode(x='a:Q', y='b:Q'), lines.encode(x='a:Q', y='b:Q'))",
        "marks-twice",
        "the line marks of 'a'",
    ),
    "labels": ("alt.Chart(names).mark_bar().encode(y='n:N', x='v:Q')", "labels-overlap", "the 60 labels"),
    "empty_part": (
        "points.encode(x='c:N', y='b:Q') | points.transform_filter('datum.b > 9').encode(x='c:N', y='b:Q')",
        "plot-empty",
        "draws no marks",
    ),
}

# By name: the chart, the message, and the remedy.
EMPTY = {
    "filtered": ("bars.transform_filter('false').encode(x='c:N', y='b:Q')", "draws no marks$", "filtered"),
    "texts": ("points.encode(x='c:Q', y='b:Q')", "5 of 5 values of 'c' are no numbers .*: 'x' .2 times.", "':N'"),
    "mean_of_texts": ("bars.encode(x='s:N', y='mean(c):Q')", "the mean of 'c'", "':N'"),
    "texts_in_lines": ("lines.encode(x='s:Q', y='c:Q')", "are no numbers", "':N'"),
    "missing": (
        "alt.Chart(pd.DataFrame({'a': [1, 2], 'n': [None, None]})).mark_point().encode(x='a:Q', y='n:Q')",
        "all values of 'n' are missing",
        "empty",
    ),
}

ORDINARY = {
    "bars": "by_name()",
    "sorted_bars": "alt.Chart(letters).mark_bar().encode(x='b', y=alt.Y('a', sort='-x'))",
    "scatter": "plots().encode(color='from:N')",
    "scatter_without_zero": "plots().encode(x=alt.X('power:Q', scale=Scale(zero=False)), size='size:Q')",
    "time_series": "over_time().mark_line().encode(y=alt.Y('price:Q', scale=Scale(zero=False)))",
    "histogram": "plots().mark_bar().encode(x=alt.X('way:Q', bin=True), y='count()')",
    "binned_heatmap": (
        "plots().mark_rect().encode(x=alt.X('power:Q', bin=True), y=alt.Y('way:Q', bin=True), color='count()')"
    ),
    "stacked_sums": "fields_bars.encode(x='sum(yield):Q', y='kind:N', color='site:N')",
    "normalized": "fields_bars.encode(x=alt.X('sum(yield):Q', stack='normalize'), y='kind:N', color='site:N')",
    "grouped": "fields_bars.encode(x='site:N', xOffset='year:N', y='mean(yield):Q', color='year:N')",
    "coloured_means": "fields_bars.encode(x='site:N', y='mean(yield):Q', color='site:N')",
    "trellis": "fields_bars.encode(x='year:O', y='sum(yield):Q', color='year:N', column='site:N')",
    "selected": "plots().add_params(alt.selection_interval())",
    "small_plots": "plots().facet('from:N', columns=2)",
    "own_axes": (
        "plots().mark_line().encode(x='year:Q', y='mean(way):Q').facet(row='from:N').resolve_scale(y='independent')"
    ),
    "areas": "over_time().mark_area()",
    "stream": "over_time().mark_area().encode(y=alt.Y('price:Q', stack='center').axis(None))",
    "band": "plots().mark_errorband().encode(x='year:Q') + plots().mark_line().encode(x='year:Q', y='mean(way)')",
    "error_bars": "alt.Chart(fields).mark_errorbar().encode(x=alt.X('yield:Q', scale=Scale(zero=False)), y='kind:N')",
    "boxes": "plots().mark_boxplot().encode(x='year:O')",
    "days_and_months": (
        "alt.Chart(weather).mark_rect().encode(x='date(date):O', y='month(date):O', color='max(warm):Q')"
    ),
    "months": "over_time().mark_bar().encode(x='yearmonth(date):O', y='count()', color='who:N')",
    "heatmap": "alt.Chart(grid).mark_rect().encode(x='x:O', y='y:O', color='z:Q')",
    "signed_bars": "alt.Chart(change).mark_bar().encode(x='month:T', y='jobs:Q')",
    "symlog": "alt.Chart(change).mark_point().encode(x='month:T', y=alt.Y('jobs:Q', scale=Scale(type='symlog')))",
    "signed_root": "alt.Chart(change).mark_point().encode(x='month:T', y=alt.Y('jobs:Q', scale=Scale(type='sqrt')))",
    "pyramid": (
        "alt.Chart(people).mark_bar().encode(y='age:O', x=alt.X('sum(n):Q', sort='descending'))"
        " | alt.Chart(people).mark_bar().encode(y='age:O', x='sum(n):Q')"
    ),
    "years_as_names": (
        "alt.Chart(wheat).mark_bar().encode(x='year:O', y='wheat:Q')"
        " + alt.Chart(wheat).mark_line(color='var(--c2)').encode(x='year:O', y='pay:Q')"
    ),
    "missing_values": "alt.Chart(gaps).mark_line(point=True).encode(x='x:Q', y='y:Q')",
    "missing_bars": "alt.Chart(gaps).mark_bar().encode(x='x:O', y='y:Q')",
    "logarithms": (
        "alt.Chart(rich).mark_circle().encode("
        "x=alt.X('pay:Q', scale=log), y=alt.Y('age:Q', scale=Scale(zero=False)), size='n:Q')"
    ),
    "mean_line": (
        "by_name() + alt.Chart(letters).mark_rule().encode(y='mean(b)')"
        " + alt.Chart().mark_rule().encode(y=alt.datum(50))"
    ),
    "labelled_bars": "by_name() + by_name().mark_text(dy=-6).encode(text='b')",
    "outlined_texts": (
        "by_name().mark_text(stroke='var(--paper)', strokeWidth=3).encode(text='b')"
        " + by_name().mark_text().encode(text='b')"
    ),
    "hidden_points": "over_time().mark_line() + over_time().mark_point().encode(opacity=alt.value(0), tooltip='price')",
    "ranks": (
        "alt.Chart(fields).mark_line(point=True).encode("
        "x='year:O', y=alt.Y('count():Q', scale=Scale(domain=[5, 1])), color='site')"
    ),
    "zoomed_line": (
        "over_time().mark_line(clip=True).encode(x=alt.X('date:T', scale=Scale(domain=['2019-03-01', '2019-12-01'])))"
    ),
    "donut": "alt.Chart(letters.head(5)).mark_arc(innerRadius=40).encode(theta='b:Q', color='a:N')",
    "spans": "alt.Chart(steps).mark_bar().encode(x=alt.X('from:Q', scale=Scale(zero=False)), x2='to:Q', y='t:N')",
    "ticks": "plots().mark_tick().encode(x='way:Q', y='year:O')",
    "densities": (
        "plots().transform_density('way', groupby=['from'], as_=['way', 'density'])"
        ".mark_area(opacity=0.5).encode(x='way:Q', y=alt.Y('density:Q', stack=None), color='from:N')"
    ),
    "running_count": (
        "plots().transform_window(n='count()', sort=[{'field': 'way'}]).mark_area().encode(x='way:Q', y='n:Q')"
    ),
    "ranked": "plots().transform_window(n='rank()', sort=[{'field': 'way'}]).encode(x='n:Q')",
    "regression": "plots() + plots().transform_regression('power', 'way').mark_line()",
    "matrix": (
        "alt.Chart(cars).mark_point().encode(x=alt.X(alt.repeat('column'), type='quantitative'),"
        " y=alt.Y(alt.repeat('row'), type='quantitative')).repeat(row=['way', 'power'], column=['power', 'way'])"
    ),
    "two_axes": (
        "alt.layer(over_time().mark_line().encode(y='mean(price)', color=alt.value('var(--c1)')),"
        " over_time().mark_bar(opacity=0.4).encode(y='count()', color=alt.value('var(--c2)')))"
        ".resolve_scale(y='independent')"
    ),
    "some_zeros": "alt.Chart(pd.DataFrame({'a': list('abc'), 'b': [0, 3, 0]})).mark_bar().encode(x='a', y='b')",
    "negative_bars": "alt.Chart(pd.DataFrame({'a': list('abc'), 'b': [-3, -5, -2]})).mark_bar().encode(x='a', y='b')",
    "stacked_signs": "groups_bars.encode(x='x:O', y='v:Q', color='g:N')",
    "exact_domain": (
        "alt.Chart(pd.DataFrame({'x': [n * 0.1 for n in range(11)], 'y': [n * 0.1 for n in range(11)]}))"
        ".mark_line().encode(x=alt.X('x:Q', scale=Scale(domain=[0, 1])), y=alt.Y('y:Q', scale=Scale(domain=[0, 1])))"
    ),
    "colours_without_a_legend": (
        "alt.Chart(kinds).mark_point().encode(x='x:Q', y='y:Q', color=alt.Color('k:N', legend=None))"
    ),
    "names_without_an_axis": "dots.encode(x=alt.X('x:O', axis=None), y='y:Q')",
    "own_colours": (
        "by_name().encode(color=alt.Color("
        "'a', scale=Scale(domain=list('ABCDEFGHI'), range=[f'var(--c{1 + n % 6})' for n in range(9)])))"
    ),
}


def build_charts(
    author: Author, charts: Mapping[str, str], head: str = HEAD, quiet: Mapping[str, list[str]] = {}
) -> Outcome:
    """Build a chapter of charts, each a function that returns an expression."""
    functions = "".join(f"\n\ndef {name}():\n    return {code}\n" for name, code in charts.items())
    settings = "".join(
        f'\n[charts.{name}]\nfunction = "some.{name}"\nalt = "A chart."\nquiet = {json.dumps(quiet.get(name, []))}\n'
        for name in charts
    )
    author.write({"content/charts/some.py": head + functions})
    author.settings(settings)
    author.chapter("\n# Trial\n" + "".join(f"\n:::chart{{name={name}}}\n:::\n" for name in charts))
    return author.build()


def problems_by_chart(author: Author, built: Outcome) -> dict[str, list[dict[str, Any]]]:
    """Return the problems of each chart, by the function that their lines are in."""
    tree = ast.parse((author.project / "content/charts/some.py").read_text(encoding="utf-8"))
    spans = {
        node.name: range(node.lineno, (node.end_lineno or 0) + 1)
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
    }
    found: dict[str, list[dict[str, Any]]] = {name: [] for name in spans}
    for problem in built.problems:
        assert problem["path"] == "content/charts/some.py", problem
        place = next((name for name, lines in spans.items() if problem["line"] in lines), "")
        found[place].append(problem)
    return found


def test_each_misleading_chart_causes_exactly_its_warning(author: Author) -> None:
    built = build_charts(author, {name: code for name, (code, _, _) in MISLEADING.items()})
    found = problems_by_chart(author, built)
    codes = {name: [problem["code"] for problem in problems] for name, problems in found.items()}
    assert codes == {name: [code] for name, (_, code, _) in MISLEADING.items()}
    for name, (_, _, says) in MISLEADING.items():
        (problem,) = found[name]
        assert re.search(says, problem["message"]), (name, problem["message"])
        assert problem["severity"] == "warning", name
        assert problem["suggestion"], name
    assert built.code == 0
    assert "site-builder-probe" not in built.page()


def test_ordinary_charts_cause_no_warning(author: Author) -> None:
    built = build_charts(author, ORDINARY)
    # So many on one page weigh too much.
    assert [problem for problem in built.problems if problem["code"] != "budget"] == []


def test_an_empty_chart_is_an_error_with_its_reason(author: Author) -> None:
    built = build_charts(author, {name: code for name, (code, _, _) in EMPTY.items()})
    assert built.code == 1
    found = problems_by_chart(author, built)
    for name, (_, says, remedy) in EMPTY.items():
        (problem,) = found[name]
        assert problem["code"] == "chart", name
        assert problem["severity"] == "error", name
        assert re.search(says, problem["message"]), (name, problem["message"])
        assert remedy in problem["suggestion"], (name, problem["suggestion"])


def test_a_chart_silences_a_code(author: Author) -> None:
    charts = dict.fromkeys(("loud", "quiet", "other"), MISLEADING["outside"][0])
    quiet = {"quiet": ["outside-domain"], "other": ["log-scale"], "unused": ["log-scale", "axis-type"]}
    built = build_charts(author, {**charts, "unused": "by_name()"}, quiet=quiet)
    found = problems_by_chart(author, built)
    codes = {name: [problem["code"] for problem in problems] for name, problems in found.items()}
    assert codes == {"loud": ["outside-domain"], "quiet": [], "other": ["outside-domain"], "unused": []}
    assert built.code == 0
    # The warning is at the column in the code.
    (problem,) = found["loud"]
    line = (author.project / problem["path"]).read_text(encoding="utf-8").split("\n")[problem["line"] - 1]
    assert line[problem["column"] - 1 :].startswith("a:Q")


def test_an_unknown_code_is_an_error(author: Author) -> None:
    remedies = {"log-scales": "log-scale", "link": "choose one of", "chart": ""}
    names = [f"chart{index}" for index in range(len(remedies))]
    quiet = {name: [code] for name, code in zip(names, remedies, strict=True)}
    built = build_charts(author, dict.fromkeys(names, "by_name()"), quiet=quiet)
    assert built.code == 1
    for problem, (written, remedy) in zip(built.problems, remedies.items(), strict=True):
        assert (problem["code"], problem["path"]) == ("config-value", "content/site.toml")
        assert written in problem["message"]
        assert remedy in problem["suggestion"]


COLUMNS = [
    "y [km]", "a]b", "[x]", "p['r']", "it's", "'q'", 'say "x"', "km: far", "b:Q", "a.b", "two words",
    "x (m)", "Größe", "a,b", "{z}", "#n",
]  # fmt: skip


def test_columns_with_signs_of_vega_are_drawn_as_the_remedy_has_them(author: Author) -> None:
    head = f"import altair as alt\nimport pandas as pd\nnames = {COLUMNS!r}\n"
    frame = "alt.Chart(pd.DataFrame({'n': [1, 2, 3], names[%d]: [40, 50, 60]})).mark_point().encode(x='n:Q', y=%s)"
    plain = {f"c{index}": frame % (index, f"alt.Y({name + ':Q'!r})") for index, name in enumerate(COLUMNS)}
    found = problems_by_chart(author, build_charts(author, plain, head))
    remedies = {name: problems[0]["suggestion"] for name, problems in found.items() if problems}
    assert set(remedies) == {f"c{index}" for index, name in enumerate(COLUMNS) if re.search(r"[\[\]'\":.\\]", name)}

    def written(index: int) -> str:
        remedy = re.match(r"""write (r(?P<quote>['"]).*?(?P=quote))(?:[,;]|$)""", remedies.get(f"c{index}", ""))
        if remedy is not None:
            return str(ast.literal_eval(remedy[1]))
        # Altair reads a colon as the beginning of a type: its own message has no columns.
        assert ":" not in COLUMNS[index] or r"r'\:'" in remedies[f"c{index}"]
        return COLUMNS[index].replace(":", "\\:")

    mended = {
        f"c{index}": frame % (index, f"alt.Y({written(index) + ':Q'!r}, title=names[{index}].replace('\"', ''))")
        for index in range(len(COLUMNS))
    }
    built = build_charts(author, mended, head)
    assert built.problems == []
    for name in COLUMNS:
        assert name.replace('"', "").replace("'", "&#39;") in built.page() or name.replace('"', "") in built.page(), (
            name
        )
    untitled = {"one": frame % (0, f"alt.Y({written(0) + ':Q'!r})")}
    assert ">y [km]<" in build_charts(author, untitled, head).page()


EXPLORABLE = """
import altair as alt
import pandas as pd

from site_builder.explore import slider

{quiet}
most = slider(1, 4, start=2, label="Most")
alt_text = "Points."


def picture(most):
    rows = pd.DataFrame({{"n": range(5), "m": [n * most for n in range(5)]}})
    return {chart}
"""


POINTS = "alt.Chart(rows).mark_point().encode(x='n:Q', y=alt.Y('m:Q', scale=alt.Scale(%s)))"
MARKS = "alt.Chart(rows)%s.encode(x='n:O', y='h:Q')"
# By name: the chart, and the code, severity, line and message of each problem.
STATES = {
    "domain": (
        POINTS % "domain=[0, 10]",
        "outside-domain",
        "1 of 5 values of 'm' .* 12 .at most=3 and 1 other state.$",
    ),
    "unseen": ("alt.Chart(rows).mark_point(opacity=0).encode(x='n:Q', y='m:Q')", "marks-invisible", "cannot be seen"),
    "jumping": ("alt.Chart(rows).mark_point().encode(x='n:Q', y=alt.Y('m:O'))", "axes-jump", "an axis jumps"),
}
QUIET = ("domain", "jumping")  # found in one state by itself, and by comparing states
FLAT_IN_SOME_STATES = MARKS % ".transform_calculate(h='(datum.m > 4) * datum.m').mark_bar()"
# In two of four states, and wrapped.
BOTH_FLAT = f"alt.concat(*[{FLAT_IN_SOME_STATES.replace('4', '8')}] * 2, columns=1)"
WITHOUT_NUMBERS = MARKS % ".transform_calculate(h='\"a\" + datum.m').mark_point()"


def test_pictures_of_explorables_are_checked_in_all_states(author: Author) -> None:
    explorables = {name: (chart, "") for name, (chart, _, _) in STATES.items()}
    for name in QUIET:
        chart, code, _ = STATES[name]
        explorables[f"quiet_{name}"] = chart, f'quiet = ["{code}"]'
    explorables |= {
        "some_flat": (FLAT_IN_SOME_STATES, ""),
        "both_flat": (BOTH_FLAT, ""),
        "empty": (WITHOUT_NUMBERS, ""),
        "unknown_code": (POINTS % "domain=[0, 20]", 'quiet = ["log-scales"]'),
        "no_list": (POINTS % "domain=[0, 20]", "quiet = 3"),
    }
    author.write(
        {
            f"content/explorables/{name}.py": EXPLORABLE.format(chart=chart, quiet=quiet)
            for name, (chart, quiet) in explorables.items()
        }
    )
    author.chapter("\n# Trial\n" + "".join(f"\n:::explore{{#{name} name={name}}}\n:::\n" for name in explorables))
    found: dict[str, dict[str, dict[str, Any]]] = {name: {} for name in explorables}
    for problem in author.build().problems:
        found[Path(problem["path"]).stem][problem["code"]] = problem
    for name, (_, code, says) in STATES.items():
        problem = found[name][code]
        assert (problem["severity"], problem["line"]) == ("warning", 12), name
        assert re.search(says, problem["message"]), problem["message"]
        assert name not in QUIET or code not in found[f"quiet_{name}"]
    assert found["some_flat"] == found["both_flat"] == {}
    empty = found["empty"]["explorable"]
    assert empty["severity"] == "error"
    assert "5 of 5 values of 'h' are no numbers and are left out" in empty["message"]
    for name, says in (("unknown_code", "'log-scales'"), ("no_list", "a list of codes")):
        problem = found[name]["explorable"]
        assert (problem["severity"], problem["line"]) == ("error", 7), name
        assert says in problem["message"]
        assert "log-scale" in problem["suggestion"]
