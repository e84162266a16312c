"""Run the data command where its results are stale."""

from __future__ import annotations

from pathlib import Path

from site_builder.problems.problem import SiteError


def refresh_data(project: Path) -> None:
    """Run the data command of a project where its results are stale.

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
    if data is None or not read_manifest(project).stale:
        return
    run_command(settings, project)
    manifest = read_manifest(project)
    if manifest.problems:
        raise SiteError(manifest.problems)
    if stale := manifest.stale:
        place = settings.place("data", "command", value=True)
        message = f"the data are stale after {data.command!r} has run: {stale}"
        raise SiteError([settings.source.problem("data-stale", message, place, length=len(data.command))])
