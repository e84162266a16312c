"""Ids of headings and addresses of pages in any script, and former ids of headings, which links still hold."""

from __future__ import annotations

import re
import unicodedata

from tests.material.conftest import PUBLISH, SITE, Author, Outcome

HEADINGS = [
    ("Øvelse", "øvelse", "velse"),
    ("Velse", "velse-2", ""),
    ("Straße", "straße", "strae"),
    ("Ærlig", "ærlig", "rlig"),
    ("Łódź", "łódź", "odz"),
    ("Cafe\u0301 au lait", "café-au-lait", "cafe-au-lait"),
    ("CAFÉ AU LAIT", "café-au-lait-2", "cafe-au-lait-2"),
    ("导论", "导论", "section"),
    ("第二章：方法", "第二章-方法", "section-2"),  # noqa: RUF001
    ("مقدمة", "مقدمة", "section-3"),
    ("שלום עולם", "שלום-עולם", "section-4"),
    ("Введение в теорию", "введение-в-теорию", "section-5"),
    ("Θεωρία", "θεωρία", "section-6"),
    ("हिन्दी में", "हिन्दी-में", "section-7"),
    ("ภาษาไทย", "ภาษาไทย", "section-8"),
    ("한국어", "한국어", "section-9"),
    ("🎲", "section-1f3b2", "section-10"),
    ("❤️ 1️⃣", "n1", ""),
    ("?!", "section-11", ""),
    ("3年", "n3年", "n3"),
    ("What's new -- *here* in `a_b`", "whats-new-here-in-a-b", ""),
    ("H₂O ≠ ½…", "h2o-12", ""),
    ("Naïve: x² & y", "naïve-x2-y", "naive-x2-y"),
    ("Überblick {#übersicht}", "übersicht", ""),
    ("Contents", "section-contents", ""),
]
HEAD = "---\ntitle: En\ndescription: En.\n"
HEADING = re.compile(r'<h2 id="([^"]*)">(?:<span id="([^"]*)"></span>)?')


def ids_of(built: Outcome, page: str = "index.html") -> list[str]:
    """Return all ids of a page."""
    return re.findall(r'\sid="([^"]*)"', built.page(page))


def test_ids_keep_letters_and_former_ids_still_work(author: Author) -> None:
    headings = "\n\n".join(f"## {title}" for title, _, _ in HEADINGS)
    links = " ".join(f"[x](#{new}) [x](other.md#{old or new})" for _, new, old in HEADINGS)
    block = '\n\n:::depth-2{title="Läs mer"}\nText.\n:::\n'
    author.settings('url = "https://example.org/"\n[redirects]\n"index.html#förr" = "index.md#øvelse"\n')
    author.write({"content/site.toml": (author.project / "content/site.toml").read_text("utf-8").replace(
        '["index.md"]', '["index.md", "other.md"]')})  # fmt: skip
    author.chapter(f"\n# Trial\n\n{headings}\n\n{links}{block}")
    author.chapter(f"\n# Other\n\n{headings}\n", "other.md")
    built = author.build()
    assert (built.code, built.problems) == (0, []), built.err
    for page in ("index.html", "other.html"):
        assert HEADING.findall(built.page(page).replace('<span id="förr"></span>', "")) == [
            (new, old) for _, new, old in HEADINGS
        ]
        assert len(ids_of(built, page)) == len(set(ids_of(built, page)))
    assert '<span id="förr"></span><span id="velse"></span>Øvelse' in built.page()
    assert 'id="läs-mer">\n<summary><span id="las-mer"></span>' in built.page()


def test_ids_do_not_move_when_a_heading_is_inserted(author: Author) -> None:
    def ids(text: str) -> list[str]:
        author.chapter(text)
        return [new for new, _ in HEADING.findall(author.build().page())]

    before = ids("\n# Trial\n\n## 导论\n\n## 🎲\n\n## 方法\n\n## —\n")
    after = ids("\n# Trial\n\n## 新\n\n## 导论\n\n## 🎯\n\n## 🎲\n\n## 方法\n\n## —\n")
    assert before == ["导论", "section-1f3b2", "方法", "section-2014"]
    assert after == ["新", "导论", "section-1f3af", "section-1f3b2", "方法", "section-2014"]


def test_a_former_id_yields_to_an_explicit_one(author: Author) -> None:
    author.chapter(
        "\n# Trial\n\n## Øvelse\n\n## O {#velse}\n\n:::note{#rlig}\nA\n:::\n\n## Ærlig\n\n## Café\n\n## A {#café}\n"
    )
    built = author.build()
    assert (built.code, built.problems) == (0, [])
    assert HEADING.findall(built.page()) == [
        ("øvelse", ""), ("velse", ""), ("ærlig", "rlig-2"), ("café-2", "cafe"), ("café", ""),
    ]  # fmt: skip


def test_a_wrong_id_is_corrected_to_the_one_with_letters(author: Author) -> None:
    author.chapter("\n## Øvelse\n\n[x](#Øvelse) [x](#ovelse)\n\n## Øvelse {#øvelse}\n\n:::note{#øvelse}\nA.\n:::\n")
    built = author.build()
    assert [(problem["code"], problem["suggestion"]) for problem in built.problems if problem["code"] == "anchor"] == [
        ("anchor", "write 'øvelse'"),
        ("anchor", "write 'øvelse'"),
    ]
    assert built.codes().count("id-duplicate") == 1


def decomposed(text: str) -> str:
    """Return a text as macOS and some editors write it."""
    return unicodedata.normalize("NFD", text)


def test_names_on_disk_are_decomposed_and_texts_composed(author: Author) -> None:
    files = {
        "content/chapters/übung.md": HEAD + "date: 2026-01-01\n---\n# En\n\n## Möjlig\n\n[a](#möjlig)\n",
        "content/chapters/Ö-2.md": HEAD + "slug: ö-2\n---\n\nText.\n",
        "content/concepts/höjd.md": "---\nterm: Höjd\nshort: En höjd.\n---\nMer.\n",
        "content/källor.bib": "@book{müller, author={A. Müller}, title={Höjd}, year=1999, publisher={P}}\n",
        "data/lådor.csv": "höjd\n3\n",
        "static/css/site/färg.css": ".x { color: red; }\n",
        "content/chapters/index.md": (
            f"{HEAD}---\n\n"
            "[a](übung.md#möjlig) [b](%C3%BCbung.md#m%C3%B6jlig) [c](übung.html) [@müller, s. 3]\n"
            "::concept[ord]{höjd}\n\n:::listing{file=data/lådor.csv}\n:::\n\n:::listing{file=content/källor.bib}\n:::\n"
        ),
    }  # fmt: skip
    site = SITE.replace('"index.md"', '"index.md", "übung.md", "Ö-2.md"')
    site += 'url = "https://example.org"\nbibliography = ["källor.bib"]\n[redirects]\n"gåta.html" = "übung.md#mojlig"\n'
    author.write({decomposed(path): text for path, text in files.items()} | {"content/site.toml": site})
    built = author.build()
    assert (built.code, built.problems) == (0, []), built.err
    page = built.page()
    assert page.count('href="übung.html#möjlig"') == 2
    assert 'href="glossary.html#höjd" data-concept="höjd" id="use-höjd"' in page
    assert 'href="references.html#müller"' in page
    assert '<link rel="canonical" href="https://example.org/%C3%BCbung.html"' in built.page("übung.html")
    assert "<loc>https://example.org/%C3%B6-2.html</loc>" in built.page("sitemap.xml")
    assert "<id>https://example.org/%C3%BCbung.html</id>" in built.page("feed.xml")
    assert "übung.html#mojlig" in built.page("gåta.html")

    author.write({decomposed(path): decomposed(text) for path, text in files.items()} | {"content/site.toml": site})
    again = author.build()
    assert (again.code, again.problems) == (0, []), again.err
    assert again.page().count('href="übung.html#möjlig"') == 2


def test_an_id_with_other_letters_than_small_ones_is_reported_with_a_fix(author: Author) -> None:
    author.settings("")
    author.write({"content/site.toml": SITE.replace('"index.md"', '"index.md", "Große Übung.md"')})
    author.chapter("Text.", "Große Übung.md")
    (problem,) = author.build().problems
    assert problem["suggestion"] == "rename the file, or write 'slug: große-übung' in its head"


def test_pages_declare_their_text_direction(author: Author) -> None:
    found = {}
    for tag in ("ar", "he-IL", "az-Arab", "ar-Latn", "en", "arc"):
        author.write(
            {
                "content/site.toml": SITE.replace('"en"', f'"{tag}"')
                + 'url = "https://e.org"\n[redirects]\n"old.html" = "index.md"\n'
            }
        )
        built = author.build()
        assert built.code == 0
        assert built.codes() in ([], ["words"])
        pages = [re.findall("<html ([^>]*)>", built.page(name))[0] for name in ("index.html", "404.html", "old.html")]
        found[tag] = {"rtl" if ' dir="rtl"' in page else "ltr" for page in pages}
    assert {tag for tag, directions in found.items() if directions == {"rtl"}} == {"ar", "he-IL", "az-Arab"}
    assert {tag for tag, directions in found.items() if directions == {"ltr"}} == {"ar-Latn", "en", "arc"}


def test_texts_and_data_in_two_forms_mean_the_same(author: Author) -> None:
    """Chapters are composed; the names of files, and what all other files hold, are decomposed."""
    files = {
        "data/gör.py": (PUBLISH + 'publish({"mått": {"höjd": [1, 2], "namn": ["Åre", "Örebro"]}})\n'),
        "content/charts/båge.py": (
            "import altair as alt\n\n\ndef rita(mått):\n"
            '    return alt.Chart(mått).mark_point().encode(x="höjd:Q", y="namn:N")\n'
        ),
        "content/källor.bib": "@misc{müller, author={A. Müller}, title={Höjd}, year=1999}\n",
        "content/mått.json": '[{"id": "bågström", "title": "X", "author": [{"family": "Åberg"}]}]',
        "content/references.toml": (
            '[works."öberg"]\ntitle = "Y"\nauthors = ["Ö. Öberg"]\nyear = 2002\n'
            '[quoted."längd"]\nvalue = 3\nwork = "öberg"\n'
        ),
        "content/concepts/höjd.md": "---\nterm: Höjd\nshort: En höjd.\n---\nMer.\n",
        "content/site.toml": SITE
        + (
            'bibliography = ["källor.bib", "mått.json"]\n[data]\ncommand = "python data/gör.py"\n'
            '[charts."båge"]\nfunction = "båge.rita"\ndata = ["mått"]\nalt = "Å"\ncaption = "Å [@müller]."\n'
        ),
    }
    author.write({decomposed(path): decomposed(text) for path, text in files.items()})
    author.chapter(
        "\n[@müller; @bågström] @öberg [s. 3] ::value[quoted.längd] ::value[mått.höjd namn=Åre] ::concept[h]{höjd}\n"
        "\n:::chart{#båge name=båge}\n:::\n\n::ref{båge} [a](#båge)\n"
        '\n:::table{data=mått columns="namn höjd" sort=höjd}\nÅ.\n:::\n\n:::listing{file=data/gör.py}\n:::\n'
    )
    built = author.build()
    assert (built.code, built.problems) == (0, []), built.err
    assert '<data class="value" value="1">1</data>' in built.page()
