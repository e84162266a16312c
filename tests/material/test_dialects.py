"""Forms of other dialects: those that are read, those that are reported, each line of "Coming from another tool"."""

from __future__ import annotations

import base64
import re
from pathlib import Path

from tests.material.conftest import PUBLISH, Author

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
    ("\\[\n\\begin{aligned}\na \\\\[2pt]\nb\n\\end{aligned}\n\\]", '<div class="equation">\n{ab}\n</div>'),
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


BELOW = [
    "A\n$$\n{}\n$$\nb",
    "> A\n> $${}$$\n> b",
    "1. A\n   $${}$$\n2. b",
    "|A|\n|-|\n|b|\n$${}$$",
    "A\n\\[{}\\]",
]


def test_a_formula_right_below_words_is_shown_once(author: Author) -> None:
    author.chapter("\n" + "\n\n---\n\n".join(form.format("xyzuv"[index]) for index, form in enumerate(BELOW)))
    pieces = shown(author).split("<hr>")
    for piece, letter in zip(pieces, "xyzuv", strict=True):
        assert piece.count(f"{{{letter}}}") == 1
        assert piece.index("A") < piece.index(f"{{{letter}}}")


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


def test_other_dialects_are_reported_with_a_fix(author: Author) -> None:
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


def test_a_reference_of_quarto_in_brackets_is_named_too(author: Author) -> None:
    author.chapter("\nSee [@fig-x] b.\n")
    (problem,) = author.build().problems
    assert (problem["code"], problem["column"], problem["suggestion"]) == ("citation", 7, "write ::ref{id}")


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


# Each line of "Coming from another tool" by its left side: a text in which {0}, {1} are the codes of its right side,
# and a pattern of what the page shows for it. Without a text, the files of the project hold these codes.
ASIDE = ("{0}\nWords.\n:::", r"<p>Words\.")
WAIT, FIGURE, CHART = r">12\.0</data>", r'id="counter"', r'id="wait".*<svg'
LINES = {
    r"`\(x\)`, `\[x\]`": ("\\(y\\) {0}\n\n\\[y\\]\n\n{1}", r"\{y\} \{x\}.*\{y\}.*\{x\}"),
    "`- [ ]`, `- [x]`": ("- [ ] one\n- [x] two", r"disabled> one.*disabled checked> two"),
    "`H~2~O`, `x^2^`": ("H~2~O x^2^", "H<sub>2</sub>O x<sup>2</sup>"),
    "`$ x $`, ``$`x`$``": ("{0}", r"<p>\{x\}</p>"),
    "`==words==`, `++words++`": ("{0}", "<mark>words</mark>"),
    "`[^a note]`": ("Words.{0}", r'class="side-number">\d</span> a note'),
    "`:smile:`": ("🙂", "🙂"),
    "`[[Page]]`": ("{0}", '<a href="other.html">words</a>'),
    "`!!! note`, `??? note`": ASIDE,
    "`*[CSV]: a file`": ("{0}", r'<a class="concept" href="glossary.html#csv"[^>]*>CSV</a>'),
    "`{.red}`, `{width=50%}`": ("", "<p>"),
    "a data loader `waits.csv.py`": ("", "<p>"),
    '`FileAttachment("waits.csv")`': ("{1}", WAIT),
    "`view(Inputs.range([5, 95]))`": ("", FIGURE),
    "`${wait.toFixed(1)}` in the text": ("{0}", r'data-of="wait:\.1f"[^>]*><span[^>]*>0\.2<'),
    "`Plot.plot({…})`": ("", CHART),
    "a cell with DOM": (":::widget{{name=slope}}\n:::", r'data-widget="slope"'),
    "a code cell with `echo: false`": ("", CHART),
    "`` `r round(x, 1)` `` in the text": ("{0}", r">1\.2</data>"),
    "`::: {.callout-note}`": ASIDE,
    "`@fig-wait`, `{#fig-wait}`": ("{0}", r'<a class="ref" href="#wait">'),
    "`$$ x $$ {#eq-x}`, `@eq-x`": ("{0}\nx\n:::\n\n{1}", r'id="x">.*<a class="ref" href="#x">'),
    "`Table: Caption {#tbl-x}`": (":::table{{#rows data=waits}}\nA caption.\n:::", r"A caption\."),
    "`references.bib`, `[@key]`, `[see @key, p. 3]`, `@key`": ("[@key]", '<a class="cite" href="references.html#key"'),
    "`_quarto.yml`": ("", "<p>"),
    "Shiny, OJS": ("", FIGURE),
    "PDF, Word": ("", "<p>"),
    "```` ```{note} ```` or `:::{note}`": ASIDE,
    "`` {ref}`wait` ``": ("{0}", r'<a class="ref" href="#wait">'),
    "`` {eval}`x` ``": ("{0}", r">1\.25</data>"),
    "`` {cite}`key` ``": ("{0}", '<a class="cite" href="references.html#key"'),
    "`` {term}`load` ``": ("{0}", r'<a class="concept" href="glossary.html#load"[^>]*>load</a>'),
    "`{figure} map.png`": ("{0}", r'alt="what it shows".*<figcaption>Caption\.'),
    "`myst.yml`, `_toc.yml`": ("", "<p>"),
    "`hv.HoloMap`, `hv.DynamicMap`": ("", FIGURE),
    "`pn.widgets.IntSlider(start=5, end=95)`": ("", FIGURE),
    "`@pn.depends(load)`": ("", FIGURE),
    '`panel.embed()`, `.save("x.html")`': ("", FIGURE),
    "frames of Plotly": ("", FIGURE),
    "a cell that computes": ("", "<p>"),
    "the last line of a cell, a table": ("{1}\n:::", r"<td[^>]*>12"),
    "the last line of a cell, a chart": ("", CHART),
    "`interact(f, load=(5, 95))`": ("", FIGURE),
    '`print(f"{wait:.1f}")`': ("{0}", r">12\.0</data>"),
    "a markdown cell": ("The same words.", r"The same words\."),
    "`[Range value:x min:5 max:95 /]`": ("{0}", r'data-figure="counter"'),
    "`[Display value:x /]`": ("{0}", r'data-figure="counter"'),
    "`[Scroller]`, `[Step]`": ("{0}\n{1}\nHere.\n:::\n:::", r"Here\."),
    "`<d-footnote>`, `<d-cite>`": ("Words{0} {1}.", r'class="note-ref".*class="cite"'),
    "a component in React": ("", FIGURE),
}
PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
ROW = re.compile(r"^\| (?P<there>.+?) \| (?P<here>.+) \|$", re.MULTILINE)
SPAN = re.compile(r"(?P<ticks>`+) ?(?P<code>.+?) ?(?P=ticks)(?!`)")
FILES: dict[str, str | bytes] = {
    "content/site.toml": """title = "Trial"
chapters = ["index.md", "other.md"]
bibliography = ["references.bib"]
[data]
command = "python data/waits.py"
[charts.waits]
function = "waits.curve"
data = ["waits"]
alt = "The wait."
[widgets.slope]
alt = "A slope."
caption = "A slope."
""",
    "content/references.bib": "@book{key, author={Ann Ash}, title={Waits}, publisher={House}, year={2001}}",
    "content/concepts/load.md": "---\nterm: load\nshort: How busy it is.\n---\n",
    "content/concepts/csv.md": "---\nterm: CSV\nshort: A file.\n---\n",
    "content/chapters/other.md": "# Other\n\nWords.\n",
    "content/chapters/map.png": PNG,
    "data/waits.py": f"""{PUBLISH}
frame = [dict(load=load, wait=3 * load / (100 - load)) for load in range(5, 96)]
publish(waits=frame)
publish(set=[dict(x=1.25)])
""",
    "content/charts/waits.py": """import altair
def curve(waits):
    return altair.Chart(waits).mark_line().encode(x="load:Q", y="wait:Q")
""",
    "content/explorables/counter.py": """from narwhals import DataFrame
from site_builder.explore import frame, slider
load = slider(5, 95)
waits = frame("waits")
alt = caption = "The wait."
def numbers(load, waits: DataFrame):
    return {"wait": waits.filter(load=load).item(0, "wait")}
def picture(load):
    return f'<svg viewBox="0 0 9 9"><path d="M0,{load}"/></svg>'
""",
    "static/css/site/figures.css": "mark { color: inherit; }",
    "static/js/site/widgets/slope.js": (HANDBOOK / "static/js/handbook/widgets/slope.js").read_text(encoding="utf-8"),
}


def test_each_line_of_coming_from_another_tool_holds(author: Author) -> None:
    page = (HANDBOOK / "content/chapters/coming-from.md").read_text(encoding="utf-8")
    rows = {row["there"]: row["here"] for row in ROW.finditer(page) if row["there"] not in {"there", "---"}}
    assert [there for there in rows if there not in LINES] == []
    assert list(LINES) == list(rows)
    corpus = "\n".join([*FILES, *map(str, FILES.values()), "site-builder build", *LINES])
    text = "# Trial\n\n:::explore{#counter name=counter}\n:::\n\n:::chart{#wait name=waits}\n:::\n\n[^note]: A note.\n"
    for number, (there, (form, _)) in enumerate(LINES.items()):
        codes = [span["code"].replace("…", "load=80") for span in SPAN.finditer(rows[there])]
        for code in () if form else codes:
            assert code in corpus, (there, code)
        text += f"\n## Line {number}\n\n{form.format(*codes)}\n"
    author.write(FILES)
    author.chapter(f"\n{text}")
    built = author.build()
    assert [problem["message"] for problem in built.problems] == []
    shown = MATH.sub(lambda math: "{" + re.sub(r"<[^>]*>|\s", "", math[0]) + "}", built.page())
    lines = shown.split('<h2 id="line-')
    for line, (there, (form, expected)) in zip(lines[1:], LINES.items(), strict=True):
        assert re.search(expected, line if form else lines[0], re.DOTALL), (there, line)
