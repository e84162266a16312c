import numpy as np
import pytest

from solver.advising.advice import choices, play, preferred_category, solve_turn
from solver.game.game import Game
from solver.kernels.judging import weigh_mistakes
from solver.kernels.rows import N_LANES
from solver.play.player import Tables
from solver.play.walk import visited_rows
from solver.solving.backwards import solve
from solver.studies.evaluate import bonus_chance_of_policy, mean_of_policy
from solver.studies.likely_past import last_entry, likely_history, predecessors
from tests.solver.games import GAMES, TINY, ruleset
from tests.solver.walks import visits_of_policy

NAMES = ["bonus within reach", "threshold only passed, never hit", "three dice", "one reroll"]


def play_forward(game, values):
    """Visits, by the numpy player, state by state: float64[n_states]."""
    space = game.space
    visits = np.zeros(space.n_states)
    visits[0] = 1.0
    pairs = np.argwhere(space.reachable_slots)
    for state in sorted(range(space.n_states), key=lambda one: int(pairs[one][0]).bit_count()):
        filled, total = map(int, pairs[state])
        if filled == space.n_sets - 1 or visits[state] == 0:
            continue
        turn = solve_turn(game, filled, total, values)
        scored = play(turn, game.ruleset.n_rerolls, game.lattice.prob_of_roll[:, None])[:, 0]
        for roll, category in enumerate(preferred_category(turn)[:, 0]):
            points = game.points_of_roll[roll, category] if game.ruleset.categories[category].is_upper else 0
            after = space.state(filled | 1 << int(category), min(total + int(points), game.ruleset.threshold))
            visits[after] += visits[state] * scored[roll]
    return visits


def some_policies(game):
    """Perfect values, and wrong ones: a policy is whatever is greedy with respect to a table."""
    solved = solve(game.ruleset)
    random = np.random.default_rng(4)
    wrong = solved.value_of_state + random.uniform(-3, 3, solved.value_of_state.shape)
    coarse = np.round(solved.value_of_state)  # full of ties
    return {"perfect": solved.value_of_state, "coarse": coarse, "wrong": wrong}


@pytest.mark.parametrize("name", NAMES)
def test_perfect_play_earns_its_values(name):
    game = Game(ruleset(GAMES[name]))
    values = some_policies(game)["perfect"]
    np.testing.assert_allclose(mean_of_policy(game, values), values, atol=1e-12)


@pytest.mark.parametrize("policy", ["perfect", "coarse"])
@pytest.mark.parametrize("name", NAMES)
def test_visits_equal_those_of_the_numpy_player(name, policy):
    game = Game(ruleset(GAMES[name]))
    values = some_policies(game)[policy]
    np.testing.assert_allclose(visits_of_policy(game, values), play_forward(game, values), atol=1e-14)


@pytest.mark.parametrize("policy", ["perfect", "coarse", "wrong"])
@pytest.mark.parametrize("name", NAMES)
def test_mean_is_the_sum_over_the_game(name, policy):
    """The value of a policy, computed backwards, equals its score, computed forwards."""
    game = Game(ruleset(GAMES[name]))
    values = some_policies(game)[policy]
    visits = play_forward(game, values)
    pairs = np.argwhere(game.space.reachable_slots)
    total = 0.0
    for (filled, upper_total), prob in zip(pairs.tolist(), visits, strict=True):
        if filled == game.space.n_sets - 1:
            total += prob * game.ruleset.bonus_at(upper_total)
        elif prob > 0:
            turn = solve_turn(game, filled, upper_total, values)
            scored = play(turn, game.ruleset.n_rerolls, game.lattice.prob_of_roll[:, None])[:, 0]
            points = np.take_along_axis(game.points_of_roll, preferred_category(turn), axis=1)[:, 0]
            total += prob * float(scored @ points)
    assert mean_of_policy(game, values)[0] == pytest.approx(total, abs=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_no_policy_beats_perfect_play(name):
    game = Game(ruleset(GAMES[name]))
    policies = some_policies(game)
    for values in policies.values():
        assert (mean_of_policy(game, values) <= policies["perfect"] + 1e-12).all()


@pytest.mark.parametrize("name", NAMES)
def test_bonus_chance_is_that_of_the_finished_scorecards(name):
    game = Game(ruleset(GAMES[name]))
    values = some_policies(game)["perfect"]
    pairs = np.argwhere(game.space.reachable_slots)
    earns = (pairs[:, 0] == game.space.n_sets - 1) & (pairs[:, 1] >= game.ruleset.threshold)
    earned = visits_of_policy(game, values)[earns].sum()
    assert bonus_chance_of_policy(game, values)[0] == pytest.approx(earned, abs=1e-13)


def test_regrets_equal_those_computed_one_by_one(tiny):
    game = Game(TINY)
    tables, visits = Tables(game), np.zeros((game.space.n_sets, game.space.n_totals))
    visits[game.space.reachable_slots] = visits_of_policy(game, tiny.value_of_state)
    values = tables.spread(tiny.value_of_state), tables.spread(np.zeros(game.space.n_states))
    values[1].values[:] = 0.0
    n_options = max(map(len, game.lattice.choices_of_roll)) + TINY.n_categories
    found = np.zeros((3, len(game.lattice.rolls), n_options, n_options, 4))
    places = visited_rows(game.space, 3, visits)
    weigh_mistakes(*tables.arrays, places, (0, len(places.page)), values, visits, (0, 2), 0.5, found)

    expected = np.zeros_like(found)
    zeros = np.zeros(game.space.n_states)
    for filled, upper_total in np.argwhere(visits > 0).tolist():
        if filled.bit_count() != 3:
            continue
        turn = solve_turn(game, filled, upper_total, tiny.value_of_state)
        greedy = solve_turn(game, filled, upper_total, zeros)
        prob = game.lattice.prob_of_roll
        for rerolls in (2, 1, 0):
            after = np.zeros(game.lattice.n_keeps)
            for roll, chance in enumerate(prob):
                options = choices(turn, roll, rerolls)
                tempting = choices(greedy, roll, rerolls)[0]
                loss = next(option.regret for option in options if same(option, tempting))
                place = rerolls, roll, number(game, roll, options[0]), number(game, roll, tempting)
                if loss >= 0.5:
                    seen = visits[filled, upper_total] * chance
                    expected[place][:2] += seen, seen * loss
                    if seen * loss > expected[place][2]:
                        expected[place][2:] = seen * loss, filled * game.space.n_totals + upper_total
                if options[0].action == "keep":
                    after[game.lattice.index_of_keep[options[0].dice]] += chance
            prob = throw_all(game, after)
    np.testing.assert_allclose(found, expected, atol=1e-13)
    assert (found[..., 0] > 0).any()


def same(option, other):
    return (option.action, option.dice, option.category) == (other.action, other.dice, other.category)


def number(game, roll, option):
    """Number of an option as the kernels count: keeps first, then categories."""
    keeps = game.lattice.choices_of_roll[roll]
    if option.action == "keep":
        return keeps.index(game.lattice.index_of_keep[option.dice])
    return len(keeps) + game.ruleset.category_names.index(option.category)


def throw_all(game, prob_of_keep):
    for keep, extensions in enumerate(game.lattice.extensions_of_keep):
        for extension in extensions:
            prob_of_keep[extension] += prob_of_keep[keep] / 6
    return prob_of_keep[game.lattice.first_roll :]


def test_visited_rows_cover_all_visited_states(tiny):
    game = Game(TINY)
    visits = np.zeros((game.space.n_sets, game.space.n_totals))
    visits[3, 0] = 0.5
    rows = visited_rows(game.space, 2, visits)
    assert [array.tolist() for array in rows] == [[3], [0], [3]]
    assert game.space.n_totals <= N_LANES


def test_rows_begin_at_the_first_state_that_is_in_no_row_yet():
    space = Game(ruleset(GAMES["bonus within reach"])).space
    visits = np.zeros((space.n_sets, 3 * N_LANES))
    visits[6, [0, 3]] = visits[5, [2, 17, 18, 40]] = visits[7, 1] = 0.1
    rows = visited_rows(space, 2, visits)
    assert [array.tolist() for array in rows] == [[5, 5, 5, 6], [2, 18, 40, 0], [5, 5, 5, 6]]


def test_likely_history_leads_to_the_state(tiny):
    game = Game(TINY)
    visits = visits_of_policy(game, tiny.value_of_state)
    for filled, upper_total in np.argwhere(game.space.reachable_slots).tolist():
        if visits[game.space.state(filled, upper_total)] == 0:
            continue
        entries = likely_history(game, tiny.value_of_state, visits, filled, upper_total)
        assert sum(1 << entry.category for entry in entries) == filled
        upper = sum(entry.points for entry in entries if TINY.categories[entry.category].is_upper)
        assert min(upper, TINY.threshold) == upper_total
        assert all(entry.points in game.points_of_roll[:, entry.category] for entry in entries)


@pytest.mark.parametrize("name", ["bonus within reach", "threshold only passed, never hit"])
def test_the_last_entry_is_the_most_likely(name):
    """Against all steps of all games, gathered forwards."""
    game = Game(ruleset(GAMES[name]))
    space, values = game.space, solve(game.ruleset).value_of_state
    visits = visits_of_policy(game, values)
    steps: dict[tuple[int, int], dict[tuple[int, ...], float]] = {}
    for filled, total in np.argwhere(space.reachable_slots[:-1]).tolist():
        turn = solve_turn(game, filled, total, values)
        scored = play(turn, game.ruleset.n_rerolls, game.lattice.prob_of_roll[:, None])[:, 0]
        for roll, category in enumerate(preferred_category(turn)[:, 0].tolist()):
            points = int(game.points_of_roll[roll, category])
            upper = points if game.ruleset.categories[category].is_upper else 0
            after = steps.setdefault((filled | 1 << category, min(total + upper, game.ruleset.threshold)), {})
            step = filled, category, points
            chance = visits[space.state(filled, total)] * scored[roll]
            after[(total, *step)] = after.get((total, *step), 0.0) + chance
    for (filled, total), ways in steps.items():
        if visits[space.state(filled, total)] > 0:
            before, total_before, entry = last_entry(game, values, visits, filled, total)
            chance = ways[total_before, before, entry.category, entry.points]
            assert chance == pytest.approx(max(ways.values()), rel=1e-12)
            assert sum(ways.values()) == pytest.approx(visits[space.state(filled, total)], rel=1e-12)


def test_predecessors_are_the_states_that_lead_here():
    game = Game(TINY)
    target = (0b00011, TINY.threshold)  # ones and twos filled; six points or more, though only six are possible
    expected = [
        (before, total, category)
        for category in (0, 1)
        for before in [0b00011 ^ 1 << category]
        for total in np.flatnonzero(game.space.reachable_slots[before]).tolist()
        if any(min(total + points, TINY.threshold) == target[1] for points in game.points_of_roll[:, category])
    ]
    assert set(expected) <= set(predecessors(game, *target))
