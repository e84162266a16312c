"""Requirements for the repository as a whole."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from graphlib import TopologicalSorter
from pathlib import Path

from grimp import build_graph

ROOT = Path(__file__).parents[1]
TOP_LEVEL = {
    "pyproject.toml", "solver", "content", "site_builder", "templates", "static", "tests", "handbook",
    "README.md", "ARCHITECTURE.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "CITATION.cff",
    "Makefile", "package.json", "package-lock.json",
}  # fmt: skip


def tracked() -> list[str]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [path for path in listed.stdout.split("\0") if path]


def test_only_the_agreed_folders_stand_at_the_top() -> None:
    top = {path.split("/")[0] for path in tracked()}
    assert {name for name in top if not name.startswith(".")} <= TOP_LEVEL


def test_locks_hold_hashes_and_no_address() -> None:
    requirements = (ROOT / ".ci" / "requirements.txt").read_text()
    pins = re.findall(r"^[a-z0-9][^\n]*==[^\n]*(?:\n +--hash=sha256:[0-9a-f]{64}[^\n]*)+", requirements, re.MULTILINE)
    assert len(pins) == len(re.findall(r"^[a-z0-9]", requirements, re.MULTILINE))
    for name in ("package-lock.json", "static/wasm/package-lock.json"):
        lock = (ROOT / name).read_text()
        assert '"integrity"' in lock
        assert "http" not in lock
    assert "http" not in requirements


def imported(path: Path) -> set[str]:
    """Return the modules that a file imports, anywhere in it."""
    nodes = list(ast.walk(ast.parse(path.read_text())))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return plain | {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}


KERNELS_NEED = {"numba", "llvmlite", "numpy"} | set(sys.stdlib_module_names)


def test_every_file_of_kernels_keeps_the_boundaries() -> None:
    """Compiled code is in one package without other dependencies; import contract and licence name this package."""
    for name in (path for path in tracked() if path.startswith("solver/") and path.endswith(".py")):
        modules = imported(ROOT / name)
        if name.startswith("solver/kernels/"):
            others = {module for module in modules if module.split(".")[0] not in KERNELS_NEED}
            assert all(module.startswith("solver.kernels") for module in others), f"{name} imports {others}"
        else:
            assert "numba" not in {module.split(".")[0] for module in modules}, f"{name} imports numba"
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    contracts = settings["tool"]["importlinter"]["contracts"]
    (pure,) = (contract for contract in contracts if contract["type"] == "forbidden")
    assert pure["source_modules"] == ["solver.kernels"]
    assert any(override["module"] == ["solver.kernels.*"] for override in settings["tool"]["mypy"]["overrides"])


WRITING = {"write_text", "write_bytes", "mkdir", "unlink", "rmdir", "rmtree", "rename", "symlink_to", "touch", "tofile"}
WRITING |= {"create_group", "create_array"}  # of Zarr
WRITERS = {
    "solver/store/results.py", "solver/cluster/layer_store.py",
    "site_builder/output/files.py", "site_builder/publishing/manifest.py",
    "site_builder/figures/engine.py",  # temporary files for esbuild, in the build of a wheel too
}  # fmt: skip
PRINTERS = {"solver/cli/console.py", "solver/cli/main.py", "site_builder/cli.py"}


def calls(path: Path) -> set[str]:
    """Return the names of the functions and methods that a file calls."""
    called = [node.func for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
    methods = {func.attr for func in called if isinstance(func, ast.Attribute)}
    return methods | {func.id for func in called if isinstance(func, ast.Name)}


def test_effects_stay_at_the_edges() -> None:
    """Only a file of each half and the cluster's store write, and only the command lines print."""
    sources = [
        path for path in tracked() if re.match(r"(solver|site_builder)/(?!starter/|blank/|\.packaging/).*\.py$", path)
    ]
    assert set(sources) >= WRITERS | PRINTERS
    for name in sources:
        called = calls(ROOT / name)
        assert name in WRITERS or not called & WRITING, f"{name} writes files: {called & WRITING}"
        assert name in PRINTERS or not called & {"print", "echo"}, f"{name} prints"
    assert calls(ROOT / "solver/store/results.py") & WRITING
    assert "echo" in calls(ROOT / "site_builder/cli.py")


BUILDER = ("site_builder/", "templates/", "static/js/engine/", "static/css/engine/", "handbook/")
NAMES_THE_GAME = re.compile(
    r"site_builder/(LICENSE|pyproject\.toml)$|"
    r"handbook/(content/chapters/(solver[\w-]*|limits|reproduce)\.md|data/(games|cluster|costs)\.csv)$"
)
GAME = re.compile(r"yatzy|yahtzee|\bdice\b|\bbonus|scorecard|\bupper (?:half|section|rows?|total)", re.IGNORECASE)


def test_the_builder_does_not_mention_the_game() -> None:
    """It is an engine for any essay: its words and names must fit one on tides as well."""
    sources = [name for name in tracked() if name.startswith(BUILDER) and not NAMES_THE_GAME.match(name)]
    assert len(sources) > 100
    found = {name: sorted(set(GAME.findall((ROOT / name).read_text(errors="ignore")))) for name in sources}
    assert {name: words for name, words in found.items() if words} == {}


def test_there_are_no_import_cycles() -> None:
    graph = build_graph("solver", "site_builder", exclude_type_checking_imports=True)
    asked = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert len(list(TopologicalSorter(asked).static_order())) == len(asked)  # a circle has no order


def test_tests_mirror_the_packages() -> None:
    """Every room of the two halves has a folder of tests of its name, and the other way round."""
    for half in ("solver", "site_builder"):
        modules = [Path(path) for path in tracked() if path.startswith(f"{half}/") and path.endswith(".py")]
        rooms = {
            path.parts[1]
            for path in modules
            if len(path.parts) > 2 and path.parts[1] not in ("starter", "blank", ".packaging")
        }
        tested = {
            Path(path).parts[2] for path in tracked() if re.match(rf"tests/{half}/\w+/(\w+/)*test_\w+\.py$", path)
        }
        assert rooms == tested
