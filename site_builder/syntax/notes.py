"""Notes: their definitions are taken out of a text and kept beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from markdown_it.token import Token

from site_builder.problems.sink import Sink
from site_builder.problems.source import Place
from site_builder.syntax.tokens import Directive, Note


def _take_notes(tokens: Sequence[Token], sink: Sink) -> tuple[list[Token], dict[str, Note]]:
    """Take the definitions of notes out of ``tokens``; report what a note cannot hold."""
    notes: dict[str, Note] = {}
    rest: list[Token] = []
    open_notes: list[tuple[Token, list[Token]]] = []
    for token in tokens:
        if token.type == "footnote_reference_open":
            open_notes.append((token, []))
        elif token.type == "footnote_reference_close":
            opening, inside = open_notes.pop()
            _add_note(opening, inside, notes, sink)
        elif open_notes:
            open_notes[-1][1].append(token)
        else:
            rest.append(_without_notes(token, notes, sink) if token.type == "directive" else token)
    return rest, notes


def _without_notes(token: Token, notes: dict[str, Note], sink: Sink) -> Token:
    """Return a directive less the definitions of notes in it, which are added to ``notes``."""
    directive: Directive = token.meta["directive"]
    body, inner = _take_notes(directive.body, sink)
    notes.update(inner)
    token.meta["directive"] = replace(directive, body=tuple(body))
    return token


def _add_note(opening: Token, inside: list[Token], notes: dict[str, Note], sink: Sink) -> None:
    """Keep a note, which stands beside the line that it belongs to and so holds paragraphs only."""
    assert opening.map is not None
    label, line = opening.meta["label"], opening.map[0] + 1
    place = Place(line, sink.source.line(line).find("[^") + 1)
    wrong = [token for token in inside if token.type not in {"paragraph_open", "inline", "paragraph_close"}]
    if wrong:
        at = Place(wrong[0].map[0] + 1, 1) if wrong[0].map else place
        suggestion = "what is set in by four spaces belongs to the note above it; without them it stands for itself"
        sink.report("note-block", f"note {label!r} may hold paragraphs only", at, 1, suggestion)
    if label in notes:
        sink.report("note-twice", f"note {label!r} is defined twice", place, len(label) + 3)
    notes[label] = Note(label, place, tuple(token for token in inside if token.type == "inline"))
