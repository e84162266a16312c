"""Pack the engine's JavaScript packages into the wheel, so that who installs it needs no Node and no network to build.

The bundler is a program, so a wheel is for the kind of machine that it was built on. Nothing of this is committed: the
packages come from ``node_modules`` of the checkout if they are those of the lock, else from ``npm ci``.
"""

from __future__ import annotations

import json
import os
import platform
import re
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parents[1]
ENGINE = "site_builder/engine"


class PackEngine(BuildHookInterface[Any]):
    """Adds ``site_builder/engine/node_modules`` to a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the files and the platform of a wheel; an editable one finds the packages in its checkout."""
        if version == "editable":
            return
        sys.path.insert(0, str(ROOT))
        from site_builder.assets.packages import find_packages

        packages = find_packages(ROOT)
        build_data["force_include"] |= {
            str(path): f"{ENGINE}/node_modules/{path.relative_to(packages).as_posix()}" for path in needed(packages)
        }
        build_data["pure_python"] = False
        # A Python for both kinds of Mac, too, brings the bundler of the machine that built the wheel.
        system = sysconfig.get_platform().replace("universal2", platform.machine())
        build_data["tag"] = "py3-none-" + re.sub(r"[-.]", "_", system)


def needed(packages: Path) -> Iterator[Path]:
    """Yield the files of what the lock asks for beyond development, without maps of sources that nobody reads here."""
    locked = json.loads((ROOT / "package-lock.json").read_bytes())["packages"]
    for place, described in sorted(locked.items()):
        folder = packages / place.removeprefix("node_modules/")
        if place and not described.get("dev") and folder.is_dir():
            for parent, folders, names in os.walk(folder):
                folders[:] = sorted(set(folders) - {"node_modules"})
                yield from (Path(parent, name) for name in sorted(names) if not name.endswith(".map"))
