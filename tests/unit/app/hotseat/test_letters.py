"""Letters between seats: they open with the keys of their sender and readers, in their own game, and with no others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.game.entries import SEALED_TEXT, KeyWork, Lock, Press, SealedLetter
from app.hotseat.letters import BLOCK, open_letter, seal_letter
from app.hotseat.locks import MOST_PAIRS, new_lock, private_keys, with_private_keys

TEXT = "Take Sevastopol,\nI take St Petersburg. Ünder no circumstances tell Fay."
PRESS = Press("TURKEY", ("ENGLAND", "RUSSIA"), TEXT, "2026-11-27T22:24:08Z")
SEATS = {
    name: new_lock(pin, KeyWork(2, 1, 1)) for name, pin in (("TURKEY", "4711"), ("ENGLAND", "0815"), ("RUSSIA", "3333"), ("ITALY", "9999"))
}


def sealed(press: Press = PRESS) -> Press:
    return seal_letter("7e577e57", "F1901M", press, {name: SEATS[name][0].pairs[0].public for name in (press.sender, *press.receivers)})


def opened(press: Press, name: str, game_id: str = "7e577e57", seat: str | None = None) -> str | None:
    return open_letter(game_id, press, name, private_keys(*SEATS[seat or name]))


def test_sender_and_readers_open_it_and_nobody_else_does() -> None:
    letter = sealed()
    assert letter.text == SEALED_TEXT
    assert {name: opened(letter, name) for name in SEATS} == {"TURKEY": TEXT, "ENGLAND": TEXT, "RUSSIA": TEXT, "ITALY": None}
    assert opened(letter, "ENGLAND", seat="ITALY") is None, "the name alone opens nothing"
    assert TEXT.encode() not in repr(letter).encode()


def test_a_letter_that_is_moved_or_changed_does_not_open() -> None:
    letter = sealed()
    closed = letter.sealed
    assert closed is not None
    forged = {
        "another game": (letter, "00000000"),
        "another sender": (replace(letter, sender="RUSSIA"), None),
        "one more reader": (replace(letter, receivers=(*letter.receivers, "ITALY")), None),
        "another time": (replace(letter, at="2026-11-28"), None),
        "another phase": (replace(letter, sealed=replace(closed, phase="S1901M")), None),
        "another scheme": (replace(letter, sealed=replace(closed, scheme="plain")), None),
        "other bytes": (replace(letter, sealed=replace(closed, data=closed.data[:-1] + bytes([closed.data[-1] ^ 1]))), None),
        "too few bytes": (replace(letter, sealed=replace(closed, data=closed.data[:20])), None),
        "a key that agrees on nothing": (replace(letter, sealed=replace(closed, data=bytes(32) + closed.data[32:])), None),
        "another's share": (
            replace(letter, sealed=replace(closed, shares=tuple(("ENGLAND", share) for _, share in closed.shares[:1]))),
            None,
        ),
        "no share": (replace(letter, sealed=replace(closed, shares=())), None),
    }
    assert [name for name, (each, game_id) in forged.items() if opened(each, "ENGLAND", game_id or "7e577e57") is not None] == []
    assert opened(replace(letter, text="other words", sealed=closed), "ENGLAND") == TEXT, "what is not sealed is not its text"


@pytest.mark.parametrize("text", ["", "x", "x" * (BLOCK - 1), "x" * BLOCK, " two  \n blanks", "\u20ac" * 300])
def test_every_text_comes_back_and_its_length_tells_little(text: str) -> None:
    letter = sealed(replace(PRESS, text=text))
    assert opened(letter, "RUSSIA") == text.rstrip(" ")
    assert isinstance(letter.sealed, SealedLetter)
    assert (len(letter.sealed.data) - 32 - 12 - 16) % BLOCK == 0


def test_two_letters_of_the_same_words_have_nothing_in_common() -> None:
    one, other = sealed().sealed, sealed().sealed
    assert one is not None
    assert other is not None
    assert one.data[:32] != other.data[:32]
    assert one.data[32:] != other.data[32:]
    assert set(one.shares).isdisjoint(other.shares)


def test_a_lock_that_takes_over_earlier_keys_opens_what_they_opened_and_is_bounded() -> None:
    letter = sealed()
    lock, key = new_lock("1234", KeyWork(2, 1, 1))
    assert open_letter("7e577e57", letter, "ENGLAND", private_keys(lock, key)) is None
    carried = with_private_keys(lock, key, private_keys(*SEATS["ENGLAND"]))
    assert carried.pairs[0] == lock.pairs[0], "new letters go to the new key"
    assert open_letter("7e577e57", letter, "ENGLAND", private_keys(carried, key)) == TEXT
    assert with_private_keys(carried, key, private_keys(*SEATS["ENGLAND"])) == carried
    many = with_private_keys(lock, key, [bytes([number] * 32) for number in range(1, 60)])
    assert len(many.pairs) == MOST_PAIRS


def test_another_key_gives_no_private_key() -> None:
    lock, _ = SEATS["ENGLAND"]
    _, other = SEATS["ITALY"]
    assert private_keys(lock, other) == ()
    swapped = Lock(lock.kind, lock.work, lock.salt, lock.check, (replace(lock.pairs[0], public=SEATS["ITALY"][0].pairs[0].public),))
    assert private_keys(swapped, SEATS["ENGLAND"][1]) == (), "the private key is bound to its public one"
