import pytest

from solver.game.game import Game
from solver.minds.fitting import Cards
from solver.play.player import TablePlayer
from solver.play.walk import walk
from solver.solving.backwards import solve
from tests.solver.games import GAMES, ruleset


@pytest.fixture(scope="session")
def small_cards() -> Cards:
    """A game of two dice with a bonus, solved and walked through."""
    game = Game(ruleset(GAMES["six categories"]))
    values = solve(game.ruleset).value_of_state
    return Cards(game, values, walk(game, TablePlayer("optimal", values)).visits_of_state)
