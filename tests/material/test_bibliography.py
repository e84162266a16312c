"""Bibliographies as BibTeX, BibLaTeX and reference managers write them: the list of references and the warnings."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from site_builder.problems.reporting import DEEPEST
from tests.material.conftest import Author, Outcome


def cite(author: Author, keys: list[str], style: str = "plain", **files: str | bytes) -> Outcome:
    """Build a page that cites works of the files ``refs.bib`` (``bib=``) and ``refs.json`` (``csl=``)."""
    names = {"bib": "refs.bib", "csl": "refs.json"}
    listed = ", ".join(f'"{names[kind]}"' for kind in files)
    author.settings(f'bibliography = [{listed}]\ncitation_style = "{style}"\n')
    author.write({f"content/{names[kind]}": text for kind, text in files.items()})
    author.chapter("\n" + " ".join(f"[@{key}]" for key in keys) + "\n")
    return author.build()


def entries(built: Outcome) -> dict[str, str]:
    """Return the HTML of each work of the list by key, without backlinks and letters after years."""
    page = re.sub(r"\b((?:19|20)\d\d|1)[a-z]\b", r"\1", built.page("references.html"))
    found = re.findall(r'<li id="([^"]*)">\n(.*?)\n(?:<span class="back-links">|</li>)', page, re.DOTALL)
    return {key: text.replace("&nbsp;", " ") for key, text in found}


def warned(built: Outcome) -> set[tuple[str, int, str]]:
    """Return code, line and the quoted words of each warning."""
    assert all(problem["severity"] == "warning" for problem in built.problems), built.err
    return {(p["code"], p["line"], " ".join(re.findall(r"'([^']*)'", p["message"]))) for p in built.problems}


LACKING = [
    ("book", "author={D. Knuth}, title={The Book}, year=1999", "publisher", "D. Knuth. <em>The Book</em>. 1999."),
    ("article", "author={A. Bee}, title={One}, year=2001", "journal", "A. Bee. One. 2001."),
    ("article", "author={A. Bee}, title={One}, journal={J}", "year", "A. Bee. One. <em>J</em>."),
    ("article", "title={One}, journal={J}, year=2001", "author", "One. <em>J</em>, 2001."),
    ("inproceedings", "author={A. Bee}, title={One}, year=2001", "booktitle", "A. Bee. One. 2001."),
    ("inproceedings", "author={A. Bee}, title={One}, pages={3-4}, year=1", "booktitle", "A. Bee. One. 3&ndash;4. 1."),
    ("incollection", "author={A. Bee}, title={One}, chapter=3, year=1", "booktitle", "A. Bee. One. Chapter 3. 1."),
    ("techreport", "author={A. Bee}, title={One}, year=2001", "institution", "A. Bee. One. Technical Report, 2001."),
    ("phdthesis", "author={A. Bee}, title={One}, year=2001", "school", "A. Bee. <em>One</em>. PhD thesis, 2001."),
    ("mastersthesis", "author={A. Bee}, title={One}, year=2001", "school", "A. Bee. One. Master's thesis, 2001."),
    ("thesis", "author={A. Bee}, title={One}, date={2001-05}", "school", "A. Bee. <em>One</em>. PhD thesis, 2001."),
    ("unpublished", "author={A. Bee}, title={One}, year=2001", "note", "A. Bee. One. 2001."),
    ("book", "title={One}, publisher={P}, year=2001", "", "P. <em>One</em>. P, 2001."),
    ("book", "title={One}", "author editor|publisher|year", "<em>One</em>."),
    ("inbook", "title={One}, chapter=2, year=1", "author editor|publisher", "<em>One</em>, chapter 2. 1."),
    ("misc", "author={A. Bee}", "title", "A. Bee."),
    ("misc", "title={One}", "", "One."),
    ("book", "", "title|author editor|publisher|year", "w18"),
    ("proceedings", "title={Proc}", "year", "<em>Proc</em>."),
    ("booklet", "title={One}, year=1", "author", "One. 1."),
    ("manual", "title={One}", "", "<em>One</em>."),
    ("online", "title={One}, url={https://x.org}", "", 'One. URL: <a href="https://x.org">https://x.org</a>.'),
]


@pytest.mark.parametrize("style", ["plain", "unsrt", "alpha", "unsrtalpha"])
def test_a_missing_field_is_left_out_with_a_warning(author: Author, style: str) -> None:
    lines = [f"@{kind}{{w{number}, {fields}}}" for number, (kind, fields, _, _) in enumerate(LACKING, 1)]
    built = cite(author, [f"w{number}" for number in range(1, len(lines) + 1)], style, bib="\n".join(lines))
    expected = {
        ("bibliography-field", number, f"w{number} {name}")
        for number, (_, _, names, _) in enumerate(LACKING, 1)
        for name in filter(None, names.split("|"))
    }
    assert built.code == 0
    assert warned(built) == expected
    shown = entries(built)
    for number, (_, _, _, text) in enumerate(LACKING, 1):
        assert shown[f"w{number}"].replace("&#x27;", "'") == text


def test_only_works_that_are_cited_are_warned_about(author: Author) -> None:
    built = cite(author, ["b"], bib="@book{a, title={One}}\n@misc{b, author={A. Bee}, title={Two}}\n")
    assert (built.code, built.problems) == (0, [])


CROSSED = r"""
@inproceedings{p, author={A. Bee}, title={A Paper}, crossref={c}}
@inproceedings{p2, author={A. Bee}, title={Lacks Only}, crossref={D}}
@proceedings{c, editor={C. Dee}, title={Proc. of E}, booktitle={Proc. of E}, year=2001}
@proceedings{d, editor={C. Dee}, title={Title {T}}, year=2002}
@inproceedings{own, author={A. Bee}, title={Its Own}, year=1999, crossref={d}}
@incollection{chain, author={A. Bee}, title={Chain}, crossref={middle}}
@book{middle, title={Middle}, publisher={P}, crossref={top}}
@book{top, editor={T. Op}, year=2003}
@inbook{lost, author={A. Bee}, title={Lost}, publisher={P}, year=2004, crossref={nowhere}}
@book{ring1, author={A. Bee}, title={Ring}, publisher={P}, crossref={ring2}}
@book{ring2, author={A. Bee}, title={Ring}, year=2005, crossref={ring1}}
@book{self, author={A. Bee}, title={Self}, publisher={P}, year=2006, crossref={self}}
@string{press = "The " # {Press}}
@xdata{common, publisher=press, year=2007}
@xdata{place, address={Lund}}
@book{data, author={A. Bee}, title={Data}, xdata={common, place}}
"""


# Each book inherits from the next one.
LONG_CHAIN = "".join(
    f"@book{{n{number}, author={{A}}, title={{N}}, year=1, publisher={{P}}, crossref={{n{number + 1}}}}}\n"
    for number in range(DEEPEST + 1)
)


def test_crossref_and_xdata_are_resolved(author: Author) -> None:
    last = f"@book{{n{DEEPEST + 1}, title={{L}}}}\n"
    keys = ["p", "p2", "own", "c", "chain", "lost", "ring1", "self", "data", "n0"]
    built = cite(author, keys, bib=CROSSED + LONG_CHAIN + last)
    assert warned(built) == {
        ("bibliography-field", 18 + DEEPEST, f"crossref n{DEEPEST} n{DEEPEST + 1}"),
        ("bibliography-field", 10, "crossref lost nowhere"),
        ("bibliography-field", 12, "crossref ring2 ring1"),
        ("bibliography-field", 13, "crossref self self"),
    }
    shown = entries(built)
    assert shown["p"] == "A. Bee. A paper. In C. Dee, editor, <em>Proc. of E</em>. 2001."
    assert shown["p2"] == "A. Bee. Lacks only. In C. Dee, editor, <em>Title T</em>. 2002."
    assert shown["own"] == "A. Bee. Its own. In C. Dee, editor, <em>Title T</em>. 1999."
    assert shown["chain"] == "A. Bee. Chain. In T. Op, editor, <em>Middle</em>. P, 2003."
    assert shown["ring1"] == "A. Bee. <em>Ring</em>. P, 2005."
    assert shown["data"] == "A. Bee. <em>Data</em>. The Press, Lund, 2007."


LATEX = [
    (r"Haji\v c and {\'E}t{\'e} na\"{\i}ve \'\i \o \ss\ {\AA} \c{c} \k a", "Hajič and Été naïve íøß Å ç ą"),
    (r"Erd{\H o}s {\L}{\'o}d\'z \.{z} \~n \=a \u{g} \d{s} \r{u} \t{oo}", "Erdős Łódź ż ñ ā ğ ṣ ů o\u0361o"),
    (r"On \emph{E. coli} and {\em B. subtilis}", "On <em>E. coli</em> and <em>B. subtilis</em>"),
    (r"\textit{a} \textbf{b} {\bf c} {\it d} 4\textsuperscript{th} H\textsubscript{2}O",
     "<em>a</em> <strong>b</strong> <strong>c</strong> <em>d</em> 4<sup>th</sup> H<sub>2</sub>O"),
    (r"A \&amp; B {\&}amp; C &amp; D", "A &amp; B &amp; C &amp; D"),
    (r"R\&D 100\% \#1 a\_b \$5 \{x\} 50% & a_b #", "R&amp;D 100% #1 a_b $5 {x} 50% &amp; a_b #"),
    (r"Figure~1 --- ``quoted'' 3--4 \dots{} x\,y", "Figure\u00a01 — “quoted” 3–4 … x\u2009y"),  # noqa: RUF001
    (r"CO$_2$, $\alpha$-decay, 10$^{-3}$, $\times$ \ensuremath{\beta}",
     "CO<sub>2</sub>, α-decay, 10<sup>-3</sup>, × β"),  # noqa: RUF001
    (r"\textsc{Small} \texttt{code} \LaTeX{} \copyright\ \textregistered \textbackslash",
     "Small <code>code</code> LaTeX © ®\\"),
    (r"{\textless}i{\textgreater}E. coli{\textless}/i{\textgreater} \textless x\textgreater $<$b$>$y$<$/b$>$",
     "<em>E. coli</em> &lt;x&gt;<strong>y</strong>"),
    (r"See \url{http://example.com/a\_b~c--d?x=1&y} and \href{https://e.org/\%20}{the \emph{page}}",
     'See <a href="http://example.com/a_b~c--d?x=1&amp;y">http://example.com/a_b~c--d?x=1&amp;y</a>'
     ' and <a href="https://e.org/%20">the <em>page</em></a>'),
    (r'"><script>alert(1)</script> & <b onload="x">y</b> \href{javascript:alert(1)}{z}',
     "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; <strong>y</strong> z"),
    (r"{\noopsort{b}}Plain {\relax Ch}ristos \mbox{x} \textrm{y} \enquote{z}", "Plain Christos x y “z”"),
    ("a \\", "a \\"),
]  # fmt: skip


def test_latex_in_any_field_is_converted(author: Author) -> None:
    fields = ("title", "note", "howpublished")
    works = [f"@misc{{w{n}x{f}, {f} = {{{{{t}}}}}, title={{T}}}}" for n, (t, _) in enumerate(LATEX) for f in fields[1:]]
    works += [f"@misc{{w{n}xtitle, title = {{{{{t}}}}}}}" for n, (t, _) in enumerate(LATEX)]
    works = [work.replace(r"a \}}", r"a \ }}") for work in works]
    built = cite(author, [f"w{n}x{field}" for n in range(len(LATEX)) for field in fields], bib="\n".join(works))
    assert {problem["code"] for problem in built.problems} == {"bibliography-address"}
    shown = entries(built)
    for number, (_, expected) in enumerate(LATEX):
        for name in fields:
            assert expected.rstrip("\\") in shown[f"w{number}x{name}"].replace(" ", " "), name


def test_formulas_in_titles_are_typeset(author: Author) -> None:
    bib = r"@misc{f, title={Roots of $x^2 + 1$}}" + "\n" + r"@misc{g, title={Half of $\frac{1}$}}"
    built = cite(author, ["f", "g"], bib=bib)
    assert "<math><mrow><msup><mi>x</mi>" in entries(built)["f"]
    assert "$" not in entries(built)["f"]
    assert warned(built) == {("bibliography-markup", 2, "$\\frac{1}$ g }")}


NAMES = [
    (r"Haji\v c, Jan", "Jan Hajič", "Hajič"),
    (r"{\'E}mile Zola", "Émile Zola", "Zola"),
    (r"G{\"o}del, Kurt and Erd{\H{o}}s, P{\'a}l", "Kurt Gödel and Pál Erdős", "Gödel and Erdős"),
    ("{The LHC Collaboration}", "The LHC Collaboration", "The LHC Collaboration"),
    ("{Barnes and Noble, Inc.}", "Barnes and Noble, Inc", "Barnes and Noble, Inc."),
    ("van der Berg, Ann", "Ann van der Berg", "van der Berg"),
    ("A. Bee and others", "A. Bee and others", "Bee et al."),
    ("A. Bee and C. Dee and others", "A. Bee, C. Dee, and others", "Bee et al."),
    ("O'Brien, Mary-Ann", "Mary-Ann O&#x27;Brien", "O&#x27;Brien"),
    ("King, Jr, Martin", "Martin King, Jr", "King"),
    ("<b>X</b> & Y", "<strong>X</strong> &amp; Y", "Y"),
    ("Łukasz Żółw", "Łukasz Żółw", "Żółw"),
    ("A. Bee and and ", "A. Bee", "Bee"),
]


def test_names_are_right_in_the_list_and_in_the_text(author: Author) -> None:
    works = [f"@misc{{n{number}, author={{{name}}}, title={{T}}}}" for number, (name, _, _) in enumerate(NAMES)]
    built = cite(author, [f"n{number}" for number in range(len(NAMES))], bib="\n".join(works))
    assert built.code == 0
    shown = entries(built)
    labels = re.findall(r'<a class="cite"[^>]*>(.*?)</a>', built.page())
    for number, (_, full, last) in enumerate(NAMES):
        assert shown[f"n{number}"].startswith(f"{full}. T."), number
        assert labels[number] == last


ADDRESSES = [
    (r"url={http://example.com/a\_b\%20c}", "http://example.com/a_b%20c", 0),
    (r"url={\url{http://example.com/x{\_}y\&z}}", "http://example.com/x_y&amp;z", 0),
    (r"url={https://example.com/~me/\textasciitilde{}x--y}", "https://example.com/~me/~x--y", 0),
    ("url={https://example.com/é a}", "https://example.com/%C3%A9%20a", 0),
    ("url={https://example.com/\"onload=alert(1)'<b>}", "https://example.com/%22onload=alert(1)&#x27;%3Cb%3E", 0),
    ("url={doi:10.1000/182}", "https://doi.org/10.1000/182", 0),
    ("url={mailto:a@example.org}", "mailto:a@example.org", 0),
    (r"doi={10.1007/1\_5}", "https://doi.org/10.1007/1_5", 0),
    ("doi={https://doi.org/10.1000/182}", "https://doi.org/10.1000/182", 0),
    ("doi={http://dx.doi.org/10.1000/182}", "https://doi.org/10.1000/182", 0),
    ("doi={doi: 10.1000/182}", "https://doi.org/10.1000/182", 0),
    ("doi={10.1002/(SICI)10<97::AID>3.0.CO;2-#}", "https://doi.org/10.1002/(SICI)10%3C97::AID%3E3.0.CO;2-%23", 0),
    ("eprint={2001.01234}, archiveprefix={arXiv}", "https://arxiv.org/abs/2001.01234", 0),
    ("eprint={arXiv:hep-th/9711200}", "https://arxiv.org/abs/hep-th/9711200", 0),
    ("eprint={http://www.sciencemag.org/x.pdf}", "", 0),
    ("url={javascript:alert(1)}", "", 1),
    ("url={www.example.com}", "", 1),
    ("url={data:text/html,x}", "", 1),
    ("doi={forthcoming}", "", 1),
    ('doi={10.1000/1"></a><meta http-equiv="refresh">}', "", 1),
    (r"note={\url{javascript:alert(1)}}", "", 1),
]  # fmt: skip


def test_addresses_are_links_if_they_may_be(author: Author) -> None:
    works = [f"@misc{{u{number}, title={{T}}, {written}}}" for number, (written, _, _) in enumerate(ADDRESSES)]
    built = cite(author, [f"u{number}" for number in range(len(ADDRESSES))], bib="\n".join(works))
    assert len(warned(built)) == sum(n_warnings for _, _, n_warnings in ADDRESSES)
    shown = entries(built)
    for number, (_, address, n_warnings) in enumerate(ADDRESSES):
        links = re.findall(r'<a href="([^"]*)"', shown[f"u{number}"])
        assert links == ([address] if address else []), ADDRESSES[number]
        found = [problem for problem in built.problems if problem["line"] == number + 1]
        assert [problem["code"] for problem in found] == ["bibliography-address"] * n_warnings


def test_unknown_commands_are_reported_at_their_place(author: Author) -> None:
    bib = "@article{k,\n  author = {A. Bee},\n  title = {A \\foo{word} here},\n  journal = {\\mnras},\n  year = 2001,\n"
    bib += "  abstract = {\\nothing of it},\n  file = {C\\:\\\\Users\\\\me\\\\x.pdf:application/pdf}\n}\n"
    built = cite(author, ["k"], bib=bib)
    assert [(p["code"], p["line"], p["column"], p["length"]) for p in built.problems] == [
        ("bibliography-markup", 3, 14, 4),
        ("bibliography-markup", 4, 14, 6),
    ]
    assert entries(built)["k"] == "A. Bee. A word here. <em>mnras</em>, 2001."


CSL: list[tuple[dict[str, Any], str]] = [
    ({"type": "article-journal", "title": "The <i>E. coli</i> of <span class=\"nocase\">USA</span>, H<sub>2</sub>O, "
      "m<sup>2</sup>, <b>bold <i>both</i></b> for $5 & {x}_1", "author": [{"family": "Bee", "given": "A."}],
      "container-title": "Water <i>and</i> Air", "issued": {"date-parts": [["2020", 5]]}},
     "A. Bee. The <em>E. coli</em> of USA, H<sub>2</sub>O, m<sup>2</sup>, <strong>bold <em>both</em></strong> for $5 "
     "&amp; {x}_1. <em>Water <em>and</em> Air</em>, 2020."),
    ({"title": "<script>alert(1)</script> <i><b>x</i></b> a < b <u>c</u>"},
     "&lt;script&gt;alert(1)&lt;/script&gt; &lt;i&gt;&lt;b&gt;x&lt;/i&gt;&lt;/b&gt; a &lt; b &lt;u&gt;c&lt;/u&gt;."),
    ({"title": "Null", "volume": None, "author": None, "issued": None, "DOI": None, "type": None}, "Null."),
    ({"title": "Organisation", "author": [{"literal": "World Health Organization"}], "issued": "2020-05-01"},
     "World Health Organization. Organisation. 2020."),
    ({"title": "Raw", "issued": {"raw": "May 1999"}}, "Raw. 1999."),
    ({"title": "Coming", "issued": {"literal": "in press"}}, "Coming. in press."),
    ({"title": "Empty", "issued": {"date-parts": [[]]}, "author": []}, "Empty."),
    ({"title": "Old", "issued": {"date-parts": [[79]]}}, "Old. 79."),
    ({"title": "Thesis", "type": "thesis", "genre": "Master's thesis", "publisher": "KTH",
      "author": [{"family": "Berg", "given": "Ann", "non-dropping-particle": "van der"}],
      "issued": {"date-parts": [[2001]]}}, "Ann van der Berg. <em>Thesis</em>. Master&#x27;s thesis, KTH, 2001."),
    ({"title": "Report", "type": "report", "publisher": "SMHI", "publisher-place": "Lund", "number": 3,
      "issued": {"date-parts": [[2001]]}, "author": [{"literal": "SMHI"}]},
     "SMHI. Report. Technical Report, SMHI, Lund, 2001."),
    ({"title": "Chapter", "type": "chapter", "container-title": "Book", "editor": [{"family": "Dee", "given": None}],
      "author": [{"family": "Bee"}], "issued": {"date-parts": [[2001]]}},
     "Bee. Chapter. In Dee, editor, <em>Book</em>. 2001."),
    ({"title": "Page", "type": "webpage", "URL": "https://example.org/a_b?c=1&d=\"2\""},
     'Page. URL: <a href="https://example.org/a_b?c=1&amp;d=%222%22">https://example.org/a_b?c=1&amp;d=&quot;2&quot;</a>.'),
    ({"title": "Data", "type": "dataset", "DOI": "https://doi.org/10.5281/zenodo.1", "publisher": "Zenodo"},
     'Data. Zenodo. <a href="https://doi.org/10.5281/zenodo.1">doi:10.5281/zenodo.1</a>.'),
    ({"title": "Bad\u0000 \ud800 text\nin lines", "type": "software"}, "Bad\ufffd \ufffd text in lines."),
]  # fmt: skip


def test_csl_works_with_tags_gaps_and_odd_dates(author: Author) -> None:
    works = [{"id": f"c{number}", **work} for number, (work, _) in enumerate(CSL)]
    built = cite(author, [f"c{number}" for number in range(len(CSL))], csl=json.dumps(works))
    assert (built.code, built.problems) == (0, [])
    shown = entries(built)
    for number, (_, expected) in enumerate(CSL):
        assert shown[f"c{number}"] == expected


def test_fields_that_a_csl_work_lacks_are_named_as_in_its_file(author: Author) -> None:
    works = '[\n{"id": "a", "type": "article-journal", "title": "A", "author": [{"family": "Bee"}]},\n'
    works += '{"id": 7, "type": "report", "issued": {"raw": "2001"}, "author": [{"family": "Bee"}]},\n'
    works += '{"id": "u", "title": "U", "URL": "javascript:x"}]'
    built = cite(author, ["a", "7", "u"], csl=works)
    assert warned(built) == {
        ("bibliography-field", 2, "a container-title"),
        ("bibliography-field", 2, "a issued"),
        ("bibliography-field", 3, "7 title"),
        ("bibliography-field", 3, "7 publisher"),
        ("bibliography-address", 4, "javascript:x u"),
    }


EXPORT = r"""% Encoding: UTF-8
% mail me@example.org { not a brace
@Comment{jabref-meta: databaseType:bibtex;}
@comment{@article{hidden, title = {Hidden}}}
@preamble{ "\providecommand{\noopsort}[1]{}" }
@article{DBLP:conf/icml/Bee12,
  author    = {Anna Bee}, % first author
  title     = {Zotero's Export},
  journaltitle = {Nature},
  date      = {2020-05-01},
  file = {Full Text:C\:\\Users\\me\\Zotero\\1.pdf:application/pdf},
  keywords  = {a, b},
  pages = {33-35},
}
@online{müller2020, author = {Müller, Jörg}, title = {Web}, date = {2020}, urldate = {2021-01-02},
  url = {https://example.org}}
@thesis{t, author={Bee, A.}, title={Thesis}, type={mathesis}, institution={KTH}, date={2019/2020}}
@report{r, author={Bee, A.}, title={Report}, type={techreport}, institution={SMHI}, location={Lund}, year={2019}}
@collection{c, editor={Dee, C.}, title={Collection}, subtitle={Part}, publisher={P}, date={2018}}
@dataset{d, author={Bee, A.}, title={Data}, year=2017, month = jan, doi={10.5281/zenodo.1}}
@software{s, author={{The Team}}, title={Software}, version={1.0}, date={2016-02}}
@conference{f, author={Bee, A.}, title={Conference}, booktitle={Proc}, year=2015, month = {5}}
@article(paren, author = "Bee, A.", title = "100% sure", journal = "J", year = 2014)
% @misc{outcommented, title = {Out
@Comment{ @misc{hidden2, title = {50% of it} }, me@example.org }
@odd{odd, title={Odd}, author={Bee, A.}, year=2013}
@artwork{2019A&A...625A.117K, title={Art}, author={Bee, A.}, year={2012}}
@misc{O'Brien+2001_x, title={Key}, author={O'Brien}, year={n.d.}, title={Twice}}
@CONTROL{REVTEX42Control}
"""


def test_exports_of_reference_managers_are_read(author: Author) -> None:
    long = "k" * 200
    bib = "\ufeff" + (EXPORT + f"@misc{{{long}, title={{Long}}}}\n").replace("\n", "\r\n")
    keys = [
        "DBLP:conf/icml/Bee12",
        "müller2020",
        *"trcdsf",
        "paren",
        "odd",
        "2019A&A...625A.117K",
        "O'Brien+2001_x",
        long,
    ]
    built = cite(author, keys, bib=bib)
    line = EXPORT[: EXPORT.index("@misc{O'Brien")].count("\n") + 1
    assert [(problem["code"], problem["line"]) for problem in built.problems] == [("bibliography-field", line)]
    shown = list(entries(built).items())
    texts = {key.replace("&amp;", "&").replace("&#39;", "'"): text for key, text in shown}
    assert texts["DBLP:conf/icml/Bee12"] == "Anna Bee. Zotero&#x27;s export. <em>Nature</em>, pages 33&ndash;35, 2020."
    assert "(visited on 2021-01-02)" in texts["müller2020"]
    assert texts["t"] == "A. Bee. <em>Thesis</em>. Master&#x27;s thesis, KTH, 2019\u20132020."
    assert texts["r"] == "A. Bee. Report. Technical Report, SMHI, Lund, 2019."
    assert texts["c"] == "C. Dee, editor. <em>Collection: Part</em>. P, 2018."
    assert texts["d"].startswith("A. Bee. Data. January 2017.")
    assert texts["f"] == "A. Bee. Conference. In <em>Proc</em>. May 2015."
    assert texts["paren"] == "A. Bee. 100% sure. <em>J</em>, 2014."
    assert 'href="references.html#2019A&amp;A...625A.117K"' in built.page()


def test_dates_of_biblatex_are_read(author: Author) -> None:
    dates = {"-0380": "381 BC", "1836-03/1837": "1836\u20131837", "2001-02/2001-03": "2001", "May 2001": "2001"}
    bib = "".join(f"@misc{{w{number}, title={{One}}, date={{{date}}}}}\n" for number, date in enumerate(dates))
    built = cite(author, [f"w{number}" for number in range(len(dates))], "unsrt", bib=bib)
    shown = entries(built)
    assert [shown[f"w{number}"].removeprefix("One. ") for number in range(4)] == [f"{year}." for year in dates.values()]


BROKEN_BIB: list[tuple[str | bytes, int | None, str]] = [
    ("@article{my key, title={T}}", 1, "a key has no spaces"),
    ("@misc{a, title={T}}\n\n@misc{A, title={U}}", 3, "the other is in content/refs1.bib:1"),
    ("@misc{a, title={T}}\n@misc{a, title={T}}", 2, "rename or remove one of them"),
    ("@misc{a, title={T}\n\n@misc{b, title={U}}", 1, "put a comma between fields"),
    ("@misc{a,\n title={T}\n year=1}", 2, "put a comma between fields"),
    ("@misc{a\n title={T},\n year=1}", None, ""),
    ("\n@misc{a, title={T},\n note={never {closed}\n\n@misc{b, title={U}}\n", 2, "each '{' needs a '}'"),
    ("@misc{a, title=T}", 1, "put the text in braces"),
    ('@misc{a, title="T {x"}\n@misc{b, title={U}}', 1, "each '{' needs a '}'"),
    ('@misc{a, title="T x} y"}\n@misc{b, title={U}}', 1, ""),
    ("@misc", 1, ""),
    ("@misc{", 1, ""),
    ("@misc{a", 1, ""),
    ("@misc{, title={T}}", 1, ""),
    ("@misc{a#b, title={T}}", 1, "no space and none of"),
    ("mail me@example.org", 1, ""),
    ("@misc{a, title={" + "{" * 120 + "}" * 120 + "}}", 1, ""),
    ("@misc{a, title={B\xe4r}}".encode("latin-1"), 1, "save it as UTF-8"),
    ("@misc{a, title={T}}".encode("utf-16"), 1, "save it as UTF-8"),
    ("", None, ""),
    ("\ufeff", None, ""),
    ("no entries at all", None, ""),
]  # fmt: skip


def build_files(author: Author, files: dict[str, str | bytes]) -> dict[str, list[dict[str, Any]]]:
    """Build a project with bibliographies by name; return the problems of each."""
    author.settings(f"bibliography = {json.dumps([*files])}\n")
    author.write({f"content/{name}": text for name, text in files.items()})
    built = author.build()
    assert built.code == 1
    return {name: [p for p in built.problems if p["path"] == f"content/{name}"] for name in files}


def test_a_broken_bibtex_file_is_reported_at_the_line(author: Author) -> None:
    files: dict[str, str | bytes] = {
        f"refs{number}.bib": re.sub(r"{([aAb])\b", rf"{{\g<1>{number}", bib) if isinstance(bib, str) else bib
        for number, (bib, _, _) in enumerate(BROKEN_BIB)
    }
    problems = build_files(author, files)
    for (bib, line, remedy), found in zip(BROKEN_BIB, problems.values(), strict=True):
        if line is None:
            assert found == [], bib
        else:
            assert found[0]["line"] == line, bib
            assert remedy in found[0]["suggestion"], bib


BROKEN_CSL = [
    ("", 1), ("[", 1), ("{}", 1), ("null", 1), ("[1]", 1), ("[" * 100000, 1), ('[\n{"title": "T"}]', 2),
    ('[{"id": 1' + "0" * 5000 + "}]", 1), ('[\n{"id": "a", "author": 5}]', 2), ('[\n{"id": "a", "author": [null]}]', 2),
    ('[\n{"id": "a b", "title": "T"}]', 2), ('[{"id": "a"},\n{"id": "a"}]', 2), ('[{"id": "a"},\n{"id": "A"}]', 2),
    ('[\n{"id": "a", "issued": {"date-parts": 5}}]', 2), ('[\n{"id": "a", "type": []}]', 2),
    ('[\n{"id": "a", "title": ["T"]}]', 2), ('[\n{"id": "a", "title": "T", "page": {"from": 1}}]', 2),
]  # fmt: skip


def test_a_broken_csl_file_is_reported_at_the_line(author: Author) -> None:
    names = [re.sub(r'"(a|A)([" ])', rf'"\g<1>{number}\g<2>', csl) for number, (csl, _) in enumerate(BROKEN_CSL)]
    problems = build_files(author, {f"refs{number}.json": csl for number, csl in enumerate(names)})
    for (csl, line), found in zip(BROKEN_CSL, problems.values(), strict=True):
        assert [problem["line"] for problem in found] == [line], csl[:50]


def test_a_bibliography_that_is_listed_twice_is_read_once(author: Author) -> None:
    author.write({"content/refs.bib": "@misc{a, title={T}}"})
    author.settings('bibliography = ["refs.bib", "refs.bib"]\n')
    (problem,) = author.build().problems
    assert (problem["path"], problem["line"], problem["message"]) == (
        "content/site.toml",
        4,
        "'refs.bib' is listed twice",
    )


def test_an_entry_that_is_not_closed_costs_only_itself(author: Author) -> None:
    bib = "@misc{a, title={T},\n note={never {closed}\n\n@misc{b, title={U}}\n"
    built = cite(author, ["b"], bib=bib)
    assert [(problem["line"], problem["message"]) for problem in built.problems] == [(1, "this entry is not closed")]


KEPT = [
    (r"@article{a, title={Ohne Jahr}, author={A. Bee}, journal={J}, year={in press}}",
     "A. Bee. Ohne Jahr. <em>J</em>, in press."),
    (r"@article{b, title={The H$_2$O of DNA and BERT at 5°C}, langid={en-GB},"
     r" author={A. Bee and et al.}, journal={J}, year=1}",
     "A. Bee and others. The H<sub>2</sub>O of DNA and BERT at 5°C. <em>J</em>, 1."),
    (r"@article{c, title={The Old BERT}, language={english}, author={B\h{a}o}, journal={J}, year=44}",
     "Bảo. The old BERT. <em>J</em>, 44."),
    (r"@article{d, title={THE OLD DNA}, langid={american}, author={A. Bee}, journal={J}, year=1}",
     "A. Bee. The old dna. <em>J</em>, 1."),
    (r"@misc{h, title={待ち行列}, author={山田, 太郎 and Bee, A.}, year=1999}",
     "山田 太郎 and A. Bee. 待ち行列. 1999."),
    (r"@patent{e, title={Lamp}, author={A. Bee}, number={US22A}, year=1880}",
     "A. Bee. Lamp. US22A, 1880."),
    (r"@dataset{f, title={Rain}, author={A. Bee}, version={2}, publisher={Depot}, year=1999}",
     "A. Bee. Rain. 2, Depot, 1999."),
    (r"@misc{g, title={X}, author={A. Bee}, number={arXiv:1706.03762}, publisher={arXiv},"
     r" eprint={1706.03762}, year=1999}",
     'A. Bee. X. arXiv, 1999. <a href="https://arxiv.org/abs/1706.03762">arXiv:1706.03762</a>.'),
]  # fmt: skip


def test_titles_keep_their_capitals_and_fields_omitted_by_styles_are_shown(author: Author) -> None:
    author.write({"content/refs.bib": "\n".join(entry for entry, _ in KEPT)})
    author.write(
        {"content/site.toml": 'title = "T"\nlanguage = "de"\nchapters = ["index.md"]\nbibliography = ["refs.bib"]\n'}
    )
    author.chapter("\nSee [@a; @b; @c; @d; @e; @f; @g; @h].\n")
    built = author.build()
    assert {code for code in built.codes() if code.startswith("bib")} == set(), built.err
    assert {*entries(built).values()} == {shown for _, shown in KEPT}
    assert ">Bee in press</a>" in built.page()
