"""Choices when a game's file is opened: one value, which a window fills by asking and the command line by options."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from enum import StrEnum

from app.session.errors import LineError
from languages import tr


class Trust(StrEnum):
    """Choice of the record that counts where recorded positions do not follow from the orders."""

    ORDERS = "orders"
    POSITIONS = "positions"
    LOOK = "look"
    """Neither: the game is opened for looking only."""


class OtherVariant(StrEnum):
    """Choice for a game that was made with another version of its variant."""

    LOOK = "look"
    HERE = "here"
    """Choice to check it against the variant that is here, and to play on with it."""


class Unread(StrEnum):
    """Choice for a game with lines that could not be read."""

    REST = "rest"
    """The rest is played on; the lines stay in the file."""
    LOOK = "look"


class Recovery(StrEnum):
    """Choice for edits that a crash left behind."""

    TAKE = "take"
    """The game comes back with them; where its file was changed since, as a game that is in no file yet."""
    LEAVE = "leave"
    """The file is opened as it is; they are offered again the next time."""
    DROP = "drop"
    """The file is opened as it is, and they are thrown away."""


@dataclass(frozen=True, slots=True)
class OpeningChoices:
    """The answers, each ``None`` where it is not given yet: then a person is asked; without one the game is looked at, and lines that could
    not be read stay in the file beside the game.
    """

    trust: Trust | None = None
    variant: OtherVariant | None = None
    unread: Unread | None = None
    recovery: Recovery | None = None
    hooks: frozenset[str] | None = None
    """The checksums of the hooks that may run; none of them where the game is looked at without its hooks."""

    def before(self, others: OpeningChoices) -> OpeningChoices:
        """Return these choices, and *others* where nothing was chosen here."""
        mine = {each.name: getattr(self, each.name) for each in fields(self)}
        return replace(others, **{name: value for name, value in mine.items() if value is not None})


_CHECKSUM = re.compile(r"[0-9a-f]{64}")


def hooks_named(text: str) -> frozenset[str]:
    """Read ``off``, or checksums with commas between them.

    Raises:
        LineError: *text* is anything else.
    """
    named = text.casefold()
    if named == "off":
        return frozenset()
    checksums = named.split(",")
    if not all(_CHECKSUM.fullmatch(each) for each in checksums):
        raise LineError(
            tr("--hooks is off, or the SHA-256 of each hook to run with commas between them, not {text!r}", text=text), word=text
        )
    return frozenset(checksums)
