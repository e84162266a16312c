"""Forms of other dialects: those that are read, those that are reported, each line of "Coming from another tool"."""

from __future__ import annotations

import re
from pathlib import Path

from tests.material.conftest import Author

HANDBOOK = Path(__file__).parents[2] / "handbook"
MATH = re.compile(r"<math\b.*?</math>", re.DOTALL)


def shown(author: Author) -> str:
    """Build the chapter and return what readers see, formulas as {characters}."""
    built = author.build()
    assert built.problems == []
    main = re.findall(r'class="lede">A trial\.</p>(.*?)<nav', built.page(), re.DOTALL)[0]
    main = MATH.sub(lambda math: "{" + re.sub(r"<[^>]*>|\s", "", math[0]) + "}", main)
    return re.sub(r'<span class="whole">(.*?)</span>', r"\1", main)


READ = [
    # Formulas
    (r"A \(x+1\) and \( y \), \(\pi\).", "A {x+1} and {y}, {π}."),
    (r"A \[x = 1\] b.", "A {x=1} b."),
    ("\\[x\\]", '<div class="equation">\n{x}\n</div>'),
    ("\\[\nx\n= 2\n\\]", '<div class="equation">\n{x=2}\n</div>'),
    ("Before\n\\[\ny\n\\]\nafter", '<p>Before</p>\n<div class="equation">\n{y}\n</div>\n<p>after</p>'),
    ("> \\[\n> z\n> \\]", '<blockquote>\n<div class="equation">\n{z}\n</div>\n</blockquote>'),
    ("- \\[ w \\]", '<li>\n<div class="equation">\n{w}\n</div>\n</li>'),
    (r"[a](https://example.org) **\(q\)**", "<strong>{q}</strong>"),
    # which brackets of plain text are not
    (r"[text]\(no link\) \(see below\) \(optional\)", "[text](no link) (see below) (optional)"),
    (r"\[they\] said \[1\] \[...\] and \[a\] b", "[they] said [1] [...] and [a] b"),
    ("\\[...\\]", "<p>[...]</p>"),
    ("\\[not closed", "<p>[not closed</p>"),
    (r"\\(x\\) and `\(x\)`", r"\(x\) and <code>\(x\)</code>"),
    # Subscripts and superscripts
    ("H~2~O, CO~2~, v~max~.", "H<sub>2</sub>O, CO<sub>2</sub>, v<sub>max</sub>."),
    ("x^2^ ^14^C m^2^s 1^st^ 9^-3^", "x<sup>2</sup> <sup>14</sup>C m<sup>2</sup>s 1<sup>st</sup> 9<sup>\u22123</sup>"),
    (r"x^a\ b^ y^\^^", "x<sup>a b</sup> y<sup>^</sup>"),
    ("[x^2^](https://example.org) **H~2~**", 'org">x<sup>2</sup></a> <strong>H<sub>2</sub></strong>'),
    # which these are not
    ("~~gone~~ ~5,~9 (~5~) x^2+y^2 a^b^c x^2y^2 ^_^", "<s>gone</s> ~5,~9 (~5~) x^2+y^2 a^b^c x^2y^2 ^_^"),
    (r"a^b $x^2$ c\^d^ e\~f~ a^b c^", "a^b {x2} c^d^ e~f~ a^b c^"),
    ("a^b`c^d`", "a^b<code>c^d</code>"),
    # Tasks
    (
        "- [ ] one **b**\n- [x] two `c`\n- [X] \\(q\\)\n- [ ]\n- [y] z",
        '<ul>\n<li><label class="task"><input type="checkbox" disabled> one <strong>b</strong></label></li>\n'
        '<li><label class="task"><input type="checkbox" disabled checked> two <code>c</code></label></li>\n'
        '<li><label class="task"><input type="checkbox" disabled checked> {q}</label></li>\n'
        "<li>[ ]</li>\n<li>[y] z</li>\n</ul>",
    ),
    (
        "1. [x] one\n\n   more",
        '<p><label class="task"><input type="checkbox" disabled checked> one</label></p>\n<p>more',
    ),
]


def test_forms_that_cost_little_are_read(author: Author) -> None:
    author.chapter("\n" + "".join(f"\n{written}\n\n---\n" for written, _ in READ))
    pieces = shown(author).split("<hr>")
    assert len(pieces) == len(READ) + 1
    for piece, (written, expected) in zip(pieces, READ, strict=False):
        assert expected in piece, written


def test_an_error_in_such_a_form_is_reported_at_its_place(author: Author) -> None:
    author.chapter("\nA \\(\\no\\) b.\n\n> \\[\n> x\n>   \\nono\n> \\]\n\n- [ ] H~2~O ::valuee[x]\n- [x] $\\never$\n")
    places = [(p["code"], p["line"], p["column"]) for p in author.build().problems]
    assert places == [("math", 6, 5), ("math", 10, 5), ("directive-unknown", 13, 13), ("math", 14, 8)]


REPORTED = [
    # what is written, what is named, and what to write instead
    ("A $ x $ b.", "$ x $", "$…$ without spaces"),
    ("A $x $ b.", "$x $", "$…$ without spaces"),
    (r"A $ \frac{a}{b}$ b.", r"$ \frac{a}{b}$", "$…$ without spaces"),
    ("A $`z`$ b.", "`z`", "without backticks"),
    ("$$ x $$ {#eq-x}", "{#eq-x}", "':::equation'"),
    ("![A cup](cup.svg){#fig-cup}", "{#fig-cup}", "':::chart'"),
    ("![A cup](cup.svg){width=5%}", "{width=5%}", "static/css"),
    ("A [word]{.red} b.", "{.red}", "static/css"),
    ("See @fig-x.", "@fig-x", "::ref{id}"),
    ("See (@tbl-x) b.", "@tbl-x", "::ref{id}"),
    ("See @sec-x-y.", "@sec-x-y", "::ref{id}"),
    ("See @eq-x.", "@eq-x", "::ref{id}"),
    (r"See \@ref(fig:x).", "@ref(fig:x)", "::ref{id}"),
    ("An ==important== word.", "==important==", "<mark>"),
    ("An ++added++ word.", "++added++", "<mark>"),
    ("Well :smile: b.", ":smile:", "the character itself"),
    ("Well :+1: b.", ":+1:", "the character itself"),
    ("Table: The cups. {#tbl-cups}", "Table: The cups. {#tbl-cups}", "':::table{#id data=…}'"),
    ("| a |\n|---|\n| 1 |\n\n: The cups.", ": ", "':::table{#id data=…}'"),
    ("A `r x` b.", "r x", "::value[set.column]"),
    ("A `r round(x, 1)` b.", "r round(x, 1)", "::value[set.column]"),
    ("A `{python} x` b.", "{python} x", "::value[set.column]"),
    ("A {numref}`x` b.", "{numref}", "::ref{id}"),
    ("A :ref:`x` b.", ":ref:", "::ref{id}"),
    ("A :cite:p:`x` b.", ":cite:p:", "[@key]"),
    ("A {sub}`2` b.", "{sub}", "H~2~O"),
    ("A {eval}`x` b.", "{eval}", "::value[set.column]"),
    ("A {doc}`x` b.", "{doc}", "[text](other.md#id)"),
    ("(a-label)=", "(a-label)=", "{#id} at the end of the heading"),
    ("??? note", "??? note", "':::note'"),
    ('=== "Tab"', "===", "a heading"),
    ("Words <!-- never closed", "<!--", "'-->'"),
    ("*[CSV]: a file", "*[CSV]:", "::concept[words]{slug}"),
    ("A note.[^Words of it.]", "[^Words of it.]", "^[words]"),
    ("[TOC]", "[TOC]", "remove it"),
    ("%%hidden%% words", "%%hidden%%", "<!-- words -->"),
    ("![[cup.png]]", "![[cup.png]]", "![what the picture shows]"),
    ("A ``quotation'' b.", "``quotation''", 'write "words"'),
    ("See Fig.~3.", "~", "&nbsp;"),
    (r"\newpage", r"\newpage", "remove it"),
    ("## Methods {.unnumbered}", "{.unnumbered}", "static/css"),
    ("| `a|b` | c |\n|---|---|\n| 1 | 2 |", "| ", r"write '\|' for a bar in a cell, also in code"),
    ("| a | b | c |\n|---|---|\n| 1 | 2 |", "| ", "|---|---|"),
]


def test_other_forms_are_reported_with_what_to_write(author: Author) -> None:
    author.settings("typography = true\n")
    lines, text = [], ""
    for written, named, _ in REPORTED:
        lines.append(6 + text.count("\n") + written.partition(named)[0].count("\n"))
        text += f"{written}\n\n"
    author.chapter(f"\n{text}")
    author.write({"content/chapters/cup.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"></svg>'})
    problems = author.build().problems
    found = {p["line"]: p for p in problems if p["code"] == "leftover"}
    assert [p for p in problems if p["code"] != "leftover"] == []
    for line, (written, named, remedy) in zip(lines, REPORTED, strict=True):
        assert line in found, written
        assert f"'{named.strip()}" in found[line]["message"], written
        assert remedy in found[line]["suggestion"], written
        typed = text.split("\n")[line - 6]
        assert typed[found[line]["column"] - 1 :].startswith(named.strip()), written
    assert len(problems) == len(REPORTED)


INNOCENT = """
It costs 5 $ to 6 $, or $5 and $6; $ 5 and $ 6. At 9:30:15 a:b:c, a == b == c, C++ and D++, key=value, {x, y} and {}.
Write me@example.org or see example.org/@fig, 50% to 60%, 5~6, ~5, a / b: c. Note: this; "Table: one" and: two.

What? Really?! A? b. Is this *it*: yes. `r = 5`, `r`, `` `r x` ``, `$ x $`, `==x==`, `:smile:`.

A term
: and what it means, a == b.
"""


def test_prose_is_not_taken_for_another_dialect(author: Author) -> None:
    author.chapter(INNOCENT)
    assert [problem["message"] for problem in author.build().problems if problem["code"] == "leftover"] == []
