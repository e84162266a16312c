"""Data sets on speed: what was measured on one machine, what it could do at best, and what others have published."""

from __future__ import annotations

import numpy as np
import pandas as pd

from solver.datasets.contract.records import read_record, recorded_table
from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.machine.work import solve_work

BITS_OF_NUMBER = 64
WIDTHS = (("avx512f", 512), ("avx", 256), ("sse2", 128), ("neon", 128))  # bits of a vector, by feature


def vector_bits() -> int:
    """Return how many bits the widest vector of this processor has; those of one number if none is known."""
    from llvmlite import binding

    features = binding.get_host_cpu_features()
    return next((bits for name, bits in WIDTHS if features.get(name)), BITS_OF_NUMBER)


@recorded_table()
def bench_record(workshop: Workshop) -> pd.DataFrame:
    """Tell what one machine needed for a solve in double precision; one row, medians over the runs of one bench.

    Columns
    -------
    processor : str
        Its kind, as compilers name it.
    processors : int, processors
        Cores that were used.
    vector_bits : int, bits
        Width of their vectors.
    vector_numbers : int, numbers
        Numbers in double precision that one instruction works on.
    python : str
        Version of Python.
    solve_seconds : float, s
        A whole solve: tables, kernel, values into their order.
    solve_milliseconds : float, ms
        The same in thousandths.
    table_seconds : float, s
        The part of it before the first turn is solved.
    kernel_seconds : float, s
        The part of it in the layers.
    theta_seconds : float, s
        A whole solve for exponential utility.
    operations : int, operations
        Additions, multiplications and comparisons of the layers, idle lanes included.
    kernel_billions : float, operations/s
        Of them in a second, in thousands of millions, on all cores together.
    machine_billions : float, operations/s
        Additions and comparisons that the cores do in a second on numbers in registers, measured in the same run.
    machine_throughput : float, operations/s
        The same, one by one.
    share_of_machine : float, share
        The kernel's operations a second as a share of that.
    limit_seconds : float, s
        What the operations would take at that rate.
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
    """Tell how fast the machine of bench_record could be at best with and without each thrift; one row per combination.

    Columns
    -------
    method : str
        How a reroll is valued: "grid", every keep against every roll; "table", against those that can come of it;
        "lattice", one die at a time.
    coalesced : bool
        Whether dead upper totals are solved once for all.
    lanes : bool
        Whether a vector instruction works on neighbouring totals; else every number has an instruction of its own.
    cores : bool
        Whether all cores work.
    operations : int, operations
        Additions, multiplications and comparisons, idle lanes included.
    seconds : float, s
        What they take if an instruction is done every time that one can be, and nothing is ever waited for.
    times : float, times
        The same in times of the least, that with every thrift.
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
    """List what others have published about their own programs for the same game; one row per program or stage of one.

    Columns
    -------
    key : str
        Short name.
    program : str
        What was run, as the essay speaks of it.
    author : str
        Whose it is, and in which language it is written.
    seconds : float, s
        Time of a whole solve for the mean, as its author tells it.
    minutes : float, min
        The same in minutes.
    hours : float, h
        The same in hours.
    machine : str
        What it was run on.
    where : str
        Where its author says so.
    """
    frame = pd.DataFrame(PUBLISHED, columns=["key", "program", "author", "seconds", "machine", "where"])
    frame.insert(4, "minutes", frame["seconds"] / 60)
    frame.insert(5, "hours", frame["seconds"] / 3600)
    return frame
