"""Opening a game file: read, built, replayed, and the choices where something does not fit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from app.game.dpn.build import Built, Obstacle, another_version, build
from app.game.dpn.game_reader import GameText, read
from app.game.dpn.replay import Difference, Replayed, replay, trust_orders, trust_positions
from app.game.dpn.text_source import VERSION, GameFileFault
from app.game.dpn.writer import Writer
from app.game.entries import HookAttached
from app.game.record import MAIN, Cursor, Game
from app.game.rulings import Referee, plain_referee
from app.game.variant_source import Shelf, ShippedShelf
from languages import mark, tr
from variants.fault import Severity


class FileStanding(StrEnum):
    """State of an opened file."""

    CHECKED = "checked"
    """Orders and positions agree."""
    DIFFERS = "differs"
    """They do not: the orders are trusted, or the positions, or the game is looked at."""
    UNCHECKED = "unchecked"
    """File whose hooks were not consented to: its recorded positions count."""
    OBSTRUCTED = "obstructed"
    """File that can only be looked at; see ``obstacle``."""
    UNREADABLE = "unreadable"
    """There is no game in it; see ``faults``."""


MOST_READINGS = 4
"""Times that a file whose orders are trusted is read again as it would be saved."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A game that can be opened."""

    game: Game
    writer: Writer
    """Writes it over the text it came from."""
    read_only: str
    """Reason that it can only be looked at; empty where it can be played on."""
    saved: bool
    """True if the file holds the game unchanged."""


_OBSTACLES = {
    Obstacle.UNKNOWN_VARIANT: mark("its variant is not here."),
    Obstacle.OTHER_CHECKSUM: mark("the variant here is not the one that it was made with."),
    Obstacle.NEWER_VERSION: mark("a newer program wrote it."),
    Obstacle.TOO_LARGE: mark("the file is too large to be read whole."),
    Obstacle.CUT_OFF: mark("the end of the file is missing."),
    Obstacle.LOST_PHASE: mark(
        "a phase of it cannot be read, since its heading is wrong; without it the phase before would be played once more."
    ),
}


@dataclass(frozen=True, slots=True)
class Opened:
    """Result of opening a file."""

    text: GameText
    built: Built
    replayed: Replayed | None
    """``None`` where nothing was replayed."""
    referee: Referee
    baseline: Game | None = None
    """Game of the file, where that is not the game in view."""
    shelf: Shelf | None = None
    """Place where variants are found; those that New Game shows where there is none."""

    @property
    def faults(self) -> tuple[GameFileFault, ...]:
        """All that is wrong in the file, with line and column."""
        return self.built.faults

    @property
    def errors(self) -> tuple[GameFileFault, ...]:
        """The faults that left something out of the game."""
        return tuple(fault for fault in self.built.faults if fault.severity is Severity.ERROR)

    @property
    def differences(self) -> tuple[Difference, ...]:
        """Differences between positions and orders; the first is the first phase and unit."""
        return () if self.replayed is None else self.replayed.differences

    @property
    def begins_elsewhere(self) -> bool:
        """True if already its first phase differs from the variant's start: nothing but its positions tells how it began."""
        return any(each.cursor == Cursor(MAIN, 0) for each in self.differences)

    @property
    def obstacle(self) -> Obstacle | None:
        """Reason that the game can only be looked at."""
        return self.built.obstacle

    @property
    def is_older(self) -> bool:
        """True if the file is of an older version, to be backed up before it is rewritten."""
        return self.text.version < VERSION

    @property
    def standing(self) -> FileStanding:
        """State of the file."""
        if self.built.game is None:
            return FileStanding.UNREADABLE
        if self.obstacle is not None:
            return FileStanding.OBSTRUCTED
        if self.replayed is None:
            return FileStanding.UNCHECKED
        return FileStanding.DIFFERS if self.replayed.differences else FileStanding.CHECKED

    @property
    def game(self) -> Game | None:
        """Game that can be looked at: with recorded positions, and results with their reasons where it was replayed."""
        return self.built.game if self.replayed is None else self.replayed.game

    def ready(self) -> Ready:
        """The game unchanged: to be played on where it is checked, else to be looked at.

        Raises:
            ValueError: there is no game in the file.
        """
        game = self._game()
        match self.standing:
            case FileStanding.CHECKED:
                return Ready(game, self._writer(game), "", saved=self.baseline is None)
            case FileStanding.DIFFERS:
                return self.look_only()
            case FileStanding.UNCHECKED:
                return Ready(game, self._writer(game), tr("its hooks were not consented to, so that it was not checked."), saved=True)
            case _:
                assert self.obstacle is not None
                return Ready(game, self._writer(game), tr(_OBSTACLES[self.obstacle]), saved=True)

    def look_only(self) -> Ready:
        """The game with its recorded positions, to be looked at."""
        game = self._game()
        reason = (
            tr("its positions do not follow from its orders. {differences}.", differences=self.differences[0])
            if self.differences
            else tr("you chose so.")
        )
        return Ready(game, self._writer(game), reason, saved=True)

    def trust_orders(self, game: Game | None = None, *, readings: int = MOST_READINGS) -> Ready:
        """The game with every position as the orders give it; the file is rewritten at the next save.

        What will be saved is read again, until it says what the orders give: a branch of a phase that could not be read comes back with it.

        Args:
            game: the game to play again in place of the file's; see ``with_referee``.
            readings: how often it is read again at most.
        """
        trusted = replay(trust_orders(game or self._game(), self.referee), self.referee).game
        ready = Ready(trusted, self._writer(self._game()), "", saved=False)
        again = open_text(ready.writer.compose(trusted).data, self.text.source.name, self.shelf, self.referee)
        if again.standing is FileStanding.DIFFERS and readings > 0:
            return again.trust_orders(readings=readings - 1)
        if again.standing is FileStanding.CHECKED and again.game is not None and len(again.game.branches) > len(trusted.branches):
            return replace(again.ready(), saved=False)
        return ready

    def trust_positions(self) -> Ready:
        """The game with every position as the file has it, kept as adjustments of the game master."""
        assert self.replayed is not None, "only what was replayed can differ"
        return Ready(trust_positions(self.replayed), self._writer(self._game()), "", saved=False)

    def with_referee(self, referee: Referee, game: Game | None = None) -> Opened:
        """The same file, checked by *referee*: for when its hooks were consented to.

        Args:
            game: what is checked in place of what the file says, such as the same game with a phase ruled over without a hook.
        """
        said = self.built.game
        assert said is not None, "there is a game"
        if game is None or game is said:
            return replace(self, replayed=replay(said, referee), referee=referee)
        built = replace(self.built, game=game)
        return replace(self, built=built, replayed=replay(game, referee), referee=referee, baseline=self.baseline or said)

    def with_present_variant(self) -> Opened:
        """The same file with the variant that is here, where only its checksum differs: checked, unless it waits for its hooks."""
        assert self.obstacle is Obstacle.OTHER_CHECKSUM, "only a variant that is here can be taken instead"
        assert self.built.game is not None, "there is a game"
        game = replace(self.built.game, variant_checksum=self.built.present_checksum)
        is_settled = another_version(self.built.game.variant.id)
        faults = tuple(fault for fault in self.built.faults if fault.what != is_settled)
        built = replace(self.built, game=game, obstacle=None, faults=faults)
        checked = None if has_hooks(game) else replay(game, self.referee)
        return replace(self, built=built, replayed=checked, baseline=self.built.game)

    def with_what_is_there(self) -> Opened:
        """The same file without what is missing of it, to be played on from there: checked, unless it waits for its hooks."""
        assert self.obstacle in {Obstacle.CUT_OFF, Obstacle.LOST_PHASE}, "only what is missing can be done without"
        assert self.built.game is not None, "there is a game"
        game = self.built.game
        checked = None if has_hooks(game) else replay(game, self.referee)
        return replace(self, built=replace(self.built, obstacle=None), replayed=checked)

    def _game(self) -> Game:
        if self.game is None:
            raise ValueError("there is no game in the file")
        return self.game

    def _writer(self, baseline: Game) -> Writer:
        return Writer(self.text, self.built, self.baseline or baseline)


def open_text(data: bytes, name: str = "game.dpn", shelf: Shelf | None = None, referee: Referee | None = None) -> Opened:
    """Open the game that *data* holds. Never raises for what a file says, and runs nothing of it.

    Args:
        name: what the file is called in messages.
        shelf: where variants are found; those that New Game shows unless given.
        referee: rules over the game's phases; a game with hooks is not checked unless one is given, since the rules alone
            do not know what its hooks did.
    """
    text = read(data, name)
    built = build(text, shelf or ShippedShelf())
    checked: Replayed | None = None
    if built.game is not None and built.obstacle is None and (referee is not None or not has_hooks(built.game)):
        checked = replay(built.game, referee or plain_referee)
    return Opened(text, built, checked, referee or plain_referee, shelf=shelf)


def has_hooks(game: Game) -> bool:
    """Return True if hooks take part in the game at any time."""
    return any(isinstance(change, HookAttached) for branch in game.branches for turn in branch.turns for change in turn.changes)
