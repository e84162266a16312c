"""Bundle the script of figures in other pages: one file with its styles and texts, without fonts.

The build of a wheel runs this file by its path, so it imports the standard library only.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import tempfile
import tomllib
from pathlib import Path

# The styles of the engine that a figure needs, in this order.
SHEETS = ("tokens", "base", "live-numbers", "formulas", "figures", "charts", "explorables", "element/element", "print")
TARGET = "es2022"
# In a shadow tree nothing is around the element, scripts run, and rem would follow the page.
ADAPTED = (
    (r"html\.scripting|\.scripting(?= )", ":host"),
    (r"html:not\([^)]*\)", ":host(:not(*))"),
    (r"color-scheme: [^;]*;", ""),
    (r":root(?:\[[^\]]*\])?", ":host"),
    (r"\bmain (?=[.:a-z])", ""),
)
REM = re.compile(r"(?<![\w.-])(\d*\.?\d+)rem\b")
# The name of the element, which ends with a digest of its script.
PREFIX = "explorable-figure"
UNNAMED = f"{PREFIX}-version"


def bundle_engine(engine: Path, words: Path, esbuild: Path) -> bytes:
    """Return the script.

    Parameters
    ----------
    engine : Path
        Folder with ``static/js/engine`` and ``static/css/engine``.
    words : Path
        The texts of the engine.
    esbuild : Path
        The program.
    """
    styles = "\n".join((engine / f"static/css/engine/{name}.css").read_text(encoding="utf-8") for name in SHEETS)
    for pattern, replacement in ADAPTED:
        styles = re.sub(pattern, replacement, styles)
    styles = REM.sub(lambda found: f"{16 * float(found[1]):g}px", styles)
    groups = tomllib.loads(words.read_text(encoding="utf-8")).values()
    members = ",\n".join(f"{name} = {json.dumps(text)}" for group in groups for name, text in group.items())
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "words.ts").write_text(f"export enum WORDS {{\n{members}\n}}\n", encoding="utf-8")
        Path(folder, "main.js").write_text("", encoding="utf-8")
        minified = run(esbuild, ["--loader=css", "--minify", f"--target={TARGET}"], styles)
        options = [
            str(engine / "static/js/engine/element/element.js"),
            *("--bundle", "--format=iife", "--minify", f"--target={TARGET}", "--legal-comments=none"),
            f"--alias:site_builder/words={folder}/words.ts",
            f"--alias:site_builder/main={folder}/main.js",
            f"--define:STYLES={json.dumps(minified.strip())}",
            f"--define:ELEMENT={json.dumps(UNNAMED)}",
        ]
        script = run(esbuild, options, "")
    return script.replace(UNNAMED, name_of(script)).strip().encode()


def name_of(script: str) -> str:
    """Return the name of the element that a script defines."""
    return f"{PREFIX}-{hashlib.sha256(script.encode()).hexdigest()[:8]}"


def run(esbuild: Path, options: list[str], source: str) -> str:
    """Run esbuild and return its output."""
    command = [str(esbuild), *options, "--log-level=error", "--color=false"]
    done = subprocess.run(command, input=source, env=os.environ, capture_output=True, text=True, encoding="utf-8")
    if done.returncode != 0:
        raise RuntimeError(f"esbuild could not bundle the script of figures:\n{done.stderr}")
    return done.stdout
