"""Bounds of HTTP connections: time for the head of a request, and the number that one address may hold.

The server under it waits for a first head as long as it takes, and counts connections of all addresses together. So somebody in the network
who opens a thousand and says nothing would keep everybody out.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 15.0
"""Seconds for the head of a request, from the connection or the answer before."""
MOST_OF_ONE_ADDRESS = 240
"""HTTP connections of one address: all pages of a table behind one router as they are opened at once."""


def patient_protocol(most: int) -> type[asyncio.Protocol]:
    """Return the protocol of a server that holds at most so many HTTP connections of each address."""
    there: Counter[str] = Counter()

    class PatientHttp(H11Protocol):
        """One HTTP connection."""

        _late: asyncio.TimerHandle | None = None
        _address: str | None = None

        def connection_made(self, transport: Any) -> None:
            """Begin to wait for a head, unless the address holds too many connections."""
            super().connection_made(transport)
            address = "" if self.client is None else str(self.client[0])
            if there[address] >= most:
                transport.abort()
                return
            self._address = address
            there[address] += 1
            self._watch()

        def data_received(self, data: bytes) -> None:
            """Take *data*, and wait on where the head is not whole; drops of it do not give it more time."""
            super().data_received(data)
            self._watch()

        def on_response_complete(self) -> None:
            """Wait for the next head."""
            super().on_response_complete()
            self._watch()

        def connection_lost(self, exc: Exception | None) -> None:
            """Forget it."""
            self._stop()
            self._leave()
            super().connection_lost(exc)

        def _watch(self) -> None:
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                self._stop()  # a WebSocket from now on, which has bounds of its own
                self._leave()
            elif (cycle := getattr(self, "cycle", None)) is not None and not cycle.response_complete:
                self._stop()
            elif self._late is None:
                self._late = self.loop.call_later(HEAD_SECONDS, self.transport.close)

        def _stop(self) -> None:
            if self._late is not None:
                self._late.cancel()
                self._late = None

        def _leave(self) -> None:
            if self._address is not None:
                there[self._address] -= 1
                if there[self._address] <= 0:
                    del there[self._address]
                self._address = None

    return PatientHttp
