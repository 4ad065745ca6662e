"""The options that every command takes on a command line, as its usage, the manual and the completion of shells tell of them."""

from __future__ import annotations

from dataclasses import dataclass

from languages import mark


@dataclass(frozen=True, slots=True)
class GeneralOption:
    """An option that may stand beside any command."""

    name: str
    """With its dashes."""

    value: str
    """Value behind it: words parted by a bar are all that can be, capitals stand for something of yours; empty where nothing follows."""

    meaning: str
    """In lines of a terminal; in English, so that what shows it translates it."""

    @property
    def choices(self) -> tuple[str, ...]:
        """The words of which one follows."""
        return tuple(self.value.split("|")) if "|" in self.value and self.value.islower() else ()

    @property
    def usage(self) -> str:
        """``--game FILE``"""
        return f"{self.name} {self.value}".rstrip()


GENERAL_OPTIONS = (
    GeneralOption("--game", "FILE", mark("the game to work on")),
    GeneralOption(
        "--output",
        "FILE",
        mark("where a changed game is written (else where it came from), or what a command\nwrites that has an output of its own"),
    ),
    GeneralOption("--replace", "", mark("write over a file that --output names and that is there already")),
    GeneralOption("--trust", "orders|positions|look", mark("what counts where positions do not follow from orders")),
    GeneralOption(
        "--other-variant",
        "look|here",
        mark("a game made with another version of its variant: look at it, or play it on with the one here"),
    ),
    GeneralOption("--unread", "rest|look", mark("where lines could not be read: play on with the rest, or look only")),
    GeneralOption("--recover", "take|leave|drop", mark("what becomes of edits that a crash left behind")),
    GeneralOption(
        "--hooks",
        "off|SHA256[,SHA256]",
        mark("off: do not run the game's hooks: it can be looked at, not played on;\nelse run the hooks with these checksums"),
    ),
    GeneralOption(
        "--when-stopped",
        "again|without|wait",
        mark(
            "where a hook that is needed gives no answer: ask it once more with more time,\n"
            "go on without it in this phase (which the game records), or stop with exit code 5"
        ),
    ),
    GeneralOption("--help", "", mark("show how the command is used")),
    GeneralOption("--version", "", mark("say which version this is")),
)
