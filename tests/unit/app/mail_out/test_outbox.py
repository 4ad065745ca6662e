"""The outbox on disk: what is read back, in which sequence, within which bounds, and what is known of each player's mail."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.game.storage.atomic import Failure, StorageError
from app.mail_out import outbox as room
from app.mail_out.outbox import Item, MailState, Outbox, OutboxRound

ROUND = OutboxRound("20261129T200000-0badcafe", "7e57", "Test", "F1901M", "main", "results", ())


def item(number: int = 0, reader: str = "ADA", state: MailState = MailState.WAITING, message: str = "<a@x>") -> Item:
    return Item(number, reader, reader.title(), f"{reader.lower()}@example.org", message, "", state)


def kept(box: Outbox, stamp: str = "20261129T200000-0badcafe", *items: Item, **changes: Any) -> OutboxRound:
    new = replace(ROUND, id=stamp, items=items or (item(),), **changes)
    return box.add(new, [b"mail"] * len(new.items))


def test_a_mail_is_settled_when_nothing_happens_to_it_any_more() -> None:
    assert {each.value: each.is_settled for each in MailState} == {
        "waiting": False, "handing over": False, "sent": True, "refused": True, "unknown": False, "dropped": True,
    }  # fmt: skip


def test_a_round_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    made = kept(Outbox(tmp_path), ROUND.id, item(), item(1, "BEN", MailState.SENT))
    assert Outbox(tmp_path).round(ROUND.id) == made
    assert [each.reader for each in made.of(MailState.SENT, MailState.REFUSED)] == ["BEN"]
    assert made.of() == ()
    assert (tmp_path / ROUND.id / "1.eml").read_bytes() == b"mail"
    text = (tmp_path / ROUND.id / "round.json").read_text()
    assert json.loads(text)["items"][1]["state"] == "sent"


def test_names_in_other_letters_stand_in_the_list_as_they_are(tmp_path: Path) -> None:
    kept(Outbox(tmp_path), title="Größe")
    assert "Größe" in (tmp_path / ROUND.id / "round.json").read_text(encoding="utf-8")
    odd = kept(Outbox(tmp_path), title="\udce9")
    assert Outbox(tmp_path).round(odd.id) == replace(odd, title="?"), "half a letter is no reason to keep nothing"


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", "7", "null", "[" * 100_000,
        json.dumps({"id": ROUND.id}),
        json.dumps({"id": ROUND.id, "items": 7}),
        json.dumps({"id": ROUND.id, "items": [{"state": "elsewhere"}]}),
        json.dumps({"id": ROUND.id, "items": [{}]}),
        json.dumps({"id": ROUND.id, "items": ["x"]}),
    ],
)  # fmt: skip
def test_a_list_that_cannot_be_understood_is_no_round(text: str, tmp_path: Path) -> None:
    made = kept(Outbox(tmp_path))
    (tmp_path / made.id / "round.json").write_text(text)
    assert Outbox(tmp_path).round(made.id) is None


def test_a_round_that_lies_in_another_ones_folder_is_none(tmp_path: Path) -> None:
    made = kept(Outbox(tmp_path))
    (tmp_path / made.id).rename(tmp_path / "20261129T200000-00000000")
    assert list(Outbox(tmp_path).rounds()) == []
    assert Outbox(tmp_path).round("gone") is None


def test_a_list_is_read_up_to_its_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = kept(Outbox(tmp_path))
    file = tmp_path / made.id / "round.json"
    monkeypatch.setattr(room, "LARGEST", file.stat().st_size)
    assert Outbox(tmp_path).round(made.id) == made
    file.write_bytes(file.read_bytes() + b"x")
    assert Outbox(tmp_path).round(made.id) is None
    assert (room.LARGEST_MAIL, room.MOST_ROUNDS) == (60_000_000, 2_000)


def test_rounds_come_newest_first_and_nothing_else_in_the_folder_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    box = Outbox(tmp_path)
    for stamp in ("20261129T200000-0badcafe", "20261130T200000-0badcafe", "20261128T200000-0badcafe"):
        kept(box, stamp)
    for odd in ("20261129T200000-0badcafe~", "x20261129T200000-0badcafe", "20261129T200000-0BADCAFE", "drafts"):
        (tmp_path / odd).mkdir()
    (tmp_path / "20261201T200000-0badcafe").write_text("a file")
    assert [each.id[:8] for each in box.rounds()] == ["20261130", "20261129", "20261128"]
    monkeypatch.setattr(room, "MOST_ROUNDS", 2)
    assert [each.id[:8] for each in box.rounds()] == ["20261130", "20261129"]
    assert list(Outbox(tmp_path / "gone").rounds()) == []


def test_a_round_has_a_mail_for_each_of_its_items(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="shorter"):
        Outbox(tmp_path).add(replace(ROUND, items=(item(),)), [])
    assert list(Outbox(tmp_path).rounds()) == []


@pytest.mark.parametrize(
    ("older", "newer", "told"),
    [
        (MailState.WAITING, MailState.REFUSED, MailState.REFUSED),
        (MailState.SENT, MailState.WAITING, MailState.SENT),
        (MailState.SENT, MailState.SENT, MailState.SENT),
        (MailState.REFUSED, MailState.SENT, MailState.SENT),
        (MailState.UNKNOWN, MailState.DROPPED, MailState.DROPPED),
    ],
)
def test_of_several_mails_to_a_player_a_sent_one_counts_else_the_last(
    older: MailState, newer: MailState, told: MailState, tmp_path: Path
) -> None:
    box = Outbox(tmp_path)
    kept(box, "20261128T200000-0badcafe", item(state=older, message="<older@x>"))
    kept(box, "20261129T200000-0badcafe", item(state=newer, message="<newer@x>"))
    found = box.history("7e57", "F1901M", "main")["ADA"]
    assert found.state is told
    assert found.message_id == ("<older@x>" if told is older and newer is not MailState.SENT else "<newer@x>")


@pytest.mark.parametrize(
    "other", [{"game": "other"}, {"phase": "S1901M"}, {"branch": "b2"}, {"kind": "reminder"}], ids=["game", "phase", "branch", "kind"]
)
def test_mails_of_another_game_phase_line_or_kind_are_not_counted(other: dict[str, str], tmp_path: Path) -> None:
    kept(Outbox(tmp_path), **other)
    assert Outbox(tmp_path).history("7e57", "F1901M", "main") == {}
    asked = {"game": "7e57", "phase": "F1901M", "branch": "main", **other}
    assert list(Outbox(tmp_path).history(**asked)) == ["ADA"]


def test_a_mail_is_given_out_as_it_was_kept_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    box = Outbox(tmp_path)
    made = kept(box)
    assert box.mail(made, made.items[0]) == b"mail"
    with monkeypatch.context() as patch:
        patch.setattr(room, "LARGEST_MAIL", 2)
        with pytest.raises(StorageError):
            box.mail(made, made.items[0])
    (tmp_path / made.id / "0.eml").write_bytes(b"mall")
    with pytest.raises(StorageError) as caught:
        box.mail(made, made.items[0])
    assert caught.value.failure is Failure.DAMAGED
    assert caught.value.where == tmp_path / made.id / "0.eml"
    assert caught.value.remedy == "It is not sent; make it anew."
    (tmp_path / made.id / "0.eml").unlink()
    with pytest.raises(StorageError, match="reading the outbox failed: no such file"):
        box.mail(made, made.items[0])


def test_a_mark_without_words_takes_those_of_the_last_away(tmp_path: Path) -> None:
    box = Outbox(tmp_path)
    made = box.mark(kept(box), 0, MailState.WAITING, "450 later", "2026-11-29T20:00:00+00:00")
    made = box.mark(made, 0, MailState.SENDING)
    assert (made.items[0].state, made.items[0].reply, made.items[0].at) == (MailState.SENDING, "", "")


def test_one_program_holds_the_lock(tmp_path: Path) -> None:
    first, second = Outbox(tmp_path).lock(), Outbox(tmp_path).lock()
    assert first.acquire()
    assert not second.acquire()
    first.release()
    assert [each.name for each in tmp_path.iterdir()] == ["outbox.lock"]


@pytest.mark.skipif(os.name != "posix", reason="permissions of posix")
def test_the_folder_of_all_rounds_is_its_owners_alone(tmp_path: Path) -> None:
    made = kept(Outbox(tmp_path / "outbox"))
    for path in (tmp_path / "outbox", tmp_path / "outbox" / made.id, tmp_path / "outbox" / made.id / "round.json"):
        assert path.stat().st_mode & 0o077 == 0, path


def test_a_round_that_is_there_and_cannot_be_read_now_is_said_and_not_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    box = Outbox(tmp_path)
    made = kept(box)
    real = Path.open

    def barred(path: Path, *how: Any, **more: Any) -> Any:
        if path.name == "round.json":
            raise PermissionError(13, "Permission denied")
        return real(path, *how, **more)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", barred)
        for ask in (lambda: box.round(made.id), lambda: list(box.rounds()), lambda: box.history("7e57", "F1901M", "main")):
            with pytest.raises(StorageError, match="reading the outbox failed: permission denied"):
                ask()
    (tmp_path / made.id / "round.json").unlink()
    assert box.round(made.id) is None
    (tmp_path / made.id / "round.json").mkdir()
    assert box.round(made.id) is None


def test_an_outbox_whose_folder_cannot_be_listed_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StorageError, match="reading the outbox failed") as caught:
        list(Outbox(tmp_path / "file").rounds())
    assert caught.value.where == tmp_path / "file"
