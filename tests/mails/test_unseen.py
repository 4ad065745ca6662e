"""Score of the reader on mails that it was not made with: no order taken wrongly, none standing that was taken back, and two shares.

``tests/mails/unseen/README.md`` says what a folder holds and what the fields of its ``expect.toml`` mean. The mails are taken into one
game one after the other, as they are listed there, and nothing is pressed in between. ``python -m tests.mails.test_unseen`` prints
the figures of each set by itself: of the fresh one, which nobody who changes the reader has seen, and of the worn ones, whose mails
were looked at since they were written.
``--folder NAME`` prints those of one set.
"""

from __future__ import annotations

import argparse
import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

from adjudicator import canonical_order
from adjudicator.legal import adjustment, legal_orders, orderable
from adjudicator.order import Order, Waive
from app.game.document import Document
from app.game.opening import open_text
from app.game.record import ordered_place
from app.gm.order_mails import NothingTakenError, take_in
from app.mail_in.accounting import Accounting, Fate
from tests.unit.app.commands.fake_services import Desk

WORN = "unseen"
FRESH = "unseen6"
LATER = tuple(f"unseen{number}" for number in range(7, 44))
SETS = {**dict.fromkeys((WORN, "unseen2", "unseen3", "unseen4", "unseen5"), "worn"), FRESH: "fresh", **dict.fromkeys(LATER, "worn")}


def phases_of(name: str) -> list[Path]:
    """The folders of a set, one for each phase."""
    return sorted(path.parent for path in Path(__file__).with_name(name).glob("*/expect.toml"))


PHASES = phases_of(WORN)
SHARE_TAKEN = 0.9
QUESTIONS_A_MAIL = 1.0
FIELDS = {"file", "power", "language", "kinds", "take", "ask", "either", "may", "withdraw", "later", "nothing"}


@dataclass
class Figures:
    """Figures of the mails of a folder, or of all."""

    mails: int = 0
    plain: int = 0
    taken: int = 0
    questions: int = 0
    wrong: list[str] = field(default_factory=list)
    standing: list[str] = field(default_factory=list)
    """Orders that were taken back, and stand."""
    missed: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    """Orders to be asked about, lines for later, or mails, of which there is no trace."""

    def add(self, other: Figures) -> None:
        """Count *other* in."""
        for name in ("mails", "plain", "taken", "questions"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("wrong", "standing", "missed", "lost"):
            getattr(self, name).extend(getattr(other, name))

    def __str__(self) -> str:
        return (
            f"{self.mails} mails: {self.taken} of {self.plain} plain orders taken ({self.taken / max(self.plain, 1):.0%}), "
            f"{len(self.wrong)} taken wrongly, {len(self.standing)} standing though taken back, "
            f"{self.questions / max(self.mails, 1):.2f} questions a mail, {len(self.lost)} without a trace"
        )


def received(desk: Desk, mail: bytes) -> Accounting:
    try:
        return take_in(desk.session, mail)
    except NothingTakenError as nothing:
        return nothing.accounting


def carried_out(desk: Desk, power: str, order: Order) -> str:
    """The text of *order* as it will be carried out: ``F AEG - BUL`` is ``F AEG - BUL/SC``, with the one coast that can be reached."""
    variant, position = desk.session.variant, desk.session.open_turn.position
    return without_needless_via(desk, str(canonical_order(variant, position, power, order)[0]))


def without_needless_via(desk: Desk, text: str) -> str:
    """*text* without the ``VIA`` of a move that can only go by convoy."""
    bare = text.removesuffix(" VIA")
    if bare == text:
        return text
    return text if text in map(str, legal_orders(desk.session.variant, desk.session.open_turn.position, text.split()[1])) else bare


def orders_of(desk: Desk, power: str) -> dict[str, bool]:
    """The orders that stand, each with whether it waits for a person."""
    lines = desk.session.open_turn.orders_of(power)
    return {carried_out(desk, power, line.order): line.is_withdrawn for line in lines if line.order is not None and line.is_legal}


@cache
def figures(folder: Path) -> Figures:
    """Return the figures of the mails of one phase."""
    desk = Desk(game=False)
    desk.session.add(Document(open_text((folder / "game.dpn").read_bytes()).ready().game))
    found = Figures()
    for expected in tomllib.loads((folder / "expect.toml").read_text(encoding="utf-8"))["mail"]:
        _take(desk, folder, expected, found)
    return found


def _take(desk: Desk, folder: Path, expected: dict[str, object], found: Figures) -> None:
    def listed(name: str) -> list[str]:
        value = expected.get(name, [])
        assert isinstance(value, list)
        return [without_needless_via(desk, str(each)) for each in value]

    name = f"{folder.name}/{expected['file']}"
    whose = expected.get("power", "?")
    powers = [str(each) for each in whose] if isinstance(whose, list) else [] if whose == "?" else [str(whose)]
    before = len(desk.session.open_turn.mails)
    accounting = received(desk, (folder / str(expected["file"])).read_bytes())
    now = {order: waits for power in powers for order, waits in orders_of(desk, power).items()}
    asked = accounting.of(Fate.DOUBTFUL, Fate.REFUSED, Fate.WITHDRAWS)
    offered = {str(choice.order) for line in asked for choice in line.choices} | {
        str(line.order) for line in asked if line.order is not None
    }
    taken = [
        (line.power, carried_out(desk, line.power, line.order) if line.power and line.order else str(line.order))
        for line in accounting.taken
    ]
    allowed = {*listed("take"), *listed("either"), *listed("may")}
    found.mails += 1
    found.plain += len(listed("take"))
    plain = [order for order in listed("take") if now.get(order) is False]
    found.taken += len(plain)
    found.missed += [f"{name} {order}" for order in listed("take") if order not in plain]
    found.wrong += [f"{name} {order}" for power, order in taken if order not in allowed or (powers and power not in powers)]
    found.standing += [f"{name} {order}" for order in listed("withdraw") if now.get(order) is False and order not in listed("take")]
    found.questions += sum(1 for letter in accounting.letters for line in letter.lines if line.fate in (Fate.DOUBTFUL, Fate.WITHDRAWS))
    found.questions += any(letter.is_empty for letter in accounting.letters) and not expected.get("nothing")
    words = " ".join(line.text for line in asked)
    for order in (*listed("ask"), *listed("either")):
        place = None if order == "WAIVE" else order.split()[1].partition("/")[0]
        about = {ordered_place(choice.order) for line in asked for choice in line.choices if not isinstance(choice.order, Waive)}
        if order not in offered and place not in about and order not in {each for _, each in taken} and not words:
            found.lost.append(f"{name} {order}")
    if len(desk.session.open_turn.mails) == before and not accounting.letters[0].other_game:
        found.lost.append(f"{name} as a whole")


def all_figures(name: str = WORN) -> Figures:
    whole = Figures()
    for folder in phases_of(name):
        whole.add(figures(folder))
    return whole


pytestmark = pytest.mark.skipif(not PHASES, reason="no unseen mails here")


@pytest.mark.parametrize("name", SETS)
def test_no_order_is_taken_that_was_not_meant(name: str) -> None:
    assert len(all_figures(name).wrong) == 0


@pytest.mark.parametrize("name", SETS)
def test_there_is_at_most_a_question_a_mail(name: str) -> None:
    whole = all_figures(name)
    assert whole.questions <= QUESTIONS_A_MAIL * whole.mails, str(whole)


@pytest.mark.parametrize(
    ("name", "taken", "plain"),
    [
        *((WORN, 279, 289), ("unseen2", 256, 260), ("unseen3", 120, 124), ("unseen4", 174, 179), ("unseen5", 556, 580)),
        *(("unseen7", 107, 116), ("unseen8", 121, 134), ("unseen9", 97, 105), ("unseen10", 110, 121), ("unseen11", 101, 107)),
        *(
            ("unseen17", 104, 110),
            ("unseen18", 104, 112),
            ("unseen19", 112, 115),
            ("unseen20", 109, 119),
            ("unseen21", 110, 117),
            ("unseen22", 104, 112),
        ),
        *(("unseen23", 98, 105), ("unseen24", 106, 113), ("unseen25", 110, 115), ("unseen26", 106, 114)),
        *(("unseen27", 106, 116), ("unseen28", 108, 114), ("unseen29", 111, 119), ("unseen30", 120, 125), ("unseen31", 99, 105)),
        *(("unseen32", 118, 123), ("unseen33", 108, 111), ("unseen34", 107, 113), ("unseen35", 108, 113)),
        *(
            ("unseen36", 107, 112),
            ("unseen37", 116, 121),
            ("unseen38", 103, 109),
            ("unseen39", 104, 110),
            ("unseen40", 99, 106),
            ("unseen43", 119, 121),
        ),
    ],
)
def test_the_reader_does_as_well_as_it_did(name: str, taken: int, plain: int) -> None:
    """The figures of the worn sets on 1 December 2026, two orders less at most; the bar lies below them."""
    whole = all_figures(name)
    assert whole.taken >= taken, str(whole)
    assert whole.plain == plain, str(whole)


@pytest.mark.parametrize(
    "folder", [folder for name in SETS for folder in phases_of(name)], ids=lambda folder: f"{folder.parent.name} {folder.name}"
)
def test_nine_of_ten_plain_orders_are_taken_in_each_phase(folder: Path) -> None:
    found = figures(folder)
    assert found.taken >= SHARE_TAKEN * found.plain, str(found)


@pytest.mark.parametrize("name", SETS)
def test_no_order_stands_that_was_taken_back(name: str) -> None:
    assert len(all_figures(name).standing) == 0


@pytest.mark.parametrize("name", SETS)
def test_nearly_all_plain_orders_are_taken(name: str) -> None:
    whole = all_figures(name)
    assert whole.taken >= SHARE_TAKEN * whole.plain, str(whole)


@pytest.mark.parametrize(
    "folder", [path for name in SETS for path in phases_of(name)], ids=lambda folder: f"{folder.parent.name}/{folder.name}"
)
def test_a_folder_is_well_formed(folder: Path) -> None:
    """Every order that is expected is legal for a power of the mail, and what a mail takes back was given before."""
    game = Document(open_text((folder / "game.dpn").read_bytes()).ready().game).game
    position = game.turn(game.last()).position
    contents = tomllib.loads((folder / "expect.toml").read_text(encoding="utf-8"))
    assert contents["phase"] == str(position.phase)
    assert sorted(mail["file"] for mail in contents["mail"]) == sorted(path.name for path in folder.glob("*.eml"))
    given: set[str] = set()
    for mail in contents["mail"]:
        assert not set(mail) - FIELDS, mail["file"]
        whose = mail["power"] if isinstance(mail["power"], list) else [mail["power"]]
        powers = list(game.variant.powers) if whose == ["?"] else whose
        legal = {
            str(order)
            for power in powers
            for place in orderable(game.variant, position, power)
            for order in legal_orders(game.variant, position, place)
        }
        legal |= {"WAIVE"} if any(adjustment(game.variant, position, power) > 0 for power in powers) else set()
        expected = {order for name in ("take", "ask", "either", "may") for order in mail.get(name, [])}
        assert {order.removesuffix(" VIA") for order in expected} <= legal, mail["file"]
        assert set(mail.get("withdraw", [])) <= given, mail["file"]
        assert not mail.get("nothing") or not {"take", "ask", "either"} & set(mail), mail["file"]
        given |= expected


if __name__ == "__main__":
    options = argparse.ArgumentParser(description="Print how well the reader does on mails that it was not made with.")
    options.add_argument("--folder", help="print the figures of this set only", choices=list(SETS))
    one = options.parse_args().folder
    for shown in [one] if one else list(SETS):
        for folder in phases_of(shown):
            print(f"{shown}/{folder.name}", figures(folder))
        print(f"{shown}, {SETS[shown]}:", all_figures(shown))
