"""Results kept on this machine between builds, each in a file named by what it was made from."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path


def keep(place: Path, content: bytes) -> None:
    """Keep something that is costly to make; what else may go wrong, only time is lost, so nothing is raised."""
    fresh = place.with_name(f".{place.name}.{os.getpid()}")
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_bytes(hashlib.sha256(content).digest() + content)
        fresh.replace(place)


def read_kept(place: Path) -> bytes | None:
    """Return what :func:`keep` put there, or None if there is nothing or it is damaged."""
    try:
        stored = place.read_bytes()
    except OSError:
        return None
    content = stored[hashlib.sha256().digest_size :]
    return content if stored == hashlib.sha256(content).digest() + content else None


def made_once(folder: Path, ingredients: Iterable[str], make: Callable[[], bytes]) -> bytes:
    """Return what ``make`` gives, kept in ``folder`` under a name that tells its ingredients."""
    place = folder / hashlib.sha256("\n".join(ingredients).encode()).hexdigest()[:32]
    content = read_kept(place)
    if content is None:
        content = make()
        keep(place, content)
    return content


def cache_folder() -> Path:
    """Return the user's cache folder for packages."""
    if sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "site-builder"
