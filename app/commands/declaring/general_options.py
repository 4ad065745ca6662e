"""The options that every command takes on a command line, as its usage, the manual and the completion of shells tell of them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GeneralOption:
    """An option that may stand beside any command."""

    name: str
    """With its dashes."""

    value: str
    """What follows it: words parted by a bar are all that can, capitals stand for something of yours; empty where nothing follows."""

    meaning: tuple[str, ...]
    """In lines of a terminal."""

    @property
    def choices(self) -> tuple[str, ...]:
        """The words of which one follows."""
        return tuple(self.value.split("|")) if "|" in self.value and self.value.islower() else ()

    @property
    def usage(self) -> str:
        """``--game FILE``"""
        return f"{self.name} {self.value}".rstrip()


GENERAL_OPTIONS = (
    GeneralOption("--game", "FILE", ("the game to work on",)),
    GeneralOption(
        "--output",
        "FILE",
        ("where a changed game is written (else where it came from), or what a command", "writes that has an output of its own"),
    ),
    GeneralOption("--replace", "", ("write over a file that --output names and that is there already",)),
    GeneralOption("--trust", "orders|positions|look", ("what counts where positions do not follow from orders",)),
    GeneralOption(
        "--other-variant",
        "look|here",
        ("a game made with another version of its variant: look at it, or play it on with the one here",),
    ),
    GeneralOption("--unread", "rest|look", ("where lines could not be read: play on with the rest, or look only",)),
    GeneralOption("--recover", "take|leave|drop", ("what becomes of edits that a crash left behind",)),
    GeneralOption(
        "--hooks",
        "off|SHA256[,SHA256]",
        ("off: do not run the game's hooks: it can be looked at, not played on;", "else run the hooks with these checksums"),
    ),
    GeneralOption(
        "--when-stopped",
        "again|without|wait",
        (
            "where a hook that is needed gives no answer: ask it once more with more time,",
            "go on without it in this phase (which the game records), or stop with exit code 5",
        ),
    ),
    GeneralOption("--help", "", ("show how the command is used",)),
    GeneralOption("--version", "", ("say which version this is",)),
)
