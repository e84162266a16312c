"""What reading a text returns: its tokens, with every directive folded into one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from markdown_it.token import Token

from site_builder.problems.problem import Problem
from site_builder.problems.source import Origin, Place
from site_builder.syntax.options import Options

ASKED = frozenset({"concept_open", "directive", "fence", "image", "readout", "set_open"})

FOLDED = {"own_open": "own_close", "note_open": "note_close"}


@dataclass(frozen=True)
class Directive:
    """A block directive with its body: tokens, or for raw ones the text and where it stood."""

    name: str
    options: Options
    place: Place
    body: tuple[Token, ...]
    raw: str
    origin: Origin | None

    @property
    def identifier(self) -> str:
        """Return the id given to the directive, or nothing."""
        return self.options.identifier.text if self.options.identifier else ""


@dataclass(frozen=True)
class Note:
    """The definition of a note."""

    label: str
    place: Place
    tokens: tuple[Token, ...]


@dataclass(frozen=True)
class Reading:
    """What a text says: its tokens with directives folded into one token each, and its notes."""

    tokens: tuple[Token, ...]
    notes: dict[str, Note]
    problems: tuple[Problem, ...]

    def of_type(self, kind: str) -> list[Token]:
        """Return the tokens of one of the types in :data:`ASKED`, in the order of the text, those of notes left out."""
        return self._asked.get(kind, [])

    @cached_property
    def _asked(self) -> dict[str, list[Token]]:
        """Return these tokens by type: builds ask for them again and again."""
        found: dict[str, list[Token]] = {}
        for token in walk(self.tokens):
            if token.type in ASKED:
                found.setdefault(token.type, []).append(token)
        return found


def fold(tokens: Iterator[Token]) -> list[Token]:
    """Gather what stands between the opening and the closing of each directive into one token."""
    folded = []
    for token in tokens:
        if token.type == "directive_close":
            break
        if token.type == "directive_open":
            meta, body = token.meta, fold(tokens)
            raw, origin = meta.get("raw", ""), meta.get("origin")
            inner = Directive(meta["name"], meta["options"], meta["place"], tuple(body), raw, origin)
            token = Token("directive", "", 0, map=token.map, meta={"directive": inner}, block=True)
        folded.append(token)
        if token.type == "paragraph_close":
            _fold_picture(folded)
    return folded


def fold_inlines(tokens: Sequence[Token]) -> Sequence[Token]:
    """Gather what is in a note, or in a project's own directive of a line, into one token each."""
    folded: list[Token] = []
    depth = 0
    for token in tokens:
        depth -= token.type in FOLDED.values()
        if depth:
            folded[-1].children = [*(folded[-1].children or []), token]
        elif token.type in FOLDED:
            folded.append(Token(token.type.removesuffix("_open"), "", 0, children=[], meta=token.meta))
        elif token.type not in FOLDED.values():
            folded.append(token)
        depth += token.type in FOLDED
    return folded


def _fold_picture(folded: list[Token]) -> None:
    """Make a paragraph that is only an image with a title one token: its title is a caption."""
    opening, inline = folded[-3], folded[-2]
    children = inline.children or []
    if len(children) == 1 and children[0].type == "image" and "title" in children[0].attrs and not opening.hidden:
        folded[-3:] = [Token("picture", "", 0, map=opening.map, meta={"image": children[0]}, block=True)]


def walk(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield all tokens in the order of the text: those inside directives and lines of text too."""
    for token in tokens:
        yield token
        if token.type == "picture":
            yield token.meta["image"]
        if token.type == "directive":
            yield from walk(token.meta["directive"].body)
        elif token.children:
            yield from walk(token.children)


def prose_of(reading: Reading) -> Iterator[tuple[Token, Origin]]:
    """Yield the lines of a text, those of its notes last, with where each stands."""
    notes = [token for note in reading.notes.values() for token in note.tokens]
    for token in [*walk(reading.tokens), *notes]:
        if token.type == "inline" and "origin" in token.meta:
            yield token, token.meta["origin"]


def flat(children: Iterable[Token]) -> Iterator[Token]:
    """Yield the tokens of a line, those of alt texts too."""
    for token in children:
        yield token
        yield from flat(token.children or [])
