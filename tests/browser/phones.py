"""Phones at a table: several contexts of one headless Chromium, each as large as a phone and with touch."""

from __future__ import annotations

import base64
import time
from collections.abc import Callable, Mapping
from typing import Any

from tests.browser.chromium import Chromium

PHONE = (390, 844)
_PATIENCE = 120.0
"""Seconds after which something that has to come is missing, however busy the machine is."""
_AGAIN = 10.0
"""Seconds after which an act that had no effect is done again."""


class Phone:
    """One page in a context of its own: nothing of another phone's storage is in it."""

    def __init__(self, browser: Chromium, size: tuple[int, int] = PHONE, *, touch: bool = True) -> None:
        self._browser = browser
        self._session: str | None = None
        self._sessions: set[str] = set()
        self.context = browser.outside("Target.createBrowserContext")["browserContextId"]
        browser.contexts.append(self.context)
        self.page(size, touch=touch)

    def page(self, size: tuple[int, int] = PHONE, *, touch: bool = True) -> None:
        """A fresh page in the same context."""
        target = self._browser.outside("Target.createTarget", url="about:blank", browserContextId=self.context)["targetId"]
        self.target = target
        self._session = self._browser.outside("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self._sessions.add(self._session)
        for domain in ("Page", "Runtime", "Network", "Log", "Accessibility"):
            self.call(f"{domain}.enable")
        self.resize(size, touch=touch)

    def resize(self, size: tuple[int, int], *, touch: bool = True, dark: bool = False) -> None:
        """Give the page another size."""
        self.call("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=2 if touch else 1, mobile=touch)
        self.call("Emulation.setTouchEmulationEnabled", enabled=touch)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """The answer of this page to one message."""
        before, self._browser._session = self._browser._session, self._session
        try:
            return self._browser.call(method, **parameters)
        finally:
            self._browser._session = before

    def evaluate(self, expression: str) -> Any:
        """The value of *expression* in the page."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def go(self, address: str) -> None:
        """Open *address*."""
        self.call("Page.navigate", url=address)
        self.until("document.readyState === 'complete' && location.protocol.startsWith('http')")

    def until(self, expression: str, what: str = "") -> Any:
        """The value of *expression* once it is true."""
        if found := self._came(expression, _PATIENCE):
            return found
        shown = self.evaluate("document.body ? document.body.innerText.slice(0, 1500) : ''")
        raise AssertionError(f"{what or expression} did not come; the page says: {shown}")

    def act(self, do: Callable[[], object], until: str, what: str = "") -> None:
        """Do something until *until* is true: what has no effect in time is done again, as a person would."""
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            do()
            if self._came(until, _AGAIN):
                return
        self.until(until, what)

    def _came(self, expression: str, patience: float) -> Any:
        end = time.monotonic() + patience
        while True:
            try:
                found = self.evaluate(f"(v => v instanceof Node ? true : v)({expression})")
            except AssertionError:  # the page is being loaded
                found = None
            if found or time.monotonic() > end:
                return found
            time.sleep(0.02)

    def text(self, selector: str = "body") -> str:
        """Return the text of the first element."""
        return str(self.evaluate(f"(e => e ? e.innerText : '')(document.querySelector({selector!r}))"))

    def touch(self, x: float, y: float, *, seconds: float = 0.0) -> None:
        """Tap with a finger, or press for so long. A tap is sent as one: on a busy machine it would else last as long as a press."""
        start: dict[str, Any] = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
        if seconds:
            self.call("Input.dispatchTouchEvent", **start)
            time.sleep(seconds)
        else:
            self._browser.send("Input.dispatchTouchEvent", self._session, **start)
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def press(self, selector: str, until: str = "") -> None:
        """Tap the middle of an element, until *until* is true."""
        self._tap(f"document.querySelector({selector!r})", selector, until)

    def press_words(self, words: str, until: str = "") -> None:
        """Tap the button that says *words*, until *until* is true."""
        self._tap(f"[...document.querySelectorAll('button')].find(b => b.offsetParent && b.innerText.includes({words!r}))", words, until)

    def _tap(self, find: str, what: str, until: str) -> None:
        """Tap what *find* finds, once it is there and nothing lies over its middle; again, while it is there and *until* does not come."""
        self._tap_once(find, what)
        end = time.monotonic() + _PATIENCE
        while until and not self._came(until, _AGAIN) and time.monotonic() < end:
            if self.evaluate(f"!!({find})?.offsetParent"):
                self._tap_once(find, what)
        if until:
            self.until(until)

    def _tap_once(self, find: str, what: str) -> None:
        x, y = self.until(
            f"""(e => {{
            if (!e) return null;
            e.scrollIntoView({{block: 'center', behavior: 'instant'}});
            const b = e.getBoundingClientRect(), x = b.x + b.width / 2, y = b.y + b.height / 2, top = document.elementFromPoint(x, y);
            const isOpen = top && (e.contains(top) || top.contains(e)) && top.contains(document.body) === false;
            return isOpen ? [x, y] : null;
            }})({find})""",
            f"{what!r} to be tapped",
        )
        self.touch(x, y)

    def fill(self, selector: str, text: str) -> None:
        """Type *text* into a field."""
        self.until(f"document.querySelector({selector!r})")
        self.evaluate(
            f"(e => {{ e.value = {text!r}; e.dispatchEvent(new Event('input', {{bubbles: true}})); }})"
            f"(document.querySelector({selector!r}))"
        )

    def province(self, code: str) -> tuple[float, float]:
        """Return the place on the screen of the unit in a province, or of the province's middle."""
        return tuple(
            self.evaluate(
                f"""(() => {{
                const mid = e => (b => [b.x + b.width / 2, b.y + b.height / 2])(e.getBoundingClientRect());
                const unit = document.querySelector('#layer [data-u="{code}"]');
                return mid(unit || document.querySelector('[data-p="{code}"]'));
                }})()"""
            )
        )

    def dot(self, number: int = 0) -> tuple[float, float]:
        """Return the place on the screen of a target's dot."""
        found = self.evaluate(
            f"(e => {{ const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }})"
            f"(document.querySelectorAll('#dots .dot')[{number}])"
        )
        return (found[0], found[1])

    def screenshot(self) -> bytes:
        """The page as a PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def told(self, method: str) -> list[Mapping[str, Any]]:
        """Return the events under that name of the pages of this phone alone."""
        self.evaluate("0")
        return [
            event["params"] for event in self._browser.events if event.get("method") == method and event.get("sessionId") in self._sessions
        ]

    def close(self) -> None:
        """Put the phone away."""
        self._browser.contexts.remove(self.context)
        self._browser.outside("Target.disposeBrowserContext", browserContextId=self.context)


def waited(condition: Callable[[], bool], what: str) -> None:
    """Wait until *condition* holds."""
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        if condition():
            return
        time.sleep(0.02)
    raise AssertionError(what)
