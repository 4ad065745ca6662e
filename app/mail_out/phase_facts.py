"""Makes the facts of a phase from a game as its reader may see it. Nothing else is looked at, so nothing else can be given away."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from zoneinfo import ZoneInfo

from adjudicator import Build, OrderOutcome, PhaseKind, Position, Result, Retreat, Variant, adjustment, legal_orders, orderable
from app.game.deadlines import absences, due, terms_of
from app.game.entries import GAME_MASTER, Deadline, Press
from app.game.record import Cursor, Game, variant_at
from app.gm.deadline_words import absence_sentences, missed_at, moment_words
from app.import_export.judge_results import marks_in, marks_of
from app.mail_in.judge_words import game_tag
from app.mail_out.facts import Facts, OrderFact, PowerFact, PressFact, RetreatFact
from entente.results_text import order_text
from entente.words import describe_capture, describe_ending, describe_phase
from entente.words.names import describe_phase_kind, describe_season, place_name, power_name, unit_name, variant_name
from entente.words.outcomes import describe_order, describe_reasons
from entente.words.sentence import sees_all_of
from languages import active_code, labelled, tr
from languages.outside_text import LONGEST_LINE, outside_name

EVERYBODY = ""
"""The reader of what is written for all."""


def facts_of(shown: Game, cursor: Cursor, reader: str) -> Facts:
    """Return the facts for *reader* of the phase at *cursor*.

    Args:
        shown: the game as *reader* may see it.
        cursor: a phase that is over.
        reader: a power, or ``EVERYBODY``.

    Raises:
        ValueError: the phase is still open.
    """
    turn = shown.turn(cursor)
    resolution = turn.resolution
    if resolution is None:
        raise ValueError(f"{turn.phase} is not adjudicated yet")
    variant = variant_at(shown, cursor)
    line = shown.line(cursor.branch)
    following = line[cursor.index + 1] if cursor.index + 1 < len(line) else None
    after = resolution.next if following is None else following.position
    now = variant if following is None else variant_at(shown, Cursor(cursor.branch, cursor.index + 1))
    ending = resolution.ending or (shown.branch(cursor.branch).ending if cursor.index >= len(line) - 2 else None)
    zone = terms_of(shown).zone_info
    told = (*turn.press, *(following.press if following is not None and following.resolution is None else ()))
    outcomes = (*resolution.outcomes, *resolution.refused)
    counted = [each for each in resolution.outcomes if not each.just_stood]
    return Facts(
        game=_line(shown.name),
        variant=variant_name(variant),
        phase=describe_phase(variant, turn.phase),
        season=describe_season(variant, turn.phase),
        kind=describe_phase_kind(turn.phase.kind),
        code=str(turn.phase),
        reader=reader,
        reader_name=power_name(variant, reader) if reader else "",
        greeting=tr("Dear {name},", name=_player(shown, reader) or power_name(variant, reader)) if reader else "",
        powers=tuple(_powers(shown, now, turn.position, after, outcomes, reader, over=ending is not None)),
        orders=len(counted),
        failed=sum(not each.succeeded for each in counted),
        dislodged=sum(Result.DISLODGED in each.results for each in resolution.outcomes),
        captures=tuple(describe_capture(variant, each) for each in resolution.captures),
        retreats=() if ending is not None else tuple(_retreats(now, after)),
        centres_told=after.phase.kind is PhaseKind.ADJUSTMENT or bool(resolution.captures) or ending is not None,
        skipped=tuple(describe_phase(variant, each) for each in resolution.skipped),
        ending="" if ending is None else describe_ending(variant, ending),
        next_phase="" if ending is not None else describe_phase(variant, after.phase),
        next_kind="" if ending is not None else describe_phase_kind(after.phase.kind),
        next_code="" if ending is not None else str(after.phase),
        deadline="" if ending is not None or following is None or following.deadline is None else due_words(following.deadline, zone),
        missed=missed_at(shown, turn.phase),
        absences=() if ending is not None else _absences(shown, due(turn.deadline), zone),
        press=tuple(_press(variant, each) for each in told if not each.receivers),
        tag=game_tag(shown.id),
        language=active_code(),
        letters=tuple(_press(variant, each) for each in told if reader and each.receivers and reader in (each.sender, *each.receivers)),
    )


def addresses_in(shown: Game) -> tuple[str, ...]:
    """``Austria-Hungary: Ada <ada@example.org>`` for each power whose player's address is in *shown*."""
    named = ((power_name(shown.variant, power), shown.players.get(power)) for power in shown.variant.powers)
    return tuple(
        labelled(name, f"{_line(player.name)} <{_line(player.address)}>") for name, player in named if player is not None and player.address
    )


def due_words(deadline: Deadline, zone: ZoneInfo) -> str:
    """``Sun 29 Nov 2026, 20:00 Europe/Berlin``; what is no time stands as it is."""
    at = due(deadline)
    words = _line(deadline.at) if at is None else moment_words(at, zone)
    note = _line(deadline.note)
    return f"{words}, {note}" if note else words


def _absences(shown: Game, since: datetime | None, zone: ZoneInfo) -> tuple[str, ...]:
    """Return the absences that were not over when the phase was due."""
    day = date.min if since is None else since.astimezone(zone).date()
    return absence_sentences(shown, (each for each in absences(shown) if each.last >= day))


def _powers(
    shown: Game, variant: Variant, before: Position, after: Position, outcomes: tuple[OrderOutcome, ...], reader: str, *, over: bool
) -> Iterator[PowerFact]:
    adjusts = after.phase.kind is PhaseKind.ADJUSTMENT and not over
    for power in dict.fromkeys([*variant.powers, *(each.power for each in outcomes)]):
        mine = [each for each in outcomes if each.power == power]
        listed = [each for each in mine if not each.just_stood]
        known = power in variant.powers
        centres, units = len(after.centres_of(power)), len(after.units_of(power))
        had = len(before.centres_of(power))
        if not mine and not centres and not units and not had:
            continue
        due = adjustment(variant, after, power) if adjusts and known else 0
        yield PowerFact(
            id=power,
            name=power_name(variant, power),
            player=_player(shown, power),
            orders=tuple(_order(variant, before, each) for each in listed),
            idle=len(mine) - len(listed),
            centres=centres,
            change=centres - had,
            units=units + sum(each.unit.power == power for each in after.dislodged),
            known=sees_all_of(after, power, reader),
            builds=max(due, 0),
            removals=max(-due, 0),
            sites=_sites(variant, after, power) if due > 0 else (),
        )


def _sites(variant: Variant, position: Position, power: str) -> tuple[str, ...]:
    found = [
        order.piece.location.province
        for place in orderable(variant, position, power)
        for order in legal_orders(variant, position, place)
        if isinstance(order, Build)
    ]
    return tuple(dict.fromkeys(found))


def _order(variant: Variant, position: Position, outcome: OrderOutcome) -> OrderFact:
    reason, marks = describe_reasons(variant, position, outcome), marks_of(outcome)
    is_said = marks_in(reason) == marks
    return OrderFact(
        text=str(outcome.order),
        judge=order_text(variant, outcome.order),
        words=describe_order(variant, position, outcome.order),
        reason=reason,
        judge_reason=reason if is_said else ", ".join(filter(None, (*sorted(marks), reason))),
        succeeded=outcome.succeeded,
        used=Result.ILLEGAL not in outcome.results,
    )


def _retreats(variant: Variant, after: Position) -> Iterator[RetreatFact]:
    if after.phase.kind is not PhaseKind.RETREAT:
        return
    for each in after.dislodged:
        targets = [order.target for order in legal_orders(variant, after, each.unit.location) if isinstance(order, Retreat)]
        yield RetreatFact(
            power=each.unit.power,
            power_name=power_name(variant, each.unit.power),
            unit=str(each.unit.piece),
            unit_name=unit_name(variant, each.unit.piece),
            targets=tuple(str(target) for target in targets),
            target_names=tuple(place_name(variant, target, article=True) for target in targets),
        )


def _press(variant: Variant, press: Press) -> PressFact:
    def name(power: str) -> str:
        return tr("the game master") if power == GAME_MASTER else power_name(variant, power)

    return PressFact(name(press.sender), tuple(name(each) for each in press.receivers), tuple(press.text.splitlines()))


def _player(game: Game, power: str) -> str:
    player = game.players.get(power)
    return _line(player.name) if player is not None else ""


def _line(text: str) -> str:
    """*text* on one line."""
    return outside_name(text, LONGEST_LINE)
