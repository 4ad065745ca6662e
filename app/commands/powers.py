"""Who plays a power, and what powers write to one another."""

from __future__ import annotations

from collections.abc import Sequence

from app.commands.declaring.registry import command
from app.commands.declaring.screen import in_panel
from app.game.deadlines import written
from app.game.edits import set_player
from app.game.entries import Press, SeatedPlayer
from app.game.record import Game
from app.game.table_edits import GAME_MASTER
from app.hooks.log import Log
from app.hooks.press import Delivery, send_with_hooks
from app.session.clock import now_of
from app.session.errors import Abort
from app.session.parameter_kinds import Kind, PowerName, RestOfLine, read_word
from app.session.roles import Who
from app.session.session import Session, game_open, orders_taken
from entente.words.hook_words import hook_reason
from entente.words.names import join_words, power_name
from languages import labelled, plural, tr


@command("player", "Name a player…", menu="Game", place=31, available=game_open)
def player(session: Session, power: PowerName, name: RestOfLine | None = None) -> None:
    """Write down who plays a power, or show it.

    Args:
        power: the power.
        name: of its player, with a mail address in angle brackets where there is one: Ada <ada@example.org>.
    """
    if name is None:
        seated = session.game.players.get(power)
        session.say(labelled(power_name(session.variant, power), seated.name if seated is not None else tr("nobody is named")))
        return
    called, bracket, address = name.partition("<")
    seated = SeatedPlayer(called.strip(), address.rstrip("> ") if bracket else "")
    session.perform(
        tr("Name the player of {power}", power=power_name(session.variant, power)),
        lambda game: set_player(game, power, seated),
        show_open_turn=False,
    )


EVERYBODY = "all"


@command("press", "Write press…", who=Who.SEAT, menu="Game", place=50, shortcut="Ctrl+M", available=orders_taken, asks=in_panel("press"))
def press(session: Session, sender: str, text: RestOfLine, *, to: str = EVERYBODY) -> None:
    """Send a message from one power to others.

    For example: ``press england --to france,italy Shall we meet?`` The hooks of the game are asked before it is delivered to each of
    them: they let it pass, keep it back with a reason, alter or delay it.

    Args:
        sender: the power that writes, or GM for the game master.
        text: what is written.
        to: who reads it, with commas between them; all for everybody.
    """
    writer = _party(session, sender, "sender")
    session.check_writer(writer)
    if not text.strip():
        raise Abort(tr("There is nothing written."))
    named = [word.strip() for word in to.split(",") if word.strip()]
    receivers = () if named in ([], [EVERYBODY]) else tuple(dict.fromkeys(_party(session, word, "to") for word in named))
    if writer in receivers:
        raise Abort(tr("A power does not write to itself."))
    session.hooks.check_agreed(session.game, session.game.last(session.branch))
    message = Press(writer, receivers, text.strip(), written(now_of(session)))
    deliveries, log = _judged(session, message)
    refused = [each for each in deliveries if not each.allowed]
    session.hooks.note(session.game, log)
    answers = told_of(session, deliveries)
    if refused and len(refused) == len(deliveries):
        raise Abort("\n".join(answers))
    session.say("\n".join(answers))


def _judged(session: Session, message: Press) -> tuple[Sequence[Delivery], Log]:
    branch = session.branch
    changed, deliveries, log = session.hooks.waiting(lambda: send_with_hooks(session.game, branch, message, session.hooks.host))

    def edit(_game: Game) -> Game:
        return changed

    if changed is not session.game:
        to = join_words(_name(session, each) for each in message.receivers) or tr("everybody")
        session.perform(tr("Press from {name} to {to}", name=_name(session, message.sender), to=to), edit, show_open_turn=False)
    return deliveries, log


def told_of(session: Session, deliveries: Sequence[Delivery]) -> list[str]:
    """What became of a message, in sentences for its sender."""
    at_once = [each for each in deliveries if each.allowed and not each.delay]
    lines: list[str] = []
    if at_once:
        everybody = len(at_once) == len(deliveries) >= len(session.variant.powers) - 1
        names = tr("everybody") if everybody else join_words(_name(session, each.receiver) for each in at_once)
        lines.append(tr("Delivered to {names}.", names=names))
    altered = [each for each in deliveries if each.allowed and each.hook and not each.delay]
    if altered:
        lines.append(tr("Altered on the way by {hook}.", hook=altered[0].hook))
    for delay in dict.fromkeys(each.delay for each in deliveries if each.allowed and each.delay):
        names = join_words(_name(session, each.receiver) for each in deliveries if each.allowed and each.delay == delay)
        lines.append(plural("{names} will read it in {count} phase.", "{names} will read it in {count} phases.", delay, names=names))
    for reason in dict.fromkeys(each.reason for each in deliveries if not each.allowed):
        kept_from = [each.receiver for each in deliveries if not each.allowed and each.reason == reason]
        nobody = len(kept_from) == len(deliveries) >= len(session.variant.powers) - 1 > 1
        names = tr("anybody") if nobody else join_words(_name(session, each) for each in kept_from)
        lines.append(tr("Not delivered to {names}: {reason}", names=names, reason=hook_reason(reason, session.variant)))
    return lines


def _party(session: Session, word: str, name: str) -> str:
    if word.upper() == GAME_MASTER:
        return GAME_MASTER
    return str(read_word(Kind.POWER, word, session.surroundings, {}, name, 1))


def _name(session: Session, party: str) -> str:
    return tr("the game master") if party == GAME_MASTER else power_name(session.variant, party)
