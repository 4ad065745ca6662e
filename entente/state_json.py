"""A state of a game as JSON, and back."""

from __future__ import annotations

import json

from adjudicator import Ending, Position, Variant
from entente.plain_data import Plain, PlainDataError, position_from_plain, position_to_plain
from languages.library_words import without_python

_LONGEST_JSON = 1_000_000


def state_json(variant: Variant, position: Position, ending: Ending | None) -> str:
    """The state as JSON: variant, rules, position, and the ending if there is one."""
    plain: dict[str, Plain] = {"variant": variant.id, "rules": str(variant.rules), "position": position_to_plain(position)}
    if ending is not None:
        plain["ending"] = {"winners": list[Plain](ending.winners), "reason": ending.reason}
    return json.dumps(plain)


def read_state_json(variant: Variant, text: str) -> tuple[Position, Ending | None]:
    """The position and the ending of a JSON text, as :func:`state_json` writes it.

    Raises:
        PlainDataError: it is none, or of another variant or other rules.
    """
    if len(text) > _LONGEST_JSON:
        raise PlainDataError((f"a state has at most {_LONGEST_JSON} characters",))
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise PlainDataError((f"not JSON: {without_python(str(error))}",)) from error
    if not isinstance(plain, dict):
        raise PlainDataError(("a state is an object",))
    for name, own in (("variant", variant.id), ("rules", str(variant.rules))):
        if plain.get(name, own) != own:
            raise PlainDataError((f"{name}: {own!r} was expected, not {str(plain[name])[:80]!r}",))
    return position_from_plain(variant, plain.get("position")), _ending(variant, plain.get("ending"))


def _ending(variant: Variant, plain: object) -> Ending | None:
    if plain is None:
        return None
    winners = plain.get("winners") if isinstance(plain, dict) else None
    reason = plain.get("reason") if isinstance(plain, dict) else None
    if not isinstance(winners, list) or not all(each in variant.powers for each in winners) or not isinstance(reason, str):
        raise PlainDataError(("ending: winners and a reason were expected",))
    return Ending(tuple(winners), reason)
