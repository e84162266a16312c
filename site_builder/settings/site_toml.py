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
from typing import Annotated, Any, get_args

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, field_validator

from site_builder.locales import find_locale
from site_builder.plain_values import plain
from site_builder.problems.problem import Problem, SiteError, quiet_codes
from site_builder.problems.reporting import Sink
from site_builder.problems.source import RENAME, Place, Source, alike, load_source, same_but_for_case, suggest
from site_builder.project_files import composed
from site_builder.settings.toml_files import describe_errors, mark_keys, nearest_mark, read_toml

# Operators of a shell, outside quotes; commands run without a shell.
OF_SHELLS = re.compile(r"""'[^']*'|"(?:\\.|[^"\\])*"|\\.|(?P<found>&&|\|\||>>|\$\(|[|&;<>`])""")

CALL_SECONDS = 10.0
REMEDIES = dict.fromkeys(("&&", ";"), "give each command a [[data]] of its own")


def command_words(command: str, is_windows: bool = os.name == "nt") -> list[str]:
    """Split a command into words, the program first.

    On Windows, a backslash is a path separator, not an escape character.

    Raises
    ------
    ValueError
        If it is empty, has an unclosed quote, or needs a shell.
    """
    for match in OF_SHELLS.finditer(command):
        if match["found"]:
            remedy = REMEDIES.get(match["found"], "let a script do that")
            raise ValueError(f"{match['found']!r} needs a shell; the command runs without one: {remedy}")
    lexer = shlex.shlex(command, posix=True)
    lexer.whitespace_split, lexer.commenters = True, ""
    if is_windows:
        lexer.escape = ""
    try:
        words = list(lexer)
    except ValueError as error:
        raise ValueError(f"the command cannot be read: {str(error).lower()}") from None
    if not words:
        raise ValueError("the command is empty")
    return words


FOLDER = "build/data"


class Strict(BaseModel):
    """A table in which unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Data(Strict):
    """A data command, as a text or a list of words; it runs in the project's folder.

    ``makes`` names the data sets, or files, that it writes; ``inputs`` those that it reads: files, folders, patterns,
    and data sets of other commands.
    """

    command: str
    makes: list[str] = []
    inputs: list[str] = []

    @field_validator("command", mode="before")
    @classmethod
    def _join(cls, command: object) -> object:
        """Convert a list of words to a command with quotes."""
        if isinstance(command, list) and all(isinstance(word, str) for word in command):
            return shlex.join(command)
        return command

    @field_validator("command")
    @classmethod
    def _without_shell(cls, command: str) -> str:
        """Validate that a command can run without a shell."""
        command_words(command)
        return command


def is_file(made: str) -> bool:
    """Return whether an entry of ``makes`` is a file, not a data set."""
    return "/" in made or "." in made


def matches_output(wanted: str, made: str) -> bool:
    """Return whether an input matches an output of a command: by name or pattern, a data set also by its file."""
    path = PurePosixPath(wanted)
    return fnmatchcase(made, wanted) or (path.parent.as_posix() == FOLDER and path.name.split(".")[0] == made)


def link(commands: Sequence[Data], user: int, maker: int) -> str:
    """Return the first input of command ``user`` that command ``maker`` makes; "" if there is none."""
    made = commands[maker].makes
    return next((wanted for wanted in commands[user].inputs if any(matches_output(wanted, name) for name in made)), "")


def in_order(commands: Sequence[Data]) -> list[int]:
    """Return the indices of the commands in the order of their dependencies, otherwise as they are written.

    Commands in a dependency cycle are left out.
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
    """Return the indices of a dependency cycle, each command waiting for the next one; empty if there is none."""
    left = [number for number in range(len(commands)) if number not in in_order(commands)]
    path = left[:1]
    while path:
        following = next(other for other in left if link(commands, path[-1], other))
        if following in path:
            return path[path.index(following) :]
        path.append(following)
    return []


def command_errors(commands: Sequence[Data]) -> Iterator[tuple[int, str, str, str]]:
    """Yield errors of data commands: index of the command, key, message, and the offending text or ""."""
    makers: dict[str, int] = {}
    for number, data in enumerate(commands):
        if len(commands) > 1 and not data.makes:
            message = "with several data commands, each needs makes = […], the data sets that it makes"
            yield number, "command", message, ""
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
        cycle = f"{', '.join(steps)}, which {'it makes itself' if len(circle) == 1 else 'the first makes'}"
        yield circle[0], "inputs", f"the data commands wait for each other in a circle: {cycle}", ""


QUOTES = Path(__file__).with_name("quotes.toml")
# Languages that are valid without a look-up in CLDR.
FAMILIAR = frozenset({"en", "sv", "nb", "da", "fi"})
TAG = re.compile(
    r"(?P<language>[a-z]{2,3})(-[a-z]{4})?(-([a-z]{2}|\d{3}))?(-([a-z\d]{5,8}|\d[a-z\d]{3}))*(-[a-wyz\d](-[a-z\d]{2,8})+)*"
    r"(-x(-[a-z\d]{1,8})+)?",
    re.IGNORECASE,
)

# Scripts that are written from right to left.
RIGHT_TO_LEFT = frozenset({"Adlm", "Arab", "Aran", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa"})


def names() -> Mapping[str, str]:
    """Return the English names of languages by their codes."""
    from babel import Locale

    return Locale("en").languages


def require_tag(text: str) -> str:
    """Validate a language tag and return it.

    Raises
    ------
    ValueError
        If it is malformed, or has a two-letter code of no language.
    """
    tag = TAG.fullmatch(text)
    language = "" if tag is None else tag["language"].lower()
    if len(language) == 3 or language in FAMILIAR or language in names():
        return text
    raise ValueError(f"{text!r} is not a tag of a language; {suggestion_for(text)}")


@cache
def direction_of(tag: str) -> str:
    """Return "rtl" for a language that is written from right to left, otherwise "ltr"."""
    language, *others = tag.split("-")
    scripts = [other.title() for other in others if len(other) == 4 and other.isalpha()]
    if scripts or language.lower() in FAMILIAR:
        return "rtl" if RIGHT_TO_LEFT.intersection(scripts[:1]) else "ltr"
    locale = find_locale(tag)
    return str(locale.text_direction) if locale else "ltr"


def suggestion_for(text: str) -> str:
    """Suggest the code of a language for an invalid tag, such as its English name."""
    with_hyphens = text.replace("_", "-")
    code = next((code for code, name in names().items() if name.lower() == text.lower()), "")
    if code:
        return f"write {code.replace('_', '-')!r}"
    if with_hyphens != text and TAG.fullmatch(with_hyphens):
        return f"write {with_hyphens!r}"
    return "write a code such as 'en' or 'sv' ('pt-BR' where the region matters)"


@cache
def quotes_of(tag: str) -> tuple[str, ...]:
    """Return the quotation marks of a language (outer and inner, opening and closing), or else those of English."""
    quotes = {name.lower(): tuple(marks) for name, marks in tomllib.loads(QUOTES.read_text(encoding="utf-8")).items()}
    parts = tag.lower().split("-")
    names = ["-".join(parts[:size]) for size in range(len(parts), 0, -1)]
    return next(quotes[name] for name in [*names, "en"] if name in quotes)


COLOR = r"^#([0-9a-fA-F]{3}){1,2}$"


class App(Strict):
    """The app: pages that are available offline; it opens with ``start``, or else with the first of them."""

    name: str = Field(min_length=1)
    pages: list[str] = Field(min_length=1)
    start: str = ""
    color: str | None = Field(default=None, pattern=COLOR)
    background: str | None = Field(default=None, pattern=COLOR)

    @property
    def files(self) -> list[str]:
        """Return the published files of the pages."""
        return [page_file(name) for name in self.pages]

    @property
    def first_file(self) -> str:
        """Return the published file of the page that the app opens with."""
        return page_file(self.start or self.pages[0])


def page_file(chapter: str) -> str:
    """Return the published file of a chapter."""
    return chapter.removesuffix(".md") + ".html"


def repeated(names: Sequence[str]) -> list[str]:
    """Return the names that occur more than once, sorted."""
    return sorted(name for name, count in Counter(names).items() if count > 1)


def app_errors(app: App, chapters: list[str]) -> list[tuple[str, str, str]]:
    """Return errors in the pages of an app: key, name and message."""
    found = [("pages", name, f"{name!r} is not a page of the site") for name in app.pages if name not in chapters]
    found += [("pages", name, f"{name!r} is listed twice") for name in repeated(app.pages)]
    if app.start and app.start not in app.pages:
        found.append(("start", app.start, f"the app does not hold {app.start!r}, the page that it starts with"))
    return found


SITE = "content/site.toml"
ADDRESS = r"^https?://[^\s?#]+$"
CONTACT = r"^(https?://\S+|[^\s@/]+@[^\s@/]+\.[^\s@/]+)$"
KEBAB = r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$"
Number = int | float | str


# Encodings of Python that are not for text files.
NOT_FOR_FILES = frozenset({"idna", "punycode", "raw-unicode-escape", "unicode-escape", "undefined"})


class Chart(Strict):
    """A chart: its function in ``content/charts``, data sets for the arguments, texts, and warning codes to silence."""

    function: str = Field(pattern=r"^[^\W\d]\w*\.[^\W\d]\w*$")
    data: list[str] = []
    alt: str = ""
    caption: str = ""
    live: bool = False
    quiet: list[str] = []


class Widget(Strict):
    """A widget: data embedded in the page, files fetched on demand, initial state, and texts."""

    data: list[str] = []
    files: list[str] = []
    state: Annotated[dict[str, Any], AfterValidator(plain)] = {}
    alt: str = ""
    caption: str = ""


class Csv(Strict):
    """The format of a CSV file, where it cannot be detected; ``text`` lists columns that are read as text."""

    delimiter: str = Field(default="", pattern=r"^[^\w\s\"'.+-]$|^\t$")
    decimal: str = Field(default="", pattern="^[,.]?$")
    encoding: str = ""
    text: list[str] = []

    @field_validator("encoding")
    @classmethod
    def _for_text(cls, encoding: str) -> str:
        """Validate that an encoding of Python is one for text files."""
        with suppress(LookupError, ValueError):
            if not encoding or ("a".encode(encoding) and codecs.lookup(encoding).name not in NOT_FOR_FILES):
                return encoding
        raise ValueError(f"{encoding!r} is not a text encoding; write cp1252 for Windows or mac_roman for an older Mac")


class Rewards(Strict):
    """Extra points: ``adds``, once the guesses of the first ``first_rows`` chapters have earned ``from_points``.

    The title page does not count as a row.
    """

    first_rows: int = Field(ge=1)
    from_points: int = Field(ge=1)
    adds: int = Field(ge=1)
    name: str = "Reward"


class Guesses(Strict):
    """Guessing mode: figures ask for a guess first, and the contents list the points of the reader's guesses."""

    rewards: Rewards | None = None


def or_text(key: str) -> BeforeValidator:
    """Accept a text in place of a table that has only this key."""
    return BeforeValidator(lambda value: {key: value} if isinstance(value, str) else value)


class Accent(Strict):
    """The colour of links and data; by default the one for the dark theme is derived from the light one."""

    light: str = Field(pattern=COLOR)
    dark: str | None = Field(default=None, pattern=COLOR)


class Face(Strict):
    """A custom font: files beside ``site.toml``; a variable font needs no separate bold file."""

    roman: str
    bold: str = ""
    italic: str = ""


class Fonts(Strict):
    """The fonts of text and of labels."""

    text: Annotated[Face | None, or_text("roman")] = None
    label: Annotated[Face | None, or_text("roman")] = None


def require_letters(name: str) -> str:
    """Validate the name of a command in formulas; it may begin with a backslash."""
    if re.fullmatch(r"\\?[A-Za-z]+", name) is None:
        raise ValueError(f"{name!r} is no name of a command: use letters only")
    return name


class Config(Strict):
    """The content of ``site.toml``; ``keys.toml`` describes its keys."""

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
    accent: Annotated[Accent | None, or_text("light")] = None
    fonts: Fonts = Fonts()
    bibliography: list[str] = []
    citation_style: str | None = None
    data: Annotated[list[Data], BeforeValidator(lambda data: [data] if isinstance(data, dict) else data)] = []
    csv: dict[str, Csv] = {}
    guesses: Guesses | None = None
    app: App | None = None
    constants: dict[str, Number] = {}
    macros: dict[Annotated[str, AfterValidator(require_letters)], str] = {}
    charts: dict[str, Chart] = {}
    widgets: dict[str, Widget] = {}
    budgets: dict[str, int | float] = {}
    call_seconds: float = Field(default=CALL_SECONDS, gt=0)
    redirects: dict[str, str] = {}
    search: dict[str, str] = {}

    @field_validator("bibliography")
    @classmethod
    def _bibliographies(cls, names: list[str]) -> list[str]:
        """Validate the endings of bibliography files."""
        for name in names:
            if not name.endswith((".bib", ".json")):
                raise ValueError(f"{name!r} is not a bibliography: use .bib (BibTeX) or .json (CSL-JSON)")
        return names

    @field_validator("chapters", "tools", "appendices")
    @classmethod
    def _markdown_files(cls, names: list[str]) -> list[str]:
        """Validate names of markdown files in ``content/chapters``."""
        for name in names:
            if not name.endswith(".md") or "/" in name:
                raise ValueError(f"{name!r} is not a markdown file of content/chapters")
        return names

    @property
    def quotes(self) -> tuple[str, ...]:
        """Return the quotation marks for typographic quotes; empty if typography is off."""
        return quotes_of(self.language) if self.typography else ()

    @property
    def direction(self) -> str:
        """Return the direction in which the language is written: "ltr" or "rtl"."""
        return direction_of(self.language)

    @property
    def csv_options(self) -> dict[str, dict[str, Any]]:
        """Return the options of CSV files, by data set."""
        options = {name: one.model_dump(exclude_defaults=True) for name, one in self.csv.items()}
        return {name: {**given, "text": tuple(given.get("text", ()))} for name, given in options.items()}

    @property
    def contact_links(self) -> dict[str, str]:
        """Return the links to source and contact that the file has, by key."""
        contact = self.contact and (self.contact if "://" in self.contact else f"mailto:{self.contact}")
        return {key: link for key, link in (("source", self.source), ("contact", contact)) if link}


@dataclass(frozen=True)
class Settings:
    """A configuration with its source, for problems with places; ``problems`` are errors in names and references.

    ``explorables`` are the widgets that are defined by files in ``content/explorables``, not by a table.
    """

    config: Config
    source: Source
    marks: Mapping[tuple[str, ...], tuple[Place, Place]]
    problems: tuple[Problem, ...] = ()
    explorables: frozenset[str] = frozenset()

    def place(self, *path: str, value: bool = False) -> Place | None:
        """Return the place of a key or of its value; the place of the surrounding table if the key is not there."""
        mark = nearest_mark(self.marks, path)
        return mark[value] if mark else None

    def with_explorables(self, names: Mapping[str, list[str]]) -> Settings:
        """Return a copy with explorables added as widgets, from their names and data sets."""
        widgets = {**self.config.widgets, **{name: Widget(data=sets) for name, sets in names.items()}}
        config = self.config.model_copy(update={"widgets": widgets})
        return replace(self, config=config, explorables=frozenset(names))

    def in_language(self, tag: str) -> Settings:
        """Return a copy for the translations into a language."""
        return replace(self, config=self.config.model_copy(update={"language": tag}))

    def published_at(self, url: str | None) -> Settings:
        """Return a copy with another address of the published site, if one is given.

        Raises
        ------
        SiteError
            If ``url`` is not an address.
        """
        if url is None:
            return self
        if not re.match(ADDRESS, url):
            message = f"--url {url!r} is not an address of a site"
            remedy = "write https://host/folder/, nothing after the path"
            raise SiteError([Problem("--url", 0, 0, "url", message, remedy)])
        return replace(self, config=self.config.model_copy(update={"url": url}))

    def item_place(self, text: str, *path: str) -> Place | None:
        """Return the place of the item ``text`` in the list at ``path``."""
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
        With all errors of the file.
    """
    try:
        source = load_source(project, SITE)
    except FileNotFoundError:
        remedy = "name the folder of a project with --project, or make one with 'new DIR'"
        raise SiteError([Problem(SITE, 0, 0, "config", "there is no content/site.toml", remedy)]) from None
    return settings_of(source)


@lru_cache(maxsize=4)
def settings_of(source: Source) -> Settings:
    """Parse and validate settings; see :func:`read_settings`."""
    values = all_composed(read_toml(source, "config"))
    marks = mark_keys(source)
    try:
        config = Config.model_validate(values)
    except ValidationError as error:
        raise SiteError(describe_errors(error, source, marks, known_keys(), "config")) from None
    settings = Settings(config, source, marks)
    return replace(settings, problems=tuple(_check_names(settings)))


def all_composed(value: Any) -> Any:
    """Normalize all texts to NFC, so that names match those of files and in chapters."""
    if isinstance(value, dict):
        return {composed(key): all_composed(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [all_composed(inner) for inner in value]
    return composed(value) if isinstance(value, str) else value


def known_keys(model: type[BaseModel] = Config, table: str = "") -> dict[str, list[str]]:
    """Return the allowed keys by table, of a model and the tables in it."""
    known = {table: list(model.model_fields)}
    for name, field in model.model_fields.items():
        for inner in (field.annotation, *get_args(field.annotation)):
            if isinstance(inner, type) and issubclass(inner, BaseModel):
                known |= known_keys(inner, f"{table}.{name}".lstrip("."))
    return known


def _check_names(settings: Settings) -> list[Problem]:
    """Return errors that concern several settings: duplicate or unknown names, cyclic commands, impossible rewards."""
    config, sink = settings.config, Sink(settings.source)
    lists = {"appendices": config.appendices, "tools": config.tools, "chapters": config.chapters}
    files = [name for names in lists.values() for name in names]
    kind_of = {name: kind for kind, names in reversed(lists.items()) for name in names}
    for name in repeated([*files, *config.bibliography]):
        place = settings.item_place(name, kind_of.get(name, "bibliography"))
        sink.report("config-value", f"{name!r} is listed twice", place, len(name))
    for name, other in same_but_for_case(files).items():
        place = settings.item_place(name, kind_of[name])
        sink.report("config-value", alike(name, other), place, len(name), RENAME)
    for name, other in same_but_for_case([*config.charts, *config.widgets]).items():
        place = settings.place("widgets" if name in config.widgets else "charts", name)
        sink.report("config-value", alike(name, other), place, len(name), RENAME)
    for number, key, message, name in command_errors(config.data):
        where = ("data", str(number), key)
        place = settings.item_place(name, *where) if name else settings.place(*where)
        sink.report("data-order", message, place, len(name or key))
    for key, name, message in app_errors(config.app, files) if config.app else ():
        sink.report("config-value", message, settings.item_place(name, "app", key), len(name))
    for name in sorted(config.charts.keys() & config.widgets.keys()):
        sink.report("config-value", f"{name!r} is a chart already", settings.place("widgets", name), 1, RENAME)
    for name, chart in config.charts.items():
        if chart.live:
            message = f"the chart {name!r} is drawn as a picture: charts are no longer live"
            remedy = "remove 'live = true'; if readers should change it, write content/explorables/NAME.py"
            sink.report("chart-live", message, settings.place("charts", name, "live"), len("live"), remedy, "warning")
        for code in chart.quiet:
            if code not in quiet_codes():
                message = f"{code!r} is not a code that a chart can silence"
                place = settings.item_place(code, "charts", name, "quiet")
                sink.report("config-value", message, place, len(code), suggest(code, quiet_codes()))
    rewards = config.guesses.rewards if config.guesses else None
    if rewards is not None and rewards.first_rows >= len(config.chapters):
        message = f"the site has fewer than {rewards.first_rows} chapters behind its title page"
        sink.report("config-value", message, settings.place("guesses", "rewards", "first_rows", value=True))
    return sink.problems
