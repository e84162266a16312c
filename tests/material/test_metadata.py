"""What other programs read of a page: search engines, reference managers, and sites that show a link to it."""

from __future__ import annotations

import json
import re

from tests.material.conftest import Author


def test_pages_describe_themselves(author: Author) -> None:
    settings = 'title = "Trial"\nlanguage = "en-GB"\nauthors = ["A. Pilot", "B. Mate"]\nurl = "https://example.org/"\n'
    matter = "title: Is 1 < 2?\ndescription: Less < more\ndate: 2026-11-27\n"
    author.write(
        {
            "content/site.toml": settings + 'chapters = ["index.md", "tides.md"]\n',
            "content/chapters/tides.md": f"---\n{matter}---\n\nWords.\n",
        }
    )
    outcome = author.build()
    assert outcome.code == 0, outcome.err
    page = outcome.page("tides.html")
    (data,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page)
    described = json.loads(data)
    assert (described["@type"], described["headline"]) == ("Article", "Is 1 < 2?")
    assert ("<" in data, described["description"]) == (False, "Less < more")
    assert (described["datePublished"], described["inLanguage"]) == ("2026-11-27", "en-GB")
    assert [person["name"] for person in described["author"]] == ["A. Pilot", "B. Mate"]
    meta = dict(re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">', page))
    assert meta["citation_publication_date"] == "2026/11/27"
    assert meta["citation_fulltext_html_url"] == described["url"] == "https://example.org/tides.html"
    assert (meta["og:locale"], meta["og:image:width"]) == ("en_GB", "1200")
    home = outcome.page()
    assert '"@type": "WebSite"' in home
    assert "citation_title" not in home
