"""Serve a project while it is edited: build every save in memory and patch it into the open pages."""

from __future__ import annotations

import asyncio
import signal
import socket
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from site_builder.assets.esbuild import TARGET, run_esbuild
from site_builder.assets.packages import find_engine, find_packages
from site_builder.cache.fingerprint import EXPLORABLES
from site_builder.explorables.load import own_file
from site_builder.figures.preview import Previewed
from site_builder.preview.app import Host, Hosts, Preview, Shown, make_app
from site_builder.project_files import are_content, walk_files

if TYPE_CHECKING:
    import uvicorn

HOST = "127.0.0.1"
DEBOUNCE_MS, STEP_MS = 50, 10
SHUTDOWN_SECONDS = 1
# Systems do not report changes in a replaced folder or on some network drives, so files are also compared regularly.
COMPARE_SECONDS = 1.0
STOP_SECONDS = 0.05
EMPTY_SECONDS = 0.5
# Most bytes of a message of a page: pages send an address and a digest.
LARGEST_MESSAGE = 1 << 16
# Signals that end the preview as Ctrl-C does; they differ on Windows.
ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)]
CLIENT_OPTIONS = ("--bundle", "--format=esm", "--minify", f"--target={TARGET}")

Build = Callable[[], Shown]


@dataclass(frozen=True)
class Serving:
    """A running preview: its address, and a function that ends it (from any thread)."""

    address: str
    stop: Callable[[], object]


def serve(
    build: Build,
    watched: Callable[[], Iterable[Path]],
    project: Path,
    port: int,
    say: Callable[[str], None],
    ready: Callable[[Serving], None] = lambda serving: None,
    ask: Callable[[Callable[[], None]], None] = lambda ask: None,
    stop: Callable[[], None] = lambda: None,
    allowed: Collection[Host] = (),
) -> None:
    """Serve a project on the loopback address until it is interrupted.

    Parameters
    ----------
    build : callable
        Builds the site in memory; always called from the same thread, as QuickJS requires.
    watched : callable
        Returns the files and folders whose changes require a build; called again after every build.
    project : Path
        The project, in which packages are searched.
    port : int
        Preferred port; if it is in use, another free port is used and printed.
    say : callable
        Prints a message.
    ready : callable
        Called once the first build is served.
    ask : callable
        Called before the first build with a function that requests another build, from any thread.
    stop : callable
        Ends the processes that a build waits for; called when the preview ends, repeatedly until no build runs.
    allowed : collection
        Hosts that are answered in addition to the loopback address.

    Notes
    -----
    Latency from a save to the patched page: the build, and about 30 ms. A save during a build is built next.
    """
    client = find_engine() / "static" / "js" / "engine" / "preview" / "client.js"
    script = run_esbuild((*CLIENT_OPTIONS, str(client)), "", project, find_packages(project))
    preview = Preview(script.encode(), say, figure=partial(figure_of, project, {}))
    with suppress(KeyboardInterrupt), ended_by_signals(), bind(port, say) as listening:
        hosts = Hosts(listening.getsockname()[1], allowed, say)
        asyncio.run(run(preview, hosts, build, watched, listening, ready, ask, stop))


def figure_of(project: Path, shown: dict[str, Previewed], name: str, query: str) -> str | None:
    """Return the page of an explorable alone; ``shown`` holds those that were asked for before."""
    path = project / own_file(name)
    if not path.is_file() or path.parent != project / EXPLORABLES:
        return None
    return shown.setdefault(name, Previewed(path)).answer(query)


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Handle termination signals like Ctrl-C, so that child processes end, too."""

    def interrupt(*_: Any) -> None:
        signal.raise_signal(signal.SIGINT)

    is_main = threading.current_thread() is threading.main_thread()
    before = {number: signal.signal(number, interrupt) for number in ENDING} if is_main else {}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def bind(port: int, say: Callable[[str], None]) -> socket.socket:
    """Return a listening socket on the preferred port, or on a free one if that is in use."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
    except OSError:
        listening.bind((HOST, 0))
        say(f"port {port} is in use; taking {listening.getsockname()[1]} instead")
    # Connections are queued from now on, so that the address may be printed before the server runs.
    listening.listen()
    return listening


async def run(
    preview: Preview,
    hosts: Hosts,
    build: Build,
    watched: Callable[[], Iterable[Path]],
    listening: socket.socket,
    ready: Callable[[Serving], None],
    ask: Callable[[Callable[[], None]], None],
    stop: Callable[[], None],
) -> None:
    """Build, serve, and rebuild at every change, until the server ends."""
    import uvicorn

    config = uvicorn.Config(
        make_app(preview, hosts),
        log_level="critical",  # otherwise a client that breaks the protocol causes a traceback
        ws="websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
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
        try:
            building = asyncio.create_task(keep_built(preview, build, watched, builder, built, changed))
            await asyncio.wait([building, asyncio.create_task(built.wait())], return_when=asyncio.FIRST_COMPLETED)
            serving = asyncio.create_task(server.serve([listening]))
            preview.say(f"serving http://{HOST}:{hosts.port}/; press Ctrl-C to end")
            ready(Serving(f"http://{HOST}:{hosts.port}/", lambda: loop.call_soon_threadsafe(end, server)))
            await asyncio.wait([serving, building], return_when=asyncio.FIRST_COMPLETED)
            end(server)
            await serving
            building.cancel()
            with suppress(asyncio.CancelledError):
                await building
        finally:
            is_idle = builder.submit(lambda: None)
            while not is_idle.done():  # a build may wait for a process that runs code of the author
                stop()
                time.sleep(STOP_SECONDS)
            stop()


def end(server: uvicorn.Server) -> None:
    """Ask the server to stop."""
    server.should_exit = True


async def keep_built(
    preview: Preview,
    build: Build,
    watched: Callable[[], Iterable[Path]],
    builder: ThreadPoolExecutor,
    built: asyncio.Event,
    changed: asyncio.Queue[set[Path]],
) -> None:
    """Build at once, after every change of a watched file, and whenever something is put into ``changed``.

    ``built`` is set after the first build.
    """

    def places_now(before: frozenset[Path]) -> frozenset[Path]:
        try:
            return frozenset(watched())
        except OSError:  # the project cannot be read
            return before

    loop = asyncio.get_running_loop()
    saved: float | None = None
    places: frozenset[Path] = frozenset()
    while True:
        places = places_now(places)
        is_watched = asyncio.Event()
        watching = asyncio.create_task(watch(places, changed, is_watched, preview.say))
        try:
            # Watch before any file is read, so that no later save is missed.
            await is_watched.wait()
            while True:
                seen, begun, n_before = snapshot(places), time.monotonic(), len(preview.problems)
                await preview.take(await loop.run_in_executor(builder, build), saved)
                for problem in preview.problems:
                    preview.say(str(problem))
                if n_before and not preview.problems:
                    preview.say(f"no errors; rebuilt in {time.monotonic() - begun:.1f} s")
                built.set()
                if places_now(places) != places:
                    break
                found = await next_change(changed, places, seen)
                saved = newest(found or ())
                if found is None:
                    break
                await wait_for_content(found)
                while not changed.empty():  # one build is enough for all changes since
                    changed.get_nowait()
        finally:
            watching.cancel()


async def next_change(
    changed: asyncio.Queue[set[Path]], places: Collection[Path], seen: Collection[object]
) -> set[Path] | None:
    """Return the paths of the next change; None for a change that the watcher missed: then watch again."""
    while True:
        try:
            return await asyncio.wait_for(changed.get(), COMPARE_SECONDS)
        except TimeoutError:
            if await asyncio.to_thread(snapshot, places) != seen:
                return None


async def wait_for_content(paths: Iterable[Path]) -> None:
    """Wait a moment for files that are empty: some editors empty a file before they write it."""
    for path in paths:
        late = time.monotonic() + EMPTY_SECONDS
        while times_of(path)[1:2] == (0,) and time.monotonic() < late:
            await asyncio.sleep(STOP_SECONDS)


def snapshot(places: Collection[Path]) -> frozenset[object]:
    """Return path, time, size and inode of all watched files, and the identity of their folders."""
    found: set[object] = set()
    for place in places:
        with suppress(OSError):
            status = place.stat()
            if place.is_dir():
                found.add((place, status.st_dev, status.st_ino))
                found |= {(path, *times_of(path)) for path in walk_files(place)}
            else:
                found.add((place, *times_of(place)))
    return frozenset(found)


def times_of(path: Path) -> tuple[int, ...]:
    """Return time, size and inode of a file; empty if it does not exist."""
    try:
        status = path.stat()
    except OSError:
        return ()
    return status.st_mtime_ns, status.st_size, status.st_ino


async def watch(
    places: Collection[Path], changed: asyncio.Queue[set[Path]], is_watched: asyncio.Event, say: Callable[[str], None]
) -> None:
    """Put changes in or below ``places`` into ``changed``, quick saves together; set ``is_watched`` once it has begun.

    A file is watched through its folder, because editors save by replacing the file. :func:`next_change` compares
    files that cannot be watched.
    """
    from watchfiles import Change, awatch

    folders = {place for place in places if place.is_dir()}
    files = {place for place in places if place not in folders and place.parent.is_dir()}

    def is_file(change: Change, path: str) -> bool:
        return Path(path) in files

    def is_content(change: Change, path: str) -> bool:
        inner = (Path(path).relative_to(folder) for folder in folders if Path(path).is_relative_to(folder))
        return any(map(are_content, inner))

    async def report(watched: set[Path], recursive: bool, keep: Callable[[Change, str], bool]) -> None:
        changes = awatch(*watched, watch_filter=keep, recursive=recursive, debounce=DEBOUNCE_MS, step=STEP_MS)
        async for found in changes:
            await changed.put({Path(path) for _, path in found})

    try:
        async with asyncio.TaskGroup() as group:
            if folders:
                group.create_task(report(folders, True, is_content))
            if files:
                group.create_task(report({file.parent for file in files}, False, is_file))
            await asyncio.sleep(0)  # each task starts to watch before its first wait
            is_watched.set()
    except* (OSError, RuntimeError) as errors:
        reason = errors.exceptions[0]
        say(f"files cannot be watched ({reason}); they are compared every {COMPARE_SECONDS:g} s instead")
    finally:
        is_watched.set()


def newest(paths: Iterable[Path]) -> float | None:
    """Return the time of the latest change, in seconds; None if all files were removed."""
    times = []
    for path in paths:
        with suppress(OSError):
            times.append(path.stat().st_mtime)
    return max(times, default=None)
