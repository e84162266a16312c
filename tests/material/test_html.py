"""HTML and SVG that authors must not use, because browsers run it, or read it differently than it looks."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image, ImageCms, PngImagePlugin

from tests.material.conftest import Author

SCRIPT = '<script src="files/x.js"></script>'
REFRESH = '<meta http-equiv="refresh" content="0;url=https://example.org">'
REFUSED = (
    *(f"<!-->{SCRIPT}-->", f"<!--->{SCRIPT}-->", f"<!-- --!>{SCRIPT}<!-- -->", f"<!-- <!-- -->{SCRIPT}-->"),
    *(f"<!-->{REFRESH}-->", f"<!-- --!>{REFRESH}<!-- -->", f"<p title='<!--'>{SCRIPT}<b title='-->'></b></p>"),
    *(f'<a b="<!--"c>{SCRIPT}-->">x</a>', f"<?x {SCRIPT}?>", f"<!x {SCRIPT}>", f"<![CDATA[{SCRIPT}]]>"),
    *(f"<svg><![CDATA[>]]{SCRIPT}</svg>", f"<plaintext>{SCRIPT}", f"<xmp><p title='</xmp>{SCRIPT}'></p></xmp>"),
    *(
        f"<noscript><p title='</noscript>{SCRIPT}'></p></noscript>",
        f"<textarea><p title='</textarea>{SCRIPT}'></p></textarea>",
    ),
    *(
        "<textarea><b>x</b></textarea>",
        f"<svg><title><title>{SCRIPT}</title></title></svg>",
        "<svg><style>x</style></svg>",
    ),
    *(
        "<svg><p>x</p></svg>",
        "<math><style></style></math>",
        "<math><p>x</p></math>",
        "<svg><foreignObject><title>x</title></foreignObject></svg>",
    ),
    *('<a href="javascript:x">x</a>', '<a href="JaVaScRiPt:x">x</a>', '<a href=" &#106;avascript:x">x</a>'),
    *('<a href="java&#9;script:x">x</a>', '<a href="java&NewLine;script&colon;x">x</a>', '<a href="vbscript:x">x</a>'),
    *('<a href="data:text/html,x">x</a>', '<svg><a xlink:href="javascript:x"><text>x</text></a></svg>'),
    *('<button formaction="javascript:x">x</button>', '<a ping="x" href="index.md">x</a>', '<p srcdoc="x">x</p>'),
    *(
        '<svg><set attributeName="onload" to="x"/></svg>',
        '<svg><animate attributeName="href" values="javascript:x"/></svg>',
    ),
    *(
        '<svg><use href="data:image/svg+xml,x"/></svg>',
        '<img alt="a" src="x" onerror="x">',
        '<svg><g onload="x"/></svg>',
    ),
    *('<iframe srcdoc="x"></iframe>', "<object></object>", "<embed>", '<base href="x">', "<frameset></frameset>"),
    *(
        '<p style="x">x</p>',
        "<img alt=a/onerror=x>",
        '<img alt="a"onerror="x">',
        "<p x=`y`>",
        "<p\x0conclick='x'>x</p>",
    ),
)
# In a line of text these are no tags, but words.
WORDS_IN_LINES = ("<img alt=a/onerror=x>", '<img alt="a"onerror="x">', "<p x=`y`>")
ALLOWED = """
<!-- a plain comment -- with dashes, <b>and tags</b>, and <script> -->

:::html
<!-- another
of several lines -->
<noscript><p>Without scripts.</p></noscript>
<textarea>words</textarea>
<svg viewBox="0 0 9 9"><title>A dot</title><desc>It is <b>round</b>.</desc><a href="index.html"><circle r="1"/></a>
<foreignObject width="9" height="9"><p>words</p></foreignObject></svg>
<math><mtext><b>x</b></mtext></math>
<template><p>x</p></template>
:::

A word <!-- not this --> more.
"""


@pytest.mark.parametrize("kind", ["block", "raw", "line"])
def test_executable_html_is_rejected(author: Author, kind: str) -> None:
    """Each is in a quotation of its own, so that none hides another."""
    form = {"block": "> <div>{}</div>\n\n", "raw": ":::html\n{}\n:::\n\n", "line": "Words {} end.\n\n"}[kind]
    lines, text = [], ""
    for html in REFUSED:
        lines.append(5 + text.count("\n") + (kind == "raw"))
        text += form.format(html)
    author.chapter(text)
    found = {problem["line"] for problem in author.build().problems if problem["severity"] == "error"}
    missed = [html for line, html in zip(lines, REFUSED, strict=True) if line not in found]
    assert missed == ([] if kind != "line" else [html for html in REFUSED if html in WORDS_IN_LINES])


def test_comments_do_not_reach_readers(author: Author) -> None:
    author.chapter(ALLOWED)
    outcome = author.build()
    assert (outcome.code, [problem["message"] for problem in outcome.problems]) == (0, [])
    page = outcome.page()
    assert "<!--" not in page
    assert "plain comment" not in page
    assert "<desc>It is <b>round</b>.</desc>" in page


def test_templates_and_directives_bring_no_scripts_either(author: Author) -> None:
    author.write({"templates/footer.html": '<footer><a href="javascript:x">x</a></footer>\n'})
    outcome = author.build()
    assert "html-forbidden" in outcome.codes()
    author.write({"templates/footer.html": '<footer><a href="data:image/png;base64,AA">x</a></footer>\n'})
    assert "html-forbidden" in author.build().codes()
    author.write({"templates/footer.html": "<footer><script>x</script></footer>\n"})
    assert set(author.build().codes()) == {"html-forbidden"}


def svg(inner: str, more: str = "") -> str:
    """Return a picture."""
    space = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f'<svg {space} viewBox="0 0 9 9" {more}>\n{inner}\n</svg>'


BAD_PICTURES = (
    *(svg("<script>x</script>"), svg("", 'onload="x"'), svg('<g onclick="x"/>'), svg("<foreignObject/>")),
    *(svg('<a href="javascript:x"/>'), svg('<a xlink:href="java&#9;script:x"/>'), svg('<a href="data:text/html,x"/>')),
    *(
        svg('<image href="https://example.org/x.png"/>'),
        svg('<image xlink:href="x.png"/>'),
        svg('<use href="x.svg#a"/>'),
    ),
    *(svg('<set attributeName="onload"/>'), svg('<animate attributeName="href"/>'), svg("<iframe/>")),
    *(svg("<style>@import 'x'</style>"), svg("<style>a{fill:url(https://example.org)}</style>")),
    *(svg("<style>a{fill:u\\72l(x)}</style>"), svg('<g style="fill:url(x)"/>'), svg('<g fill="url(//x)"/>')),
    *(svg('<p xmlns="http://www.w3.org/1999/xhtml">x</p>'), svg('<h:script xmlns:h="http://www.w3.org/1999/xhtml"/>')),
    *('<?xml-stylesheet href="x"?>' + svg(""), '<!DOCTYPE svg [<!ENTITY x SYSTEM "x">]>' + svg("&x;"), svg("<g>")),
    '<!DOCTYPE svg [<!ENTITY x "<script>y</script>">]>' + svg("&x;"),
)
GOOD_PICTURES = (
    *(svg("<style>a{fill:url(#b)}</style>"), svg('<a href="https://example.org"><text>x</text></a>')),
    *(svg('<image href="data:image/png;base64,iVBORw0K"/>'), svg('<use xlink:href="#a"/>'), svg("<title>x</title>")),
    '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/x.dtd">'
    + svg(""),
    svg('<i:view xmlns:i="http://www.inkscape.org/namespaces/inkscape"/><metadata>x</metadata>'),
)


def test_pictures_hold_no_scripts_and_nothing_from_elsewhere(author: Author) -> None:
    for number, picture in enumerate(BAD_PICTURES):
        author.write({f"content/chapters/p{number}.svg": picture, f"content/files/p{number}.svg": picture})
    text = "".join(f"![a]({f'p{number}.svg'})\n\n" for number in range(len(BAD_PICTURES)))
    author.chapter(text)
    problems = author.build().problems
    of_pictures = {problem["line"] for problem in problems if problem["path"].endswith("index.md")}
    of_files = {problem["path"] for problem in problems if problem["code"] == "image"}
    assert [BAD_PICTURES[n] for n in range(len(BAD_PICTURES)) if 5 + 2 * n not in of_pictures] == []
    assert [BAD_PICTURES[n] for n in range(len(BAD_PICTURES)) if f"content/files/p{n}.svg" not in of_files] == []
    assert all("line " in problem["message"] for problem in problems if problem["code"] == "image")


def test_pictures_of_drawing_programs_are_published(author: Author) -> None:
    for number, picture in enumerate(GOOD_PICTURES):
        author.write({f"content/chapters/p{number}.svg": picture})
    author.write(
        {"static/css/site/main.css": '.x { background: url("x.svg"); }', "static/css/site/x.svg": GOOD_PICTURES[0]}
    )
    author.chapter("".join(f"![a](p{number}.svg)\n\n" for number in range(len(GOOD_PICTURES))))
    outcome = author.build()
    assert (outcome.code, [problem["message"] for problem in outcome.problems]) == (0, [])
    author.write({"static/css/site/x.svg": BAD_PICTURES[0]})
    assert [(problem["path"], problem["code"]) for problem in author.build().problems] == [
        ("static/css/site/x.svg", "image")
    ]


def test_a_picture_in_another_encoding_is_reported(author: Author) -> None:
    head = '<?xml version="1.0" encoding="ISO-8859-1"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
    svg = f"{head}<text>å</text></svg>"
    author.write({"content/chapters/a.svg": svg.encode("latin-1")})
    author.chapter("\n![A letter](a.svg)\n")
    (problem,) = author.build().problems
    assert (problem["code"], problem["suggestion"]) == ("image", "save it as UTF-8")


@pytest.mark.parametrize(
    "size",
    ['width="1.2.3" height="4"', f'viewBox="0 0 {"9" * 400} 4"', 'viewBox="0 0 1e400 inf"', 'viewBox="0 0 . -3"'],
)
def test_invalid_sizes_of_pictures_are_reported(author: Author, size: str) -> None:
    author.write({"content/chapters/p.svg": f'<svg xmlns="http://www.w3.org/2000/svg" {size}></svg>'})
    author.chapter("![a](p.svg)\n")
    assert author.build().codes() == ["image"]


def photograph(kind: str, orientation: int) -> bytes:
    """Return a small picture with notes of every kind that its format has."""
    notes = Image.Exif()
    notes[0x0112], notes[0x010F] = orientation, "SECRET"
    more: dict[str, Any] = {"exif": notes, "xmp": b"<x>SECRET</x>"}
    if kind == "PNG":
        texts = PngImagePlugin.PngInfo()
        texts.add_text("Comment", "SECRET")
        texts.add_itxt("XML:com.adobe.xmp", "SECRET")
        more = {"exif": notes, "pnginfo": texts}
    if kind == "GIF":
        more = {"comment": b"SECRET"}
    else:
        more["icc_profile"] = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    written = io.BytesIO()
    Image.new("RGB", (60, 40), "red").save(written, kind, **more)
    return written.getvalue() + (b"\xff\xd8SECRET" if kind == "JPEG" else b"")


def test_pictures_lose_the_notes_of_cameras(author: Author) -> None:
    kinds = {"jpg": "JPEG", "png": "PNG", "webp": "WEBP", "avif": "AVIF", "gif": "GIF"}
    for suffix, kind in kinds.items():
        for orientation in (1, 6):
            author.write({f"content/chapters/p{orientation}.{suffix}": photograph(kind, orientation)})
    frames = [Image.new("RGB", (20, 20), color) for color in ("red", "blue", "green")]
    moving = io.BytesIO()
    frames[0].save(moving, "GIF", save_all=True, append_images=frames[1:], duration=90, loop=0, comment=b"SECRET")
    author.write({"content/chapters/moving.gif": moving.getvalue(), "content/icon.png": photograph("PNG", 1)})
    author.write(
        {"static/css/site/main.css": '.x { background: url("x.jpg"); }', "static/css/site/x.jpg": photograph("JPEG", 1)}
    )
    author.settings('icon = "icon.png"\n')
    author.chapter("".join(f"![a](p{one}.{suffix})\n\n" for one in (1, 6) for suffix in kinds) + "![m](moving.gif)\n")
    outcome = author.build()
    assert (outcome.code, outcome.problems) == (0, [])
    published = {path.name: path.read_bytes() for path in (outcome.site / "assets").iterdir()}
    pictures = {name: content for name, content in published.items() if name.rpartition(".")[2] in kinds}
    assert len(pictures) == 13
    assert [name for name, content in pictures.items() if b"SECRET" in content] == []
    # The header of a WebP has a flag for Exif and one for XMP.
    assert [content[20] & 0x0C for content in pictures.values() if content[12:16] == b"VP8X"] == [0, 0]
    for name, content in pictures.items():
        with Image.open(io.BytesIO(content)) as image:
            assert image.size == ((40, 60) if name.startswith("p6") and "gif" not in name else image.size)
            assert "gif" in name or image.info["icc_profile"]
            assert not dict(image.getexif())
    with Image.open(
        io.BytesIO(next(content for name, content in pictures.items() if name.startswith("moving")))
    ) as image:
        assert (image.n_frames, image.info["duration"], image.info["loop"]) == (3, 90, 0)  # type: ignore[attr-defined]
