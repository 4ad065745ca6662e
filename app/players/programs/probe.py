"""Tries a program out: whether it can be reached, what it says of itself, and whether it orders."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from adjudicator.variant import Variant
from app.players.programs.clocks import Clocks
from app.players.programs.host import ProgramHost
from app.players.programs.messages import PROTOCOL, Option
from app.players.programs.parts import playing
from app.players.programs.seats import ProgramReach, ProgramSeat
from app.players.programs.supervisor import GameStart, ProgramStatus
from languages import sentence, tr

SECONDS = 10.0
"""Seconds that it has for hello and its first orders together, and again for the second."""


@dataclass(frozen=True, slots=True)
class Probe:
    """Result of trying a program out."""

    lines: tuple[str, ...]
    """Sentences, the last of which says what came of it."""
    is_good: bool
    """True if it ordered."""
    name: str = ""
    options: tuple[Option, ...] = ()


def probe(seat: ProgramSeat, variant: Variant | None = None, seconds: float = SECONDS, go_on: Callable[[], bool] = lambda: True) -> Probe:
    """Start or call the program of *seat* and give it a first turn; it is let go of afterwards.

    Args:
        variant: what it is to play; the standard game unless given.
        seconds: that it has for its first turn.
        go_on: asked now and then; the test ends where it says no.
    """
    if variant is None:
        from variants.catalogue import standard

        variant = standard()
    if seat.reach is ProgramReach.LISTEN:
        return Probe((tr("It connects to us: it is waited for once it has a seat, and its password is shown there."),), is_good=True)
    where = tr("Started") if seat.reach is ProgramReach.START else tr("Connected to {host}:{port}", host=seat.host, port=seat.port)
    power = playing(variant)[0]
    with ProgramHost(variant) as host:
        host.seat(power, seat, clocks=Clocks.even(seconds, 0.0))
        if host.standing(power).status is ProgramStatus.STOPPED:
            return Probe((f"{sentence(host.standing(power).words)}.",), is_good=False)
        host.begin(GameStart("test"))
        host.ask(power, variant.start)
        while not host.wait(lambda: host.is_done(power), 0.2) and go_on():
            pass
        standing = host.standing(power)
        with host.lock:
            dialogue = host.dialogue(power)
            hello, counts, forfeit, log = dialogue.hello, dialogue.counts, dialogue.forfeit, tuple(dialogue.log)
    lines = [f"{where}."]
    if hello is None:
        lines.append(tr("It said no hello, which may be left out."))
    else:
        name = f"{hello.name or tr('No name')} {hello.version}".strip()
        spoken = tr("protocol {protocol}", protocol=hello.protocol) if hello.protocol else tr("no protocol number")
        lines.append(
            tr("Hello received: {name}, {spoken}.", name=name, spoken=spoken)
            if hello.protocol in {0, PROTOCOL}
            else tr("Hello received: {name}, {spoken}; {protocol} is spoken here.", name=name, spoken=spoken, protocol=PROTOCOL)
        )
        if hello.options:
            lines.append(tr("Options: {title}.", title=", ".join(each.title or each.name for each in hello.options)))
    if forfeit:
        errors = [each.words for each in log if each.way.value == "stderr"][-1:]
        gone = tr("Then it was gone: {why}.", why=forfeit)
        lines.append(f"{gone} {tr('It last wrote: {words}', words=errors[0])}" if errors else gone)
    elif counts.answered:
        phase, took = variant.start.phase, round(counts.seconds * 1000)
        lines.append(
            tr("Orders for {phase} came after {time} ms, {count} rejected.", phase=phase, time=took, count=counts.illegal)
            if counts.illegal
            else tr("Orders for {phase} came after {time} ms.", phase=phase, time=took)
        )
    else:
        lines.append(tr("No orders came in {seconds:g} s.", seconds=seconds))
    return Probe(tuple(lines), bool(counts.answered) and not forfeit, standing.name, () if hello is None else hello.options)
