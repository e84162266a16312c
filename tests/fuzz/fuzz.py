"""Read mutated inputs in separate processes, and report every traceback and hang.

The inputs of a seed are always the same. Failing inputs are saved in a temporary folder, reduced to a part that still
fails.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

from tests.fuzz.inputs import Inputs, said_by_solver
from tests.fuzz.mutations import REPOSITORY, mutated

COUNTS = {"chapter": 3000, "bibtex": 1000, "csv": 1000, "toml": 1000, "svg": 1000, "record": 1000}
SECONDS = 60.0  # an input that takes longer hangs; most take a tenth of a second
MOST_MEMORY = 700_000_000  # bytes that one input may add to a worker that has read others
MOST_CUTS = 150


class Failure(NamedTuple):
    """An input that failed: how, and what of it still does."""

    kind: str
    number: int
    what: str
    content: bytes


def failure_of(inputs: Inputs, kind: str, content: bytes) -> str:
    """Return the traceback of what an input raises; nothing if it raises nothing."""
    before = peak_memory()
    try:
        inputs.read(kind, content)
    except Exception:
        return traceback.format_exc()
    used = peak_memory() - before
    return f"takes {used // 1_000_000} MB" if used > MOST_MEMORY else ""


def peak_memory() -> int:
    """Return the most bytes that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def signature(told: str) -> str:
    """Return what two tracebacks of the same fault have in common: the last place, and the kind of the error."""
    places = [line for line in told.splitlines() if line.startswith("  File ")]
    return f"{places[-1] if places else ''} {told.splitlines()[-1].partition(':')[0]}"


def smallest(inputs: Inputs, kind: str, content: bytes, told: str) -> bytes:
    """Return the smallest part of an input that still fails in the same place, by removing pieces in turn."""
    size, cuts = len(content) // 2, 0
    while size and cuts < MOST_CUTS:
        for start in range(0, len(content), size):
            less = content[:start] + content[start + size :]
            cuts += 1
            if less and signature(failure_of(inputs, kind, less) or "?\n?") == signature(told):
                content = less
                break
            if cuts >= MOST_CUTS:
                break
        else:
            size //= 2
    return content


def work(pipe: Connection, folder: str) -> None:
    """Read the inputs that come in, and answer each with its failure."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # what compilers of scripts say
    inputs, seen = Inputs(Path(folder)), set[str]()
    while True:
        kind, content = pipe.recv()
        told = failure_of(inputs, kind, content)
        is_new = bool(told) and signature(told) not in seen
        seen.add(signature(told or "?\n?"))
        pipe.send(("begun", ""))
        pipe.send((told, smallest(inputs, kind, content, told) if is_new else content))


class Worker:
    """A process that reads inputs one after another; one that hangs is ended, and another begun."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.count = folder, 0
        self.begin()

    def begin(self) -> None:
        """Start a process in a new folder."""
        self.count += 1
        self.pipe, theirs = multiprocessing.Pipe()
        arguments = (theirs, str(self.folder / f"worker-{self.count}"))
        self.process = multiprocessing.get_context("spawn").Process(target=work, args=arguments, daemon=True)
        self.process.start()
        theirs.close()
        self.is_fresh = True

    def read(self, kind: str, content: bytes) -> tuple[str, bytes]:
        """Return the failure of an input and what of it still fails."""
        seconds = SECONDS * (4 if self.is_fresh else 1)  # the first bundles scripts and loads libraries
        self.is_fresh = False
        try:
            self.pipe.send((kind, content))
            if self.pipe.poll(seconds):
                self.pipe.recv()
                if self.pipe.poll(SECONDS * 10):
                    told, less = self.pipe.recv()
                    return told, less
                return "failed, and could not be made smaller", content
            told = f"hangs: more than {seconds:.0f} s"
        except (EOFError, OSError):
            self.process.join(5)
            told = f"the process died with exit code {self.process.exitcode}"
        self.process.kill()
        self.process.join()
        self.begin()
        return told, content


def inputs_of(seed: int, counts: dict[str, int]) -> Iterator[tuple[str, int, bytes]]:
    """Yield the inputs of a seed: kind, number and content."""
    for kind, count in counts.items():
        for number in range(count):
            yield kind, number, mutated(kind, random.Random(f"{seed} {kind} {number}"))


def read_as_pages_do(contents: Sequence[tuple[int, bytes]], folder: Path) -> list[Failure]:
    """Return the records that pages fail to read, or read differently from the solver."""
    folder.mkdir()
    paths = {str(folder / str(number)): (number, content) for number, content in contents}
    for path, (_, content) in paths.items():
        Path(path).write_bytes(content)
    node = shutil.which("node") or str(REPOSITORY / ".venv/bin/node")
    command, names = [node, "tests/fuzz/records.mjs"], "\n".join(paths)
    process = subprocess.Popen(command, cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
    try:
        printed, _ = process.communicate(names, timeout=SECONDS + len(paths) / 10)
    except subprocess.TimeoutExpired:
        process.kill()
        printed, _ = process.communicate()
    answers = dict(map(json.loads, printed.split("\n")[:-1]))  # a text may contain other ends of a line
    failures = []
    for path, (number, content) in paths.items():
        said = answers.get(path, "fault: hangs")
        if said.startswith("fault") or said != said_by_solver(content):
            failures.append(Failure("record", number, f"pages: {said}\nsolver: {said_by_solver(content)}", content))
            if path not in answers:
                break
    return failures


def fuzz(seed: int, counts: dict[str, int], folder: Path, is_quiet: bool = False) -> list[Failure]:
    """Read all inputs of a seed; save what fails in ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    failures: list[Failure] = []
    worker = Worker(folder)
    begun, before = time.monotonic(), ""
    records = []
    for kind, number, content in inputs_of(seed, counts):
        if kind != before and not is_quiet:
            print(f"{time.monotonic() - begun:7.1f} s  {counts[kind]} of {kind}", flush=True)
        before = kind
        told, less = worker.read(kind, content)
        if told:
            failures.append(Failure(kind, number, told, less))
        if kind == "record":
            records.append((number, content))
    worker.process.kill()
    worker.process.join()
    failures += read_as_pages_do(records, folder / "records") if records else []
    alike = Counter(signature(failure.what) for failure in failures)
    for failure in failures:
        (folder / f"{failure.kind}-{seed}-{failure.number}").write_bytes(failure.content)
        count = alike.pop(signature(failure.what), 0)
        if count and not is_quiet:
            last = "\n  ".join(failure.what.strip().splitlines()[-4:])
            place = folder / f"{failure.kind}-{seed}-{failure.number}"
            print(f"{place} ({len(failure.content)} bytes), and {count - 1} alike\n  {last}")
    if not is_quiet:
        peak = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        print(f"{time.monotonic() - begun:7.1f} s, {peak // 1024} MB at most, seed {seed}: {len(failures)} failures")
    return failures


def main() -> None:
    """Read the arguments and exit with 1 if anything failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    parser.add_argument("--count", type=int, help="so many inputs of each kind")
    parser.add_argument("--only", choices=list(COUNTS), help="one kind alone")
    parser.add_argument("--read", type=Path, help="read one file of the kind again, and print what it raises")
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    if given.read:
        print(failure_of(Inputs(folder / "inputs"), given.only, given.read.read_bytes()) or "read without a failure")
        return
    print(f"seed {given.seed}, in {folder}", flush=True)
    kinds = [given.only] if given.only else list(COUNTS)
    failures = fuzz(given.seed, {kind: given.count or COUNTS[kind] for kind in kinds}, folder / "failures")
    sys.exit(1 if failures else 0)
