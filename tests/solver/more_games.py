"""Small games of Yahtzee and with saved throws, as the solver and as the oracle know them."""

from types import MappingProxyType

import numpy as np

from solver.rules.games import find_ruleset
from solver.rules.ruleset import ExtraYahtzees, Ruleset
from tests.oracle import UPPER
from tests.oracle_games import AS_JOKER, MoreGame, State

FREE_LOWER = MoreGame(2, ("ones", "full_house", "yahtzee", "chance"), 3, 2, joker="free", extra_bonus=100)
FORCED = MoreGame(2, ("twos", "fives", "small_straight", "yahtzee"), 20, 9, joker="forced", extra_bonus=100)
GAMES = {
    "free joker": FREE_LOWER,
    "free joker, no extra bonus": MoreGame(2, ("ones", "sixes", "full_house", "yahtzee"), 9, 8, joker="free"),
    "forced joker": FORCED,
    "forced joker, no lower box": MoreGame(2, ("twos", "fives", "yahtzee"), 20, 9, joker="forced", extra_bonus=30),
    "forced joker, no extra bonus": MoreGame(2, ("threes", "large_straight", "yahtzee"), 5, 3, joker="forced"),
    "no joker": MoreGame(2, ("fours", "full_house", "yahtzee", "chance"), 7, 4, joker="none", extra_bonus=100),
    "three dice, one reroll": MoreGame(3, ("sixes", "yahtzee", "chance"), 5, 12, 1, joker="free", extra_bonus=50),
    "saved throws": MoreGame(2, ("ones", "sixes", "one_pair", "chance"), 9, 8, saves=True),
    "saved throws, one reroll": MoreGame(2, ("fours", "yatzy", "chance"), 7, 4, n_rerolls=1, saves=True),
    "saved throws, three dice": MoreGame(3, ("threes", "three_of_a_kind"), 6, 6, saves=True),
    "saved throws, no reroll to save": MoreGame(2, ("twos", "chance"), 4, 2, n_rerolls=0, saves=True),
    "saved throws and jokers": MoreGame(2, ("ones", "full_house", "yahtzee"), 3, 2, joker="free", saves=True),
}


def ruleset(game: MoreGame) -> Ruleset:
    """Return the solver's ruleset of a small game."""
    known = {one.name: one for one in find_ruleset("yahtzee" if game.joker else "scandinavian").categories}
    extra = ExtraYahtzees("yahtzee", game.joker, game.extra_bonus, AS_JOKER) if game.joker else None
    categories = tuple(known[name] for name in game.categories)
    options: MappingProxyType[str, int] = MappingProxyType({})
    sizes = game.n_dice, categories, game.bonus, game.threshold
    return Ruleset("tiny", *sizes, options, game.n_rerolls, extra_yahtzees=extra, saves_throws=game.saves)


def all_states(game: MoreGame, space):
    """Every reachable state in the oracle's form, with its page and upper total."""
    upper_sets = [name for name in game.categories if name in UPPER]
    for page, total in np.argwhere(space.reachable_slots).tolist():
        extra, filled = divmod(page, space.n_sets)
        names = frozenset(name for place, name in enumerate(game.categories) if filled >> place & 1)
        has_yahtzee = bool(extra) and not game.saves
        upper = {name for name in upper_sets if name in names}
        yield State(names, total if upper else 0, has_yahtzee, extra if game.saves else 0), page, total
