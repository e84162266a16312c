"""A project of one of each, as it was built before the builder was rearranged (commit e816280a): its pages stay."""

from __future__ import annotations

import difflib
import os
import re
import shutil
from pathlib import Path

from site_builder.cache.results import Memo
from site_builder.pipeline.build import build_files
from site_builder.pipeline.refresh import refresh_data
from tests.site_builder.conftest import SITES

COMPATIBLE = SITES.parent / "compatible"
EXPECTED = COMPATIBLE / "expected"
# Digests in the names of the builder's scripts and styles, which change with each version, and of what they appear in.
MADE = re.compile(r"(?<=[\w-])-[0-9a-f]{10}(?=\.(?:js|css|woff2|png)\b)")

# What newer versions have added on purpose: the version in the footer, and more about a page for other programs.
ADDED = re.compile(
    r" · site-builder [\w.]+(?=</p>)"
    r'|^<meta (?:property="(?:og:image:(?:width|height)|article:published_time)"|name="citation_\w+") .*\n'
    r'|^<script type="application/ld\+json">.*\n',
    re.MULTILINE,
)


def test_pages_of_an_older_version_stay(tmp_path: Path, memo: Memo) -> None:
    project = tmp_path / "project"
    shutil.copytree(COMPATIBLE, project, ignore=shutil.ignore_patterns("expected"))
    refresh_data(project)
    result = build_files(project, memo)
    assert not result.problems, "\n".join(map(str, result.problems))
    for path in sorted(file.relative_to(EXPECTED).as_posix() for file in EXPECTED.rglob("*") if file.is_file()):
        found = ADDED.sub("", MADE.sub("-HASH", result.files[path].decode()))
        expected = (EXPECTED / path).read_text(encoding="utf-8")
        if os.environ.get("UPDATE_GOLDEN") == "1":
            (EXPECTED / path).write_text(found, encoding="utf-8")
        difference = difflib.unified_diff(expected.splitlines(), found.splitlines(), "expected", "found", lineterm="")
        assert found == expected, f"{path}:\n" + "\n".join(difference)
