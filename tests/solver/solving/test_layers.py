"""Games solved layer by layer, against the same games in one table."""

import errno
import os
import subprocess
import sys
from collections import namedtuple

import numpy as np
import pytest

from solver.advising.advice import choices, solve_turn
from solver.errors import SolverError, StoreError
from solver.game.game import Game
from solver.solving.backwards import solve
from solver.solving.layer_layout import StoredLayout
from solver.solving.layer_run import Run
from solver.solving.layers import NAME, Layers
from solver.solving.solution import find_solution
from solver.store.results import path_of_result, result_key
from tests.solver.games import TINY
from tests.solver.more_games import GAMES, ruleset

SAVED = GAMES["saved throws"]
N_LAYERS = len(SAVED.categories) + 1


def layers_of(game, **options):
    return Layers(game.space, game.identity, **options)


@pytest.fixture
def game():
    return Game(ruleset(SAVED))


@pytest.fixture
def solved_layers(monkeypatch):
    """The numbers of the layers that are solved, as they are."""
    found, solve_layer = [], Run.solve

    def record(run, n_filled, progress):
        found.append(n_filled)
        return solve_layer(run, n_filled, progress)

    monkeypatch.setattr(Run, "solve", record)
    return found


@pytest.mark.parametrize("theta", [0.0, 0.2])
@pytest.mark.parametrize("name", ["saved throws", "saved throws, three dice", "saved throws and jokers", "free joker"])
def test_every_state_equals_that_of_one_table(cache, name, theta):
    rules = ruleset(GAMES[name])
    solved, layers = solve(rules, theta), layers_of(Game(rules), theta=theta)
    pages, totals = np.nonzero(solved.space.reachable_slots)
    difference = np.abs(layers.look_up(pages, totals) - solved.value_of_state)
    assert 0 < difference.max() <= layers.layer(0).facts["stored_error"] < 1e-4


def test_games_without_extras_can_be_solved_in_layers(cache, tiny):
    layers = layers_of(Game(TINY))
    pages, totals = np.nonzero(tiny.space.reachable_slots)
    np.testing.assert_allclose(layers.look_up(pages, totals), tiny.value_of_state, atol=1e-5)


def test_stored_values_are_those_that_differ(tiny):
    stored_layout = StoredLayout(tiny.space)
    live = np.arange(tiny.space.n_totals) >= tiny.space.first_live_total_of_set[:, None]
    reachable = tiny.space.reachable_of_upper_set
    differing = (reachable & live).sum(axis=1) + (reachable & ~live).any(axis=1)
    n_kept = sum(stored_layout.n_values(n_filled) for n_filled in range(TINY.n_categories + 1))
    assert n_kept == differing[tiny.space.upper_set_of_filled].sum()


def test_every_state_has_a_place_of_its_own(game):
    stored_layout, space = StoredLayout(game.space), game.space
    pages, totals = np.nonzero(space.reachable_slots & (np.arange(space.n_totals) >= space.n_totals - 1))
    places = stored_layout.place(pages, totals)
    n_filled = space.n_filled_of_set[pages % space.n_sets]
    for layer in range(N_LAYERS):
        here = places[n_filled == layer]
        assert len(np.unique(here)) == len(here)
        assert here.max(initial=-1) < stored_layout.n_values(layer)


def test_layers_are_solved_once_and_from_the_last(cache, game, solved_layers):
    layers_of(game).layer(0)
    assert solved_layers == [4, 3, 2, 1, 0]
    layers_of(game).layer(0)
    assert len(solved_layers) == N_LAYERS
    layers_of(game, fresh=True).layer(0)
    assert solved_layers == [4, 3, 2, 1, 0] * 2


def test_a_position_needs_the_layers_behind_it_only(cache, game, solved_layers):
    full = game.space.n_sets - 1
    layers_of(game).look_up(full - 1, 0)
    assert solved_layers == [4, 3]


def stop_in(layer):
    def stop(_done, _total, what):
        if what == f"layer {layer} of {len(SAVED.categories)}":
            raise KeyboardInterrupt

    return stop


def test_an_interrupted_run_resumes(cache, game, solved_layers):
    with pytest.raises(KeyboardInterrupt):
        layers_of(game, progress=stop_in(3)).layer(0)
    assert solved_layers == [4, 3, 2, 1]
    again = layers_of(game)
    value = again.look_up(0, 0)
    assert solved_layers[4:] == [1, 0]
    assert value == layers_of(game, fresh=True).look_up(0, 0)
    assert again.layer(0).facts["stored_error"] == layers_of(game).layer(0).facts["stored_error"]


def test_a_killed_run_resumes(cache, game, solved_layers):
    script = (
        "import os\n"
        "from tests.solver.solving.test_layers import *\n"
        "def stop(done, total, what):\n"
        "    if what.startswith('layer 4 of') and done > 0: os._exit(9)\n"
        "layers_of(Game(ruleset(SAVED)), progress=stop).layer(0)"
    )
    environment = {**os.environ, "YATZY_CACHE_DIR": str(cache)}
    assert subprocess.run([sys.executable, "-c", script], env=environment, check=False).returncode == 9
    layers_of(game).layer(0)
    assert solved_layers == [0]


def test_a_damaged_layer_is_solved_again(cache, game, solved_layers, caplog):
    layers_of(game).layer(0)
    for path in cache.glob("layer-*.result"):
        path.write_bytes(path.read_bytes()[:-1])
    layers_of(game).layer(0)
    assert solved_layers == [4, 3, 2, 1, 0] * 2
    assert "damaged" in caplog.text


def test_a_full_disk_is_reported_and_loses_nothing(cache, game, solved_layers, monkeypatch):
    flush, n_flushed = os.fsync, 0

    def fill_up(descriptor):
        nonlocal n_flushed
        n_flushed += 1
        if n_flushed > 2:
            raise OSError(errno.ENOSPC, "No space left on device")
        flush(descriptor)

    monkeypatch.setattr("os.fsync", fill_up)
    rest = r"the layers solved before are stored: free some space and run the same command again to resume"
    with pytest.raises(StoreError, match=rf"cannot be stored in .*No space left on device.*; {rest}"):
        layers_of(game).layer(0)
    monkeypatch.setattr("os.fsync", flush)
    layers_of(game).layer(0)
    assert solved_layers == [4, 3, 2, 2, 1, 0]


def test_an_unwritable_folder_is_reported_at_once(cache, game, solved_layers):
    cache.parent.mkdir(exist_ok=True)
    cache.write_text("a file where the folder should be")
    with pytest.raises(StoreError, match=r"set YATZY_CACHE_DIR to another folder$"):
        layers_of(game).layer(0)
    assert solved_layers == [4]  # the full scorecards, which take no time


def test_insufficient_disk_space_is_reported_before_solving(cache, game, solved_layers, monkeypatch):
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr("shutil.disk_usage", lambda _path: usage(100, 90, 10))
    with pytest.raises(StoreError, match=r"are needed in .* are free"):
        layers_of(game).layer(0)
    assert solved_layers == []


def test_size_and_progress_are_reported(cache, game):
    told, announced = list[tuple[int, int, str]](), list[str]()
    layers_of(game, progress=lambda *what: told.append(what), announce=announced.append).layer(0)
    assert len(announced) == 1
    assert announced[0].startswith(f"{N_LAYERS} layers are to be solved and stored in {cache}: ")
    done, totals, names = zip(*told, strict=True)
    assert list(done) == sorted(done)
    assert done[0] == 0
    assert done[-1] == totals[0] == totals[-1]
    assert list(dict.fromkeys(names)) == [f"layer {n} of 4" for n in (1, 2, 3, 4)]


def test_a_large_game_is_solved_in_layers(cache, game, monkeypatch):
    in_one = solve(game.ruleset)
    monkeypatch.setattr("solver.solving.solution.LARGEST_TABLE", 10)
    solution, was_kept = find_solution(game.ruleset)
    assert not was_kept
    assert find_solution(game.ruleset)[1]
    assert solution.start_value == pytest.approx(in_one.value_of_state[0], abs=solution.error_bound)
    assert 0 < solution.stored_error < solution.error_bound
    with pytest.raises(SolverError, match="states, too many for this command"):
        solution.value_of_state  # noqa: B018 - asking is what fails
    turns = [solve_turn(game, 0b0010, 6, values, n_rerolls=4) for values in (solution.values, in_one.value_of_state)]
    found, expected = (choices(turn, roll=7, rerolls=3) for turn in turns)
    assert [option.dice or option.category for option in found] == [one.dice or one.category for one in expected]
    np.testing.assert_allclose([one.value for one in found], [one.value for one in expected], atol=1e-4)


def test_all_layers_count_as_used_when_one_is_read(cache, game):
    layers_of(game).layer(0)
    for path in cache.glob("layer-*.result"):
        os.utime(path, (1, 1))
    layers_of(game).look_up(0, 0)
    assert all(path.stat().st_mtime > 1 for path in cache.glob("layer-*.result"))


def test_only_evicted_layers_are_solved_again(cache, game, solved_layers):
    """What is missing in the middle takes the layer behind it, and changes nothing."""
    value = layers_of(game).look_up(0, 0)
    first = layers_of(game).layer(2).arrays["value"].copy()
    layers = layers_of(game)
    (place,) = [path for path in cache.glob("layer-*.result") if b'"filled": 2' in path.read_bytes()]
    place.unlink()
    announced = list[str]()
    layers.announce = announced.append
    np.testing.assert_array_equal(layers.layer(2).arrays["value"], first)
    assert solved_layers == [4, 3, 2, 1, 0, 2]
    assert announced[0].startswith("1 layer is to be solved")
    assert layers.look_up(0, 0) == value


@pytest.mark.parametrize("other", [{"theta": 0.5}, {"ruleset": "another"}])
def test_a_layer_of_another_run_is_reported_and_solved_again(cache, game, solved_layers, caplog, other):
    """Its file is whole, but lies where this game's layer belongs."""
    layers = layers_of(game)
    layers.layer(0)
    foreign = Layers(game.space, game.identity | other, theta=other.get("theta", 0.0))
    foreign.layer(0)
    paths = [
        path_of_result(NAME, result_key(NAME, one.parameters(1), "solver.solving.layers")) for one in (foreign, layers)
    ]
    paths[1].write_bytes(paths[0].read_bytes())
    solved_layers.clear()
    again = layers_of(game)
    np.testing.assert_array_equal(again.layer(1).arrays["value"], layers.layer(1).arrays["value"])
    assert solved_layers == [1]
    assert "has another format or key" in caplog.text
