"""Text in the manner of LaTeX, MyST and Quarto: each piece is reported with what to write for it here."""

from __future__ import annotations

import re

from tests.material.conftest import Author

PROSE = [
    (r"As \cite{k} says.", r"\cite", "[@key]"),
    (r"As \citep[p. 3]{k} says.", r"\citep", "[@key]"),
    (r"As \textcite{k} says.", r"\textcite", "[@key]"),
    (r"See \ref{fig:x}.", r"\ref", "::ref{id}"),
    (r"See \eqref{eq:y} and more.", r"\eqref", "::ref{id}"),
    (r"See \autoref{y}.", r"\autoref", "::ref{id}"),
    (r"Here \label{z}.", r"\label", "{#id}"),
    ("\\begin{equation}\nx = 1\n\\end{equation}", r"\begin{equation", "':::equation{#id}'"),
    ("\\begin{align*}\nx = 1\n\\end{align*}", r"\begin{align", "$$"),
    ("\\begin{itemize}\n\\end{itemize}", r"\begin{itemize", "- "),
    ("\\begin{theorem}\nTrue.\n\\end{theorem}", r"\begin{", ":::note"),
    (r"A \caption{x}.", r"\caption", "behind the path of the picture"),
    (r"A \vspace{1cm} x.", r"\vspace{1cm}", "remove it"),
    (r"A \SI{5}{\meter}.", r"\SI", "as text"),
    (r"Stra\ss{}e", r"\ss{}", "the letter itself"),
    (r"\v{C}ech", r"\v{C}", "the letter itself"),
    (r"Kurt G\"odel", r"\"o", "the letter itself"),
    (r"caf\^{e}", r"\^{e}", "the letter itself"),
    (r"An {\it old} x.", r"{\it", "*words*"),
    ("See {cite:t}`k`.", "{cite:t}", "write @key"),
    ("Press {kbd}`k`.", "{kbd}", "<kbd>"),
    (r"The half \frac{a}{b} of it.", r"\frac{a}{b}", r"write $\frac{a}{b}$"),
    (r"The root \sqrt{2} of it.", r"\sqrt{2}", r"write $\sqrt{2}$"),
    (r"The letter \alpha here.", r"\alpha", r"write $\alpha$"),
    (r"Note\footnote{this}.", r"\footnote", "^[words]"),
    (r"An \emph{x}.", r"\emph", "*words*"),
    (r"A \textbf{x}.", r"\textbf", "**words**"),
    (r"A \texttt{x}.", r"\texttt", "`words`"),
    (r"At \url{http://x}.", r"\url", "[text](https://…)"),
    (r"\section{One}", r"\section", "##"),
    ("See {eq}`pyth`.", "{eq}", "::ref{id}"),
    ("See {prf:ref}`pyth`.", "{prf:ref}", "::ref{id}"),
    ("See [a b][nope], x[1][2].", "[a b][nope]", "'[id]: address'"),
    ("$$\na\n\nb", "$$", "without empty lines"),
    ("Words <!-- never closed", "<!--", "'-->'"),
]


def test_syntax_of_other_dialects_in_prose_is_reported_with_a_fix(author: Author) -> None:
    lines, text = [], "\n"
    for written, _, _ in PROSE:
        lines.append(4 + text.count("\n") + 1)
        text += f"{written}\n\n"
    author.chapter(text)
    built = author.build()
    assert built.code == 0
    found = {(p["line"], p["message"].split("'")[1]): p for p in built.problems}
    assert set(found) == {(line, looks) for line, (_, looks, _) in zip(lines, PROSE, strict=True)}
    for line, (_, looks, remedy) in zip(lines, PROSE, strict=True):
        assert remedy in found[line, looks]["suggestion"]
        assert found[line, looks]["code"] == "leftover"


def test_markdown_in_a_block_of_html_is_reported(author: Author) -> None:
    author.chapter(
        "\n<table><tr><td>$x^2$ at $10</td><td>$$y$$</td></tr></table>\n\n"
        "<p>It is **old**, `x`, ::value[a.b]\nand [@key], [here](index.md).</p>\n\n"
        "<p>From $5 to $6, 2 ** 3 ** 4, <code>`x` <b>**y**</b></code>, <KBD>$x$</KBD></p>\n\n"
        "<pre>\n$x$\n</pre>\n\n<div>\n\n**Parsed** and $x$.\n\n</div>\n"
    )
    problems = [problem for problem in author.build().problems if "block of HTML" in problem["message"]]
    found = [(problem["line"], problem["column"], problem["message"].split("'")[1]) for problem in problems]
    assert found == [
        (6, 16, "$x^2$"),
        (6, 37, "$$y$$"),
        (8, 10, "**old**"),
        (8, 19, "`x`"),
        (8, 24, "::value[a.b]"),
        (9, 5, "[@key]"),
        (9, 13, "[here](index.md)"),
    ]
    assert {problem["code"] for problem in problems} == {"leftover"}


def test_paths_and_code_are_no_latex(author: Author) -> None:
    author.chapter(
        "\nIn C:\\to\\in\\alpha and `\\cite{k}` and \\\\server\\pi and a\\\\alpha.\n\n```text\n\\frac{a}{b}\n```\n"
    )
    assert author.build().problems == []


def test_typed_quotes_are_no_accents(author: Author) -> None:
    author.chapter('\nHe said \\"oh\\" and x\\^2, H\\~2.\n')
    assert author.build().problems == []


FENCES = [
    ("math", "$$"),
    ("exercise", "there is no block 'exercise'"),
    ("prf:theorem", "there is no block 'theorem'"),
    ("note", "':::note'"),
    ("admonition", "':::note'"),
    ("danger", "':::caution'"),
    ("code-cell", "```python"),
    ("python", "'python' alone"),
    ("r,", "'r' alone"),
    (".python", "'python' alone"),
    ("figure", "![what the picture shows]"),
    ("literalinclude", ":::listing{file=…}"),
    ("toctree", "'chapters'"),
    ("bibliography", "remove it"),
    ("margin", "^[words]"),
    ("mermaid", "export it as a picture"),
]


def test_fences_in_braces_are_reported_with_a_fix(author: Author) -> None:
    author.chapter("\n" + "".join(f"```{{{name}}}\nx\n```\n\n" for name, _ in FENCES))
    built = author.build()
    assert built.code == 1
    assert built.codes() == ["listing"] * len(FENCES)
    author.chapter("\n```math\nx\n```\n\n```mermaid\nx\n```\n")
    assert ["$$" in p["suggestion"] or "picture" in p["suggestion"] for p in author.build().problems] == [True] * 2
    for number, (problem, (name, remedy)) in enumerate(zip(built.problems, FENCES, strict=True)):
        assert problem["line"] == 6 + 4 * number, name
        assert remedy in problem["suggestion"], name


def test_stars_between_east_asian_letters_mark_words(author: Author) -> None:
    author.chapter(
        "\n発表に**「重要」**な、**重要。**です。*強調*と 2 * 3 * 4 は**「x」**。한**(국)**어 ** 점 ** _x_\n"
    )
    built = author.build()
    strong = re.findall("<strong>(.*?)</strong>", built.page())
    assert strong == ["「重要」", "重要。", "「x」", "(국)"]


def test_errors_in_heads_and_options_have_a_fix(author: Author) -> None:
    author.write({"content/chapters/index.md": '---\ntitle: "A" and b\n---\n\nText.\n'})
    (problem,) = author.build().problems
    assert "the whole value in quotes" in problem["suggestion"]
    author.write({"content/chapters/index.md": "---\ntitle: A\nformat:\n  html:\n    toc: true\n---\n\nText.\n"})
    assert [(p["line"], p["column"]) for p in author.build().problems if "'format'" in p["message"]] == [(3, 1)]
    author.chapter('\n:::note{title="An \\"idea\\""}\nx\n:::\n\n$x^$ and $\\text{a & b}$\n')
    remedies = [(p["line"], p["message"], p["suggestion"]) for p in author.build().problems]
    assert "“words”" in remedies[0][2]
    assert (remedies[-2][1], remedies[-1][2][:12]) == ("LaTeX: something is missing after it", r"write '\&' f")


def test_an_unclosed_comment_is_named(author: Author) -> None:
    author.chapter("\nWords.\n\n<!-- never closed\n\nMore words.\n")
    (problem,) = author.build().problems
    assert (problem["code"], problem["line"], problem["suggestion"]) == ("html-unclosed", 8, "close it with '-->'")
    assert "comment" in problem["message"]


NUMBERING = r"""
$$
x = 1 \label{eq:one}
$$

:::equation{#two}
y = 2 \tag{3} \label{two}
:::

:::equation
y = 3 \tag{4}
:::

See $\eqref{eq:one}$ and $\ref{q}$.
"""


def test_labels_in_formulas_are_reported(author: Author) -> None:
    author.chapter(NUMBERING)
    built = author.build()
    assert built.code == 0
    found = [(p["line"], p["message"].split("'")[1].replace("\\\\", "\\")) for p in built.problems]
    assert found == [
        (7, r"\label{eq:one}"),
        (11, r"\tag{3}"),
        (11, r"\label{two}"),
        (18, r"\eqref{eq:one}"),
        (18, r"\ref{q}"),
    ]
    assert {problem["severity"] for problem in built.problems} == {"warning"}
    assert "':::equation{#eq:one}'" in built.problems[0]["suggestion"]
    assert [problem["suggestion"] for problem in built.problems[1:3]] == [
        "remove one: the tag, or the id",
        "number the formula by ':::equation{#two}', and refer to it by ::ref{two}",
    ]
    assert "::ref{eq:one}" in built.problems[3]["suggestion"]


def test_macros_of_the_project_are_known_in_each_text(author: Author) -> None:
    author.chapter("A number in $\\R$, and a note.^[Of $\\R$.]\n\n$$\n\\R\n$$\n")
    for name, letter, shown in (("R", "R", "\u211d"), ("'\\R'", "Q", "\u211a")):
        author.settings(f"\n[macros]\n{name} = '\\mathbb{{{letter}}}'\n")
        built = author.build()
        assert (built.problems, built.page().count(f"<mi>{shown}</mi>")) == ([], 3)
    author.settings("\n[macros]\nR2 = 'R'\n")
    (problem,) = author.build().problems
    assert (problem["code"], problem["line"]) == ("config", 6)


TABLE = r"""
| code | what |
|---|---|
| `a|b` | one |
| x | y | z |
| `a\|b` | two |
| short |
no | bars
one | two | three

> | a |
> |---|
> | 1 | 2 |

- | a | b |
  |---|---|
  | 1 | 2 | 3
  | 4 | 5 \| 6 |
"""


def test_cells_without_a_column_are_reported(author: Author) -> None:
    author.chapter(TABLE)
    built = author.build()
    assert built.code == 0
    assert [(p["code"], p["line"], p["severity"]) for p in built.problems] == [
        ("table-row", line, "warning") for line in (8, 9, 13, 17, 21)
    ]
    assert "3 cells" in built.problems[0]["message"]
    assert "'one' is not shown" in built.problems[0]["message"]
    assert r"\|" in built.problems[0]["suggestion"]
    assert "<code>a|b</code>" in built.page()
