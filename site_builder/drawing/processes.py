"""Python processes beside the build: what the author's code does there hinders and ends nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
# An interrupt ends it without a word: the build that it belongs to says what it means.
PROGRAM = "import signal; signal.signal(signal.SIGINT, signal.SIG_DFL); from {module} import main; main()"


def start_beside(module: str, *folders: Path, **environment: str) -> subprocess.Popen[bytes]:
    """Start ``main`` of a module of this package in a process that is asked and answers through pipes.

    It is in the folder of the build, where the author's code finds its files; ``folders`` are searched for modules.
    Its clock is that of Greenwich: axes of time are the same everywhere, and no hour is missing in spring.
    """
    paths = os.pathsep.join(filter(None, [str(ROOT), *map(str, folders), os.environ.get("PYTHONPATH")]))
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(module=module)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "TZ": "UTC", "PYTHONPATH": paths, **environment},
    )
