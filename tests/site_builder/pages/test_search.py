import gzip
import json

import pytest

from site_builder.pages.search import index
from site_builder.problems.problem import SiteError


def page(title: str, text: str) -> bytes:
    return (
        f'<!doctype html><html lang="en"><head><title>{title}</title></head><body><header>Contents</header>'
        f'<main id="content"><h1>{title}</h1><p>{text}</p><h2 id="part">A part</h2>'
        f"<p data-pagefind-ignore>hiddenword</p></main></body></html>"
    ).encode()


PAGES = {f"page-{number}.html": page(f"Title {number}", f"lattice {'turn ' * number}") for number in range(9)}


@pytest.fixture(scope="module")
def files():
    return index(PAGES)


def test_the_dialog_finds_its_files(files):
    assert {"pagefind/pagefind.js", "pagefind/pagefind-entry.json"} <= set(files)
    assert json.loads(files["pagefind/pagefind-entry.json"])["languages"]["en"]["page_count"] == len(PAGES)
    assert not [path for path in files if "ui" in path or "highlight" in path]


def test_only_the_content_of_main_is_indexed(files):
    fragments = [gzip.decompress(content) for path, content in files.items() if "/fragment/" in path]
    assert len(fragments) == len(PAGES)
    text = b" ".join(fragments)
    assert b"lattice" in text
    assert b"page-3.html" in text
    assert b"hiddenword" not in text
    assert b"Contents" not in text


@pytest.mark.parametrize("weight", ["", ' data-pagefind-weight="10"'])
def test_a_section_is_found_by_its_heading_without_its_number_and_link(weight):
    heading = f'<h2{weight}><span class="section-number">1.2</span> Keeps <a class="permalink" href="#keeps">#</a></h2>'
    body = f'<main><h1>Page</h1><section id="keeps">\n{heading}<p>lattice</p></section></main>'
    html = f'<!doctype html><html lang="en"><head><title>Page</title></head><body>{body}</body></html>'
    files = index({"page.html": html.encode()})
    (fragment,) = [gzip.decompress(content) for path, content in files.items() if "/fragment/" in path]
    found = json.loads(fragment.removeprefix(b"pagefind_dcd"))
    assert [(anchor["id"], anchor["text"].strip()) for anchor in found["anchors"]] == [("keeps", "Keeps")]
    assert "1.2" not in found["content"]
    assert "#" not in found["content"]


def test_a_closed_block_is_found_by_its_title():
    block = (
        '<details class="depth depth-2" data-depth="2" id="two-proofs">\n<summary><span>Deep</span> '
        '<span class="depth-title">Two proofs</span></summary>\n<div class="depth-body"><p>lattice</p></div></details>'
    )
    body = f'<main><h1>Page</h1><section id="keeps">\n<h2>Keeps</h2><p>dice</p>{block}</section></main>'
    html = f'<!doctype html><html lang="en"><head><title>Page</title></head><body>{body}</body></html>'
    files = index({"page.html": html.encode()})
    (fragment,) = [gzip.decompress(content) for path, content in files.items() if "/fragment/" in path]
    found = json.loads(fragment.removeprefix(b"pagefind_dcd"))
    assert [(anchor["id"], anchor["text"].strip()) for anchor in found["anchors"]] == [
        ("keeps", "Keeps"),
        ("two-proofs", "Two proofs"),
    ]


def test_the_same_pages_give_the_same_bytes_in_any_order(files):
    assert index(dict(reversed(PAGES.items()))) == files


def test_large_sites_do_not_block():
    """Questions and answers exceed the capacity of a pipe several times."""
    files = index({f"{number}.html": page(f"{number} {'tide ' * 200}", "Words.") for number in range(300)})
    assert json.loads(files["pagefind/pagefind-entry.json"])["languages"]["en"]["page_count"] == 300


def test_a_program_that_ends_early_is_reported(monkeypatch):
    monkeypatch.setenv("PAGEFIND_BINARY_PATH", "/bin/true")
    with pytest.raises(SiteError, match="ended after 0 of 11 answers"):
        index(PAGES)
