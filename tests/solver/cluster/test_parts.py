"""Parts of layers, solved one by one in this process, against the game in one piece: equal to the last bit."""

import numpy as np
import pytest

from solver.cluster.parts import Chances, GameValues, Part, Split, Values, choose_split, n_sweeps_of_set
from solver.cluster.plan import make_plan
from solver.errors import SolverError, StoreError
from solver.game.game import Game, state_space
from solver.rules.games import find_ruleset
from solver.solving.backwards import solve
from solver.solving.layers import Layers
from solver.targets.standings import solve_targets
from tests.solver.cluster.clusters import AIMED, RULES, all_parts, value_of_state


def solve_parts(solver):
    """Solve all parts with nothing but what the store would give each."""
    parts: dict[tuple[int, int], Part] = {}
    for n_filled, group in all_parts(solver.split):
        next_parts = solver.split.next_groups(n_filled, group)
        parts[n_filled, group] = solver.solve(n_filled, group, {one: parts[n_filled + 1, one] for one in next_parts})
    return parts


@pytest.fixture(scope="module", params=[0, 2, 4, 15])
def split(request):
    return Split(state_space(find_ruleset()), request.param)


def test_every_set_is_in_one_part(split):
    found = np.concatenate([split.sets(*part) for part in all_parts(split)])
    assert sorted(found.tolist()) == list(range(split.space.n_sets))
    for n_filled, group in all_parts(split)[:: 1 + split.n_groups // 100]:
        assert set(np.bitwise_count(split.sets(n_filled, group)).tolist()) == {n_filled}


def test_the_next_groups_are_those_that_a_turn_reaches(split):
    n_categories = split.space.ruleset.n_categories
    for n_filled, group in all_parts(split)[:: 1 + split.n_groups // 100]:
        reached = {
            (filled | 1 << place) >> split.n_low
            for filled in split.sets(n_filled, group).tolist()
            for place in range(n_categories)
            if not filled >> place & 1
        }
        assert set(split.next_groups(n_filled, group)) == reached
        assert len(reached) <= split.n_split + 1


def test_work_is_split_until_no_task_is_too_large(monkeypatch):
    space = state_space(find_ruleset())
    sweeps = n_sweeps_of_set(space)
    assert choose_split(space, sweeps).n_split == 5
    monkeypatch.setattr("solver.cluster.parts.LARGEST_TASK", 500)
    finer = choose_split(space, sweeps)
    assert finer.sums(sweeps).max() <= 500 < Split(space, finer.n_split - 1).sums(sweeps).max()


@pytest.mark.parametrize("theta", [0.0, 0.05, -0.4])
@pytest.mark.parametrize("name", RULES)
def test_values_do_not_depend_on_the_split(name, theta):
    game, expected = Game(RULES[name]), solve(RULES[name], theta).value_of_state
    for n_split in {0, 2, RULES[name].n_categories}:
        split = Split(game.space, n_split)
        parts = solve_parts(Values(GameValues(game, split), theta))
        np.testing.assert_array_equal(value_of_state(game, split, lambda *part, parts=parts: parts[part]), expected)


@pytest.mark.parametrize("name", AIMED)
def test_chances_do_not_depend_on_the_split(name):
    game = Game(AIMED[name])
    packed, expected = solve_targets(game)
    for n_split in {0, 2, AIMED[name].n_categories}:
        solver = Chances(game, Split(game.space, n_split))
        parts = solve_parts(solver)
        np.testing.assert_array_equal(solver.best_probability(parts[0, 0]), expected)
        kept = np.concatenate([parts[part]["value"].astype(np.float32) for part in sorted(parts)])
        assert set(np.concatenate([layer.values for layer in packed]).tolist()) <= set(kept.tolist())


def test_large_games_are_stored_in_float32_as_on_one_machine(cache, monkeypatch):
    game = Game(RULES["saved throws, three dice"])
    monkeypatch.setattr("solver.cluster.parts.LARGEST_TABLE", 10)
    split = Split(game.space, 1)
    parts = solve_parts(Values(GameValues(game, split), 0.0))
    assert parts[0, 0]["value"].dtype == np.float32
    pages, totals = np.nonzero(game.space.reachable_slots)
    expected = Layers(game.space, game.identity).look_up(pages, totals)
    np.testing.assert_array_equal(value_of_state(game, split, lambda *part: parts[part]), expected)


@pytest.mark.parametrize("kind", ["values", "targets"])
@pytest.mark.parametrize("name", ["six categories", "free joker", "six dice"])
def test_the_plan_lists_written_and_read_bytes(name, kind):
    plan = make_plan(RULES[name], kind, "store")
    split = plan.split
    solver = Chances(plan.game, split) if kind == "targets" else Values(GameValues(plan.game, split), 0.0)
    parts = solve_parts(solver)
    n_bytes = {part: sum(array.nbytes for array in arrays.values()) for part, arrays in parts.items()}
    read = sum(n_bytes[part[0] + 1, one] for part in parts for one in split.next_groups(*part))
    assert plan.n_tasks == len(parts)
    if kind == "values":
        assert (plan.bytes_written, plan.bytes_read) == (sum(n_bytes.values()), read)
    else:  # standings that are settled early are not stored
        assert plan.bytes_written / 2 < sum(n_bytes.values()) <= plan.bytes_written
        assert plan.bytes_read / 2 < read <= plan.bytes_read
    for n_filled in range(plan.n_layers):
        longest = {shape.name: shape.length for shape in plan.shapes(n_filled)}
        for group in split.groups(n_filled):
            assert all(len(array) <= longest[array_name] for array_name, array in parts[n_filled, group].items())


def test_read_bytes_grow_with_the_groups_by_the_formula():
    plan = make_plan(find_ruleset(), "values", "store")
    ratio = plan.bytes_read / plan.bytes_written
    assert ratio == pytest.approx(1 + plan.split.n_split / 2, rel=1e-3)


@pytest.mark.parametrize("kind", ["values", "targets"])
def test_an_incomplete_part_is_not_used(kind):
    plan = make_plan(RULES["six categories"], kind, "store")
    split = plan.split
    solver = Chances(plan.game, split) if kind == "targets" else Values(GameValues(plan.game, split), 0.0)
    parts = solve_parts(solver)
    next_parts = {one: parts[1, one] for one in split.next_groups(0, 0)}
    next_parts[0] = {name: array[:0] for name, array in next_parts[0].items()}
    with pytest.raises(StoreError, match=r"a part of a complete layer has \d+ numbers instead of \d+"):
        solver.solve(0, 0, next_parts)


def test_saved_throws_have_no_targets():
    with pytest.raises(SolverError, match="targets are not supported with saved throws"):
        make_plan(RULES["saved throws"], "targets", "store")
