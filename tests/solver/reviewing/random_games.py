"""Games of players who throw, keep and score at random."""

from random import Random

from solver.reviewing.played import PlayedTurn, empty_card, written
from solver.rules.ruleset import Ruleset


def random_card(ruleset: Ruleset, random: Random, share_without_dice: float = 0.0) -> tuple[PlayedTurn, ...]:
    """Return a whole card; of some turns only the points are recorded."""
    card, turns, still_open = empty_card(), list[PlayedTurn](), list(range(ruleset.n_categories))
    while still_open:
        n_throws = random.randint(1, 1 + ruleset.n_rerolls + (card.extra if ruleset.saves_throws else 0))
        dice, throws, keeps = tuple[int, ...](), list[tuple[int, ...]](), list[tuple[int, ...]]()
        for throw in range(n_throws):
            if throw:
                kept = tuple(sorted(random.sample(dice, random.randrange(len(dice)))))
                keeps.append(kept)
                dice = kept
            dice = tuple(
                random.sample((*dice, *random.choices(range(1, 7), k=ruleset.n_dice - len(dice))), ruleset.n_dice)
            )
            throws.append(dice)
        situation = ruleset.situation(card.filled, card.extra)
        entries = {
            place: ruleset.entry(ruleset.categories[place], tuple(sorted(dice)), situation) for place in still_open
        }
        place = random.choice([place for place, entry in entries.items() if entry])
        entry = entries[place]
        assert entry is not None
        known = (tuple(throws), tuple(keeps)) if random.random() >= share_without_dice else ((), ())
        turns.append(PlayedTurn(place, entry.points, *known, entry.on_top))
        card = written(ruleset, card, turns[-1])
        still_open.remove(place)
    return tuple(turns)
