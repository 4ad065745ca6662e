"""Player of a power, and the press that powers write to one another."""

from __future__ import annotations

from collections.abc import Sequence

from app.commands.declaring.registry import command
from app.commands.declaring.view_choices import in_panel
from app.game.deadlines import written
from app.game.dpn.lines import phase_of
from app.game.entries import Member, MemberRole, Press, SeatedPlayer, SeatKind
from app.game.gm_edits import members_of, with_member, with_new_player, without_member
from app.game.record import Game
from app.game.table_edits import GAME_MASTER
from app.hooks.asking_hooks import Log
from app.hooks.press import Delivery, send_with_hooks
from app.session.errors import Abort
from app.session.parameters import Kind, PowerName, RestOfLine, read_word
from app.session.roles import Who
from app.session.services import ChoiceQuestion
from app.session.session import Session, game_open, now_of, orders_taken
from app.tables.table_letters import let_opponents_write
from entente.words.hook_words import hook_reason
from entente.words.names import describe_phase, join_words, power_name
from languages import clauses, labelled, plural, tr


@command("player", "Name a player…", menu="Game/Players", place=31, available=game_open)
def player(
    session: Session,
    power: PowerName,
    name: RestOfLine | None = None,
    *,
    also: bool = False,
    standby: bool = False,
    left: bool = False,
    abandoned: bool = False,
    by_list: bool = False,
) -> None:
    """Write down who plays a power, or show it. Who played it before is kept, with the phase from which they did no longer.

    Mails for a power count where they come from an address of its players; those of others are asked about.

    Args:
        power: the power.
        name: of its player, with a mail address in angle brackets where there is one: Ada <ada@example.org>.
        also: they play it too, beside the player that there is.
        standby: they would take it over.
        left: they are no second player, would take it over no longer, or did not play it before.
        abandoned: nobody plays it from now on: its units hold, nothing is waited for.
        by_list: nobody plays it from now on: its default list orders.
    """
    if name is None and not abandoned and not by_list:
        session.say(labelled(power_name(session.variant, power), players_words(session, power)))
        return
    if (also + standby + left + abandoned + by_list) > 1 or (name is not None and (abandoned or by_list)):
        raise Abort(tr("Say one of these at a time."))
    branch = session.branch
    called, bracket, address = (name or "").partition("<")
    seated = SeatedPlayer(called.strip(), address.rstrip("> ") if bracket else "")
    role = MemberRole.ALSO if also else MemberRole.STANDBY

    def edit(game: Game) -> Game:
        if left:
            return without_member(game, power, seated.address or seated.name)
        if also or standby:
            return with_member(game, Member(power, role, seated.name, seated.address))
        kind = SeatKind.DEFAULT_LIST if by_list else SeatKind.CIVIL_DISORDER
        return with_new_player(game, branch, power, None if abandoned or by_list else seated, left_to=kind)

    session.perform(tr("Name the player of {power}", power=power_name(session.variant, power)), edit, show_open_turn=False)


@command("people", "Who plays", menu="Game/Players", place=33, available=game_open)
def people(session: Session) -> None:
    """List who plays each power: second players, who would take over, powers that nobody plays, and who played before until when."""
    for power in session.variant.powers:
        session.say(labelled(power_name(session.variant, power), players_words(session, power)))


def players_words(session: Session, power: str) -> str:
    """Return the player of a power, and the earlier ones: ``Ada; Bea too; would take it over: Cy; until Fall 1902, movement: Dan``."""
    game = session.shown
    seated = game.players.get(power, SeatedPlayer())
    nobody = {
        SeatKind.CIVIL_DISORDER: tr("nobody; its units hold"),
        SeatKind.DUMMY: tr("nobody; its units hold"),
        SeatKind.DEFAULT_LIST: tr("nobody; its default list orders"),
    }
    parts = [nobody.get(seated.seat) or _called(seated.name, seated.address) or tr("nobody is named")]
    parts += [tr("{name} too", name=_called(each.name, each.address)) for each in members_of(game, power, MemberRole.ALSO)]
    parts += [labelled(tr("would take it over"), _called(each.name, each.address)) for each in members_of(game, power, MemberRole.STANDBY)]
    for each in members_of(game, power, MemberRole.UNTIL):
        phase = phase_of(each.until)
        when = each.until if phase is None else describe_phase(session.variant, phase)
        parts.append(tr("until {phase}: {name}", phase=when, name=_called(each.name, each.address)))
    return clauses(parts)


def _called(name: str, address: str) -> str:
    return f"{name} <{address}>".strip() if address else name


EVERYBODY = "all"


@command("press", "Write a letter…", who=Who.SEAT, menu="Game", place=22, shortcut="Ctrl+M", available=orders_taken, asks=in_panel("press"))
def press(session: Session, sender: str, text: RestOfLine | None = None, *, to: str = EVERYBODY, anyway: bool = False) -> None:
    """Send a message from one power to others.

    For example: ``press england --to france,italy Shall we meet?`` The hooks of the game are asked before it is delivered to each of
    them: they let it pass, keep it back with a reason, alter or delay it. At a table letters between seats with PINs are sealed: nobody
    else reads them, in the file neither. Without a text the window opens the press, and elsewhere the letters of the power are printed.

    Args:
        sender: the power that writes, or GM for the game master.
        text: what is written.
        to: who reads it, with commas between them; all for everybody.
        anyway: do not ask where the letter cannot be sealed, since a seat has no PIN.
    """
    writer = _party(session, sender, "sender")
    session.check_writer(writer)
    if text is None:
        _show_letters(session, writer)
        return
    if not text.strip():
        raise Abort(tr("There is nothing written."))
    named = [word.strip() for word in to.split(",") if word.strip()]
    receivers = () if named in ([], [EVERYBODY]) else tuple(dict.fromkeys(_party(session, word, "to") for word in named))
    if writer in receivers:
        raise Abort(tr("A power does not write to itself."))
    session.hooks.check_agreed(session.game, session.game.last(session.branch))
    in_plain_text = unsealed_words(session, writer, receivers)
    if in_plain_text and not anyway:
        question = f"{in_plain_text} {tr('Send it all the same?')}"
        has_pin = session.seating is not None and session.seating.letters.lock_of(writer) is not None
        asks = session.can_ask and has_pin  # who has no PIN looks for no secrecy here
        if asks and session.services.ask(ChoiceQuestion(question, (tr("Write on"), tr("Send")))) != tr("Send"):
            raise Abort(tr("Not sent."))
        if not asks:
            session.say(in_plain_text)
    message = Press(writer, receivers, text.strip(), written(now_of(session)))
    deliveries, log = _judged(session, message)
    refused = [each for each in deliveries if not each.allowed]
    session.hooks.note(session.game, log)
    answers = delivery_sentences(session, deliveries)
    if refused and len(refused) == len(deliveries):
        raise Abort("\n".join(answers))
    session.say("\n".join(answers))
    if session.seating is not None:
        let_opponents_write(session, session.seating)


def unsealed_words(session: Session, sender: str, receivers: Sequence[str]) -> str:
    """Return the warning before a letter is sent that cannot be sealed; empty where it can, and without a table."""
    seating = session.seating
    if seating is None:
        return ""
    bare = [_name(session, each) for each in seating.letters.read_by_anybody(sender, tuple(receivers))]
    if not bare:
        return ""
    return plural(
        "{names} has no PIN: whoever looks into the file can read this letter.",
        "{names} have no PIN: whoever looks into the file can read this letter.",
        len(bare),
        names=join_words(bare),
    )


def _show_letters(session: Session, reader: str) -> None:
    if session.services.screen is not None:
        session.services.screen.show_panel("press")
        return
    found = [
        labelled(f"{turn.phase} {_name(session, each.sender)} > {join_words(_name(session, to) for to in each.receivers)}", each.text)
        if each.receivers
        else labelled(f"{turn.phase} {_name(session, each.sender)}", each.text)
        for turn in session.letters_of(session.document).line(session.branch)
        for each in turn.press
        if not each.receivers or reader in (each.sender, *each.receivers)
    ]
    session.say("\n".join(found) or tr("There are no letters."))


def _judged(session: Session, message: Press) -> tuple[Sequence[Delivery], Log]:
    branch, seating = session.branch, session.seating
    seal = None if seating is None else seating.letters.seal
    changed, deliveries, log = session.hooks.waiting(lambda: send_with_hooks(session.game, branch, message, session.hooks.host, seal))

    def edit(_game: Game) -> Game:
        return changed

    if changed is not session.game:
        to = join_words(_name(session, each) for each in message.receivers) or tr("everybody")
        session.perform(tr("Letter from {name} to {to}", name=_name(session, message.sender), to=to), edit, show_open_turn=False)
    return deliveries, log


def delivery_sentences(session: Session, deliveries: Sequence[Delivery]) -> list[str]:
    """Return the deliveries of a message, in sentences for its sender."""
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
