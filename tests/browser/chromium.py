"""A headless Chromium, driven by its own protocol over two pipes: what a page looks like and does to who reads it.

``--remote-debugging-pipe`` reads messages on descriptor 3 and writes them on 4, each JSON and a zero byte.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


def browser_path() -> str:
    """Return the path of the browser.

    Skips the test where there is none; fails it where ``ENTENTE_REQUIRE_BROWSER=1`` says that it must be there.
    """
    named = os.environ.get("ENTENTE_BROWSER")
    found = named or next((path for path in map(shutil.which, NAMES) if path is not None), None)
    if found is None:
        if os.environ.get("ENTENTE_REQUIRE_BROWSER") == "1":
            pytest.fail(f"there is no browser here; one of {', '.join(NAMES)} is needed")
        pytest.skip("there is no Chromium here")
    return found


class Chromium:
    """One browser with a page of its own, besides the contexts that phones open."""

    def __init__(self, profile: Path) -> None:
        read_here, write_there = os.pipe()
        read_there, write_here = os.pipe()
        # The shell gives the browser the descriptors that it asks for, whatever numbers they have here.
        command = f'exec "$0" "$@" 3<&{read_there} 4>&{write_there}'
        flags = ("--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run", "--disable-extensions")
        self._process = subprocess.Popen(
            ["/bin/bash", "-c", command, browser_path(), *flags, f"--user-data-dir={profile}", "about:blank"],
            pass_fds=(read_there, write_there),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(read_there)
        os.close(write_there)
        self._in, self._out = os.fdopen(read_here, "rb"), os.fdopen(write_here, "wb")
        self._number = 0
        self._session: str | None = None
        self.events: list[Mapping[str, Any]] = []
        """Events of the browser besides answers, in their sequence."""
        self.contexts: list[str] = []
        """Contexts of phones that are open."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log", "Accessibility"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """The answer to one message.

        Raises:
            AssertionError: the browser says that it cannot.
        """
        number = self.send(method, self._session, **parameters)
        while True:
            answer = self._receive()
            if answer.get("id") == number:
                assert "error" not in answer, f"{method}: {answer['error']}"
                found: dict[str, Any] = answer["result"]
                return found
            self.events.append(answer)

    def send(self, method: str, session: str | None, **parameters: Any) -> int:
        """Send one message without waiting for its answer, and return its number."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if session is not None:
            message["sessionId"] = session
        self._out.write(json.dumps(message).encode() + b"\0")
        self._out.flush()
        return self._number

    def _receive(self) -> dict[str, Any]:
        """The next message, to its zero byte."""
        read = bytearray()
        while not read.endswith(b"\0"):
            waiting = self._in.peek()  # what has come already, in one go
            assert waiting, "the browser went away"
            read += self._in.read(waiting.find(b"\0") + 1 or len(waiting))
        read.pop()
        message: dict[str, Any] = json.loads(bytes(read))
        return message

    def open(self, page: Path, fragment: str = "", *, width: int = 1280, height: int = 800, phone: bool = False) -> None:
        """Show the file *page* in a window of that size, and wait until it is loaded."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone)
        self.call("Page.navigate", url="about:blank")
        self.events.clear()
        self.call("Page.navigate", url=page.as_uri() + fragment)
        while self.evaluate("document.readyState") != "complete" or self.evaluate("location.protocol") != "file:":
            pass

    def evaluate(self, expression: str) -> Any:
        """The value of *expression* in the page."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def press(self, key: str, code: int, text: str = "") -> None:
        """Press and let go of a key."""
        for kind in ("keyDown", "keyUp"):
            said = {"text": text} if text and kind == "keyDown" else {}
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code="Space" if key == " " else key, windowsVirtualKeyCode=code, **said)

    def click(self, selector: str) -> None:
        """Press the middle of an element with the mouse."""
        self.evaluate(f"document.querySelector({selector!r}).scrollIntoView({{block: 'center', inline: 'nearest'}})")
        box = f"document.querySelector({selector!r}).getBoundingClientRect()"
        x, y = self.evaluate(f"(b => [b.x + b.width / 2, b.y + b.height / 2])({box})")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def screenshot(self) -> bytes:
        """The window as a PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def told(self, method: str) -> list[Mapping[str, Any]]:
        """Return the events under that name of this page alone, since it was opened."""
        self.evaluate("0")
        return [event["params"] for event in self.events if event.get("method") == method and event.get("sessionId") == self._session]

    def outside(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Return the answer of the browser itself, rather than of a page."""
        before, self._session = self._session, None
        try:
            return self.call(method, **parameters)
        finally:
            self._session = before

    def put_phones_away(self) -> None:
        """Close the pages of all phones, before what serves them ends."""
        while self.contexts:
            self.outside("Target.disposeBrowserContext", browserContextId=self.contexts.pop())

    def close(self) -> None:
        """End the browser."""
        self._out.close()  # it ends when its pipe is closed
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._in.close()
