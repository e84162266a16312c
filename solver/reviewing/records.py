"""Parse and format records of games as text: leniently when reading, strictly when writing."""

from __future__ import annotations

import datetime
import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NoReturn

from solver.advising.positions import Scorecard
from solver.errors import RulesError, SolverError, UnknownRulesetError
from solver.game.dice import dice_text, keep_lattice
from solver.reviewing.played import (
    Dice,
    PlayedCard,
    PlayedGame,
    PlayedTurn,
    UnfinishedTurn,
    empty_card,
    first_throw_in_1,
    is_full,
    scorecards,
    total,
    written,
)
from solver.rules.games import DEFAULT_RULESET, RULESETS, find_ruleset
from solver.rules.ruleset import FACES, Category, Entry, ExtraYahtzees, Roll, Ruleset, Situation, entry_in

# The white space of JavaScript, so that pages split words alike.
SPACE = r"\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
WORD = re.compile(f"[^{SPACE},]+|,")


class RecordError(SolverError):
    """An invalid record of a game: ``message`` does not include the line and column, which count from 1."""

    def __init__(self, line: int, column: int, message: str) -> None:
        super().__init__(f"line {line}, column {column}: {message}")
        self.line, self.column, self.message = line, column, message


@dataclass(frozen=True)
class Word:
    """A word, or a comma; line and column count from 1."""

    text: str
    line: int
    column: int

    def refuse(self, message: str) -> NoReturn:
        """Raise an error about the word."""
        raise RecordError(self.line, self.column, message)

    @property
    def is_number(self) -> bool:
        """Return whether the word consists of digits."""
        return re.fullmatch("[0-9]+", self.text) is not None


def words_of(text: str, line: int) -> list[Word]:
    """Return the words of a line."""
    return [Word(match[0], line, match.start() + 1) for match in WORD.finditer(text)]


def quoted(text: str) -> str:
    """Quote a text and shorten it if it is long."""
    return f'"{text if len(text) <= 30 else text[:29] + "…"}"'


def listed(texts: Sequence[str]) -> str:
    """Join texts with commas."""
    return ", ".join(texts)


NOTHING = ("nothing", "none", "-")  # words for a keep without dice
KEEP = ("keep", "kept")
LONGEST_NUMBER = 4  # digits of points


@dataclass
class CardSoFar:
    """The state of a card while a turn is parsed: the scorecard, and the turn in which each box was filled."""

    ruleset: Ruleset
    scorecard: Scorecard = field(default_factory=empty_card)
    turn_of_category: dict[int, int] = field(default_factory=dict)

    @property
    def n_turns(self) -> int:
        """Return the number of turns so far."""
        return len(self.turn_of_category)

    @property
    def n_throws(self) -> int:
        """Return the largest number of throws of the next turn, saved ones included."""
        return 1 + self.ruleset.n_rerolls + (self.scorecard.extra if self.ruleset.saves_throws else 0)

    @property
    def situation(self) -> Situation | None:
        """Return how the next Yahtzee is scored."""
        return self.ruleset.situation(self.scorecard.filled, self.scorecard.extra)


def read_turn(words: list[Word], so_far: CardSoFar) -> PlayedTurn:
    """Parse a turn, without its number.

    Raises
    ------
    RecordError
        If it is invalid.
    """
    parts = split_at_commas(words)
    throws, keeps = read_keeps(parts[:-1], so_far)
    last = parts[-1]
    if len(parts) > 1 or last[0].is_number:
        throw, last = read_throw(last, so_far, throws, keeps)
        throws.append(throw)
        if not last:
            parts[-1][-1].refuse("the box is missing")
        if last[0].text.lower() in KEEP:
            last[0].refuse("after a keep come a comma and the next throw; a turn ends with its box")
    return read_box(last, so_far, tuple(throws), tuple(keeps))


def read_keeps(parts: list[list[Word]], so_far: CardSoFar) -> tuple[list[Dice], list[Roll]]:
    """Parse throws with the dice kept of each."""
    throws, keeps = list[Dice](), list[Roll]()
    for part in parts:
        throw, rest = read_throw(part, so_far, throws, keeps)
        if not rest:
            part[-1].refuse('what was kept is missing: "keep 55", or "keep nothing", before the comma')
        keeps.append(read_keep(rest, throw))
        throws.append(throw)
    return throws, keeps


def read_now(words: list[Word], so_far: CardSoFar) -> UnfinishedTurn:
    """Parse a turn in progress: it ends with the current dice, and the positions of those held."""
    parts = split_at_commas(words)
    throws, keeps = read_keeps(parts[:-1], so_far)
    dice, rest = read_throw(parts[-1], so_far, throws, keeps)
    mask = rest[1].text if len(rest) > 1 else ""
    is_mask = len(mask) == len(dice) and all(sign in ("-", str(die)) for sign, die in zip(mask, dice, strict=True))
    if rest and (rest[0].text.lower() != "hold" or not is_mask or len(rest) > 2):
        example = dice_text(dice)[:-2] + "--"
        rest[0].refuse(f'"hold" and the held dice in their places are expected here, as in "hold {example}"')
    held = tuple(sign != "-" for sign in mask) or (False,) * len(dice)
    return UnfinishedTurn((*throws, dice), tuple(keeps), held)


def split_at_commas(words: list[Word]) -> list[list[Word]]:
    """Split a turn at commas into parts that are not empty."""
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
    """Split the words at the first that is not digits."""
    n_dice = next((place for place, word in enumerate(words) if not word.is_number), len(words))
    return words[:n_dice], words[n_dice:]


def read_faces(words: list[Word]) -> Dice:
    """Return the faces of words of digits."""
    for word in words:
        for place, digit in enumerate(word.text):
            if digit not in dice_text(FACES):
                Word(digit, word.line, word.column + place).refuse(f"no die shows {digit}; dice show 1 to 6")
    return tuple(int(digit) for word in words for digit in word.text)


def without(dice: Dice, part: Dice) -> Dice | None:
    """Return ``dice`` without ``part``; None if they do not contain it."""
    left = list(dice)
    for die in part:
        if die not in left:
            return None
        left.remove(die)
    return tuple(left)


def read_throw(words: list[Word], so_far: CardSoFar, throws: list[Dice], keeps: list[Roll]) -> tuple[Dice, list[Word]]:
    """Parse a throw with the dice kept for it; return also the remaining words.

    After a keep either all dice or only the new ones may be written.
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
    """Return the dice kept of a throw, ascending."""
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
    """Parse the end of a turn: its box and points."""
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
    """Return the name of a box as written in records."""
    return category.name.replace("_", " ")


def read_category(words: list[Word], so_far: CardSoFar) -> tuple[int, list[Word]]:
    """Parse the name of an open box; return also the remaining words."""
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
    """Parse a number of points."""
    digits = word.text.removeprefix("+")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= LONGEST_NUMBER):
        word.refuse(f"{quoted(word.text)} is no number of {what}")
    return int(digits)


def check_entry(entry: Entry, points: Word | None, on_top: Word | None, what: str) -> None:
    """Check points written after dice."""
    if points is not None and read_number(points, "points") != entry.points:
        points.refuse(f"{what} brings {entry.points}, not {points.text}")
    if on_top is not None and read_number(on_top, "points") != entry.on_top:
        on_top.refuse(f"{what} pays {entry.on_top} on top, not {quoted(on_top.text)}")


def read_possible_points(word: Word, so_far: CardSoFar, category: Category) -> int:
    """Parse points without dice: those of some roll in this situation, or 0."""
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
    """Return the possible points of a box, ascending; cached, because a file can have thousands of turns."""
    entries = [entry_in(category, roll, extra, situation) for roll in keep_lattice(n_dice).rolls]
    return sorted({0, *(entry.points for entry in entries if entry is not None)})


def read_on_top(word: Word | None, so_far: CardSoFar) -> int:
    """Parse the bonus of an extra Yahtzee in a turn without dice."""
    if word is None:
        return 0
    situation, extra = so_far.situation, so_far.ruleset.extra_yahtzees
    pays = extra.bonus if extra is not None and situation is not None and situation.pays else 0
    if read_number(word, "points") not in (0, pays):
        word.refuse(f"{quoted(word.text)} cannot be paid on top here" + (f"; it is +{pays} or nothing" if pays else ""))
    return read_number(word, "points")


VERSIONS = ("1", "2")  # the default for writing first
VERSION = VERSIONS[0]
LARGEST_FILE = 1_000_000  # bytes: some two thousand games
LONGEST_NAME = 40
NEW = ("dice", "began", "order", "help", "now", "went")  # not in version 1
MACHINES = (
    "perfect",
    "pars",
    "par",
    "counting",
    "upper_dice",
    "chance_late",
    "bonus_aim",
    "greedy",
    "sacrifice",
    "open_boxes",
    "patterns",
    "casual",
)
HELPS = ("pen", "peek", "coach", "machine", *(f"machine {plays}" for plays in MACHINES))
UNNAMED = "Player 1"


@dataclass
class OpenCard:
    """A card that is being parsed."""

    name: str
    so_far: CardSoFar | None = None
    turns: list[PlayedTurn] = field(default_factory=list)
    help: str = ""
    now: UnfinishedTurn | None = None
    is_gone: bool = False
    is_closed: bool = False


@dataclass
class OpenGame:
    """A game that is being parsed."""

    first: Word
    version: str
    game: str = ""
    options: dict[str, str] = field(default_factory=dict)
    date: str = ""
    seed: str = ""
    dice_rule: int = 1
    began: Word | None = None
    order: Word | None = None
    cards: list[OpenCard] = field(default_factory=list)
    has_begun: bool = False

    @property
    def ruleset(self) -> Ruleset:
        """Return the rules parsed so far."""
        return ruleset_with(self.game or DEFAULT_RULESET, tuple(self.options.items()))

    def close(self) -> PlayedGame:
        """Return the game when all of it is parsed."""
        if not self.cards:
            self.first.refuse("this record holds no player and no turn")
        n_players = len(self.cards)
        usual = tuple(range(n_players))
        n_began, order = n_players, usual
        if self.began:
            if not re.fullmatch("[1-9][0-9]*", self.began.text) or int(self.began.text) > n_players:
                self.began.refuse(f"1 to {n_players} players can have begun, not {quoted(self.began.text)}")
            n_began = int(self.began.text)
        if self.order:
            numbers = self.order.text.split("-")
            if sorted(numbers) != sorted(str(player + 1) for player in usual):
                self.order.refuse(
                    f'the order names each of {n_players} players once, as in "2-1-3", not {quoted(self.order.text)}'
                )
            order = tuple(int(number) - 1 for number in numbers)
        return PlayedGame(
            self.ruleset,
            tuple(self.closed(card) for card in self.cards),
            self.date,
            self.seed,
            self.dice_rule,
            n_began if n_began < n_players else 0,
            order if order != usual else (),
        )

    def closed(self, card: OpenCard) -> PlayedCard:
        """Return a card when all of it is parsed."""
        turns = card.turns
        if self.version == VERSION:
            turns = [replace(turn, first_throw=first_throw_in_1(self.ruleset, self.seed, turn)) for turn in card.turns]
        return PlayedCard(card.name, tuple(turns), card.help, card.is_gone, card.now)


@functools.lru_cache(maxsize=256)
def ruleset_with(name: str, options: tuple[tuple[str, str], ...]) -> Ruleset:
    """Return a ruleset, cached for all games of a file."""
    return find_ruleset(name, dict(options))


def decode(content: bytes) -> str:
    """Decode the content of a file.

    Raises
    ------
    RecordError
        If the file is too large or not valid UTF-8.
    """
    if len(content) > LARGEST_FILE:
        raise RecordError(1, 1, f"the file has more than {LARGEST_FILE:,} bytes, the most that is read")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode("utf-8", "replace").removeprefix("\ufeff")
        lines = split_lines(before)
        message = "this is not UTF-8; save the file as text in UTF-8"
        raise RecordError(len(lines), len(lines[-1]) + 1, message) from error


def split_lines(text: str) -> list[str]:
    """Split a text into lines, with the line ends of any system."""
    return re.split("\r\n|\n|\r", text)


def read_records(text: str) -> tuple[PlayedGame, ...]:
    """Return the games of a record, at least one.

    Raises
    ------
    RecordError
        If it is invalid, or describes impossible games.
    """
    games = list[OpenGame]()
    for number, line in enumerate(split_lines(text), start=1):
        for words in headings(words_of(line, number)):
            if words[0].text.lower() == "yatzy":
                check_version(words)
                games.append(OpenGame(words[0], words[1].text))
            elif not games:
                words[0].refuse(f'a record begins with "yatzy {VERSION}", not with {quoted(words[0].text)}')
            else:
                read_line(words, line, games[-1])
    if not games:
        raise RecordError(1, 1, f'the file is empty; a record begins with "yatzy {VERSION}"')
    return tuple(game.close() for game in games)


def headings(words: list[Word]) -> list[list[Word]]:
    """Return the entries of a line: none for a comment; a first line can have several, separated by slashes."""
    if not words or words[0].text.startswith("#"):
        return []
    if words[0].text.lower() != "yatzy":
        return [words]
    entries: list[list[Word]] = [[]]
    for word in words:
        if word.text == "/":
            entries.append([])
        else:
            entries[-1].append(word)
    return [entry for entry in entries if entry]


def check_version(words: list[Word]) -> None:
    """Check that the version is supported."""
    if len(words) == 1:
        words[0].refuse(f'the version is missing; write "yatzy {VERSION}"')
    if words[1].text not in VERSIONS:
        known = " and ".join(VERSIONS)
        words[1].refuse(f"this record has version {quoted(words[1].text)}; versions {known} can be read")
    if len(words) > 2:
        words[2].refuse(f"{quoted(words[2].text)} is not expected behind the version")


def read_line(words: list[Word], line: str, game: OpenGame) -> None:
    """Parse one line of a game."""
    key = words[0].text.lower()
    if key in NEW and game.version == VERSION:
        words[0].refuse(f'{quoted(key)} needs version 2; write "yatzy 2" in the first line')
    if len(words) == 1 and (key in HEADER or key in ("help", "now")):
        words[0].refuse(f"{quoted(key)} stands alone; write what it is behind it")
    if key == "player":
        game.cards.append(OpenCard(read_name(words, line)))
    elif key in HEADER:
        if game.has_begun:
            words[0].refuse(f"{quoted(key)} stands before the first turn")
        if len(words) > 2:
            words[2].refuse(f"{quoted(words[2].text)} is not expected here")
        HEADER[key](words[1], game)
    elif key == "help":
        read_help(words, game)
    elif key == "now":
        take_now(words, game)
    elif key == "end" or [word.text.lower() for word in words[:2]] in (["broken", "off"], ["went", "home"]):
        read_end(words, game)
    else:
        take_turn(words, game)


def read_name(words: list[Word], line: str) -> str:
    """Parse the name of a player: the rest of the line, on a first line up to the next slash."""
    if len(words) == 1:
        words[0].refuse("the name of the player is missing")
    name = line[words[1].column - 1 : words[-1].column - 1 + len(words[-1].text)]
    if len(name) > LONGEST_NAME:
        words[1].refuse(f"the name has {len(name)} signs; at most {LONGEST_NAME} are kept")
    return name


def read_game(word: Word, game: OpenGame) -> None:
    """Parse the name of the game."""
    if game.game or game.options:
        word.refuse("the game stands once, before its rules")
    try:
        find_ruleset(word.text)
    except UnknownRulesetError:
        word.refuse(f"no game is called {quoted(word.text)}; the games are {listed(list(RULESETS))}")
    game.game = word.text


def read_rule(word: Word, game: OpenGame) -> None:
    """Parse a house rule."""
    name, equals, value = word.text.partition("=")
    if not equals:
        word.refuse(f'{quoted(word.text)} is no house rule; write it as "name=value"')
    if name in game.options:
        word.refuse(f"the rule {quoted(name)} stands twice")
    game.options[name] = value
    try:
        _checked = game.ruleset
    except RulesError:
        ruleset = find_ruleset(game.game or DEFAULT_RULESET)
        if name not in ruleset.options:
            word.refuse(f"the game has no rule {quoted(name)}; its rules are {listed(list(ruleset.options))}")
        word.refuse(f"the rule {quoted(name)} cannot be {quoted(value)}")


def read_date(word: Word, game: OpenGame) -> None:
    """Parse the date of the game."""
    if not re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", word.text):
        word.refuse(f"{quoted(word.text)} is no date; write year, month and day as 2026-11-22")
    try:
        datetime.date.fromisoformat(word.text)
    except ValueError:
        word.refuse(f"there is no day {word.text}")
    game.date = word.text


def read_seed(word: Word, game: OpenGame) -> None:
    """Parse the seed of the dice."""
    if not re.fullmatch("[A-Za-z0-9]{1,32}", word.text):
        word.refuse(f"{quoted(word.text)} is no seed; it is 1 to 32 letters and digits")
    game.seed = word.text


def read_dice_rule(word: Word, game: OpenGame) -> None:
    """Parse the rule by which dice follow from the seed."""
    if word.text not in ("1", "2"):
        word.refuse(f"the rule of the dice is 1 or 2, not {quoted(word.text)}")
    game.dice_rule = int(word.text)


def read_began(word: Word, game: OpenGame) -> None:
    """Parse the number of players who began, which is checked once all are known."""
    game.began = word


def read_order(word: Word, game: OpenGame) -> None:
    """Parse the order of turns, which is checked once all players are known."""
    game.order = word


HEADER = {
    "game": read_game,
    "rule": read_rule,
    "date": read_date,
    "seed": read_seed,
    "dice": read_dice_rule,
    "began": read_began,
    "order": read_order,
}


def read_help(words: list[Word], game: OpenGame) -> None:
    """Parse the help of the current player."""
    card = game.cards[-1] if game.cards else None
    if card is None or card.is_closed or card.turns or card.now:
        words[0].refuse('"help" must follow the line of its player, before the turns')
    name = " ".join(word.text.lower() for word in words[1:])
    if name not in HELPS:
        words[1].refuse(f"no help is called {quoted(name)}; it is {listed(HELPS)}")
    card.help = "" if name == "pen" else name


def open_card(word: Word, game: OpenGame) -> tuple[OpenCard, CardSoFar]:
    """Return the card of the current player, still open; the first one if no player is named."""
    if not game.cards:
        game.cards.append(OpenCard(UNNAMED))
    card, game.has_begun = game.cards[-1], True
    card.so_far = card.so_far or CardSoFar(game.ruleset)
    if card.is_closed:
        word.refuse("this card is closed; the next player begins with a line of their own")
    if card.now:
        word.refuse('"now" is the last turn of a card')
    return card, card.so_far


def take_now(words: list[Word], game: OpenGame) -> None:
    """Parse the turn in progress."""
    card, so_far = open_card(words[0], game)
    if any(other.now for other in game.cards):
        words[0].refuse("a record has one unfinished turn at most")
    if so_far.n_turns == so_far.ruleset.n_categories:
        words[0].refuse(f"every box is filled; the game has {so_far.ruleset.n_categories} turns")
    card.now = read_now(words[1:], so_far)


def read_first_throw(words: list[Word], game: OpenGame) -> tuple[int, list[Word]]:
    """Return the number of the throw of a turn's only dice, 0 if not recorded, and the remaining words."""
    if game.version == VERSION or words[0].text.lower() != "throw":
        return 0, words
    if game.ruleset.saves_throws or game.seed:
        words[0].refuse("of dice from a seed, and where throws are saved, each throw is recorded")
    n_throws = 1 + game.ruleset.n_rerolls
    if len(words) < 3 or words[1].text not in [str(throw) for throw in range(1, n_throws + 1)]:
        words[0].refuse(f'"throw", a number from 1 to {n_throws} and the dice are expected here')
    return int(words[1].text), words[2:]


def take_turn(words: list[Word], game: OpenGame) -> None:
    """Parse a turn of the current player."""
    card, so_far = open_card(words[0], game)
    number = so_far.n_turns + 1
    if re.fullmatch(r"[0-9]{1,3}[.:]?", words[0].text):
        if int(words[0].text.rstrip(".:")) != number:
            words[0].refuse(f"turn {number} is expected here, not {quoted(words[0].text)}")
        if len(words) == 1:
            words[0].refuse("nothing stands behind the number of the turn")
        words = words[1:]
    if number > so_far.ruleset.n_categories:
        words[0].refuse(f"every box is filled; the game has {so_far.ruleset.n_categories} turns")
    first, rest = read_first_throw(words, game)
    turn = read_turn(rest, so_far)
    if first and len(turn.throws) != 1:
        words[0].refuse('"throw" stands before the only dice of a turn')
    turn = replace(turn, first_throw=max(first, 1))
    so_far.scorecard = written(so_far.ruleset, so_far.scorecard, turn)
    so_far.turn_of_category[turn.category] = number
    card.turns.append(turn)


def read_end(words: list[Word], game: OpenGame) -> None:
    """Close a card and check its sum."""
    key = words[0].text.lower()
    has_ended = key == "end"
    if not game.cards or game.cards[-1].is_closed:
        words[0].refuse("no card is open here")
    card, game.has_begun = game.cards[-1], True
    so_far = card.so_far = card.so_far or CardSoFar(game.ruleset)
    card.is_closed = True
    n_turns = so_far.ruleset.n_categories
    card.is_gone = key == "went"
    if not card.is_gone and has_ended != is_full(so_far.ruleset, so_far.scorecard):
        words[0].refuse(
            f'{so_far.n_turns} of {n_turns} turns are played; write "broken off" where a game was not ended'
            if has_ended
            else 'every box is filled; write "end"'
        )
    number = words[1:] if has_ended else words[2:]
    if len(number) > 1:
        number[1].refuse(f"{quoted(number[1].text)} is not expected here")
    points = total(so_far.ruleset, so_far.scorecard)
    if number and number[0].text != str(points):
        number[0].refuse(f"the boxes add up to {points}, not {quoted(number[0].text)}")


def record_text(game: PlayedGame) -> str:
    """Format a game as a record."""
    usual = find_ruleset(game.ruleset.name).options
    lines = [f"yatzy {game.version}", f"game {game.ruleset.name}"]
    lines += [f"rule {name}={str(is_).lower()}" for name, is_ in game.ruleset.options.items() if is_ != usual[name]]
    lines += [f"date {game.date}"] * bool(game.date) + [f"seed {game.seed}"] * bool(game.seed)
    lines += [f"dice {game.dice_rule}"] * (game.dice_rule > 1) + [f"began {game.n_began}"] * bool(game.n_began)
    lines += [f"order {'-'.join(str(player + 1) for player in game.order)}"] * bool(game.order)
    for card in game.cards:
        lines += card_lines(game.ruleset, card, game.version)
    return "\n".join(lines) + "\n"


def card_lines(ruleset: Ruleset, card: PlayedCard, version: str) -> list[str]:
    """Return the lines of a player."""
    lines = [f"player {card.name}"] + [f"help {card.help}"] * bool(card.help)
    lines += [f"{number} {turn_text(ruleset, turn, version)}" for number, turn in enumerate(card.turns, start=1)]
    lines += [f"now {now_text(card.now)}"] if card.now else []
    *_, last = scorecards(ruleset, card.turns)
    end = "went home" if card.is_gone else "end" if is_full(ruleset, last) else "broken off"
    return [*lines, f"{end} {total(ruleset, last)}"]


def keep_texts(turn: PlayedTurn | UnfinishedTurn) -> list[str]:
    """Return the dice kept of each throw but the last, as text."""
    return [
        f"{dice_text(throw)} keep {dice_text(kept) or 'nothing'}"
        for throw, kept in zip(turn.throws, turn.keeps, strict=False)
    ]


def turn_text(ruleset: Ruleset, turn: PlayedTurn, version: str) -> str:
    """Format a turn without its number."""
    first = f"throw {turn.first_throw} " if turn.last_only and version != VERSION else ""
    last = f"{first}{dice_text(turn.throws[-1])} " if turn.throws else ""
    on_top = f" +{turn.on_top}" if turn.on_top else ""
    box = spoken(ruleset.categories[turn.category])
    return ", ".join([*keep_texts(turn), f"{last}{box} {turn.points}{on_top}"])


def now_text(now: UnfinishedTurn) -> str:
    """Format a turn in progress: the current dice, and the positions of those held."""
    dice = now.throws[-1]
    mask = "".join(str(die) if held else "-" for die, held in zip(dice, now.held, strict=True))
    return ", ".join([*keep_texts(now), dice_text(dice) + (f" hold {mask}" if any(now.held) else "")])
