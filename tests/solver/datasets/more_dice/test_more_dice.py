"""The data sets of the chapter on more dice: several games by the same definitions, and a game with saved throws."""

import numpy as np
import pytest

from solver.datasets import more_dice, shared
from solver.datasets.contract import Workshop
from solver.datasets.more_dice import places_of_extras, reading_of
from solver.datasets.records import read_record
from solver.game.game import Game
from solver.rules.games import find_ruleset
from solver.solving.backwards import solve
from solver.solving.solution import Solution
from tests.oracle_games import EMPTY, after, options
from tests.solver.more_games import GAMES, ruleset

TABLES = more_dice.game_facts, more_dice.game_scores, more_dice.game_boxes, more_dice.game_turns


@pytest.fixture(scope="module")
def workshop(tmp_path_factory):
    """A small game of Yahtzee, compared with no other."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("YATZY_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        patch.setattr(shared, "COMPARED", ())
        workshop = Workshop(ruleset(GAMES["free joker"]))
        workshop.once(shared.plays)
        yield workshop


def test_sizes_are_those_of_the_state_spaces():
    sizes = more_dice.game_sizes(Workshop(find_ruleset())).set_index("game")
    assert sizes.states["scandinavian"] == 1_430_528
    assert sizes.states["maxi"] == sizes.upper_pairs["maxi"] * sizes.lower_sets["maxi"] == 57_507_840
    assert sizes.states["scandinavian-saved"] == 24_335_360
    assert sizes.states["yahtzee"] == 536_448


def test_the_tables_of_a_game_agree(workshop):
    facts, scores, boxes, turns = (function(workshop) for function in TABLES)
    mean = workshop.solution.start_value
    assert facts["mean"][0] == pytest.approx(mean)
    assert boxes["mean"].sum() == pytest.approx(mean)
    np.testing.assert_allclose([boxes["mean_share"].sum(), boxes["spread_share"].sum()], 1)
    assert np.average(scores["score"], weights=scores["games"]) == pytest.approx(mean, rel=1e-5)
    assert 1 - boxes.set_index("category").zero_rate["bonus"] == pytest.approx(facts["bonus_rate"][0])
    assert 1 - boxes.set_index("category").zero_rate[facts["top_box"][0]] == pytest.approx(facts["top_rate"][0])
    by_turn = turns.groupby("turn").probability.sum()
    np.testing.assert_allclose(by_turn, 1, atol=4e-4)
    found = (turns.turn * turns.probability).groupby(turns.category).sum()
    expected = boxes[boxes.category != "bonus"].set_index("category").mean_turn
    np.testing.assert_allclose(found[expected.index], expected, atol=1e-3)


def test_extra_yahtzees_are_counted_where_they_are_written(workshop):
    statistics, play = workshop.once(shared.plays)["tiny"].statistics, reading_of(workshop)
    shares = places_of_extras(play)
    paid = shares["per_game"] * workshop.ruleset.extra_yahtzees.bonus
    points = workshop.game.outcomes.points
    assert paid == pytest.approx(statistics.means[:-1].sum() - statistics.prob @ points)
    assert shares["own_share"] + shares["lower_share"] + shares["nothing_share"] == pytest.approx(1)
    assert 0 < paid < workshop.solution.start_value


@pytest.mark.parametrize("name", ["saved throws", "saved throws, one reroll", "saved throws, three dice"])
def test_a_game_with_saved_throws_equals_the_oracle(name):
    game = GAMES[name]
    solved = solve(ruleset(game))
    solution = Solution(Game(solved.space.ruleset), solved.value_of_state, 0.0, 0.0)
    for table in more_dice.play_seeds(solution, range(1, 7)):
        state, points, faces = EMPTY, 0, None
        for row in table.rows:
            dice = tuple(sorted(map(int, row["dice"])))
            worth = {key: points + float(value) for key, value in options(game, state, dice, row["in_hand"]).items()}
            assert row["write_value"] == pytest.approx(max(worth[key] for key in worth if isinstance(key, str)))
            throws = [worth[key] for key in worth if not isinstance(key, str)]
            assert row["throw_value"] == pytest.approx(max(throws, default=-1.0))
            assert row["throw"] > 1 or row["in_hand"] == game.n_rerolls + state.saved
            if faces is not None:
                assert all(now == then for now, then, stay in zip(row["dice"], *faces, strict=True) if stay == "1")
            faces = None if row["category"] else (row["dice"], row["stays"])
            if row["category"]:
                assert worth[row["category"]] == pytest.approx(max(worth.values()))
                state, points = (
                    after(game, state, row["category"], row["points"], row["in_hand"]),
                    points + row["points"],
                )
            elif throws:
                assert row["throw_value"] == pytest.approx(max(worth.values()))
        assert len(state.filled) == len(game.categories)
        assert table.final_score == points + (game.bonus if state.upper_sum >= game.threshold else 0)


def test_saved_throws_equal_those_of_played_games():
    solved = solve(ruleset(GAMES["saved throws"]))
    solution = Solution(Game(solved.space.ruleset), solved.value_of_state, 0.0, 0.0)
    visits = more_dice.visits_of_purse(solution)
    np.testing.assert_allclose(visits.sum(axis=1), 1)
    found = more_dice.summed_up(visits)
    assert (found.largest <= 2 * (found.turn - 1)).all()
    assert found["mean"][0] == 0
    assert found.none[0] == 1
    n_games = 500
    tables = more_dice.play_seeds(solution, range(1, n_games + 1))
    sizes = np.arange(visits.shape[1])
    for turn in range(2, len(found)):
        firsts = [row["in_hand"] for table in tables for row in table.rows if row["turn"] == turn and row["throw"] == 1]
        variance = visits[turn - 1] @ sizes**2 - found["mean"][turn - 1] ** 2
        assert abs(np.mean(firsts) - 2 - found["mean"][turn - 1]) < 4 * np.sqrt(variance / n_games)


def test_records_equal_the_solved_games():
    start_values = {
        "scandinavian": 248.439989378,
        "yahtzee": 254.589609482,
        "maxi": 394.557506820,
        "scandinavian-saved": 280.410927555,
    }
    facts, boxes = read_record("game_facts").set_index("game"), read_record("game_boxes").groupby("game")
    scores = read_record("game_scores")
    for name, start_value in start_values.items():
        assert facts["mean"][name] == pytest.approx(start_value, abs=2e-9)
        assert boxes["mean"].sum()[name] == pytest.approx(start_value, abs=2e-9)
        assert boxes["spread_share"].sum()[name] == pytest.approx(1)
        games = scores[scores.game == name]
        assert np.average(games.score, weights=games.games) == pytest.approx(start_value, rel=1e-4)
    purses = read_record("purse_turns")
    assert purses["mean"].max() == purses["mean"][9]
    assert (purses.largest == 2 * (purses.turn - 1)).all()
