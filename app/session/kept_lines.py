"""Lines that mails of earlier phases held for the phase that is shown."""

from __future__ import annotations

from app.game.later import kept_for
from app.session.session import Session
from entente.words.names import power_name
from languages import labelled, plural


def kept_lines(session: Session) -> tuple[str, ...]:
    """What was kept for the phase at the end of the branch that is shown, by power, as the viewer may know it."""
    game = session.shown
    found = kept_for(game, game.last(session.branch))
    return tuple(labelled(power_name(session.variant, line.power), line.text) for line in found)


def tell_kept(session: Session) -> None:
    """Say what was kept for this phase, where anything was: it is written by nobody but a person."""
    lines = kept_lines(session)
    if lines:
        summary = plural(
            "{count} line was received earlier for this phase (kept-orders --take reads them):",
            "{count} lines were received earlier for this phase (kept-orders --take reads them):",
            len(lines),
        )
        session.services.report(summary, lines)
