"""PINs and passphrases, and what wrong ones cost."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.game.entries import KeyWork, LockKind
from app.game.record import EditError
from app.hotseat.locks import FREE, LONGEST_WAIT, MANY, Attempts, decrypted, encrypted, key_of, new_lock, wait_after

QUICK = KeyWork(2, 1, 1)


class Hand:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_lock_opens_for_its_secret_and_gives_the_same_key() -> None:
    lock, key = new_lock("4711", QUICK)
    assert lock.kind is LockKind.PIN
    assert key_of(lock, " 4711 ") == key
    with pytest.raises(EditError, match="not the PIN"):
        key_of(lock, "4712")


@pytest.mark.slow
def test_a_lock_of_the_program_opens_for_its_secret_alone() -> None:
    lock, key = new_lock("4711")
    assert lock.work == KeyWork()
    assert key_of(lock, "4711") == key
    with pytest.raises(EditError, match="not the PIN"):
        key_of(lock, "4712")


def test_two_people_with_one_pin_cannot_open_each_others_seats_by_key() -> None:
    (one, key), (other, _) = new_lock("4711", QUICK), new_lock("4711", QUICK)
    assert one != other
    assert key_of(other, "4711") != key


def test_a_passphrase_is_the_same_however_its_letters_are_composed() -> None:
    lock, key = new_lock("Z\u00fcrich im Regen", QUICK)
    assert lock.kind is LockKind.PASSPHRASE
    assert key_of(lock, "Zu\u0308rich im Regen") == key


@pytest.mark.parametrize("secret", ["", "   ", "123", "secret", "x" * 201])
def test_a_secret_that_closes_nothing_is_refused(secret: str) -> None:
    with pytest.raises(EditError, match="at least"):
        new_lock(secret, QUICK)


def test_what_is_encrypted_opens_with_its_key_for_its_purpose_and_unchanged_only() -> None:
    _, key = new_lock("4711", QUICK)
    data = encrypted(key, b"A PAR - BUR", b"here")
    assert decrypted(key, data, b"here") == b"A PAR - BUR"
    assert decrypted(key, data, b"there") is None
    assert decrypted(bytes(32), data, b"here") is None
    assert decrypted(key, data[:-1] + bytes([data[-1] ^ 1]), b"here") is None
    assert decrypted(key, b"short", b"here") is None


def test_the_first_slips_are_free_and_then_each_wrong_one_costs_twice_the_time() -> None:
    assert [wait_after(wrong) for wrong in range(FREE + 4)] == [0, 0, 0, 0, 5, 10, 20]
    assert wait_after(10_000) == LONGEST_WAIT


def test_who_has_to_wait_cannot_try_and_is_told_how_long() -> None:
    clock = Hand()
    attempts = Attempts(None, clock)
    for _ in range(FREE + 1):
        attempts.check("g", "FRANCE")
        attempts.wrong("g", "FRANCE")
    with pytest.raises(EditError, match="Try again in 5 seconds"):
        attempts.check("g", "FRANCE")
    attempts.check("g", "ITALY")
    clock.now += 5
    attempts.check("g", "FRANCE")


def test_after_ten_wrong_ones_the_way_out_is_told() -> None:
    attempts = Attempts(None, Hand())
    for _ in range(MANY):
        attempts.wrong("g", "FRANCE")
    assert "the table can discard these orders, unread" in attempts.wait("g", "FRANCE").words


def test_who_need_not_wait_is_told_of_no_waiting() -> None:
    attempts = Attempts(None, Hand())
    attempts.wrong("g", "FRANCE")
    assert attempts.wait("g", "FRANCE").words == "1 wrong try."


def test_the_right_secret_forgets_what_was_wrong() -> None:
    attempts = Attempts(None, Hand())
    attempts.wrong("g", "FRANCE")
    attempts.right("g", "FRANCE")
    assert attempts.wait("g", "FRANCE").words == ""


def test_a_restart_waits_the_whole_time_again(tmp_path: Path) -> None:
    path = tmp_path / "new" / "tries.json"
    first = Attempts(path, Hand())
    for _ in range(6):
        first.wrong("g", "FRANCE")
    again = Attempts(path, Hand())
    assert again.wait("g", "FRANCE").seconds == wait_after(6)


@pytest.mark.parametrize("text", ["", "[]", '{"g FRANCE": "many"}', '{"g FRANCE": -3}', "\x00"])
def test_a_damaged_file_of_counts_counts_from_nothing(tmp_path: Path, text: str) -> None:
    path = tmp_path / "tries.json"
    path.write_text(text)
    assert Attempts(path, Hand()).wait("g", "FRANCE").wrong == 0


def test_a_wrong_secret_after_a_restart_adds_to_those_before_it(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "tries.json"
    for _ in range(3):
        assert Attempts(path, Hand()).wrong("g", "FRANCE").wrong > 0
    assert Attempts(path, Hand()).wait("g", "FRANCE").wrong == 3
    Attempts(path, Hand()).right("g", "FRANCE")
    assert Attempts(path, Hand()).wait("g", "FRANCE").wrong == 0


def test_the_wait_goes_by_while_the_program_runs_and_is_not_begun_anew_by_asking(tmp_path: Path) -> None:
    clock = Hand()
    attempts = Attempts(tmp_path / "tries.json", clock)
    for _ in range(FREE + 1):
        attempts.wrong("g", "FRANCE")
    clock.now += 3
    assert attempts.wait("g", "FRANCE").seconds == 2
    assert attempts.wait("g", "FRANCE").words == f"{FREE + 1} wrong tries. Try again in 2 seconds."
    clock.now += 2
    attempts.check("g", "FRANCE")
