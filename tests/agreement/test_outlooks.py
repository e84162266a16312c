"""Compare the outlooks of options that the table shows in every turn with the solver's exact distributions."""

from __future__ import annotations

import json
import subprocess
from itertools import islice

import numpy as np

from site_builder.assets.packages import node
from solver.datasets.advisor import curves_from
from solver.datasets.contract import Workshop
from solver.datasets.shared import perfect_bonus_chance
from tests.agreement.games import PAGE, ROOT, SEED, solved
from tests.agreement.positions import told_positions

# Ten positions of each turn, of which every second one is asked about.
N_POSITIONS, EVERY = 150, 2
SHARES = (0.1, 0.9)


def test_range_and_bonus_are_the_solvers_in_every_turn() -> None:
    solution = solved("scandinavian")
    game, space = solution.game, solution.game.space
    names, threshold = game.ruleset.category_names, space.n_totals - 1
    asked, cards = [], np.zeros_like(space.reachable_slots)
    for told in islice(told_positions(solution, N_POSITIONS, SEED), 0, None, EVERY):
        box = names.index(next(key for key, _ in told["options"] if key.startswith("score-")).removeprefix("score-"))
        points = int(game.points_of_roll[game.lattice.rolls.index(told["dice"]), box])
        scores = [points if place == box else old for place, old in enumerate(told["scores"])]
        page = sum(1 << place for place, old in enumerate(scores) if old is not None)
        if page + 1 == space.n_sets:
            continue  # nothing comes after it
        upper = sum(old or 0 for old, one in zip(scores, game.ruleset.categories, strict=True) if one.is_upper)
        cards[page, min(upper, threshold)] = True
        written = sum(old or 0 for old in scores)
        asked.append((space.state(page, min(upper, threshold)), written, {**told, "category": box}))
    said = subprocess.run(
        [node(), str(PAGE.with_name("outlooks.js"))],
        cwd=ROOT,
        input="\n".join(json.dumps(position) for *_, position in asked),
        capture_output=True,
        text=True,
        check=True,
    )
    exact, bonus_of_state = curves_from(solution, cards), perfect_bonus_chance(Workshop(game.ruleset))
    place_of_state = {state: place for place, state in enumerate(exact["states"].tolist())}
    n_off, missed = 0, list[list[float]]()
    for (state, written, _), outlook in zip(asked, json.loads(said.stdout), strict=True):
        sums = exact["sums"][place_of_state[state]]
        assert abs(outlook["bonus"] - bonus_of_state[state]) < 1e-4
        for told_end, share in zip((outlook["low"] - written, outlook["high"] - written), SHARES, strict=True):
            end = int(np.argmax(sums >= share - 1e-6))
            assert abs(told_end - end) <= 1
            # If a quantile differs, the share of games up to it is nearly the requested one.
            assert told_end == end or abs(sums[min(told_end, end)] - share) < 0.001
            n_off += told_end != end
        if (glance := outlook.get("glance")) is not None:
            missed.append([abs(glance[key] - outlook[key]) for key in ("bonus", "low", "high")])
    bonus, *ends = np.array(missed).T
    assert len(missed) > 0.25 * len(asked)
    assert bonus.max() < 0.03
    assert np.mean(np.array(ends) <= 1) > 0.8
    assert len(asked) > 0.9 * N_POSITIONS / EVERY
    assert n_off <= 0.01 * 2 * len(asked)
