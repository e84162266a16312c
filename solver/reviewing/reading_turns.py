"""Read one turn: its throws and keeps, and the box with its points; every mistake is told with its place."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field

from solver.advising.positions import Scorecard
from solver.game.dice import dice_text, keep_lattice
from solver.reviewing.played import Dice, PlayedTurn, empty_card
from solver.reviewing.words import Word, listed, quoted
from solver.rules.jokers import Entry, ExtraYahtzees, Situation
from solver.rules.ruleset import Ruleset, entry_in
from solver.rules.scoring import FACES, Category, Roll

NOTHING = ("nothing", "none", "-")  # words for a keep without dice
KEEP = ("keep", "kept")
LONGEST_NUMBER = 4  # digits of points


@dataclass
class CardSoFar:
    """What is known of a card when a turn is read: the scorecard, and in which turn each box was filled."""

    ruleset: Ruleset
    scorecard: Scorecard = field(default_factory=empty_card)
    turn_of_category: dict[int, int] = field(default_factory=dict)

    @property
    def n_turns(self) -> int:
        """Return the number of turns written so far."""
        return len(self.turn_of_category)

    @property
    def n_throws(self) -> int:
        """Return how many throws the next turn has at most, saved ones included."""
        return 1 + self.ruleset.n_rerolls + (self.scorecard.extra if self.ruleset.saves_throws else 0)

    @property
    def situation(self) -> Situation | None:
        """Return what the scorecard says about the next Yahtzee."""
        return self.ruleset.situation(self.scorecard.filled, self.scorecard.extra)


def read_turn(words: list[Word], so_far: CardSoFar) -> PlayedTurn:
    """Return the turn that a line holds, the number of the turn aside.

    Raises
    ------
    RecordError
        If it cannot be.
    """
    parts, throws, keeps = split_at_commas(words), list[Dice](), list[Roll]()
    for part in parts[:-1]:
        throw, rest = read_throw(part, so_far, throws, keeps)
        if not rest:
            part[-1].refuse('what was kept is missing: "keep 55", or "keep nothing", before the comma')
        keeps.append(read_keep(rest, throw))
        throws.append(throw)
    last = parts[-1]
    if len(parts) > 1 or last[0].is_number:
        throw, last = read_throw(last, so_far, throws, keeps)
        throws.append(throw)
        if not last:
            parts[-1][-1].refuse("the box is missing")
        if last[0].text.lower() in KEEP:
            last[0].refuse("after a keep come a comma and the next throw; a turn ends with its box")
    return read_box(last, so_far, tuple(throws), tuple(keeps))


def split_at_commas(words: list[Word]) -> list[list[Word]]:
    """Return the parts of a turn, none of them empty."""
    parts: list[list[Word]] = [[]]
    for word in words:
        if word.text != ",":
            parts[-1].append(word)
        elif not parts[-1]:
            word.refuse("nothing stands before this comma")
        else:
            parts.append([])
    if not parts[-1]:
        words[-1].refuse("nothing stands after this comma")
    return parts


def leading_dice(words: list[Word]) -> tuple[list[Word], list[Word]]:
    """Return the words at the front that are digits, and the others."""
    n_dice = next((place for place, word in enumerate(words) if not word.is_number), len(words))
    return words[:n_dice], words[n_dice:]


def read_faces(words: list[Word]) -> Dice:
    """Return the faces that words of digits show."""
    for word in words:
        for place, digit in enumerate(word.text):
            if digit not in dice_text(FACES):
                Word(digit, word.line, word.column + place).refuse(f"no die shows {digit}; dice show 1 to 6")
    return tuple(int(digit) for word in words for digit in word.text)


def without(dice: Dice, part: Dice) -> Dice | None:
    """Return the dice that are left when ``part`` is taken away; None if they do not hold it."""
    left = list(dice)
    for die in part:
        if die not in left:
            return None
        left.remove(die)
    return tuple(left)


def read_throw(words: list[Word], so_far: CardSoFar, throws: list[Dice], keeps: list[Roll]) -> tuple[Dice, list[Word]]:
    """Return a throw with the dice that were kept for it, and the words behind it.

    After a keep all dice may be written, or the new ones alone.
    """
    digits, rest = leading_dice(words)
    if not digits:
        words[0].refuse("the dice of this throw are missing")
    if len(throws) == so_far.n_throws:
        digits[0].refuse(f"this is throw {len(throws) + 1}; the turn has {so_far.n_throws}")
    faces, kept, n_dice = read_faces(digits), keeps[-1] if keeps else (), so_far.ruleset.n_dice
    if kept and len(faces) == n_dice - len(kept):
        faces = kept + faces
    if len(faces) != n_dice:
        digits[0].refuse(f"{len(faces)} dice are written; the game has {n_dice}")
    if without(faces, kept) is None:
        digits[0].refuse(f"{dice_text(faces)} does not hold the kept {dice_text(kept)}")
    return faces, rest


def read_keep(words: list[Word], throw: Dice) -> Roll:
    """Return what was kept of a throw, ascending."""
    if words[0].text.lower() not in KEEP:
        words[0].refuse(f'"keep" and the kept dice are expected here, not {quoted(words[0].text)}')
    if len(words) == 1:
        words[0].refuse('the kept dice are missing; write "keep nothing" where none was kept')
    if words[1].text.lower() in NOTHING:
        digits, rest = list[Word](), words[2:]
    else:
        digits, rest = leading_dice(words[1:])
    if rest:
        rest[0].refuse(f"{quoted(rest[0].text)} is not expected here; a keep is digits and ends with a comma")
    kept = read_faces(digits)
    left = without(throw, kept)
    if left is None:
        digits[0].refuse(f"{dice_text(kept)} cannot be kept of {dice_text(throw)}")
    if not left:
        digits[0].refuse("all dice are kept, so none is thrown again; write the box instead")
    return tuple(sorted(kept))


def read_box(words: list[Word], so_far: CardSoFar, throws: tuple[Dice, ...], keeps: tuple[Roll, ...]) -> PlayedTurn:
    """Return the turn that ends with this box."""
    place, rest = read_category(words, so_far)
    category = so_far.ruleset.categories[place]
    points_word = rest.pop(0) if rest and not rest[0].text.startswith("+") else None
    on_top_word = rest.pop(0) if rest and rest[0].text.startswith("+") else None
    if rest:
        rest[0].refuse(f"{quoted(rest[0].text)} is not expected here; the turn ends with its points")
    if throws:
        entry = so_far.ruleset.entry(category, tuple(sorted(throws[-1])), so_far.situation)
        if entry is None:
            words[0].refuse(f"{dice_text(throws[-1])} may not be written in {spoken(category)} here")
        check_entry(entry, points_word, on_top_word, f"{dice_text(throws[-1])} in {spoken(category)}")
        return PlayedTurn(place, entry.points, throws, keeps, entry.on_top)
    if points_word is None:
        words[-1].refuse("the points are missing; without dice they must be written")
    return PlayedTurn(
        place, read_possible_points(points_word, so_far, category), on_top=read_on_top(on_top_word, so_far)
    )


def spoken(category: Category) -> str:
    """Return the name of a box as it is written."""
    return category.name.replace("_", " ")


def read_category(words: list[Word], so_far: CardSoFar) -> tuple[int, list[Word]]:
    """Return the open box that words name, and the words behind its name."""
    if words[0].text.lower() == "score" and len(words) > 1:
        words = words[1:]
    n_name = next((place for place, word in enumerate(words) if word.text[0] in "0123456789+"), len(words))
    if n_name == 0:
        words[0].refuse("the box is missing before its points")
    name = " ".join(word.text for word in words[:n_name])
    known, key = so_far.ruleset.category_names, name.lower().replace(" ", "_").replace("-", "_")
    if key not in known:
        boxes = listed([spoken(category) for category in so_far.ruleset.categories])
        words[0].refuse(f"no box is called {quoted(name)}; the boxes are {boxes}")
    place = known.index(key)
    if place in so_far.turn_of_category:
        words[0].refuse(
            f"{spoken(so_far.ruleset.categories[place])} was filled in turn {so_far.turn_of_category[place]}"
        )
    if so_far.ruleset.in_order and place != so_far.n_turns:
        words[0].refuse(f"boxes are filled in order; the next is {spoken(so_far.ruleset.categories[so_far.n_turns])}")
    return place, words[n_name:]


def read_number(word: Word, what: str) -> int:
    """Return a number of points."""
    digits = word.text.removeprefix("+")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= LONGEST_NUMBER):
        word.refuse(f"{quoted(word.text)} is no number of {what}")
    return int(digits)


def check_entry(entry: Entry, points: Word | None, on_top: Word | None, what: str) -> None:
    """Check points that are written behind dice."""
    if points is not None and read_number(points, "points") != entry.points:
        points.refuse(f"{what} brings {entry.points}, not {points.text}")
    if on_top is not None and read_number(on_top, "points") != entry.on_top:
        on_top.refuse(f"{what} pays {entry.on_top} on top, not {quoted(on_top.text)}")


def read_possible_points(word: Word, so_far: CardSoFar, category: Category) -> int:
    """Return points without dice: those of some roll in this situation, or 0."""
    possible = possible_points(category, so_far.ruleset.n_dice, so_far.ruleset.extra_yahtzees, so_far.situation)
    points = read_number(word, "points")
    if points not in possible:
        word.refuse(
            f"no roll brings {word.text} in {spoken(category)}; possible are {listed(list(map(str, possible)))}"
        )
    return points


@functools.lru_cache(maxsize=1024)
def possible_points(
    category: Category, n_dice: int, extra: ExtraYahtzees | None, situation: Situation | None
) -> list[int]:
    """Return the points that a box can bring, ascending; the same for all thousands of turns of a file."""
    entries = [entry_in(category, roll, extra, situation) for roll in keep_lattice(n_dice).rolls]
    return sorted({0, *(entry.points for entry in entries if entry is not None)})


def read_on_top(word: Word | None, so_far: CardSoFar) -> int:
    """Return what an extra Yahtzee paid in a turn without dice."""
    if word is None:
        return 0
    situation, extra = so_far.situation, so_far.ruleset.extra_yahtzees
    pays = extra.bonus if extra is not None and situation is not None and situation.pays else 0
    if read_number(word, "points") not in (0, pays):
        word.refuse(f"{quoted(word.text)} cannot be paid on top here" + (f"; it is +{pays} or nothing" if pays else ""))
    return read_number(word, "points")
