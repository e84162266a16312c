"""Serve a project while it is written: every save is built in memory and patched into the open pages."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from site_builder.assets.esbuild import TARGET, bundle_to_text
from site_builder.assets.packages import find_engine, find_packages
from site_builder.preview.app import Preview, Shown, make_app

if TYPE_CHECKING:
    import uvicorn

HOST = "127.0.0.1"
DEBOUNCE_MS, STEP_MS = 50, 10
SHUTDOWN_SECONDS = 1
CLIENT_OPTIONS = ("--bundle", "--format=esm", "--minify", f"--target={TARGET}")

Build = Callable[[], Shown]
Awaited = TypeVar("Awaited")


@dataclass(frozen=True)
class Serving:
    """A preview that runs: its address, and what ends it (from any thread)."""

    address: str
    stop: Callable[[], None]


def serve(
    build: Build,
    watched: Callable[[], Iterable[Path]],
    project: Path,
    port: int,
    say: Callable[[str], None],
    ready: Callable[[Serving], None] = lambda serving: None,
    ask: Callable[[Callable[[], None]], None] = lambda ask: None,
) -> None:
    """Serve a project on the loopback address until it is interrupted.

    Parameters
    ----------
    build : callable
        Builds the site in memory; always called from one and the same thread, because QuickJS asks for that.
    watched : callable
        Returns the files and folders whose changes ask for a build; asked again after every build.
    project : Path
        The project, for finding packages.
    port : int
        Wanted port; another free one is taken, and said, if it is in use.
    say : callable
        Gets a sentence for each thing worth telling.
    ready : callable
        Called once the first build is served.
    ask : callable
        Called before the first build with a function that asks for another one, from any thread.

    Notes
    -----
    From a save to the patched page: the build, and about 30 ms. A save during a build is built next.
    """
    preview = Preview(client_script(project), say)
    with suppress(KeyboardInterrupt), bind(port, say) as listening:
        asyncio.run(run(preview, build, watched, listening, ready, ask))


def client_script(project: Path) -> bytes:
    """Return the script that listens in the pages."""
    source = find_engine() / "static" / "js" / "engine" / "preview" / "client.js"
    return bundle_to_text((*CLIENT_OPTIONS, str(source)), "", project, find_packages(project)).encode()


def bind(port: int, say: Callable[[str], None]) -> socket.socket:
    """Return a listening socket on the wanted port, or on a free one if that is taken."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
    except OSError:
        listening.bind((HOST, 0))
        say(f"port {port} is in use; taking {listening.getsockname()[1]} instead")
    # Connections wait from here on, so that the address may be told before the server runs.
    listening.listen()
    return listening


async def run(
    preview: Preview,
    build: Build,
    watched: Callable[[], Iterable[Path]],
    listening: socket.socket,
    ready: Callable[[Serving], None],
    ask: Callable[[Callable[[], None]], None],
) -> None:
    """Build, serve, and build again at every change, until the server ends."""
    import uvicorn

    config = uvicorn.Config(
        make_app(preview),
        log_level="error",
        ws="websockets-sansio",
        lifespan="off",
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )
    server = uvicorn.Server(config)
    loop = asyncio.get_running_loop()
    built, changed = asyncio.Event(), asyncio.Queue[set[Path]]()

    def build_again() -> None:
        with suppress(RuntimeError):  # the preview has ended meanwhile
            loop.call_soon_threadsafe(changed.put_nowait, set())

    ask(build_again)
    with ThreadPoolExecutor(max_workers=1) as builder:
        building = asyncio.create_task(keep_built(preview, build, watched, builder, built, changed))
        await asyncio.wait([building, asyncio.create_task(built.wait())], return_when=asyncio.FIRST_COMPLETED)
        serving = asyncio.create_task(server.serve([listening]))
        address = f"http://{HOST}:{listening.getsockname()[1]}/"
        preview.say(f"serving {address}; press Ctrl-C to end")
        ready(Serving(address, lambda: ignore(loop.call_soon_threadsafe(end, server))))
        await asyncio.wait([serving, building], return_when=asyncio.FIRST_COMPLETED)
        end(server)
        await serving
        building.cancel()
        with suppress(asyncio.CancelledError):
            await building


def end(server: uvicorn.Server) -> None:
    """Ask the server to stop."""
    server.should_exit = True


def ignore(_: object) -> None:
    """Drop a result."""


async def keep_built(
    preview: Preview,
    build: Build,
    watched: Callable[[], Iterable[Path]],
    builder: ThreadPoolExecutor,
    built: asyncio.Event,
    changed: asyncio.Queue[set[Path]],
) -> None:
    """Build at once and after every change of what is watched, or that is put into ``changed`` by others.

    ``built`` is set after the first build.
    """
    loop = asyncio.get_running_loop()
    saved = None
    while True:
        places = existing(watched())
        is_watched = asyncio.Event()
        watching = asyncio.create_task(watch(places, changed, is_watched))
        try:
            # Before anything is read: what is saved after that is seen.
            await first_of(is_watched.wait(), watching)
            while True:
                await preview.take(await loop.run_in_executor(builder, build), saved)
                for problem in preview.problems:
                    preview.say(str(problem))
                built.set()
                if existing(watched()) != places:
                    break
                saved = newest(await first_of(changed.get(), watching))
                while not changed.empty():  # one build is enough for all that has changed meanwhile
                    changed.get_nowait()
        finally:
            watching.cancel()


async def watch(places: frozenset[Path], changed: asyncio.Queue[set[Path]], is_watched: asyncio.Event) -> None:
    """Report changes of ``places`` and of all below them, several quick saves as one, from ``is_watched`` on.

    A file is watched through its folder: editors save by putting a new file in the place of the old one.
    """
    from watchfiles import Change, DefaultFilter, awatch

    folders = {place for place in places if place.is_dir()}
    files = places - folders

    def is_file(change: Change, path: str) -> bool:
        return Path(path) in files

    async def report(watched: set[Path], recursive: bool, keep: Callable[[Change, str], bool]) -> None:
        changes = awatch(*watched, watch_filter=keep, recursive=recursive, debounce=DEBOUNCE_MS, step=STEP_MS)
        async for found in changes:
            await changed.put({Path(path) for _, path in found})

    parents = {file.parent for file in files}
    reports = [report(folders, True, DefaultFilter()), *([report(parents, False, is_file)] if files else [])]
    watchers = asyncio.gather(*reports)
    await asyncio.sleep(0)  # each begins to watch before it waits for the first time
    is_watched.set()
    await watchers


async def first_of(waiting: Coroutine[None, None, Awaited], watching: asyncio.Task[None]) -> Awaited:
    """Wait for something, a change above all; a watcher that fails is an error, not silence."""
    change = asyncio.create_task(waiting)
    await asyncio.wait([change, watching], return_when=asyncio.FIRST_COMPLETED)
    if watching.done():
        change.cancel()
        watching.result()
    return await change


def existing(places: Iterable[Path]) -> frozenset[Path]:
    """Return the places that are there; others cannot be watched."""
    return frozenset(place for place in places if place.exists())


def newest(paths: Iterable[Path]) -> float | None:
    """Return the time of the latest change, in seconds; None if all files are gone."""
    times = []
    for path in paths:
        with suppress(OSError):
            times.append(path.stat().st_mtime)
    return max(times, default=None)
