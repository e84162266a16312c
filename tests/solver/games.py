"""Small games, as the solver and as the oracle know them."""

from types import MappingProxyType

from solver.rules.games import find_ruleset
from solver.rules.ruleset import Category, Ruleset
from tests.oracle import OracleGame

CATEGORIES = {category.name: category for category in find_ruleset().categories}


def ruleset(game: OracleGame) -> Ruleset:
    """Return the solver's ruleset of a small game."""
    categories: tuple[Category, ...] = tuple(CATEGORIES[name] for name in game.categories)
    sizes = game.n_dice, categories, game.bonus, game.threshold
    return Ruleset("tiny", *sizes, MappingProxyType({}), game.n_rerolls, in_order=game.in_order)


GAMES = {
    "bonus within reach": OracleGame(2, ("ones", "twos", "threes", "one_pair", "chance"), 7, 6),
    "threshold only passed, never hit": OracleGame(2, ("fours", "sixes", "one_pair"), 20, 9),
    "bonus out of reach": OracleGame(2, ("ones", "twos", "chance"), 50, 7),
    "no bonus left after one bad turn": OracleGame(2, ("fives", "sixes", "yatzy"), 30, 22),
    "bonus for nothing": OracleGame(2, ("ones", "chance"), 5, 0),
    "no upper section": OracleGame(2, ("one_pair", "chance", "yatzy"), 9, 1),
    "a category that no roll fits": OracleGame(2, ("twos", "full_house", "chance"), 10, 4),
    "one reroll": OracleGame(2, ("ones", "sixes", "one_pair", "chance"), 8, 8, n_rerolls=1),
    "no reroll": OracleGame(3, ("twos", "fours", "three_of_a_kind"), 6, 6, n_rerolls=0),
    "three dice": OracleGame(3, ("threes", "sixes", "one_pair"), 10, 15),
    "six categories": OracleGame(2, ("ones", "twos", "sixes", "one_pair", "chance", "yatzy"), 12, 10),
}
TINY_GAME = GAMES["bonus within reach"]
TINY = ruleset(TINY_GAME)

# Games small enough for the oracle to enumerate within about a second.
SHORT_GAMES = {
    name: GAMES[name] for name in ("bonus out of reach", "threshold only passed, never hit", "bonus for nothing")
} | {
    "no reroll": OracleGame(2, ("twos", "fours", "one_pair"), 6, 6, n_rerolls=0),
    "one reroll": OracleGame(2, ("ones", "sixes", "one_pair"), 8, 8, n_rerolls=1),
}
