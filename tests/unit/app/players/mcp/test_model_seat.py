"""A model's seat without a server: what it answers when the host is quicker than the model."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.quick import one_by_one

pytest.importorskip("mcp")

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.players.mcp.model_seat import SETTLING, ModelSeat, Talk
from app.players.mcp.seat_knowledge import MOST, ModelSeatError, compact
from app.players.mcp.server import _ByToken
from app.players.programs.clocks import Clocks
from app.players.programs.dialogue import Dialogue
from app.players.programs.messages import GameOver, Judged, OrderResultLine
from app.players.programs.parts import legal_part
from app.session.errors import Abort
from entente import standard as standard_game
from entente.state import State
from tests.unit.app.commands.fake_services import Desk
from variants.catalogue import standard

START = standard_game().start
FALL = START.apply({}).after


class Host:
    """The host's side of a seat: a real dialogue, on the loop of the seat, and a clock that stands until it is set.

    Args:
        after: done on the loop each time the dialogue has received something.
    """

    def __init__(self, *, after: Callable[[Host], object] = lambda _host: None, talk: Talk | None = None, power: str = "FRANCE") -> None:
        self.now = 100.0
        self.after = after
        self.standing: list[str] = []
        self.is_deaf = False
        """True if the words of the seat do not reach the dialogue."""
        self.seat = ModelSeat(standard(), power, talk=talk, clock=lambda: self.now)
        self.dialogue = Dialogue(standard(), power, self._say, clocks=Clocks.even(600.0))

    def on_line(self, line: bytes | None, size: int) -> None:
        assert size
        assert line is not None
        if not self.is_deaf:
            self.dialogue.hear(line, self.now)
        self.after(self)

    def _say(self, line: bytes) -> None:
        self.seat.write(line.rstrip())

    def flooded(self, size: int) -> None: ...
    def on_error_line(self, line: bytes) -> None: ...
    def lost(self, cause: str) -> None: ...

    def ask(self, state: State = START) -> None:
        """A phase begins."""
        self.dialogue.ask(self.now, state.position)

    def played(self, *acts: Callable[[], str]) -> list[str]:
        """Return the answers of the seat to *acts*, in turn, each on a thread beside the host's loop; errors begin with ``error: ``.

        How the seat stood then is kept in ``standing``.
        """

        def said(act: Callable[[], str]) -> str:
            try:
                return act()
            except ModelSeatError as error:
                return f"error: {error}"
            finally:
                self.standing.append(self.seat.standing())

        async def play() -> list[str]:
            self.seat.open(self)
            await asyncio.sleep(0)
            self.dialogue.begin(self.now, "g")
            self.ask()
            return [await asyncio.to_thread(said, act) for act in acts]

        return asyncio.run(play())


def submitting(host: Host, *orders: str, phase: str = "S1901M", final: bool = True, seconds: float = 10.0) -> Callable[[], str]:
    return lambda: host.seat.submit(phase, orders, final=final, seconds=seconds)


def test_what_is_accepted_is_said_in_codes_and_words_with_tries_and_time() -> None:
    host = Host()
    said, look = host.played(submitting(host, "Paris - Burgundy", "F BRE - MAO"), host.seat.look)
    assert said.splitlines() == [
        "Ordered in S1901M:",
        "  A PAR - BUR: Army Paris moves to Burgundy",
        "  F BRE - MAO: Fleet Brest moves to the Mid-Atlantic Ocean",
        "Without an order each holds: MAR.",
        "You are not waited for any more. Other orders count until the phase is carried out.",
    ]
    assert host.standing[0] == "S1901M is open. 3 of 3 tries are left. 605 s are left."
    assert "You ordered: A PAR - BUR, F BRE - MAO." in look
    assert "Your orders are in." in look


def test_orders_that_are_rejected_are_an_error_that_says_what_counts_and_what_is_left() -> None:
    host = Host()
    wrong, *_ = host.played(submitting(host, "A PAR - MOS", "F BRE - MAO"))
    assert wrong.startswith("error: Rejected:\n  A PAR - MOS: ")
    assert "  F BRE - MAO: Fleet Brest moves" in wrong
    assert "Without an order each holds: MAR, PAR." in wrong
    assert "Send others for what was rejected; you are waited for." in wrong
    assert "2 of 3 tries are left." in host.standing[0]


def test_the_last_try_is_said_to_be_the_last() -> None:
    host = Host()
    wrong = submitting(host, "A PAR - MOS")
    first, second, third, news = host.played(wrong, wrong, wrong, lambda: host.seat.wait(seconds=0))
    assert "1 of 3 tries are left." in host.standing[1]
    assert "you are waited for" in second
    assert "That was the last try: you are not waited for any more." in third
    assert "0 of 3 tries are left." in host.standing[2]
    assert "you are waited for" in first
    assert host.dialogue.is_done
    assert news == "S1901M: nothing has happened yet; wait again."


def test_a_phase_whose_set_is_not_final_is_not_ended_by_rejected_orders() -> None:
    host = Host()
    wrong = submitting(host, "A PAR - MOS", final=False)
    *_, fifth, right = host.played(wrong, wrong, wrong, wrong, wrong, submitting(host, "A PAR - BUR"))
    assert "3 of 3 tries are left." in host.standing[4]
    assert "More was announced" in fifth
    assert "A PAR - BUR: Army Paris moves to Burgundy" in right
    assert host.dialogue.is_done


def test_orders_for_a_phase_that_is_over_change_nothing_in_the_next_and_are_an_error() -> None:
    def go_on(each: Host) -> None:
        if each.dialogue.phase == "S1901M" and each.dialogue.is_done:
            each.dialogue.close_turn()
            each.ask(FALL)

    host = Host(after=go_on)
    first, second, news = host.played(
        submitting(host, "A PAR - BUR"), submitting(host, "A MAR - SPA"), lambda: host.seat.wait("S1901M", seconds=0)
    )
    assert "A PAR - BUR: Army Paris moves" in first
    assert second.startswith("error: S1901M is not open: F1901M is open now. Nothing was done.")
    assert host.dialogue.orders == ()
    assert news.startswith("F1901M. ")


def test_orders_that_come_when_the_phase_was_carried_out_do_not_count() -> None:
    host = Host()

    def closed() -> str:
        host.dialogue.close_turn()
        return host.seat.submit("S1901M", ["A PAR - BUR"])

    (said,) = host.played(closed)
    assert said == "error: S1901M: these orders do not count: the phase is over. Call wait_for_next_phase."


def test_orders_behind_the_clock_do_not_count() -> None:
    host = Host()

    def late() -> str:
        host.now += 700
        return host.seat.submit("S1901M", ["A PAR - BUR"])

    (said,) = host.played(late)
    assert said.startswith("error: S1901M: these orders do not count: they came 95000 ms after the clock")
    assert host.standing[0].endswith(" 0 s are left.")


def test_orders_of_a_seat_that_was_lost_do_not_count() -> None:
    host = Host()
    host.after = lambda each: asyncio.ensure_future(each.seat.finish(0)) if each.dialogue.forfeit else None
    host.dialogue.bounds = replace(host.dialogue.bounds, illegal=0)
    (said,) = host.played(submitting(host, "A PAR - MOS"))
    assert said == "error: S1901M: the orders did not count: this seat is lost, and its units hold."


def test_orders_of_which_nothing_is_heard_are_not_called_accepted() -> None:
    host = Host()
    host.is_deaf = True
    (said,) = host.played(submitting(host, "A PAR - BUR", seconds=0.01))
    assert said.startswith("error: S1901M: nothing was heard of the orders so far.")


def test_orders_at_the_end_of_the_game_came_too_late() -> None:
    host = Host()
    over = GameOver(phase="S1901M", outcome="draw", winners=("FRANCE",))

    def as_it_ends() -> str:
        host.is_deaf = True
        host.after = lambda each: each.dialogue.end(each.now, over)
        return host.seat.submit("S1901M", ["A PAR - BUR"])

    said, later, end = host.played(as_it_ends, submitting(host, "A PAR - BUR"), host.seat.look)
    assert said == "error: The orders came too late. The game is over: draw of FRANCE in S1901M."
    assert later == "error: The game is over: draw of FRANCE in S1901M."
    assert end == "The game is over: draw of FRANCE in S1901M."
    assert host.seat.has_read_the_end.is_set()


@pytest.mark.parametrize("phase", ["", "F1901M", "S1901R", "nonsense"])
def test_what_is_done_names_the_open_phase(phase: str) -> None:
    host = Host()
    acts: list[Callable[[], str]] = [
        lambda: host.seat.submit(phase, ["A PAR - BUR"]),
        lambda: host.seat.send(phase, ["GERMANY"], "Peace?"),
        lambda: host.seat.propose_draw(phase, agree=True),
        lambda: host.seat.end_talk(phase),
    ]
    for said in host.played(*acts):
        assert said.startswith("error: ")
        assert "S1901M is open now. Nothing was done." in said
    assert host.dialogue.orders == ()
    assert not host.dialogue.heard.letters
    assert not host.dialogue.heard.wants_draw


def test_results_are_sent_once_and_can_be_asked_for_again() -> None:
    host = Host()

    def next_phase() -> str:
        host.dialogue.tell(Judged(phase="S1901M", orders={"FRANCE": (OrderResultLine(order="A PAR - BUR", results=("ok",)),)}))
        host.ask(FALL)
        return host.seat.look()

    first, again, of_it, history, later = host.played(
        next_phase,
        host.seat.look,
        lambda: host.seat.look("S1901M"),
        host.seat.history_text,
        lambda: host.seat.history_text("F1901M"),
    )
    line = "  S1901M FRANCE: A PAR - BUR (ok)"
    assert line in first.splitlines()
    assert line not in again.splitlines()
    assert of_it == history == line
    assert later == "error: F1901M was not played yet; F1901M is open."


@pytest.mark.parametrize("place", ["PAR", "par", "Paris", " paris "])
def test_places_are_understood_as_in_orders(place: str) -> None:
    host = Host()
    legal, map_ = host.played(lambda: host.seat.legal_orders("S1901M", place), lambda: host.seat.map_text("", place))
    assert legal.splitlines()[0] == "S1901M, PAR (Paris):"
    assert "  A PAR - BUR: Army Paris moves to Burgundy" in legal.splitlines()
    assert map_.splitlines() == ["PAR Paris: inland, supply centre, home of FRANCE", "  from PAR: BRE (A), BUR (A), GAS (A), PIC (A)"]


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("MOS", "nothing can be ordered in MOS (Moscow); orders can be given in MAR, PAR, BRE."),
        ("Pariss", "'Pariss' is not a place here. Did you mean PAR (Paris)?"),
        ("Gotham", "'Gotham' is not a place of this board"),
    ],
)
def test_a_place_that_is_none_is_an_error(place: str, words: str) -> None:
    host = Host()
    (said,) = host.played(lambda: host.seat.legal_orders("", place))
    assert said.startswith("error: ")
    assert words in said


def test_legal_orders_of_all_places_name_the_phase_and_fold_orders_of_a_unit() -> None:
    host = Host()
    (said,) = host.played(host.seat.legal_orders)
    assert said.splitlines()[0] == "S1901M"
    (paris,) = (each for each in said.splitlines() if each.startswith("A PAR: "))
    assert set(paris.removeprefix("A PAR: ").split(" | ")) == {
        "H", "- BRE BUR GAS PIC", "S F BRE (H, - GAS PIC)", "S A MAR (- BUR GAS)", "S A MUN (- BUR)",
    }  # fmt: skip


def unfolded(text: str) -> set[str]:
    """The orders of a folded text that leaves none out."""
    found: set[str] = set()
    for line in text.splitlines()[1:]:
        unit, _, rest = line.partition(": ")
        for part in rest.split(" | "):
            head, _, inside = part.partition(" (")
            if inside:
                for group in inside.rstrip(")").split(", "):
                    found |= (
                        {f"{unit} {head}"} if group == "H" else {f"{unit} {head} - {each}" for each in group.removeprefix("- ").split()}
                    )
            elif part.startswith("VIA "):
                found |= {f"{unit} - {each} VIA" for each in part.removeprefix("VIA ").split()}
            elif part[:2] in {"- ", "R "}:
                found |= {f"{unit} {part[0]} {each}" for each in part[2:].split()}
            else:
                found.add(f"{unit} {part}".strip())
    return found


CROWD = (
    "S1905M | units ENGLAND F NTH, F ENG, F MAO, F NWG, F SKA, A LON, A YOR, A BEL, A BRE, A NWY, A EDI, A HOL, A DEN, A POR; "
    "FRANCE A PAR, A GAS, A PIC, F IRI; GERMANY A KIE, A RUH, F HEL, A SWE | owners ENGLAND LON EDI LVP"
)


@pytest.mark.parametrize("line", [str(START), CROWD])
def test_folded_orders_are_all_the_legal_ones(line: str) -> None:
    state = standard_game().state(line)
    for power in ("FRANCE", "ENGLAND", "RUSSIA"):
        legal = legal_part(standard(), state.position, power)
        assert unfolded("key\n" + compact(legal, 10**6).partition("\n")[2]) == {order for orders in legal.values() for order in orders}


def test_the_orders_of_fourteen_units_have_at_most_5000_characters() -> None:
    legal = legal_part(standard(), standard_game().state(CROWD).position, "ENGLAND")
    text = compact(legal)
    assert len(text) <= MOST
    units = {order.rsplit(" ", len(order.split()) - 2)[0] for orders in legal.values() for order in orders}
    assert len(units) == 14
    for unit in units:
        assert any(row.startswith(f"{unit}: H | - ") for row in text.splitlines()), unit


def test_the_whole_answer_of_fourteen_units_has_at_most_5000_characters() -> None:
    host = Host(power="ENGLAND")

    def crowded() -> str:
        host.ask(standard_game().state(CROWD))
        return host.seat.legal_orders("S1905M")

    (said,) = host.played(crowded)
    assert 4000 < len(f"{said}\n{host.standing[0]}") <= 5000


@pytest.mark.parametrize("most", [3000, 1500, 900])
def test_what_is_left_out_of_too_many_orders_is_said(most: int) -> None:
    text = compact(legal_part(standard(), standard_game().state(CROWD).position, "ENGLAND"), most)
    assert len(text) <= most
    assert "… stands for orders that are left out here: ask for that place alone." in text.splitlines()


def test_a_letter_names_its_receivers_by_any_name_and_stands_among_ones_own() -> None:
    def deliver(host: Host) -> None:
        for letter in host.dialogue.heard.letters:
            host.dialogue.delivered(host.now, letter.to, ())
        host.dialogue.heard.letters.clear()

    host = Host(after=deliver)
    sent, unknown, to_self, own = host.played(
        lambda: host.seat.send("S1901M", ["Germany", "italian"], "Burgundy stays empty."),
        lambda: host.seat.send("S1901M", ["Narnia"], "Hello"),
        lambda: host.seat.send("S1901M", ["France"], "Hello"),
        host.seat.letters_text,
    )
    assert sent == "S1901M: GERMANY, ITALY have it."
    assert unknown.startswith("error: 'Narnia' is nobody to write to; there are AUSTRIA, ENGLAND")
    assert to_self.startswith("error: 'France' is nobody to write to")
    assert own == '{"phase": "S1901M", "from": "FRANCE", "to": ["GERMANY", "ITALY"], "text": "Burgundy stays empty."}'


def test_a_letter_that_nobody_got_is_an_error() -> None:
    host = Host(after=lambda each: each.dialogue.delivered(each.now, (), ("not delivered to GERMANY: it is winter",)))
    said, own = host.played(lambda: host.seat.send("S1901M", ["GERMANY"], "Peace?"), host.seat.letters_text)
    assert said == "error: S1901M: nobody has the letter now: not delivered to GERMANY: it is winter."
    assert own == "No letters."


def test_what_became_of_a_letter_is_not_taken_for_the_next_one() -> None:
    host = Host()

    def both(each: Host) -> None:
        for power in ("GERMANY", "ITALY"):
            each.dialogue.delivered(each.now, (power,), ())

    def second() -> str:
        host.after = both
        return host.seat.send("S1901M", ["ITALY"], "Peace?")

    first, next_one, own = host.played(lambda: host.seat.send("S1901M", ["GERMANY"], "War?", 0.01), second, host.seat.letters_text)
    assert first.startswith("error: S1901M: nothing was heard of the letter so far.")
    assert next_one == "S1901M: ITALY has it."
    assert [json.loads(line)["text"] for line in own.splitlines()] == ["War?", "Peace?"]


def test_a_letter_of_a_power_that_has_nothing_to_order_is_not_lost_in_silence() -> None:
    host = Host()

    def closed() -> str:
        host.dialogue.close_turn()
        return host.seat.send("S1901M", ["GERMANY"], "Peace?")

    (said,) = host.played(closed)
    assert said.startswith("error: S1901M: nobody has the letter now: letters are passed on while orders of yours are due")


def test_letters_are_read_once_and_stand_among_all_letters() -> None:
    host = Host()

    def comes() -> str:
        host.dialogue.letter(host.now, "GERMANY", "Peace?", ("FRANCE",))
        return host.seat.read()

    first, again, every, other = host.played(comes, host.seat.read, host.seat.letters_text, lambda: host.seat.letters_text("F1901M"))
    assert first == every == '{"phase": "S1901M", "from": "GERMANY", "to": ["FRANCE"], "text": "Peace?"}'
    assert again == "No new letters."
    assert other == "No letters."


def test_in_a_round_of_talk_nothing_is_ordered_until_all_have_said_all() -> None:
    now = [10.0]
    talk = Talk(60, lambda: now[0])
    talk.join("GERMANY", "S1901M")
    host = Host(talk=talk)

    def the_other_ends() -> str:
        now[0] += SETTLING
        talk.end("GERMANY", "S1901M")
        return host.seat.wait("S1901M", seconds=0)

    look, early, mine, news, ordered, again = host.played(
        host.seat.look,
        submitting(host, "A PAR - BUR"),
        lambda: host.seat.end_talk("S1901M"),
        the_other_ends,
        submitting(host, "A PAR - BUR"),
        lambda: host.seat.end_talk("S1901M"),
    )
    assert "A round of talk is held first, 60 s more" in look
    assert early == "error: S1901M: nothing was ordered. The round of talk lasts 60 s more; end_talk says that you have said all."
    assert mine.startswith("S1901M: GERMANY still talk.")
    assert "Orders are due for" in news
    assert "A PAR - BUR: Army Paris moves" in ordered
    assert again == "error: S1901M: no round of talk is held now; orders can be submitted."


def test_a_round_of_talk_ends_by_the_clock_and_wakes_who_waits() -> None:
    now = [10.0]
    talk = Talk(60, lambda: now[0])
    talk.join("GERMANY", "S1901M")
    assert talk.left("S1901M") == 60
    assert talk.left("F1901M") == 0
    now[0] += 59
    assert talk.left("S1901M") == 1
    now[0] += 1
    assert talk.left("S1901M") == 0
    woken: list[int] = []
    talk.listen(lambda: woken.append(1))
    talk.end("GERMANY", "S1901M")
    assert woken == [1]


@one_by_one(
    ("said", "seat"),
    [
        (b"Bearer token-of-france", "FRANCE"),
        (b"Bearer token-of-italy", "ITALY"),
        (b"Bearer token-of-", None),
        (b"Bearer token-of-francegermany", None),
        (b"Bearer ", None),
        (b"token-of-france", None),
        (b"Basic token-of-france", None),
        (None, None),
    ],
)
def test_a_token_opens_its_own_seat_and_without_one_nothing_is_opened(said: bytes | None, seat: str | None) -> None:
    asked: list[str] = []
    answered: list[int] = []

    def app_of(power: str) -> ASGIApp:
        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            asked.append(power)

        return app

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        answered.append(message.get("status", 0))

    door = _ByToken({f"token-of-{power.lower()}": app_of(power) for power in ("FRANCE", "ITALY")})
    headers = [(b"host", b"127.0.0.1"), *([] if said is None else [(b"authorization", said)])]
    asyncio.run(door({"type": "http", "method": "POST", "path": "/mcp", "headers": headers}, receive, send))
    assert asked == ([] if seat is None else [seat])
    assert answered[:1] == ([401] if seat is None else [])


def test_the_map_says_where_units_go_and_what_is_asked_is_noted() -> None:
    told: list[tuple[str, str]] = []
    seat = ModelSeat(standard(), "FRANCE")
    seat.note_with(lambda kind, words: told.append((kind, words)))
    assert "  from PAR: BRE (A), BUR (A), GAS (A), PIC (A)" in seat.map_text().splitlines()
    assert seat.look() == "The game has not begun: call wait_for_next_phase."
    assert told == [("tool", "look at the board")]


@pytest.mark.parametrize("wish", ["--years 0", "--years 1001", "--http 65536"])
def test_a_game_of_models_of_no_or_too_many_years_or_at_no_port_is_refused(wish: str) -> None:
    with pytest.raises(Abort, match="Ports go up to 65535, years from 1 to 1000"):
        Desk(game=False).run(f"serve --mcp france --bots holding {wish}")
