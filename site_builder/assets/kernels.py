"""Compile a project's kernels: WebAssembly of ``static/wasm/NAME.ts``, for computing in the reader's browser.

The source is AssemblyScript. Its compiler is a package of the project, not one of the builder's: most sites need none.
A widget that lists ``NAME.wasm`` under ``files`` gets what every browser runs, with ``NAME.simd.wasm`` the same source
compiled for vectors of 128 bits.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from site_builder.assets.packages import installed_version, node
from site_builder.cache.fingerprint import digest_folder
from site_builder.cache.results import cache_folder, made_once
from site_builder.output.files import scratch_folder
from site_builder.problems.problem import Problem, SiteError
from site_builder.project_files import content_files

FOLDER = "static/wasm"
PACKAGE = "assemblyscript"
PROGRAM = Path("bin") / "asc.js"
ENDINGS = (".simd.wasm", ".wasm")
# Numbers in, numbers out: a kernel brings no runtime, imports nothing, and checks nothing while it computes.
OPTIONS = ("-O3", "--runtime", "stub", "--noAssert", "--use", "abort=", "--disableWarning")
# The compiler colors its messages on a terminal, and wherever the variable CI is set; a pattern reads them here.
PLAIN = "--noColors"
VECTORS = ("--enable", "simd")
MESSAGE = re.compile(
    r"^ERROR (?:[A-Z]+\d+: )?(?P<text>.+)\n(?:(?!ERROR|FAILURE).*\n)*?"
    r".*─ in (?P<path>.+)\((?P<line>\d+),(?P<column>\d+)\)$",
    re.MULTILINE,
)


def source_of(name: str) -> str | None:
    """Return the source that a kernel's file is compiled from; None for a file that is none."""
    for ending in ENDINGS:
        if name.endswith(ending):
            return f"{FOLDER}/{name.removesuffix(ending)}.ts"
    return None


def known_kernels(project: Path) -> list[str]:
    """Return the files that can be compiled from what the project has."""
    sources = content_files(project / FOLDER, "*.ts")
    return [source.stem + ending for source in sources for ending in reversed(ENDINGS)]


def compile_kernels(project: Path, names: Iterable[str]) -> Mapping[str, bytes]:
    """Compile kernels; each is kept on this machine until its sources or the compiler change.

    Parameters
    ----------
    names
        Files that widgets ask for; those without a source are left out.

    Raises
    ------
    SiteError
        For sources that do not compile, with file, line and column, and where there is no compiler.

    Notes
    -----
    About a second for each that is not kept.
    """
    asked = sorted(set(names) & set(known_kernels(project)))
    if not asked:
        return {}
    compiler = find_compiler(project)
    made_from = (installed_version(compiler) or "", *OPTIONS, digest_folder(project / FOLDER))
    kernels, problems = {}, list[Problem]()
    for name in asked:
        try:
            make = partial(compiled, project, compiler, name)
            kernels[name] = made_once(cache_folder() / "kernels", (*made_from, name), make)
        except SiteError as error:
            problems += error.problems
    if problems:
        raise SiteError(set(problems))  # two files of one source have the same errors
    return kernels


def published_compilers(project: Path) -> list[Path]:
    """Return the packages of which kernels hold parts: the compiler's own library, if there are any kernels."""
    with suppress(SiteError):
        return [find_compiler(project)] if known_kernels(project) else []
    return []


def find_compiler(project: Path) -> Path:
    """Return the folder of the compiler's package: beside the kernels, or among the packages of the project.

    Raises
    ------
    SiteError
        If it is not installed.
    """
    for folder in (project / FOLDER, project):
        package = folder / "node_modules" / PACKAGE
        if (package / PROGRAM).is_file():
            return package
    has_lock = (project / FOLDER / "package-lock.json").is_file()
    how = "npm ci" if has_lock else f"npm install --save-dev --save-exact {PACKAGE}"
    message = f"the kernels cannot be compiled: the package {PACKAGE!r} is not installed"
    raise SiteError([Problem(FOLDER, 0, 0, "kernel-compiler", message, f"run `{how}` in {FOLDER}")])


def compiled(project: Path, compiler: Path, name: str) -> bytes:
    """Return a kernel, compiled now."""
    source = source_of(name)
    assert source is not None
    vectors = VECTORS if name.endswith(ENDINGS[0]) else ()
    with scratch_folder() as scratch:
        out = scratch / "kernel.wasm"
        done = subprocess.run(
            [node(), str(compiler / PROGRAM), Path(source).name, *OPTIONS, *vectors, PLAIN, "--outFile", str(out)],
            cwd=project / FOLDER,
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
        if done.returncode != 0 or not out.is_file():
            raise SiteError(problems_of(done.stderr, project, source))
        return out.read_bytes()


def problems_of(output: str, project: Path, source: str) -> list[Problem]:
    """Return the errors that the compiler printed, each at its place."""
    problems = []
    for found in MESSAGE.finditer(output):
        path = f"{FOLDER}/{found['path']}"
        if not (project / path).is_file():  # in the compiler's own library, by way of this source
            problems.append(Problem(source, 0, 0, "kernel", f"{found['text']} (in {found['path']})"))
            continue
        line, column = int(found["line"]), int(found["column"])
        lines = (project / path).read_text(encoding="utf-8").splitlines()
        problems.append(Problem(path, line, column, "kernel", found["text"], source=lines[line - 1]))
    return problems or [Problem(source, 0, 0, "kernel", f"the compiler failed: {output.strip()}")]
