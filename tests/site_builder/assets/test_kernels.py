"""Kernels: compiled from the project's sources with its own compiler, and published for widgets that list them."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from site_builder.assets import kernels
from site_builder.assets.packages import node
from site_builder.cache.results import Memo
from site_builder.pipeline.build import build_files
from site_builder.problems.problem import SiteError
from tests.site_builder.conftest import Make, keep_apart

ROOT = Path(__file__).resolve().parents[3]
HEIGHTS = "static/wasm/heights.ts"
HELPER_FILE = "static/wasm/lib/high.ts"
SOURCE = """\
import {high} from "./lib/high";

/** Add to eight bytes, two numbers of a row at once where there are rows. */
export function add(place: usize, more: f32): f32 {
  if (ASC_FEATURE_SIMD) v128.store(place, f32x4.add(v128.load(place), f32x4.splat(more)));
  else store<f32>(place, load<f32>(place) + more);
  return high(load<f32>(place));
}
"""
HELPER = "export function high(height: f32): f32 {\n  return height + 100;\n}\n"
RUN = """
const {instance} = await WebAssembly.instantiate(require("node:fs").readFileSync(process.argv[1]));
const {add, memory} = instance.exports;
memory.grow(1);
new Float32Array(memory.buffer, 2048).set([1, 2]);
console.log(JSON.stringify([add(2048, 0.5), ...new Float32Array(memory.buffer, 2048, 2)]));
"""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Share a cache between the tests of this module, so that a kernel is compiled once."""
    with pytest.MonkeyPatch.context() as patch:
        keep_apart(patch, tmp_path_factory.mktemp("kernels"))
        yield


@pytest.fixture
def project(compiled: None, make_project: Make) -> Path:
    """Return a project with a kernel and the compiler of this checkout."""
    project = make_project("", {HEIGHTS: SOURCE, HELPER_FILE: HELPER})
    (project / "static" / "wasm" / "node_modules").symlink_to(ROOT / "static" / "wasm" / "node_modules")
    return project


def ask_for(project: Path, *names: str) -> None:
    """Let the widget of the base project fetch kernels."""
    settings = project / "content" / "site.toml"
    before = '[widgets.boat]\ndata = ["tides"]\n'
    text = settings.read_text()
    assert before in text
    settings.write_text(text.replace(before, f"{before}files = {json.dumps(list(names))}\n"))


def told(project: Path, memo: Memo) -> list[str]:
    """Return the messages of a build."""
    return [str(problem) for problem in build_files(project, memo, complete=False).problems]


def test_one_source_gives_two_cached_kernels(project: Path, tmp_path: Path) -> None:
    made = kernels.compile_kernels(project, ["heights.wasm", "heights.simd.wasm", "soundings"])
    assert sorted(made) == ["heights.simd.wasm", "heights.wasm"]
    ran = {}
    for name, content in made.items():
        (tmp_path / name).write_bytes(content)
        ran[name] = json.loads(subprocess.check_output([node(), "-e", f"(async () => {{{RUN}}})()", tmp_path / name]))
    assert ran == {"heights.wasm": [101.5, 1.5, 2], "heights.simd.wasm": [101.5, 1.5, 2.5]}

    packages = project / "static" / "wasm" / "node_modules"
    description = (packages / "assemblyscript" / "package.json").read_text()
    packages.unlink()
    (packages / "assemblyscript" / "dist").mkdir(parents=True)
    (packages / "assemblyscript" / "package.json").write_text(description)
    (packages / "assemblyscript" / "dist" / "asc.js").write_text(
        "process.stderr.write('ERROR TS1: compiled again\\n ─ in heights.ts(1,1)\\n'); process.exit(1)"
    )
    assert kernels.compile_kernels(project, made) == made
    (project / HELPER_FILE).write_text(HELPER.replace("100", "200"))
    with pytest.raises(SiteError, match="compiled again"):
        kernels.compile_kernels(project, made)


def test_a_widget_fetches_its_kernel_by_name(project: Path, memo: Memo) -> None:
    ask_for(project, "heights.wasm", "soundings")
    chapter = project / "content" / "chapters" / "tides.md"
    chapter.write_text(f"{chapter.read_text()}\n:::datasets\n:::\n")
    result = build_files(project, memo, complete=False)
    assert not result.errors, [str(problem) for problem in result.errors]
    (file,) = [path for path in result.files if path.endswith(".wasm")]
    assert re.fullmatch(r"data/heights-[0-9a-f]{8}\.wasm", file)
    assert result.files[file] == kernels.compile_kernels(project, ["heights.wasm"])["heights.wasm"]
    html = result.files["tides.html"].decode()
    assert f'"heights.wasm": "{file}"' in html.replace("&#34;", '"')
    assert 'id="data-soundings"' in html
    assert "heights</" not in html  # a program is no data set for readers


def test_errors_have_places(project: Path, memo: Memo, monkeypatch: pytest.MonkeyPatch) -> None:
    """If CI is set, the compiler would print colours."""
    monkeypatch.setenv("CI", "true")
    ask_for(project, "heights.wasm")
    for path, old, new in ((HEIGHTS, "+ more);", '+ "x");'), (HELPER_FILE, "height + 100", "depth + 100")):
        source = project / path
        assert old in source.read_text()
        source.write_text(source.read_text().replace(old, new))
    first, second = told(project, memo)
    assert first.startswith(
        f"{HEIGHTS}:6:26: error[kernel]: Operator '+' cannot be applied to types 'f32' and '~lib/string/String'.\n"
    )
    assert first.splitlines()[1:] == ['      else store<f32>(place, load<f32>(place) + "x");', " " * 29 + "^"]
    assert second.startswith(f"{HELPER_FILE}:2:10: error[kernel]: Cannot find name 'depth'.\n")


def test_a_missing_kernel_is_reported_with_the_existing_ones(project: Path, memo: Memo) -> None:
    ask_for(project, "hights.wasm")
    (said,) = told(project, memo)
    assert re.match(r"content/site\.toml:\d+:\d+: error\[kernel-missing\]: there is no static/wasm/hights\.ts\n", said)
    assert "write 'heights.wasm'" in said


def test_the_compiler_is_needed_only_by_projects_with_kernels(project: Path, memo: Memo) -> None:
    (project / "static" / "wasm" / "node_modules").unlink()
    assert told(project, memo) == []
    ask_for(project, "heights.wasm")
    (said,) = told(project, memo)
    assert said.startswith("static/wasm: error[kernel-compiler]: ")
    assert "npm install --save-dev --save-exact assemblyscript" in said
    (project / "static" / "wasm" / "package-lock.json").write_text("{}")
    assert "`npm ci`" in told(project, memo)[0]
