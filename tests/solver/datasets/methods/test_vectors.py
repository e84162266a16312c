"""vectors.json: what the JavaScript half reads too, against the solver and against a recomputation by enumeration."""

import json
from itertools import combinations, product

import numpy as np
import pytest

from solver.advising.advice import choices, solve_turn
from solver.game.game import Game
from solver.rules.games import find_ruleset
from solver.solving.solution import find_solution
from tests.oracle import UPPER, score

GAME = Game(find_ruleset())


@pytest.fixture(scope="module")
def vectors(data):
    return json.loads((data / "vectors.json").read_text())


def test_orders(vectors):
    assert vectors["schema_version"] == 2
    assert vectors["rolls"] == ["".join(map(str, roll)) for roll in GAME.lattice.rolls]
    assert vectors["keeps"] == ["".join(map(str, keep)) for keep in GAME.lattice.keeps]
    assert vectors["keeps"][-252:] == vectors["rolls"]
    assert vectors["categories"] == list(GAME.ruleset.category_names)


def test_points_equal_the_oracle(vectors):
    for roll, points in zip(vectors["rolls"], vectors["points"], strict=True):
        assert points == [score(category, tuple(map(int, roll))) for category in vectors["categories"]]


def test_upper_totals(vectors):
    assert sum(map(len, vectors["upper_totals_of_set"])) == 2794
    assert vectors["upper_totals_of_set"][0b101] == sorted({x + 3 * z for x in range(6) for z in range(6)})


def test_positions_cover_all_layers_and_rerolls(vectors):
    kinds = {(row["filled"].bit_count(), row["rerolls"]) for row in vectors["positions"]}
    assert kinds == {(filled, rerolls) for filled in range(15) for rerolls in range(3)}
    assert len(vectors["positions"]) == 10_000
    assert all(row["upper"] in vectors["upper_totals_of_set"][row["filled"] & 63] for row in vectors["positions"])


def test_options_equal_the_solver(vectors, solution):
    for row in vectors["positions"][::37]:
        turn = solve_turn(GAME, row["filled"], row["upper"], solution.value_of_state)
        expected = choices(turn, vectors["rolls"].index(row["dice"]), row["rerolls"])
        assert len(row["options"]) == len(expected)
        for (action, what, *worth), option in zip(row["options"], expected, strict=True):
            assert action == option.action
            assert what == (option.category if action == "score" else "".join(map(str, option.dice)))
            assert worth == ([option.points] if action == "score" else []) + [pytest.approx(option.value, abs=1e-6)]


def best_scores(solution, filled, upper):
    """Best score of every roll, as ordered dice: points and what is still to come, straight from the rules."""
    space = solution.game.space

    def best(dice):
        values = []
        for place, category in enumerate(GAME.ruleset.category_names):
            if not filled >> place & 1:
                points = score(category, dice)
                total = min(upper + (points if category in UPPER else 0), 63)
                values.append(points + solution.value_of_state[space.state(filled | 1 << place, total)])
        return max(values)

    return {dice: best(dice) for dice in GAME.lattice.rolls}


def mean_after(kept, value_of_roll):
    """Mean over all ordered throws of the missing dice."""
    throws = product(range(1, 7), repeat=5 - len(kept))
    return np.mean([value_of_roll[tuple(sorted((*kept, *thrown)))] for thrown in throws])


def test_values_match_enumeration(vectors, solution):
    """Every option of some positions with rerolls, by enumerating throws, without lattice or sweeps."""
    chosen = [row for row in vectors["positions"] if row["rerolls"] > 0][::700]
    assert {row["rerolls"] for row in chosen} == {1, 2}
    for row in chosen:
        scores = best_scores(solution, row["filled"], row["upper"])
        value_of_roll, mean_of_keep = scores, dict[tuple[int, ...], float]()
        for _ in range(row["rerolls"]):
            keeps = {kept for dice in scores for size in range(5) for kept in combinations(dice, size)}
            mean_of_keep = {kept: mean_after(kept, value_of_roll) for kept in keeps}
            value_of_roll = {
                dice: max(
                    [scores[dice]] + [mean_of_keep[kept] for size in range(5) for kept in combinations(dice, size)]
                )
                for dice in scores
            }
        for action, what, *worth in row["options"]:
            if action == "keep":
                assert worth[-1] == pytest.approx(mean_of_keep[tuple(map(int, what))], abs=2e-6)
        assert row["options"][0][-1] == pytest.approx(value_of_roll[tuple(map(int, row["dice"]))], abs=2e-6)


OTHERS = {
    "vectors-maxi": ("maxi", {}),
    "vectors-scandinavian-saved": ("scandinavian-saved", {}),
    "vectors-yahtzee": ("yahtzee", {}),
    "vectors-yahtzee-forced": ("yahtzee", {"joker": "forced"}),
}


@pytest.fixture(scope="module", params=OTHERS)
def other(request, data):
    """The vectors of another game, and the game solved."""
    name, options = OTHERS[request.param]
    return json.loads((data / f"{request.param}.json").read_text()), find_solution(find_ruleset(name, options))[0]


def test_vectors_of_other_games_are_complete(other):
    vectors, solution = other
    rules, lattice = solution.game.ruleset, solution.game.lattice
    assert vectors["rolls"] == ["".join(map(str, roll)) for roll in lattice.rolls]
    assert vectors["categories"] == list(rules.category_names)
    assert (vectors["options"], vectors["saves_throws"]) == (dict(rules.options), rules.saves_throws)
    assert (vectors["start_value"], vectors["threshold"]) == (solution.start_value, rules.threshold)
    layers = {row["filled"].bit_count() for row in vectors["positions"]}
    assert layers == set(range(rules.n_categories))
    assert (rules.extra_yahtzees is not None) == any(row["extra"] for row in vectors["positions"])
    if rules.extra_yahtzees:
        closed = [row for row in vectors["positions"] if row["dice"] == row["dice"][0] * 5 and row["filled"] >> 11 & 1]
        assert len(closed) > 50  # jokers


def value_of_scoring(solution, row, dice, rerolls):
    """Value of scoring a roll in every category that takes it, from the rules and the table alone."""
    space, rules = solution.game.space, solution.game.ruleset
    situation, values = rules.situation(row["filled"], row["extra"]), {}
    for place, category in enumerate(rules.categories):
        entry = None if row["filled"] >> place & 1 else rules.entry(category, dice, situation)
        if entry is not None:
            total = min(row["upper"] + entry.points * category.is_upper, rules.threshold)
            extra = rerolls if rules.saves_throws else row["extra"] + entry.raises
            after = space.state(space.page(row["filled"] | 1 << place, extra), total)
            values[category.name] = entry.points + entry.on_top + solution.value_of_state[after]
    return values


def test_scores_of_other_games_follow_from_rules_and_table(other):
    vectors, solution = other
    for row in vectors["positions"][::5]:
        wanted = value_of_scoring(solution, row, tuple(map(int, row["dice"])), row["rerolls"])
        given = {option[1]: option[-1] for option in row["options"] if option[0] == "score"}
        assert given == pytest.approx(wanted, abs=2e-6)


def test_last_rerolls_of_other_games_match_enumeration(other):
    vectors, solution = other
    for row in [row for row in vectors["positions"] if row["rerolls"] == 1][::90]:
        best = {dice: max(value_of_scoring(solution, row, dice, 0).values()) for dice in solution.game.lattice.rolls}
        for action, what, *worth in row["options"]:
            if action == "keep" and len(what) >= len(row["dice"]) - 3:
                kept = tuple(map(int, what))
                throws = product(range(1, 7), repeat=len(row["dice"]) - len(kept))
                mean = np.mean([best[tuple(sorted((*kept, *thrown)))] for thrown in throws])
                assert worth[-1] == pytest.approx(mean, abs=2e-6)
