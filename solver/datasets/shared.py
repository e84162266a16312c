"""Results and rows that data sets of several chapters share."""

from __future__ import annotations

import gzip
import hashlib
import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from solver.advising.advice import Turn, play, preferred_category
from solver.arrays import Floats
from solver.datasets.contract import Arrays, Workshop
from solver.datasets.precompile import PRECOMPILER
from solver.errors import DatasetError
from solver.game.game import StateSpace
from solver.rules.games import find_ruleset
from solver.solving.solution import Solution, find_solution

if TYPE_CHECKING:
    from solver.play.distribution import Distribution, JointEvents, Passes
    from solver.play.statistics import Statistics
    from solver.play.walk import Walk


SCHEMA_VERSION = 2
STEP = 1 / 256  # points; a power of two, so that sums of table values and points are exact
LARGEST_STEPS = 2**16 - 1

Words = npt.NDArray[np.uint16]
Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class ValueTable:
    """The value table of the browser as a file, and its number of states."""

    content: bytes
    n_states: int


def quantise(value_of_state: Floats) -> Floats:
    """Round values to multiples of the step, as in the browser's table."""
    return np.round(value_of_state / STEP) * STEP


def count_steps(value_of_state: Floats) -> Words:
    """Return values in units of the step.

    Raises
    ------
    DatasetError
        If a value exceeds 16 bits.
    """
    steps = np.round(value_of_state / STEP)
    if not (steps.min() >= 0 and steps.max() <= LARGEST_STEPS):
        raise DatasetError(
            f"values from {value_of_state.min():.2f} to {value_of_state.max():.2f} exceed 16 bits "
            f"of {STEP} points; the table holds 0 to {LARGEST_STEPS * STEP:.2f}"
        )
    return steps.astype(np.uint16)


def in_file_order(steps_of_state: Words, space: StateSpace) -> Words:
    """Reorder steps for the file: uint16[n_pairs of upper set and total, n_lower_sets]."""
    return np.ascontiguousarray(steps_of_state.reshape(space.n_sets // space.n_upper_sets, -1).T)


def differences(steps: Words, space: StateSpace) -> npt.NDArray[np.int16]:
    """Return differences of steps along the upper totals and along every lower category."""
    n_pairs, n_lower_sets = steps.shape
    left = np.diff(steps, axis=0, prepend=np.uint16(0))
    first_pairs = space.first_state_of_page[: space.n_upper_sets]
    left[first_pairs] = steps[first_pairs]
    for box in range(n_lower_sets.bit_length() - 1):
        boxes = left.reshape(n_pairs, -1, 2, 2**box)
        boxes[:, :, 1] -= boxes[:, :, 0]
    return left.view(np.int16)


def folded_bytes(signed: npt.NDArray[np.int16]) -> tuple[Bytes, Bytes]:
    """Split signed numbers into low and high bytes, folded so that small numbers have high bytes of zero."""
    folded = (signed << 1 ^ signed >> 15).view(np.uint16)
    return (folded & 0xFF).astype(np.uint8), (folded >> 8).astype(np.uint8)


def value_table(solution: Solution) -> ValueTable:
    """Encode the values of ``solution`` for the browser."""
    ruleset, space = solution.game.ruleset, solution.game.space
    steps = in_file_order(count_steps(solution.value_of_state), space)
    metadata = {
        "schema_version": str(SCHEMA_VERSION),
        "ruleset": ruleset.name,
        "options": json.dumps(dict(ruleset.options)),
        "theta": "0",
        "step": repr(STEP),
        "rows": str(steps.size),
        "start_value": f"{solution.start_value:.17g}",
        "sha256": hashlib.sha256(steps.astype("<u2").tobytes()).hexdigest(),
        "n_dice": str(ruleset.n_dice),
        "categories": json.dumps(ruleset.category_names),
        "threshold": str(ruleset.threshold),
        "bonus": str(ruleset.bonus),
    }
    low, high = folded_bytes(differences(steps, space).ravel())
    fields = [pa.field(name, pa.uint8(), nullable=False) for name in ("low", "high")]
    batch = pa.record_batch([pa.array(low), pa.array(high)], schema=pa.schema(fields, metadata))
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as writer:
        writer.write_batch(batch)
    return ValueTable(gzip.compress(sink.getvalue(), compresslevel=9, mtime=0), steps.size)


BIN = 2  # points per bin of a curve


@dataclass(frozen=True, eq=False)
class StartedTurn:
    """A turn in progress.

    ``written`` is in points without the bonus, which is added at the end of the game. ``prob_of_outcome`` contains the
    probability of each outcome of the turn, float64[n_outcomes].
    """

    filled: int
    upper_total: int
    written: int
    prob_of_outcome: Floats


def prob_of_outcome(turn: Turn, rerolls: int, prob_of_roll: Floats) -> Floats:
    """Return the probability of each outcome of a perfect turn: float64[n_outcomes].

    Parameters
    ----------
    turn : Turn
        The solved turn.
    prob_of_roll : float64[n_rolls]
        Probability of each current roll, with ``rerolls`` remaining throws.
    """
    scored = play(turn, rerolls, prob_of_roll[:, None].copy())[:, 0]
    rolls, ways_out = np.flatnonzero(scored), turn.game.outcomes
    category = preferred_category(turn)[rolls, 0]
    outcomes = ways_out.outcome_of_roll[ways_out.class_of_page[turn.page[0]], rolls, category]
    found: Floats = np.bincount(outcomes, scored[rolls], minlength=len(ways_out.gain)).astype(np.float64)
    return found


def curves_of_turns(way: Walk, turns: list[StartedTurn]) -> Floats:
    """Return the distribution of the final score from within some turns: float64[n_turns, best final score + 1].

    Parameters
    ----------
    way : Walk
        The walk of perfect play.

    Notes
    -----
    Goes backwards over the layers that the player visits, like ``distribution.Passes``, and mixes the turns of a layer
    while the distributions of the next layer are in memory. Scandinavian Yatzy: 2 s of one processor.
    """
    from solver.play.distribution import Passes  # compiles
    from solver.threads import n_processors

    PRECOMPILER.wait("distributions")
    passes, n_categories = Passes(way), way.game.ruleset.n_categories
    later = passes.finished()
    curves = np.zeros((len(turns), way.game.best_final_score + 1))
    with ThreadPoolExecutor(n_processors()) as pool:
        for n_filled in reversed(range(n_categories)):
            for curve, turn in zip(curves, turns, strict=True):
                if turn.filled.bit_count() == n_filled:
                    mix_endings(passes, turn, later[0], curve)
            if n_filled > 0:
                later = passes.mix_layer(pool, n_filled, later)
    return curves


def mix_endings(passes: Passes, turn: StartedTurn, later: Floats, curve: Floats) -> None:
    """Add to ``curve`` the distributions of all successor states of a turn, weighted by their probabilities.

    ``later`` contains the distributions of the next layer, see ``Passes``.
    """
    exits, windows, places = passes.walk.exits, passes.windows, passes.walk.place_of_slot
    for outcome in np.flatnonzero(turn.prob_of_outcome):
        total = min(turn.upper_total + int(exits.shift[outcome]), places.shape[1] - 1)
        after = windows.twin[places[turn.filled + exits.step[outcome], total]]
        first, low, n_numbers = windows.first[after], windows.low[after], windows.high[after] - windows.low[after] + 1
        start = turn.written + int(exits.gain[outcome]) + low
        curve[start : start + n_numbers] += turn.prob_of_outcome[outcome] * later[first : first + n_numbers]


def binned(curve: Floats) -> Floats:
    """Add up neighbouring scores of a curve: bin b starts at b * BIN."""
    n_bins = -(-len(curve) // BIN)
    sums: Floats = np.resize(np.append(curve, np.zeros(n_bins * BIN - len(curve))), (n_bins, BIN)).sum(axis=1)
    return sums


def way_of_optimum(solution: Solution) -> Walk:
    """Return the walk of perfect play."""
    from solver.play.player import TablePlayer  # compiles
    from solver.play.walk import shared_walk

    PRECOMPILER.wait("walk")
    return shared_walk(solution.game, TablePlayer("optimal", solution.value_of_state))


def visits_of_optimum(solution: Solution) -> Arrays:
    """Return the probability that a perfect game visits each state: float64[n_states]."""
    return {"visits": way_of_optimum(solution).visits_of_state}


def bonus_chance_of_optimum(solution: Solution) -> Arrays:
    """Return the probability, from every state, that perfect play earns the bonus: float64[n_states]."""
    from solver.studies.evaluate import bonus_chance_of_policy  # compiles

    return {"bonus_chance": bonus_chance_of_policy(solution.game, solution.value_of_state)}


def perfect_visits(workshop: Workshop) -> Floats:
    """Return the cached probability that a perfect game visits each state: float64[n_states]."""
    return workshop.kept(visits_of_optimum)["visits"]


def perfect_bonus_chance(workshop: Workshop) -> Floats:
    """Return the cached probability, from every state, that perfect play earns the bonus: float64[n_states]."""
    return workshop.kept(bonus_chance_of_optimum)["bonus_chance"]


def play_of_optimum(solution: Solution) -> Arrays:
    """Return distribution and statistics of perfect play; for all but large games, also joint events."""
    from solver.play.distribution import (
        joint_events,
        score_distribution,  # compiles
    )
    from solver.play.long_walk import long_distribution, long_statistics, long_walk
    from solver.play.player import TablePlayer
    from solver.play.statistics import statistics
    from solver.play.walk import is_long

    if is_long(solution.game):
        long = long_walk(solution.game, TablePlayer("optimal", solution.value_of_state))
        return {"prob_of_score": long_distribution(long).prob_of_score, **long_statistics(long).arrays()}
    way = way_of_optimum(solution)
    joint = joint_events(way).prob_of_score
    return {"prob_of_score": score_distribution(way).prob_of_score, "joint": joint, **statistics(way).arrays()}


def optimal_distribution_of(workshop: Workshop) -> Distribution:
    """Return the cached distribution of the score of perfect play."""
    from solver.play.distribution import Distribution

    return Distribution(workshop.kept(play_of_optimum)["prob_of_score"])


def optimal_events(workshop: Workshop) -> JointEvents:
    """Return the cached joint events of perfect play; not for large games."""
    from solver.play.distribution import BONUS, JointEvents, event_categories

    names = (BONUS, *event_categories(workshop.ruleset))
    return JointEvents(names, workshop.kept(play_of_optimum)["joint"])


def optimal_statistics(workshop: Workshop) -> Statistics:
    """Return the cached statistics of perfect play."""
    from solver.play.statistics import Statistics

    arrays = workshop.kept(play_of_optimum)
    return Statistics(
        workshop.game, **{name: arrays[name] for name in arrays if name not in ("prob_of_score", "joint")}
    )


def maxi_solution(_workshop: Workshop) -> Solution:
    """Return the solution of Maxi Yatzy; call this and the following functions by ``workshop.once``."""
    return find_solution(find_ruleset("maxi"))[0]


def saving_solution(_workshop: Workshop) -> Solution:
    """Return the solution of Scandinavian Yatzy with saved throws."""
    return find_solution(find_ruleset("scandinavian-saved"))[0]


def yahtzee_solution(_workshop: Workshop) -> Solution:
    """Return the solution of American Yahtzee with free jokers."""
    return find_solution(find_ruleset("yahtzee"))[0]


def forced_yahtzee_solution(_workshop: Workshop) -> Solution:
    """Return the solution of American Yahtzee with forced jokers."""
    return find_solution(find_ruleset("yahtzee", {"joker": "forced"}))[0]


def score_row(distribution: Distribution) -> dict[str, Any]:
    """Return the summary of a distribution, by column name."""
    return {
        "mean": distribution.mean,
        "sd": distribution.sd,
        "skewness": distribution.skewness,
        "kurtosis": distribution.kurtosis,
        **{f"percentile_{percent}": score for percent, score in distribution.percentiles.items()},
        "worst_1_mean": distribution.mean_of_worst(0.01),
        "worst_5_mean": distribution.mean_of_worst(0.05),
        "best_5_mean": distribution.mean_of_best(0.05),
        "best_1_mean": distribution.mean_of_best(0.01),
    }


def play_row(statistics: Statistics) -> dict[str, Any]:
    """Return the rates of bonus and combinations of a player, by column name."""
    zero_rates = dict(zip(statistics.game.ruleset.category_names, statistics.zero_rates, strict=True))
    return {
        "bonus_rate": statistics.bonus_rate,
        **{f"{name}_rate": 1 - zero_rates[name] for name in ("yatzy", "small_straight", "large_straight")},
        "visited_states": int(statistics.n_visited.sum()),
    }


def browser_table(workshop: Workshop) -> ValueTable:
    """Return the quantised values as read by the browser; call it by ``workshop.once``."""
    return value_table(workshop.solution)


def mean_of_quantised_play(solution: Solution) -> Arrays:
    """Return the exact value of every state for a player who uses the browser's table: float64[n_states]."""
    from solver.studies.evaluate import mean_of_policy  # compiles

    return {"mean": mean_of_policy(solution.game, quantise(solution.value_of_state))}


COMPARED = ("yahtzee", "maxi", "scandinavian-saved")


class Play(NamedTuple):
    """Perfect play of one game: its workshop, the distribution of its score, and its statistics."""

    workshop: Workshop
    distribution: Distribution
    statistics: Statistics


def plays(workshop: Workshop) -> dict[str, Play]:
    """Return perfect play of the workshop's own game and of all games compared with it."""
    own = {workshop.ruleset.name: play_in(workshop)}
    return own | {name: play_in(Workshop(find_ruleset(name))) for name in COMPARED}


def play_in(workshop: Workshop) -> Play:
    """Return perfect play of a workshop's game."""
    return Play(workshop, optimal_distribution_of(workshop), optimal_statistics(workshop))


def top_box(workshop: Workshop) -> str:
    """Return the category for all dice equal; its name depends on the game."""
    return next(name for name in workshop.ruleset.category_names if name.endswith(("yatzy", "yahtzee")))
