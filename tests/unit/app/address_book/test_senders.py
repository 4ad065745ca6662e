"""Power of a sender, address of results, and their language."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType, SimpleNamespace

import pytest

from app.address_book import letter_languages
from app.address_book.address_book import AddressBook, Person, book_of
from app.address_book.letter_languages import code_of, language_of, language_of_sender
from app.address_book.senders import power_of, senders_of, shared_addresses, unknown_powers, with_addresses
from app.game.edits import new_game
from app.game.entries import SeatedPlayer, SeatKind
from app.game.mail_edits import with_short_name
from app.game.record import Game
from app.gm.games import with_tags
from languages import using
from tests.quick import one_by_one
from variants.catalogue import standard

ADA = Person("Ada", ("ada@example.org", "a@work.example"))


def game(**players: str) -> Game:
    """A game named Winter Harbour, with players such as ``FRANCE="Ada <ada@example.org>"``."""
    seated = {}
    for power, text in players.items():
        name, _, address = text.partition("<")
        seated[power] = SeatedPlayer(name.strip(), address.rstrip(">"))
    return replace(new_game(standard(), "Winter Harbour"), players=MappingProxyType(seated))


def book(*people: Person) -> AddressBook:
    return AddressBook(people)


def plays(*powers: str) -> Person:
    return replace(ADA, powers=powers)


@one_by_one(
    ("person", "players", "power"),
    [
        (ADA, {}, None),
        (ADA, {"FRANCE": "<A@Work.example>"}, "FRANCE"),
        (ADA, {"FRANCE": "ADA"}, "FRANCE"),
        (ADA, {"FRANCE": "Ada", "ITALY": "Bob <ada@example.org>"}, "ITALY"),
        (ADA, {"FRANCE": "Ada", "ITALY": "Ada"}, None),
        (ADA, {"FRANCE": "<ada@example.org>", "ITALY": "<a@work.example>"}, None),
        (plays("TURKEY"), {"FRANCE": "Ada"}, "FRANCE"),
        (plays("TURKEY"), {}, "TURKEY"),
        (plays("turkey"), {}, "TURKEY"),
        (plays("Turkey"), {}, "TURKEY"),
        (plays("Nowhere"), {}, None),
        (plays("TURKEY", "ITALY"), {}, None),
        (plays("TURKEY", "Turkey"), {}, "TURKEY"),
        (plays("ITALY", "winter harbour : Turkey"), {}, "TURKEY"),
        (plays("Summer Harbour: TURKEY"), {}, None),
        (plays("Summer Harbour: TURKEY", "ITALY"), {}, "ITALY"),
        (plays(": TURKEY"), {}, None),
    ],
)
def test_the_power_of_a_person(person: Person, players: dict[str, str], power: str | None) -> None:
    assert power_of(person, game(**players)) == power


def test_a_power_named_for_a_game_by_its_id() -> None:
    assert power_of(plays(f"{game().id}: TURKEY"), game()) in {None, "TURKEY"}
    present = game()
    assert power_of(plays(f"{present.id}: TURKEY"), present) == "TURKEY"


def test_what_the_game_says_of_an_address_counts_before_the_book() -> None:
    present = game(FRANCE="Ada <Ada@example.org>", ITALY="Bob")
    dan = Person("Dan", ("ADA@example.org", "dan@example.org"), ("TURKEY",))
    assert senders_of(present, book(dan)) == {"Ada@example.org": "FRANCE", "dan@example.org": "FRANCE"}
    assert senders_of(game(), book(dan)) == {"ada@example.org": "TURKEY", "dan@example.org": "TURKEY"}


def test_every_address_of_a_player_is_their_power_s() -> None:
    assert senders_of(game(FRANCE="Ada <ada@example.org>"), book(ADA)) == {"ada@example.org": "FRANCE", "a@work.example": "FRANCE"}
    assert senders_of(game(FRANCE="Ada"), book(ADA)) == {"ada@example.org": "FRANCE", "a@work.example": "FRANCE"}


def test_an_address_of_two_people_with_two_powers_suggests_nobody() -> None:
    people = book(plays("TURKEY"), Person("Bob", ("ada@example.org", "bob@example.org"), ("ITALY",)))
    assert senders_of(game(), people) == {"a@work.example": "TURKEY", "bob@example.org": "ITALY"}


def test_the_book_says_nothing_of_a_power_that_somebody_else_plays() -> None:
    assert senders_of(game(TURKEY="Bob"), book(plays("TURKEY"))) == {}
    assert senders_of(game(TURKEY="<bob@example.org>"), book(plays("TURKEY"))) == {"bob@example.org": "TURKEY"}
    assert senders_of(game(TURKEY=""), book(plays("TURKEY"))) == {"ada@example.org": "TURKEY", "a@work.example": "TURKEY"}


def test_players_without_an_address_get_that_of_the_one_person_of_their_name() -> None:
    present = game(FRANCE="ada", ITALY="Bob", TURKEY="Ada <own@example.org>", RUSSIA="")
    people = book(ADA, Person("Bob", ("b@example.org",)), Person("BOB", ("other@example.org",)), Person("", ("x@example.org",)))
    found = with_addresses(present, people)
    assert {power: each.address for power, each in found.players.items()} == {
        "FRANCE": "ada@example.org",
        "ITALY": "",
        "TURKEY": "own@example.org",
        "RUSSIA": "",
    }
    assert with_addresses(present, book(Person("Ada"))) is present, "nothing is changed where nobody has an address"


@one_by_one(
    ("words", "code"),
    [
        ("de", "de"),
        (" DE ", "de"),
        ("de_AT", "de"),
        ("de-ch", "de"),
        ("Deutsch", "de"),
        ("deutsch", "de"),
        ("Klingon", ""),
        ("", ""),
        ("d", ""),
    ],
)
def test_languages_by_code_and_by_name(words: str, code: str) -> None:
    assert code_of(words) == code


def test_who_plays_a_power_is_written_to_in_the_language_they_like() -> None:
    people = book(replace(ADA, language="it"), Person("Bob", ("bob@example.org",), ("TURKEY",), "Deutsch"), Person("Eve", (), ("ITALY",)))
    present = game(FRANCE="Nobody <A@WORK.example>", ENGLAND="ADA", GERMANY="Ada <elsewhere@example.org>")
    with using("fr"):
        assert language_of(present, "FRANCE", people) == "it", "by the address"
        assert language_of(present, "ENGLAND", people) == "it", "by the name"
        assert language_of(present, "GERMANY", people) == "fr", "whoever has another address may be another Ada"
        assert language_of(present, "TURKEY", people) == "de", "by the power that the book names"
        assert language_of(present, "ITALY", people) == "fr", "Eve likes none"
        assert language_of(present, "RUSSIA", people) == "fr"
        assert language_of(present, "", people) == "fr"
        both = book(plays("TURKEY"), replace(people.people[1], language="de"))
        assert language_of(game(), "TURKEY", both) == "fr", "two people could play it"


def test_a_mail_is_answered_in_the_language_of_its_sender() -> None:
    people = book(replace(ADA, language="it"), Person("", ("x@example.org",), (), "de"))
    with using("fr"):
        assert language_of_sender(" ADA@example.org ", "", people) == "it"
        assert language_of_sender("", " ada ", people) == "it"
        assert language_of_sender("nobody@example.org", "Ada", people) == "fr"
        assert language_of_sender("", "", people) == "fr"


@pytest.mark.parametrize(
    ("powers", "unknown"),
    [
        ('["FRANCE", "france", "Turkey"]', []),
        ('["Atlantis"]', ["Atlantis"]),
        ('["winter harbour : Atlantis", "Summer Harbour: Atlantis", "Winter Harbour: TURKEY"]', ["Atlantis"]),
        ('["7e57: Lemuria", "FRANCE", " Mu "]', ["Lemuria", "Mu"]),
        ("[]", []),
    ],
)
def test_powers_that_the_game_does_not_have_are_named_with_their_line(powers: str, unknown: list[str]) -> None:
    present = replace(game(), id="7e57")
    text = f'[[person]]\nname = "Dan"\nmails = []\n[[person]]\nname = "Ada"\nmails = []\npowers = {powers}\n'
    found = unknown_powers(book_of(text.encode()), present)
    expected = ", ".join(present.variant.powers)
    assert [str(each) for each in found] == [
        f"addresses.toml:7: “{power}” is no power of Winter Harbour; expected one of {expected}" for power in unknown
    ]


def test_a_power_that_only_the_book_gives_somebody_has_their_address() -> None:
    people = book(
        plays("Winter Harbour: TURKEY"), Person("Bob", ("b@example.org",), ("ITALY",)), Person("Eve", ("e@example.org",), ("ITALY",))
    )
    found = with_addresses(game(FRANCE="Dan"), people)
    assert {power: each.address for power, each in found.players.items() if each.address} == {"TURKEY": "ada@example.org"}


def test_an_address_of_several_powers_is_shared_by_them_however_it_is_written() -> None:
    present = game(FRANCE="Ada <ada@example.org>", ITALY="Bob <ADA@Example.org>", TURKEY="Eve <e@example.org>", RUSSIA="Dan", GERMANY="Max")
    assert shared_addresses(present) == {"ada@example.org": frozenset({"FRANCE", "ITALY"})}
    assert senders_of(present, book(plays("TURKEY"))) == {"e@example.org": "TURKEY"}, "it suggests none of them"


@pytest.mark.parametrize(
    ("seated", "address"),
    [
        (SeatedPlayer(), "ada@example.org"),
        (SeatedPlayer(seat=SeatKind.POST), "ada@example.org"),
        (SeatedPlayer("Bob"), ""),
        (SeatedPlayer("", "b@example.org"), "b@example.org"),
        (SeatedPlayer(seat=SeatKind.BOT), ""),
        (SeatedPlayer(seat=SeatKind.CIVIL_DISORDER), ""),
    ],
)
def test_the_book_gives_an_address_where_nobody_is_named_and_a_person_may_play(seated: SeatedPlayer, address: str) -> None:
    present = replace(game(), players=MappingProxyType({"TURKEY": seated}))
    found = with_addresses(present, book(plays("TURKEY"))).players["TURKEY"]
    assert found.address == address
    assert (found.name == "Ada") is (address == "ada@example.org")


def test_a_club_or_a_short_name_leads_to_the_powers_address_too() -> None:
    tagged = with_short_name(with_tags(game(), ("postal", "Harz Club")), "wharbour")
    for entry in ("harz club: TURKEY", "wharbour: Turkey"):
        assert power_of(plays("ITALY", entry), tagged) == "TURKEY"
        assert senders_of(tagged, book(plays(entry))) == {"ada@example.org": "TURKEY", "a@work.example": "TURKEY"}
        assert with_addresses(tagged, book(plays(entry))).players["TURKEY"].address == "ada@example.org"
    assert power_of(plays("Other Club: TURKEY"), tagged) is None
    (fault,) = unknown_powers(book_of(b'[[person]]\nname = "Ada"\npowers = ["Harz Club: Atlantis"]\n'), tagged)
    assert "Atlantis" in str(fault)


def test_who_has_no_address_is_none_of_those_who_may_play_a_power_by_the_book() -> None:
    bob, eve = Person("Bob", (), ("ITALY",)), Person("Eve", ("e@example.org",), ("ITALY",))
    assert with_addresses(game(), book(bob)).players == game().players
    assert with_addresses(game(), book(bob, eve)).players["ITALY"].address == "e@example.org"


def test_nobody_without_a_name_or_an_address_is_meant_by_a_player_without_one() -> None:
    nameless = Person("", ("x@example.org",), ("TURKEY",))
    assert power_of(nameless, game(FRANCE="", ITALY="Bob")) == "TURKEY"
    assert power_of(Person("Eve", ("",)), game(FRANCE="Bob")) is None
    assert senders_of(game(FRANCE="Bob"), book(nameless)) == {"x@example.org": "TURKEY"}


def test_an_unknown_name_is_written_to_at_the_address_of_its_power() -> None:
    people = book(Person("Bob", ("b@example.org",), ("TURKEY",), "de"))
    with using("fr"):
        assert language_of(game(TURKEY="Zed"), "TURKEY", people) == "de"
        assert language_of(game(TURKEY="Zed"), "ITALY", people) == "fr"


def test_an_unknown_address_is_not_taken_for_a_player() -> None:
    present = game(TURKEY="Zoe <zoe@example.org>")
    with using("fr"):
        assert language_of(present, "TURKEY", book(Person("Bob", ("b@example.org",), ("TURKEY",), "de"))) == "fr"


def test_an_address_is_looked_for_before_a_name_and_the_first_of_two_counts() -> None:
    people = book(
        Person("Ada", ("first@example.org",), language="de"),
        Person("ADA", ("second@example.org", "first@example.org"), language="it"),
    )
    with using("fr"):
        assert language_of_sender("second@example.org", "", people) == "it"
        assert language_of_sender("first@example.org", "ADA", people) == "de"
        assert language_of_sender(" ", "ada", people) == "de"


def test_one_s_own_book_lies_in_the_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "addresses.toml").write_text('[[person]]\nname = "Ada"\n', encoding="utf-8")
    monkeypatch.setattr(letter_languages, "places", lambda: SimpleNamespace(settings=tmp_path))
    assert [each.name for each in letter_languages.own_book().people] == ["Ada"]


def test_of_a_person_s_several_addresses_the_first_is_written_to() -> None:
    found = with_addresses(game(FRANCE="Ada", ITALY="Zed"), book(ADA))
    assert {power: (each.name, each.address) for power, each in found.players.items()} == {
        "FRANCE": ("Ada", "ada@example.org"),
        "ITALY": ("Zed", ""),
    }
