"""Games saved by jDip as XML: turns with positions and orders, read as far as the XML tells.

What is read is the form of its later editions: ``<game>`` with ``<variant>``, ``<info>`` (``<gameInfo>``, and a ``<player>`` for each
power, whose name is a ``<valuePair>``) and a ``<turn>`` for each phase, plain or packed with gzip. An order is its words:
``<order id="F.0.3" text="France: A par -> bur"/>``. The older form is a dump of Java objects (``<jsx>``); of that only the names in it
can be given. Source: the converters in ``dip.world.io.converter`` of jDip 1.7, and the formats of its orders.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping

from adjudicator import Location, Phase, PhaseKind, Piece, Variant
from app.game.entries import SeatedPlayer
from app.game.rulings import can_stand
from app.import_export.received import ExchangeError, ReceivedGame, ReceivedPhase
from languages import clauses, labelled, mark, system_words, tr
from languages.outside_text import outside_name
from variants.fault import VariantError
from variants.svg.element import Element
from variants.svg.read_xml import read_loose_xml

SOURCE = mark("a game saved by jDip")
MOST_BYTES = 16_000_000
"""Limit of the XML, unpacked."""

_NOTHING = frozenset({"", "none"})
"""Words of jDip for a missing value."""

_KINDS = {"m": PhaseKind.MOVEMENT, "r": PhaseKind.RETREAT, "a": PhaseKind.ADJUSTMENT}
_COASTS = {"nc": "NC", "sc": "SC", "ec": "EC", "wc": "WC", "north coast": "NC", "south coast": "SC", "east coast": "EC", "west coast": "WC"}


def read_xml_of(data: bytes, what: str) -> Element:
    """The root of the XML in *data*, unpacked where it is packed.

    Raises:
        ExchangeError: it is too large, no XML, or of the older form.
    """
    xml = data
    if data.startswith(b"\x1f\x8b"):
        unpacking = zlib.decompressobj(wbits=31)
        try:
            xml = unpacking.decompress(data, MOST_BYTES + 1)
        except zlib.error as error:
            raise ExchangeError(tr("{what} is packed with gzip and damaged: {error}.", what=what, error=system_words(error))) from error
    if len(xml) > MOST_BYTES:
        raise ExchangeError(tr("{what} is too large: at most {most_bytes:,} bytes of XML are read.", what=what, most_bytes=MOST_BYTES))
    if b"<jsx" in xml[:4000]:
        names = sorted(set(re.findall(rb'(?:variantName|gameName)[^>]{0,40}?valueOf="([^"]{1,60})"', xml)))[:3]
        said = ", ".join(name.decode("utf-8", "replace") for name in names)
        if said:
            told = mark(
                "{what} was saved by an old jDip as a dump of its own Java objects, which is not read (it names {names}). "
                "A jDip of 2004 or later can open it and save it as XML, which is read."
            )
            raise ExchangeError(tr(told, what=what, names=said))
        told = mark(
            "{what} was saved by an old jDip as a dump of its own Java objects, which is not read. "
            "A jDip of 2004 or later can open it and save it as XML, which is read."
        )
        raise ExchangeError(tr(told, what=what))
    try:
        return read_loose_xml(xml, what, lambda *_: None)
    except VariantError as error:
        raise ExchangeError(str(error)) from error


def board_of(root: Element) -> str:
    """Return the name of the variant in the file."""
    return next((each.attributes.get("name", "") for each in _all(root, "variant")), "") or "Standard"


def read_jdip(root: Element, variant: Variant, what: str) -> ReceivedGame:
    """The game under *root*.

    Raises:
        ExchangeError: it has no turn, or one that cannot be; with its number.
    """
    turns = list(_all(root, "turn"))
    if not turns:
        raise ExchangeError(tr("{what}: a game saved by jDip has a <turn> for each phase; this one has none.", what=what))
    unread: list[str] = []
    phases = tuple(
        _turn(turn, variant, tr("{what}, turn {number}", what=what, number=number), unread) for number, turn in enumerate(turns, 1)
    )
    remarks = (
        [tr("{count} orders could not be read from the XML: {unread}", count=len(unread), unread=clauses(unread[:8]))] if unread else []
    )
    remarks.append(tr("Results, notes and settings of jDip are not kept: what became of the orders was worked out anew."))
    game = next(iter(_all(root, "gameInfo")), None)
    name = "" if game is None else _text_of(game, "name")
    called = what if name in _NOTHING else name
    is_over = turns[-1].attributes.get("ended", "").casefold() == "true"
    return ReceivedGame(
        SOURCE,
        called,
        board_of(root),
        phases,
        is_over=is_over,
        remarks=tuple(remarks),
        players=_players(root, variant),
    )


def _turn(turn: Element, variant: Variant, where: str, unread: list[str]) -> ReceivedPhase:
    phase = _phase(turn, variant, where)
    units: dict[str, tuple[str, ...]] = {}
    dislodged: dict[str, tuple[str, ...]] = {}
    owners: dict[str, str] = {}
    for place in _all(turn, "position"):
        province = _province(place.attributes.get("province", ""), variant, where)
        for each in place.children:
            if each.tag == "unit":
                power = _power(each.attributes.get("power", ""), variant, where)
                into = dislodged if each.attributes.get("dislodged", "").casefold() == "true" else units
                into[power] = (*into.get(power, ()), _piece(each, province, variant, where))
            elif each.tag == "SC" and each.attributes.get("owner", "").casefold() not in _NOTHING:
                owners[province] = _power(each.attributes["owner"], variant, where)
    orders: dict[str, tuple[str, ...]] = {}
    for each in _all(turn, "orderSet"):
        power = _power(each.attributes.get("power", ""), variant, where)
        texts = [_order(order) for order in each.children]
        unread += [labelled(phase, order.tag) for order, text in zip(each.children, texts, strict=True) if not text]
        orders[power] = tuple(text for text in texts if text)
    return ReceivedPhase(phase, units, dislodged, owners=owners, orders=orders)


def _phase(turn: Element, variant: Variant, where: str) -> Phase:
    seasons = {name.casefold(): letter for letter, name in variant.calendar.seasons.items()} | {"autumn": "F"}
    season = seasons.get(turn.attributes.get("season", "").casefold())
    kind = _KINDS.get(turn.attributes.get("phase", "")[:1].casefold())
    year = re.fullmatch(r"(-?\d{1,6})\s*(BC)?", turn.attributes.get("year", ""), re.IGNORECASE)
    if season is None or kind is None or year is None:
        said = " ".join(turn.attributes.get(key, "?") for key in ("season", "year", "phase"))
        raise ExchangeError(tr("{where}: {said} is no phase of {variant}", where=where, said=said, variant=variant.name))
    if kind is PhaseKind.ADJUSTMENT:
        season = next((step.season for step in variant.calendar.steps if step.kind is kind), season)
    return Phase(season, int(year[1]) * (-1 if year[2] else 1), kind)


def _order(order: Element) -> str:
    """The words of an order without its power before them, as the reader of orders takes them; empty where the XML does not tell it."""
    words = order.attributes.get("text", "").strip() if order.tag == "order" else ""
    words = re.sub(r"^[^:]{1,60}:\s*", "", words)
    return "WAIVE" if re.match(r"waives?\b", words, re.IGNORECASE) else words


def _piece(unit: Element, province: str, variant: Variant, where: str) -> str:
    kind = unit.attributes.get("type", "")[:1].upper()
    coast = _COASTS.get(unit.attributes.get("coast", "").casefold())
    for piece in (Piece(kind, Location(province, coast)), Piece(kind, Location(province))):
        if can_stand(variant.board, piece):
            return str(piece)
    raise ExchangeError(
        tr(
            "{where}: no {kind} can stand in {province} on the board {variant}",
            where=where,
            kind=unit.attributes.get("type", "unit"),
            province=province,
            variant=variant.name,
        )
    )


def _province(name: str, variant: Variant, where: str) -> str:
    word = name.casefold()
    for code, province in variant.board.provinces.items():
        if word in {code.casefold(), province.name.casefold(), *(alias.casefold() for alias in (*province.aliases, *province.names))}:
            return code
    raise ExchangeError(tr("{where}: there is no province {name!r} on the board {variant}", where=where, name=name, variant=variant.name))


def _power(name: str, variant: Variant, where: str) -> str:
    word = name.casefold()
    for power in variant.powers.values():
        if word in {power.id.casefold(), power.name.casefold(), power.adjective.casefold()}:
            return power.id
    raise ExchangeError(tr("{where}: there is no power {name!r} in {variant}", where=where, name=name, variant=variant.name))


def _players(root: Element, variant: Variant) -> Mapping[str, SeatedPlayer]:
    found: dict[str, SeatedPlayer] = {}
    for each in _all(root, "player"):
        pairs = {pair.attributes.get("name", ""): pair.attributes.get("value", "") for pair in each.children if pair.tag == "valuePair"}
        name, power = pairs.get("name", ""), each.attributes.get("power", "")
        known = [one.id for one in variant.powers.values() if power.casefold() in {one.id.casefold(), one.name.casefold()}]
        if name not in _NOTHING and known:
            found[known[0]] = SeatedPlayer(outside_name(name))
    return found


def _text_of(element: Element, tag: str) -> str:
    return next(((each.text or "").strip() for each in element.children if each.tag == tag), "")


def _all(root: Element, tag: str) -> Iterator[Element]:
    """Every element called *tag*, in sequence."""
    left = [root]
    while left:
        each = left.pop()
        if each.tag == tag:
            yield each
        left += reversed(each.children)
