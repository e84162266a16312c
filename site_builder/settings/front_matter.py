"""Read the front matter of a markdown file: the lines between ``---`` at its top."""

from __future__ import annotations

import datetime
import re
from typing import Annotated, Any, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from site_builder.problems.problem import Problem
from site_builder.problems.reporting import DEEPEST, _describe, too_deep
from site_builder.problems.source import ALLOWED, UNSHOWABLE, Mistake, Place, Source, character_error

HEAD = re.compile(r"---[ \t]*\r?\n(?P<body>.*?)^---[ \t]*\r?$\n?", re.DOTALL | re.MULTILINE)
# Each list and each mapping has at least one of these.
INDICATORS = "[{-:?"
LONGEST = 20_000  # characters
MOST_NODES = 5_000


class FrontMatter(BaseModel):
    """Front matter of a chapter; all keys are optional."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    title: str | None = None
    description: str | None = None
    slug: str | None = None
    date: datetime.date | None = None
    draft: bool = False


class ConceptMatter(BaseModel):
    """Front matter of a glossary entry; ``also`` are other words for the term."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    term: str
    short: str
    also: list[Annotated[str, Field(min_length=1)]] = []


Model = TypeVar("Model", bound=BaseModel)


def read_front_matter(
    source: Source, model: type[Model], default: Model | None = None
) -> tuple[Model | None, dict[str, Place], str, list[Problem]]:
    """Read the front matter of ``source``.

    Returns
    -------
    model, places, body, problems
        The front matter without invalid keys, or ``default`` if it is missing or unreadable; the place of each value;
        the text with the front matter blanked, so that line numbers stay the same; the problems.
    """
    head = HEAD.match(source.text)
    if head is None:
        if source.text.startswith("---\n"):
            message = "unclosed front matter (opened here)"
            return default, {}, source.text, [source.problem("front-matter", message, Place(1, 1), 3)]
        values: dict[str, yaml.Node] = {}
        body = source.text
        problems: list[Problem] = []
    else:
        body = "\n" * head[0].count("\n") + source.text[head.end() :]
        values, problems = _read_mapping(source, head["body"])
    places = {key: _place(node) for key, node in values.items()}
    if problems:
        return default, places, body, problems
    if head is None and default is not None:
        return default, {}, body, []
    plain: dict[str, object] = {}
    for key, node in values.items():
        try:
            plain[key] = _construct(node)
        except Mistake as mistake:
            message = f"{key!r} in front matter: {mistake.message}"
            problems.append(source.problem(mistake.code, message, places[key], suggestion=mistake.suggestion))
    try:
        return model.model_validate(plain), places, body, problems
    except ValidationError as error:
        problems += _describe(error, source, places, list(model.model_fields))
        wrong = {str(item["loc"][0]) for item in error.errors()}
        sound = {key: value for key, value in plain.items() if key not in wrong}
        return (model.model_validate(sound) if default is not None else None), places, body, problems


def _read_mapping(source: Source, text: str) -> tuple[dict[str, yaml.Node], list[Problem]]:
    """Parse front matter; return the YAML nodes by key, and the problems."""
    message = f"the front matter has {len(text):,} characters; at most {LONGEST:,} are read"
    too_long = source.problem("file-large", message, Place(1, 1), 3)
    try:
        deep = _too_deep(text[:LONGEST])
        if deep is not None:
            return {}, [source.problem("nesting", too_deep("lists and mappings"), deep)]
        if len(text) > LONGEST:
            return {}, [too_long]
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        if len(text) > LONGEST:  # the error may be due to the cut
            return {}, [too_long]
        place = _place_of_mark(error.problem_mark or error.context_mark)
        suggestion = 'put words with a colon in quotes: "…"' if "mapping values" in str(error.problem) else ""
        suggestion = suggestion or ("write spaces in place of the tab" if r"'\t'" in str(error.problem) else "")
        suggestion = suggestion or 'put the whole value in quotes, "…", and write \\" for one inside of them'
        return {}, [source.problem("front-matter", f"front matter: {error.problem}", place, 1, suggestion)]
    if node is None:
        return {}, []
    if not isinstance(node, yaml.MappingNode):
        return {}, [source.problem("front-matter", "front matter must be lines of 'key: value'", Place(2, 1))]
    if repeats_too_much(node):
        message = "the aliases in the front matter repeat each other without an end"
        return {}, [source.problem("front-matter", message, Place(1, 1), 3, "write the values out")]
    values: dict[str, yaml.Node] = {}
    problems = []
    for key, value in node.value:
        name = str(key.value)
        if name in values:
            message = f"front matter gives {name!r} twice"
            problems.append(source.problem("front-matter", message, _place(key), len(name)))
        values[name] = value
        if not isinstance(value, yaml.ScalarNode):
            value.start_mark = key.start_mark
    return values, problems


def repeats_too_much(node: yaml.Node) -> bool:
    """Return whether a node has too many parts, with the target of an alias counted each time."""
    waiting, count = [node], 0
    while waiting and count <= MOST_NODES:
        count += 1
        value = waiting.pop().value
        if isinstance(value, list):
            waiting += [part for item in value for part in (item if isinstance(item, tuple) else (item,))]
    return count > MOST_NODES


def _too_deep(text: str) -> Place | None:
    """Return where lists and mappings are nested too deep, without building them; None if they are not."""
    if sum(map(text.count, INDICATORS)) <= DEEPEST:
        return None
    depth = 0
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST:
            return _place_of_mark(event.start_mark)
    return None


def _construct(node: yaml.Node) -> object:
    """Return the Python value of a node; raise an error if it has none."""
    if isinstance(node, yaml.ScalarNode) and (found := UNSHOWABLE.search(node.value)):
        raise Mistake("character", character_error(found[0]), suggestion=ALLOWED)
    loader = yaml.SafeLoader("")
    try:
        value: object = loader.construct_object(node, deep=True)
    except (yaml.YAMLError, ValueError) as error:
        message = error.problem if isinstance(error, yaml.MarkedYAMLError) else error
        raise Mistake("front-matter", str(message), suggestion='put words in quotes: "…"') from None
    finally:
        loader.dispose()
    return value


def _place_of_mark(mark: Any) -> Place:
    """Convert a mark of the YAML parser to a place in the file, where the YAML starts in line 2."""
    return Place(mark.line + 2, mark.column + 1) if mark else Place(1, 1)


def _place(node: yaml.Node) -> Place:
    """Return the place of the first character of a node, inside its quotes."""
    place = _place_of_mark(node.start_mark)
    quoted = isinstance(node, yaml.ScalarNode) and node.style in {'"', "'"}
    return Place(place.line, place.column + quoted)
