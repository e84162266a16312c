"""Read ``content/site.toml``: settings, languages, figures and data commands."""

from __future__ import annotations

import codecs
import os
import re
import shlex
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cache, lru_cache
from pathlib import Path, PurePosixPath
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, field_validator

from site_builder.locales import find_locale
from site_builder.plain_values import plain
from site_builder.problems.problem import Problem, SiteError, quiet_codes
from site_builder.problems.source import RENAME, Place, Source, alike, did_you_mean, load_source, same_but_for_case
from site_builder.project_files import composed
from site_builder.settings.toml_files import describe_errors, mark_keys, nearest_mark, read_toml

# Outside quotes these mean something to a shell, which the command does not see.
OF_SHELLS = re.compile(r"""'[^']*'|"(?:\\.|[^"\\])*"|\\.|(?P<found>&&|\|\||>>|\$\(|[|&;<>`])""")

REMEDIES = dict.fromkeys(("&&", ";"), "give each command a [[data]] of its own")


def lexer_of(command: str) -> shlex.shlex:
    """Return what splits a command; on Windows a backslash separates the parts of a path, and escapes nothing."""
    lexer = shlex.shlex(command, posix=True)
    lexer.whitespace_split, lexer.commenters = True, ""
    if os.name == "nt":
        lexer.escape = ""
    return lexer


def command_words(command: str) -> list[str]:
    """Return the words of a command, its program first.

    Raises
    ------
    ValueError
        If it is empty, leaves a quote open, or holds what only a shell understands.
    """
    for match in OF_SHELLS.finditer(command):
        if match["found"]:
            remedy = REMEDIES.get(match["found"], "let a script do that")
            raise ValueError(f"{match['found']!r} needs a shell; the command runs without one: {remedy}")
    try:
        words = list(lexer_of(command))
    except ValueError as error:
        raise ValueError(f"the command cannot be read: {str(error).lower()}") from None
    if not words:
        raise ValueError("the command is empty")
    return words


FOLDER = "build/data"


class Data(BaseModel):
    """A data command: a text or a list of its words, run in the project's folder.

    ``makes`` names data sets, or files, that it makes; ``inputs`` what it reads: files, folders, patterns, and data
    sets that other commands make.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    command: str
    makes: list[str] = []
    inputs: list[str] = []

    @field_validator("command", mode="before")
    @classmethod
    def _join(cls, command: object) -> object:
        """Accept a list of words, which need no quotes."""
        if isinstance(command, list) and all(isinstance(word, str) for word in command):
            return shlex.join(command)
        return command

    @field_validator("command")
    @classmethod
    def _without_shell(cls, command: str) -> str:
        """Accept what can be run without a shell."""
        command_words(command)
        return command


def is_file(made: str) -> bool:
    """Tell whether ``makes`` names a file by this, and not a data set."""
    return "/" in made or "." in made


def is_meant(wanted: str, made: str) -> bool:
    """Tell whether an input means what a command makes: by its name or a pattern, a set also by its file."""
    path = PurePosixPath(wanted)
    return fnmatchcase(made, wanted) or (path.parent.as_posix() == FOLDER and path.name.split(".")[0] == made)


def link(commands: Sequence[Data], user: int, maker: int) -> str:
    """Return the first input of one command that another makes; nothing if there is none."""
    made = commands[maker].makes
    return next((wanted for wanted in commands[user].inputs if any(is_meant(wanted, name) for name in made)), "")


def in_order(commands: Sequence[Data]) -> list[int]:
    """Return the commands by number, each after those that make what it reads, else as they are written.

    Those that go in a circle are left out.
    """
    order: list[int] = []
    waiting = list(range(len(commands)))
    while waiting:
        ready = next((each for each in waiting if not any(link(commands, each, other) for other in waiting)), None)
        if ready is None:
            return order
        order.append(ready)
        waiting.remove(ready)
    return order


def circle_among(commands: Sequence[Data]) -> list[int]:
    """Return commands that wait for each other, each for the next, the last for the first; none if there are none."""
    left = [number for number in range(len(commands)) if number not in in_order(commands)]
    path = left[:1]
    while path:
        following = next(other for other in left if link(commands, path[-1], other))
        if following in path:
            return path[path.index(following) :]
        path.append(following)
    return []


def mistakes_among(commands: Sequence[Data]) -> Iterator[tuple[int, str, str, str]]:
    """Yield the number of a command, its key, and what is wrong there, with the words that are wrong, if any."""
    makers: dict[str, int] = {}
    for number, data in enumerate(commands):
        if len(commands) > 1 and not data.makes:
            yield (
                number,
                "command",
                "with several data commands, each needs makes = […], the data sets that it makes",
                "",
            )
        for name in data.makes:
            if name in makers:
                yield number, "makes", f"{name!r} is made by {commands[makers[name]].command!r} already", name
            makers.setdefault(name, number)
    circle = circle_among(commands)
    if circle:
        steps = [
            f"{commands[user].command!r} needs {link(commands, user, maker)!r}"
            for user, maker in zip(circle, [*circle[1:], circle[0]], strict=True)
        ]
        told = f"{', '.join(steps)}, which {'it makes itself' if len(circle) == 1 else 'the first makes'}"
        yield circle[0], "inputs", f"the data commands wait for each other in a circle: {told}", ""


QUOTES = Path(__file__).with_name("quotes.toml")
# Languages that need no look at the data.
FAMILIAR = frozenset({"en", "sv", "nb", "da", "fi"})
TAG = re.compile(
    r"(?P<language>[a-z]{2,3})(-[a-z]{4})?(-([a-z]{2}|\d{3}))?(-([a-z\d]{5,8}|\d[a-z\d]{3}))*(-[a-wyz\d](-[a-z\d]{2,8})+)*"
    r"(-x(-[a-z\d]{1,8})+)?",
    re.IGNORECASE,
)

# Scripts that decide in which direction a language is written.
RIGHT_TO_LEFT = frozenset({"Adlm", "Arab", "Aran", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa"})


def names() -> Mapping[str, str]:
    """Return the English names of languages by their codes."""
    from babel import Locale

    return Locale("en").languages


def require_tag(text: str) -> str:
    """Return a tag of a language.

    Raises
    ------
    ValueError
        If it is none: of another form, or two letters that stand for no language.
    """
    tag = TAG.fullmatch(text)
    language = "" if tag is None else tag["language"].lower()
    if len(language) == 3 or language in FAMILIAR or language in names():
        return text
    raise ValueError(f"{text!r} is no tag of a language; {suggestion_for(text)}")


@cache
def direction_of(tag: str) -> str:
    """Return "rtl" for a language that is written from right to left, else "ltr"."""
    language, *others = tag.split("-")
    scripts = [other.title() for other in others if len(other) == 4 and other.isalpha()]
    if scripts or language.lower() in FAMILIAR:
        return "rtl" if RIGHT_TO_LEFT.intersection(scripts[:1]) else "ltr"
    locale = find_locale(tag)
    return str(locale.text_direction) if locale else "ltr"


def suggestion_for(text: str) -> str:
    """Return the code of the language that a text names, or what is allowed."""
    with_hyphens = text.replace("_", "-")
    code = next((code for code, name in names().items() if name.lower() == text.lower()), "")
    if code:
        return f"write {code.replace('_', '-')!r}"
    if with_hyphens != text and TAG.fullmatch(with_hyphens):
        return f"write {with_hyphens!r}"
    return "write a code such as 'en' or 'sv' ('pt-BR' where the region matters)"


@cache
def quotes_of(tag: str) -> tuple[str, ...]:
    """Return the quotation marks of a language: outer and inner, opening and closing; else those of English."""
    quotes = {name.lower(): tuple(marks) for name, marks in tomllib.loads(QUOTES.read_text(encoding="utf-8")).items()}
    parts = tag.lower().split("-")
    names = ["-".join(parts[:size]) for size in range(len(parts), 0, -1)]
    return next(quotes[name] for name in [*names, "en"] if name in quotes)


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
        if chart.live:
            message = f"the chart {name!r} is drawn as a picture: charts are no longer live"
            remedy = (
                "remove 'live = true'; write an explorable, content/explorables/NAME.py, if readers should change it"
            )
            place = settings.place("charts", name, "live")
            problems.append(
                settings.source.problem(
                    "chart-live", message, place, length=len("live"), suggestion=remedy, severity="warning"
                )
            )
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
