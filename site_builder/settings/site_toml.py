"""``content/site.toml``: the settings of a site, its reading order and its figures."""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, field_validator

from site_builder.plain_values import plain
from site_builder.problems.problem import Problem, SiteError, quiet_codes
from site_builder.problems.source import RENAME, Place, Source, alike, did_you_mean, load_source, same_but_for_case
from site_builder.project_files import composed
from site_builder.settings.data_commands import Data, mistakes_among
from site_builder.settings.languages import direction_of, quotes_of, require_tag
from site_builder.settings.toml_files import describe_errors, mark_keys, nearest_mark, read_toml

COLOR = r"^#([0-9a-fA-F]{3}){1,2}$"


class App(BaseModel):
    """The pages that come along, the first of them unless ``start`` names another; the others stay on the network."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    name: str = Field(min_length=1)
    pages: list[str] = Field(min_length=1)
    start: str = ""
    color: str | None = Field(default=None, pattern=COLOR)
    background: str | None = Field(default=None, pattern=COLOR)

    @property
    def files(self) -> list[str]:
        """Return the pages as they are published."""
        return [page_file(name) for name in self.pages]

    @property
    def first_file(self) -> str:
        """Return the page that the app opens with."""
        return page_file(self.start or self.pages[0])


def page_file(chapter: str) -> str:
    """Return the page of a file of ``content/chapters``."""
    return chapter.removesuffix(".md") + ".html"


def mistakes_in(app: App, chapters: list[str]) -> list[tuple[str, str, str]]:
    """Return what the site does not have: key, name and message."""
    found = [("pages", name, f"{name!r} is no page of the site") for name in app.pages if name not in chapters]
    found += [
        ("pages", name, f"{name!r} is listed twice")
        for name in sorted(name for name, count in Counter(app.pages).items() if count > 1)
    ]
    if app.start and app.start not in app.pages:
        found.append(("start", app.start, f"the app does not hold {app.start!r}, the page that it starts with"))
    return found


SITE = "content/site.toml"
ADDRESS = r"^https?://[^\s?#]+$"
CONTACT = r"^(https?://\S+|[^\s@/]+@[^\s@/]+\.[^\s@/]+)$"
KEBAB = r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$"
Number = int | float | str


# Encodings of Python that are not for files of text.
NOT_FOR_FILES = frozenset({"idna", "punycode", "raw-unicode-escape", "unicode-escape", "undefined"})


class Strict(BaseModel):
    """A table that knows all its keys."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Chart(Strict):
    """A chart: function of ``content/charts``, the frames it is given, its words, and the codes that it silences."""

    function: str = Field(pattern=r"^[^\W\d]\w*\.[^\W\d]\w*$")
    data: list[str] = []
    alt: str = ""
    caption: str = ""
    live: bool = False
    quiet: list[str] = []


class Widget(Strict):
    """A widget: data in the page, files fetched on demand, the state it opens with, and its words."""

    data: list[str] = []
    files: list[str] = []
    state: dict[str, Any] = {}
    alt: str = ""
    caption: str = ""

    @field_validator("state")
    @classmethod
    def _for_scripts(cls, state: dict[str, Any]) -> dict[str, Any]:
        """Write dates as scripts get them."""
        return {key: plain(value) for key, value in state.items()}


class Csv(Strict):
    """How a CSV file is written, where that cannot be derived from it; ``text`` names columns without numbers."""

    delimiter: str = Field(default="", pattern=r"^[^\w\s\"'.+-]$|^\t$")
    decimal: str = Field(default="", pattern="^[,.]?$")
    encoding: str = ""
    text: list[str] = []

    @field_validator("encoding")
    @classmethod
    def _for_text(cls, encoding: str) -> str:
        """Accept an encoding of Python for files of text."""
        with suppress(LookupError, ValueError):
            if not encoding or ("a".encode(encoding) and codecs.lookup(encoding).name not in NOT_FOR_FILES):
                return encoding
        raise ValueError(f"{encoding!r} is no encoding of text; write cp1252 for Windows or mac_roman for an older Mac")


class Rewards(Strict):
    """Points on top: ``adds``, once the guesses of the ``first_rows`` chapters have brought ``from_points``.

    The title page is no row.
    """

    first_rows: int = Field(ge=1)
    from_points: int = Field(ge=1)
    adds: int = Field(ge=1)
    name: str = "Reward"


class Guesses(Strict):
    """Figures ask first: the contents become a card that readers fill with the points of their guesses."""

    rewards: Rewards | None = None


class Accent(Strict):
    """The colour of links and data; the one for the dark theme is derived where it is not given."""

    light: str = Field(pattern=COLOR)
    dark: str | None = Field(default=None, pattern=COLOR)


class Face(Strict):
    """A face of the project's own: font files beside ``site.toml``; a variable one needs no bold."""

    roman: str
    bold: str = ""
    italic: str = ""


class Fonts(Strict):
    """The faces of text and of labels, each a file or several."""

    text: Face | None = None
    label: Face | None = None

    @field_validator("text", "label", mode="before")
    @classmethod
    def _one_file(cls, face: object) -> object:
        """Accept the name of the one file of a face."""
        return {"roman": face} if isinstance(face, str) else face


class Config(Strict):
    """The whole of ``site.toml``; what its keys mean is in ``keys.toml``."""

    title: str
    description: str = ""
    language: Annotated[str, AfterValidator(require_tag)] = "en"
    authors: list[str] = []
    url: str | None = Field(default=None, pattern=ADDRESS)
    source: str | None = Field(default=None, pattern=ADDRESS)
    contact: str | None = Field(default=None, pattern=CONTACT)
    beside: dict[Annotated[str, Field(pattern=KEBAB)], str] = {}
    project: str = Field(default="site", pattern=KEBAB)
    strict_numbers: bool = False
    typography: bool = False
    chapters: list[str] = Field(min_length=1)
    tools: list[str] = []
    appendices: list[str] = []
    icon: str = ""
    accent: Accent | None = None
    fonts: Fonts = Fonts()
    bibliography: list[str] = []
    citation_style: str | None = None
    data: list[Data] = []
    csv: dict[str, Csv] = {}
    guesses: Guesses | None = None
    app: App | None = None
    constants: dict[str, Number] = {}
    charts: dict[str, Chart] = {}
    widgets: dict[str, Widget] = {}
    budgets: dict[str, int | float] = {}
    redirects: dict[str, str] = {}
    search: dict[str, str] = {}

    @field_validator("data", mode="before")
    @classmethod
    def _one_or_several(cls, data: object) -> object:
        """Accept one command without a list around it."""
        return [data] if isinstance(data, dict) else data

    @field_validator("accent", mode="before")
    @classmethod
    def _one_color(cls, accent: object) -> object:
        """Accept the one colour of which the dark variant is derived."""
        return {"light": accent} if isinstance(accent, str) else accent

    @field_validator("bibliography")
    @classmethod
    def _bibliographies(cls, names: list[str]) -> list[str]:
        """Accept names of files beside ``site.toml`` of the two kinds that are read."""
        for name in names:
            if not name.endswith((".bib", ".json")):
                raise ValueError(f"{name!r} is no bibliography: use .bib (BibTeX) or .json (CSL-JSON)")
        return names

    @field_validator("chapters", "tools", "appendices")
    @classmethod
    def _markdown_files(cls, names: list[str]) -> list[str]:
        """Accept names of markdown files in ``content/chapters``."""
        for name in names:
            if not name.endswith(".md") or "/" in name:
                raise ValueError(f"{name!r} is no markdown file of content/chapters")
        return names

    @property
    def quotes(self) -> tuple[str, ...]:
        """Return the quotation marks that texts get, or none if they stay as they are typed."""
        return quotes_of(self.language) if self.typography else ()

    @property
    def direction(self) -> str:
        """Return the direction in which the language is written: "ltr" or "rtl"."""
        return direction_of(self.language)

    @property
    def csv_options(self) -> dict[str, dict[str, Any]]:
        """Return what is stated of CSV files, by data set."""
        options = {name: one.model_dump(exclude_defaults=True) for name, one in self.csv.items()}
        return {name: {**given, "text": tuple(given.get("text", ()))} for name, given in options.items()}

    @property
    def turn_to(self) -> dict[str, str]:
        """Return what readers can turn to as links, by key; only what the file gives."""
        contact = self.contact and (self.contact if "://" in self.contact else f"mailto:{self.contact}")
        return {key: link for key, link in (("source", self.source), ("contact", contact)) if link}


@dataclass(frozen=True)
class Settings:
    """A configuration with its source, so that problems can point into it; ``problems`` are those of its names.

    ``explorables`` names the widgets that no table registers: their files do.
    """

    config: Config
    source: Source
    marks: Mapping[tuple[str, ...], tuple[Place, Place]]
    problems: tuple[Problem, ...] = ()
    explorables: frozenset[str] = frozenset()

    def place(self, *path: str, value: bool = False) -> Place | None:
        """Return where a key stands, or its value; the surrounding table if it is not written there."""
        mark = nearest_mark(self.marks, path)
        return mark[value] if mark else None

    def with_explorables(self, names: Mapping[str, list[str]]) -> Settings:
        """Return the settings of a project with explorables, by name with their data sets."""
        widgets = {**self.config.widgets, **{name: Widget(data=sets) for name, sets in names.items()}}
        config = self.config.model_copy(update={"widgets": widgets})
        return replace(self, config=config, explorables=frozenset(names))

    def standing_at(self, url: str | None) -> Settings:
        """Return the settings of a site that will stand at another address than its own file says.

        Raises
        ------
        SiteError
            If ``url`` is no address.
        """
        if url is None:
            return self
        if not re.match(ADDRESS, url):
            message = f"--url {url!r} is no address of a site"
            remedy = "write https://host/folder/, nothing after the path"
            raise SiteError([Problem("--url", 0, 0, "url", message, remedy)])
        return replace(self, config=self.config.model_copy(update={"url": url}))

    def item_place(self, text: str, *path: str) -> Place | None:
        """Return where ``text`` is in the list at ``path``."""
        start = self.place(*path, value=True)
        if start is None:
            return None
        for number in range(start.line, min(start.line + 200, len(self.source.lines)) + 1):
            column = self.source.line(number).find(f'"{text}"', start.column - 1 if number == start.line else 0)
            if column >= 0:
                return Place(number, column + 2)
        return start


def read_settings(project: Path) -> Settings:
    """Read ``content/site.toml``.

    Raises
    ------
    SiteError
        With every problem that was found.
    """
    try:
        source = load_source(project, SITE)
    except FileNotFoundError:
        remedy = "name the folder of a project with --project, or make one with 'new DIR'"
        raise SiteError([Problem(SITE, 0, 0, "config", "there is no content/site.toml", remedy)]) from None
    return settings_of(source)


@lru_cache(maxsize=4)
def settings_of(source: Source) -> Settings:
    """Return the settings that a file holds, as :func:`read_settings` does."""
    values = all_composed(read_toml(source, "config"))
    marks = mark_keys(source)
    try:
        config = Config.model_validate(values)
    except ValidationError as error:
        raise SiteError(describe_errors(error, source, marks, known_keys(), "config")) from None
    settings = Settings(config, source, marks)
    return replace(settings, problems=tuple(_check_names(settings)))


def all_composed(value: Any) -> Any:
    """Return what TOML says with all texts in NFC, so that a name in it is that of a file and of a chapter's text."""
    if isinstance(value, dict):
        return {composed(key): all_composed(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [all_composed(inner) for inner in value]
    return composed(value) if isinstance(value, str) else value


def known_keys() -> dict[str, list[str]]:
    """Return the keys that each table may have."""
    models: dict[str, type[BaseModel]] = {
        "": Config,
        "data": Data,
        "guesses": Guesses,
        "guesses.rewards": Rewards,
        "accent": Accent,
        "fonts": Fonts,
        "fonts.text": Face,
        "fonts.label": Face,
        "app": App,
        "charts": Chart,
        "widgets": Widget,
        "csv": Csv,
    }
    return {name: list(model.model_fields) for name, model in models.items()}


def _check_names(settings: Settings) -> list[Problem]:
    """Report names that two things have, data commands in a circle, and a reward for more chapters than there are."""
    config, problems = settings.config, []
    lists = {"appendices": config.appendices, "tools": config.tools, "chapters": config.chapters}
    files = [name for names in lists.values() for name in names]
    listed = [*files, *config.bibliography]
    for name in sorted(name for name, count in Counter(listed).items() if count > 1):
        kind = next((kind for kind, names in lists.items() if name in names), "bibliography")
        place = settings.item_place(name, kind)
        problems.append(settings.source.problem("config-value", f"{name!r} is listed twice", place, length=len(name)))
    for name, other in same_but_for_case(files).items():
        kind = next(kind for kind, names in lists.items() if name in names)
        place, message = settings.item_place(name, kind), alike(name, other)
        problems.append(settings.source.problem("config-value", message, place, length=len(name), suggestion=RENAME))
    for name, other in same_but_for_case([*config.charts, *config.widgets]).items():
        place, message = settings.place("widgets" if name in config.widgets else "charts", name), alike(name, other)
        problems.append(settings.source.problem("config-value", message, place, length=len(name), suggestion=RENAME))
    for number, key, message, name in mistakes_among(config.data):
        where = ("data", str(number), key)
        place = settings.item_place(name, *where) if name else settings.place(*where)
        problems.append(settings.source.problem("data-order", message, place, length=len(name or key)))
    for key, name, message in mistakes_in(config.app, files) if config.app else ():
        place = settings.item_place(name, "app", key)
        problems.append(settings.source.problem("config-value", message, place, length=len(name)))
    for name in sorted(config.charts.keys() & config.widgets.keys()):
        place = settings.place("widgets", name)
        problems.append(settings.source.problem("config-value", f"{name!r} is a chart already", place))
    for name, chart in config.charts.items():
        for code in chart.quiet:
            if code not in quiet_codes():
                message = f"{code!r} is no code that a chart can silence"
                place = settings.item_place(code, "charts", name, "quiet")
                suggestion = did_you_mean(code, quiet_codes())
                problems.append(
                    settings.source.problem("config-value", message, place, length=len(code), suggestion=suggestion)
                )
    rewards = config.guesses.rewards if config.guesses else None
    if rewards is not None and rewards.first_rows >= len(config.chapters):
        message = f"the site has fewer than {rewards.first_rows} chapters behind its title page"
        place = settings.place("guesses", "rewards", "first_rows", value=True)
        problems.append(settings.source.problem("config-value", message, place))
    return problems
