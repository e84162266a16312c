"""The system's Chromium, for tests and measurements.

The shell without a window draws and runs the same, for two thirds of the processor's time.
"""

from __future__ import annotations

import os
import shutil

from playwright.sync_api import expect

# How long a test waits for what it means: several browsers share the machine with the other suites.
PATIENCE_MS = 30_000
expect.set_options(timeout=PATIENCE_MS)  # else five seconds, whatever the context's timeout
CANDIDATES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--renderer-process-limit=1",
)


def executable() -> str:
    """Return the path of the browser; ``CHROMIUM`` goes before what is on the path."""
    for candidate in (os.environ.get("CHROMIUM", ""), *CANDIDATES):
        found = candidate and shutil.which(candidate)
        if found:
            return found
    raise FileNotFoundError(f"no Chromium found; looked for {', '.join(CANDIDATES)} and the variable CHROMIUM")


def arguments() -> list[str]:
    """Return the switches; Chromium's sandbox does not start for the superuser."""
    return [*QUIET, "--no-sandbox"] if os.geteuid() == 0 else list(QUIET)
