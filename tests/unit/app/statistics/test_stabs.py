"""A stab is an attack on a friend; friends are made by help, for two years, until an attack."""

from __future__ import annotations

from app.statistics.story import describe_stab, describe_stab_shortly
from tests.unit.app.statistics.telling import Orders, placed, told

START = placed("FRANCE A BUR, FRANCE A PIC, GERMANY A RUH, GERMANY A BER", {"FRANCE": "PAR BRE", "GERMANY": "MUN BER"})
HELP: Orders = {"FRANCE": "A BUR S A RUH"}
STAB: Orders = {"FRANCE": "A BUR - MUN"}
NOTHING: Orders = {}


def stabs(*phases: Orders) -> list[tuple[str, str, str, str]]:
    return [(str(each.phase), each.by, each.to, each.attack.place) for each in told(START, *phases).stabs]


def test_an_attack_after_help_is_a_stab() -> None:
    assert stabs(HELP, STAB) == [("F1901M", "FRANCE", "GERMANY", "MUN")]


def test_who_was_helped_stabs_as_well() -> None:
    assert stabs(HELP, {"GERMANY": "A RUH - BUR"}) == [("F1901M", "GERMANY", "FRANCE", "BUR")]


def test_an_attack_without_help_before_is_none() -> None:
    assert stabs(STAB) == []


def test_help_in_the_same_season_makes_no_friend_before_the_attack() -> None:
    assert stabs({"FRANCE": "A BUR - MUN, A PIC - BEL", "GERMANY": "A RUH S A PIC - BEL"}) == []


def test_two_years_after_the_help_it_is_still_a_stab() -> None:
    assert stabs(HELP, NOTHING, NOTHING, NOTHING, STAB) == [("S1903M", "FRANCE", "GERMANY", "MUN")]


def test_three_years_after_the_help_it_is_none() -> None:
    assert stabs(HELP, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, STAB) == []


def test_what_follows_a_stab_is_war() -> None:
    assert stabs(HELP, STAB, {"FRANCE": "A MUN - RUH"}) == [("F1901M", "FRANCE", "GERMANY", "MUN")]


def test_new_help_makes_friends_again() -> None:
    richer = placed("FRANCE A BUR, GERMANY A RUH, GERMANY A BER", {"FRANCE": "PAR BRE", "GERMANY": "MUN BER KIE"})
    story = told(richer, HELP, STAB, NOTHING, {"FRANCE": "A MUN S A RUH"}, {"FRANCE": "A MUN - BER"})
    assert [(str(each.phase), each.attack.place) for each in story.stabs] == [("F1901M", "MUN"), ("F1902M", "BER")]


def test_it_is_told_with_the_help_before_it() -> None:
    story = told(START, HELP, STAB)
    (stab,) = story.stabs
    assert describe_stab(story.game.variant, stab) == (
        "France stabs Germany: it takes Munich. France had supported Germany in Spring 1901."
    )
    assert describe_stab_shortly(story.game.variant, stab) == "France takes Munich"


def test_a_pair_is_friends_from_the_first_help_to_the_stab() -> None:
    story = told(START, NOTHING, HELP, NOTHING, STAB)
    (pair,) = [each for each in story.pairs if each.friendships]
    ((first, last, broken),) = [(each.first, each.last, each.broken) for each in pair.friendships]
    assert (str(story.phases[first]), str(story.phases[last]), broken) == ("F1901M", "F1902M", True)


def test_a_friendship_that_nobody_renews_ends_two_years_after_the_last_help() -> None:
    story = told(START, HELP, *([NOTHING] * 8))
    (pair,) = story.pairs
    (friends,) = pair.friendships
    assert str(story.phases[friends.last]) == "F1903M"
    assert not friends.broken


def test_a_season_of_several_attacks_is_one_stab_told_by_the_centre_that_was_taken() -> None:
    start = placed("FRANCE A BUR, FRANCE A TYR, FRANCE A BOH, GERMANY A RUH", {"FRANCE": "PAR BRE MAR", "GERMANY": "MUN"})
    story = told(start, HELP, {"FRANCE": "A BUR - RUH, A TYR - MUN"})
    assert [(stab.by, stab.attack.place, stab.attack.takes_centre) for stab in story.stabs] == [("FRANCE", "MUN", True)]


def test_both_may_stab_in_one_season() -> None:
    story = told(START, HELP, {"FRANCE": "A BUR - MUN", "GERMANY": "A RUH - BEL, A BER H"}, NOTHING)
    assert [stab.by for stab in story.stabs] == ["FRANCE"]
    both = placed("FRANCE A BUR, FRANCE A TYR, GERMANY A RUH, GERMANY A GAS", {"FRANCE": "PAR BRE", "GERMANY": "MUN BER"})
    story = told(both, HELP, {"FRANCE": "A TYR - MUN", "GERMANY": "A GAS - PAR"})
    assert sorted(stab.by for stab in story.stabs) == ["FRANCE", "GERMANY"]
