"""The report of recorded games, as an object for JSON and as lines for people."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from solver.cli.reports import choice_report, choice_words
from solver.game.dice import dice_text
from solver.reviewing.judging import JudgedTurn
from solver.reviewing.played import PlayedGame
from solver.reviewing.review import CardReview, Decision
from solver.reviewing.seeded_dice import has_dice_of_seed

Reviewed = Sequence[tuple[PlayedGame, Sequence[CardReview]]]
FINEST = 2**30  # steps a point; what differs by less is the same number, computed in another order


def review_report(games: Reviewed) -> dict[str, Any]:
    """Return what ``review --json`` prints."""
    return {
        "games": [
            {
                "rules": {"name": played.ruleset.name, "options": dict(played.ruleset.options)},
                "date": played.date,
                "seed": played.seed,
                "dice_of_seed": has_dice_of_seed(played),
                "players": [card_report(card) for card in cards],
            }
            for played, cards in games
        ]
    }


def card_report(review: CardReview) -> dict[str, Any]:
    """Return the review of a player: ``value`` = ``start_value`` + ``luck`` - ``regret`` + ``unknown``."""
    decisions = list(review.decisions)
    return {
        "name": review.card.name,
        "points": review.points,
        "finished": review.is_finished,
        "start_value": review.start,
        "value": review.value,
        "luck": review.luck,
        "regret": review.regret,
        "unknown": review.unknown,
        "turns": [
            turn_report(review, number, turn, [one for one in decisions if one.turn == number])
            for number, turn in enumerate(review.turns, start=1)
        ],
        "costliest": [{"turn": one.turn, "throw": one.throw + 1} for one in review.costliest],
    }


def turn_report(review: CardReview, number: int, turn: JudgedTurn, decisions: Sequence[Decision]) -> dict[str, Any]:
    """Return a turn: the values between turns around it, and its decisions."""
    return {
        "turn": number,
        "category": review.game.ruleset.category_names[turn.played.category],
        "points": turn.played.points,
        "on_top": turn.played.on_top,
        "last_throw_only": turn.played.last_only,
        "value_before": turn.before,
        "value_after": turn.after,
        "decisions": [decision_report(decision) for decision in decisions],
    }


def decision_report(decision: Decision) -> dict[str, Any]:
    """Return a throw with its luck, and the decision after it."""
    return {
        "throw": decision.throw + 1,
        "dice": list(decision.roll),
        "rerolls": decision.rerolls,
        "luck": decision.luck,
        "chosen": choice_report(decision.chosen),
        "best": choice_report(decision.best),
        "regret": decision.regret,
        "verdict": decision.verdict,
        "is_best": decision.is_best,
        "is_tied": decision.is_tied,
    }


def review_lines(games: Reviewed) -> list[str]:
    """Return the review of games for people."""
    lines = list[str]()
    for played, cards in games:
        lines.append(" ".join(filter(None, [played.ruleset.name, played.date, seed_words(played)])))
        for card in cards:
            lines += card_lines(card)
    return lines


def seed_words(played: PlayedGame) -> str:
    """Return the seed of a game, and whether its dice are thrown from it."""
    if not played.seed:
        return ""
    told = {True: ", whose dice these are", False: ", whose dice these are not", None: ""}[has_dice_of_seed(played)]
    return f"seed {played.seed}{told}"


def card_lines(review: CardReview) -> list[str]:
    """Return the review of a player for people: the account, a line for each mistake, and the costliest."""
    what = f"{review.points} points" if review.is_finished else f"broken off at {review.points} points, worth"
    value = "" if review.is_finished else f" {tenths(review.value)}"
    n_last_only = sum(turn.played.last_only for turn in review.turns)
    where = "throws that are not recorded" if n_last_only else "turns without dice"
    is_unknown = n_last_only > 0 or any(not turn.throws for turn in review.turns)
    unknown = f" {signed(review.unknown)} in {where}" if is_unknown else ""
    lines = [
        f"{review.card.name}: {what}{value} = {tenths(review.start)} at the start {signed(review.luck)} luck "
        f"- {tenths(review.regret)} given away{unknown}"
    ]
    if n_last_only:
        turns = "1 turn" if n_last_only == 1 else f"{n_last_only} turns"
        lines.append(f"  only the last throw of {turns} is recorded: the choice of the box is judged, keeps are not")
    lines += [f"  {mistake_words(decision)}" for decision in review.mistakes]
    if review.costliest:
        costs = ", ".join(one.place.replace("  ", " ") for one in review.costliest)
        share = sum(one.regret for one in review.costliest)
        lines.append(f"  costliest: {costs}; together {tenths(share)}")
    return lines


def mistake_words(decision: Decision) -> str:
    """Return a decision that gave something away, in words."""
    where = f"{decision.place}  {dice_text(decision.roll)}"
    told = f"{choice_words(decision.chosen)}, {tenths(decision.regret)} below {choice_words(decision.best)}"
    return f"{where}  {told}: {decision.verdict}"


def tenths(value: float) -> str:
    """Return points in tenths; a half is rounded up, here as in the page."""
    settled = math.floor(value * FINEST + 0.5) / FINEST
    return f"{math.floor(settled * 10 + 0.5) / 10 + 0.0:.1f}"


def signed(value: float) -> str:
    """Return points with plus or minus before them."""
    text = tenths(value)
    return f"- {text[1:]}" if text.startswith("-") else f"+ {text}"
