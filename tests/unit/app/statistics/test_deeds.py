"""Help and attacks between powers: each rule on a small game."""

from __future__ import annotations

from app.statistics.deeds import DeedFate, DeedKind
from tests.unit.app.statistics.telling import placed, told

BORDER = placed("FRANCE A BUR, FRANCE A PIC, GERMANY A RUH, GERMANY A MUN", {"FRANCE": "PAR MAR BRE", "GERMANY": "MUN BER KIE"})


def deeds(*phases: dict[str, str]) -> list[tuple[DeedKind, str, str, str, DeedFate]]:
    return [(each.kind, each.by, each.to, each.place, each.fate) for each in told(BORDER, *phases).deeds]


def test_a_support_of_anothers_move_is_help_where_it_goes() -> None:
    assert deeds({"FRANCE": "A PIC S A RUH - BEL", "GERMANY": "A RUH - BEL"}) == [
        (DeedKind.SUPPORT, "FRANCE", "GERMANY", "BEL", DeedFate.DONE)
    ]


def test_a_support_of_an_order_that_was_not_given_counts_for_nothing() -> None:
    (deed,) = told(BORDER, {"FRANCE": "A PIC S A RUH - BEL", "GERMANY": "A RUH - HOL"}).deeds
    assert deed.fate is DeedFate.VOID
    assert not deed.helps


def test_a_cut_support_is_help_all_the_same() -> None:
    (support, attack) = told(BORDER, {"FRANCE": "A BUR S A RUH", "GERMANY": "A RUH H, A MUN - BUR"}).deeds
    assert (support.fate, support.helps) == (DeedFate.BROKEN, True)
    assert (attack.by, attack.attacks, attack.fate) == ("GERMANY", True, DeedFate.BROKEN)


def test_support_among_ones_own_units_is_no_help_for_anybody() -> None:
    assert deeds({"GERMANY": "A MUN S A RUH"}) == []


def test_a_move_onto_anothers_centre_is_an_attack_though_nobody_stands_there() -> None:
    board = placed("FRANCE A BUR, GERMANY A RUH", {"FRANCE": "PAR", "GERMANY": "MUN"})
    (deed,) = told(board, {"FRANCE": "A BUR - MUN"}).deeds
    assert (deed.by, deed.to, deed.place, deed.fate, deed.takes_centre) == ("FRANCE", "GERMANY", "MUN", DeedFate.DONE, True)


def test_a_move_into_a_province_that_is_left_is_no_attack() -> None:
    assert deeds({"GERMANY": "A RUH - HOL", "FRANCE": "A BUR - RUH"}) == []


def test_a_move_at_a_unit_that_stays_is_an_attack_on_it() -> None:
    assert deeds({"FRANCE": "A BUR - RUH"}) == [(DeedKind.ATTACK, "FRANCE", "GERMANY", "RUH", DeedFate.BROKEN)]


def test_a_move_that_the_other_supported_was_agreed_on() -> None:
    board = placed("FRANCE A BUR, GERMANY A RUH", {"FRANCE": "PAR", "GERMANY": "MUN"})
    (deed,) = told(board, {"FRANCE": "A BUR - MUN", "GERMANY": "A RUH S A BUR - MUN"}).deeds
    assert (deed.kind, deed.by) == (DeedKind.SUPPORT, "GERMANY")


def test_to_carry_anothers_army_is_help() -> None:
    board = placed("ENGLAND F NTH, GERMANY A DEN", {"ENGLAND": "LON", "GERMANY": "DEN"})
    (deed,) = told(board, {"ENGLAND": "F NTH C A DEN - NWY", "GERMANY": "A DEN - NWY VIA"}).deeds
    assert (deed.kind, deed.by, deed.to, deed.place, deed.fate) == (DeedKind.CONVOY, "ENGLAND", "GERMANY", "NWY", DeedFate.DONE)


def test_a_support_of_another_move_agrees_to_nothing() -> None:
    board = placed("FRANCE A BUR, GERMANY A RUH", {"FRANCE": "PAR", "GERMANY": "MUN"})
    kinds = [(deed.kind, deed.by, deed.fate) for deed in told(board, {"FRANCE": "A BUR - MUN", "GERMANY": "A RUH S A BUR - BEL"}).deeds]
    assert (DeedKind.ATTACK, "FRANCE", DeedFate.DONE) in kinds


def test_an_army_that_the_other_carries_to_its_own_centre_is_agreed_on() -> None:
    board = placed("FRANCE A BRE, ENGLAND F ENG", {"FRANCE": "BRE", "ENGLAND": "LON"})
    (deed,) = told(board, {"FRANCE": "A BRE - LON VIA", "ENGLAND": "F ENG C A BRE - LON"}).deeds
    assert (deed.kind, deed.by, deed.fate) == (DeedKind.CONVOY, "ENGLAND", DeedFate.DONE)


def test_a_unit_on_a_third_powers_centre_makes_an_attack_on_both() -> None:
    board = placed("FRANCE A BUR, GERMANY A BEL", {"FRANCE": "PAR", "ENGLAND": "BEL", "GERMANY": "MUN"})
    found = {(deed.to, deed.takes_centre) for deed in told(board, {"FRANCE": "A BUR - BEL"}).deeds}
    assert found == {("ENGLAND", False), ("GERMANY", False)}
