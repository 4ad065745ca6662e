"""Our seat at a remote DAIDE server, without sockets: what is answered to what the server says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from adjudicator import (
    Disband,
    Hold,
    Order,
    Phase,
    PhaseKind,
    Piece,
    Position,
    Remove,
    Resolution,
    Unit,
    Variant,
    Waive,
    adjustment,
    orderable,
)
from app.players.daide.board import DaideBoard
from app.players.daide.definition import board_of_definition, names_of
from app.players.daide.following import FollowedGame
from app.players.daide.frames import ErrorCode, Frame, FrameError, FrameReader, FrameType, diplomacy, error, frame, initial, tokens_of
from app.players.daide.grammar import Phrase, Scan, phrase
from app.players.daide.language import Message, WrongTokenError, group, groups, is_balanced, message, show
from app.players.daide.link import Wire
from app.players.daide.message_table import CLIENT, SERVER, Send, SentPress, StandingUnit, WrittenOrder
from app.players.daide.press import PressWords
from app.players.daide.results import Routes, builds_due, to_write, whole_orders
from app.players.daide.tokens import WORDS, Category, DaideVocabulary, category, text_of, text_tokens
from languages import tr


@dataclass(frozen=True, slots=True)
class ReceivedPress:
    """Press that came."""

    sender: str
    receivers: tuple[str, ...]
    words: Message
    sentence: str


class Visitor:
    """A client of a DAIDE server.

    Args:
        name: of the program that plays.
        version: of it.
        known: our variants, in whose names a board is drawn where it is one of them.
        come_back: power and passcode of a seat that was ours before, to sit down there again.
        observes: it only looks on.
        refuses: it answers every proposal with no, as a player does that keeps no promises.
        say: gets a line about whatever is worth knowing.
        on_press: gets press.
    """

    def __init__(
        self,
        name: str,
        version: str,
        *,
        known: Sequence[Variant] = (),
        come_back: tuple[str, int] | None = None,
        observes: bool = False,
        refuses: bool = False,
        say: Callable[[str], None] = lambda _line: None,
        on_press: Callable[[ReceivedPress], None] = lambda _press: None,
    ) -> None:
        self._name = name
        self._version = version
        self._known = known
        self._come_back = come_back
        self._observes = observes
        self._refuses = refuses
        self._say = say
        self._on_press = on_press
        self._wire: Wire | None = None
        self._reader = FrameReader()
        self._vocabulary: DaideVocabulary | None = None
        self._map = ""
        self._limits: Mapping[str, int] | None = None
        """The terms of HLO by their words, ``LVL``, ``MTL`` and so on; ``None`` until it comes."""
        self._owners: dict[str, str] = {}
        self._carried: dict[str, list[WrittenOrder]] = {}
        self._asked: Position | None = None
        self._sent: tuple[Order, ...] = ()
        self._is_refused = False
        self._words: PressWords | None = None
        self.board: DaideBoard | None = None
        self.power: str | None = None
        """The power that is ours."""
        self.following: FollowedGame | None = None
        self.resolutions: list[Resolution] = []
        """Resolutions of turns, oldest first, for the player; taken out when they were passed on."""
        self.seconds: int | None = None
        """Time limit of the open turn, as far as the server tells it."""
        self.is_over = False
        """True if the server ended the game."""
        self.is_closed = False
        self.failure = ""
        """Reason that there is no seat, or that the connection ended before the game did."""

    # The connection -------------------------------------------------------------------------------------------------------------

    def connected(self, wire: Wire) -> None:
        """The connection is there."""
        self._wire = wire
        wire.write(initial())

    def received(self, data: bytes) -> None:
        """Bytes came from the server."""
        self._reader.feed(data)
        try:
            while (each := self._reader.next()) is not None and self._take(each):
                pass
        except FrameError as wrong:
            self._write(error(wrong.code))
            self.close(tr("the server broke the protocol: {wrong}", wrong=wrong))

    def close(self, why: str = "") -> None:
        """End the connection."""
        if self.is_closed:
            return
        self.is_closed = True
        if why and not self.is_over:
            self.failure = self.failure or why
        if self._wire is not None:
            self._wire.close()

    def leave(self) -> None:
        """Say goodbye."""
        if not self.is_closed:
            self._write(frame(FrameType.FINAL))
            self.close()

    def _write(self, data: bytes) -> None:
        if self._wire is not None and not self.is_closed:
            self._wire.write(data)

    def say(self, *parts: str | int | Sequence[int]) -> None:
        """Send a message."""
        self._write(diplomacy(message(*parts)))

    def _tell(self, board: DaideBoard, words: str, *values: object) -> None:
        self._write(diplomacy(CLIENT.write(board, words, *values)))

    def _take(self, each: Frame) -> bool:
        if self._vocabulary is None and each.type not in {FrameType.REPRESENTATION, FrameType.FINAL, FrameType.ERROR}:
            early = each.type == FrameType.DIPLOMACY
            raise FrameError(ErrorCode.TOO_EARLY if early else ErrorCode.FIRST_NOT_REPRESENTATION)
        match each.type:
            case FrameType.REPRESENTATION:
                if self._vocabulary is not None:
                    raise FrameError(ErrorCode.SECOND_REPRESENTATION)
                self._represented(each.body)
            case FrameType.INITIAL:
                raise FrameError(ErrorCode.INITIAL_FROM_SERVER)
            case FrameType.FINAL:
                self.close(tr("the server ended the connection"))
            case FrameType.ERROR:
                self.close(tr("the server ended the connection with error {number}", number=each.body.hex() or tr("of no number")))
            case FrameType.DIPLOMACY:
                self._read(tokens_of(each.body))
            case _:
                raise FrameError(ErrorCode.UNKNOWN_FRAME)
        return not self.is_closed

    def _represented(self, body: bytes) -> None:
        try:
            self._vocabulary = DaideVocabulary(names_of(body))
        except ValueError as wrong:
            self.close(tr("the server names its board in no way that can be read: {wrong}", wrong=wrong))
            return
        if self._come_back is not None:
            self.say("MAP")
        elif self._observes:
            self.say("OBS")
        else:
            self.say("NME", group(text_tokens(self._name)), group(text_tokens(self._version)))

    # What the server says -------------------------------------------------------------------------------------------------------

    def _read(self, tokens: Message) -> None:
        assert self._vocabulary is not None
        if any(each not in self._vocabulary for each in tokens):
            raise FrameError(ErrorCode.INVALID_TOKEN)
        if not is_balanced(tokens):
            self.say("PRN", group(tokens))
            return
        try:
            self._act(tokens)
        except WrongTokenError as wrong:
            self.say("HUH", group((*tokens[: wrong.at], WORDS["ERR"], *tokens[wrong.at :])))
        except ValueError as wrong:
            self.close(tr("what the server said of its board cannot be: {wrong}", wrong=str(wrong)[:300]))

    def _act(self, tokens: Message) -> None:
        first = tokens[0]
        if first == WORDS["MAP"]:
            self._map = text_of(each for each in tokens if category(each) == Category.TEXT)
            self.say("MDF")
        elif first == WORDS["MDF"]:
            self._defined(tokens)
        elif first in {WORDS["YES"], WORDS["REJ"]}:
            self._answered(tokens, is_yes=first == WORDS["YES"])
        elif first == WORDS["OFF"]:
            self.close(tr("the server sent everybody away"))
        elif self.board is not None:
            self._act_in_game(self.board, tokens)

    def _defined(self, tokens: Message) -> None:
        assert self._vocabulary is not None
        if self.board is None:
            self.board = board_of_definition(self._vocabulary.names, self._map, tokens, self._known)
            self.following = FollowedGame(self.board.variant, tr("{variant} at a DAIDE server", variant=self.board.variant.name))
        if self._come_back is None:
            self._tell(self.board, "YES MAP", self._map)
        elif self._limits is None:
            self._tell(self.board, "IAM", *self._come_back)

    def _answered(self, tokens: Message, *, is_yes: bool) -> None:
        if _is_about(tokens, "IAM"):
            if is_yes:
                for word in ("HLO", "SCO", "NOW"):
                    self.say(word)
            else:
                self._refused(tr("the server does not let us come back"))
        elif not is_yes and (_is_about(tokens, "NME") or _is_about(tokens, "OBS")):
            self._refused(tr("the server has no seat free, or its game runs already"))
        elif not is_yes and not _is_about(tokens, "SUB"):
            self._say(tr("The server refused {show}", show=show(tokens[2:-1], self._vocabulary or DaideVocabulary())[:200]))

    def _refused(self, why: str) -> None:
        self.failure = why
        self.leave()

    def _act_in_game(self, board: DaideBoard, tokens: Message) -> None:
        first = show(tokens[:1], board.vocabulary)
        match SERVER.read(Scan(tokens, board)) if first in SERVER.rows else (first,):
            case ("HLO", power, _, limits):
                self.power, self._limits = power, limits
            case ("SCO", owners):
                self._owners = owners
            case ("NOW", phase, rows):
                self._now(board, phase, rows)
            case ("ORD", phase, written, _):
                self._carried.setdefault(str(phase), []).append(written)
            case ("TME", seconds):
                self.seconds = seconds
            case ("SLO" | "DRW" as word, powers):
                self._ended(powers, is_draw=word == "DRW")
            case ("FRM", *told):
                self._press(board, SentPress(*told))
            case ("THX",):
                self._noted(tokens)
            case ("MIS",):
                self._missing(board, tokens)
            case ("CCD" | "OUT" as word,):
                who = show(tokens[2:3], board.vocabulary)
                self._say(tr("{power} is gone.", power=who) if word == "CCD" else tr("{power} is out.", power=who))
            case ("HUH" | "PRN",):
                self._say(tr("The server did not understand {show}", show=show(tokens[2:-1], board.vocabulary)[:200]))

    def _now(self, board: DaideBoard, phase: Phase, rows: Sequence[StandingUnit]) -> None:
        assert self.following is not None
        self._settle()
        position = self.following.stands(phase, rows, self._owners or dict(board.variant.start.owners))
        if self._limits is not None and not self.is_over:
            limit = {PhaseKind.MOVEMENT: "MTL", PhaseKind.RETREAT: "RTL", PhaseKind.ADJUSTMENT: "BTL"}[phase.kind]
            self.seconds = self._limits.get(limit)
            self._asked, self._sent, self._is_refused = position, (), False

    def _settle(self) -> None:
        """The results of the open turn are all there."""
        assert self.following is not None
        carried = self._carried.pop(str(self.following.position.phase), None)
        self._carried.clear()
        if carried is not None:
            resolution = self.following.carried_out((each.power, each.order) for each in carried)
            if resolution is not None:
                self.resolutions.append(resolution)

    def _ended(self, powers: Iterable[str], *, is_draw: bool) -> None:
        assert self.following is not None
        self._settle()
        self.following.ended(tuple(filter(None, powers)), is_draw=is_draw)
        self.is_over = True
        self._asked = None

    def _noted(self, tokens: Message) -> None:
        parts = list(groups(tokens[1:]))
        if len(parts) == 2 and parts[1] != (WORDS["MBV"],):
            assert self.board is not None
            vocabulary = self.board.vocabulary
            self._say(
                tr(
                    "The server refused the order {show}: {show_vocabulary}",
                    show=show(parts[0], vocabulary),
                    show_vocabulary=show(parts[1], vocabulary),
                )
            )

    def _missing(self, board: DaideBoard, tokens: Message) -> None:
        """Fill in orders that are missing after ours: units hold, dislodged ones disband, builds are waived."""
        position = self._open_position()
        power = self.power
        if position is None or power is None or not self._sent or self._is_refused or len(tokens) == 1:
            return
        self._is_refused = True
        given = {each.piece.location.province for each in self._sent if not isinstance(each, Waive)}
        if position.phase.kind is PhaseKind.ADJUSTMENT:
            due = adjustment(board.variant, position, power)
            units = [unit for unit in position.units_of(power) if unit.province not in given]
            lacking: list[Order] = [Remove(unit.piece) for unit in units[: max(0, -due)]]
            lacking += [Waive()] * (builds_due(board, position, power) - sum(not isinstance(each, Remove) for each in self._sent))
        else:
            named = [read for read in (_unit_in(board, part) for part in groups(tokens[1:])) if read is not None]
            is_retreat = position.phase.kind is PhaseKind.RETREAT
            lacking = [Disband(unit.piece) if is_retreat else Hold(unit.piece) for unit in named]
        self._submit(board, position, power, lacking)

    def _press(self, board: DaideBoard, press: SentPress) -> None:
        text = show(press.words, board.vocabulary)
        if self.following is not None:
            self.following.write_press(press.sender, press.receivers, text)
        self._words = self._words or PressWords(board)
        self._on_press(ReceivedPress(press.sender, press.receivers, press.words, self._words.sentence(text) or text))
        if self._refuses and press.words[:1] == (WORDS["PRP"],):
            self.send_press([press.sender], message("REJ", group(press.words)))

    # What we say ----------------------------------------------------------------------------------------------------------------

    def _open_position(self) -> Position | None:
        return None if self.following is None or self.following.game.ending is not None else self.following.position

    def wanted(self) -> tuple[Position, str] | None:
        """The position in which orders are wanted of us, and the power that is ours; ``None`` where we are not waited for."""
        if self._asked is None or self.power is None or self.board is None:
            return None
        position, power = self._asked, self.power
        if orderable(self.board.variant, position, power) or builds_due(self.board, position, power) * (
            position.phase.kind is PhaseKind.ADJUSTMENT
        ):
            return position, power
        return None

    def submit(self, position: Position, orders: Iterable[Order]) -> None:
        """Send our orders for *position*; units without one hold, disband, or are left to the rules. Too late is nothing."""
        if self._asked is not position or self.board is None or self.power is None:
            return
        self._asked = None
        self._submit(self.board, position, self.power, whole_orders(self.board, position, self.power, list(orders)))

    def _submit(self, board: DaideBoard, position: Position, power: str, orders: Sequence[Order]) -> None:
        if not orders:
            return
        self._sent = (*self._sent, *orders)

        def owner_of(piece: Piece) -> str:
            unit = next((each for each in position.units if each.piece == piece), None)
            return power if unit is None else unit.power

        route_of = Routes(board.variant, position, orders)
        self._tell(board, "SUB", None, tuple(to_write(power, each, owner_of, route_of) for each in orders))

    def send_press(self, receivers: Sequence[str], words: Message) -> None:
        """Send press of level 10."""
        if self.board is not None and self.power is not None and self.following is not None:
            self._tell(self.board, "SND", *Send(None, tuple(map(self.board.power, receivers)), None, tuple(words)))
            self.following.write_press(self.power, tuple(receivers), show(words, self.board.vocabulary))


_UNIT: Phrase[Unit] = phrase("unit")


def _unit_in(board: DaideBoard, part: Message) -> Unit | None:
    """The unit that a part of MIS names; ``None`` where it names none."""
    try:
        return _UNIT.read(Scan(part, board))
    except WrongTokenError:
        return None


def _is_about(tokens: Message, word: str) -> bool:
    """Return True if a YES, REJ, HUH or PRN is about a message of this word."""
    inner: list[int] = [each for each in tokens[1:3] if category(each) == Category.COMMAND]
    return inner[:1] == [WORDS[word]]
