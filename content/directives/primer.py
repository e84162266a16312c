"""A turn in six small drawings: throw, keep, throw, keep, throw, write."""

from __future__ import annotations

FIRST, SECOND, THIRD = (2, 4, 1, 4, 5), (6, 4, 4, 4, 2), (1, 4, 4, 4, 4)
FACE, BOX = 4, "Fours"
CARD = ("Threes", BOX, "Fives")

DIE, GAP = 32, 4
PLACES = ((0, 0), (36, 0), (72, 0), (18, 36), (54, 36))  # three dice above two
TILTS = (-9, 6, -4, 8, -6)  # degrees, for thrown dice
LOW, MIDDLE, HIGH = 8, 16, 24
PIPS = {
    1: ((MIDDLE, MIDDLE),),
    2: ((LOW, LOW), (HIGH, HIGH)),
    3: ((LOW, LOW), (MIDDLE, MIDDLE), (HIGH, HIGH)),
    4: ((LOW, LOW), (HIGH, LOW), (LOW, HIGH), (HIGH, HIGH)),
    5: ((LOW, LOW), (HIGH, LOW), (MIDDLE, MIDDLE), (LOW, HIGH), (HIGH, HIGH)),
    6: ((LOW, LOW), (HIGH, LOW), (LOW, MIDDLE), (HIGH, MIDDLE), (LOW, HIGH), (HIGH, HIGH)),
}


def primer(body: str) -> str:
    """Draw a turn of the game in six steps, with words under them."""
    points = sum(face for face in THIRD if face == FACE)
    fours = {place for place, face in enumerate(FIRST) if face == FACE}
    more = {place for place, face in enumerate(SECOND) if face == FACE}
    steps = [
        ("Throw", "five dice", _dice(FIRST, thrown=set(range(len(FIRST))))),
        ("Keep", "what you like", _dice(FIRST, kept=fours)),
        ("Throw", "the others", _dice(SECOND, kept=fours, thrown=set(range(len(SECOND))) - fours)),
        ("Keep", "again", _dice(SECOND, kept=more)),
        ("Throw", "a last time", _dice(THIRD, kept=more, thrown=set(range(len(THIRD))) - more)),
        ("Write", f"in one box, for good: {points}", _card(points)),
    ]
    items = "".join(f"<li>{drawing}<p><b>{verb}</b> {rest}</p></li>" for verb, rest, drawing in steps)
    return f'<div class="primer"><ol>{items}</ol>{body}</div>'


def _dice(faces: tuple[int, ...], kept: set[int] = frozenset(), thrown: set[int] = frozenset()) -> str:
    """Draw five dice: kept ones with a rim, thrown ones tilted, and the others pale."""
    drawn = []
    for place, (face, (x, y)) in enumerate(zip(faces, PLACES, strict=True)):
        name = "kept" if place in kept else "thrown" if place in thrown else "left"
        tilt = f" rotate({TILTS[place]} {DIE / 2:g} {DIE / 2:g})" if place in thrown else ""
        pips = "".join(f'<circle cx="{across}" cy="{down}" r="3"/>' for across, down in PIPS[face])
        body = f'<rect width="{DIE}" height="{DIE}" rx="7"/>'
        drawn.append(f'<g class="primer-{name}" transform="translate({x + GAP} {y + GAP}){tilt}">{body}{pips}</g>')
    return _svg("".join(drawn))


def _card(points: int) -> str:
    """Draw three rows of a card, and the points in one of them."""
    rows = []
    for row, title in enumerate(CARD):
        y = 4 + 22 * row
        written = f'<text class="primer-points" x="98" y="{y + 16}" text-anchor="end">{points}</text>'
        number = written if title == BOX else ""
        line = f'<rect class="primer-row" x="4" y="{y}" width="104" height="22"/>'
        rows.append(f'{line}<text x="10" y="{y + 15}">{title}</text>{number}')
    return _svg("".join(rows))


def _svg(content: str) -> str:
    return f'<svg viewBox="0 0 112 76" aria-hidden="true">{content}</svg>'
