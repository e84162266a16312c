"""A likely history of a state, which contains neither the points scored nor their order."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solver.advising.advice import play, preferred_category, solve_turn
from solver.arrays import Floats
from solver.game.game import Game


@dataclass(frozen=True)
class Entry:
    """One box filled: its category and points."""

    category: int
    points: int


def predecessors(game: Game, filled: int, upper_total: int) -> list[tuple[int, int, int]]:
    """Return every (filled, upper total, category) from which filling the category can lead to a state."""
    space, threshold = game.space, game.ruleset.threshold
    upper_places = [place for place, category in enumerate(game.ruleset.categories) if category.is_upper]
    found = []
    for category in range(game.ruleset.n_categories):
        if filled >> category & 1:
            before = filled ^ 1 << category
            points = space.upper_points[upper_places.index(category)] if category in upper_places else (0,)
            totals = {upper_total - step for step in points}
            if upper_total == threshold:
                totals |= set(range(threshold - max(points), threshold + 1))
            reachable = space.reachable_slots[before]
            found += [(before, total, category) for total in sorted(totals) if total >= 0 and reachable[total]]
    return found


def last_entry(
    game: Game, value_of_state: Floats, visits: Floats, filled: int, upper_total: int
) -> tuple[int, int, Entry]:
    """Return the likeliest previous state, and the box filled from there."""
    before = predecessors(game, filled, upper_total)
    space = game.space
    weight = np.array([visits[space.state(set_before, total)] for set_before, total, _ in before])
    turn = solve_turn(game, [row[0] for row in before], [row[1] for row in before], value_of_state)
    first_rolls = np.repeat(game.lattice.prob_of_roll[:, None], len(before), axis=1)
    scored = play(turn, game.ruleset.n_rerolls, first_rolls) * weight
    chosen = preferred_category(turn)

    best, likeliest = -1.0, (0, 0, Entry(0, 0))
    for place, (set_before, total, category) in enumerate(before):
        is_upper = game.ruleset.categories[category].is_upper
        for points in np.unique(game.points_of_roll[:, category]):
            leads_here = min(total + points, game.ruleset.threshold) == upper_total if is_upper else True
            gives = (game.points_of_roll[:, category] == points) & (chosen[:, place] == category)
            probability = float(scored[gives, place].sum()) if leads_here else 0.0
            if probability > best:
                best, likeliest = probability, (set_before, total, Entry(category, int(points)))
    return likeliest


def likely_history(game: Game, value_of_state: Floats, visits: Floats, filled: int, upper_total: int) -> list[Entry]:
    """Return a likely history of a state under perfect play, the first box first.

    The search goes backwards, each time to the likeliest previous state: the probability of visiting it times that of
    the step.
    """
    entries: list[Entry] = []
    while filled:
        filled, upper_total, entry = last_entry(game, value_of_state, visits, filled, upper_total)
        entries.insert(0, entry)
    return entries
