"""Run the data command where its results are stale."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from subprocess import Popen
from typing import TYPE_CHECKING

from site_builder.problems.problem import SiteError

if TYPE_CHECKING:
    from site_builder.data.manifest import Manifest
    from site_builder.reuse.fingerprint import Known


def told_to_nobody(_process: Popen[bytes]) -> None:
    """Tell nobody that the command runs."""


def refresh_data(
    project: Path, started: Callable[[Popen[bytes]], None] = told_to_nobody, known: Known | None = None
) -> Manifest:
    """Run the data command of a project where its results are stale, and return what is there then.

    Parameters
    ----------
    started : callable
        Gets the running command, for who may want to end it.
    known : mapping, optional
        Numbers of files that were read before.

    Raises
    ------
    SiteError
        If the command fails, or its results are not fresh afterwards.
    """
    from site_builder.data.manifest import read_manifest
    from site_builder.pipeline.command import run_command
    from site_builder.settings.site_toml import read_settings

    settings = read_settings(project)
    data = settings.config.data
    manifest = read_manifest(project, known=known)
    if data is None or not manifest.stale:
        return manifest
    run_command(settings, project, started)
    manifest = read_manifest(project, known=known)
    if manifest.problems:
        raise SiteError(manifest.problems)
    if stale := manifest.stale:
        place = settings.place("data", "command", value=True)
        message = f"the data are stale after {data.command!r} has run: {stale}"
        raise SiteError([settings.source.problem("data-stale", message, place, length=len(data.command))])
    return manifest
