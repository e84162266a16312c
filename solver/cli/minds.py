"""The `minds` command: list small policies, verify their records, train them again."""

from __future__ import annotations

from typing import Any

import click

from solver.cli.console import announce, check_exclusive, json_option, progress_callback, report
from solver.errors import SolverError

# Records of small policies. Two processes compute the two groups in parallel; within a group, later records need
# earlier ones. ``SEPARATE`` records take long, no other needs them, and each is computed by ``datasets --record NAME``.
FITTED = ("minds_numbers", "minds_values", "minds_blur", "minds_rules", "minds_mat_numbers",
          "minds_mat_neighbours", "minds_mat")  # fmt: skip
LEARNT = ("minds_tree_nodes", "minds_trees", "minds_learning")
RECORDS = (*FITTED, *LEARNT)
SEPARATE = ("minds_nearest", "minds_networks", "minds_million")
TOLERANCE = 1e-9  # points; largest accepted difference between a record and a new run


@click.command()
@click.option("--train", is_flag=True, help="Train all again and replace their records in the solver's sources.")
@click.option("--neighbours", is_flag=True, help="Evaluate par-17 with one or two of its numbers changed.")
@json_option
def minds(train: bool, neighbours: bool, as_json: bool) -> None:
    """List the small policies: linear rules, trees and networks, with size, mean score and regret."""
    check_exclusive("--neighbours", "--train", neighbours or None, train or None)
    if neighbours:
        report_neighbours(as_json)
        return
    if train:
        lines = [f"all records of small minds were replaced except {', '.join(SEPARATE)}; use datasets --record NAME"]
        report({"records": train_all()}, lines, as_json)
        return
    found = list_minds()
    lines = [f"{'player':<18}{'numbers':>9}{'mean':>12}{'loses':>10}"]
    lines += [f"{one['name']:<18}{one['numbers']:>9,}{one['mean']:>12.6f}{one['regret']:>10.6f}" for one in found]
    report({"minds": found}, lines, as_json)


def report_neighbours(as_json: bool) -> None:
    """Evaluate all neighbours of par-17 and report the best."""
    from solver.game.game import Game
    from solver.minds.neighbours import around_seventeen
    from solver.minds.players import recorded_scores
    from solver.rules.games import find_ruleset

    near = around_seventeen(Game(find_ruleset()))
    names = (*near.cards.game.ruleset.category_names, "shift", "spread")
    with progress_callback("following") as progress:
        found = near.all_neighbours(progress)
    (own,) = [one.mean for one in recorded_scores() if one.name == "par-17"]
    steps = [{names[place]: float(near.units[place] * times) for place, times in one.step} for one in found]
    rows = [{"step": step, "mean": one.mean, "exact": one.is_exact} for step, one in zip(steps, found, strict=True)]
    best = ", ".join(f"{name} {change:+g}" for name, change in steps[0].items())
    words = "scores more" if found[0].mean > own else "scores no more"
    line = f"of {len(found)} neighbours of par-17 ({own:.6f}) the best {words}: {best}, {found[0].mean:.6f}"
    report({"player": "par-17", "mean": own, "neighbours": rows}, [line], as_json)


def list_minds() -> list[dict[str, Any]]:
    """Return name, kind, numbers, mean and regret of every recorded small policy."""
    from solver.minds.players import recorded_scores

    return [
        {"name": one.name, "kind": one.kind, "numbers": one.numbers, "mean": one.mean, "regret": one.left}
        for one in recorded_scores()
    ]


def verify_minds() -> float:
    """Evaluate every small policy again; return the largest difference from the recorded means, in points.

    Raises
    ------
    SolverError
        If a mean or the digest of a policy's numbers differs from the record.
    """
    from solver.game.game import Game
    from solver.minds.fitting import follow, perfect_cards
    from solver.minds.formulas import digest_of
    from solver.minds.players import all_minds, rows_of
    from solver.rules.games import find_ruleset

    digests = {row["family"]: row["digest"] for row in rows_of("minds_values")}
    cards, minds, found, largest = perfect_cards(Game(find_ruleset())), all_minds(), list_minds(), 0.0
    with progress_callback("following") as progress:
        for done, one in enumerate(found):
            progress(done, len(found), one["name"])
            mean = follow(cards, minds[one["name"]].make(cards)).mean
            largest = max(largest, abs(mean - one["mean"]))
            if largest > TOLERANCE:
                raise SolverError(f"--verify: {one['name']} scores {mean:.12f}; the record has {one['mean']:.12f}")
            if digest_of(cards, one["name"]) != digests.get(one["name"], ""):
                raise SolverError(f"--verify: the SHA-256 of the numbers of {one['name']} differs from the record")
    return largest


def train_all() -> list[str]:
    """Compute all records again and return their files; on an error, restore the previous records."""
    from multiprocessing import get_context

    from solver.datasets.records import path_of_record
    from solver.store.results import write_atomically

    paths = [path_of_record(name) for name in RECORDS]
    before = {path: path.read_bytes() for path in paths if path.exists()}
    process = get_context("spawn").Process(target=make_records, args=(LEARNT,))
    process.start()
    try:
        make_records(FITTED)
        process.join()
        if process.exitcode != 0:
            raise SolverError(f"--train: {', '.join(LEARNT)} could not be computed; all records were restored")
    except BaseException:
        process.terminate()
        process.join()
        for path, content in before.items():
            write_atomically(path, content)
        raise
    return [str(path) for path in paths]


def make_records(names: tuple[str, ...]) -> None:
    """Compute records one after the other."""
    import time

    from solver.datasets import fill
    from solver.datasets.contract import Workshop
    from solver.minds.players import rows_of
    from solver.rules.games import find_ruleset

    workshop = Workshop(find_ruleset())
    for number, name in enumerate(names, start=1):
        announce(f"{name}, {number} of {len(names)}")
        start = time.perf_counter()
        fill.record(name, workshop)
        rows_of.cache_clear()  # the next records read this one
        announce(f"{name}: {time.perf_counter() - start:.0f} s")
