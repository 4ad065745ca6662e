"""A game between DAIDE clients and players here, as a document: what is ordered, what becomes of it, when it ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from adjudicator import Ending, Order
from app.game.edits import judged_lines, process, set_player
from app.game.ending_edits import declare_draw
from app.game.entries import Press, SeatedPlayer
from app.game.record import MAIN, Cursor, Game, OrderLine, variant_at
from app.game.rulings import Referee, plain_referee
from app.game.table_edits import send_press
from app.players.daide.host import Host
from app.players.daide.language import show
from app.players.daide.message_table import SentPress
from entente.asking import Asking
from entente.playing import LAST_YEAR, Player

Thought = Mapping[str, Sequence[Order | str]]
"""Orders of players here in a turn, by power."""


class Match:
    """One game from its beginning to its end.

    Args:
        game: to be played on from its last turn.
        host: who the clients are.
        others: players for the powers that no client takes, made when the game begins.
        titles: name and version of these players, for the summary.
        clients: with how many clients the game begins; one for every seat unless given.
        last_year: the game is drawn among the survivors after this year.
        referee: who rules over the turns.
        seconds: how long a player here may think; what comes later counts for nothing.
        say: gets a line about whatever goes wrong.
        keep: gets the game after every turn.
    """

    def __init__(
        self,
        game: Game,
        host: Host,
        *,
        others: Callable[[str], Player] | None = None,
        titles: tuple[str, str] = ("", ""),
        clients: int | None = None,
        last_year: int | None = None,
        referee: Referee = plain_referee,
        seconds: float | None = None,
        say: Callable[[str], None] = lambda _line: None,
        keep: Callable[[Game], None] = lambda _game: None,
    ) -> None:
        self.game = game
        self.host = host
        self._others = others
        self._titles = titles
        self.clients = len(host.seats) if clients is None else clients
        self._last_year = last_year
        self._referee = referee
        self._asking = Asking(seconds)
        self._said = 0
        self._say = say
        self._keep = keep
        self._players: dict[str, Player] = {}
        self.has_begun = False

    @property
    def is_over(self) -> bool:
        """True if the game has ended."""
        return self.game.ending is not None

    @property
    def can_begin(self) -> bool:
        """True if enough clients are there."""
        return not self.has_begun and len(self.host.ready) >= self.clients

    @property
    def _cursor(self) -> Cursor:
        return self.game.last()

    def begin(self) -> None:
        """Begin with the clients that are ready; the other powers are played here, or stand still where they have no player."""
        self.has_begun = True
        position = self.game.turn(self._cursor).position
        self.host.begin(position, self._start_players)
        names = {power: f"{seat.name} {seat.version}" for power, seat in self.host.seats.items() if seat.was_taken}
        for power, name in (names | dict.fromkeys(self._players, " ".join(self._titles))).items():
            self.game = set_player(self.game, power, SeatedPlayer(name))
        self._keep(self.game)

    def _start_players(self, empty: Sequence[str]) -> Mapping[str, tuple[str, str]]:
        """The powers that are played here, with the names of their players."""
        if self._others is None:
            return {}
        self._players = {power: self._others(power) for power in empty}
        variant = variant_at(self.game, self._cursor)
        self._tell("start", lambda power, player: player.started(variant, power))
        return dict.fromkeys(empty, self._titles)

    def think(self) -> Thought:
        """Ask the players here for the open turn. It changes nothing, and may run beside the rest."""
        cursor = self._cursor
        turn = self.game.turn(cursor)
        asked = {
            power: partial(player.choose_orders, turn.position, power, self._asking.seconds) for power, player in self._players.items()
        }
        return {power: self._asking.orders(power, turn.phase, choose) for power, choose in asked.items()}

    def carry_out(self, thought: Thought) -> None:
        """End the open turn with what the clients sent and what the players here thought of."""
        cursor = self._cursor
        turn, variant = self.game.turn(cursor), variant_at(self.game, cursor)
        ordered: dict[str, Sequence[Order | str]] = {**thought, **self.host.game.orders()}
        for power, orders in ordered.items():
            lines = [OrderLine(str(order), order) for order in orders if not isinstance(order, str)]
            turn = turn.with_orders(power, judged_lines(variant, turn.position, power, lines))
        game = process(self.game.with_turn(cursor, turn), referee=self._referee)
        following = game.turn(game.last())
        if game.ending is None and self._last_year is not None and following.phase.year > self._last_year:
            game = declare_draw(game, reason=LAST_YEAR)
        self.game = game
        resolution = game.turn(cursor).resolution
        assert resolution is not None
        self.host.publish(resolution, following.position, game.ending)
        self._tell("results", lambda _power, player: player.told(resolution))
        self._end_if_over()
        self._keep(game)

    def draw_if_agreed(self) -> bool:
        """End the game in the draw that the clients voted for; whether they did."""
        sharing = self.host.game.draw
        if sharing is None or self.is_over:
            return False
        self.game = declare_draw(self.game, powers=sharing)
        assert self.game.ending is not None
        self.host.finish(self.game.ending)
        self._end_if_over()
        self._keep(self.game)
        return True

    def write_press(self, press: SentPress) -> None:
        """Write press into the game."""
        if not self.is_over:
            text = show(press.words, self.host.board.vocabulary)
            self.game = send_press(self.game, MAIN, Press(press.sender, press.receivers, text))

    def _end_if_over(self) -> None:
        ending: Ending | None = self.game.ending
        if ending is not None:
            self._tell("end", lambda _power, player: player.ended(ending))

    def _tell(self, what: str, tell: Callable[[str, Player], None]) -> None:
        for power, player in self._players.items():
            self._asking.tell(power, self.game.turn(self._cursor).phase, what, partial(tell, power, player))
        for miss in self._asking.misses[self._said :]:
            self._say(str(miss))
        self._said = len(self._asking.misses)
