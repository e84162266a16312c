"""Load the file of an explorable: parameters, data sets, guess, old links, and parts with their sources."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import lru_cache
from inspect import Parameter as Argument
from inspect import signature
from pathlib import Path
from string import Formatter
from types import FunctionType
from typing import Any

from site_builder.cache.fingerprint import EXPLORABLES, Imports, digest_files, digest_folder, installed_versions
from site_builder.cache.results import Identity, Known, digest_of, identity_if_there
from site_builder.drawing.processes import Limited, load_module
from site_builder.explorables.model import PART_NAMES, Asked, Declared, Evaluated, Former, Words, failure
from site_builder.explore.parameters import Frame, Guess, Parameter, same_name
from site_builder.explore.states import read_stop, text_of
from site_builder.locales import conventions
from site_builder.plain_values import closure, names_bound, parse_python
from site_builder.problems.problem import Problem, SiteError, quiet_codes
from site_builder.problems.source import nearest_word, suggest
from site_builder.project_files import LARGEST_TEXT, RefusedFileError, on_disk, read_limited


def read_guess(
    names_in_file: Mapping[str, Any], parameters: Mapping[str, Parameter], path: str, lines: Mapping[str, int]
) -> Asked | None:
    """Return the guess that a file declares, with the state to which it refers; None if there is none.

    Raises
    ------
    SiteError
        If there is more than one, or it names an unknown parameter or stop.
    """
    guesses = {name: value for name, value in names_in_file.items() if isinstance(value, Guess)}
    if not guesses:
        return None
    name, *others = guesses
    line = lines.get(name, 0)
    if others:
        raise failure(f"a figure has one guess: {name} and {others[0]} are both guesses", path, lines.get(others[0], 0))
    guess = guesses[name]
    stops = {key: parameter.start for key, parameter in parameters.items()}
    for written, value in guess.at.items():
        key = same_name(written, parameters)
        if key not in parameters:
            message = f"{name}: there is no parameter {key!r}"
            raise failure(message, path, line, suggestion=suggest(key, list(parameters), "parameters"))
        stop = read_stop(parameters[key], str(value))
        if stop is None:
            raise failure(f"{name}: {key}={value!r} is not a stop of the figure", path, line)
        stops[key] = stop
    return Asked(name, guess, stops, line)


def true_answer(declared: Declared, numbers: Sequence[Mapping[str, Any] | None], path: str) -> float:
    """Return the correct answer of the guess.

    Raises
    ------
    SiteError
        If the number is missing, or no answer is close enough to score a point.
    """
    asked = declared.asked
    assert asked is not None
    of, guess = asked.guess.of, asked.guess
    state = tuple(asked.stops[name] for name in declared.depends.get("numbers", ()))
    there = numbers[declared.states("numbers").index(state)] if numbers else {}
    truth = (there or {}).get(same_name(of, there or {}))
    if not isinstance(truth, int | float) or isinstance(truth, bool):
        known = [name for name, value in (there or {}).items() if isinstance(value, int | float)]
        message = f"{asked.name}: numbers() returns no number {of!r} in the state of the guess"
        raise failure(message, path, asked.line, suggestion=suggest(of, known, "numbers"))
    if not any(guess.points(answer, truth) for answer, _ in guess.answers):
        message = f"{asked.name}: no answer scores a point, because {of} is {truth:g} in the state of the guess"
        suggestion = "choose another state with at={…}, or increase 'off', so that fewer points are subtracted"
        raise failure(message, path, asked.line, suggestion=suggestion)
    return truth


def asked_record(found: Evaluated) -> dict[str, Any] | None:
    """Return the guess for scripts; None if there is none or the numbers are not evaluated yet."""
    asked = found.declared.asked
    if asked is None or found.whole is not None:
        return None
    truth = true_answer(found.declared, found.values.get("numbers", []), "")
    offered = asked.guess.answers
    return {
        "name": asked.name,
        "question": asked.guess.question,
        "answers": [{"words": words, "points": asked.guess.points(answer, truth)} for answer, words in offered],
        "nearest": min(range(len(offered)), key=lambda place: abs(offered[place][0] - truth)),
        "at": [asked.stops[name] for name in found.declared.parameters],
    }


def read_former(former: Any, parameters: Mapping[str, Parameter], path: str, line: int) -> Former:
    r"""Parse ``former`` of an explorable's file, which describes old links.

    It is a pattern whose groups have the names of parameters, ``r"(?P<turn>\d+)\.(?P<saved>\d+)"``, or a mapping of
    old texts to values by parameter, ``{"3.1": {"load": 80}}``.

    Raises
    ------
    SiteError
        If it is neither, or names an unknown parameter or stop.
    """

    def fault(message: str, suggestion: str = "") -> SiteError:
        return failure(f"former: {message}", path, line, suggestion=suggestion)

    if isinstance(former, Mapping):
        return Former({str(text): new_text(values, parameters, fault) for text, values in former.items()})
    if not isinstance(former, str):
        raise fault(f"write a pattern or a mapping, not {type(former).__name__}")
    try:
        groups = re.compile(former).groupindex
    except re.error as error:
        raise fault(f"the pattern cannot be read: {error}") from None
    for name in groups:
        if name not in parameters:
            raise fault(f"there is no parameter {name!r}", suggest(name, list(parameters), "parameters"))
    return Former(pattern=former.replace("(?P<", "(?<"))


def new_text(values: Any, parameters: Mapping[str, Parameter], fault: Any) -> str:
    """Return the current text for the state of an old link."""
    state = {name: parameter.start for name, parameter in parameters.items()}
    for written, value in values.items():
        name = same_name(written, parameters)
        stop = read_stop(parameters[name], str(value)) if name in parameters else None
        if stop is None:
            raise fault(f"{name}={value!r} is not a stop of the figure")
        state[name] = stop
    return text_of(parameters, state)


# Names of a file that do not affect the values of parts.
WORDS_ONLY = frozenset({"caption", "alt", "quiet"})
DRAWERS = ("altair", "vl-convert-python", "matplotlib", "narwhals", "pandas", "polars", "pyarrow", "numpy", "babel")


@lru_cache(maxsize=3)
def drawers_digest(drawers: tuple[str, ...] = DRAWERS) -> str:
    """Return the digest of the code that draws pictures: modules of the builder, and packages."""
    builder = Path(__file__).parents[1]
    packages = [builder / name for name in ("charts", "data", "drawing", "explorables", "explore", "problems")]
    modules = [builder / name for name in ("locales.py", "plain_values.py", "syntax/html.py")]
    folders = digest_folder(*packages), digest_files(modules)
    installed = installed_versions()
    return digest_of(folders, [installed.get(name, "") for name in drawers])


@dataclass(frozen=True)
class Sources:
    """The contents of the files of an explorable, by path in the project: its own, and those that it imports.

    ``data`` holds the digests of the data sets read since, by file; each begins with the SHA-256 of the file.
    """

    project: Path
    name: str
    contents: Mapping[str, bytes]
    identities: Mapping[str, Identity | None]
    data: dict[Path, str] = field(default_factory=dict, compare=False)
    known: Known = field(default_factory=Known, compare=False)

    def are_unchanged(self) -> bool:
        """Return whether no file changed since; otherwise results may come from either version."""
        now = read_sources(self.project, self.name)
        return (now.identities, now.contents) == (self.identities, self.contents) and all(
            digest.startswith(self.known.sha256_of(file)) for file, digest in self.data.items() if file.is_file()
        )


def read_sources(project: Path, name: str, imports: Imports | None = None) -> Sources:
    """Read the files of an explorable; ``imports`` caches the imports of the project."""
    files = (imports or Imports(project, Known())).reached([name])
    # Before the contents, so that a save between the two is noticed later.
    identities = {file: identity_if_there(on_disk(project / file)) for file in files}
    return Sources(project, name, {file: content_if_there(project / file) for file in files}, identities)


def content_if_there(path: Path) -> bytes:
    """Return the content of a file; empty if it is missing, as for a moment when editors save, or is not a file."""
    try:
        found = on_disk(path)
        return read_limited(found, LARGEST_TEXT) if found.is_file() else b""
    except (OSError, RefusedFileError):
        return b""


def own_file(name: str) -> str:
    """Return the path of an explorable's file in the project."""
    return f"{EXPLORABLES}/{name}.py"


def whole_digest(sources: Sources, frames: Mapping[str, str]) -> str:
    """Return the digest of everything that an explorable is made from; ``frames`` holds those of the data sets."""
    contents = sources.contents
    asked = sorted((data, frames.get(data, "")) for data in frames_in(contents.get(own_file(sources.name), b"")))
    return digest_of(sources.name, list(contents), *contents.values(), asked, drawers_digest(), conventions().tag)


def frames_named(project: Path, name: str) -> list[str]:
    """Return the data sets that the file of an explorable names in calls of ``frame``."""
    return frames_in(content_if_there(project / own_file(name)))


def asked_by_picture(sources: Sources) -> int:
    """Return the number of arguments of ``picture``, a measure of the time to evaluate it."""
    try:
        body = parse_python(sources.contents.get(own_file(sources.name), b"")).body
    except SyntaxError:
        return 0
    return max(
        (len(one.args.args) for one in body if isinstance(one, ast.FunctionDef) and one.name == "picture"), default=0
    )


def frames_in(source: bytes) -> list[str]:
    """Return the data sets that the source of an explorable names in calls of ``frame``."""
    try:
        nodes = list(ast.walk(parse_python(source)))
    except SyntaxError:
        return []
    calls = [node for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    arguments = [
        node.args[0] for node in calls if isinstance(node.func, ast.Name) and node.func.id == "frame" and node.args
    ]
    return [one.value for one in arguments if isinstance(one, ast.Constant) and isinstance(one.value, str)]


def part_digests(sources: Sources, frames: Mapping[str, str]) -> dict[str, str]:
    """Return the digest of everything that each part is made from: its code, and the code that it can use.

    Parameters
    ----------
    frames : mapping
        Digest of each data set of the project, by name.

    Notes
    -----
    A part uses the whole file except the other parts, unless it names them. So an edit of the sentence does not redraw
    the pictures; an edit of a helper function does.
    """
    contents = dict(sources.contents)
    text = contents.pop(own_file(sources.name), b"").decode("utf-8-sig", "replace")
    pieces, rest = pieces_of(text)
    asked = {data: digest for data, digest in frames.items() if data in rest}
    versions = drawers_digest(), conventions().tag
    shared = digest_of(sources.name, rest, sorted(asked.items()), *contents, *contents.values(), versions)
    digests = {}
    for part in pieces:
        seen = seen_by(part, pieces)
        digests[part] = digest_of(shared, part, [(other, pieces[other]) for other in seen])
    return digests


def pieces_of(text: str) -> tuple[dict[str, str], str]:
    """Return the code of each part, and the rest of the file without its texts."""
    lines = text.split("\n")
    pieces: dict[str, str] = {}
    for node in parse_python(text).body:
        part = next((name for name in names_bound(node) if name in PART_NAMES or name in WORDS_ONLY), "")
        if not part or node.end_lineno is None:
            continue
        first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", []))])
        pieces[part] = "\n".join(lines[first - 1 : node.end_lineno])
        lines[first - 1 : node.end_lineno] = [""] * (node.end_lineno - first + 1)
    rest = "\n".join(line for line in lines if line.strip())
    return {part: code for part, code in pieces.items() if part in PART_NAMES}, rest


def names_in(code: str) -> set[str]:
    """Return the names of variables and arguments in some code; comments and docstrings name nothing."""
    nodes = list(ast.walk(parse_python(code)))
    variables = {node.id for node in nodes if isinstance(node, ast.Name)}
    return variables | {node.arg for node in nodes if isinstance(node, ast.arg)}


def seen_by(part: str, pieces: Mapping[str, str]) -> list[str]:
    """Return the parts that a part uses by name, including itself; texts may use the numbers."""

    def used_by(name: str) -> list[str]:
        named = names_in(pieces[name])
        found = [other for other in pieces if other in named or other in (name, "only")]
        return [*found, *(["numbers"] if name in TEXT_PARTS and "numbers" in pieces else [])]

    return sorted(closure([part], used_by))


SHOWN_PARTS = ("picture", "table", "sentence")
TEXT_PARTS = ("sentence", "alt_text")
WORDS = ("caption", "alt")
DECLARING = ("slider", "choice", "toggle", "frame", "guess")


@dataclass(frozen=True)
class Part:
    """A part of an explorable: a function or a text, and the names of its arguments or fields in order."""

    name: str
    written: Callable[..., Any] | str
    line: int
    asks: tuple[str, ...]


@dataclass(frozen=True)
class Loaded:
    """A loaded file: its declarations, its parts, and its data sets by the name of the argument."""

    declared: Declared
    parts: Mapping[str, Part]
    frames: Mapping[str, str]


def load(project: Path, name: str, limited: Limited = nullcontext) -> Loaded:
    """Run the file of an explorable and return its declarations and parts; ``limited`` limits the time.

    Raises
    ------
    SiteError
        If it cannot be run, or its parts use unknown names.
    """
    return load_file(project, own_file(name), name, limited)


def load_file(project: Path, file: str, name: str, limited: Limited = nullcontext) -> Loaded:
    """Run a file of a project as the explorable ``name``; see :func:`load`."""
    path = on_disk(project / file)
    require_readable_names(path, file)
    with limited():
        module = load_module(project, file, "explorable")
    lines = {one: node.lineno for node in parse_python(path.read_bytes()).body for one in names_bound(node)}
    require_own_names(path, lines, file)
    return read_declarations(name, vars(module), lines, file)


def read_declarations(
    name: str, declarations: Mapping[str, Any], lines: Mapping[str, int], file: str, is_asking_defaults: bool = False
) -> Loaded:
    """Return the declarations and parts of an explorable from values by name.

    Parameters
    ----------
    lines : mapping
        Line of each name in ``file``, for messages.
    is_asking_defaults : bool
        Whether an argument with a default value depends on the parameter of its name.

    Raises
    ------
    SiteError
        If a value is invalid, or the parts use unknown names.
    """
    parameters = {key: value for key, value in declarations.items() if isinstance(value, Parameter)}
    frames = {key: value.name for key, value in declarations.items() if isinstance(value, Frame)}
    optional = parameters if is_asking_defaults else ()
    parts = {
        part: read_part(part, written, lines.get(part, 0), file, optional)
        for part in PART_NAMES
        if (written := declarations.get(part))
    }
    if not any(part in parts for part in SHOWN_PARTS):
        meant = nearest_word("picture", lines)
        suggestion = f"rename {meant!r} to 'picture'" if meant else "write 'def picture(…)', and 'sentence = \"…\"'"
        shown = [key for key, one in declarations.items() if hasattr(type(one), "_repr_mimebundle_")]
        if shown:  # a notebook or a script with a Figure
            suggestion = f"run the file with Python and save its figure there, with {shown[0]}.save({name + '.html'!r})"
        raise failure(f"{name} shows nothing: it has no picture, table or sentence", file, 0, suggestion)
    depends = dependencies(parts, parameters, frames, file)
    # Most files import Altair as alt, which is not a text.
    texts = ((key, declarations.get(key, "")) for key in WORDS)
    caption, alt = (Words(text if isinstance(text, str) else "", lines.get(key, 0)) for key, text in texts)
    axes: Any = declarations.get("axes", "held")
    is_text = isinstance(axes, str)
    if not is_text or axes not in ("held", "free"):
        what = repr(axes) if is_text else type(axes).__name__
        suggestion = "" if is_text else "rename the axes of Matplotlib to axs"
        raise failure(f"axes is 'held' or 'free', not {what}", file, lines.get("axes", 0), suggestion)
    quiet = read_quiet(declarations.get("quiet", []), file, lines.get("quiet", 0))
    why = str(declarations.get("why", "") or "")
    if "only" in parts and not why:
        raise failure('only() needs a sentence for readers, why = "…"', file, parts["only"].line)
    former = read_former(declarations.get("former", ""), parameters, file, lines.get("former", 0))
    asked = read_guess(declarations, parameters, file, lines)
    formats = read_formats(declarations.get("formats", {}), file, lines.get("formats", 0)) if "table" in parts else {}
    sets = tuple(dict.fromkeys(frames.values()))
    declared = Declared(name, parameters, sets, depends, lines, caption, alt, axes, quiet, why, former, asked, formats)
    return Loaded(declared, parts, frames)


def read_quiet(codes: Any, path: str, line: int) -> frozenset[str]:
    """Return the codes of warnings that a file silences."""
    if not isinstance(codes, list | tuple) or not all(isinstance(code, str) for code in codes):
        raise failure("quiet is a list of codes", path, line, suggestion='write quiet = ["log-scale"]')
    for code in codes:
        if code not in quiet_codes():
            message = f"quiet names {code!r}, which is no code that a figure can silence"
            raise failure(message, path, line, suggestion=suggest(code, quiet_codes()))
    return frozenset(codes)


def read_formats(formats: Any, path: str, line: int) -> dict[str, str]:
    """Return the formats of the columns of a table, by name."""
    is_dict = isinstance(formats, Mapping)
    if not is_dict or not all(isinstance(text, str) for pair in formats.items() for text in pair):
        suggestion = 'write formats = {"wait": ".1f"}'
        raise failure("formats is a dict of columns and their Python formats", path, line, suggestion=suggestion)
    return dict(formats)


def require_readable_names(path: Path, file: str) -> None:
    """Raise an error for a declaration that is redefined later, and for texts that are f-strings.

    Syntax errors are reported when the file is loaded.
    """
    try:
        body = parse_python(path.read_bytes()).body
    except (OSError, SyntaxError):
        return
    bound: dict[str, tuple[int, bool, bool]] = {}
    for node in body:
        value = getattr(node, "value", None)
        called = value.func if isinstance(value, ast.Call) else None
        is_parameter = getattr(called, "id", getattr(called, "attr", "")) in DECLARING
        used = {one.id for one in ast.walk(value) if isinstance(one, ast.Name)} if value is not None else set()
        for name in names_bound(node):
            line, was_declared, was_parameter = bound.get(name, (0, False, False))
            is_declared = is_parameter or name in (*PART_NAMES, *WORDS)
            if line and (is_declared or was_declared) and name not in used:
                what = "the parameter" if was_parameter else "the first definition"
                message = f"{name!r} is defined in line {line} and again in line {node.lineno}: {what} is lost"
                raise failure(message, file, node.lineno, suggestion="rename one of the two")
            if isinstance(value, ast.JoinedStr) and name in (*TEXT_PARTS, *WORDS):
                early = {one for one in used if bound.get(one, (0, False, False))[2]} | (used - bound_names(body))
                require_filled(name, sorted(early), file, node.lineno)
            bound[name] = node.lineno, is_declared, is_parameter


def bound_names(body: Sequence[ast.stmt]) -> set[str]:
    """Return all names that a file binds or imports, and the builtins."""
    nodes = [node for statement in body for node in ast.walk(statement)]
    bound = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    bound |= {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    bound |= {(one.asname or one.name).partition(".")[0] for one in nodes if isinstance(one, ast.alias)}
    return bound | set(dir(builtins))


def require_filled(name: str, early: Sequence[str], file: str, line: int) -> None:
    """Raise an error for an f-string that uses names whose values differ by state."""
    if early and name in TEXT_PARTS:
        message = f"{name} is an f-string: it is filled in once, when the file is loaded, and not in each state"
        raise failure(message, file, line, f'leave out the f: write {name} = "… {{{early[0]}}} …"')
    if early:
        message = f"{name} is an f-string with {early[0]!r}, but it has one text for all states"
        raise failure(message, file, line, suggestion=f"write {{{early[0]}}} into the sentence")


def require_own_names(path: Path, lines: Mapping[str, int], file: str) -> None:
    """Raise an error for texts or parts that redefine an import; most files import Altair as ``alt``."""
    for node in parse_python(path.read_bytes()).body:
        for name in node.names if isinstance(node, ast.Import | ast.ImportFrom) else ():
            known = name.asname or name.name
            if known in (*PART_NAMES, *WORDS) and lines.get(known, 0) > node.lineno:
                message = f"{known!r} is {name.name} in line {node.lineno}, and is redefined here"
                suggestion = "write the alt text as alt_text" if known == "alt" else "import it under another name"
                raise failure(message, file, lines[known], suggestion=suggestion)


def read_part(name: str, written: Any, line: int, path: str, optional: Collection[str] = ()) -> Part:
    """Return a part with the names that it uses: arguments of a function, fields of a text.

    Arguments with a default value are used if their names are ``optional``.
    """
    if isinstance(written, FunctionType):
        arguments = signature(written).parameters.values()
        wrong = next((one.name for one in arguments if one.kind in (Argument.VAR_POSITIONAL, Argument.VAR_KEYWORD)), "")
        if wrong:
            message = f"{name} takes *{wrong}: its arguments must have the names of what it depends on"
            raise failure(message, path, line)
        asks = [one.name for one in arguments if one.default is Argument.empty or one.name in optional]
        return Part(name, written, line, tuple(asks))
    if name in TEXT_PARTS and isinstance(written, str):
        return Part(name, written, line, fields_of(written, name, path, line))
    allowed = "a function or a text" if name in TEXT_PARTS else "a function"
    fix = "write a function that calls it, with parameters as its arguments" if callable(written) else ""
    raise failure(f"{name} is {allowed}, not {type(written).__name__}", path, line, suggestion=fix)


def fields_of(text: str, name: str, path: str, line: int) -> tuple[str, ...]:
    """Return the names of the fields of a text, each once."""
    try:
        names = [key for _, key, _, _ in Formatter().parse(text) if key is not None]
    except ValueError as error:
        raise failure(f"{name} cannot be read: {error}", path, line, suggestion="write '{{' for a brace") from None
    for key in names:
        if not key.isidentifier():
            suggestion = "write a name, as in {load} or {wait:.1f}; write '{{' for a brace"
            raise failure(f"{name} cannot fill {{{key}}}", path, line, suggestion=suggestion)
    return tuple(dict.fromkeys(names))


def dependencies(
    parts: Mapping[str, Part], parameters: Mapping[str, Parameter], frames: Mapping[str, str], path: str
) -> dict[str, tuple[str, ...]]:
    """Return for each part the parameters that it depends on, also through numbers, in the order of the file."""
    problems = list[Problem]()
    depends: dict[str, tuple[str, ...]] = {}
    for name, part in parts.items():
        asks_numbers = name not in ("only", "numbers") and "numbers" in parts
        known = [*parameters, *frames, *(["numbers"] if asks_numbers else [])]
        # Fields of a text may be names of numbers, which are known only after evaluation.
        asks = [same_name(ask, known) for ask in part.asks]
        unknown = [ask for ask in asks if ask not in known]
        if callable(part.written):
            for ask in unknown:
                message = f"{name} asks for {ask!r}, which the file does not declare"
                suggestion = suggest(ask, known, "names that it can ask for")
                problems.append(Problem(path, part.line, 0, "explorable", message, suggestion))
        asked = {ask for ask in asks if ask in parameters}
        if "numbers" in asks or (unknown and not callable(part.written)):
            asked |= set(depends.get("numbers", ()))
        depends[name] = tuple(parameter for parameter in parameters if parameter in asked)
    if problems:
        raise SiteError(problems)
    return depends
