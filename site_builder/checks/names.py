"""Refuse names of files that no page, address or program can have, before anything is made of them."""

from __future__ import annotations

import os
import re
from pathlib import Path

from site_builder.problems.problem import Problem
from site_builder.project_files import composed, shown, walk_entries

FOLDERS = ("content", "static", "templates", "words")
UNPRINTABLE = re.compile("[\0-\x1f\x7f\ud800-\udfff]")
# Pages name these by their stems, in addresses, ids and options.
NAMED = re.compile(r"(static/js/[^/]+/widgets/[^/]+\.js|content/explorables/[^/]+\.py)")
NAME = re.compile(r"[\w-]+")
BUNDLED = re.compile(r"static/.+\.(css|js|json|ts)")


def check_names(project: Path) -> list[Problem]:
    """Return what is wrong with the name of the project's folder, and with those of the files in it."""
    problems = []
    if UNPRINTABLE.search(str(project).replace("\n", "")):
        message = f"the path of the project holds characters that are not UTF-8: {shown(str(project))!r}"
        problems.append(Problem(".", 0, 0, "file-name", message, "rename the folder"))
    root = os.path.join(project, "")
    for folder in FOLDERS:
        for entry in walk_entries(project / folder):
            name = composed(entry.path[len(root) :].replace(os.sep, "/"))
            if wrong := what_is_wrong(name):
                problems.append(Problem(shown(name), 0, 0, "file-name", f"the name {wrong}", "rename it"))
    return problems


def what_is_wrong(name: str) -> str:
    """Return what is wrong with the name of a file, seen from the project; nothing if it can be used."""
    if UNPRINTABLE.search(name):
        return "holds a control character, or is not UTF-8"
    if NAMED.fullmatch(name) and not NAME.fullmatch(name.rpartition("/")[2].rpartition(".")[0]):
        return "of a figure's file has letters, digits, - and _ only"
    if BUNDLED.fullmatch(name) and re.search(r"[*\\]", name):
        return "of a style sheet or script cannot hold '*' or a backslash"
    return ""
