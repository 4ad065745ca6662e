"""The engine's JSON mode: one request a line in, one answer a line out, and never a line lost."""

from __future__ import annotations

import io
import json
from typing import Any

from entente.engine.command import LONGEST_LINE, serve
from entente.engine.json_protocol import JsonProtocol
from entente.plain_data import position_to_plain
from entente.position_line import position_line
from tests.quick import one_by_one
from variants import standard

START = standard().start


def ask(request: object) -> dict[str, Any]:
    return answer_to(json.dumps(request))


def answer_to(line: str) -> dict[str, Any]:
    protocol = JsonProtocol(standard())
    answer = protocol.take(1, line)
    assert answer is not None
    assert answer.endswith("\n")
    assert answer.count("\n") == 1
    assert protocol.faults == []
    parsed: dict[str, Any] = json.loads(answer)
    return parsed


def test_results_come_with_reasons_in_kinds_and_in_words() -> None:
    answer = ask({"orders": {"FRANCE": ["A Par - Bur"], "GERMANY": ["A Mun - Bur"]}, "id": 7})
    paris = next(each for each in answer["results"] if each["unit"] == "A PAR")
    assert (paris["power"], paris["order"], paris["given"], paris["results"]) == ("FRANCE", "A PAR - BUR", True, ["bounce"])
    reason = paris["reasons"][0]
    assert (reason["kind"], reason["strength"], reason["against"], reason["by"]) == ("bounced off move", 1, 1, ["GERMANY A MUN"])
    assert paris["words"] == "Army Paris moves to Burgundy: bounced 1 against 1 with Army Munich in Burgundy"
    assert answer["id"] == 7
    assert answer["next"]["phase"] == "F1901M"
    assert answer["skipped"] == ["S1901R"]


def test_the_next_position_can_be_asked_about_next() -> None:
    first = ask({"position": position_to_plain(START), "orders": {"FRANCE": ["A PAR - BUR"]}})
    second = ask({"position": first["next"], "orders": {"FRANCE": ["A BUR - MUN"]}})
    assert second["next"]["phase"] == "W1901A" or second["next"]["phase"] == "S1902M"


def test_a_position_given_as_a_line_is_answered_as_a_line() -> None:
    answer = ask({"position": position_line(standard(), START)})
    assert answer["next"].startswith("F1901M | units AUSTRIA A BUD")


def test_rules_settle_open_questions() -> None:
    line = "S1901M | units ENGLAND A NWY; GERMANY F SKA; RUSSIA A SWE"
    orders = {"ENGLAND": ["A NWY - SWE VIA"], "RUSSIA": ["A SWE - NWY"]}
    outcomes = {}
    for rules in ("4.A.3=2000-fallback", {"4.A.3": "DPTG"}):
        answer = ask({"position": line, "orders": orders, "rules": rules})
        outcomes[str(rules)] = next(each["results"] for each in answer["results"] if each["unit"] == "A NWY")
    assert outcomes == {"4.A.3=2000-fallback": ["bounce"], "{'4.A.3': 'DPTG'}": ["no convoy"]}


def test_orders_that_cannot_be_read_are_reported_and_the_others_count() -> None:
    answer = ask({"orders": {"FRANCE": ["A Par - Atlantis", "A Mar - Spa"]}})
    assert answer["unread"] == [{"power": "FRANCE", "text": "A Par - Atlantis", "why": answer["unread"][0]["why"]}]
    assert answer["unread"][0]["why"].startswith('no place is called "Atlantis"')
    assert "FRANCE A SPA" not in answer
    assert "A SPA" in answer["next"]["units"]["FRANCE"]


def test_illegal_orders_come_back_with_the_refusal() -> None:
    answer = ask({"orders": {"FRANCE": ["A Mar - Tun"]}})
    marseilles = next(each for each in answer["results"] if each["unit"] == "A MAR")
    assert marseilles["results"] == ["illegal", "ok"] or "illegal" in marseilles["results"]
    assert marseilles["reasons"][0]["refusal"] == "no convoy route"


def test_legal_orders_on_request() -> None:
    legal = ask({"legal": True})["legal"]
    assert "A PAR - BUR" in legal["FRANCE"]["PAR"]
    assert sum(len(orders) for units in legal.values() for orders in units.values()) > 100


@one_by_one(
    ("line", "message"),
    [
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("9" * 10_000, ""),
        ("7", "an object was expected"),
        ('{"orders": 7}', "orders: an object of lists"),
        ('{"orders": {"SPAIN": []}}', "no power is called 'SPAIN'"),
        ('{"orders": {"FRANCE": "A PAR H"}}', "orders of FRANCE: a list of texts"),
        ('{"order": {}}', "a request has no 'order'"),
        ('{"position": "S1901M | units SPAIN A PAR"}', "no power is called 'SPAIN'"),
        ('{"position": {"phase": "S1901M", "units": {"FRANCE": ["A PAR | owners FRANCE PAR"]}}}', "a text such as 'A PAR'"),
        ('{"position": {"phase": "S1901M", "units": {"FRANCE": ["A PAR", "A PAR"]}}}', "two units stand in PAR"),
        ('{"position": {"phase": "S1901M", "counters": {"x": true}}}', "no whole number"),
        ('{"position": 3}', "a position is an object"),
        ('{"rules": "4.A.3=maybe"}', "4.A.3 has no choice 'maybe'"),
        ('{"rules": 3}', "rules: a text"),
    ],
)
def test_a_faulty_request_is_answered_by_an_error(line: str, message: str) -> None:
    error = answer_to(line)["error"]
    assert error["line"] == 1
    assert message in error["message"]


def test_a_blank_line_is_no_request() -> None:
    assert JsonProtocol(standard()).take(1, "\n ") == ""


def test_an_answer_names_its_edition_and_a_request_for_another_is_refused() -> None:
    assert ask({"protocol": 1})["protocol"] == 1
    answer = ask({"protocol": 7, "id": "x"})
    assert answer["error"]["message"] == "protocol: 1 is spoken here, not 7"
    assert answer["id"] == "x"


def test_a_request_that_is_too_long_is_answered_in_its_place() -> None:
    told, errors = io.StringIO(), io.StringIO()
    requests = b'{"id": 1}\n{"id": "' + b"x" * LONGEST_LINE + b'"}\n{"id": 3}\n'
    serve(JsonProtocol(standard()), io.BytesIO(requests), told, errors)
    first, second, third = (json.loads(line) for line in told.getvalue().splitlines())
    assert (first["id"], third["id"]) == (1, 3)
    assert second["error"]["line"] == 2
    assert "at most" in second["error"]["message"]
    assert errors.getvalue() == ""
