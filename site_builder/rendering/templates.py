"""The templates of pages and their parts: the builder's, and before them those that a project has under their names."""

from __future__ import annotations

import json
import traceback
from functools import partial
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined, TemplateSyntaxError
from jinja2.meta import find_referenced_templates
from markupsafe import Markup

from site_builder.locales import number
from site_builder.problems.problem import Problem, SiteError
from site_builder.problems.source import Mistake, Place, did_you_mean, load_source
from site_builder.project_files import content_files
from site_builder.reuse.fingerprint import digest_folder
from site_builder.reuse.memo import Memo, digest_of
from site_builder.settings.words import Words
from site_builder.syntax.apostrophes import curved

FOLDER = "templates"
# What a template of a project calls those of the builder, to extend one of its own name.
BUILDER = "site_builder"
CODE = "template"


class Templates:
    """Templates, read once, and the words that they say.

    ``digest`` is a short name for all of it, ``problems`` tells what is wrong with the templates of a project.
    """

    def __init__(self, engine: Path, project: Path, words: Words, memo: Memo) -> None:
        folder, own = engine / FOLDER, project / FOLDER
        self._project, self.words = project, words
        self._has_own = own.is_dir() and not own.samefile(folder)
        folders = (folder, own) if self._has_own else (folder,)
        self.digest = digest_of(digest_folder(*folders), words.digest)
        self._templates = memo.get("templates", self.digest, lambda: load_templates(words, *folders))
        self.problems: tuple[Problem, ...] = ()
        if self._has_own:
            check = partial(check_own, project, self._templates, folder)
            self.problems = memo.get("own templates", self.digest, lambda: tuple(check()))

    def fill(self, template: str, /, **values: Any) -> str:
        """Return a filled template.

        Raises
        ------
        SiteError
            If a template of the project's fails, at its line.
        """
        try:
            return Markup(self._templates.get_template(template).render(values))
        except Exception as error:  # a template may call anything it is given
            problem = failure_in(self._project, error) if self._has_own else None
            if problem is None:
                raise
            raise SiteError([problem]) from error


def load_templates(words: Words, folder: Path, own: Path | None = None) -> Environment:
    """Return the templates of a folder, behind those of another; texts are escaped unless they are marked as HTML."""
    builder = FileSystemLoader(folder)
    before = [FileSystemLoader(own, encoding="utf-8-sig")] if own else []
    environment = Environment(
        loader=ChoiceLoader([*before, builder, PrefixLoader({BUILDER: builder})]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.globals["say"] = words.html
    environment.filters["curved"] = curved
    environment.filters["grouped"] = number
    environment.filters["tojson_attribute"] = lambda value: json.dumps(value, sort_keys=True, ensure_ascii=False)
    return environment


def check_own(project: Path, templates: Environment, engine: Path) -> list[Problem]:
    """Report templates of a project that cannot be read, and those that nothing would ever read."""
    folder, problems = project / FOLDER, list[Problem]()
    names = [path.relative_to(folder).as_posix() for path in content_files(folder, "**/*.html")]
    known = {path.relative_to(engine).as_posix() for path in engine.rglob("*.html")}
    asked: set[str] = set()
    for name in names:
        source = load_source(project, f"{FOLDER}/{name}")
        problems += source.problems
        try:
            asked |= {other for other in find_referenced_templates(templates.parse(source.text)) if other}
        except TemplateSyntaxError as error:
            problems.append(at_line(project, source.path, error.lineno, error.message or "cannot be read"))
    for name in names:
        if name not in known | asked:
            message = "no page is filled from this template: the builder has none of its name, and no other asks for it"
            suggestion = did_you_mean(name, known)
            source = load_source(project, f"{FOLDER}/{name}")
            problem = source.problem("template-unused", message, None, suggestion=suggestion, severity="warning")
            problems.append(problem)
    return problems


def failure_in(project: Path, error: Exception) -> Problem | None:
    """Describe what failed in a template of the project, at the last line there; nothing if it was none of these."""
    folder = (project / FOLDER).resolve()
    if isinstance(error, TemplateSyntaxError) and error.filename and Path(error.filename).is_relative_to(folder):
        path = Path(error.filename).relative_to(project).as_posix()
        return at_line(project, path, error.lineno, error.message or "cannot be read")
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if Path(frame.filename).is_relative_to(folder):
            path = Path(frame.filename).relative_to(project).as_posix()
            return at_line(project, path, frame.lineno or 0, f"{type(error).__name__}: {error}")
    return None


def at_line(project: Path, path: str, line: int, message: str) -> Problem:
    """Describe what is wrong in a line of a template."""
    source = load_source(project, path)
    written = source.line(line)
    indent = len(written) - len(written.lstrip())
    return source.mistake(Mistake(CODE, message, 0, max(1, len(written.strip()))), Place(line, indent + 1))
