"""What data sets of several games share: perfect play of each, followed once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from solver.datasets.contract.workshop import Workshop
from solver.datasets.shared.perfect_play import optimal_distribution_of, optimal_statistics
from solver.rules.games import find_ruleset

if TYPE_CHECKING:
    from solver.play.distribution import Distribution
    from solver.play.statistics import Statistics

COMPARED = ("yahtzee", "maxi", "scandinavian-saved")


class Play(NamedTuple):
    """Perfect play of one game: its workshop, the distribution of its score, and its statistics."""

    workshop: Workshop
    distribution: Distribution
    statistics: Statistics


def plays(workshop: Workshop) -> dict[str, Play]:
    """Return perfect play of the workshop's own game and of all that are compared with it."""
    own = {workshop.ruleset.name: play_in(workshop)}
    return own | {name: play_in(Workshop(find_ruleset(name))) for name in COMPARED}


def play_in(workshop: Workshop) -> Play:
    """Return perfect play of a workshop's game."""
    return Play(workshop, optimal_distribution_of(workshop), optimal_statistics(workshop))


def top_box(workshop: Workshop) -> str:
    """Return the category for all dice equal, by whatever name the game has for it."""
    return next(name for name in workshop.ruleset.category_names if name.endswith(("yatzy", "yahtzee")))
