"""Games with the digits of their review, for the page, which reads values in steps of 1/256.

``python -m tests.solver.reviewing.golden`` writes them again. In 24 of the first 30 seeds all digits agree, and these
games are among them; in the others one last digit differs, because the roundings of a game add up to at most 0.02
points. With values solved on the device all 30 agree: they are in a separate file, abbreviated.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from solver.advising.advice import choices, solve_turn
from solver.cli.reports import choice_report, tenths
from solver.game.dice import dice_text
from solver.game.game import Game
from solver.reviewing.played import PlayedCard, PlayedGame, PlayedTurn, empty_card, written
from solver.reviewing.records import record_text
from solver.reviewing.review import review
from solver.solving.layers import Values

FILE = Path(__file__).parents[2] / "golden" / "reviews.json"
EXACT_FILE = FILE.with_name("reviews_exact.json")
SEED = "GOLDEN"  # of no dice here; a record with a seed has every throw
SEEDS = (1, 2, 3, 5)
EXACT_SEEDS = range(1, 31)
CARE = 0.6  # how often the player takes the best option
N_TEMPTING = 6


def played_turns(game: Game, values: Values, random: Random) -> Iterator[PlayedTurn]:
    """Yield the turns of a player who often plays well."""
    lattice, names, card = game.lattice, game.ruleset.category_names, empty_card()
    for _turn in names:
        turn = solve_turn(game, card.filled, card.upper_total, values)
        throws, keeps = [tuple(random.choices(range(1, 7), k=5))], list[tuple[int, ...]]()
        for rerolls in (2, 1, 0):
            roll = lattice.index_of_keep[tuple(sorted(throws[-1]))] - lattice.first_roll
            options = choices(turn, roll, rerolls)
            taken = options[0] if random.random() < CARE else random.choice(options[:N_TEMPTING])
            if taken.action == "score":
                played = PlayedTurn(names.index(taken.category), taken.points, tuple(throws), tuple(keeps))
                break
            keeps.append(taken.dice)
            throws.append((*taken.dice, *random.choices(range(1, 7), k=5 - len(taken.dice))))
        card = written(game.ruleset, card, played)
        yield played


def golden(game: Game, values: Values) -> list[dict[str, Any]]:
    """Return each game as its record, and what its review shows of it."""
    cards = [PlayedCard("Anna", tuple(played_turns(game, values, Random(seed)))) for seed in SEEDS]
    return [
        {
            "record": record_text(PlayedGame(game.ruleset, (card,), seed=SEED)),
            "start": tenths(found.start),
            "luck": tenths(found.luck),
            "regret": tenths(found.regret),
            "final": found.points,
            "decisions": [
                {
                    "turn": one.turn,
                    "dice": dice_text(one.roll),
                    "regret": tenths(one.regret),
                    "best": [choice_report(one.best).get("category", ""), dice_text(one.best.dice)],
                    "costly": one in found.mistakes,
                }
                for one in found.decisions
            ],
            "costliest": [one.turn for one in found.costliest],
        }
        for card, found in zip(cards, review(game, values, cards), strict=True)
    ]


def exact_golden(game: Game, values: Values) -> list[dict[str, str]]:
    """Return each game as its record, and in words the digits of its account, of its losses, and its best options."""
    cards = [PlayedCard("Anna", tuple(played_turns(game, values, Random(seed)))) for seed in EXACT_SEEDS]
    return [
        {
            "record": record_text(PlayedGame(game.ruleset, (card,), seed=SEED)),
            "account": " ".join([*map(tenths, (found.start, found.luck, found.regret)), str(found.points)]),
            "regrets": " ".join(tenths(one.regret) for one in found.decisions),
            "best": " ".join(
                choice_report(one.best).get("category", "") or dice_text(one.best.dice) or "none"
                for one in found.decisions
            ),
        }
        for card, found in zip(cards, review(game, values, cards), strict=True)
    ]


def text_of(games: Sequence[Mapping[str, Any]]) -> str:
    """Return the file."""
    return json.dumps(games, indent=1) + "\n"


if __name__ == "__main__":
    from solver.library import solve

    solution = solve()
    FILE.write_text(text_of(golden(solution.game, solution.values)), encoding="utf-8")
    EXACT_FILE.write_text(text_of(exact_golden(solution.game, solution.values)), encoding="utf-8")
