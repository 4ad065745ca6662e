"""Door of a table: its word lets a person ask for a free seat while the organiser has it open, and wrong words cost time."""

from __future__ import annotations

import hmac
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from app.game.refusal import EditError, Why
from languages import plural, tr

_CONSONANTS, _VOWELS = "bdfghjklmnprstvz", "aeiou"
FREE = 3
"""Wrong words that cost no time."""
LONGEST_WAIT = 60.0
MOST_KEPT = 1_000
"""Addresses whose wrong words are remembered."""
_EVERYWHERE = ""
"""Key under which the wrong words of all addresses together are counted, a tenth as strictly."""


def table_word() -> str:
    """Six letters that can be said aloud."""
    return "".join(secrets.choice(_CONSONANTS) + secrets.choice(_VOWELS) for _ in range(3))


@dataclass(slots=True)
class TableDoor:
    """The door of a table.

    Args:
        now: a monotonic clock in seconds.
    """

    now: Callable[[], float]
    word: str = field(default_factory=table_word)
    is_open: bool = True
    _wrong: OrderedDict[str, tuple[int, float]] = field(default_factory=OrderedDict)

    def knock(self, word: str, address: str) -> None:
        """Check the *word* of a person at *address* who asks for a seat.

        Raises:
            EditError: the door is shut, the word is wrong, or so many were that one has to wait.
        """
        if not self.is_open:
            raise EditError(Why.NOT_NOW, tr("Nobody is let in at the moment; ask who invited you."))
        for place in (address, _EVERYWHERE):
            wait = self._wrong.get(place, (0, 0.0))[1] - self.now()
            if wait > 0:
                raise EditError(Why.NOT_OPENED, plural("Try again in {count} second.", "Try again in {count} seconds.", int(wait) + 1))
        if not hmac.compare_digest(word.strip().casefold().encode(), self.word.encode()):
            self._note(address, FREE)
            self._note(_EVERYWHERE, 10 * FREE)
            raise EditError(Why.NOT_OPENED, tr("That is not the table word. It stands beside the QR code."))
        self._wrong.pop(address, None)

    def _note(self, place: str, free: int) -> None:
        wrong = self._wrong.pop(place, (0, 0.0))[0] + 1
        wait = 0.0 if wrong <= free else min(2.0 ** min(wrong - free, 10), LONGEST_WAIT)
        self._wrong[place] = (wrong, self.now() + wait)
        while len(self._wrong) > MOST_KEPT:
            self._wrong.popitem(last=False)
