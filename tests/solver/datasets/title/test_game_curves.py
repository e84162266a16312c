"""Score distributions during a game: against the oracle on small games, and against the real expected scores."""

import gzip
import json
from collections import defaultdict
from fractions import Fraction

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from solver.datasets.shared import BIN, binned, curves_of_turns
from solver.datasets.title import Moment, moments_of, started_turn
from solver.solving.backwards import solve
from tests.oracle import Card, Situation, optimal_player, score
from tests.oracle.play import counted
from tests.oracle.statistics import visits
from tests.solver.games import GAMES
from tests.solver.walks import best_games, best_walk, game_of

SHORT = ("threshold only passed, never hit", "no reroll")


def endings(game, player, situation, known):
    """Return the probability of each final total from a decision on."""
    if situation not in known:
        known[situation] = defaultdict(Fraction)
        for share, option in player(situation):
            if option.action == "score":
                points = score(option.category, situation.dice)
                after = situation.card.write(option.category, points)
                spread(known[situation], share, card_endings(game, player, after, known))
            else:
                card, rerolls = situation.card, situation.rerolls - 1
                spread(known[situation], share, thrown(game, player, card, option.dice, rerolls, known))
    return known[situation]


def card_endings(game, player, card, known):
    if len(card.filled) == len(game.categories):
        return {card.total(game): Fraction(1)}
    return thrown(game, player, card, (), game.n_rerolls, known)


def thrown(game, player, card, kept, rerolls, known):
    """Return the mean of the endings of all throws of the missing dice."""
    share = Fraction(1, 6 ** (game.n_dice - len(kept)))
    found: dict[int, Fraction] = defaultdict(Fraction)
    for dice, count in counted(game, kept):
        spread(found, count * share, endings(game, player, Situation(card, dice, rerolls), known))
    return found


def spread(found, share, more):
    for total, probability in more.items():
        found[total] += share * probability


def moment_of(game, small, situation):
    """Return a decision of the oracle in the solver's form."""
    card, names = situation.card, small.ruleset.category_names
    filled = sum(1 << names.index(name) for name in card.filled)
    total, roll = min(card.upper_sum, game.threshold), small.lattice.rolls.index(situation.dice)
    return Moment(0, len(card.filled) + 1, 1, filled, total, card.points, roll, situation.rerolls)


@pytest.mark.parametrize("name", SHORT)
def test_curves_equal_the_oracles_endings_at_every_decision(name):
    game, small, player = GAMES[name], game_of(name), optimal_player(GAMES[name])
    cards = [card for card in visits(best_games(name)) if len(card.filled) < len(game.categories)]
    rolls = [roll for roll in small.lattice.rolls if len(roll) == game.n_dice]
    decisions = [
        Situation(card, dice, rerolls) for card in cards for dice in rolls for rerolls in range(game.n_rerolls + 1)
    ]
    # Some of many, of all combinations of cards, rolls and rerolls: 19 and 61 divide none of their numbers.
    decisions = decisions[:: 61 if len(decisions) > 2000 else 19]
    moments = [moment_of(game, small, decision) for decision in decisions]
    start, value_of_state = Moment(0, 1, 0, 0, 0, 0), solve(small.ruleset).value_of_state
    turns = [started_turn(small, value_of_state, moment) for moment in (start, *moments)]
    curves = curves_of_turns(best_walk(name), turns)
    known: dict[Situation, dict[int, Fraction]] = {}
    expected = np.zeros_like(curves)
    for row, found in zip(
        expected,
        [card_endings(game, player, Card(), known), *(endings(game, player, one, known) for one in decisions)],
        strict=True,
    ):
        row[list(found)] = [float(probability) for probability in found.values()]
    np.testing.assert_allclose(curves, expected, atol=1e-14)


def test_moments_follow_a_recorded_game():
    small = game_of("one reroll")
    played = pd.DataFrame(
        [
            (4, 1, 1, "16", "", 0), (4, 1, 2, "66", "sixes", 12),
            (4, 2, 1, "11", "one_pair", 2),
        ],
        columns=["game", "turn", "throw", "dice", "category", "points"],
    )  # fmt: skip
    found = [
        (moment.turn, moment.throw, moment.filled, moment.upper_total, moment.written, moment.rerolls)
        for moment in moments_of(small, played)
    ]
    # Twelve points in Sixes count up to the threshold, eight.
    assert found == [(1, 0, 0, 0, 0, 0), (1, 1, 0, 0, 0, 1), (1, 2, 0, 0, 0, 0), (2, 1, 2, 8, 12, 1)]


def test_bins_are_sums_of_neighbours():
    np.testing.assert_allclose(binned(np.array([0.1, 0.2, 0.3, 0.0, 0.4])), [0.3, 0.3, 0.4])


@pytest.fixture(scope="module")
def read(data):
    return lambda name: pa.ipc.open_file(data / f"{name}.arrow").read_all().to_pandas()


def test_the_drawn_curves_have_the_stated_means_and_ranges(read, data, solution):
    drawn = json.loads(gzip.decompress((data / "game-curves.json.gz").read_bytes()))
    played, ranges = read("sample_games"), read("game_ranges")
    moments = moments_of(solution.game, played)
    assert ranges.throw.tolist() == [moment.throw for moment in moments]
    values = iter(played.value)
    for first, shares, moment, row in zip(drawn["first"], drawn["shares"], moments, ranges.itertuples(), strict=True):
        assert sum(shares) == pytest.approx(drawn["units"], abs=60)
        scores = BIN * (first + np.arange(len(shares)))
        # A bin hides half a point; the numbers are whole.
        expected = solution.start_value if moment.roll is None else next(values)
        assert np.average(scores + (BIN - 1) / 2, weights=shares) == pytest.approx(expected, abs=0.55)
        below = np.cumsum(shares) / drawn["units"]
        for percent in (10, 25, 75, 90):
            score = getattr(row, f"percentile_{percent}")
            assert below[scores + BIN > score][0] >= percent / 100 - 1e-3
            assert below[scores + BIN <= score].max(initial=0) < percent / 100 + 1e-3

    ends = played.groupby("game").total.last()
    last = ranges.index[ranges.turn == 15].to_series().groupby(ranges.game).last()
    assert [drawn["shares"][place] for place in last] == [[drawn["units"]]] * len(ends)
    assert [drawn["first"][place] for place in last] == (ends // BIN).tolist()


def test_the_curves_half_way_are_those_of_the_file(read, data):
    drawn = json.loads(gzip.decompress((data / "game-curves.json.gz").read_bytes()))
    ranges, curves = read("game_ranges"), read("half_way_curves")
    for game, rows in curves.groupby("game"):
        place = ranges.index[(ranges.game == game) & (ranges.turn == 8)][-1]
        first, shares = drawn["first"][place], drawn["shares"][place]
        found = {drawn["bin"] * (first + offset): share for offset, share in enumerate(shares) if share}
        assert (rows.share * drawn["units"]).round().astype(int).tolist() == list(found.values())
        assert rows.score.tolist() == list(found)
