"""Data of the chapter "The machine"."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pandas as pd

from solver.datasets.contract import Arrays, Workshop, table
from solver.datasets.records import read_record, recorded_table
from solver.datasets.shared import perfect_visits
from solver.datasets.solving import filled_of_state, sweep_work
from solver.game.game import Game
from solver.solving.solution import Solution

N_LANES = (1, 2, 4, 8, 16, 32, 64)
DIGITS = {"single": 24, "double": 53}  # binary digits of the significand


def drifting_values(solution: Solution) -> Arrays:
    """Return the values computed in single precision in several ways, by name of the way."""
    from solver.studies.drift import WAYS, solve_drifting  # compiles

    return {way: solve_drifting(solution.game, way) for way in WAYS}


@table(
    stored="values between turns in float32",
    factor="one sixth in float32",
    lattice="all in float32, one die at a time",
    table="all in float32, by a table of chances",
)
def float32_drift(workshop: Workshop) -> pd.DataFrame:
    """Compare single with double precision; one row per way to use it and number of filled boxes.

    Columns
    -------
    way (str): What is rounded to 24 binary digits.
    filled (int, boxes): Boxes filled; full cards are exact.
    drift (float, points): Mean excess of the value, over the states of a perfect game after as many turns.
    thousandths (float, points/1000): The same in thousandths of a point.
    largest (float, points): Largest distance from the value in double precision, of all states with as many boxes
        filled.
    value (float, points): Mean of the drifting values over the same states as the drift; at no filled box, the start
        value.
    """
    game, exact = workshop.game, workshop.solution.value_of_state
    n_filled, visits = filled_of_state(game), perfect_visits(workshop)
    rows = []
    for way, values in workshop.kept(drifting_values).items():
        for filled in range(game.ruleset.n_categories + 1):
            here = n_filled == filled
            drift = float(visits[here] @ (values[here] - exact[here]))
            rows.append(
                {
                    "way": way,
                    "filled": filled,
                    "drift": drift,
                    "thousandths": 1000 * drift,
                    "largest": float(np.abs(values[here] - exact[here]).max()),
                    "value": float(visits[here] @ values[here]),
                }
            )
    return pd.DataFrame(rows)


@table()
def rounding_bounds(workshop: Workshop) -> pd.DataFrame:
    """Compute an a priori bound of rounding errors; one row per precision.

    Columns
    -------
    precision (str): Single or double.
    digits (int, binary digits): Digits of the significand.
    unit (float): Largest relative error of one rounded operation.
    turn_roundings (int, operations): Roundings that a value passes through in one turn, at most.
    roundings (int, operations): The same for a whole game.
    bound (float, points): Largest possible error of a value.
    sixth (float): Relative error of the number nearest to one sixth.
    """
    game = workshop.game
    lattice, ruleset = game.lattice, game.ruleset
    # A mean over six rounds five sums, the factor and the product. The first roll rounds a chance, a product and the
    # sums.
    per_turn = 1 + ruleset.n_rerolls * ruleset.n_dice * 7 + len(lattice.rolls) + 1
    roundings = ruleset.n_categories * per_turn
    rows = []
    for precision, digits in DIGITS.items():
        unit = 2.0**-digits
        bound = game.best_final_score * float(np.expm1(roundings * np.log1p(unit)))
        parts = 2 ** (digits + 2)  # the first two binary places of one sixth are zero
        sixth = Fraction(round(Fraction(parts, 6)), parts)
        rows.append(
            {
                "precision": precision,
                "digits": digits,
                "unit": unit,
                "turn_roundings": per_turn,
                "roundings": roundings,
                "bound": bound,
                "sixth": float(6 * sixth - 1),
            }
        )
    return pd.DataFrame(rows)


@table()
def lane_rows(workshop: Workshop) -> pd.DataFrame:
    """Count the rows of a solve; one row per number of lanes, with and without coalescing.

    Columns
    -------
    lanes (int, lanes): Neighbouring upper totals per vector operation.
    coalesced (bool): Whether totals from which the bonus is out of reach share one row.
    rows (int, rows): Rows, each of which solves a turn.
    """
    from solver.studies.work import rows_of_set  # compiles

    space = workshop.game.space
    return pd.DataFrame(
        [
            {"lanes": n_lanes, "coalesced": coalesced, "rows": int(rows_of_set(space, n_lanes, coalesced).sum())}
            for n_lanes in N_LANES
            for coalesced in (False, True)
        ]
    )


@table()
def lane_pages(workshop: Workshop) -> pd.DataFrame:
    """List the upper totals that need a lane; one row per set of filled upper boxes.

    Columns
    -------
    upper_set (int, bit mask): Filled upper boxes, the ones as bit 0.
    last_dead (int, points): Largest upper total from which the bonus is out of reach; 0 if there is only that of no
        points, or none.
    best (int, points): Largest upper total, up to the threshold.
    reachable (str): One character per total from 0 to the threshold: 1 if a game can reach it, else 0.
    """
    space = workshop.game.space
    return pd.DataFrame(
        {
            "upper_set": np.arange(space.n_upper_sets),
            "last_dead": space.last_dead_total_of_set,
            "best": np.minimum(space.best_upper_total_of_set, space.ruleset.threshold),
            "reachable": ["".join("01"[int(flag)] for flag in row) for row in space.reachable_of_upper_set],
        }
    )


@table()
def solve_work(workshop: Workshop) -> pd.DataFrame:
    """Count the operations of a solve with and without each optimization; one row per combination.

    Columns
    -------
    method (str): How a reroll is valued: "grid", all pairs of keep and roll; "table", the possible pairs; "lattice",
        one die at a time.
    coalesced (bool): Whether dead upper totals share one row.
    lanes (bool): Whether neighbouring totals are solved in rows, with some idle lanes.
    turns (int, turns): Turns solved, idle lanes included.
    turn_operations (float, operations): Operations of one turn on average: sweeps or table, scoring, the first roll.
    operations (int, operations): Additions, multiplications and comparisons of all turns.
    billions (float, operations): The same in billions.
    """
    from solver.kernels.rows import N_LANES as KERNEL_LANES  # compiles
    from solver.studies.work import METHODS, operations_of_turn, rows_of_set, states_of_set

    game, rows = workshop.game, []
    for method in METHODS:
        each = operations_of_turn(game, method)
        for coalesced in (False, True):
            for lanes in (False, True):
                turns = (
                    KERNEL_LANES * rows_of_set(game.space, KERNEL_LANES, coalesced)
                    if lanes
                    else states_of_set(game.space, coalesced)
                )
                n_turns, operations = int(turns.sum()), int(turns @ each)
                rows.append(
                    {
                        "method": method,
                        "coalesced": coalesced,
                        "lanes": lanes,
                        "turns": n_turns,
                        "turn_operations": operations / n_turns,
                        "operations": operations,
                        "billions": operations / 1e9,
                    }
                )
    return pd.DataFrame(rows)


@table()
def machine_memory(workshop: Workshop) -> pd.DataFrame:
    """Compute the memory that a solve needs; one row.

    Columns
    -------
    turn_numbers (int, numbers): Keeps of a turn times lanes.
    turn_kilobytes (float, kilobytes): Working set of a core while it solves a row.
    table_megabytes (float, megabytes): Value table of all slots.
    chances_kilobytes (float, kilobytes): Transition table in double precision without zeros.
    """
    from solver.kernels.rows import N_LANES as KERNEL_LANES
    from solver.solving.backwards import Layout

    game: Game = workshop.game
    numbers = game.lattice.n_keeps * KERNEL_LANES
    work = sweep_work(workshop)
    pairs = int(work["pairs"][work["n_dice"] == game.ruleset.n_dice].iloc[0])
    return pd.DataFrame(
        {
            "turn_numbers": numbers,
            "turn_kilobytes": numbers * 8 / 1e3,
            "table_megabytes": Layout(game.space).nan_table().values.nbytes / 1e6,
            "chances_kilobytes": pairs * 8 / 1e3,
        },
        index=[0],
    )


BITS_OF_NUMBER = 64
WIDTHS = (("avx512f", 512), ("avx", 256), ("sse2", 128), ("neon", 128))  # width of vector registers in bits, by feature


def vector_bits() -> int:
    """Return the width of this processor's widest vectors in bits; 64 if unknown."""
    from llvmlite import binding

    features = binding.get_host_cpu_features()
    return next((bits for name, bits in WIDTHS if features.get(name)), BITS_OF_NUMBER)


@recorded_table("measured")
def bench_record(workshop: Workshop) -> pd.DataFrame:
    """Measure a solve in double precision on one machine; one row, medians over the runs of one benchmark.

    Columns
    -------
    processor (str): Model, as compilers name it.
    processors (int, processors): Cores that were used.
    vector_bits (int, bits): Width of their vectors.
    vector_numbers (int, numbers): Numbers in double precision that one instruction works on.
    python (str): Version of Python.
    solve_seconds (float, s): A whole solve: tables, kernel, reordering of values.
    solve_milliseconds (float, ms): The same in milliseconds.
    table_seconds (float, s): Time before the first turn is solved.
    kernel_seconds (float, s): Time in the layers.
    theta_seconds (float, s): A whole solve for exponential utility.
    operations (int, operations): Additions, multiplications and comparisons of the layers, idle lanes included.
    kernel_billions (float, operations/s): Operations per second of all cores, in billions.
    machine_billions (float, operations/s): Additions and comparisons per second of all cores on numbers in registers,
        in billions, measured in the same run.
    machine_throughput (float, operations/s): The same, not in billions.
    share_of_machine (float, share): The kernel's operations per second as a share of that.
    limit_seconds (float, s): Time of the operations at that rate.
    """
    from llvmlite import binding

    from solver.studies.bench import measure  # compiles
    from solver.threads import n_processors

    bench = measure(workshop.ruleset)
    found = bench.as_json()
    bits = vector_bits()
    kernel_seconds = bench.operations / bench.kernel_throughput
    return pd.DataFrame(
        {
            "processor": binding.get_host_cpu_name(),
            "processors": n_processors(),
            "vector_bits": bits,
            "vector_numbers": bits // BITS_OF_NUMBER,
            "python": found["machine"].rpartition(" ")[2],
            "solve_seconds": bench.total_seconds,
            "solve_milliseconds": 1000 * bench.total_seconds,
            "table_seconds": bench.table_seconds,
            "kernel_seconds": kernel_seconds,
            "theta_seconds": bench.theta_seconds,
            "operations": bench.operations,
            "kernel_billions": bench.kernel_throughput / 1e9,
            "machine_billions": bench.machine_throughput / 1e9,
            "machine_throughput": bench.machine_throughput,
            "share_of_machine": bench.share_of_machine,
            "limit_seconds": bench.operations / bench.machine_throughput,
        },
        index=[0],
    )


@table()
def speed_limit(workshop: Workshop) -> pd.DataFrame:
    """Compute the shortest possible time of a solve on the machine of bench_record; one row per combination.

    Columns
    -------
    method (str): How a reroll is valued: "grid", all pairs of keep and roll; "table", the possible pairs; "lattice",
        one die at a time.
    coalesced (bool): Whether dead upper totals share one row.
    lanes (bool): Whether a vector instruction works on neighbouring totals; otherwise each instruction works on one
        number.
    cores (bool): Whether all cores are used.
    operations (int, operations): Additions, multiplications and comparisons, idle lanes included.
    seconds (float, s): Time without any stalls.
    times (float, times): The same as a multiple of the smallest, that with all optimizations.
    """
    record = read_record("bench_record").iloc[0]
    n_cores, n_numbers = int(record["processors"]), int(record["vector_numbers"])
    rate_of_lane = float(record["machine_throughput"]) / n_cores / n_numbers
    work = solve_work(workshop)
    parts = []
    for cores in (False, True):
        rate = rate_of_lane * (n_cores if cores else 1) * np.where(work["lanes"], n_numbers, 1)
        parts.append(
            work[["method", "coalesced", "lanes"]].assign(
                cores=cores, operations=work["operations"], seconds=work["operations"] / rate
            )
        )
    limit = pd.concat(parts, ignore_index=True)
    return limit.assign(times=limit["seconds"] / limit["seconds"].min())


DIARY, C, RUST = "A second program", "dlangk, in C", "dlangk, in Rust"
MAX, LOG = "an Apple M1 Max", "optimization log"
PUBLISHED = (
    ("koukkari", "Another program", "teemukoukkari, in C++", 4 * 3600.0, "six cores", "its documentation"),
    ("first", f"{DIARY}, at first", C, 20 * 60.0, f"one core of {MAX}", f"{LOG}, step 0"),
    ("sparse", f"{DIARY}, without the noughts", C, 4 * 60.0, f"eight cores of {MAX}", f"{LOG}, step 1"),
    ("joined", f"{DIARY}, equal keeps joined", C, 81.0, f"eight cores of {MAX}", f"{LOG}, step 4"),
    ("grouped", f"{DIARY}, cards side by side", RUST, 2.3, f"eight cores of {MAX}", f"{LOG}, step 7"),
    ("now", f"{DIARY}, with lanes", RUST, 1.1, f"eight cores of {MAX}", f"{LOG}, summary"),
)


@table()
def published_times(_workshop: Workshop) -> pd.DataFrame:
    """List published times of other programs for the same game; one row per program or version.

    Columns
    -------
    key (str): Short name.
    program (str): Program, as named in the essay.
    author (str): Author and programming language.
    seconds (float, s): Time of a whole solve for the mean, as published by its author.
    minutes (float, min): The same in minutes.
    hours (float, h): The same in hours.
    machine (str): Hardware.
    where (str): Place in the publication.
    """
    frame = pd.DataFrame(PUBLISHED, columns=["key", "program", "author", "seconds", "machine", "where"])
    frame.insert(4, "minutes", frame["seconds"] / 60)
    frame.insert(5, "hours", frame["seconds"] / 3600)
    return frame
