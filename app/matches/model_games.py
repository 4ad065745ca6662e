"""A game in which language models play, served over the Model Context Protocol."""

from __future__ import annotations

import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.variant import Variant
from app.game.file_store import write_game
from app.game.record import Game
from app.matches.arena import play_with_programs
from app.matches.who_plays import Terms, events_to, kinds_of, opponents_of, people_of, programs_of, seats_of, titles_of
from app.players.bots import Bot
from app.session.errors import Abort
from app.session.game_files import with_ending
from app.session.parameters import Kind, Surroundings, read_word
from app.session.session import Session
from app.session.starting import begin, hooks_to_play_with, playable
from languages import system_words, tr

if TYPE_CHECKING:
    from app.players.mcp.model_seat import ModelSeat
    from app.players.programs.seats import Seat

LONGEST_TALK = 3600
"""Seconds of a round of talk."""
FAREWELL = 60.0
"""Seconds in which models can read how the game ended, before they are no longer served."""


@dataclass(frozen=True, slots=True)
class ModelTerms:
    """Terms on which a game with models is served."""

    port: int
    """For HTTP; -1 is standard input and output."""
    seconds: float
    """Seconds that a model has for a turn."""
    seed: int
    years: int
    talk: float = 0.0
    """Seconds of a round of talk before the orders of each movement phase; 0 is none."""
    into: Path | None = None
    record: Path | None = None
    logs: Path | None = None


def serve_models(session: Session, variant: str, models: str, words: Sequence[str], others: Bot, terms: ModelTerms) -> None:
    """Serve a game to its end, or until all are gone.

    Raises:
        Abort: what is asked for cannot be; or the extra ``mcp`` is not installed.
    """
    try:
        import mcp  # noqa: F401 - asked for before anything begins
    except ImportError as error:
        raise Abort(tr("Language models need: pip install 'entente[mcp]'")) from error
    from app.players.mcp.model_seat import ModelSeat, Talk

    entry = playable(session, variant)
    assert entry.folder is not None
    board = entry.folder.variant
    if not -1 <= terms.port <= 65535 or not 1 <= terms.years <= 1000:
        raise Abort(tr("Ports go up to 65535, years from 1 to 1000."))
    if not 0 <= terms.talk <= LONGEST_TALK:
        raise Abort(tr("A round of talk lasts 0 to {most} seconds.", most=LONGEST_TALK))
    seated = seats_of(board, words, [], others)
    powers = [str(read_word(Kind.POWER, each.strip(), Surroundings(board), {}, "mcp", 1)) for each in models.split(",") if each.strip()]
    taken = [power for power in powers if power not in seated or any(each.partition("=")[0].upper() == power for each in words)]
    if taken or not powers or len(set(powers)) < len(powers):
        raise Abort(
            tr(
                "{taken} cannot be given to a model here: somebody else plays it, or nobody does.",
                taken=(taken or powers or [tr("Nobody")])[0],
            )
        )
    if terms.port < 0 and (len(powers) > 1 or any(each.partition("=")[2].startswith("listen:") for each in words)):
        raise Abort(
            tr("Over standard input and output there is one model, and nobody is waited for at a port; --http PORT serves several.")
        )
    if people_of(seated):
        raise Abort(tr("Nobody sits at this terminal while models are served."))
    talk = Talk(terms.talk) if terms.talk else None
    seats = {power: ModelSeat(board, power, talk=talk) for power in powers}
    seated |= {power: seat.seat() for power, seat in seats.items()}
    game, log = begin(session, entry, tr("{board} with models", board=board.name), hooks=hooks_to_play_with(session, entry))
    session.hooks.note(game, log)
    _Service(session, board, game, seated, seats, terms).run()


class _Service:
    """The match on a thread of its own, and the servers on this one."""

    def __init__(
        self, session: Session, board: Variant, game: Game, seated: dict[str, Seat], models: dict[str, ModelSeat], terms: ModelTerms
    ) -> None:
        self._session = session
        self._board = board
        self._game = game
        self._seated = seated
        self._models = models
        self._terms = terms
        self._is_left = threading.Event()
        """Event that is set when all are gone."""
        self._is_over = threading.Event()
        self._failure: BaseException | None = None

    def run(self) -> None:
        """Serve until the game is over and read, or until the model has gone."""
        import anyio

        match = threading.Thread(target=self._play, name="match")
        match.start()
        try:
            anyio.run(self._serve)
        finally:
            self._is_left.set()
            match.join()
        if self._failure is not None:
            raise Abort(str(self._failure)) from self._failure
        if self._terms.port >= 0:
            for name in filter(None, (self._terms.into, self._terms.record)):
                self._session.say(tr("The game is in {name}.", name=name))

    async def _serve(self) -> None:
        import anyio

        from app.players.mcp.server import server_of

        if self._terms.port < 0:
            (seat,) = self._models.values()
            await server_of(seat).run_stdio_async()
            return
        from app.players.mcp.server import serving

        servers = {power: server_of(seat) for power, seat in self._models.items()}
        try:
            async with serving(servers, self._terms.port) as served:
                for power, token in served.tokens.items():
                    self._session.say(tr("{power} is served at {url}, token {token}", power=power, url=served.url, token=token))
                sys.stdout.flush()
                while not self._is_over.is_set():
                    await anyio.sleep(0.1)
                with anyio.move_on_after(FAREWELL):
                    while not all(each.has_read_the_end.is_set() for each in self._models.values()) and self._failure is None:
                        await anyio.sleep(0.1)
        except OSError as error:
            raise Abort(tr("Port {port} cannot be listened to: {error}", port=self._terms.port, error=system_words(error))) from error

    def _play(self) -> None:
        terms, session = self._terms, self._session
        try:
            with programs_of(session, self._board, self._seated, Terms(terms.seconds, talk=terms.talk, logs=terms.logs)) as host:
                assert host is not None
                for power, seat in self._models.items():
                    seat.note_with(partial(host.note, power))
                    while not seat.arrived.wait(0.1):
                        if self._is_left.is_set():
                            return
                with events_to(terms.record) as events:
                    start = self._game.turn(self._game.last()).phase.year
                    game, _ = play_with_programs(
                        session,
                        self._game,
                        opponents_of(self._board, self._seated, terms.seed),
                        host,
                        last_year=start + terms.years - 1,
                        go_on=lambda: not self._is_left.is_set(),
                        seed=terms.seed,
                        say=lambda text: print(text, file=sys.stderr),  # noqa: T201 - standard output may belong to the model
                        events=events,
                        seats=titles_of(self._seated),
                        kept=self._keep,
                        kinds=kinds_of(self._seated),
                    )
                    self._keep(game)
        except BaseException as error:  # noqa: BLE001 - reported on the thread that serves
            self._failure = error
        finally:
            self._is_over.set()

    def _keep(self, game: Game) -> None:
        if self._terms.into is not None:
            write_game(with_ending(self._terms.into), game)
