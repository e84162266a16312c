"""Import the author's modules from their sources: Python's own cache trusts a time in whole seconds."""

from __future__ import annotations

import sys
from importlib.abc import PathEntryFinder
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, ExtensionFileLoader, FileFinder, SourceFileLoader
from pathlib import Path
from types import CodeType

from site_builder.drawing.explorables.calls import OTHERS


class FreshLoader(SourceFileLoader):
    """Compiles the source at hand: two quick saves can share their second and their length."""

    def get_code(self, fullname: str) -> CodeType:
        """Return the code of a module."""
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


def read_sources_anew(project: Path) -> None:
    """Import modules of a project, but not packages installed in it, from their sources from now on."""
    loaders = (ExtensionFileLoader, EXTENSION_SUFFIXES), (FreshLoader, SOURCE_SUFFIXES)
    find, root = FileFinder.path_hook(*loaders), project.resolve()

    def find_in(folder: str) -> PathEntryFinder:
        place = Path(folder or ".").resolve()
        if not place.is_relative_to(root) or OTHERS & set(place.relative_to(root).parts):
            raise ImportError(f"{folder} is no folder of the project")
        return find(folder)

    sys.path_hooks.insert(0, find_in)
    sys.path_importer_cache.clear()
