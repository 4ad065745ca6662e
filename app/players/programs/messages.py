"""Messages between Entente and a program that plays: one JSON object a line. See ``docs/formats/players.md``."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from languages.outside_text import outside_name, outside_text

PROTOCOL = 1
"""The edition of the protocol."""

LONGEST_LINE = 1_000_000
"""Bytes of one line, without its end."""


class Message(msgspec.Struct, tag_field="type", kw_only=True, omit_defaults=True, frozen=True):
    """One line. ``type`` says which."""


# What a board, a moment and its results are made of --------------------------------------------------------------------------


class ProvinceLine(msgspec.Struct, kw_only=True, omit_defaults=True, frozen=True):
    """A province of the map."""

    name: str
    terrain: str
    """``inland``, ``coastal``, ``sea``, ``impassable``"""
    coasts: tuple[str, ...] = ()
    centre: bool = False
    home: str | None = None
    """The power whose home centre it is."""
    convoyable: bool = False
    """True if fleets convoy here although it is not open sea."""
    build_site: bool = False


class EdgeLine(msgspec.Struct, kw_only=True, omit_defaults=True, frozen=True):
    """A step that units may take, in one direction."""

    origin: str = msgspec.field(name="from")
    """``STP/NC``"""
    target: str = msgspec.field(name="to")
    kinds: tuple[str, ...]
    """``A``, ``F``"""
    half_strength: int = 2
    """Strength of a unit that moves across it, in halves."""
    supports: bool = True
    seasons: tuple[str, ...] | None = None
    """In which it is open; all unless given."""
    years: tuple[int | None, int | None] = (None, None)
    powers: tuple[str, ...] | None = None
    """To whom it is open; to all unless given."""


class KindLine(msgspec.Struct, kw_only=True, omit_defaults=True, frozen=True):
    """A kind of unit."""

    name: str
    terrains: tuple[str, ...]
    """Terrains on which it can stand."""
    convoys: bool = False
    convoyed: bool = False
    captures: bool = True
    """True if it takes the centre that it stands on."""


class CalendarLine(msgspec.Struct, kw_only=True, omit_defaults=True, frozen=True):
    """A phase of the round that is played again and again."""

    season: str
    """Its letter: ``S``"""
    name: str
    """Name of the season."""
    kind: Literal["movement", "retreat", "adjustment"]
    captures: bool = False
    """True if centres change hands at its end."""
    later: int = 0
    """Years since the phase before, in rounds of several years."""


class PowerLine(msgspec.Struct, kw_only=True, omit_defaults=True, frozen=True):
    """A side."""

    role: Literal["playing", "dummy", "neutral"] = "playing"
    victory: int | None = None
    """Centres that it needs to win, where they are others than for all."""


class MapPart(msgspec.Struct, kw_only=True, omit_defaults=True, frozen=True):
    """The board that is played on."""

    provinces: dict[str, ProvinceLine]
    edges: tuple[EdgeLine, ...]
    victory: int
    """Centres that win."""
    builds: str
    """Build policy: ``home``, ``any owned``, ..."""
    kinds: dict[str, KindLine]
    """Kinds by letter."""
    powers: dict[str, PowerLine]
    """Every power with units or centres, also those without players."""
    calendar: tuple[CalendarLine, ...]
    year_step: int = 1
    """Years from round to round."""
    first_year: int
    year_limit: int | None = None
    years_without_capture: int | None = None


class Limits(msgspec.Struct, kw_only=True, omit_defaults=False, frozen=True):
    """Limits of time and resources for a program. Times in milliseconds, the margin taken off already."""

    setup_ms: int | None = None
    """On top of the first turn's time: for what a program does once, such as to load a book."""
    movement_ms: int | None = None
    """``null`` is as long as it likes."""
    retreat_ms: int | None = None
    adjustment_ms: int | None = None
    answers: int = 3
    """Number of times that orders of one turn may be sent and be rejected."""
    illegal: int | None = None
    """Number of illegal orders after which the seat is forfeit; ``null`` is never."""
    line_bytes: int = LONGEST_LINE
    messages: int = 1000
    """Lines a turn; a program that sends more forfeits its seat."""
    memory_mb: int | None = None
    cpu_s: int | None = None


class TurnPosition(msgspec.Struct, kw_only=True, omit_defaults=True, frozen=True):
    """A moment: what stands where. Only what the program's power may see."""

    units: dict[str, tuple[str, ...]]
    """Units by power: ``["A PAR", "F STP/SC"]``; dislodged ones apart."""
    centres: dict[str, tuple[str, ...]]
    """Centres by owner; those without one are absent."""
    dislodged: tuple[str, ...] = ()
    """Units that must retreat, with the place their attacker came from: ``FRANCE A BUR < MUN``."""
    contested: tuple[str, ...] = ()
    """Provinces left empty by a standoff, closed to retreats."""
    conditions: tuple[str, ...] = ()
    counters: dict[str, int] = {}
    unseen: tuple[str, ...] = ()
    """Provinces of which the power knows nothing now."""


class OrderResultLine(msgspec.Struct, kw_only=True, omit_defaults=True, frozen=True):
    """An order and what became of it."""

    order: str
    results: tuple[str, ...]
    """``ok``, ``bounce``, ``no convoy``, ``cut``, ``disrupted``, ``void``, ``illegal``, ``dislodged``, ``destroyed``"""
    given: bool = True
    """False where it was not given and the rules filled it in."""


class Judged(msgspec.Struct, kw_only=True, omit_defaults=True, frozen=True):
    """A phase that was played."""

    phase: str
    orders: dict[str, tuple[OrderResultLine, ...]]
    """Orders by power, of every unit that the program may see."""


# What Entente says ------------------------------------------------------------------------------------------------------------


class Hello(Message, tag="hello", frozen=True):
    """The first line of either side. A program may leave it out."""

    protocol: int = 0
    """The edition that is spoken; 0 where a program does not say."""
    name: str = ""
    version: str = ""
    token: str | None = None
    """Token that opens a connection over the network."""
    power: str | None = None
    """From a program that connects to us: the seat that it would like."""
    wants: tuple[str, ...] | None = None
    """From a program, what it is to be sent: ``legal`` (legal orders with every turn), ``map``; both of them unless given. ``receipts`` are
    sent only where they are named."""
    options: tuple[Option, ...] = ()
    """From a program: what people can set."""


class Option(msgspec.Struct, kw_only=True, omit_defaults=True, frozen=True):
    """An option of a program that people can set; its value comes with ``new_game``."""

    name: str
    kind: Literal["number", "whole number", "choice", "switch", "text"]
    default: bool | int | float | str
    title: str = ""
    least: float | None = None
    most: float | None = None
    choices: tuple[str, ...] = ()


class NewGameMessage(Message, tag="new_game", frozen=True):
    """A game begins."""

    game: str
    """Its id."""
    variant: str
    power: str
    """Power that the program plays."""
    powers: tuple[str, ...]
    """Powers that are played."""
    rules: str
    """Rule options that differ from the usual ones; empty for none."""
    limits: Limits
    press: bool = True
    """True if powers may write to one another."""
    seed: int | None = None
    """For a program that rolls dice: the same number, the same game."""
    options: dict[str, bool | int | float | str] = {}
    """Options that people set of those that the program declared."""
    map: MapPart | None = None


class TurnMessage(Message, tag="turn", frozen=True):
    """The program is to order. The same in every phase; sent again after orders were rejected."""

    phase: str
    """``S1901M``"""
    kind: Literal["movement", "retreat", "adjustment"]
    position: TurnPosition
    last: tuple[Judged, ...] = ()
    """Phases that were played since the program's last turn; empty at first, and where the turn is sent again."""
    due: int = 0
    """In an adjustment phase: builds (positive) or removals (negative) that are due."""
    legal: dict[str, tuple[str, ...]] = {}
    """Orders that can be given at each place."""
    deadline_ms: int | None = None
    """Milliseconds that are left; ``null`` is as long as it likes."""
    deadline_at: float | None = None
    """The same as a moment of the monotonic clock of this machine, in seconds."""
    answer: int = 1
    """Counts the answers to this turn, from 1."""


class Rejected(Message, tag="rejected", frozen=True):
    """An order cannot be carried out. Its unit holds unless another order comes."""

    phase: str
    order: str
    """Order as it was sent."""
    reason: str
    suggestion: str | None = None


class Receipt(Message, tag="receipt", frozen=True):
    """Receipt for a set of orders; sent to programs that want ``receipts``, behind all other answers to the set."""

    phase: str
    """For which the orders were."""
    counts: bool = True
    """False where they came too late, or for no turn of the program's."""
    reason: str = ""
    """Reason that they do not count."""
    orders: tuple[str, ...] = ()
    """All that is ordered now in the open turn."""
    done: bool = False
    """True if nothing more is waited for in the turn; other orders count until it is carried out."""
    answers: int = 0
    """Sets of this turn that had rejected orders."""


class DeliveredMessage(Message, tag="delivered", frozen=True):
    """Delivery of a letter; sent to programs that want ``receipts``."""

    to: tuple[str, ...] = ()
    """Powers that have it now."""
    told: tuple[str, ...] = ()
    """Reasons that others do not have it, or not yet."""


class LetterMessage(Message, tag="press", frozen=True):
    """A letter: from Entente with who wrote it, from a program with who is to read it."""

    text: str
    sender: str | None = msgspec.field(name="from", default=None)
    to: tuple[str, ...] = ()
    """Receivers; none is all."""


class Draw(Message, tag="draw", frozen=True):
    """From a program: whether it would end the game in a draw among all who are left. From Entente: who would."""

    agree: bool = True
    powers: tuple[str, ...] = ()


class Info(Message, tag="info", frozen=True):
    """A line for people to read: what a program thinks, or what Entente has to tell its author."""

    text: str = ""
    warning: bool = False


class GameOver(Message, tag="game_over", frozen=True):
    """The game has ended."""

    phase: str
    outcome: Literal["solo", "draw", "abandoned", "open"]
    winners: tuple[str, ...] = ()
    reason: str = ""
    centres: dict[str, int] = {}
    last: tuple[Judged, ...] = ()


class Bye(Message, tag="bye", frozen=True):
    """End of the dialogue. A program that we started has 2 seconds to end."""


# What a program says ------------------------------------------------------------------------------------------------------------


class Orders(Message, tag="orders", frozen=True):
    """The answer to a turn, in every phase. Units that are not named hold."""

    orders: tuple[str, ...]
    phase: str | None = None
    """Phase of the turn that is answered; the oldest one that was not answered yet unless given."""
    more: bool = False
    """True if better ones may follow: these count where none do before the clock runs out."""


FromProgram = Hello | Orders | LetterMessage | Draw | Info | Bye
ToProgram = Hello | NewGameMessage | TurnMessage | Rejected | Receipt | DeliveredMessage | LetterMessage | Draw | Info | GameOver | Bye

_decoder = msgspec.json.Decoder(FromProgram)
_host_decoder = msgspec.json.Decoder(ToProgram)
_type = msgspec.json.Decoder(dict[str, Any])
_KNOWN = frozenset({"hello", "orders", "press", "draw", "info", "bye"})
_SAID = frozenset({*_KNOWN, "new_game", "turn", "rejected", "receipt", "delivered", "game_over"}) - {"orders"}


class NotUnderstoodError(ValueError):
    """A line that is no message."""


def read_program_line(line: bytes) -> FromProgram | None:
    """Read a message of a program; ``None`` for one of an unknown type, which is no fault.

    Raises:
        NotUnderstoodError: it is not JSON, no object, or a message with parts of the wrong kind.
    """
    found = _read(line, _decoder, _KNOWN)
    match found:
        case Hello():
            return msgspec.structs.replace(found, name=outside_name(found.name), version=outside_name(found.version))
        case LetterMessage() | Info():
            return msgspec.structs.replace(found, text=outside_text(found.text))
        case None | Orders() | Draw() | Bye():
            return found
        case _:
            raise AssertionError(found)


def read_host_line(line: bytes) -> ToProgram | None:
    """Read a message of Entente: the same for an author of a program.

    Raises:
        NotUnderstoodError: as above.
    """
    found = _read(line, _host_decoder, _SAID)
    assert found is None or isinstance(
        found, Hello | NewGameMessage | TurnMessage | Rejected | Receipt | DeliveredMessage | LetterMessage | Draw | Info | GameOver | Bye
    )
    return found


def _read(line: bytes, decoder: msgspec.json.Decoder[Any], known: frozenset[str]) -> Message | None:
    try:
        found: Message = decoder.decode(line)
    except (ValueError, RecursionError) as error:
        try:
            kind = _type.decode(line).get("type")
        except (ValueError, RecursionError) as fault:
            raise NotUnderstoodError(f"not a JSON object: {fault}") from None
        if not isinstance(kind, str):
            raise NotUnderstoodError("an object without a type") from None
        if kind not in known:
            return None
        raise NotUnderstoodError(f"{kind}: {error}") from None
    return found


def line_of(message: Message) -> bytes:
    """*message* as a line, with its end."""
    return msgspec.json.encode(message) + b"\n"


def json_schema() -> dict[str, Any]:
    """The JSON Schema of every message, both ways, as ``docs/formats/players.schema.json`` has it."""
    (host, program), parts = msgspec.json.schema_components((ToProgram, FromProgram), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Entente: programs as players",
        "description": "One JSON object a line. toProgram is what Entente says, fromProgram what a program may say.",
        "$defs": {**parts, "toProgram": host, "fromProgram": program},
    }
