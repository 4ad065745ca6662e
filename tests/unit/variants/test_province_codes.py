"""Codes that are proposed from names: three letters, unique, one rule."""

from __future__ import annotations

from tests.quick import one_by_one
from variants.province_codes import propose_code


@one_by_one(
    ("name", "taken", "code"),
    [
        ("Outer Sea", (), "OUT"),
        ("North Sea", ("NOR",), "NOT"),
        ("Gulf of Lyon", ("GUL",), "GOL"),
        ("Köln", (), "KOL"),
        ("Két tó", (), "KET"),
        ("Ur", (), "URA"),
        ("Озеро", (), "XAA"),
        ("High 1", ("HIG",), "HIH"),
    ],
)
def test_a_code_is_the_first_three_letters_or_what_is_nearest_to_them(name: str, taken: tuple[str, ...], code: str) -> None:
    assert propose_code(name, taken) == code


def test_no_two_are_the_same_however_alike_the_names_are() -> None:
    codes: set[str] = set()
    for _ in range(500):
        codes.add(propose_code("North Sea", codes))
    assert len(codes) == 500
    assert all(len(code) == 3 and code[0].isalpha() for code in codes)
