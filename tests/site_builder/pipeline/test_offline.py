"""The files of a site that works when it is opened from disk."""

from __future__ import annotations

from site_builder.assets.packages import find_engine, find_packages
from site_builder.pipeline.offline import offline_files

PAGE = """<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;">
<script src="../assets/early.js"></script>
<link rel="preload" href="../assets/a.woff2" as="font" type="font/woff2" crossorigin>
<script type="module" id="main-script" src="../assets/main.js"></script>
<a href="../data/both.gz">both</a> <a href="../data/linked.csv">linked</a>
<figure data-files="{&#34;both&#34;: &#34;../data/both.gz&#34;}"></figure>
"""


def test_modules_become_functions_and_fetched_files_scripts() -> None:
    files = {
        "embed/a.html": PAGE.encode(),
        "assets/early.js": b"let early;",
        "assets/main.js": b'import{a}from"./part.js";a();import("./later.js");export let url=import.meta.url;',
        "assets/part.js": b"export let a=()=>{};",
        "assets/later.js": b"export let b=1;",
        "assets/site.css": b'@font-face{src:url(./a.woff2)format("woff2")}',
        "assets/a.woff2": b"font",
        "data/both.gz": b"1",
        "data/fetched.json": b"2",
        "data/linked.csv": b"3",
        "files/own.js": b"export let mine=1;",
        ".nojekyll": b"",
    }
    engine = find_engine()
    made = offline_files(files, engine, engine, find_packages(engine))
    (starter,) = (path for path in made if path.startswith("assets/offline"))
    assert made.keys() == files.keys() - {"assets/a.woff2", "data/fetched.json", ".nojekyll"} | {
        *(starter, "data/both.gz.js", "data/fetched.json.js")
    }
    page = made["embed/a.html"].decode()
    scripts = [line for line in page.split("\n") if line.startswith("<script")]
    assert scripts == [
        f'<script src="../{starter}"></script>',
        '<script src="../assets/early.js"></script>',
        '<script defer src="../assets/part.js"></script>',
        '<script defer id="main-script" src="../assets/main.js"></script>',
    ]
    assert "preload" not in page
    assert "script-src 'self' file:" in page
    main = made["assets/main.js"].decode()
    assert main.startswith('DISK.module("assets/main.js",["assets/part.js"],')
    assert 'load("./later.js")' in main
    assert "import(" not in main
    assert made["data/fetched.json.js"] == b'DISK.file("data/fetched.json","Mg==")'
    assert made["assets/early.js"] == files["assets/early.js"]
    assert made["files/own.js"] == files["files/own.js"]
    assert b"url(data:font/woff2;base64," in made["assets/site.css"]
