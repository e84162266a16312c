from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest

from solver.kernels.rows import N_LANES
from solver.play.player import Decided, Reader, TablePlayer
from solver.play.walk import packed_runs, shared_walk, walk
from solver.risk.thetas import ThetaPlayer
from solver.solving.backwards import solve
from solver.solving.solution import Solution
from tests.oracle import optimal_player
from tests.oracle.play import Card
from tests.oracle.statistics import turn_ends, visits
from tests.solver.games import GAMES
from tests.solver.walks import LISTED, NAMES, AnyBox, any_box_walk, best_games, best_walk, game_of


def mask(game, names):
    return sum(1 << game.ruleset.category_names.index(name) for name in names)


def turn_of(walk, place):
    """The outcomes of the turn from a visited state: {(category, points): probability}."""
    turn = walk.turn_of_state[place]
    entries = slice(walk.first_entry_of_turn[turn], walk.first_entry_of_turn[turn + 1])
    names, exits = walk.game.ruleset.category_names, walk.exits
    return {
        (names[exits.category[outcome]], int(exits.gain[outcome])): prob
        for outcome, prob in zip(walk.outcome_of_entry[entries], walk.prob_of_entry[entries], strict=True)
    }


@pytest.mark.parametrize("name", LISTED)
def test_perfect_play_reaches_the_states_of_the_oracle(name):
    game, walk = game_of(name), best_walk(name)
    expected: dict[tuple[int, int], Fraction] = {}
    for card, probability in visits(best_games(name)).items():
        state = mask(game, card.filled), min(card.upper_sum, game.ruleset.threshold)
        expected[state] = expected.get(state, Fraction()) + probability
    found = dict(zip(zip(walk.page.tolist(), walk.total.tolist(), strict=True), walk.visits, strict=True))
    assert found.keys() == expected.keys()
    for state, probability in expected.items():
        assert found[state] == pytest.approx(float(probability), abs=1e-14)


@pytest.mark.parametrize("name", ["one reroll", "threshold only passed, never hit", "no bonus left after one bad turn"])
def test_turns_end_as_in_the_oracle(name):
    game, walk, player = game_of(name), best_walk(name), optimal_player(GAMES[name])
    names = game.ruleset.category_names
    for place in range(walk.first_of_layer[-2]):
        filled = frozenset(name for bit, name in enumerate(names) if walk.page[place] >> bit & 1)
        ends = turn_ends(GAMES[name], player, Card(filled, int(walk.total[place])))
        assert turn_of(walk, place) == pytest.approx({way: float(prob) for way, prob in ends.items() if prob})


@pytest.mark.parametrize("make", [best_walk, any_box_walk])
@pytest.mark.parametrize("name", NAMES)
def test_a_walk_is_complete(name, make):
    walk = make(name)
    n_layers = walk.game.ruleset.n_categories + 1
    for n_filled in range(n_layers):
        layer = walk.layer(n_filled)
        assert walk.visits[layer].sum() == pytest.approx(1, abs=1e-14)
        assert (np.bitwise_count(walk.page[layer]) == n_filled).all()
        assert (np.diff(walk.page[layer] * walk.game.space.n_totals + walk.total[layer]) > 0).all()
    assert walk.layer(n_layers - 1).stop == walk.n_visited
    assert (walk.visits > 0).all()
    sums = [sum(turn_of(walk, place).values()) for place in range(walk.first_of_layer[-2])]
    np.testing.assert_allclose(sums, 1, atol=1e-14)
    assert all(turn_of(walk, place) == {} for place in range(walk.first_of_layer[-2], walk.n_visited))


def test_states_that_play_alike_share_a_turn():
    """Without the bonus nothing depends on the upper total: a page has one turn."""
    walk = any_box_walk("bonus within reach")
    pages, turns = walk.page[: walk.first_of_layer[-2]], walk.turn_of_state[: walk.first_of_layer[-2]]
    assert len(set(zip(pages.tolist(), turns.tolist(), strict=True))) == len(set(pages.tolist())) < len(pages)


def test_a_walk_does_not_depend_on_the_number_of_threads(monkeypatch):
    game = game_of("six categories")
    player = TablePlayer("optimal", solve(game.ruleset).value_of_state)
    walks = []
    for n_threads in (1, 5):
        monkeypatch.setattr("solver.play.walk.n_processors", lambda n_threads=n_threads: n_threads)
        monkeypatch.setattr("solver.play.walk.N_ROWS", 3)
        walks.append(walk(game, player))
    for name in ("page", "total", "visits", "turn_of_state", "first_entry_of_turn", "prob_of_entry"):
        np.testing.assert_array_equal(getattr(walks[0], name), getattr(walks[1], name))


def test_a_player_of_coins_visits_every_state():
    game = game_of("bonus within reach")
    assert walk(game, AnyBox()).n_visited == game.space.n_states


def test_the_walk_of_perfect_play_is_cached_by_its_table():
    game = game_of("one reroll")
    values = solve(game.ruleset).value_of_state
    way = shared_walk(game, TablePlayer("optimal", values))
    assert shared_walk(game_of("one reroll"), TablePlayer("again", values.copy())) is way
    other = shared_walk(game, TablePlayer("greedy", np.zeros_like(values)))
    assert other.n_visited != way.n_visited
    longer = shared_walk(game_of("no reroll"), TablePlayer("optimal", np.zeros_like(values)))
    assert longer.game.ruleset.n_rerolls == 0


@dataclass(frozen=True)
class PageByPage(Decided):
    """A player who is called for each page separately, like those who read no table."""

    player: Reader
    name: str = "page by page"

    def decide(self, tables, rows):
        return self.player.decide(tables, rows)


@pytest.mark.parametrize("theta", [0.0, -0.2, 0.5, None])
@pytest.mark.parametrize("name", NAMES)
def test_packed_rows_play_as_each_page_does_on_its_own(name, theta, monkeypatch):
    game = game_of(name)
    player: Reader
    if theta is None:  # a table that is wrong, and may reward losing points
        player = TablePlayer("wrong", np.random.default_rng(1).uniform(-9, 9, game.space.n_states))
    else:
        player = ThetaPlayer(Solution(game, solve(game.ruleset, theta).value_of_state, 0.0, 0.0, theta=theta))
    expected = walk(game, PageByPage(player))
    monkeypatch.setattr("solver.play.walk.N_ROWS", 2)
    found = walk(game, player)
    for field in ("page", "total", "visits"):
        np.testing.assert_array_equal(getattr(found, field), getattr(expected, field))
    for place in range(found.n_visited):
        assert turn_of(found, place) == turn_of(expected, place)


def test_rows_are_packed_full():
    space = game_of("six categories").space
    is_visited = space.reachable_slots.copy()
    for n_filled in range(space.ruleset.n_categories):
        (runs,) = packed_runs(space, n_filled, is_visited)
        n_visited = int(is_visited[space.n_filled_of_set[np.arange(space.n_pages)] == n_filled].sum())
        assert runs.row[-1] + 1 == -(-n_visited // N_LANES)
        assert (runs.stop - runs.first).sum() == n_visited
        follows = np.where(np.diff(runs.row) == 1, N_LANES, runs.first[1:])
        assert runs.stop[:-1].tolist() == follows.tolist()
        assert (runs.first[np.flatnonzero(np.diff(runs.row)) + 1] == 0).all()
