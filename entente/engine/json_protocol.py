"""The protocol with one JSON object a line.

In: ``{"position": LINE or OBJECT, "orders": {"FRANCE": ["A PAR - BUR"]}, "rules": "4.A.3=DPTG", "legal": true, "protocol": 1, "id": 7}``;
all of it may be left out (the start, no orders, the rules of the variant). Out: ``{"results": [...], "refused": [...], "unread": [...],
"captures": [...], "skipped": [...], "next": ..., "ending": ..., "id": 7}``, each result with its reasons in kinds and in words; the
next position comes as a line where the position came as one, else as an object. A faulty request is answered by ``{"error": ...}``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

from adjudicator import Order, Position, Rules, Variant, adjudicate, legal_orders, orderable
from adjudicator.errors import DiplomacyError
from adjudicator.notation import read_order
from adjudicator.notation.order_reader import straight_path
from entente.engine import JSON_EDITION
from entente.plain_data import Plain, position_from_plain, position_to_plain
from entente.position_line import position_line, read_position_line
from entente.resolution_data import OutcomeWriter, consequences_to_plain
from entente.words import describe_reading_error

_MOST_ORDERS = 5000


class RequestError(DiplomacyError):
    """A request that cannot be answered."""


class _Board:
    """A variant under certain rules, with the writer of its outcomes."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.writer = OutcomeWriter(variant)


class JsonProtocol:
    """One conversation; no request depends on an earlier one."""

    def __init__(self, variant: Variant) -> None:
        self.faults: list[str] = []
        self._board = _Board(variant)
        self._ruled: dict[str, _Board] = {}

    def take(self, first: int, text: str) -> str:
        """The answers to the requests in the lines of *text*, of which the first has the number *first*; blank lines are none."""
        return "".join([self._reply(number, line) for number, line in enumerate(text.split("\n"), first) if line and not line.isspace()])

    def _reply(self, number: int, line: str) -> str:
        try:
            request = json.loads(line)
        except json.JSONDecodeError as error:
            return self._error(number, error.colno, f"not JSON: {error.msg}", None)
        except (ValueError, RecursionError):
            return self._error(number, 1, "not JSON that is read here: nested too deeply, or too large a number", None)
        if not isinstance(request, dict):
            return self._error(number, 1, "an object was expected", None)
        try:
            return self._answer(request)
        except (DiplomacyError, ValueError) as error:
            return self._error(number, 1, str(error), request.get("id"))

    def overlong(self, number: int, most: int) -> str:
        """The answer to a line that has more than *most* bytes."""
        return self._error(number, most + 1, f"a request has at most {most} bytes", None)

    def finish(self) -> str:
        """Return nothing, since nothing is ever left over."""
        return ""

    def _error(self, line: int, column: int, message: str, request_id: object) -> str:
        answer: dict[str, object] = {"error": {"line": line, "column": column, "message": message}}
        if request_id is not None:
            answer["id"] = request_id
        return json.dumps(answer) + "\n"

    def _answer(self, request: dict[str, object]) -> str:
        known = {"position", "orders", "rules", "legal", "id", "protocol"}
        if strange := sorted(set(request) - known):
            raise RequestError(f"a request has no {strange[0]!r}; it has {', '.join(sorted(known))}")
        if request.get("protocol", JSON_EDITION) != JSON_EDITION:
            raise RequestError(f"protocol: {JSON_EDITION} is spoken here, not {str(request['protocol'])[:20]}")
        board = self._with_rules(request.get("rules"))
        variant = board.variant
        position = self._position(variant, request.get("position"))
        orders, unread = self._orders(variant, position, request.get("orders", {}))
        resolution = adjudicate(variant, position, orders)
        as_line = isinstance(request.get("position"), str)
        rest: dict[str, object] = {
            **consequences_to_plain(resolution),
            "next": position_line(variant, resolution.next) if as_line else position_to_plain(resolution.next),
            "unread": unread,
            "protocol": JSON_EDITION,
        }
        if request.get("legal") is True:
            rest["legal"] = {
                power: {
                    str(each): [str(order) for order in legal_orders(variant, position, each)]
                    for each in orderable(variant, position, power)
                }
                for power in variant.powers
            }
        if "id" in request:
            rest["id"] = request["id"]
        results = board.writer.json_list(position, resolution.outcomes)
        refused = board.writer.json_list(position, resolution.refused)
        return f'{{"results": {results}, "refused": {refused}, {json.dumps(rest)[1:]}\n'

    def _with_rules(self, text: object) -> _Board:
        """The variant under the rules of ``4.A.3=DPTG``, kept so that its tables are made once."""
        if text is None:
            return self._board
        if isinstance(text, Mapping):
            text = " ".join(f"{issue}={choice}" for issue, choice in text.items())
        if not isinstance(text, str) or len(text) > 2000:
            raise RequestError("rules: a text such as '4.A.3=DPTG' was expected")
        ruled = self._ruled.get(text)
        if ruled is None:
            ruled = _Board(replace(self._board.variant, rules=Rules.of(text)))
            if len(self._ruled) < 64:
                self._ruled[text] = ruled
        return ruled

    def _position(self, variant: Variant, given: object) -> Position:
        if given is None:
            return variant.start
        return read_position_line(variant, given) if isinstance(given, str) else position_from_plain(variant, given)

    def _orders(self, variant: Variant, position: Position, given: object) -> tuple[dict[str, list[Order]], list[Plain]]:
        """The orders by power, and the texts that are none, with the reason."""
        if not isinstance(given, Mapping):
            raise RequestError("orders: an object of lists was expected, such as {'FRANCE': ['A PAR H']}")
        orders: dict[str, list[Order]] = {}
        unread: list[Plain] = []
        straight, kind = straight_path(variant), position.phase.kind
        count = 0
        for power, texts in given.items():
            if power not in variant.powers:
                raise RequestError(f"orders: no power is called {str(power)[:40]!r}; there are {', '.join(variant.powers)}")
            if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
                raise RequestError(f"orders of {power}: a list of texts was expected")
            count += len(texts)
            if count > _MOST_ORDERS:
                raise RequestError(f"orders: at most {_MOST_ORDERS} were expected")
            read = orders.setdefault(power, [])
            for text in texts:
                order = straight.order(text, kind)
                if order is not None:
                    read.append(order)
                    continue
                reading = read_order(variant, position, text, power)
                if reading.order is not None:
                    read += [reading.order] * reading.count
                elif reading.error is not None:
                    unread.append({"power": power, "text": text, "why": describe_reading_error(variant, text, reading.error)})
        return orders, unread
