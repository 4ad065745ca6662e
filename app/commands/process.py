"""Adjudicating."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.game.edits import process as processed
from app.game.readiness import taken_as_holding
from app.game.record import Game
from app.hooks.press import deliver_due
from app.session.kept_lines import tell_kept
from app.session.processing import Missing, agree_to_process
from app.session.results import headline
from app.session.session import Session, orders_taken
from entente.words import describe_phase


@command("process", "Process", menu="Game", place=10, shortcut="Ctrl+Return", available=orders_taken)
def process(session: Session, *, missing: Missing | None = None) -> None:
    """Adjudicate the present phase and go on to the next.

    Where a power that could order something sent nothing, where orders are missing, and where lines were not understood or are not legal,
    all of it is named and asked about once; where nobody can be asked, nothing is processed and the exit code is 3.

    Units without orders hold, dislodged units without orders disband, builds that are not ordered are waived; where a power that sent
    nothing has a default list, the list decides. Retreat and build phases in which nobody has anything to do are passed over.

    Args:
        missing: process without asking: "hold" takes powers that sent nothing to have sent an empty set, "default" does so where no default
            list orders for them, "process" leaves it to the lists and the rules of the game.
    """
    variant, branch = session.variant, session.branch
    turn = session.open_turn
    holding = agree_to_process(session, missing)
    phase = describe_phase(variant, turn.phase)

    def judged(game: Game) -> Game:
        return deliver_due(processed(taken_as_holding(game, branch, holding), branch, referee=session.referee), branch)

    session.perform(f"Process {phase}", judged)
    session.say(headline(variant, session.shown.line(branch)[-2]))
    tell_kept(session)
