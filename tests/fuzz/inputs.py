"""How each kind of input is read: in its place in a whole project, by the code of the commands."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path

from site_builder.cache.results import Memo
from site_builder.pipeline.build import build_files
from site_builder.problems.problem import annotations_of, problems_for_programs
from solver.reviewing.records import RecordError, decode, read_records
from tests.fuzz.mutations import SITES
from tests.site_builder.conftest import write_data

BASE = 'title = "Trial"\nlanguage = "en"\nchapters = ["index.md"]\n'
CITING = "".join(f"A work [@{key}]. " for key in ("darwin1898", "a", "doodson1921", "cartwright"))
ASKING = "\n\n".join(("::value[t.a]", "::value[t.name kind=a]{.2f}", ":::table{data=t}\n:::", ":::datasets\n:::"))


class Inputs:
    """Projects in a folder, one per kind; results that do not depend on an input are cached."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.memo: dict[str, Memo] = {}
        self.number = 0

    def read(self, kind: str, content: bytes) -> None:
        """Read an input; what is wrong with it is reported, and whatever is raised is a fault of ours."""
        self.number += 1
        readers: dict[str, Callable[[bytes], None]] = {
            "chapter": self.chapter,
            "bibtex": self.bibtex,
            "json": self.json,
            "explorable": self.explorable,
            "csv": self.csv,
            "toml": self.toml,
            "svg": self.svg,
            "record": self.record,
        }
        readers[kind](content)

    def project(self, kind: str) -> Path:
        """Return the project of a kind, written on first use."""
        project = self.folder / kind
        if not project.is_dir():
            shutil.copytree(SITES / "_base", project)
            write_data(project)
            (project / "content/site.toml").write_text(BASE)
        return project

    def check(self, kind: str, project: Path) -> None:
        """Check a project as ``check`` does, and print its problems in every form."""
        result = build_files(project, self.memo.setdefault(kind, Memo()), complete=False)
        assert result.files or result.errors
        for problem in result.problems:
            assert len(str(problem)) <= 2000, problem.code
        json.dumps(problems_for_programs(result.problems))
        annotations_of(result.problems, project)

    def chapter(self, content: bytes) -> None:
        """Check a site whose one chapter it is."""
        project = self.project("chapter")
        shutil.copy(SITES / "_base/content/site.toml", project / "content/site.toml")
        (project / "content/chapters/index.md").write_bytes(content)
        self.check("chapter", project)

    def json(self, content: bytes) -> None:
        """Check a site that cites works of it, written in CSL-JSON."""
        self.bibtex(content, "works.json")

    def explorable(self, content: bytes) -> None:
        """Check a site that shows it as an explorable."""
        project = self.project("explorable")
        (project / "content/explorables").mkdir(exist_ok=True)
        (project / "content/explorables/e.py").write_bytes(content)
        (project / "content/chapters/index.md").write_text("# One\n\n:::explore{#e name=e alt=x}\nOne.\n:::\n")
        self.check("explorable", project)

    def bibtex(self, content: bytes, name: str = "works.bib") -> None:
        """Check a site that cites works of it."""
        project = self.project("bibtex")
        (project / "content/site.toml").write_text(f'{BASE}bibliography = ["{name}"]\n')
        (project / "content" / name).write_bytes(content)
        (project / "content/chapters/index.md").write_text(f"# Works\n\n{CITING}\n")
        self.check("bibtex", project)

    def csv(self, content: bytes) -> None:
        """Check a site that shows it as a data set."""
        project = self.project("csv")
        data = project / "build/data"
        (data / "t.csv").write_bytes(content)
        digest = hashlib.sha256(content).hexdigest()
        entry = {"file": "t.csv", "kind": "table", "description": "T.", "sha256": digest, "bytes": len(content)}
        (data / "manifest.json").write_text(json.dumps({"schema_version": 1, "inputs": [], "sets": {"t": entry}}))
        (project / "content/chapters/index.md").write_text(f"# Table\n\n{ASKING}\n")
        self.check("csv", project)

    def toml(self, content: bytes) -> None:
        """Check a site whose settings, or whose references, it is."""
        project = self.project("toml")
        name = ("site.toml", "references.toml")[self.number % 2]
        (project / "content/site.toml").write_text(BASE)
        (project / "content" / name).write_bytes(content)
        self.check("toml", project)
        (project / "content/references.toml").unlink(missing_ok=True)

    def svg(self, content: bytes) -> None:
        """Check a site that shows it as a picture, and as its icon."""
        project = self.project("svg")
        (project / "content/site.toml").write_text(f'{BASE}icon = "icon.svg"\n')
        (project / "content/icon.svg").write_bytes(content)
        (project / "content/chapters/b.svg").write_bytes(content)
        (project / "content/chapters/index.md").write_text("# Picture\n\n![A picture.](b.svg)\n")
        self.check("svg", project)

    def record(self, content: bytes) -> None:
        """Read a record of games as ``review`` does; ``records.mjs`` reads it as pages do."""
        assert len(said_by_solver(content)) <= 2000


def said_by_solver(content: bytes) -> str:
    """Return the solver's output for a record."""
    try:
        read_records(decode(content))
    except RecordError as error:
        return str(error)
    return ""
