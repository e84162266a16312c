"""Compile a project's kernels, ``static/wasm/NAME.ts``, to WebAssembly for computations in the browser.

The source is AssemblyScript. Its compiler is a package of the project, not of the builder, since most sites do not
need it. A widget that lists ``NAME.wasm`` under ``files`` gets code for every browser; ``NAME.simd.wasm`` is the same
source compiled with 128-bit vectors.
"""

from __future__ import annotations

import json
import pickle
import re
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from site_builder.assets.packages import installed_version, node
from site_builder.cache.fingerprint import digest_folder
from site_builder.cache.results import cached
from site_builder.output.files import scratch_folder
from site_builder.problems.problem import Problem, SiteError
from site_builder.project_files import content_files

FOLDER = "static/wasm"
PACKAGE = "assemblyscript"
COMPILER = Path("dist") / "asc.js"
ENDINGS = (".simd.wasm", ".wasm")
# A kernel only computes with numbers: it needs no runtime, imports and assertions.
OPTIONS = ("-O3", "--runtime", "stub", "--noAssert", "--use", "abort=", "--disableWarning")
# The compiler's optimizer is WebAssembly itself; to optimize its machine code takes longer than to run it.
NODE_OPTIONS = ("--liftoff-only", "--input-type=module", "--eval")
# To load the compiler takes longer than to compile a kernel, so one process compiles all.
PROGRAM = """
const [compiler, ...runs] = process.argv.slice(1);
const {main} = await import(compiler);
const errors = [];
for (const run of runs) {
  const {error, stderr} = await main(JSON.parse(run));
  errors.push(error ? String(stderr) || String(error) : "");
}
console.log(JSON.stringify(errors));
"""
# The compiler colours its messages on a terminal and if CI is set, and MESSAGE does not match colours.
PLAIN = "--noColors"
VECTORS = ("--enable", "simd")
MESSAGE = re.compile(
    r"^ERROR (?:[A-Z]+\d+: )?(?P<text>.+)\n(?:(?!ERROR|FAILURE).*\n)*?"
    r".*─ in (?P<path>.+)\((?P<line>\d+),(?P<column>\d+)\)$",
    re.MULTILINE,
)


def source_of(name: str) -> str | None:
    """Return the source of a kernel's file; None if the file is not a kernel."""
    for ending in ENDINGS:
        if name.endswith(ending):
            return f"{FOLDER}/{name.removesuffix(ending)}.ts"
    return None


def known_kernels(project: Path) -> list[str]:
    """Return the files that can be compiled from the project's sources."""
    sources = content_files(project / FOLDER, "*.ts")
    return [source.stem + ending for source in sources for ending in reversed(ENDINGS)]


def compile_kernels(project: Path, names: Iterable[str]) -> Mapping[str, bytes]:
    """Compile kernels, or read them from the cache if sources and compiler are unchanged.

    Parameters
    ----------
    names
        Files that widgets list; those without a source are skipped.

    Raises
    ------
    SiteError
        For sources that do not compile, with file, line and column, and if the compiler is not installed.

    Notes
    -----
    About a second if they are not cached.
    """
    requested = sorted(set(names) & set(known_kernels(project)))
    if not requested:
        return {}
    compiler = find_compiler(project)
    ingredients = (installed_version(compiler) or "", *OPTIONS, digest_folder(project / FOLDER), *requested)
    made = cached("kernel-sets", ingredients, lambda: pickle.dumps(compile_now(project, compiler, requested)))
    kernels: Mapping[str, bytes] = pickle.loads(made)
    return kernels


def published_compilers(project: Path) -> list[Path]:
    """Return the packages whose code kernels contain: the compiler's library, if there are kernels."""
    with suppress(SiteError):
        return [find_compiler(project)] if known_kernels(project) else []
    return []


def find_compiler(project: Path) -> Path:
    """Return the folder of the compiler's package, which is installed for the kernels or for the project.

    Raises
    ------
    SiteError
        If it is not installed.
    """
    for folder in (project / FOLDER, project):
        package = folder / "node_modules" / PACKAGE
        if (package / COMPILER).is_file():
            return package
    has_lock = (project / FOLDER / "package-lock.json").is_file()
    how = "npm ci" if has_lock else f"npm install --save-dev --save-exact {PACKAGE}"
    message = f"the kernels cannot be compiled: the package {PACKAGE!r} is not installed"
    raise SiteError([Problem(FOLDER, 0, 0, "kernel-compiler", message, f"run `{how}` in {FOLDER}")])


def compile_now(project: Path, compiler: Path, names: Sequence[str]) -> Mapping[str, bytes]:
    """Compile kernels in one process."""
    with scratch_folder() as scratch:
        sources = [str(source_of(name)) for name in names]
        runs = []
        for name, source in zip(names, sources, strict=True):
            vectors = VECTORS if name.endswith(ENDINGS[0]) else ()
            runs.append([Path(source).name, *OPTIONS, *vectors, PLAIN, "--outFile", str(scratch / name)])
        done = subprocess.run(
            [node(), *NODE_OPTIONS, PROGRAM, (compiler / COMPILER).resolve().as_uri(), *map(json.dumps, runs)],
            cwd=project / FOLDER,
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
        ended = f"exit code {done.returncode}\n{done.stderr}"  # of Node itself
        outputs = json.loads(done.stdout) if done.returncode == 0 else [ended] * len(names)
        failed = [(source, output) for source, output in zip(sources, outputs, strict=True) if output]
        if failed:  # two files of one source have the same errors
            raise SiteError({problem for source, output in failed for problem in problems_of(output, project, source)})
        return {name: (scratch / name).read_bytes() for name in names}


def problems_of(output: str, project: Path, source: str) -> list[Problem]:
    """Return the errors that the compiler printed, with their places."""
    problems = []
    for found in MESSAGE.finditer(output):
        path = f"{FOLDER}/{found['path']}"
        if not (project / path).is_file():  # an error in the compiler's library, caused by this source
            problems.append(Problem(source, 0, 0, "kernel", f"{found['text']} (in {found['path']})"))
            continue
        line, column = int(found["line"]), int(found["column"])
        lines = (project / path).read_text(encoding="utf-8").splitlines()
        problems.append(Problem(path, line, column, "kernel", found["text"], source=lines[line - 1]))
    return problems or [Problem(source, 0, 0, "kernel", f"the compiler failed: {output.strip()}")]
