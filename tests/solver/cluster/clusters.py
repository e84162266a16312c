"""Helpers for tests of runs on a cluster: the values of all states, assembled from the parts of layers."""

import numpy as np
import psutil  # type: ignore[import-untyped]

from solver.cluster.parts import GameValues, Split
from solver.game.game import Game
from solver.rules.games import find_ruleset
from solver.rules.ruleset import Ruleset
from tests.solver import games, more_games


def maxi_categories(*names):
    """A game of six dice with some categories of Maxi Yatzy."""
    known = {category.name: category for category in find_ruleset("maxi").categories}
    maxi = find_ruleset("maxi")
    return Ruleset("tiny", 6, tuple(known[name] for name in names), 7, 13, maxi.options, 2)


SIX_DICE = maxi_categories("twos", "fives", "three_pairs", "full_straight", "tower")
RULES = (
    {name: games.ruleset(game) for name, game in games.GAMES.items()}
    | {name: more_games.ruleset(game) for name, game in more_games.GAMES.items()}
    | {"six dice": SIX_DICE}
)
FOUR_CATEGORIES, SIX_CATEGORIES = RULES["free joker"], RULES["six categories"]
AIMED = {name: rules for name, rules in RULES.items() if not rules.saves_throws}


def all_parts(split: Split):
    """The layer and group of every part, in the order in which they can be solved."""
    n_categories = split.space.ruleset.n_categories
    return [(n_filled, group) for n_filled in reversed(range(n_categories + 1)) for group in split.groups(n_filled)]


def value_of_state(game: Game, split: Split, read):
    """The values of all states in their order, from what ``read(n_filled, group)`` returns for each part."""
    tables, space = GameValues(game, split), game.space
    values = np.full(space.n_states, np.nan)
    for part in all_parts(split):
        pages = split.pages(*part)
        table = tables.unpack(pages, read(*part)["value"])
        for page in pages.tolist():
            totals = np.flatnonzero(space.reachable_of_upper_set[space.upper_set_of_page[page]])
            first = space.first_state_of_page[page]
            values[first : first + len(totals)] = table.values[table.first_slot[page] + totals]
    return values


def running():
    """The processes started by this one, except the one that Python keeps to the end."""
    children = psutil.Process().children(recursive=True)
    return {child for child in children if "resource_tracker" not in " ".join(child.cmdline())}
