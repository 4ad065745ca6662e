"""The reminder for a power that lacks orders, and the outlook for it if the open phase is processed."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.phase import PhaseKind
from adjudicator.variant import Variant
from app.address_book.letter_languages import language_of, own_book
from app.game.deadlines import due, terms_of
from app.game.default_lists import IfMissing, list_used, policies
from app.game.readiness import builds_left, readiness, removals_left, unattended, unordered
from app.game.record import Turn
from app.game.rulings import orders_due
from app.game.silence import is_over, silence_rule, to_extend
from app.gm.deadline_words import away_words, extended_words, moment_words
from app.mail_in.account import asked_about, asked_words, units_asked_about
from app.mail_in.judge_words import game_tag
from app.session.session import Session, now_of
from entente.words.names import counted, join_words, power_name
from entente.words.phases import describe_phase
from languages import mark, plural, tr, using


def lacking_words(variant: Variant, turn: Turn, power: str) -> tuple[str, ...]:
    """``A BER``, ``F KIE``; ``2 builds``. Empty where nothing is missing; what a doubtful line is about is asked by that line."""
    asked = units_asked_about(variant, turn, power)
    found = [str(unit.piece) for unit in unordered(variant, turn, power) if unit.province not in asked]
    if builds := builds_left(variant, turn, power):
        found.append(counted(builds, "build"))
    if removals := removals_left(variant, turn, power):
        found.append(counted(removals, "removal"))
    return tuple(found)


POLICY_WORDS = {
    IfMissing.DECIDE: mark("Decide then"),
    IfMissing.WAIT: mark("Wait"),
    IfMissing.HOLD: mark("Hold"),
    IfMissing.DEFAULT: mark("Default list"),
    IfMissing.ASK: mark("Ask first"),
}


@dataclass(frozen=True, slots=True)
class OutlookRow:
    """A power that stands in the way of processing."""

    power: str
    name: str
    lacks: str
    """``nothing received, 5 orders missing``; ``1 order missing, 1 line refused``."""
    units: str
    """Units without orders, one by one: ``A BER, F KIE``; empty where none is."""
    policy: IfMissing
    choices: tuple[IfMissing, ...]
    comes: str
    """Consequence, as a sentence."""


def outlook(session: Session) -> tuple[OutlookRow, ...]:
    """A row for each power that lacks something in the open phase, as the viewer may know it."""
    game, branch = session.in_full, session.branch
    if game.branch(branch).ending is not None:
        return ()
    cursor = game.last(branch)
    turn, found, chosen = game.turn(cursor), readiness(game, branch).of(session.viewer), policies(game, branch)
    listed, due = list_used(game, cursor), orders_due(game, cursor)
    now = now_of(session)
    is_by_rule, extends = silence_rule(game) is not None and is_over(game, branch, now), to_extend(game, branch, now)
    rows = []
    for power in game.variant.powers:
        unread = sum(each.power == power for each in found.not_understood)
        refused = sum(each.power == power for each in found.not_legal)
        lacking = found.silent.get(power, 0) or found.incomplete.get(power, 0)
        if not (lacking or unread or refused):
            continue
        parts = [
            plural("nothing received, {count} order missing", "nothing received, {count} orders missing", lacking)
            if power in found.silent
            else "",
            plural("{count} order missing", "{count} orders missing", lacking) if power in found.incomplete else "",
            plural("{count} line doubtful", "{count} lines doubtful", unread) if unread else "",
            plural("{count} line refused", "{count} lines refused", refused) if refused else "",
        ]
        policy = chosen.get(power, IfMissing.DECIDE)
        choices = tuple(each for each in IfMissing if each is not IfMissing.DEFAULT or power in listed or policy is each)
        by_list = ", ".join(map(str, due.by_default.get(power, ()))) if power in listed else ""
        units = ", ".join(lacking_words(session.variant, turn, power))
        lacks = ", ".join(filter(None, parts))
        comes = _comes(policy, turn.phase.kind, by_list)
        if policy is IfMissing.DECIDE and lacking and is_by_rule:
            comes = _comes_by_rule(extends=bool(extends))
        rows.append(OutlookRow(power, power_name(session.variant, power), lacks, units, policy, choices, comes))
    return tuple(rows)


def _comes_by_rule(*, extends: bool) -> str:
    """Return the effect of the game's rule for silence after the deadline."""
    if extends:
        return tr("By the rule for silence Process extends the deadline.")
    return tr("By the rule for silence Process goes on, and counts a miss of each power that sent nothing.")


def _comes(policy: IfMissing, kind: PhaseKind, by_list: str) -> str:
    held = {
        PhaseKind.MOVEMENT: tr("Its units without an order hold."),
        PhaseKind.RETREAT: tr("Its units without an order disband."),
        PhaseKind.ADJUSTMENT: tr("Builds are waived, removals are chosen by the rules."),
    }[kind]
    match policy:
        case IfMissing.WAIT:
            return tr("Process stops, and waits for it.")
        case IfMissing.ASK:
            return tr("Process stops, and makes a reminder for its player.")
        case IfMissing.HOLD:
            return held
        case IfMissing.DEFAULT:
            return (
                tr("Its default list orders {orders}.", orders=by_list)
                if by_list
                else tr("Its default list orders nothing here. {held}", held=held)
            )
        case IfMissing.DECIDE:
            if by_list:
                return tr("Process asks you. Its default list would order {orders}.", orders=by_list)
            return tr("Process asks you. {held}", held=held)


def reminder_subject(session: Session, power: str) -> str:
    """With the mark of the game, so that an answer is known to be for it; in the language of who plays *power*."""
    with using(language_of(session.game, power, own_book())):
        phase = describe_phase(session.variant, session.open_turn.phase)
        return tr("{game}: orders for {phase} {game_tag}", game=session.game.name, phase=phase, game_tag=game_tag(session.game.id))


def reminder(session: Session, power: str) -> str:
    """Return the reminder to the player of *power*, in their language; empty where it lacks nothing, or is not expected to order."""
    with using(language_of(session.game, power, own_book())):
        return _reminder(session, power)


def _reminder(session: Session, power: str) -> str:
    game, variant = session.game, session.variant
    if power in unattended(game):
        return ""
    turn = session.viewpoint.turn(game, game.last(session.branch), power)
    lacking = lacking_words(variant, turn, power)
    doubtful = [line.text for line in turn.orders_of(power) if not line.is_legal and not line.is_replaced]
    if not lacking and not doubtful:
        return ""
    name = game.players[power].name if power in game.players else ""
    phase, who = describe_phase(variant, turn.phase), power_name(variant, power)
    said = [tr("Dear {name},", name=name or who), ""]
    if power not in turn.orders:
        said.append(
            tr(
                "for {phase} of {game} I have no orders from {who} yet. Still open: {lacking}.",
                phase=phase,
                game=game.name,
                who=who,
                lacking=join_words(lacking),
            )
        )
    elif lacking:
        said.append(
            tr(
                "for {phase} of {game} I still lack orders of {who} for {lacking}.",
                phase=phase,
                game=game.name,
                who=who,
                lacking=join_words(lacking),
            )
        )
    else:
        said.append(tr("thank you for your orders for {phase} of {game}.", phase=phase, game=game.name))
    if doubtful:
        asked = dict(zip(asked_about(variant, turn, power), asked_words(variant, turn, power), strict=True))
        said.extend(("", tr("Please say what you mean by:"), *(f"  {asked.get(text, text)}" for text in doubtful)))
    moment = due(turn.deadline)
    if moment is not None:
        said.extend(("", tr("Orders are due {moment}.", moment=moment_words(moment, terms_of(game).zone_info))))
    said.extend(extended_words(game, session.branch, power))
    said.extend(away_words(game, now_of(session)))
    return "\n".join(said)
