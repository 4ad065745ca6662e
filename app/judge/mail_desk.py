"""The desk at which one mail is answered: who its sender is shown to be, what its words do, and what is said to each of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from app.game.record import MAIN
from app.judge.game_work import DamagedGameError, GameWork
from app.judge.incoming import IncomingLetter
from app.judge.records import MASTER, GameRecord, Life, SeatHolder, SenderStanding, listed_in
from app.judge.step import JudgeState, JudgeStep
from app.mail_in.judge_words import GameNames, bare
from app.session.errors import Abort
from app.session.viewpoint import CURTAIN
from entente.words.names import power_name
from languages import tr


@dataclass(frozen=True, slots=True)
class SenderIdentity:
    """Identity that a sender has shown."""

    standing: SenderStanding = SenderStanding.ANYBODY
    game: str = ""
    power: str = ""
    """A power, or ``GM``; empty without a seat."""


class MailDesk:
    """Game, seat and answer on which the words of one mail act."""

    def __init__(self, state: JudgeState, step: JudgeStep, letter: IncomingLetter, who: SenderIdentity, short: str) -> None:
        self.state, self.step, self.letter, self.who = state, step, letter, who
        self.short = short
        """Short name of the game that is meant; empty where none is named yet."""
        self.said: list[str] = []
        self.picture: bytes | None = None
        self.keeps_secrets = False
        self.is_master = who.standing is SenderStanding.MASTER
        self.name, self.address = letter.name, letter.sender
        self.language = self._language()

    # --- what is said ---

    def say(self, text: str) -> None:
        """Add *text* to the answer."""
        if text.strip():
            self.said.append(text.strip("\n"))

    # --- which game, and whose seat ---

    @property
    def record(self) -> GameRecord:
        """The record of the game that is meant.

        Raises:
            Abort: no game is named, or it is stopped.
        """
        if not self.short and len(self.step.shorts) == 1:
            self.short = self.step.shorts[0]
        if not self.short:
            raise Abort(tr("Which game? Write GAME and its short name on a line before; LIST names the games."))
        if self.short in self.state.damaged:
            raise Abort(tr("{game} is stopped; its master was told why.", game=self.short))
        return self.step.record(self.short)

    @property
    def seat(self) -> SeatHolder:
        """The sender's seat.

        Raises:
            Abort: they have none in this game.
        """
        found = self.record.seats.get(self.who.power) if self.who.game == self.short else None
        if found is None:
            raise Abort(tr("You have no seat in {game}.", game=self.short))
        return found

    @property
    def work(self) -> GameWork:
        """The game itself.

        Raises:
            Abort: it has not begun, or cannot be played on.
        """
        record = self.record
        if not record.file:
            raise Abort(tr("{game} has not begun yet.", game=record.short))
        try:
            return self.step.work(record.short)
        except DamagedGameError as error:
            self.state.damaged[record.short] = str(error)
            raise Abort(tr("{game} is stopped; its master was told why.", game=self.short)) from error

    @property
    def viewer(self) -> str:
        """Through whose eyes the sender looks at the game."""
        return self.who.power if self.who.game == self.short and self.who.power in self.record.seats else CURTAIN

    def meant_game(self, text: str) -> str:
        """The short name of the game that *text* names.

        Raises:
            Abort: there is none, or several have that name.
        """
        said = text.strip().casefold()
        if said in self.step.shorts:
            return said
        found = [each for each in self.step.shorts if GameNames("", each, each).is_meant(text)]
        if len(found) == 1:
            return found[0]
        if found:
            raise Abort(tr("“{text}” may be {games}.", text=text[:40], games=", ".join(found)))
        raise Abort(tr("There is no game {text}; LIST names the games.", text=text[:40]))

    def meant_power(self, text: str) -> str:
        """The power that *text* names: its name, its adjective, or its first letter.

        Raises:
            Abort: it names none of this game.
        """
        powers = self.powers()
        wanted = bare(text)
        exact = [power for power, names in powers.items() if wanted and wanted in names]
        close = [power for power, names in powers.items() if wanted and any(name.startswith(wanted) for name in names)]
        found = exact or close
        if len(found) != 1:
            raise Abort(tr("“{text}” names no power of this game; there are {powers}.", text=text[:40], powers=", ".join(powers)))
        return found[0]

    def powers(self) -> dict[str, set[str]]:
        """The powers of the game that is meant, each with its names."""
        variant = self.work.game.variant
        return {
            power: {bare(power), bare(each.name), bare(each.adjective), bare(power_name(variant, power))}
            for power, each in variant.powers.items()
        }

    def check_running(self) -> None:
        """Check that the game takes orders.

        Raises:
            Abort: it does not.
        """
        record = self.record
        if not record.life.is_running:
            raise Abort(tr("{game} is {life}; it takes no orders.", game=record.short, life=tr(record.life.value)))
        if self.work.game.branch(MAIN).ending is not None:
            raise Abort(tr("{game} is over.", game=record.short))

    def check_active(self) -> None:
        """Check that a game stands that can be looked at.

        Raises:
            Abort: it does not.
        """
        if self.record.life in (Life.ANNOUNCED, Life.FORMING):
            raise Abort(tr("{game} has not begun yet.", game=self.record.short))

    @contextmanager
    def about(self, short: str) -> Iterator[None]:
        """Mean another game inside."""
        kept, self.short = self.short, short
        try:
            yield
        finally:
            self.short = kept

    def _language(self) -> str:
        if self.who.power == MASTER:
            return self.state.settings.language
        for record in (self.state.records.get(self.who.game), *self.state.games_of(self.address)):
            if record is None:
                continue
            if record.short == self.who.game and self.who.power in record.seats:
                return record.seats[self.who.power].language
            languages = [seat.language for seat in record.held_by(self.address)]
            languages += [each.language for each in listed_in(record) if each.address.casefold() == self.address]
            if languages:
                return languages[0]
        return self.state.settings.language
