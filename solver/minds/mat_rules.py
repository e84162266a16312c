"""Rules of the mat as data: what dice a rule looks for, for which boxes, and its words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from solver.game.game import Game
from solver.rules.scoring import FACES, Roll

Kind = Literal["equal", "two_pairs", "at_least", "run", "write", "nothing"]
Wants = Literal["", "upper", "lower", "any_box", "straight", "pairs", "chance"]

LOW_RUN, HIGH_RUN = (1, 2, 3, 4, 5), (2, 3, 4, 5, 6)
RUNS = {"small_straight": LOW_RUN, "large_straight": HIGH_RUN}
OF_A_KIND = ("one_pair", "two_pairs", "three_of_a_kind", "four_of_a_kind", "full_house", "yatzy")
FROM = {2: OF_A_KIND, 3: OF_A_KIND[2:], 4: ("four_of_a_kind", "yatzy"), 5: ("yatzy",)}
MOST_WORDS = 12
NUMBERS = {1: "One", 2: "Two", 3: "Three", 4: "Four", 5: "Five"}
FACE_WORDS = {3: "threes", 4: "fours", 5: "fives", 6: "sixes"}
STRAIGHTS = {"small_straight": "the small straight", "large_straight": "the large straight"}


@dataclass(frozen=True)
class Rule:
    """One line of the mat.

    Attributes
    ----------
    kind : str
        What is looked for: so many equal dice, two pairs, all dice from a face up, dice of a straight, a box to write.
    number : int
        How many equal dice or dice of the straight, the lowest face, or what the box must show.
    wants : str
        Which box must be open: that of the face, one of the lower half for equal dice, either of these; for runs the
        name of the straight; any, if empty.
    throws : int
        How many throws must be in hand, 0 for any number.
    """

    kind: Kind
    number: int = 0
    wants: str = ""
    throws: int = 0

    @property
    def words(self) -> str:
        """Return the rule as it is printed: at most twelve words."""
        return f"Last throw: {self.words_of_dice}" if self.throws == 1 else self.words_of_dice

    @property
    def words_of_dice(self) -> str:
        """Return the rule without the throws."""
        if self.kind == "write":
            return f"A box shows {self.number} or more: write it."
        if self.kind == "nothing":
            return "Else throw all dice."
        if self.kind == "at_least":
            high = "sixes" if self.number == FACES[-1] else f"{FACE_WORDS[self.number]} and higher"
            return f"Keep {high}{', if Chance is open' if self.wants == 'chance' else ''}."
        if self.kind == "run":
            return f"{NUMBERS[self.number]} dice of {STRAIGHTS[self.wants]}, if open: keep them."
        if self.kind == "two_pairs":
            return "Two pairs, if Two Pairs or Full House is open: keep them."
        of_box = {"": "", "upper": " whose upper box is open", "lower": " with a lower box open",
                  "any_box": " with a box open"}[self.wants]  # fmt: skip
        equal = "A die" if self.number == 1 else "A pair" if self.number == 2 else f"{NUMBERS[self.number]} equal"
        return f"{equal}{of_box}: keep {'the highest' if self.number < 3 else 'them'}."

    def keeps(self, game: Game, roll: Roll) -> Iterator[tuple[int, Roll]]:
        """Yield what the rule would keep of a roll, first choice first, with a bit mask of boxes, one to be open."""
        count = Counter(roll)
        if self.kind == "nothing":
            yield boxes(game), ()
        elif self.kind == "at_least":
            kept = tuple(face for face in roll if face >= self.number)
            if kept:
                yield boxes(game, *(("chance",) if self.wants == "chance" else ())), kept
        elif self.kind == "run":
            kept = tuple(sorted(set(RUNS[self.wants]) & set(roll)))
            if len(kept) >= self.number:
                yield boxes(game, self.wants), kept
        elif self.kind == "two_pairs":
            faces = [face for face in FACES if count[face] >= 2]
            if len(faces) == 2:
                yield boxes(game, "two_pairs", "full_house"), tuple(sorted(faces * 2))
        elif self.kind == "equal":
            for face in sorted(count, reverse=True):
                if count[face] >= self.number:
                    yield self.boxes_of_face(game, face), (face,) * count[face]

    def boxes_of_face(self, game: Game, face: int) -> int:
        """Return the boxes that equal dice of a face are good for, as far as the rule asks for them."""
        upper = boxes(game, game.ruleset.category_names[face - 1])
        lower = boxes(game, *FROM[max(2, self.number)])
        return {"": boxes(game), "upper": upper, "lower": lower, "any_box": upper | lower}[self.wants]


@lru_cache
def boxes(game: Game, *names: str) -> int:
    """Return the bit mask of the boxes called so; without names, of all."""
    place = game.ruleset.category_names.index
    return sum(1 << place(name) for name in names or game.ruleset.category_names)


def all_rules() -> list[Rule]:
    """Return every rule that the search may print, but the last one of a mat: to throw all."""
    found = [Rule("equal", number, wants) for number in (1, 2, 3, 4) for wants in ("", "upper", "lower", "any_box")]
    found += [Rule("equal", 5, "lower"), Rule("two_pairs")]
    found += [Rule("at_least", face, wants) for face in FACE_WORDS for wants in ("", "chance")]
    found += [Rule("run", number, wants) for number in (2, 3, 4) for wants in RUNS]
    found += [Rule("write", least) for least in range(-4, 16)]
    last = [replace(rule, throws=1) for rule in found]
    return found + [rule for rule in last if len(rule.words.split()) <= MOST_WORDS]
