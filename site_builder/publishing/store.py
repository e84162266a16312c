"""The manifest as it lies in the data folder, read to be changed and written whole."""

from __future__ import annotations

import json
from pathlib import Path

from site_builder.data.folder import FOLDER
from site_builder.publishing.files import replace_file
from site_builder.publishing.manifest import Content, begun, scripts_of

MANIFEST = f"{FOLDER}/manifest.json"


def read_content(project: Path) -> Content:
    """Return the manifest as it is, without what scripts wrote that are gone."""
    try:
        content = json.loads((project / MANIFEST).read_bytes())
        scripts = scripts_of(content["inputs"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        content, scripts = {}, []
    return begun(content, {script: (project / script).is_file() for script in scripts})


def write_content(project: Path, content: Content) -> None:
    """Write the manifest in one step."""
    replace_file(project / MANIFEST, f"{json.dumps(content, indent=1, ensure_ascii=False)}\n".encode())
