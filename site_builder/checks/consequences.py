"""Hold back what is only said because of another mistake: who mends the cause is rid of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from site_builder.problems.problem import Problem
from site_builder.problems.source import REFUSED
from site_builder.reading.library import CONCEPTS, Library
from site_builder.settings.references import PATH as REFERENCES

# Behind these a part of their file may be read as something else: ids that are written there are then missed.
SWALLOWING = frozenset(
    {
        *("directive-malformed", "directive-unclosed", "directive-unknown", "encoding", "fence-unclosed"),
        *("front-matter", "html-unclosed", "nesting", "option-malformed"),
    }
)


@dataclass(frozen=True)
class Causes:
    """What other mistakes may come from.

    ``broken`` are the files with errors, ``unread`` the texts of those that are not read as they are meant, by path;
    ``lost`` names chapters of which no page is made, ``errors`` are all of them.
    """

    broken: frozenset[str]
    unread: dict[str, str]
    lost: frozenset[str]
    errors: tuple[Problem, ...]

    def explain(self, problem: Problem, library: Library) -> bool:
        """Tell whether a problem is there only because of another."""
        name, about = problem.code, problem.about
        if name == "link":
            return bool(about) and about.rpartition(".")[0] in self.lost
        if name in {"anchor", "reference", "set-figure"}:
            return self.explain_id(problem, library)
        if name == "concept":
            return f"{CONCEPTS}/{about}.md" in self.broken
        if name in {"citation", "bibliography-field"} or about == "quoted":
            lost = {error.about for error in self.errors if error.code == "bibliography"} - {""}
            return about in lost or (name != "bibliography-field" and REFERENCES in self.broken)
        if name == "note-unused":
            return any(repr(about) in error.suggestion for error in self.of("note", problem.path))
        return name == "widget" and bool(self.of("widget-export", problem.path))

    def of(self, code: str, path: str) -> list[Problem]:
        """Return the errors of a kind in a file."""
        return [error for error in self.errors if (error.code, error.path) == (code, path)]

    def explain_id(self, problem: Problem, library: Library) -> bool:
        """Tell whether an id that is missed stands in a text that is not read as it is meant."""
        file, mark, identifier = problem.about.partition("#")
        if mark and any(f"{{#{identifier}" in text for text in self.unread.values()):
            return True
        paths = {chapter.text.source.path for chapter in library.chapters.values() if file and chapter.file == file}
        return problem.path not in paths and bool(paths & self.unread.keys())


def held_back(problems: Sequence[Problem], library: Library) -> tuple[Problem, ...]:
    """Return the problems that are not there only because of others, in their order.

    A chapter that is not listed, of which a warning is given, is an error where links lead to it.
    """
    errors = [problem for problem in problems if problem.severity == "error"]
    unlisted = {problem.about for problem in problems if problem.code == "chapter-orphan"}
    missing = [problem for problem in problems if problem.code in {"chapter-missing", REFUSED}]
    meant = {name for name in unlisted for problem in missing if repr(name) in problem.suggestion}
    texts = {chapter.text.source.path: chapter.text.source.text for chapter in library.chapters.values()}
    causes = Causes(
        frozenset(problem.path for problem in errors),
        {
            problem.path: texts[problem.path]
            for problem in errors
            if problem.code in SWALLOWING and problem.path in texts
        },
        frozenset(name.rpartition(".")[0] for name in unlisted.union(problem.about for problem in missing)),
        tuple(errors),
    )
    kept = [problem for problem in problems if not causes.explain(problem, library)]
    wanted = {problem.about for problem in errors if problem.code == "link"} - {""}
    told = []
    for problem in kept:
        if problem.code == "chapter-orphan" and problem.about in meant:
            continue
        is_wanted = problem.code == "chapter-orphan" and problem.about in wanted
        told.append(replace(problem, severity="error") if is_wanted else problem)
    return tuple(told)
