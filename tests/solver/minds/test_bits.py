"""One seed, bit for bit: on any number of threads, of ours and of the library of linear algebra."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable

import numpy as np
import pytest

from solver.game.game import Game
from solver.minds import fitting
from solver.minds.features import half_tables, two_curves
from solver.minds.fitting import Family, Stage, fit
from solver.minds.networks import Network
from solver.rules.games import find_ruleset
from solver.threads import n_processors

FAMILIES: dict[str, Callable[[Game], Family]] = {"network": lambda game: Network(game, 5, 2), "two_curves": two_curves}


def digests():
    """Return digests of values and slopes of twenty thousand states of the full game."""
    game, random, found = Game(find_ruleset()), np.random.default_rng(4), list[str]()
    pages, totals = (part[::70] for part in np.nonzero(game.space.reachable_slots))
    for family in (Network(game, 32), half_tables(game)):
        numbers, weights = random.uniform(0.2, 2.0, family.n_numbers), random.normal(size=len(pages))
        parts = family.values(numbers, pages, totals), family.slopes(numbers, pages, totals, weights)
        found += [hashlib.sha256(part.tobytes()).hexdigest() for part in parts]
    return found


@pytest.mark.parametrize("aim", ["choose", "be_right"])
@pytest.mark.parametrize("name", FAMILIES)
def test_a_fit_is_the_same_on_any_number_of_threads(small_cards, monkeypatch, name, aim):
    family = FAMILIES[name](small_cards.game)
    start = np.random.default_rng(5).uniform(0.4, 1.4, family.n_numbers)
    fits = []
    for n_threads in (1, 2, 5):
        monkeypatch.setattr(fitting, "n_processors", lambda n_threads=n_threads: n_threads)
        fits.append(fit(small_cards, family, start, [Stage(8, 20, (0.5, 0.1), (1.0, 0.2))], 1, aim).tobytes())
    assert fits[0] != start.tobytes()
    assert len(set(fits)) == 1


def test_values_and_slopes_are_the_same_whatever_linear_algebra_does():
    """So many states are enough for OpenBLAS to split a product, which changed the order of its sums."""
    script = "from tests.solver.minds.test_bits import digests; print(*digests())"
    # This process has a thread for each processor.
    n_threads = "2" if n_processors() == 1 else "1"
    done = subprocess.run(
        [sys.executable, "-c", script], env=os.environ | {"OPENBLAS_NUM_THREADS": n_threads},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.split() == digests()
