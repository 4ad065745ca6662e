"""Legal orders in little room: a line for each unit, its orders folded together. A model reads it in a phase of fourteen units."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

MOST = 5_000
"""Characters of all legal orders of a phase at most."""

KEY = (
    "Each line has the orders of one unit: A PAR: H | - BUR GAS | S A MAR (H, - BUR) is A PAR H, A PAR - BUR, A PAR - GAS, A PAR S A MAR, "
    "A PAR S A MAR - BUR. VIA BEL is - BEL VIA, by convoy."
)

LEFT_OUT = "… stands for orders that are left out here: ask for that place alone."

_Folded = dict[str, list[str]]


def compact(legal: Mapping[str, Sequence[str]], most: int = MOST) -> str:
    """The orders of *legal*, which has them by place, in at most *most* characters.

    Where there are too many, convoys and then supports are counted instead, longest units first; a unit named alone has them all.
    """
    units = [_fold(orders) for orders in _by_unit(legal).items()]
    lines = [_all(*unit) for unit in units]
    text = "\n".join([KEY, *lines])
    for shorten in (_without_convoys, _without_supports, _counted):
        for at in sorted(range(len(units)), key=lambda each: -len(lines[each])):
            if len(text) <= most:
                return text
            lines[at] = min(shorten(*units[at]), lines[at], key=len)
            text = "\n".join([KEY, LEFT_OUT, *lines])
    return text[:most]


def _by_unit(legal: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Return the possible orders, by the unit that they begin with; ``WAIVE`` stands alone."""
    found: dict[str, list[str]] = {}
    for orders in legal.values():
        for text in orders:
            words = text.split()
            unit = " ".join(words[:2]) if len(words) > 1 else text
            found.setdefault(unit, []).append(" ".join(words[2:]))
    return found


def _fold(orders: tuple[str, Iterable[str]]) -> tuple[str, _Folded]:
    """The orders of a unit by how they begin: ``-``, ``S A MAR``, ``C A LON``, ``R``; those of one word by themselves."""
    unit, rests = orders
    parts: _Folded = {}
    for rest in rests:
        words = rest.split()
        if words and words[0] in {"-", "R"}:
            parts.setdefault(words[0] if words[-1] != "VIA" else "VIA", []).append(words[1])
        elif words and words[0] in {"S", "C"}:
            target = words[4] if len(words) > 4 else "H"
            parts.setdefault(" ".join(words[:3]), []).append(target)
        else:
            parts.setdefault(rest, [])
    return unit, parts


def _line(unit: str, parts: _Folded, shown: Callable[[str, list[str]], str]) -> str:
    words = [shown(head, targets) for head, targets in parts.items()]
    return f"{unit}: {' | '.join(each for each in words if each)}".rstrip(": ") if any(parts) else unit


def _part(head: str, targets: list[str]) -> str:
    if not targets:
        return head
    if not head.startswith(("S ", "C ")):
        return f"{head} {' '.join(targets)}"
    moves = [each for each in targets if each != "H"]
    inside = ", ".join([*(["H"] if "H" in targets else []), *([f"- {' '.join(moves)}"] if moves else [])])
    return f"{head} ({inside})"


def _all(unit: str, parts: _Folded) -> str:
    return _line(unit, parts, _part)


def _without_convoys(unit: str, parts: _Folded) -> str:
    return _line(unit, parts, lambda head, targets: f"{head} …" if head.startswith("C ") else _part(head, targets))


def _without_supports(unit: str, parts: _Folded) -> str:
    kept = {head: targets for head, targets in parts.items() if not head.startswith(("S ", "C "))}
    rest = []
    for letter in ("S ", "C "):
        count = sum(len(targets) for head, targets in parts.items() if head.startswith(letter))
        rest += [f"{count} {letter}…"] if count else []
    return " | ".join([_line(unit, kept, _part), *rest])


def _counted(unit: str, parts: _Folded) -> str:
    return f"{unit}: {sum(max(1, len(targets)) for targets in parts.values())} orders …"
