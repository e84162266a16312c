"""Measure how the cost of a site grows with its size: ``python -m tests.growth 10 100 1000 --explorables 5 50``.

Each line gives the seconds and the peak memory of a clean build, the bytes of the site, and what an edit takes in the
preview: by the clock, and of the processor, which other programs disturb less. ``--many`` adds single chapters with
1,000 headings, figures, notes and terms. ``--record`` writes the sites into the table of the handbook.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from site_builder.preview.rebuild import Rebuilder
from site_builder.reading.texts import letters

REPOSITORY = Path(__file__).parent.parent
SENTENCE = "The tide rises and falls twice a day, and the height of the water follows the moon at some distance. "
RECORDED = ("chapters", "explorables", "seconds", "peak_MB", "bytes_a_page", "edit_s")
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082"
)


EXPLORABLE = '''"""How fast water of tank {0} cools."""

from math import exp

import altair as alt

from site_builder.explore import slider

warmth = slider(5, 100, step=5, start=20, label="Warmth at the start")


def numbers(warmth):
    return {{"late": warmth * exp(-{0} / 10)}}


def picture(warmth):
    cooling = [{{"time": t / 20, "warmth": warmth * exp(-t / 20)}} for t in range(101)]
    return alt.Chart(alt.Data(values=cooling)).mark_line().encode(x="time:Q", y="warmth:Q")


caption = "**Tank {0} cools.** Move the warmth."
alt_text = "A curve that falls to {{late:.1f}}."
sentence = "From {{warmth}} it falls to **{{late:.1f}}**."
'''


def chapter(number: int, count: int) -> str:
    """Return a chapter of a usual kind: sections, prose, links, a note, a table and terms of the glossary."""
    near = number % count + 1
    name, other = letters(number), letters(near)
    sections = "\n".join(
        f"## Part {name} {index}\n\n{SENTENCE * 4}See [another](c{near:04}.md#part-{other}-{index}). It uses "
        f"::concept[a term]{{term-{(number + index) % 40}}}.\n"
        for index in range(3)
    )
    return (
        f"---\ntitle: Chapter {name} on the tides\ndescription: What chapter {name} says of the tides.\n---\n"
        f"{SENTENCE * 3}[^one]\n\n{sections}\n| port | height |\n|---|---|\n| North | high |\n| South | low |\n\n"
        f"The height is $h = a \\cos(t - {number})$.\n\n[^one]: A note to chapter {name}.\n"
    )


def write_project(project: Path, count: int) -> None:
    """Write a project with ``count`` chapters."""
    names = ["index.md", *(f"c{number:04}.md" for number in range(1, count + 1))]
    chapters, concepts = project / "content/chapters", project / "content/concepts"
    chapters.mkdir(parents=True)
    concepts.mkdir()
    (chapters / "index.md").write_text("---\ntitle: Tides\ndescription: On tides.\n---\nThe title page.\n")
    for number in range(1, count + 1):
        (chapters / f"c{number:04}.md").write_text(chapter(number, count))
    for number in range(40):
        (concepts / f"term-{number}.md").write_text(f"---\nterm: term {number}\nshort: A word.\n---\nMore of it.\n")
    settings = {"title": "Tides", "language": "en", "chapters": names}
    (project / "content/site.toml").write_text("\n".join(f"{k} = {json.dumps(v)}" for k, v in settings.items()))


def write_explorables(project: Path, count: int) -> None:
    """Write a project whose one chapter has ``count`` explorables of 20 states, each a chart with 101 points."""
    (project / "content/explorables").mkdir(parents=True)
    (project / "content/chapters").mkdir()
    for number in range(1, count + 1):
        (project / f"content/explorables/tank_{number}.py").write_text(EXPLORABLE.format(number))
    figures = "".join(f":::explore{{#tank-{number} name=tank_{number}}}\n:::\n\n" for number in range(1, count + 1))
    (project / "content/chapters/index.md").write_text(f"# Tanks\n\n{figures}")
    budgets = "\n[budgets]\nfirst_load = 9000000\n"
    (project / "content/site.toml").write_text(f'title = "Tanks"\nlanguage = "en"\nchapters = ["index.md"]{budgets}')


def many(project: Path, kind: str, count: int) -> None:
    """Write a project whose one chapter has ``count`` of a kind."""
    form = {
        "headings": "## Heading {0}\n\nSome words.\n",
        "figures": '![A dot.](dot.png "Caption {0}")\n',
        "notes": "A sentence.[^n{0}]\n\n[^n{0}]: Note {0}.\n",
        "terms": "A ::concept[term {0}]{{term-{0}}}.\n",
        "links": "A [link](#end), ::ref{{s{0}}}.\n\n:::section{{#s{0}}}\n\n## Part {0}\n\nText.\n\n:::\n",
        "formulas": "A formula $x_{{{0}}}$.\n\n:::equation{{#equation-{0}}}\ny = {0}\n:::\n",
    }[kind]
    chapters, concepts = project / "content/chapters", project / "content/concepts"
    chapters.mkdir(parents=True)
    concepts.mkdir()
    # In letters: numbers that are typed are warned of.
    body = "\n".join(form.format(letters(number)) for number in range(1, count + 1))
    (chapters / "index.md").write_text(f"# Tides\n\n{body}\n## The end {{#end}}\n")
    (chapters / "dot.png").write_bytes(PNG)
    for name in map(letters, range(1, (count if kind == "terms" else 0) + 1)):
        (concepts / f"term-{name}.md").write_text(f"---\nterm: term {name}\nshort: A word.\n---\nMore of it.\n")
    budgets = "\n[budgets]\nfirst_load = 9000000\n"
    (project / "content/site.toml").write_text(f'title = "Tides"\nlanguage = "en"\nchapters = ["index.md"]{budgets}')


def in_preview(project: Path, edited: str) -> dict[str, float]:
    """Return the seconds of the first build of the preview, and of one after an edit of a chapter."""
    rebuilder = Rebuilder(project, lambda _sentence: None)
    started = time.monotonic()
    assert not rebuilder.build().problems
    first = time.monotonic() - started
    place, seconds, processor = project / "content/chapters" / edited, [], []
    for turn in range(6):
        place.write_text(place.read_text() + f"\nOne more sentence, number {turn}.\n")
        started, begun = time.monotonic(), time.process_time()
        assert not rebuilder.build().problems
        seconds.append(time.monotonic() - started)
        processor.append(time.process_time() - begun)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {
        "preview_s": round(first, 2),
        "edit_s": round(min(seconds), 3),
        "edit_processor_s": round(min(processor), 3),
        "preview_MB": round(peak),
    }


def measured(project: Path, edited: str, cache: Path) -> dict[str, float]:
    """Build a project by the command line, then in the preview, each in a new process."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache)}
    started, before = time.monotonic(), os.times()
    command = [sys.executable, "-m", "site_builder", "build", "--json", "--project", str(project)]
    process = subprocess.Popen(command, cwd=REPOSITORY, env=environment, stdout=subprocess.PIPE)
    assert process.stdout is not None
    report = json.load(process.stdout)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    after = os.times()
    assert report["ok"], report["problems"][:5]
    found: dict[str, float] = {"seconds": round(time.monotonic() - started, 2)}
    found["processor_s"] = round(sum(after[2:4]) - sum(before[2:4]), 2)
    found |= {"peak_MB": round(usage.ru_maxrss / 1024), "bytes": report["bytes"], "pages": len(report["pages"])}
    shown = subprocess.run(
        [sys.executable, "-m", "tests.growth", "--preview", str(project), edited],
        cwd=REPOSITORY, env=environment, stdout=subprocess.PIPE, check=True,
    )  # fmt: skip
    return {**found, **json.loads(shown.stdout)}


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line of numbers for each size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", nargs="*", type=int, default=[])
    parser.add_argument("--explorables", nargs="*", type=int, default=[], help="so many in one chapter")
    parser.add_argument("--many", type=int, default=0, help="so many of each kind in one chapter")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write a table of the sites")
    parser.add_argument("--preview", nargs=2, metavar=("PROJECT", "CHAPTER"), help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.preview:
        print(json.dumps(in_preview(Path(given.preview[0]), given.preview[1])))
        return
    rows = []
    with tempfile.TemporaryDirectory(prefix="growth-") as folder:
        sites = [(write_project, size, f"c{size // 2:04}.md") for size in given.sizes]
        sites += [(write_explorables, size, "index.md") for size in given.explorables]
        for write, size, edited in sites:
            project = Path(folder) / f"{write.__name__}-{size}"
            write(project, size)
            numbers = measured(project, edited, Path(folder) / f"cache-{write.__name__}-{size}")
            numbers["bytes_a_page"] = round(numbers["bytes"] / numbers["pages"])
            chapters, explorables = (1, size) if write is write_explorables else (size, 0)
            rows.append({"chapters": chapters, "explorables": explorables, **numbers})
            print(json.dumps(rows[-1]), flush=True)
        for kind in ("headings", "figures", "notes", "terms", "links", "formulas") if given.many else ():
            project = Path(folder) / kind
            many(project, kind, given.many)
            print(kind, json.dumps(measured(project, "index.md", Path(folder) / "cache")), flush=True)
    if given.record:
        with given.record.open("w", encoding="utf-8", newline="") as file:
            table = csv.DictWriter(file, RECORDED, extrasaction="ignore", lineterminator="\n")
            table.writeheader()
            table.writerows(rows)


if __name__ == "__main__":
    main()
