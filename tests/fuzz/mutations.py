# ruff: noqa: E501
"""Seeds of each kind of input, and how they are mutated: removed, repeated, mixed, or put where they do not belong."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

from tests.site_builder.errors import texts_of_cases

REPOSITORY = Path(__file__).parents[2]
SITES = REPOSITORY / "tests" / "fixtures" / "sites"
LARGEST = 60_000  # bytes of a mutated input
ANYWHERE = [
    *(
        "",
        "\n",
        "\n\n",
        "\r",
        "\t",
        " ",
        "\0",
        "\a",
        "\ufeff",
        "\ufffe",
        "\x85",
        "é",
        "\U0001f600",
        "\u202e",
        "\\",
        '"',
    ),
    *(
        "'",
        "<",
        ">",
        "&",
        "{",
        "}",
        "[",
        "]",
        "(",
        ")",
        "=",
        ":",
        ";",
        ",",
        "#",
        "%",
        "$",
        "-",
        "1e999",
        "-1",
        "0x",
        "²",
    ),
    *("999999999999999999999", "nan", "inf", "2026-13-45", "../../etc/passwd", "a" * 300, "é" * 300),
]
PIECES = {
    "chapter": [
        *("![", "^[", "[^a]", "[^a]: ", "::concept[", "::set[", "::value[", "::ref{", "::value[t.a]{99999999}"),
        *("::scrub[1]{", "::typed[", "::pick[", "::readout{", ":::note\n", ":::html\n", ":::\n", ":::equation{#a}\n"),
        *(":::chart{name=heights}\n", ":::table{data=tides}\n", ":::steps{figure=a}\n:::step\n", ":::note{a=b}\n"),
        *("> ", "- ", "\n: ", "    ", "---\n", "$$", "`", "```", "~~~", "```py\n", "<div>", "</div>", "<b a='", "<!--"),
        *("<svg>", "<![CDATA[", "<?", "&#1;", "&#x110000;", "|", "|-|", "*", "_", "title: [", "{{", "[@a]", "\\frac{"),
        *("![a](b.svg)", "[a](b.md#c)", "<a\nhref=", "{#a}", "{.b}", "* * *", "===", "::x[", ":::x{a=b}", "!!! note"),
    ],
    "bibtex": ["@article{a,\n", "@string{", "@comment{", "@preamble{", "author = {", "and ", "{\\'e}", "\\", "@", "title =", "#"],
    "csv": ['"', '""', ",", ";", "\r\n", ",,", "NaN", "true", "2026-01-01", "10:00", "1,5", "=1+1", "a,b\n", "\x1a", "null"],
    "toml": ["[", "[[", "]]", '"""', "'''", "a.b.c = 1\n", "[a]\n", "= {", "true", "1_0", "2026-01-01", 'chapters = ["', "x = "],
    "svg": [
        *("<g>", "</g>", "<!DOCTYPE svg [<!ENTITY a 'b'>]>", "&a;", 'width="1.2.3"', 'viewBox="0 0 1e999 nan"', "<svg ", "/>"),
        *('height="-1"', 'viewBox="', "<script>", "<![CDATA[", "]]>", "<?xml", 'xmlns="', "<image href='a'/>", 'width="0"'),
    ],
    "record": [
        *("yatzy 1\n", "yatzy 2\n", "game maxi\n", "rule joker=free\n", "keep ", "keep nothing, ", "player A\n", "end 100\n"),
        *("broken off\n", "12345 ", "66666 yatzy\n", "ones 3\n", ",", "date 2026-02-30\n", "seed x\n", "+100", " / ", "# a\n"),
        *("dice 2\n", "began 1\n", "order 2-1\n", "help coach\n", "throw 3 ", "now 12345 hold 1----\n", "went home\n"),
    ],
}  # fmt: skip
RECORDS = [
    "yatzy 1\ngame scandinavian\ndate 2026-11-22\nseed abc123\nplayer Anna\n1. 12345 keep 5, 52341 keep 55, 55123 fives\n"
    "2. 11123 keep 111, 11145 keep 111, 11166 ones 3\nplayer Bo\n1 66666 yatzy 50\nbroken off\n",
    "yatzy 1\ngame yahtzee\nrule joker=forced\nplayer A\n1 yahtzee 50\n2 sixes 30 +100\n3 33333 threes 15\nbroken off 195\n",
    "yatzy 1\ngame maxi-saved\nplayer A\n123456 keep nothing, 112233 three pairs\n1 2 3 4 5 6 full straight 21\n",
    "yatzy 1 / game scandinavian / player Zoë\nones 3\ntwos 6\nthrees 9\nfours 12\nfives 15\nsixes 18\none pair 12\n"
    "two pairs 18\nthree of a kind 9\nfour of a kind 8\nsmall straight 15\nlarge straight 20\nfull house 17\nchance 20\n"
    "score yatzy 50\nend 282\n",
    "yatzy 2\nseed abc123\ndice 2\nbegan 1\norder 2-1\nplayer A\nhelp coach\n1 12345 keep 5, 52341 chance 15\nwent home 15\n"
    "player B\nhelp machine casual\n1 11123 keep 111, 11145 ones 3\nnow 22655 keep 55, 55513 hold 55---\nbroken off 3\n",
]  # fmt: skip


@cache
def seeds(kind: str) -> list[bytes]:
    """Return the inputs of a kind that are mutated."""
    found: dict[str, list[Path]] = {
        "chapter": [*SITES.glob("*/content/c*/*.md"), *REPOSITORY.glob("*/content/c*/*.md")],
        "bibtex": [*SITES.glob("*/content/*.bib")],
        "csv": [*REPOSITORY.glob("handbook/data/*.csv"), *REPOSITORY.glob("solver/records/game_*.csv")],
        "toml": [*SITES.glob("*/content/*.toml"), *REPOSITORY.glob("*/content/*.toml")],
        "svg": [*SITES.glob("*/content/**/*.svg"), REPOSITORY / "content" / "icon.svg"],
        "record": [],
    }
    suffix = {"chapter": ".md", "bibtex": ".bib", "toml": ".toml"}.get(kind)
    texts = [path.read_bytes()[:LARGEST] for path in sorted(found[kind])]
    written = [*(texts_of_cases(suffix) if suffix else ()), *(RECORDS if kind == "record" else ())]
    return texts + [text.encode() for text in written]


def mutated(kind: str, chance: random.Random) -> bytes:
    """Return a mutated input: mostly a few changes of text, sometimes of bytes."""
    content = chance.choice(seeds(kind))
    if chance.random() < 0.1:
        raw = bytearray(content)
        for _ in range(chance.randint(1, 20)):
            raw[chance.randrange(len(raw))] = chance.randrange(256)
        return bytes(raw)
    text = content.decode("utf-8", "replace")
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(text) + 1)
        behind = min(len(text), at + chance.choice([0, 1, 10, 30, 300]))
        other = chance.choice(seeds(kind)).decode("utf-8", "replace")
        start = chance.randrange(len(other) + 1)
        piece = chance.choice(chance.choice([PIECES[kind], ANYWHERE]))
        put_in = ["", text[at : at + 60], other[start : start + 120], piece * chance.choice([1, 1, 2, 5, 60, 1000])]
        text = text[:at] + chance.choice(put_in) + text[behind:]
    return text.encode("utf-8", "replace")[:LARGEST]
