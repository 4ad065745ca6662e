"""Arguments of programs to the library, checked before use: unknown names, and values of another type.

A text is a sequence of letters to Python; taken for a list it would be read letter by letter. A wrong type is a ``TypeError``, an
unknown name a ``ValueError`` with the nearest names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import get_args

from adjudicator import Location, Order, Variant

_ORDERS_AND_TEXTS: tuple[type, ...] = (str, *get_args(Order))
"""The types as a tuple, which is tested several times as fast as a union that is made again each time."""


def power_named(variant: Variant, power: object) -> str:
    """*power*, if the variant has it.

    Raises:
        TypeError: it is no text.
        ValueError: no power is called so; the message has the nearest names.
    """
    name = text_given(power, "a power", "FRANCE")
    if name in variant.powers:
        return name
    called = {word: each.id for each in variant.powers.values() for word in (each.name, each.adjective, each.id)}
    hint = _meant(name, called) or f"there are {', '.join(variant.powers)}"
    raise ValueError(f"no power is called {name[:40]!r}; {hint}")


def powers_named(variant: Variant, powers: object, what: str) -> tuple[str, ...]:
    """*powers*, if the variant has each of them.

    Raises:
        TypeError: it is no sequence of texts; *what* says in the message what it was meant for.
        ValueError: a power is not known.
    """
    return tuple(power_named(variant, each) for each in _several(powers, what, "['FRANCE']"))


def place_named(variant: Variant, place: object) -> Location:
    """*place* as a location, if the variant has it.

    Raises:
        TypeError: it is neither a text nor a location.
        ValueError: no place is called so; the message has the nearest names.
    """
    location = place if isinstance(place, Location) else Location.of(text_given(place, "a place", "PAR"))
    province = variant.board.provinces.get(location.province)
    if province is None:
        called = {
            word: each.code for each in variant.board.provinces.values() for word in (each.code, each.name, *each.names, *each.aliases)
        }
        raise ValueError(f"no place is called {str(location)[:40]!r}{_after(_meant(location.province, called))}")
    if location.coast is not None and location.coast not in province.coasts:
        coasts = f"it has {' and '.join(province.coasts)}" if province.coasts else "it has none"
        raise ValueError(f"{province.code} has no coast {location.coast[:40]!r}; {coasts}")
    return location


def orders_given(orders: object, power: str) -> Sequence[Order | str]:
    """The orders of *power*.

    Raises:
        TypeError: it is not a list, or something in it is neither an order nor a text.
    """
    found = _several(orders, f"the orders of {power}", "['A PAR - BUR']")
    for each in found:
        if not isinstance(each, _ORDERS_AND_TEXTS):
            order_or_text(each)
    return found  # type: ignore[return-value]


def by_power(values: object, what: str, example: str) -> Mapping[str, object]:
    """*values*, if that is a mapping.

    Raises:
        TypeError: it is none; the message says *what* was expected, with an *example*.
    """
    if not isinstance(values, Mapping):
        raise TypeError(f"{what} were expected, such as {example}, not {_kind(values)}")
    return values


def order_or_text(order: object) -> Order | str:
    """*order*, if it is an order or a text.

    Raises:
        TypeError: it is neither.
    """
    if isinstance(order, _ORDERS_AND_TEXTS):
        return order  # type: ignore[return-value]
    raise TypeError(f"an order or its text was expected, such as 'A PAR - BUR', not {_kind(order)}")


def text_given(text: object, what: str, example: str) -> str:
    """*text*, if it is one.

    Raises:
        TypeError: it is none; the message says *what* was expected, with an *example*.
    """
    if not isinstance(text, str):
        raise TypeError(f"{what} was expected, such as {example!r}, not {_kind(text)}")
    return text


def _several(values: object, what: str, example: str) -> Sequence[object]:
    if type(values) is tuple:  # what is asked below costs more than all else of an order
        return values
    if type(values) is list:
        return tuple(values)
    if isinstance(values, str | bytes):
        raise TypeError(f"{what}: a list was expected, such as {example}, not the bare text {values[:40]!r}")
    if isinstance(values, Mapping) or not isinstance(values, Iterable):
        raise TypeError(f"{what}: a list was expected, such as {example}, not {_kind(values)}")
    return tuple(values)


def _meant(name: str, called: Mapping[str, str]) -> str:
    """``did you mean FRANCE?``; empty where nothing is near."""
    from difflib import get_close_matches

    folded = {word.casefold(): meant for word, meant in called.items()}
    near = dict.fromkeys(folded[each] for each in get_close_matches(name[:80].casefold(), folded, n=3, cutoff=0.6))
    return f"did you mean {' or '.join(near)}?" if near else ""


def _after(words: str) -> str:
    return words and f"; {words}"


def _kind(value: object) -> str:
    return "None" if value is None else type(value).__name__
