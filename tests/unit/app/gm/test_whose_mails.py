"""Lines of a mail that count: those of its sender's power, and nothing that a stranger writes in the name of a power with a player."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.gm.order_mails import account_letters, claim_words, take_in, writers_of
from app.mail_in.envelope.unwrap import unwrapped
from tests.unit.app.commands.fake_services import Desk
from tests.unit.app.gm.test_mails_taken_in import desk, mail

__all__ = ["desk"]


def seated(desk: Desk, **players: str) -> Desk:
    for power, address in players.items():
        desk.run(f"player {power.casefold()} {address[:3].title()} <{address}>")
    return desk


@pytest.mark.parametrize(
    ("text", "claims", "orders"),
    [
        ("A Par - Bur", (), ["A PAR - BUR"]),
        ("France:\nA Par - Bur\nItaly:\nA Ven - Tyr", (), ["A PAR - BUR"]),
        ("Italy:\nA Ven - Tyr", (), []),
        ("SIGNON Italy\nA Ven - Tyr\nSIGNOFF", ("ITALY",), []),
        ("Hello", (), []),
    ],
)
def test_of_a_mail_of_one_player_the_own_orders_count_and_lines_for_others_do_not(
    text: str, claims: tuple[str, ...], orders: list[str], desk: Desk
) -> None:
    seated(desk, FRANCE="ada0@example.org", ITALY="ida@example.org")
    found = take_in(desk.session, mail(text))
    assert [each.claims for each in found.letters] == [claims]
    assert (desk.orders("FRANCE"), desk.orders("ITALY")) == (orders, [])


@pytest.mark.parametrize(
    "text",
    [
        "SIGNON France\nSET WAIT\nSIGNOFF",
        "France:\nI withdraw all my orders.",
        "France:\nFall 1901:\nA Bur - Mun",
        "France:\nA Mar - Spa or Pie",
        "A Mar - Spa or Pie",
        "A Par - Bur",
    ],
)
def test_nothing_that_a_stranger_asks_in_the_name_of_a_power_counts(text: str, desk: Desk) -> None:
    seated(desk, FRANCE="fran@example.org")
    desk.run("A PAR - PIC")
    before = replace(desk.session.open_turn, mails=())
    found = take_in(desk.session, mail(text))
    assert [(each.power, each.claims) for each in found.letters] == [(None, ("FRANCE",))]
    assert replace(desk.session.open_turn, mails=()) == before


@pytest.mark.slow
def test_a_stranger_s_line_that_may_be_an_order_of_two_powers_is_asked_of_both(desk: Desk) -> None:
    seated(desk, FRANCE="fran@example.org", GERMANY="gerd@example.org")
    found = take_in(desk.session, mail("A Mar - Spa or A Ber - Kie"))
    assert [each.claims for each in found.letters] == [("FRANCE", "GERMANY")]


def test_a_mail_that_does_not_count_names_the_state_of_its_sender(desk: Desk) -> None:
    """A mail that does not count says whether its sender is unknown was known or became known."""
    seated(desk, FRANCE="ada0@example.org", ITALY="ida@example.org")
    desk.run("process --missing process", "player france Cy <cy@example.org>")
    said = {}
    for sender in ("ada0@example.org", "mal@example.org", "cy@example.org"):
        said[sender] = claim_words(writers_of(desk.session), sender, ("FRANCE", "ITALY"))
    assert said == {
        "ada0@example.org": "its sender plays France and Italy no longer",
        "mal@example.org": "its sender is not known to play France and Italy",
        "cy@example.org": "it came before its sender was known, and nobody said that it is from France and Italy",
    }


@pytest.mark.parametrize("text", ["A Par - Bur", "France:\nA Par - Bur", "Italy:\nA Ven - Tyr\n\nFrance:\nA Par - Bur"])
def test_what_is_pasted_without_a_header_is_the_game_masters_own_act(text: str, desk: Desk) -> None:
    seated(desk, FRANCE="fran@example.org", ITALY="ida@example.org")
    found = take_in(desk.session, text)
    assert [each.claims for each in found.letters] == [()]
    assert desk.orders("FRANCE") == ["A PAR - BUR"]


def test_a_strangers_mail_for_another_game_claims_no_power_of_this_one(desk: Desk) -> None:
    seated(desk, FRANCE="fran@example.org")
    letters, _ = unwrapped(mail("France:\nA Par - Bur").replace("Subject: orders", "Subject: [game abcd] orders"))
    (account,) = account_letters(desk.session, letters).letters
    assert (account.other_game, account.claims) == ("abcd", ())
