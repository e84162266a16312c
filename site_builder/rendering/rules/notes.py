"""Rules for notes: a mark in the line, and right behind it the note, which wide screens show beside the text."""

from __future__ import annotations

from collections.abc import Sequence

from site_builder.problems.source import Mistake, did_you_mean
from site_builder.rendering.renderer import Renderer, Tokens


def note_reference(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Write the mark of a note, and the note behind its first mark."""
    meta = tokens[index].meta
    label, notes = meta["label"], renderer.written.reading.notes
    if label not in notes:
        suggestion = did_you_mean(label, notes, "notes in this file")
        mistake = Mistake("note", f"note {label!r} is not defined", 0, len(label), suggestion)
        renderer.report_in(mistake, meta["origin"], meta["start"] + len("[^"))
        return ""
    key = (renderer.written.source.path, label)
    if key in renderer.draft.noted:
        return mark(renderer.draft.noted[key], "")
    renderer.draft.noted[key] = renderer.draft.n_notes + 1
    return note_of(renderer, [token.children or [] for token in notes[label].tokens])


def note_of(renderer: Renderer, paragraphs: Sequence[Tokens]) -> str:
    """Return the mark of the next note, and the note; that of a heading is held back until the heading ends."""
    renderer.draft.n_notes += 1
    number = renderer.draft.n_notes
    lines = [str(renderer.line(paragraph)) for paragraph in paragraphs]
    if len(lines) > 1:
        lines = [f'<span class="side-paragraph">{line}</span>' for line in lines]
    side = f'<span class="side" id="note-{number}" role="note"><span class="side-number">{number}</span> '
    side += f"{''.join(lines)}</span>"
    if renderer.draft.of_heading is not None:
        renderer.draft.of_heading.append(side)
        side = ""
    return mark(number, f' id="note-{number}-mark"') + side


def mark(number: int, identifier: str) -> str:
    """Return the mark of a note."""
    return f'<sup class="note-ref"><a href="#note-{number}"{identifier}>{number}</a></sup>'


def note(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Write a note that is written where it belongs."""
    return note_of(renderer, [tokens[index].children or []])


RULES = {"note_reference": note_reference, "note": note}
