"""What each data command read when it last ran: kept beside the manifest, which need not tell it.

The script that a command names counts always, and so do the ``inputs`` that ``site.toml`` gives; a manifest may forget
them, or be written by a program that tells nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from site_builder.data.folder import FOLDER, sha256_of
from site_builder.data.manifest import Manifest
from site_builder.problems.problem import SiteError
from site_builder.publishing.files import replace_file
from site_builder.publishing.inputs import OUTPUT, given_files, relative_to
from site_builder.reuse.fingerprint import RECORD
from site_builder.settings.command import command_words
from site_builder.settings.data_commands import Data, is_meant
from site_builder.settings.site_toml import Settings


@dataclass(frozen=True)
class Ran:
    """How a command ran last: digests of what it read, and whether it failed or was ended."""

    files: Mapping[str, str] = field(default_factory=dict)
    failed: bool = False


def read_records(project: Path) -> dict[str, Ran]:
    """Return how the commands ran last, by command; none of those that never did."""
    try:
        content = json.loads((project / FOLDER / RECORD).read_bytes())
        return {command: Ran(ran["files"], ran["failed"]) for command, ran in content.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def write_record(project: Path, commands: Sequence[Data], command: str, ran: Ran) -> None:
    """Note how a command ran; commands that are no longer in ``site.toml`` are forgotten."""
    records = {**read_records(project), command: ran}
    kept = {data.command: records[data.command] for data in commands if data.command in records}
    content = {name: {"failed": each.failed, "files": dict(sorted(each.files.items()))} for name, each in kept.items()}
    replace_file(project / FOLDER / RECORD, f"{json.dumps(content, indent=1)}\n".encode())


def scripts_named(project: Path, command: str) -> Iterator[Path]:
    """Yield the files of the project that a command names: scripts, what it gives them to read, and its modules."""
    words = command_words(command)
    for before, word in zip(["", *words], words, strict=False):
        module = project / word.replace(".", "/")
        candidates = [module.with_suffix(".py"), module / "__main__.py"] if before == "-m" else [project / word]
        yield from (path for path in candidates if path.is_file() and not path.is_relative_to(project / OUTPUT))


def what_it_reads(project: Path, settings: Settings, number: int, manifest: Manifest) -> dict[str, str]:
    """Return path and digest of what a command is known to read without having run; of data sets those of their files.

    Raises
    ------
    SiteError
        For an input in ``site.toml`` that is not there.
    """
    data = settings.config.data[number]
    others = [name for other in settings.config.data if other is not data for name in other.makes]
    paths = set(scripts_named(project, data.command))
    for wanted in data.inputs:
        made = [name for name in others if is_meant(wanted, name)]
        paths |= {manifest.listed[name].file if name in manifest.listed else project / name for name in made}
        try:
            paths |= set(given_files(project, [] if made else [wanted]))
        except FileNotFoundError:
            message = f"there is no file {wanted!r}, and no data command makes it"
            place = settings.item_place(wanted, "data", str(number), "inputs")
            raise SiteError([settings.source.problem("data-input", message, place, length=len(wanted))]) from None
    return {relative_to(project, path): sha256_of(path) or "" for path in paths}
