"""The output folder of a build: readable, restored after changes, and without other files."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.material.conftest import Author

ROOT = Path(__file__).resolve().parents[2]


def test_a_page_altered_by_hand_is_repaired(author: Author) -> None:
    author.build()
    page = author.project / "build/site/index.html"
    good = page.read_bytes()
    page.write_bytes(good.replace(b"A first sentence", b"B first sentence"))
    outcome = author.build()
    assert (outcome.code, page.read_bytes()) == (0, good)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_files_can_be_read_by_a_web_server_whatever_the_umask_is(author: Author) -> None:
    before = os.umask(0o077)
    try:
        site = author.build().site
    finally:
        os.umask(before)
    assert {path.stat().st_mode & 0o777 for path in site.rglob("*") if path.is_file()} == {0o644}
    assert {path.stat().st_mode & 0o777 for path in (site, *site.rglob("*")) if path.is_dir()} == {0o755}


def test_a_build_works_without_docstrings(author: Author) -> None:
    code = 'def boxed(body):\n    """A box for words."""\n    return f"<div>{body}</div>"\n'
    author.write({"content/directives/boxed.py": code})
    author.chapter(":::boxed\nwords\n:::\n")
    environment = {**os.environ, "PYTHONOPTIMIZE": "2", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "site_builder"]
    folder = ["--project", str(author.project)]
    done = subprocess.run([*command, "build", *folder], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    shown = subprocess.run([*command, "directives", *folder], env=environment, capture_output=True, text=True)
    assert "A box for words" in shown.stdout


def test_licences_list_the_published_packages(author: Author) -> None:
    licenses = (author.build().site / "assets/licenses.txt").read_text(encoding="utf-8")
    assert all(name in licenses for name in ("pagefind ", "temml ", "CloudCannon"))


def test_folders_that_a_killed_new_has_left_are_removed_by_the_next(author: Author) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    left = author.project.parent / f".essay.new-{ended.pid}"
    (left / "content").mkdir(parents=True)
    subprocess.run(
        [sys.executable, "-m", "site_builder", "new", str(left.with_name("essay"))],
        check=True,
        cwd=ROOT,
        capture_output=True,
    )
    assert not left.exists()


def test_one_page_is_counted_in_the_singular(author: Author) -> None:
    author.chapter("Words.\n")
    author.settings("")
    checked = author.run("check")
    assert (checked.code, checked.err) == (0, "1 page, no errors, 0 warnings\n")
