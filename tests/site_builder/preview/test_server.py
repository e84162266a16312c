import asyncio
import json
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from email.message import Message
from pathlib import Path
from queue import Empty, Queue

import pytest
from websockets.sync.client import connect

from site_builder.new_project import new_project
from site_builder.preview.app import (
    KEPT_BUILDS,
    Preview,
    Shown,
    allowed_hosts,
    digest_of,
    page_of,
    respond,
    with_client,
)
from site_builder.preview.server import Serving, bind, serve
from site_builder.problems.problem import Problem

ROOT = Path(__file__).resolve().parents[3]
MISTAKE = Problem("content/a.md", 3, 1, "directive", "unknown directive", source=":::foo")


class Running:
    """A preview of a folder of pages, in a thread; ``said`` collects its messages."""

    def __init__(
        self, folder: Path, port: int = 0, watched: list[Path] | None = None, allowed: Collection[str] = ()
    ) -> None:
        self.folder = folder
        self.n_builds = 0
        self.built: Queue[int] = Queue()
        self.said: Queue[str] = Queue()
        self.builders: set[int] = set()
        ready: Queue[Serving] = Queue()
        self._thread = threading.Thread(
            target=serve,
            args=(self.build, lambda: watched or [folder], ROOT, port, self.said.put, ready.put),
            kwargs={"allowed": allowed_hosts(allowed)},
            daemon=True,
        )
        self._thread.start()
        self.serving = ready.get(timeout=30)
        self.built.get(timeout=30)
        self.address = self.serving.address

    def build(self) -> Shown:
        self.builders.add(threading.get_ident())
        self.n_builds += 1
        self.built.put(self.n_builds)
        files = {path.name: path.read_bytes() for path in self.folder.iterdir()}
        if any(b":::foo" in content for content in files.values()):
            return Shown({}, [MISTAKE])
        return Shown(files)

    def get(self, path: str) -> tuple[int, Message, bytes]:
        try:
            with urllib.request.urlopen(self.address + path, timeout=10) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.headers, error.read()

    def stop(self) -> None:
        self.serving.stop()
        self._thread.join(timeout=20)
        assert not self._thread.is_alive()


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "index.html").write_text(
        '<html><head><meta charset="utf-8"><title>One &amp; all</title></head><body>one</body></html>'
    )
    (tmp_path / "other.html").write_text("<html><head></head><body>other</body></html>")
    (tmp_path / "404.html").write_text("<html><head></head><body>not here</body></html>")
    (tmp_path / "main.js").write_text("1")
    return tmp_path


@pytest.fixture
def running(folder):
    started = Running(folder)
    yield started
    started.stop()


def open_socket(running: Running, page: str = "/"):
    return connect(running.address.replace("http", "ws") + "_preview/socket", open_timeout=10)


def receive(channel) -> dict[str, object]:
    message = json.loads(channel.recv(timeout=20))
    assert isinstance(message, dict)
    return message


def test_a_save_while_the_first_build_reads_is_not_lost(folder):
    class Hasty(Running):
        def build(self) -> Shown:
            shown = super().build()
            if self.n_builds == 1:  # as soon as it has been read
                (folder / "main.js").write_text("2")
            return shown

    running = Hasty(folder)
    try:
        late = time.monotonic() + 30
        while running.get("main.js")[2] != b"2":  # a build is reported when it starts, and visible when it is done
            assert time.monotonic() < late
            time.sleep(0.02)
    finally:
        running.stop()


def test_files_are_served_from_memory_with_their_types(running):
    status, headers, body = running.get("")
    assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert b"one" in body
    assert headers["cache-control"] == "no-store"
    status, headers, body = running.get("main.js")
    assert (status, headers.get_content_type(), body) == (200, "text/javascript", b"1")
    assert b"WebSocket" in running.get("_preview/client.js")[2]


def test_an_unknown_address_lists_the_pages(running):
    status, headers, body = running.get("no/such/page.html")
    assert (status, headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert b"There is no such page" in body
    assert set(re.findall(rb'<a href="(.*?)">(.*?)</a>', body)) == {
        (b"/index.html", b"One &amp; all"),
        (b"/other.html", b"other.html"),
    }
    assert running.get("../../etc/passwd")[0] == 404


def test_an_explorable_has_an_address_of_its_own(running):
    assert running.get("explorables/drift.html?version")[0] == 200
    for name in ("none", "..%2Fsite", "%2E%2E"):
        assert running.get(f"explorables/{name}.html?version")[0] == 404


def test_an_unknown_address_is_reloaded_only_after_a_page_was_added(running, folder):
    shown = digest_in(running.get("nosuch.html")[2])
    with open_socket(running, "/nosuch.html") as channel:
        channel.send(json.dumps({"page": "/nosuch.html", "digest": shown}))
        assert receive(channel) == {"type": "mended"}
        with pytest.raises(TimeoutError):
            channel.recv(timeout=0.3)
        (folder / "more.html").write_text("<html><head></head><body>more</body></html>")
        assert receive(channel) == {"type": "gone"}
        (folder / "nosuch.html").write_text("<html><head></head><body>now</body></html>")
        assert receive(channel)["type"] == "page"


def digest_in(page: bytes) -> str:
    """Return the digest in the preview's script element of a page."""
    found = re.search(rb'data-preview="(\w+)"', page)
    assert found is not None
    return found[1].decode()


def test_the_client_is_before_the_page_s_own_scripts_and_after_the_character_set():
    page = b'<html><head><meta charset="utf-8"><script src="a.js"></script></head></html>'
    served = with_client(page)
    assert served.index(b"charset") < served.index(b"_preview/client.js") < served.index(b"a.js")
    assert digest_of(page).encode() in served
    assert with_client(b"<html><head><title>x</title></head></html>").startswith(b'<html><head><script type="module"')


@pytest.mark.parametrize(
    ("path", "page"),
    [("/", "index.html"), ("/a.html", "a.html"), ("/b/", "b/index.html"), ("/a%20b.html", "a b.html"), ("/../x", "x")],
)
def test_pages_of_addresses(path, page):
    assert page_of(path) == page


def test_a_save_is_sent_to_the_pages_it_changes_and_the_time_is_printed(running, folder):
    first = digest_of((folder / "index.html").read_bytes())
    other = digest_of((folder / "other.html").read_bytes())
    with open_socket(running) as index, open_socket(running) as unchanged:
        index.send(json.dumps({"page": "/", "digest": first}))
        unchanged.send(json.dumps({"page": "/other.html", "digest": other}))
        assert receive(index) == {"type": "mended"}
        assert receive(unchanged) == {"type": "mended"}
        (folder / "index.html").write_text("<html><head></head><body>two</body></html>")
        message = receive(index)
        assert message["type"] == "page"
        assert "two" in str(message["html"])
        index.send(json.dumps({"patched": message["digest"]}))
        sentences = [running.said.get(timeout=20) for _ in range(2)]
        assert "index.html patched" in sentences[-1]
        with pytest.raises(TimeoutError):
            unchanged.recv(timeout=0.3)


def test_an_outdated_page_is_updated_when_it_connects(running):
    with open_socket(running) as channel:
        channel.send(json.dumps({"page": "/", "digest": "older"}))
        assert "one" in str(receive(channel)["html"])


def test_an_error_keeps_the_last_good_page_until_it_is_fixed(running, folder):
    good = (folder / "index.html").read_text()
    with open_socket(running) as channel:
        channel.send(json.dumps({"page": "/", "digest": digest_of(good.encode())}))
        assert receive(channel) == {"type": "mended"}
        (folder / "index.html").write_text(":::foo")
        assert receive(channel) == {"type": "problems", "problems": [str(MISTAKE)]}
        assert b"one" in running.get("")[2]
        with open_socket(running) as late:
            late.send(json.dumps({"page": "/other.html", "digest": "older"}))
            assert [receive(late)["type"] for _ in range(2)] == ["page", "problems"]
        (folder / "index.html").write_text(good)
        assert receive(channel) == {"type": "mended"}
    said = [running.said.get(timeout=20) for _ in range(3)]
    assert said[1] == str(MISTAKE)
    assert re.fullmatch(r"no errors; rebuilt in \d+\.\d s", said[2])


def test_a_removed_page_is_reported(running, folder):
    with open_socket(running) as channel:
        channel.send(json.dumps({"page": "/other.html", "digest": ""}))
        assert receive(channel)["type"] == "page"
        (folder / "other.html").unlink()
        assert receive(channel) == {"type": "gone"}


def test_every_build_runs_in_one_thread(running, folder):
    with open_socket(running) as channel:
        channel.send(json.dumps({"page": "/", "digest": ""}))
        receive(channel)
        (folder / "index.html").write_text("<html><head></head><body>two</body></html>")
        receive(channel)
    assert len(running.builders) == 1


def test_a_project_that_cannot_be_built_at_first_is_served_as_soon_as_it_can(folder):
    good = (folder / "index.html").read_text()
    (folder / "index.html").write_text(":::foo")
    running = Running(folder)
    try:
        status, _, body = running.get("")
        assert status == 200
        assert b"_preview/client.js" in body
        with open_socket(running) as channel:
            channel.send(json.dumps({"page": "/", "digest": ""}))
            assert receive(channel)["type"] == "problems"
            (folder / "index.html").write_text(good)
            assert receive(channel)["type"] == "page"
    finally:
        running.stop()


def test_another_port_is_used_and_reported_if_the_requested_one_is_in_use():
    said: list[str] = []
    say: Callable[[str], None] = said.append
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with bind(port, say) as listening:
            assert listening.getsockname()[0] == "127.0.0.1"
            assert listening.getsockname()[1] != port
    assert said == [f"port {port} is in use; taking {listening_port(said)} instead"]


def listening_port(said: list[str]) -> str:
    return said[0].split()[-2]


def test_a_file_that_is_replaced_again_and_again_is_seen_every_time(folder, tmp_path_factory):
    apart = tmp_path_factory.mktemp("apart") / "input.csv"
    apart.write_text("0")
    running = Running(folder, watched=[folder, apart])
    try:
        for number in range(1, 4):
            fresh = apart.with_suffix(".new")
            fresh.write_text(str(number))
            fresh.replace(apart)
            assert running.built.get(timeout=20) == number + 1
        (apart.parent / "other.txt").write_text("not watched")
        with pytest.raises(Empty):
            running.built.get(timeout=0.3)
    finally:
        running.stop()


def test_a_page_of_a_build_not_long_before_still_gets_its_parts():
    preview = Preview(b"", lambda sentence: None)
    names = ["old", "new", *map(str, range(KEPT_BUILDS))]
    with ThreadPoolExecutor() as apart:  # another test may keep a loop running in this thread
        for name in names:
            built = Shown({"index.html": b"", f"assets/{name}.js": name.encode()})
            apart.submit(asyncio.run, preview.take(built)).result()
    assert respond(preview, f"/assets/{names[-1]}.js").body == names[-1].encode()
    assert respond(preview, "/assets/new.js").body == b"new"
    assert respond(preview, "/assets/none.js").status_code == 404
    assert respond(preview, "/assets/old.js").status_code == 404
    assert len(preview.past_assets) == KEPT_BUILDS


def test_an_interrupt_ends_it_at_once_and_in_order(tmp_path):
    new_project(tmp_path / "essay")
    command = [sys.executable, "-m", "site_builder", "serve", "--project", str(tmp_path / "essay"), "--port", "0"]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        serving = next(line for line in process.stderr if line.startswith("serving "))
        with connect(serving.split()[1].rstrip(";").replace("http", "ws") + "_preview/socket") as channel:
            channel.send(json.dumps({"page": "/", "digest": ""}))
            receive(channel)
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=60) == 0
        assert "Traceback" not in process.stderr.read()
