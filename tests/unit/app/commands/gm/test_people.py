"""The address book: TOML with its comments, faults with their lines; it suggests the power of a mail and the address of results."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.address_book.address_book import FILE, LARGEST, AddressBook, Person, book_of, read_book, save_book, with_person, without_person
from app.address_book.senders import power_of, senders_of, with_addresses
from app.game.edits import new_game, set_player
from app.game.entries import SeatedPlayer
from app.game.storage.places import places
from app.mail_out.posting import recipients
from app.session.errors import CommandError
from languages import using
from tests.quick import one_by_one
from tests.unit.app.commands.fake_services import Desk
from variants.catalogue import standard

BY_HAND = """\
# my players

[[person]]
name = "Cleo"   # the quick one
mails = ["cleo@example.org"]  # since May
powers = ["FRANCE"]

# Dan moved
[[person]]
name = "Dan"
mails = ["dan@example.org", "dan@work.example"]
language = "de"
"""


def book(text: str = BY_HAND) -> AddressBook:
    return book_of(text.encode())


def test_the_form_changes_what_it_has_to_and_leaves_comments_and_sequence() -> None:
    there = book()
    text = with_person(there, replace(there.people[0], mails=("cleo@new.example",)), 0)
    assert text == BY_HAND.replace('["cleo@example.org"]', '["cleo@new.example"]')
    text = with_person(there, Person("Ada", ("ada@example.org",), notes="new"))
    assert text.startswith(BY_HAND)
    assert book(text).people[2] == Person("Ada", ("ada@example.org",), notes="new")
    assert "# my players" in without_person(there, 1)
    assert [each.name for each in book(without_person(there, 1)).people] == ["Cleo"]


@one_by_one(
    ("text", "fault"),
    [
        ('[[person]]\nname = "A"\nmail = "a@b.c"\n', "addresses.toml:3: “mail” is not known here"),
        ('[[person]]\nname = "A"\nmails = "a@b.c"\n', "addresses.toml:3: mails is a list of texts"),
        ('[[person]]\nname = "A"\nmails = ["nowhere"]\n', "addresses.toml:3: nowhere is no mail address"),
        ('[[person]]\nmails = ["a@b.c"]\n', "addresses.toml:1: a person needs a name"),
        (
            '[[person]]\nname = "A"\nmails = ["a@b.c"]\n[[person]]\nname = "B"\nmails = ["A@b.c"]\n',
            "addresses.toml:6: A@b.c is A",
        ),
        ('[[person]]\nname = "A\n', "addresses.toml:2: it cannot be read"),
        ('[person]\nname = "A"\n', "addresses.toml:1: person is a list of tables"),
        ('[[person]]\nname = "A"\nmails = ["a@b.c\\r\\nBcc: x@y.z"]\n', "addresses.toml:3"),
    ],
)
def test_what_is_wrong_is_reported_with_its_line(text: str, fault: str) -> None:
    assert any(str(each).startswith(fault) for each in book(text).faults), [str(each) for each in book(text).faults]


def test_people_beside_one_at_fault_stay_and_are_changed_where_they_stand() -> None:
    text = '[[person]]\nname = 3\n\n[[person]]\nname = "Dan"\nmails = ["dan@example.org"]\n'
    there = book(text)
    assert [each.name for each in there.people] == ["Dan"]
    changed = with_person(there, replace(there.people[0], notes="moved"), 0)
    assert changed.startswith("[[person]]\nname = 3\n")
    assert book(changed).people[0].notes == "moved"


def test_a_file_that_is_no_toml_is_not_written_over() -> None:
    with pytest.raises(ValueError, match="Mend it by hand"):
        with_person(book("[[person]\n"), Person("Ada"))


@pytest.mark.parametrize("content", [b"\xff\xfe", b"[" * 5_000, b"a." * 5_000, b"x" * 600_000])
def test_strangers_files_are_faults_and_nothing_more(content: bytes) -> None:
    assert book_of(content).faults


def test_whose_mail_it_is_comes_from_the_game_first_and_from_the_book_else() -> None:
    game = set_player(new_game(standard(), "Winter Harbour"), "GERMANY", SeatedPlayer("Dan"))
    dan, cleo = Person("Dan", ("dan@example.org",), ("TURKEY",)), Person("Cleo", ("cleo@example.org",), ("Winter Harbour: ITALY", "France"))
    assert (power_of(dan, game), power_of(cleo, game)) == ("GERMANY", "ITALY")
    assert power_of(Person("Eve", powers=("ITALY", "TURKEY")), game) is None
    assert senders_of(game, AddressBook((dan, cleo))) == {"dan@example.org": "GERMANY", "cleo@example.org": "ITALY"}
    stranger = Person("Mallory", ("mallory@example.org",), ("GERMANY",))
    assert "mallory@example.org" not in senders_of(game, AddressBook((stranger,)))
    assert with_addresses(game, AddressBook((dan,))).players["GERMANY"].address == "dan@example.org"


def test_a_mail_of_somebody_in_the_book_is_taken_for_their_power_and_results_go_to_them(tmp_path: Path) -> None:
    desk = Desk()
    desk.run("player germany Dan", "address Dan dan@example.org --language de")
    mail = tmp_path / "mail.eml"
    mail.write_text("From: dan@example.org\nSubject: orders\n\nA MUN - BUR\nF KIE - DEN\n")
    desk.run(f"read-mail {mail}")
    assert [line.text for line in desk.session.open_turn.orders_of("GERMANY")] == ["A MUN - BUR", "F KIE - DEN"]
    to = {each.power: each.to for each in recipients(desk.session.game)}
    assert to["GERMANY"] is not None
    assert to["GERMANY"].address == "dan@example.org"
    assert to["FRANCE"] is None
    assert desk.session.game.players["GERMANY"].address == "", "the book is a person's own; the game says nothing of it"


def test_commands_list_change_and_remove_people() -> None:
    desk = Desk(game=False)
    desk.run("address 'Dan Doe' dan@example.org --powers 'GERMANY, Winter Harbour: TURKEY'", "address 'Dan Doe' --notes slow")
    said = desk.run("address-book")
    assert "Dan Doe: dan@example.org; GERMANY, Winter Harbour: TURKEY; slow" in said
    desk.run("remove-address dan doe")
    assert read_book(places().settings / FILE).people == ()
    with pytest.raises(CommandError, match="no mail address"):
        desk.run("address Eve nowhere")
    save_book(places().settings / FILE, "[[person]\n")
    with pytest.raises(CommandError, match="Mend it by hand"):
        desk.run("address Eve eve@example.org")


@pytest.mark.parametrize("code", ["en", "de", "fr", "it", "es", "pseudo"])
def test_unknown_keys_and_unreadable_address_books_are_kept(code: str) -> None:
    """A person with a key that is not known stays and a book that cannot be read is kept in every language."""
    with using(code):
        found = book('[[person]]\nname = "Ada"\nshoe_size = 38\n')
        cannot_be_read = [book("[[person]\n"), book_of(b"#" * (LARGEST + 1))]
    assert [each.name for each in found.people] == ["Ada"]
    assert len(found.faults) == 1
    assert found.can_be_written
    assert not any(each.can_be_written for each in cannot_be_read), "what cannot be read is not written over"


def test_a_person_of_a_strange_name_is_kept_under_one_that_can_be_read() -> None:
    evil = "Eve\u202e\n[[person]]\x1b"
    by_hand = book('[[person]]\nname = "Eve\\u202E\\n[[person]]\\u001b"\nmails = ["eve@example.org"]\n')
    assert [each.name for each in by_hand.people] == ["Eve [[person]]"]
    added = book(with_person(AddressBook(), Person(evil, ("eve@example.org",), notes=f"one{evil}")))
    assert added.people == (Person("Eve [[person]]", ("eve@example.org",), notes="oneEve\n[[person]]"),)


def test_the_story_tells_who_played_a_power_before(desk: Desk) -> None:
    desk.run(
        "player france Ada <ada@example.org>",
        "process --missing process",
        "player france Bea <bea@example.org>",
        "process --missing process",
    )
    said = desk.run("story")
    assert "Ada played France before Fall 1901." in said
    assert "ada@example.org" not in said
    assert "Bea played" not in said
