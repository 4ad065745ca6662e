"""Facts made up for a test: what it does not name is empty."""

from __future__ import annotations

from typing import Any

from app.mail_out.facts import Facts, OrderFact, PowerFact, RetreatFact

_EMPTY: dict[str, Any] = {
    "game": "Straits", "variant": "Standard", "phase": "Fall 1903, movement", "season": "Fall 1903", "kind": "movement", "code": "F1903M",
    "reader": "", "reader_name": "", "greeting": "", "powers": (), "orders": 0, "failed": 0, "dislodged": 0, "captures": (),
    "retreats": (), "centres_told": False, "skipped": (), "ending": "", "next_phase": "Winter 1903", "next_kind": "builds",
    "next_code": "W1903A", "deadline": "", "missed": (), "absences": (), "press": (), "letters": (),
}  # fmt: skip


def facts(**told: Any) -> Facts:
    return Facts(**{**_EMPTY, **told})


def order(text: str, reason: str = "", *, succeeded: bool = True) -> OrderFact:
    return OrderFact(text, text, text, reason, succeeded)


def power(name: str, *orders: OrderFact, **told: Any) -> PowerFact:
    usual: dict[str, Any] = {
        "player": "", "idle": 0, "centres": 3, "change": 0, "units": 3, "known": True, "builds": 0, "removals": 0,
    }  # fmt: skip
    return PowerFact(id=name.upper(), name=name, orders=orders, **{**usual, **told})


def retreat(power: str, unit: str, *targets: str) -> RetreatFact:
    return RetreatFact(power.upper(), power, unit, unit, targets, targets)
