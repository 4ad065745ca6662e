"""Saved games of the package ``diplomacy``: JSON with every phase's position, orders, results and messages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from adjudicator import Phase, Variant
from app.game.edits import text_block
from app.game.entries import Press
from app.import_export.received import ExchangeError, ReceivedGame, ReceivedPhase
from entente.words.rule_faults import rule_fault
from languages import labelled, mark, system_words, tr
from languages.library_words import library_words

MOST_BYTES = 8_000_000
MOST_DEPTH = 40
MOST_VALUES = 2_000_000

_MARKS = re.compile(rb'"(?:[^"\\]|\\.)*+"|[\[\]{},]', re.DOTALL)


def read_json(data: bytes, what: str, line: int | None = None) -> object:
    """The value that *data* holds.

    Args:
        what: the file's name, for messages.
        line: of the file, where *data* is one line of it; else faults name the line themselves.

    Raises:
        ExchangeError: it is too large, nested too deeply, or no JSON; with the place.
    """
    if len(data) > MOST_BYTES:
        raise ExchangeError(
            tr("{what} is too large: {count:,} bytes; at most {most:,} are read.", what=what, count=len(data), most=MOST_BYTES)
        )
    deepest = depth = values = 0
    for found in _MARKS.finditer(data):
        mark = found[0]
        if mark == b",":
            values += 1
        elif mark in (b"[", b"{"):
            depth += 1
            deepest = max(deepest, depth)
        elif mark in (b"]", b"}"):
            depth -= 1
    if deepest > MOST_DEPTH or values > MOST_VALUES:
        raise ExchangeError(
            tr(
                "{what} is no game: its JSON has {values:,} values, {deepest} deep; at most {most_depth} deep is read.",
                what=what,
                values=values,
                deepest=deepest,
                most_depth=MOST_DEPTH,
            )
        )
    try:
        return json.loads(data)
    except UnicodeDecodeError as error:
        raise ExchangeError(tr("{what} is no JSON text: byte {start} is no UTF-8.", what=what, start=error.start + 1)) from error
    except json.JSONDecodeError as error:
        place = f"{error.lineno if line is None else line}:{error.colno}"
        raise ExchangeError(tr("{what}:{place}: no JSON: {msg}.", what=what, place=place, msg=library_words(error.msg))) from error
    except (RecursionError, ValueError) as error:
        raise ExchangeError(tr("{what} is no JSON that can be read: {error}.", what=what, error=system_words(error))) from error


def mapping(value: object, where: str) -> dict[str, object]:
    """*value*, if it is an object.

    Raises:
        ExchangeError: it is not.
    """
    if not isinstance(value, dict):
        raise ExchangeError(tr("{where}: an object was expected, not {kind}", where=where, kind=_kind(value)))
    return value


def texts(value: object, where: str) -> tuple[str, ...]:
    """*value*, if it is a list of texts.

    Raises:
        ExchangeError: it is not.
    """
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise ExchangeError(tr("{where}: a list of texts was expected, not {kind}", where=where, kind=_kind(value)))
    return tuple(value)


def text(value: object, where: str) -> str:
    """*value*, if it is a text.

    Raises:
        ExchangeError: it is not.
    """
    if not isinstance(value, str):
        raise ExchangeError(tr("{where}: a text was expected, not {kind}", where=where, kind=_kind(value)))
    return value


def _kind(value: object) -> str:
    names = {dict: tr("an object"), list: tr("a list"), str: tr("a text"), bool: tr("true or false"), type(None): "null"}
    return names.get(type(value), tr("a number"))


SOURCE = mark("a saved game of the package diplomacy")
OVER = "COMPLETED"
BOARDS = {
    "standard": "standard",
    "standard_fleet_rome": "fleet-rome",
    "standard_france_austria": "duel-france-austria",
    "standard_germany_italy": "duel-germany-italy",
    "pure": "pure",
}
"""Name of each board in the package, and the id of the variant of ours that is the same."""

RULE_KEY = "entente_rules"
"""Key under which a game that we wrote has its rules; the package leaves keys alone that it does not know."""
GIVEN_KEY = "entente_orders"
"""Key under which a state of ours has the orders of powers, where those beside it differ: unknown to that package, or none."""

_MOST_PHASES = 3_000
_LONGEST_LINE = 2_000
_EVERYBODY = "GLOBAL"
_SYSTEM = "SYSTEM"


def read_saved_games(data: bytes, what: str) -> tuple[dict[str, object], ...]:
    """The games of a file as plain data: one object, a list of them, or one object a line.

    Raises:
        ExchangeError: it is no JSON, or no object is a saved game.
    """
    lines = [(number, line) for number, line in enumerate(data.splitlines(), 1) if line.strip()]
    if len(lines) > 1 and all(line.lstrip().startswith(b"{") and line.rstrip().endswith(b"}") for _, line in lines):
        found: list[object] = [read_json(line, what, number) for number, line in lines]
    else:
        whole = read_json(data, what)
        found = whole if isinstance(whole, list) else [whole]
    games = [mapping(each, what) for each in found]
    for number, game in enumerate(games, 1):
        if not isinstance(game.get("phases"), list) or not game["phases"]:
            where = what if len(games) == 1 else tr("{what}, game {number}", what=what, number=number)
            raise ExchangeError(tr("{where}: a saved game has a list named phases, which is not here or empty.", where=where))
    return tuple(games)


def board_of(game: Mapping[str, object]) -> str:
    """Return the name of the game's board in the file."""
    board = game.get("map", "standard")
    return board if isinstance(board, str) else ""


def title_of(game: Mapping[str, object]) -> str:
    """Return the title of the game: its id."""
    return str(game.get("id") or "saved game")


def read_saved_game(game: Mapping[str, object], what: str, variant: Variant) -> ReceivedGame:
    """*game* as a received one; what we have no place for is not in it yet, see ``saved_game_rest``.

    Raises:
        ExchangeError: a value in it is none that a saved game has there; the message says where.
    """
    phases = game["phases"]
    assert isinstance(phases, list)
    if len(phases) > _MOST_PHASES:
        raise ExchangeError(
            tr(
                "{what}: {count:,} phases are too many; at most {most_phases:,} are read.",
                what=what,
                count=len(phases),
                most_phases=_MOST_PHASES,
            )
        )
    remarks: list[str] = []
    read: list[ReceivedPhase] = []
    is_over = False
    for number, each in enumerate(phases, 1):
        where = tr("{what}, phase {number}", what=what, number=number)
        found = mapping(each, where)
        name = text(found.get("name"), f"{where}, name")
        if name == OVER and number == len(phases):
            is_over = True
        elif name == "FORMING" and len(phases) == 1:
            name = str(variant.start.phase)
        read.append(_phase(found, name, f"{what}, {name}", variant, remarks))
    rules = game.get(RULE_KEY)
    return ReceivedGame(
        source=SOURCE,
        name=title_of(game),
        board=board_of(game),
        phases=tuple(read),
        rules=_stated(rules) if isinstance(rules, list) else None,
        is_over=is_over,
        winners=_winners(phases[-1], variant) if is_over else None,
        remarks=tuple(remarks),
    )


def _stated(rules: list[object]) -> tuple[tuple[str, str], ...] | None:
    words = [each.partition("=") for each in rules if isinstance(each, str)]
    return tuple((key, choice) for key, equals, choice in words if equals) if len(words) == len(rules) else None


def _winners(last: object, variant: Variant) -> tuple[str, ...] | None:
    """Return the winners, as named in the last note: ``Victory by: FRA``."""
    state = last.get("state") if isinstance(last, dict) else None
    note = state.get("note") if isinstance(state, dict) else None
    if not isinstance(note, str) or ":" not in note:
        return None
    short = [word.strip().upper() for word in note.partition(":")[2].split(",")]
    found = [[power for power in variant.powers if power.startswith(word)] for word in short if word]
    return tuple(each[0] for each in found) if found and all(len(each) == 1 for each in found) else None


def _phase(found: Mapping[str, object], name: str, where: str, variant: Variant, remarks: list[str]) -> ReceivedPhase:
    phase = None
    if name != OVER:
        try:
            phase = Phase.of(name)
        except ValueError as error:
            raise ExchangeError(labelled(where, rule_fault(error))) from error
    state = found.get("state")
    units: dict[str, tuple[str, ...]] | None = None
    dislodged: dict[str, tuple[str, ...]] = {}
    retreats: dict[str, frozenset[str]] = {}
    owners: dict[str, str] | None = None
    note = ""
    if state is not None:
        held = mapping(state, f"{where}, state")
        note = "" if held.get("note") is None else text(held["note"], f"{where}, note")
        if "units" in held:
            units = {}
            for power, all_units in mapping(held["units"], f"{where}, units").items():
                pieces = texts(all_units or [], tr("{where}, units of {power}", where=where, power=power))
                units[power] = tuple(piece for piece in pieces if not piece.startswith("*"))
                dislodged[power] = tuple(piece[1:] for piece in pieces if piece.startswith("*"))
        for power, options in mapping(held.get("retreats") or {}, f"{where}, retreats").items():
            for piece, places in mapping(options or {}, tr("{where}, retreats of {power}", where=where, power=power)).items():
                retreats[piece] = frozenset(texts(places, tr("{where}, retreats of {piece}", where=where, piece=piece)))
                if piece not in dislodged.get(power, ()):
                    dislodged[power] = (*dislodged.get(power, ()), piece)
        if "centers" in held:
            owners = {}
            for power, centres in mapping(held["centers"], f"{where}, centers").items():
                owners |= dict.fromkeys(texts(centres or [], tr("{where}, centers of {power}", where=where, power=power)), power)
    held = {} if state is None else mapping(state, f"{where}, state")
    ours = mapping(held.get(GIVEN_KEY) or {}, f"{where}, {GIVEN_KEY}")
    orders: dict[str, tuple[str, ...]] = {}
    for power, written in mapping(found.get("orders") or {}, f"{where}, orders").items():
        given = written
        own = ours.get(power)
        if own is not None:
            kept = mapping(own, f"{where}, {GIVEN_KEY}")
            given = kept.get("given") if kept.get("written") == written else written  # else another program changed the orders since
        if given is not None and (given or own is not None or (units or {}).get(power) or not units):
            orders[power] = texts(given, tr("{where}, orders of {power}", where=where, power=power))
    press = tuple(_messages(found.get("messages"), where, variant, remarks))
    return ReceivedPhase(phase, units, dislodged, retreats, owners, orders, press, note)


def _messages(messages: object, where: str, variant: Variant, remarks: list[str]) -> Iterator[Press]:
    if not messages:
        return
    if isinstance(messages, dict):  # an older edition has them by the moment they were sent
        messages = list(messages.values())
    if not isinstance(messages, list):
        raise ExchangeError(tr("{where}, messages: a list was expected", where=where))
    for number, each in enumerate(messages, 1):
        place = tr("{where}, message {number}", where=where, number=number)
        found = mapping(each, place)
        sender = text(found.get("sender"), f"{place}, sender")
        recipient = text(found.get("recipient"), f"{place}, recipient")
        if sender not in variant.powers and sender != _SYSTEM:
            remarks.append(
                tr("{place}: it is from {sender}, who is no power, and stands as a letter of the game master.", place=place, sender=sender)
            )
        if recipient not in variant.powers and recipient != _EVERYBODY:
            remarks.append(
                tr(
                    "{place}: it is to {recipient}, who is no power, and is only kept in {partition}.",
                    place=place,
                    recipient=recipient,
                    partition=where.partition(",")[0],
                )
            )
            continue
        receivers = () if recipient == _EVERYBODY else (recipient,)
        words = text_block(_with_short_lines(text(found.get("message"), f"{place}, message")))
        yield Press(sender if sender in variant.powers else "GM", receivers, words, moment_text(found.get("time_sent")))


def _with_short_lines(words: str) -> str:
    """*words* with lines that a file of ours can hold: longer ones go on in the next line."""
    lines = (line[at : at + _LONGEST_LINE] for line in words.splitlines() for at in range(0, max(1, len(line)), _LONGEST_LINE))
    return "\n".join(lines)


def moment_text(microseconds: object) -> str:
    """A moment in microseconds since 1970 as ISO 8601; empty where it is none."""
    if not isinstance(microseconds, int) or not 0 <= microseconds < 4_102_444_800_000_000:
        return ""
    seconds, rest = divmod(microseconds, 1_000_000)
    return datetime.fromtimestamp(seconds, UTC).replace(microsecond=rest).isoformat()


def compact(value: object) -> bytes:
    """*value* as JSON in few bytes, the same each time."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()
