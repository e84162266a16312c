"""Drive the system's Firefox over WebDriver BiDi, which it supports without a driver."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

CANDIDATES = ("firefox-esr", "firefox")
PATIENCE = 30.0
EVENTS = ["log.entryAdded", "network.fetchError", "network.responseCompleted"]
KEYS = {"ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015", "Enter": "\ue007"}
Json = dict[str, Any]

# As a phone's reader has it: no bar takes of the width, and nothing moves of itself.
SETTINGS = """\
user_pref("ui.useOverlayScrollbars", 1);
user_pref("ui.prefersReducedMotion", 1);
user_pref("dom.serviceWorkers.enabled", false);
"""
TELL_VIOLATIONS = """() => addEventListener("securitypolicyviolation", event =>
    console.error(`against the policy: ${event.violatedDirective} ${event.blockedURI}`))"""


def executable() -> str | None:
    """Return the path of the browser, or nothing; ``FIREFOX`` goes before what is on the path."""
    return next((found for name in (os.environ.get("FIREFOX", ""), *CANDIDATES) if (found := shutil.which(name))), None)


@dataclass
class Firefox:
    """One tab of a running Firefox, and all that its pages complained of."""

    connection: ClientConnection
    tab: str = ""
    complaints: list[str] = field(default_factory=list)
    n_commands: int = 0

    def send(self, method: str, **params: Any) -> Json:
        """Carry out a command; what happens meanwhile is noted."""
        self.n_commands += 1
        self.connection.send(json.dumps({"id": self.n_commands, "method": method, "params": params}))
        while True:
            message: Json = json.loads(self.connection.recv(PATIENCE))
            if message["type"] == "event":
                self.note(message)
            elif message["id"] != self.n_commands:
                continue  # the answer to a command that was given up
            elif message["type"] == "error":
                raise RuntimeError(f"{method}: {message['message']}")
            else:
                result: Json = message["result"]
                return result

    def note(self, event: Json) -> None:
        """Note every line of the console, every error, and every request that failed."""
        params = event["params"]
        if event["method"] == "log.entryAdded":
            self.complaints.append(f"{params['type']} {params['level']}: {params['text']}")
        elif event["method"] == "network.fetchError" and params["errorText"] != "NS_BINDING_ABORTED":
            self.complaints.append(f"failed ({params['errorText']}): {params['request']['url']}")
        elif event["method"] == "network.responseCompleted" and params["response"]["status"] >= 400:
            self.complaints.append(f"answered {params['response']['status']}: {params['request']['url']}")

    def start(self) -> None:
        """Open a session and its tab, and listen."""
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=EVENTS)
        self.send("script.addPreloadScript", functionDeclaration=TELL_VIOLATIONS)
        self.tab = self.send("browsingContext.create", type="tab")["context"]  # the first one never gets the focus

    def resize(self, width: int, height: int) -> None:
        """Set the size of the page's window."""
        self.send("browsingContext.setViewport", context=self.tab, viewport={"width": width, "height": height})

    def open(self, address: str) -> None:
        """Go to a page and wait until all of it is there."""
        self.leave("browsingContext.navigate", url=address)

    def reload(self) -> None:
        """Reload the page, and wait until it has loaded."""
        self.leave("browsingContext.reload")

    def leave(self, method: str, **params: Any) -> None:
        """Navigate away; Firefox may report the next page as loaded while commands still reach the old one."""
        self.run("window.isLeft = true")
        self.send(method, context=self.tab, wait="complete", **params)
        self.wait_for("!window.isLeft && document.readyState === 'complete'")

    def run(self, body: str, *values: Any) -> Any:
        """Run the body of an async function of the array ``values`` in the page, and return what it returns."""
        expression = f"(async values => {{ {body} }})({json.dumps(values)}).then(JSON.stringify)"
        target = {"context": self.tab}
        outcome = self.send("script.evaluate", expression=expression, target=target, awaitPromise=True)
        if outcome["type"] != "success":
            raise RuntimeError(outcome["exceptionDetails"]["text"])
        return json.loads(outcome["result"].get("value", "null"))

    def wait_for(self, condition: str, *values: Any) -> None:
        """Wait until an expression holds in the page."""
        end = time.monotonic() + PATIENCE
        while not self.run(f"return Boolean({condition})", *values):
            assert time.monotonic() < end, f"never came true: {condition}"
            time.sleep(0.02)

    def act(self, kind: str, *actions: Json) -> None:
        """Move, press and release one kind of input."""
        sources = [{"type": kind, "id": f"the {kind}", "actions": list(actions)}]
        self.send("input.performActions", context=self.tab, actions=sources)

    def move(self, x: float, y: float) -> None:
        """Move the mouse."""
        self.act("pointer", {"type": "pointerMove", "x": round(x), "y": round(y)})

    def drag(self, *places: tuple[float, float]) -> None:
        """Press the mouse at the first place, move through the others and let go; one place is a click."""
        moves = [{"type": "pointerMove", "x": round(x), "y": round(y)} for x, y in places]
        down, up = {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}
        self.act("pointer", moves[0], down, *moves[1:], up)

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        values = [KEYS.get(key, key) for key in keys]
        self.act("key", *({"type": kind, "value": value} for value in values for kind in ("keyDown", "keyUp")))


@contextlib.contextmanager
def running_firefox(path: str) -> Iterator[Firefox]:
    """Start a Firefox with a new profile, and end it."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "user.js").write_text(SETTINGS)
        arguments = ["--headless", "--no-remote", "--profile", folder, "--remote-debugging-port", "0", "about:blank"]
        silent = subprocess.DEVNULL
        process = subprocess.Popen([path, *arguments], stdout=silent, stderr=silent, env={**os.environ, "HOME": folder})
        try:
            with connect(address_of(process, Path(folder)), max_size=None) as connection:
                firefox = Firefox(connection)
                firefox.start()
                yield firefox
        finally:
            process.terminate()
            process.wait(PATIENCE)


def address_of(process: subprocess.Popen[bytes], profile: Path) -> str:
    """Return where a Firefox that was just started listens; it writes that into its profile."""
    told = profile / "WebDriverBiDiServer.json"
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        with contextlib.suppress(FileNotFoundError, json.JSONDecodeError):
            place = json.loads(told.read_text())
            return f"ws://{place['ws_host']}:{place['ws_port']}/session"
        time.sleep(0.05)
    raise RuntimeError(f"Firefox did not start within {PATIENCE:.0f} seconds, or ended with {process.returncode}")
