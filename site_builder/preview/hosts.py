"""Decide which requests the preview answers: only those that name a host it is meant for.

The preview shows drafts. A web page of another site that is open in the same browser can send requests to 127.0.0.1,
and a host name of its own can be made to resolve to 127.0.0.1 (DNS rebinding). Such requests name another host in
``Host`` or ``Origin``, which scripts cannot change.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from starlette.datastructures import Headers
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
HOST = re.compile(
    r"(?P<name>[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])\.?(?::(?P<port>[0-9]{1,5}))?", re.IGNORECASE
)
DEFAULT_PORTS = {"http": 80, "https": 443}
OPTION = "--allow-host"
# Other sites may neither show the preview in a frame nor load parts of it.
PROTECTION = {
    "content-security-policy": "frame-ancestors 'self'",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "SAMEORIGIN",
}
SHOWN, MOST_SAID = 100, 20


@dataclass(frozen=True)
class Host:
    """A host by name and port; the port is None where none is written."""

    name: str
    port: int | None = None


def read_host(text: str) -> Host | None:
    """Return the host of a ``Host`` header; None if it is malformed."""
    found = HOST.fullmatch(text)
    if found is None:
        return None
    return Host(found["name"].lower(), int(found["port"]) if found["port"] else None)


@dataclass
class Hosts:
    """The hosts that a preview on ``port`` answers; ``allowed`` are those of ``--allow-host``.

    An allowed host without a port is answered on every port. ``say`` gets a sentence for each host that is refused.
    """

    port: int
    allowed: Collection[Host] = ()
    say: Callable[[str], None] = lambda sentence: None
    _refused: set[str] = field(default_factory=set)

    def is_answered(self, host: Host | None, scheme: str = "http") -> bool:
        """Return whether requests for a host are answered; ``scheme`` gives the port of one without a port."""
        if host is None:
            return False
        if host.name in LOOPBACK and (host.port or DEFAULT_PORTS.get(scheme)) == self.port:
            return True
        # Behind a proxy that forwards the preview, the scheme of a host without a port is unknown.
        ports = {host.port} if host.port else set(DEFAULT_PORTS.values())
        return any(one.name == host.name and (one.port is None or one.port in ports) for one in self.allowed)

    def refusal(self, kind: str, headers: Headers) -> str:
        """Return why a request of a ``kind`` (``http`` or ``websocket``) is refused, "" if it is answered."""
        given = headers.getlist("host")
        if len(given) != 1 or not self.is_answered(read_host(given[0])):
            return self.explain("host", ", ".join(given))
        if kind == "websocket":
            origins = headers.getlist("origin")
            # Browsers always send Origin when they open a websocket, and Sec-Fetch-… with it.
            is_no_browser = not origins and not any(name.startswith("sec-fetch-") for name in headers)
            if not is_no_browser and not (len(origins) == 1 and self.is_own_origin(origins[0])):
                return self.explain("origin", ", ".join(origins))
        return ""

    def is_own_origin(self, origin: str) -> bool:
        """Return whether an origin is one of the hosts that are answered."""
        scheme, separator, host = origin.partition("://")
        return bool(separator) and scheme in DEFAULT_PORTS and self.is_answered(read_host(host), scheme)

    def explain(self, kind: str, given: str) -> str:
        """Return the text of a refusal, and print it the first time for each host."""
        own = ", ".join(f"{name}:{self.port}" for name in LOOPBACK)
        named = read_host(given.rpartition("://")[2])
        name = named.name if named and named.name not in LOOPBACK else "NAME"
        shown = ascii(given[:SHOWN]) if given else "missing"
        message = f"refused a request: its {kind} is {shown}; the preview answers {own}"
        text = f"{message}. Fix: to open the preview at another host, run `serve {OPTION} {name}`."
        if given not in self._refused and len(self._refused) < MOST_SAID:
            self._refused.add(given)
            self.say(text)
        return text


def allowed_hosts(names: Iterable[str]) -> list[Host]:
    """Return the hosts of ``--allow-host``.

    Raises
    ------
    ValueError
        If one is not a host name, with or without a port.
    """
    hosts = []
    for name in names:
        host = read_host(name)
        if host is None:
            meant = read_host(urlsplit(name).netloc)
            remedy = f"write {meant.name}" if meant else "write a name such as example.org or example.org:8000"
            raise ValueError(f"{name!r} is not a host name; {remedy}")
        hosts.append(host)
    return hosts


def guarded(app: ASGIApp, hosts: Hosts) -> ASGIApp:
    """Return an application that refuses what ``hosts`` refuses, and protects its answers from other sites."""
    from starlette.datastructures import Headers, MutableHeaders
    from starlette.responses import PlainTextResponse

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_protected(message: Message) -> None:
            if message["type"] in {"http.response.start", "websocket.http.response.start"}:
                MutableHeaders(scope=message).update(PROTECTION)
            await send(message)

        refusal = hosts.refusal(scope["type"], Headers(scope=scope))
        if not refusal:
            await app(scope, receive, send_protected)
            return
        response = PlainTextResponse(f"{refusal}\n", status_code=403)
        if scope["type"] == "http":
            await response(scope, receive, send_protected)
        elif "websocket.http.response" in scope.get("extensions", {}):
            await response({**scope, "type": "websocket"}, receive, send_protected)
        else:
            await send({"type": "websocket.close", "code": 1008})

    return answer
