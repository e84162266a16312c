"""The command of small minds: list them, follow them all anew, train them anew."""

from __future__ import annotations

from typing import Any

import click

from solver.cli.console import announce, json_option, refuse_both, report, told_progress
from solver.errors import SolverError

# The records of small minds in two rows, each in the order in which one needs the others; two processes make them side
# by side. And those that take long and that no other needs, each made by itself, ``datasets --record NAME``.
FITTED = ("minds_numbers", "minds_values", "minds_blur", "minds_rules", "minds_mat", "minds_turned")
LEARNT = ("minds_tree_nodes", "minds_trees", "minds_learning")
RECORDS = (*FITTED, *LEARNT)
APART = ("minds_nearest", "minds_networks", "minds_million")
CLOSE = 1e-9  # points; what a record and a new run may differ by


@click.command()
@click.option("--train", is_flag=True, help="Fit, grow and search all anew and write the records of the sources.")
@click.option("--neighbours", is_flag=True, help="Follow all that have one or two of the seventeen numbers moved.")
@json_option
def minds(train: bool, neighbours: bool, as_json: bool) -> None:
    """List players whose knowledge is a few numbers, a tree or rules: what they hold, score and lose."""
    refuse_both("--neighbours", "--train", neighbours or None, train or None)
    if neighbours:
        tell_neighbours(as_json)
        return
    if train:
        told = [f"all records of small minds are made anew, but for {', '.join(APART)}: each by datasets --record"]
        report({"records": train_all()}, told, as_json)
        return
    found = listed()
    lines = [f"{'player':<18}{'numbers':>9}{'mean':>12}{'loses':>10}"]
    lines += [f"{one['name']:<18}{one['numbers']:>9,}{one['mean']:>12.6f}{one['regret']:>10.6f}" for one in found]
    report({"minds": found}, lines, as_json)


def tell_neighbours(as_json: bool) -> None:
    """Follow all neighbours of the seventeen whole numbers, and tell the best of them."""
    from solver.game.game import Game
    from solver.minds.neighbours import around_seventeen
    from solver.minds.players import recorded_scores
    from solver.rules.games import find_ruleset

    near = around_seventeen(Game(find_ruleset()))
    names = (*near.cards.game.ruleset.category_names, "shift", "spread")
    with told_progress("following") as progress:
        found = near.everyone(progress)
    (own,) = [one.mean for one in recorded_scores() if one.name == "par-17"]
    steps = [{names[place]: float(near.units[place] * times) for place, times in one.step} for one in found]
    rows = [{"step": step, "mean": one.mean, "exact": one.is_exact} for step, one in zip(steps, found, strict=True)]
    best = ", ".join(f"{name} {change:+g}" for name, change in steps[0].items())
    words = "scores more" if found[0].mean > own else "scores no more"
    told = f"of {len(found)} neighbours of par-17 ({own:.6f}) the best {words}: {best}, {found[0].mean:.6f}"
    report({"player": "par-17", "mean": own, "neighbours": rows}, [told], as_json)


def listed() -> list[dict[str, Any]]:
    """Return every small mind as it is recorded: name, kind, numbers, mean and regret."""
    from solver.minds.players import recorded_scores

    return [
        {"name": one.name, "kind": one.kind, "numbers": one.numbers, "mean": one.mean, "regret": one.left}
        for one in recorded_scores()
    ]


def verify_minds() -> float:
    """Follow every small mind anew, and return the largest difference of a mean from what is recorded, in points.

    Raises
    ------
    SolverError
        If one does not score what the records say, or has other numbers.
    """
    from solver.game.game import Game
    from solver.minds.fitting import follow, perfect_cards
    from solver.minds.formulas import digest_of
    from solver.minds.players import all_minds, rows_of
    from solver.rules.games import find_ruleset

    digests = {row["family"]: row["digest"] for row in rows_of("minds_values")}
    cards, minds, found, largest = perfect_cards(Game(find_ruleset())), all_minds(), listed(), 0.0
    with told_progress("following") as progress:
        for done, one in enumerate(found):
            progress(done, len(found), one["name"])
            mean = follow(cards, minds[one["name"]].make(cards)).mean
            largest = max(largest, abs(mean - one["mean"]))
            if largest > CLOSE:
                raise SolverError(f"--verify: {one['name']} scores {mean:.12f}, and {one['mean']:.12f} is recorded")
            if digest_of(cards, one["name"]) != digests.get(one["name"], ""):
                raise SolverError(f"--verify: {one['name']} has other numbers than those whose SHA-256 is recorded")
    return largest


def train_all() -> list[str]:
    """Make all records anew, and return their files; where that ends early, all records are again as they were."""
    from multiprocessing import get_context

    from solver.datasets.records import path_of_record
    from solver.store.results import write_whole

    paths = [path_of_record(name) for name in RECORDS]
    before = {path: path.read_bytes() for path in paths if path.exists()}
    beside = get_context("spawn").Process(target=make_records, args=(LEARNT,))
    beside.start()
    try:
        make_records(FITTED)
        beside.join()
        if beside.exitcode != 0:
            raise SolverError(f"--train: the records {', '.join(LEARNT)} could not be made; all are as they were")
    except BaseException:
        beside.terminate()
        beside.join()
        for path, content in before.items():
            write_whole(path, content)
        raise
    return [str(path) for path in paths]


def make_records(names: tuple[str, ...]) -> None:
    """Make records anew, one after the other."""
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
        rows_of.cache_clear()  # the next ones read what was just made
        announce(f"{name}: {time.perf_counter() - start:.0f} s")
