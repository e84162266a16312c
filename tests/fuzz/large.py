# ruff: noqa: E501
"""Measure large inputs of one repeated construct: ``python -m tests.fuzz.large [--only KIND]``.

Each line gives processor seconds and the peak memory of one check of a site that holds the input. Slow lines are
marked: an input of 1 MB may take 4.7 s (15 solves of a game on an idle machine) and 500 MB.
"""

from __future__ import annotations

import argparse
import os
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.fuzz.inputs import Inputs

SIZE, SECONDS, MEGABYTES = 1_000_000, 4.7, 500
MOST_SECONDS = 60  # after which an input counts as a hang
MOST_BYTES = 6_000_000_000  # of memory, for an input that would take all
CHUNK, LINES_READ = 49_000, 29_900  # longer paragraphs and chapters are refused at once
HEAD = b"---\ntitle: Large\n---\n"
# Repeated in long paragraphs, with and without spaces and line breaks between them, and in short ones.
UNITS = """
[ ] ( ) { } < > * _ ** __ *a _a **a a** ~ ^ ` ``a $ $$ \\ \\a \\( \\[ \\begin{a} & &amp; &# &a; | |a a| # ## = - + : :: :::
" ' “ -- ... — é 😀 1 1, 1. 1) , ; . ! ? / @ @a @a; a ab a* /a .a a. a( [a [a] [a][b] [a]: [a](b) [a]( [a](< [a](b" []( ](
![ ![] ![a](b) ![a](b.png) ^[ ^[a] [^a] [^a]: [@a] [@a; [-@a] <a <a> </a> </ <!-- --> <? <![CDATA[ <a@b.c> <http://a>
http://a.b www.a.b a@b.c {a {#a} {.a} {a=b} {a="b ::a[ ::a[b] ::a[b]{ ::a[b]{c} ::ref{ ::ref{a} ::value[ ::value[t.a]
::value[t.a,b=c] ::value[t.a]{.2f} ::concept[a]{b} ::set[a]{b=c} ::pick[ ::readout{figure=a} :::a :::note :::a{ :::a{b
:::a{b="c"} :::html :::equation :::chart{name=a} :::table{data=t} ``` ~~~ ```a ```{a} ``a`` `a` - -\ta +\ta 1.\ta >\ta
>> H~2~O x^2^ ==a== :a: |-|-| $a$ $`a`$ *** === --- %% {% {{ <<<<<<< [[a]] [x] \\cite{a} (a) (@a) @fig-a
""".split()  # noqa: SIM905
LINES = {
    "nested quotes": lambda n: b">" * n,
    "nested quotes with text": lambda n: b"> " * n + b"a",
    "nested lists": lambda n: b"".join(b" " * (2 * i) + b"- a\n" for i in range(int(n**0.5))),
    "nested lists in one line": lambda n: b"- " * (n // 2),
    "brackets": lambda n: b"[" * (n // 2) + b"]" * (n // 2),
    "pictures": lambda n: b"![" * (n // 4) + b"a" + b"](b)" * (n // 8),
    "emphasis": lambda n: b"*" * (n // 2) + b"a" + b"*" * (n // 2),
    "runs of emphasis": lambda n: b"*a **b " * (n // 7),
    "alternating emphasis": lambda n: b"a*_" * (n // 3),
    "ticks of all lengths": lambda n: b"".join(b"`" * i + b"a " for i in range(1, int((2 * n) ** 0.5))),
    "braces": lambda n: b"{" * (n // 2) + b"}" * (n // 2),
    "a formula": lambda n: b"$" + b"{" * (n // 2) + b"}" * (n // 2) + b"$",
    "a displayed formula": lambda n: b"\n$$\n" + b"a + " * (n // 4) + b"\n$$\n",
    "formulas": lambda n: b"\n\n".join(b"$x_{%d}$" % i for i in range(n // 12)),
    "columns": lambda n: b"|a" * (n // 4) + b"|\n" + b"|-" * (n // 4) + b"|\n",
    "rows": lambda n: b"|a|b|\n|-|-|\n" + b"|c|d|\n" * (n // 6),
    "rows and columns": lambda n: b"|a" * 500 + b"|\n" + b"|-" * 500 + b"|\n" + (b"|a" * 500 + b"|\n") * (n // 1000),
    "wide head, short rows": lambda n: b"|a" * (n // 8) + b"|\n" + b"|-" * (n // 8) + b"|\n" + b"|b|\n" * (n // 8),
    "definitions": lambda n: b"a\n: b\n\n" * (n // 7),
    "references": lambda n: b"".join(b"[a%d]: b\n" % i for i in range(n // 10)),
    "references and links": lambda n: b"".join(b"[a%d]: b\n\n[a%d]\n\n" % (i, i) for i in range(n // 20)),
    "footnotes": lambda n: b"".join(b"a[^%d]\n\n[^%d]: b\n\n" % (i, i) for i in range(n // 20)),
    "headings": lambda n: b"".join(b"## Part %d\n\n" % i for i in range(n // 14)),
    "equal headings": lambda n: b"## Part\n\n" * (n // 9),
    "sections": lambda n: b":::section{#a}\n" * (n // 15),
    "an option": lambda n: b':::chart{name="' + b"a" * n + b'"}\n:::\n',
    "options": lambda n: b":::chart{" + b'a="b" ' * (n // 6) + b"}\n:::\n",
    "options without values": lambda n: b":::chart{" + b"a " * (n // 2) + b"}\n:::\n",
    "a comment": lambda n: b"<!--" + b"-" * n,
    "comments": lambda n: b"<!-- a -->\n" * (n // 11),
    "elements": lambda n: b":::html\n" + b"<b>" * (n // 3) + b"\n:::\n",
    "closed elements": lambda n: b":::html\n" + b"<b>" * (n // 7) + b"</b>" * (n // 7) + b"\n:::\n",
    "attributes": lambda n: b":::html\n<b " + b"a " * (n // 2) + b">x</b>\n:::\n",
    "an attribute": lambda n: b':::html\n<b a="' + b"a" * n + b'">x</b>\n:::\n',
    "an element that is not closed": lambda n: b":::html\n<b" + b" " * n + b"\n:::\n",
    "words": lambda n: b"word and word\n" * (n // 14),
    "numbers": lambda n: b"in 1234 and 12,345.6 of\n\n" * (n // 26),
    "an address": lambda n: b"[a](" + b"b" * n + b")",
    "addresses": lambda n: b"[a](b.md#c) " * 20 + b"\n\n" + (b"[a](b.md#c) " * 20 + b"\n\n") * (n // 250),
    "conditions": lambda n: b"::value[t.a " + b"b=c " * (n // 4) + b"]",
    "a condition": lambda n: b"::value[t.a b=" + b"c" * n + b"]",
    "a number": lambda n: b"::value[t.a b=" + b"1" * n + b"]",
    "a format": lambda n: b"::value[t.a]{" + b"." * n + b"}",
    "digits of a format": lambda n: b"::value[t.a]{" + b"1" * n + b"}",
    "where": lambda n: b':::table{data=t where="' + b"a=b " * (n // 4) + b'"}\nA.\n:::\n',
    "code": lambda n: b"```python\n" + b"x = (1 + 2)\n" * (n // 12) + b"```\n",
    "code in one line": lambda n: b"```python\n" + b"(" * n + b"\n```\n",
    "html code": lambda n: b"```html\n" + b"<a b='" * (n // 6) + b"\n```\n",
    "citations": lambda n: b"[@a; @b; @c] and @d [p. 3]\n\n" * (n // 28),
}  # fmt: skip
BIBTEX = {
    "entries": lambda n: b"".join(b"@book{k%d, title={T}, year=1999}\n" % i for i in range(n // 38)),
    "entries in parentheses": lambda n: b'@a(b,c="")' * (n // 10),
    "entries in parentheses, no quotes": lambda n: b"@a(b,c=1)" * (n // 9),
    "equal entries": lambda n: b"@a{b,c={}}\n" * (n // 11),
    "an entry that is not closed": lambda n: b"@a{b,c={" * (n // 8),
    "open braces": lambda n: b"@a{b,c=" + b"{" * n,
    "a field": lambda n: b"@a{b,title={" + b"a" * n + b"}}",
    "fields": lambda n: b"@a{b" + b",c={d}" * (n // 6) + b"}",
    "authors": lambda n: b"@book{a,author={" + b"A and " * (n // 6) + b"B}}",
    "commas in authors": lambda n: b"@book{a,author={" + b"A," * (n // 2) + b"B}}",
    "joined texts": lambda n: b"@a{b,c={d}" + b"#{d}" * (n // 4) + b"}",
    "abbreviations": lambda n: b"".join(b"@string{a%d = b%d}\n" % (i, i) for i in range(n // 22)),
    "abbreviations that double": lambda n: b'@string{a0 = "x"}\n'
    + b"".join(b"@string{a%d = a%d # a%d}\n" % (i, i - 1, i - 1) for i in range(1, 40)),
    "LaTeX": lambda n: b"".join(b"@book{k%d, title={\\foo}}\n" % i for i in range(n // 30)),
    "accents": lambda n: b"@book{a,title={" + b"{\\'e}" * 3900 + b"}}\n" * 1 + b"%" * (n - 20_000),
    "groups": lambda n: b"@book{a,title={" + b"{" * 90 + b"a" + b"}" * 90 + b"}}\n" * (n // 300),
    "comments": lambda n: b"@comment{a}\n" * (n // 12),
    "a comment": lambda n: b"%" * n,
    "at": lambda n: b"@" * n,
    "at a": lambda n: b"@a" * (n // 2),
    "quotes": lambda n: b'@a{b,c="' * (n // 8),
    "chains": lambda n: b"".join(b"@book{k%d, crossref={k%d}}\n" % (i, i + 1) for i in range(n // 35)),
    "tags": lambda n: b"@book{a,title={" + b"<i>" * 6000 + b"}}" + b" " * n,
    "blanks": lambda n: b"@book{a," + b" " * n + b"title={a}}",
}  # fmt: skip
JSON = {
    "works": lambda n: b"[" + b",".join(b'{"id":"k%d","title":"T"}' % i for i in range(n // 30)) + b"]",
    "equal works": lambda n: b"[" + b",".join([b'{"id":"a","title":"T"}'] * (n // 24)) + b"]",
    "lists": lambda n: b"[" * n,
    "closed lists": lambda n: b"[" * (n // 2) + b"]" * (n // 2),
    "objects": lambda n: b'{"a":' * (n // 5),
    "a text": lambda n: b'[{"id":"a","title":"' + b"a" * n + b'"}]',
    "keys": lambda n: b'[{"id":"a",' + b",".join(b'"k%d":1' % i for i in range(n // 10)) + b"}]",
    "authors": lambda n: b'[{"id":"a","author":[' + b",".join([b'{"family":"A"}'] * (n // 16)) + b"]}]",
    "a number": lambda n: b'[{"id":"a","volume":' + b"1" * n + b"}]",
    "tags": lambda n: b'[{"id":"a","title":"' + b"<i>" * 6000 + b'"}]' + b" " * n,
}  # fmt: skip
CSV = {
    "a row": lambda n: b"a," * (n // 2),
    "a row of heads": lambda n: b",".join(b"h%d" % i for i in range(n // 8)) + b"\n",
    "empty lines": lambda n: b"\n" * n,
    "empty lines below a head": lambda n: b"a\n" + b"\n" * n,
    "quotes": lambda n: b'"' * n,
    "quoted cells": lambda n: b"a,b\n" + b'"a","b"\n' * (n // 8),
    "open quotes": lambda n: b'a,b\n"' + b"a,b\n" * (n // 4),
    "a cell": lambda n: b"a\n" + b"a" * n,
    "digits": lambda n: b"a\n" + b"1" * 100_000 + b"\n" + b"2\n" * (n // 2),
    "whole numbers": lambda n: b"a\n" + b"".join(b"%d\n" % i for i in range(n // 7)),
    "numbers": lambda n: b"a;b\n" + b"".join(b"1,%d;x\n" % i for i in range(n // 10)),
    "groups": lambda n: b"a\n" + b"1 234 567 890\n" * (n // 14),
    "a number of groups": lambda n: b"a\n" + b"123" + b" 123" * 30_000 + b"x\n" + b"2\n" * (n // 3),
    "spaces": lambda n: b"a\n" + b" " * 100_000 + b"\n" + b"2\n" * (n // 3),
    "moments": lambda n: b"a\n" + b"2026-01-02T08:30:00+01:00\n" * (n // 26),
    "days": lambda n: b"a\n" + b"02/03/2024\n" * (n // 11),
    "carriage returns": lambda n: b"\r" * n,
    "delimiters": lambda n: b"a;b,c\td|e\n" * (n // 10),
    "commas and semicolons": lambda n: b",;" * (n // 2),
    "NUL": lambda n: b"\0" * n,
}  # fmt: skip
TOML = {
    "keys": lambda n: b"[constants]\n" + b"".join(b"k%d = 1\n" % i for i in range(n // 11)),
    "tables": lambda n: b"".join(b"[charts.c%d]\nfunction = 'a.b'\n" % i for i in range(n // 32)),
    "unknown tables": lambda n: b"".join(b"[t%d]\n" % i for i in range(n // 8)),
    "a dotted key": lambda n: b"a" + b".a" * (n // 2) + b" = 1\n",
    "a dotted table": lambda n: b"[a" + b".a" * (n // 2) + b"]\n",
    "dotted keys": lambda n: b"".join(b"a.b.c.d%d = 1\n" % i for i in range(n // 14)),
    "arrays": lambda n: b"a = " + b"[" * n,
    "closed arrays": lambda n: b"a = " + b"[" * (n // 2) + b"]" * (n // 2),
    "an array": lambda n: b"authors = [" + b'"a",' * (n // 4) + b"]\n",
    "inline tables": lambda n: b"a = " + b"{a = " * (n // 5),
    "an inline table": lambda n: b"constants = {" + b",".join(b"k%d = 1" % i for i in range(n // 11)) + b"}\n",
    "arrays of tables": lambda n: b"[[data]]\ncommand = 'a'\n" * (n // 23),
    "a text": lambda n: b'description = "' + b"a" * n + b'"\n',
    "escapes": lambda n: b'description = "' + b"\\n" * (n // 2) + b'"\n',
    "a text of lines": lambda n: b'description = """' + b"a\n" * (n // 2) + b'"""\n',
    "open quotes": lambda n: b'description = "' + b"\n\"" * (n // 2),
    "a number": lambda n: b"a = " + b"1" * n + b"\n",
    "a fraction": lambda n: b"a = 0." + b"1" * n + b"\n",
    "comments": lambda n: b"# a\n" * (n // 4),
    "equal signs": lambda n: b"=" * n,
    "chapters": lambda n: b"[redirects]\n" + b"".join(b'"a%d" = "b"\n' % i for i in range(n // 15)),
    "an equal key": lambda n: b"a = 1\n" * (n // 6),
    "blanks": lambda n: b"a" + b" " * n + b"= 1\n",
    "long chapters": lambda n: b'chapters = ["' + b"a" * n + b'.md"]\n',
    "csv": lambda n: b"".join(b"[csv.c%d]\ndecimal = ','\n" % i for i in range(n // 27)),
}  # fmt: skip
FRONT_MATTER = {
    "a title": lambda n: b"title: " + b"a" * n,
    "keys": lambda n: b"".join(b"k%d: 1\n" % i for i in range(n // 9)),
    "lists": lambda n: b"title: " + b"[" * n,
    "maps": lambda n: b"title: " + b"{a: " * (n // 4),
    "indentation": lambda n: b"".join(b" " * i + b"a:\n" for i in range(int((2 * n) ** 0.5))),
    "dashes": lambda n: b"- " * (n // 2),
    "anchors": lambda n: b"a: &a [x]\n" * (n // 10),
    "aliases": lambda n: b"a: &a [x,x]\nb: [" + b"*a," * (n // 3) + b"]\n",
    "laughs": lambda n: b"a0: &a0 [x,x]\n" + b"".join(b"a%d: &a%d [*a%d,*a%d]\n" % (i, i, i - 1, i - 1) for i in range(1, 40)),
    "quotes": lambda n: b'title: "' + b"\\\"" * (n // 2) + b'"',
    "a block": lambda n: b"title: |\n" + b"  a\n" * (n // 4),
    "tags": lambda n: b"title: " + b"!!str " * (n // 6),
    "question marks": lambda n: b"? " * (n // 2),
    "no end": lambda n: b"a\n" * (n // 2),
}  # fmt: skip
SVG = {
    "groups": lambda n: b"<g>" * (n // 3),
    "closed groups": lambda n: b"<g>" * (n // 7) + b"</g>" * (n // 7),
    "shapes": lambda n: b'<rect width="1"/>' * (n // 17),
    "attributes": lambda n: b"<g " + b"".join(b'a%d="" ' % i for i in range(n // 10)) + b"/>",
    "an attribute": lambda n: b'<path d="' + b"M" * n + b'"/>',
    "a text": lambda n: b"<text>" + b"a" * n + b"</text>",
    "ids": lambda n: b"".join(b'<g id="a%d"/><use href="#a%d"/>' % (i, i) for i in range(n // 40)),
    "uses that double": lambda n: b"".join(
        b'<g id="a%d"><use href="#a%d"/><use href="#a%d"/></g>' % (i, i - 1, i - 1) for i in range(1, 60)
    ),
    "styles": lambda n: b"<style>" + b"a{b:c}" * (n // 6) + b"</style>",
    "braces in styles": lambda n: b"<style>" + b"{" * n + b"</style>",
    "comments in styles": lambda n: b"<style>" + b"/*" * (n // 2) + b"</style>",
    "style attributes": lambda n: b'<g style="' + b"a:b;" * (n // 4) + b'"/>',
    "entities": lambda n: b"&amp;" * (n // 5),
    "unknown entities": lambda n: b"&a;" * (n // 3),
    "comments": lambda n: b"<!-- a -->" * (n // 10),
    "an open comment": lambda n: b"<!--" + b"a" * n,
    "open tags": lambda n: b"<" * n,
    "spaces of names": lambda n: b"".join(b'<g xmlns:a%d="b"/>' % i for i in range(n // 20)),
}  # fmt: skip
BOMB = (
    b'<!DOCTYPE svg [<!ENTITY a "x">'
    + b"".join(b'<!ENTITY a%d "&a%d;&a%d;">' % (i, i - 1, i - 1) for i in range(1, 40))
    + b"]>"
)
PYTHON = {
    "parentheses": lambda n: b"x = " + b"(" * n,
    "closed parentheses": lambda n: b"x = " + b"(" * (n // 2) + b")" * (n // 2),
    "a sum": lambda n: b"x = 1" + b" + 1" * (n // 4),
    "lines": lambda n: b"x = 1\n" * (n // 6),
    "functions": lambda n: b"".join(b"def f%d(x): return x\n" % i for i in range(n // 24)),
    "a text": lambda n: b'x = "' + b"a" * n + b'"',
    "attributes": lambda n: b"x = a" + b".a" * (n // 2),
    "indentation": lambda n: b"".join(b" " * i + b"if x:\n" for i in range(90)) + b"#" * n,
    "sliders": lambda n: b"from site_builder.explore import slider\n"
    + b"".join(b"x%d = slider(1, 2, label='a')\n" % i for i in range(n // 34)),
    "not": lambda n: b"x = " + b"not " * (n // 4) + b"1",
}  # fmt: skip


def cases(size: int) -> Iterator[tuple[str, str, bytes]]:
    """Yield the inputs: kind, name and content."""
    for unit in UNITS:
        written = unit.replace("\\t", " ").encode()
        for name, piece in {"words": written + b" ", "lines": written + b"\n", "run": written}.items():
            chunk = piece * min(CHUNK // len(piece), LINES_READ // 20) + b"\n\n"
            yield "chapter", f"{unit} {name}", HEAD + chunk * min(size // len(chunk), 20)
        part = written + b"\n\n"
        yield "chapter", f"{unit} parts", HEAD + part * min(size // len(part), LINES_READ // part.count(b"\n"))
    for kind, table in {"chapter": LINES, "bibtex": BIBTEX, "json": JSON, "csv": CSV, "toml": TOML}.items():
        for name, make in table.items():
            yield kind, name, (HEAD if kind == "chapter" else b"") + make(size)
    for name, make in FRONT_MATTER.items():
        yield "chapter", f"front matter: {name}", b"---\n" + make(size) + b"\n---\nA sentence.\n"
    for name, make in SVG.items():
        yield "svg", name, b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">' + make(size) + b"</svg>"
    yield "svg", "entities that double", BOMB + b'<svg xmlns="http://www.w3.org/2000/svg">&a39;</svg>'
    for name, make in PYTHON.items():
        yield "explorable", name, make(size) + b"\n"


class Slow(BaseException):
    """The input takes too long."""


def too_long(*_: object) -> None:
    """End the reading of an input."""
    raise Slow


def measured(inputs: Inputs, kind: str, content: bytes) -> tuple[float, float]:
    """Return the processor seconds that reading an input takes, and the megabytes on top of what was there."""
    Path("/proc/self/clear_refs").write_text("5")  # resets the peak
    before, begun = peak(), time.process_time()
    signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
    try:
        inputs.read(kind, content)
    except Slow:
        pass
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return time.process_time() - begun, peak() - before


def peak() -> float:
    """Return the peak memory of this process since the last reset, in megabytes."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1000


def main() -> None:
    """Read the arguments, and exit with 1 if an input takes too long or too much memory."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=SIZE, help="bytes of an input")
    parser.add_argument("--only", default="", help="inputs of a kind, or whose name holds this")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="processor seconds that an input may take")
    given = parser.parse_args()
    signal.signal(signal.SIGPROF, too_long)
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_BYTES, MOST_BYTES))
    slow = []
    with tempfile.TemporaryDirectory(prefix="large-") as folder:
        os.environ["XDG_CACHE_HOME"] = f"{folder}/cache"
        inputs = Inputs(Path(folder))
        for kind in ("chapter", "bibtex", "csv", "toml", "svg"):
            inputs.read(kind, b"# A\n")
        for kind, name, content in cases(given.size):
            if given.only and given.only != kind and given.only not in name:
                continue
            seconds, megabytes = measured(inputs, kind, content)
            is_slow = seconds > given.seconds or megabytes > MEGABYTES
            slow += [name] * is_slow
            print(f"{seconds:6.2f} s {megabytes:5.0f} MB  {kind}: {name}{'  SLOW' if is_slow else ''}", flush=True)
    sys.exit(1 if slow else 0)


if __name__ == "__main__":
    main()
