"""The preview answers its own hosts only, and no client can keep it from answering the others."""

from __future__ import annotations

import http.client
import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from email.message import Message
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner
from starlette.datastructures import Headers
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from site_builder.cli import main
from site_builder.preview.app import Hosts, allowed_hosts, digest_of, read_host
from tests.site_builder.preview.test_server import Running, receive

ALLOWED = ("essay-8000.app.example.dev", "preview.example.org:9000", "[fd00::1]", "secure.example.org:443")
WAITS = 20


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("site")
    (folder / "index.html").write_text("<html><head></head><body>a draft</body></html>")
    started = Running(folder, allowed=ALLOWED)
    yield started
    started.stop()


def port_of(running: Running) -> int:
    port = urlsplit(running.address).port
    assert port is not None
    return port


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Message
    body: bytes


def ask(running: Running, *hosts: str, path: str = "/", method: str = "GET") -> Answer:
    """Return the answer to a request with these ``Host`` headers, "PORT" being the preview's port."""
    with closing(http.client.HTTPConnection("127.0.0.1", port_of(running), timeout=WAITS)) as connection:
        connection.putrequest(method, path, skip_host=True)
        for host in hosts:
            connection.putheader("Host", host.replace("PORT", str(port_of(running))))
        connection.endheaders()
        with connection.getresponse() as answer:
            return Answer(answer.status, answer.headers, answer.read())


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1:PORT", "localhost:PORT", "[::1]:PORT", "LocalHost:PORT", "localhost.:PORT"),
        *("essay-8000.app.example.dev", "essay-8000.app.example.dev:443", "essay-8000.app.example.dev:PORT"),
        *("ESSAY-8000.app.example.dev.", "preview.example.org:9000", "[fd00::1]:PORT", "secure.example.org"),
    ],
)
def test_the_preview_answers_its_own_hosts_and_those_that_are_allowed(running: Running, host: str) -> None:
    answer = ask(running, host)
    assert (answer.status, b"a draft" in answer.body) == (200, True)


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example:PORT", "evil.example", "127.0.0.1.evil.example:PORT", "localhost.evil.example:PORT"),
        *("localhost", "127.0.0.1", "127.0.0.1:1", "localhost:80", "[::1]", "0.0.0.0:PORT", "127.0.0.2:PORT"),
        *("127.1:PORT", "2130706433:PORT", "[::ffff:127.0.0.1]:PORT", "::1:PORT", "localhost..:PORT", ""),
        *("localhost:PORT@evil.example", "evil.example@localhost:PORT", "localhost:PORT/", "localhost:PORT#"),
        *("localhost:PORT, evil.example", "localhost :PORT", "http://localhost:PORT", "xn--localhost-:PORT"),
        *("preview.example.org", "preview.example.org:PORT", "sub.essay-8000.app.example.dev", "secure.example.org:80"),
    ],
)
@pytest.mark.parametrize("path", ["/", "/_preview/client.js", "/nosuch"])
def test_a_request_for_another_host_is_refused_and_the_answer_names_the_option(
    running: Running, host: str, path: str
) -> None:
    answer = ask(running, host, path=path)
    assert answer.status in {400, 403}
    assert b"a draft" not in answer.body
    if answer.status == 403:
        assert answer.headers.get_content_type() == "text/plain"
        assert b"serve --allow-host " in answer.body


def test_the_remedy_names_the_host_and_is_printed_once(tmp_path: Path) -> None:
    running = Running(tmp_path)
    try:
        for _ in range(2):
            assert b"run `serve --allow-host rebound.example`" in ask(running, "rebound.example:PORT").body
        assert ask(running, "localhost:PORT").status == 200
    finally:
        running.stop()
    said = [running.said.get() for _ in range(running.said.qsize())]
    assert len([sentence for sentence in said if "rebound.example" in sentence]) == 1


@pytest.mark.parametrize("hosts", [(), ("localhost:PORT", "evil.example"), ("evil.example", "localhost:PORT")])
def test_a_request_with_no_host_or_with_several_is_rejected(running: Running, hosts: tuple[str, ...]) -> None:
    answer = ask(running, *hosts)
    assert (answer.status in {400, 403}, b"a draft" in answer.body) == (True, False)


def test_several_hosts_are_rejected_independently_of_the_server() -> None:
    host = (b"host", b"localhost:8000")
    assert Hosts(8000).refusal("http", Headers(raw=[host])) == ""
    for raw in ([], [host, host], [host, (b"host", b"evil.example")]):
        assert Hosts(8000).refusal("http", Headers(raw=raw))


@pytest.mark.parametrize(("method", "path"), [("GET", "/"), ("GET", "/nosuch"), ("POST", "/"), ("HEAD", "/")])
def test_other_sites_may_neither_frame_nor_load_nor_read_an_answer(running: Running, method: str, path: str) -> None:
    headers = ask(running, "localhost:PORT", method=method, path=path).headers
    assert headers["x-frame-options"] == "SAMEORIGIN"
    assert headers["content-security-policy"] == "frame-ancestors 'self'"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["x-content-type-options"] == "nosniff"
    assert not [name for name in headers if name.startswith("access-control-")]


def open_socket(running: Running, host: str = "127.0.0.1:PORT", **headers: str) -> ClientConnection:
    """Open the preview's websocket as a page of some origin does."""
    port = port_of(running)
    given = {name.replace("_", "-"): value.replace("PORT", str(port)) for name, value in headers.items()}
    address = f"ws://{host.replace('PORT', str(port))}/_preview/socket"
    return connect(address, sock=socket.create_connection(("127.0.0.1", port)), additional_headers=given, proxy=None)


@pytest.mark.parametrize(
    ("host", "headers"),
    [
        ("127.0.0.1:PORT", {}),
        ("127.0.0.1:PORT", {"Origin": "http://127.0.0.1:PORT"}),
        ("localhost:PORT", {"Origin": "http://LOCALHOST:PORT"}),
        ("[::1]:PORT", {"Origin": "http://[::1]:PORT"}),
        ("localhost:PORT", {"Origin": "https://essay-8000.app.example.dev"}),
        ("essay-8000.app.example.dev", {"Origin": "https://essay-8000.app.example.dev", "Sec_Fetch_Site": "none"}),
    ],
)
def test_pages_of_the_preview_and_programs_can_open_the_websocket(
    running: Running, host: str, headers: dict[str, str]
) -> None:
    with open_socket(running, host, **headers) as channel:
        channel.send(json.dumps({"page": "/", "digest": ""}))
        assert "a draft" in str(receive(channel)["html"])


@pytest.mark.parametrize(
    ("host", "headers"),
    [
        ("127.0.0.1:PORT", {"Origin": "https://evil.example"}),
        ("127.0.0.1:PORT", {"Origin": "http://evil.example:PORT"}),
        ("127.0.0.1:PORT", {"Origin": "http://127.0.0.1.evil.example:PORT"}),
        ("127.0.0.1:PORT", {"Origin": "http://127.0.0.1:3000"}),
        ("127.0.0.1:PORT", {"Origin": "http://127.0.0.1"}),
        ("127.0.0.1:PORT", {"Origin": "null"}),
        ("127.0.0.1:PORT", {"Origin": ""}),
        ("127.0.0.1:PORT", {"Origin": "file://"}),
        ("127.0.0.1:PORT", {"Origin": "chrome-extension://127.0.0.1:PORT"}),
        ("127.0.0.1:PORT", {"Sec_Fetch_Site": "cross-site"}),
        ("evil.example:PORT", {"Origin": "http://evil.example:PORT"}),
        ("evil.example:PORT", {}),
    ],
)
def test_pages_of_other_sites_cannot_open_the_websocket(running: Running, host: str, headers: dict[str, str]) -> None:
    with pytest.raises(InvalidStatus) as refused:
        open_socket(running, host, **headers)
    assert refused.value.response.status_code == 403
    assert b"serve --allow-host" in refused.value.response.body


@pytest.mark.parametrize(
    ("given", "remedy"),
    [
        ("https://essay-8000.app.example.dev/", "write essay-8000.app.example.dev"),
        ("*.example.dev", "write a name such as"),
        ("two words", "write a name such as"),
        ("", "write a name such as"),
        ("example.org:port", "write a name such as"),
    ],
)
def test_a_malformed_allowed_host_is_an_error_with_its_remedy(given: str, remedy: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["serve", "--project", str(tmp_path), "--allow-host", given])
    assert result.exit_code == 2
    assert remedy in " ".join(result.output.replace("│", " ").split())


def test_on_port_80_a_host_without_a_port_is_the_previews_own() -> None:
    hosts = Hosts(80, allowed_hosts(["a.example"]))
    assert hosts.is_answered(read_host("localhost"))
    assert hosts.is_own_origin("http://localhost")
    assert not hosts.is_own_origin("https://localhost")


MALFORMED: list[str | bytes] = [
    *("", "x", "[]", "1", "null", '"page"', "{", "{}", '{"page": "/"}', '{"page": 1, "digest": ""}'),
    *('{"page": "/", "digest": null}', '{"page": ["/"], "digest": {}}', "[" * 30_000, '{"a":' * 10_000, "\ud7ff"),
    *(b"", b"\x00\xff", b'{"page": "/", "digest": ""}', "x" * 10_000_000, b"x" * 10_000_000),
]


@pytest.mark.parametrize("number", range(len(MALFORMED)))
@pytest.mark.parametrize("is_first", [True, False])
def test_a_malformed_message_closes_its_connection_and_prints_nothing(
    running: Running, number: int, is_first: bool, capfd: pytest.CaptureFixture[str]
) -> None:
    with open_socket(running) as channel:
        if not is_first:
            channel.send(json.dumps({"page": "/", "digest": ""}))
            assert receive(channel)["type"] == "page"
            channel.send(json.dumps({"patched": {"deep": []}, "more": 1}))  # which is ignored
        with pytest.raises((ConnectionClosed, ConnectionError)):  # noqa: PT012 (it may be closed while it is sent)
            channel.send(MALFORMED[number])
            while True:
                channel.recv(timeout=WAITS)
    assert ask(running, "localhost:PORT").status == 200
    assert capfd.readouterr().err == ""


def upgrade(running: Running) -> bytes:
    """Return the request that opens a websocket."""
    head = ["GET /_preview/socket HTTP/1.1", f"Host: 127.0.0.1:{port_of(running)}", "Upgrade: websocket"]
    head += ["Connection: Upgrade", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13"]
    return "\r\n".join([*head, "", ""]).encode()


FRAMES = [b"\x81\x84\x00\x00\x00\x00\xff\xfe\xff\xfe", b"\xff\xff\xff\xff", b"\x81\x04abcd", b"GET / HTTP/9\r\n\r\n"]


@pytest.mark.parametrize("frame", FRAMES)
def test_bytes_that_are_no_websocket_print_nothing(
    running: Running, frame: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    """The first is a text that is not UTF-8."""
    with socket.create_connection(("127.0.0.1", port_of(running)), timeout=WAITS) as channel:
        channel.sendall(upgrade(running))
        assert channel.recv(1 << 16).startswith(b"HTTP/1.1 101")
        channel.sendall(frame)
        while channel.recv(1 << 16):
            pass
    assert ask(running, "localhost:PORT").status == 200
    assert capfd.readouterr().err == ""


def test_clients_that_do_not_read_delay_no_other(tmp_path: Path) -> None:
    """Their pages are larger than the system's buffer of a connection."""
    page = tmp_path / "index.html"
    page.write_text("<html><head></head><body>0</body></html>")
    (tmp_path / "large.html").write_text("<html><head></head><body>0</body></html>")
    running = Running(tmp_path)
    hello = json.dumps({"page": "/large.html", "digest": ""}).encode()
    frame = bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello
    try:
        with ExitStack() as stack:
            for _ in range(5):
                silent = stack.enter_context(socket.socket())
                silent.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                silent.connect(("127.0.0.1", port_of(running)))
                silent.sendall(upgrade(running) + frame)
            reader = stack.enter_context(open_socket(running))
            reader.send(json.dumps({"page": "/", "digest": digest_of(page.read_bytes())}))
            assert receive(reader) == {"type": "mended"}
            for number in range(1, 4):
                body = f"{number}" * 4_000_000
                (tmp_path / "large.html").write_text(f"<html><head></head><body>{body}</body></html>")
                page.write_text(f"<html><head></head><body>{number}</body></html>")
                begun = time.monotonic()
                while f"<body>{number}<" not in str(receive(reader)["html"]):
                    pass
                assert time.monotonic() - begun < 5  # sending to one that does not read is given up after 10 s
    finally:
        running.stop()


def test_two_hundred_clients_and_half_requests_leave_it_responsive(running: Running) -> None:
    with ExitStack() as stack:
        for _ in range(200):
            slow = stack.enter_context(socket.create_connection(("127.0.0.1", port_of(running)), timeout=WAITS))
            slow.sendall(b"GET / HTTP/1.1\r\nHost: localh")
        channels = [stack.enter_context(open_socket(running)) for _ in range(200)]
        for channel in channels:
            channel.send(json.dumps({"page": "/", "digest": ""}))
        assert all(receive(channel)["type"] == "page" for channel in channels)
        assert ask(running, "localhost:PORT").status == 200
