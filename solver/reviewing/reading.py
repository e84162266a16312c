"""Read records of games: lenient in what people type, strict in what cannot have been played.

A file holds games one after the other, each beginning with the line ``yatzy 1``. Every mistake is told with its line
and column.
"""

from __future__ import annotations

import datetime
import functools
import re
from dataclasses import dataclass, field, replace

from solver.errors import RulesError, UnknownRulesetError
from solver.reviewing.played import PlayedCard, PlayedGame, PlayedTurn, is_full, total, written
from solver.reviewing.reading_turns import CardSoFar, read_turn
from solver.reviewing.words import RecordError, Word, listed, quoted, words_of
from solver.rules.games import DEFAULT_RULESET, RULESETS, find_ruleset
from solver.rules.ruleset import Ruleset

VERSION = "1"
LARGEST_FILE = 1_000_000  # bytes: some two thousand games
LONGEST_NAME = 40
HEADER = ("game", "rule", "date", "seed", "player")
UNNAMED = "Player 1"


@dataclass
class OpenCard:
    """A card that is being read."""

    name: str
    so_far: CardSoFar | None = None
    turns: list[PlayedTurn] = field(default_factory=list)
    is_closed: bool = False


@dataclass
class OpenGame:
    """A game that is being read."""

    first: Word
    game: str = ""
    options: dict[str, str] = field(default_factory=dict)
    date: str = ""
    seed: str = ""
    cards: list[OpenCard] = field(default_factory=list)
    has_begun: bool = False

    @property
    def ruleset(self) -> Ruleset:
        """Return the rules as far as they are known."""
        return ruleset_with(self.game or DEFAULT_RULESET, tuple(self.options.items()))

    def close(self) -> PlayedGame:
        """Return the game when all of it is read."""
        if not self.cards:
            self.first.refuse("this record holds no player and no turn")
        # Dice of a seed were thrown by the page, which records every throw; saved throws are counted by the players.
        is_last_only = not self.seed and not self.ruleset.saves_throws
        cards = tuple(
            PlayedCard(
                card.name, tuple(replace(turn, last_only=is_last_only and len(turn.throws) == 1) for turn in card.turns)
            )
            for card in self.cards
        )
        return PlayedGame(self.ruleset, cards, self.date, self.seed)


@functools.lru_cache(maxsize=256)
def ruleset_with(name: str, options: tuple[tuple[str, str], ...]) -> Ruleset:
    """Return a ruleset, made once for all games of a file that have it."""
    return find_ruleset(name, dict(options))


def decode(content: bytes) -> str:
    """Return the text of a file.

    Raises
    ------
    RecordError
        If the file is too large or no UTF-8.
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
    """Return the lines of a text, whichever system wrote it."""
    return re.split("\r\n|\n|\r", text)


def read_records(text: str) -> tuple[PlayedGame, ...]:
    """Return the games that a text records, at least one.

    Raises
    ------
    RecordError
        If it cannot be read, or what it says cannot have been played.
    """
    games = list[OpenGame]()
    for number, line in enumerate(split_lines(text), start=1):
        for words in headings(words_of(line, number)):
            if words[0].text.lower() == "yatzy":
                check_version(words)
                games.append(OpenGame(words[0]))
            elif not games:
                words[0].refuse(f'a record begins with "yatzy {VERSION}", not with {quoted(words[0].text)}')
            else:
                read_line(words, line, games[-1])
    if not games:
        raise RecordError(1, 1, f'the file is empty; a record begins with "yatzy {VERSION}"')
    return tuple(game.close() for game in games)


def headings(words: list[Word]) -> list[list[Word]]:
    """Return the entries of a line: none for a remark; a first line may hold several, with slashes between them."""
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
    """Refuse a record of a version that is not known."""
    if len(words) == 1:
        words[0].refuse(f'the version is missing; write "yatzy {VERSION}"')
    if words[1].text != VERSION:
        words[1].refuse(f"this record has version {quoted(words[1].text)}; version {VERSION} can be read")
    if len(words) > 2:
        words[2].refuse(f"{quoted(words[2].text)} is not expected behind the version")


def read_line(words: list[Word], line: str, game: OpenGame) -> None:
    """Take one line into the game."""
    key = words[0].text.lower()
    if key == "player":
        game.cards.append(OpenCard(read_name(words, line)))
    elif key in HEADER:
        if game.has_begun:
            words[0].refuse(f"{quoted(key)} stands before the first turn")
        if len(words) == 1:
            words[0].refuse(f"{quoted(key)} stands alone; write what it is behind it")
        if len(words) > 2:
            words[2].refuse(f"{quoted(words[2].text)} is not expected here")
        {"game": read_game, "rule": read_rule, "date": read_date, "seed": read_seed}[key](words[1], game)
    elif key == "end" or (key == "broken" and len(words) > 1 and words[1].text.lower() == "off"):
        read_end(words, game, has_ended=key == "end")
    else:
        take_turn(words, game)


def read_name(words: list[Word], line: str) -> str:
    """Return the name of a player: all that stands behind the word, on a first line up to the next slash."""
    if len(words) == 1:
        words[0].refuse("the name of the player is missing")
    name = line[words[1].column - 1 : words[-1].column - 1 + len(words[-1].text)]
    if len(name) > LONGEST_NAME:
        words[1].refuse(f"the name has {len(name)} signs; at most {LONGEST_NAME} are kept")
    return name


def read_game(word: Word, game: OpenGame) -> None:
    """Take the game that is played."""
    if game.game or game.options:
        word.refuse("the game stands once, before its rules")
    try:
        find_ruleset(word.text)
    except UnknownRulesetError:
        word.refuse(f"no game is called {quoted(word.text)}; the games are {listed(list(RULESETS))}")
    game.game = word.text


def read_rule(word: Word, game: OpenGame) -> None:
    """Take a house rule."""
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
    """Take the day on which was played."""
    if not re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", word.text):
        word.refuse(f"{quoted(word.text)} is no date; write year, month and day as 2026-11-22")
    try:
        datetime.date.fromisoformat(word.text)
    except ValueError:
        word.refuse(f"there is no day {word.text}")
    game.date = word.text


def read_seed(word: Word, game: OpenGame) -> None:
    """Take the seed of the dice."""
    if not re.fullmatch("[A-Za-z0-9]{1,32}", word.text):
        word.refuse(f"{quoted(word.text)} is no seed; it is 1 to 32 letters and digits")
    game.seed = word.text


def take_turn(words: list[Word], game: OpenGame) -> None:
    """Take a turn of the player who is being read; without any named, it is the first."""
    if not game.cards:
        game.cards.append(OpenCard(UNNAMED))
    card, game.has_begun = game.cards[-1], True
    so_far = card.so_far = card.so_far or CardSoFar(game.ruleset)
    number = so_far.n_turns + 1
    if card.is_closed:
        words[0].refuse("this card is closed; the next player begins with a line of their own")
    if re.fullmatch(r"[0-9]{1,3}[.:]?", words[0].text):
        if int(words[0].text.rstrip(".:")) != number:
            words[0].refuse(f"turn {number} is expected here, not {quoted(words[0].text)}")
        if len(words) == 1:
            words[0].refuse("nothing stands behind the number of the turn")
        words = words[1:]
    if number > so_far.ruleset.n_categories:
        words[0].refuse(f"every box is filled; the game has {so_far.ruleset.n_categories} turns")
    turn = read_turn(words, so_far)
    so_far.scorecard = written(so_far.ruleset, so_far.scorecard, turn)
    so_far.turn_of_category[turn.category] = number
    card.turns.append(turn)


def read_end(words: list[Word], game: OpenGame, has_ended: bool) -> None:
    """Close a card, and check its sum."""
    if not game.cards or game.cards[-1].is_closed:
        words[0].refuse("no card is open here")
    card, game.has_begun = game.cards[-1], True
    so_far = card.so_far = card.so_far or CardSoFar(game.ruleset)
    card.is_closed = True
    n_turns = so_far.ruleset.n_categories
    if has_ended != is_full(so_far.ruleset, so_far.scorecard):
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
