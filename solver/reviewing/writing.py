"""Write records of games in their one strict form."""

from __future__ import annotations

from collections.abc import Iterable

from solver.game.dice import dice_text
from solver.reviewing.played import PlayedCard, PlayedGame, PlayedTurn, is_full, scorecards, total
from solver.reviewing.reading import VERSION
from solver.reviewing.reading_turns import spoken
from solver.rules.games import find_ruleset
from solver.rules.ruleset import Ruleset


def records_text(games: Iterable[PlayedGame]) -> str:
    """Return the records of games, one after the other."""
    return "\n".join(record_text(game) for game in games)


def record_text(game: PlayedGame) -> str:
    """Return the record of a game."""
    usual = find_ruleset(game.ruleset.name).options
    lines = [f"yatzy {VERSION}", f"game {game.ruleset.name}"]
    lines += [f"rule {name}={str(is_).lower()}" for name, is_ in game.ruleset.options.items() if is_ != usual[name]]
    lines += [f"date {game.date}"] * bool(game.date) + [f"seed {game.seed}"] * bool(game.seed)
    for card in game.cards:
        lines += card_lines(game.ruleset, card)
    return "\n".join(lines) + "\n"


def card_lines(ruleset: Ruleset, card: PlayedCard) -> list[str]:
    """Return the lines of a player."""
    lines = [f"{number} {turn_text(ruleset, turn)}" for number, turn in enumerate(card.turns, start=1)]
    *_, last = scorecards(ruleset, card.turns)
    end = "end" if is_full(ruleset, last) else "broken off"
    return [f"player {card.name}", *lines, f"{end} {total(ruleset, last)}"]


def turn_text(ruleset: Ruleset, turn: PlayedTurn) -> str:
    """Return a turn without its number."""
    parts = [
        f"{dice_text(throw)} keep {dice_text(kept) or 'nothing'}"
        for throw, kept in zip(turn.throws, turn.keeps, strict=False)
    ]
    last = f"{dice_text(turn.throws[-1])} " if turn.throws else ""
    on_top = f" +{turn.on_top}" if turn.on_top else ""
    return ", ".join([*parts, f"{last}{spoken(ruleset.categories[turn.category])} {turn.points}{on_top}"])
