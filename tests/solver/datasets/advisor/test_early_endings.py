"""The chance of the bonus from cards with few boxes filled, as the table in the browser reads it."""

import gzip
import json

import numpy as np
import pyarrow as pa
import pytest

from tests.solver.walks import full_walk


def test_the_chances_are_those_of_perfect_play_card_by_card(data, solution):
    found = json.loads(gzip.decompress((data / "early-bonus.json.gz").read_bytes()))
    space = solution.game.space
    states = [
        space.state(filled, total)
        for filled in range(2**15)
        if filled.bit_count() == found["n_filled"] == 3
        for total in np.flatnonzero(space.reachable_slots[filled])
    ]
    assert len(states) == len(found["chances"])
    chances = np.array(found["chances"]) / found["units"]
    assert (chances.min(), chances.max()) == (0, 1)
    # Whatever perfect play has done in three turns, it is on its way to the bonus as often as it ends with it.
    visits = full_walk(solution).visits_of_state[states]
    assert visits.sum() == pytest.approx(1)
    summary = pa.ipc.open_file(data / "optimal_summary.arrow").read_all().to_pylist()[0]
    assert visits @ chances == pytest.approx(summary["bonus_rate"], abs=0.5 / found["units"])
