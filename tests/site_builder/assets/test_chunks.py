"""What is always loaded together becomes one file, and everything that imported from its parts imports from it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from site_builder.assets.esbuild import TARGET, Joined, bundle_to_files, closure
from site_builder.assets.packages import find_packages, node

OPTIONS = ("--bundle", "--splitting", "--format=esm", "--minify", f"--target={TARGET}")
# Every page loads main, and pages with figures a or b. What main shares with a, with b, and with what it fetches on
# demand would be three chunks; what a and b share, with each other and with that part, two more. A worker has no page,
# and what it needs stays apart.
SOURCES = {
    "main.js": 'import {one} from "./one.js"; import {two} from "./two.js"; import {three} from "./three.js";\n'
    'globalThis.told = [one, two(), three]; import("./late.js"); import("./work.js");',
    "a.js": 'import {one} from "./one.js"; import {both} from "./both.js"; import {more} from "./more.js";\n'
    "export const a = [one, both, more];",
    "b.js": 'import {two} from "./two.js"; import {both} from "./both.js"; import {more} from "./more.js";\n'
    "export const b = [two(), both, more];",
    "late.js": 'import {three} from "./three.js"; import {more} from "./more.js"; export const late = [three, more];',
    "one.js": "export const one = {at: 1};",
    "two.js": 'import {one} from "./one.js"; export const two = () => [one, "import{x as y}from a text"];',
    "three.js": "export const three = {at: 3};",
    "work.js": 'import {three} from "./three.js"; export const ADDRESS = import.meta.url; globalThis.worked = three;',
    "both.js": 'import {three} from "./three.js"; export const both = [three, 5];',
    "more.js": "export const more = {at: 6};",
}
NAMED = re.compile(r'"\./([\w-]+\.js)"')
AT_ONCE = re.compile(r'(?:from|import)"\./([\w-]+\.js)"')


def test_what_pages_load_together_comes_in_one_file(tmp_path: Path) -> None:
    for name, text in SOURCES.items():
        (tmp_path / name).write_text(text)
    entries = {name: tmp_path / f"{name}.js" for name in ("main", "a", "b")}
    node_modules = find_packages(tmp_path)
    apart = bundle_to_files(OPTIONS, entries, tmp_path, node_modules)
    bundle = bundle_to_files(OPTIONS, entries, tmp_path, node_modules, "main")
    texts = {name: content.decode() for name, content in bundle.files.items()}
    # Nothing leads to what is no longer there.
    assert all(set(NAMED.findall(text)) <= set(texts) for text in texts.values())
    chunks = [[name for name in made.files if name.startswith("chunk")] for made in (apart, bundle)]
    assert [len(names) for names in chunks] == [5, 3]
    with_main, with_worker, with_a_and_b = (
        [name for name in chunks[1] if f"at:{what}" in texts[name]] for what in (1, 3, 6)
    )
    loaded = {name: set(AT_ONCE.findall(text)) for name, text in texts.items()}
    assert closure(bundle.entries["main"], loaded) == {bundle.entries["main"], *with_main, *with_worker}
    assert closure(bundle.entries["a"], loaded) == {bundle.entries["a"], *with_main, *with_worker, *with_a_and_b}
    (worker,) = (name for name in texts if name.startswith("work-"))
    assert closure(worker, loaded) == {worker, *with_worker}
    assert bundle.exports == apart.exports
    assert "import{x as y}from a text" in texts[with_main[0]]


def test_parts_on_demand_are_joined_to_who_asks_for_them(tmp_path: Path) -> None:
    for name, text in SOURCES.items():
        (tmp_path / name).write_text(text)
    # What a asks for is large, and asks for something small; b asks for what main does, too.
    more = {
        "a.js": f"{SOURCES['a.js']} import('./large.js');",
        "large.js": f'import {{one}} from "./one.js"; import {{own}} from "./own.js";\n'
        f'export const large = () => [one, own, import("./small.js"), "{"x" * 400}"];',
        "own.js": "export const own = {at: 7};",
        "small.js": "export const small = {at: 8};",
        "b.js": f"{SOURCES['b.js']} export const small = () => import('./late.js');",
    }
    for name, text in more.items():
        (tmp_path / name).write_text(text)
    entries = {name: tmp_path / f"{name}.js" for name in ("main", "a", "b")}
    bundle = bundle_to_files(OPTIONS, entries, tmp_path, find_packages(tmp_path), "main", Joined(300, ("work.js",)))
    texts = {name: content.decode() for name, content in bundle.files.items()}
    assert all(set(NAMED.findall(text)) <= set(texts) for text in texts.values())
    where = {what: {name for name in texts if f"at:{what}" in texts[name]} for what in (1, 6, 7, 8)}
    kinds = {what: {name.partition("-")[0] for name in names} for what, names in where.items()}
    assert kinds == {1: {"main"}, 6: {"main"}, 7: {"large"}, 8: {"large"}}
    assert not any(name.startswith(("late-", "small-")) for name in texts)
    assert {name: set(names) for name, names in bundle.exports.items() if name in entries} == {
        "main": set(),
        "a": {"a"},
        "b": {"b", "small"},
    }
    # It runs: what is asked for on demand is what that part exports.
    program = f"import {{small}} from './{bundle.entries['b']}'; console.log((await small()).late[1].at);"
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    done = subprocess.run(
        [node(), "--input-type=module", "-e", program], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout == "6\n"
