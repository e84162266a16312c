"""``content/references.toml``: what is cited, and figures quoted from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import Field, ValidationError

from site_builder.problems.problem import Problem, SiteError
from site_builder.problems.source import did_you_mean, load_source
from site_builder.settings.complaints import describe_errors
from site_builder.settings.site_toml import Number, Strict
from site_builder.settings.toml_places import mark_keys, nearest_mark, read_toml

PATH = "content/references.toml"


class Work(Strict):
    """A source: ``[works.KEY]``."""

    title: str
    authors: list[str] = Field(min_length=1)
    year: int | None = None
    published: str = ""
    url: str = Field(default="", pattern=r"^(https?://\S+)?$")
    note: str = ""

    @property
    def label(self) -> str:
        """Return the short form for the text: last name of the first author, and the year."""
        names = [author.split()[-1] if " " in author else author for author in self.authors]
        who = names[0] if len(names) == 1 else f"{names[0]} and {names[1]}" if len(names) == 2 else f"{names[0]} et al."
        return f"{who} {self.year}" if self.year else who


class Quotation(Strict):
    """A figure of a source: ``[quoted.KEY]``; ``work`` is the key of the source, ``where`` the page or section."""

    value: Number
    work: str
    where: str = ""


class Bibliography(Strict):
    """The whole file."""

    works: dict[str, Work] = Field(default={})
    quoted: dict[str, Quotation] = Field(default={})


@dataclass(frozen=True)
class References:
    """What can be cited and quoted, and what is wrong with the file."""

    works: Mapping[str, Work] = field(default_factory=dict)
    quoted: Mapping[str, Quotation] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()

    def work_quoted(self, query: str) -> str:
        """Return the key of the work that a ``::value`` quotes, if it quotes one."""
        name, _, key = query.strip().partition(".")
        quotation = self.quoted.get(key.strip()) if name == "quoted" else None
        return quotation.work if quotation else ""


def read_references(project: Path) -> References:
    """Read ``references.toml``; a project without one cites nothing."""
    try:
        source = load_source(project, PATH)
    except FileNotFoundError:
        return References()
    try:
        library = Bibliography.model_validate(read_toml(source, "references"))
    except SiteError as error:
        return References(problems=error.problems)
    except ValidationError as error:
        known = {"": Bibliography.model_fields, "works": Work.model_fields, "quoted": Quotation.model_fields}
        return References(problems=tuple(describe_errors(error, source, mark_keys(source), known, "references")))
    problems = []
    marks = mark_keys(source)
    for key, quotation in library.quoted.items():
        if quotation.work not in library.works:
            mark = nearest_mark(marks, ("quoted", key, "work"))
            message = f"unknown work {quotation.work!r}"
            suggestion = did_you_mean(quotation.work, library.works, "works")
            place, length = (mark[1] if mark else None), len(quotation.work)
            problems.append(source.problem("references", message, place, length=length, suggestion=suggestion))
    return References(library.works, library.quoted, tuple(problems))
