"""Orders: written, taken back, pasted, copied, and given in advance as default lists."""

from __future__ import annotations

from adjudicator import Disband, Hold, Order, Phase, PhaseKind, Waive, legal_orders
from app.commands.declaring.registry import command
from app.commands.declaring.view_choices import in_panel
from app.game.default_lists import read_list_lines, set_default_list
from app.game.edits import clear_order as cleared
from app.game.edits import clear_power as power_cleared
from app.game.edits import set_order, settle_line
from app.game.readiness import builds_left, unordered
from app.game.record import Game
from app.gm.order_mails import take_in
from app.mail_in.account import read_typed
from app.session.answers import as_json, orders_csv, orders_data
from app.session.board_text import giver_of_order, orders_as_text
from app.session.errors import Abort
from app.session.parameters import PowerName, ProvinceCode, RestOfLine
from app.session.processing import list_text, why_unusable
from app.session.roles import Who
from app.session.session import Session, game_open, moment, orders_taken
from entente.words import describe_order
from entente.words.names import place_name, power_name
from languages import labelled, plural, tr


@command("order", "Give an order…", who=Who.SEAT, menu="Orders", place=10, available=orders_taken)
def order(
    session: Session,
    text: RestOfLine,
    *,
    power: PowerName | None = None,
    received: str = "",
    lying: bool = False,
    reason: str | None = None,
) -> None:
    """Write one order, in any of the usual notations.

    In the console the order can be typed without this word: A PAR - BUR.

    Args:
        text: the order: "A PAR - BUR", "army Paris to Burgundy", "FRANCE: A PAR S A MAR - BUR".
        power: whose order it is; otherwise the power of the unit.
        received: the words that came for it, where somebody decided what they mean; they are kept beside the order.
        lying: keep it even if it is not legal, as a game master does with what was received.
        reason: why an order is changed that a power had sent, for the record.
    """
    variant, position = session.variant, session.open_turn.position
    read = read_typed(variant, position, text, power)
    if read.order is None:
        raise Abort(labelled(text, read.fault))
    whose = power or read.power
    if whose is None:
        raise Abort(tr("{text}: whose order is this? Write the power before it, with a colon", text=text))
    session.check_writer(whose)
    if read.refusal and not lying:
        raise Abort(read.refusal)
    written = read.order
    why = reason or (f"decided about “{' '.join(received.split())}”" if received else None)
    session.perform(
        tr("Order {written}", written=written), lambda game: settle_line(game, session.branch, whose, received or text, written), reason=why
    )
    session.say(describe_order(variant, position, written))
    if read.guess:
        session.say(f"  ({read.guess})")


@command("legal", "Legal orders", who=Who.ANYBODY, menu="Orders", place=11, available=game_open)
def legal(session: Session, province: ProvinceCode | None = None) -> None:
    """List every legal order for the unit in a province, or for building there.

    Args:
        province: the one that is picked unless given.
    """
    place = province or session.selection
    if place is None:
        raise Abort(tr("Pick a unit first, or name its province."))
    variant, position = session.variant, session.turn.position
    orders = legal_orders(variant, position, place)
    if not orders:
        raise Abort(tr("Nothing can be ordered in {place} now.", place=place_name(variant, place)))
    width = max(len(str(order)) for order in orders)
    for order in orders:
        session.say(f"{order!s:{width}}  {describe_order(variant, position, order)}")


@command("orders", "List orders", who=Who.ANYBODY, menu="Orders", place=12, available=game_open)
def orders(session: Session, phase: Phase | None = None, *, json: bool = False, csv: bool = False) -> None:
    """List the orders of a phase, with what was not read or is not legal marked.

    Args:
        phase: of when; the phase that is shown unless given.
        json: say it as data, and nothing else.
        csv: say it as a table with commas, for a spreadsheet: canonical orders, and what became of them.
    """
    cursor = session.cursor if phase is None else moment(session, phase)
    if json:
        session.say(as_json(orders_data(session, cursor)))
        return
    if csv:
        session.say(orders_csv(session, cursor))
        return
    session.say(orders_as_text(session.variant, session.shown.turn(cursor), marked=True))


@command("clear-order", "Clear order", who=Who.SEAT, menu="Orders", place=20, shortcut="Backspace", available=orders_taken)
def clear_order(session: Session, province: ProvinceCode | None = None, *, reason: str | None = None) -> None:
    """Take back the order of a unit, or the build in a province.

    Args:
        province: where the unit stands; the one that is picked unless given.
        reason: why, where it had been sent, for the record.
    """
    place = province or session.selection
    if place is None:
        raise Abort(tr("Pick a unit first, or name its province."))
    power = giver_of_order(session.open_turn, place)
    if power is None:
        raise Abort(tr("No order is written for {place}.", place=place))
    session.perform(tr("Clear order of {place}", place=place), lambda game: cleared(game, session.branch, power, place), reason=reason)


@command("clear-power", "Clear all orders of a power", who=Who.SEAT, menu="Orders", place=21, available=orders_taken)
def clear_power(session: Session, power: PowerName | None = None, *, reason: str | None = None) -> None:
    """Take back all orders of a power, as if it had sent none.

    Args:
        power: whose orders; the power of the unit that is picked unless given.
        reason: why, where they had been sent, for the record.
    """
    whose = power
    if whose is None and session.selection is not None:
        unit = session.open_turn.position.unit_at(session.selection)
        whose = unit.power if unit is not None else None
    if whose is None:
        raise Abort(tr("Whose orders? Name the power, or pick one of its units."))
    session.check_writer(whose)
    if whose not in session.open_turn.orders:
        raise Abort(tr("{power} has sent no orders.", power=power_name(session.variant, whose)))
    label = tr("Clear orders of {power}", power=power_name(session.variant, whose))
    session.perform(label, lambda game: power_cleared(game, session.branch, whose), reason=reason)


@command("hold-all", "Hold all units without orders", who=Who.SEAT, menu="Orders", place=22, shortcut="Ctrl+H", available=orders_taken)
def hold_all(session: Session, power: PowerName | None = None) -> None:
    """Order each unit without an order to hold; in a retreat phase to disband; waive builds that are left.

    Removals are not chosen for anybody.

    Args:
        power: only the units of this power.
    """
    variant, turn = session.variant, session.open_turn
    if power is not None:
        session.check_writer(power)
    powers = tuple(each for each in variant.powers if power in (None, each) and session.viewer in (None, each))
    given: list[tuple[str, Order]] = []
    for each in powers:
        if turn.phase.kind is PhaseKind.ADJUSTMENT:
            given.extend((each, Waive()) for _ in range(builds_left(variant, turn, each)))
        for unit in unordered(variant, turn, each):
            if turn.phase.kind is PhaseKind.MOVEMENT:
                given.append((each, Hold(unit.piece)))
            elif turn.phase.kind is PhaseKind.RETREAT:
                given.append((each, Disband(unit.piece)))
    if not given:
        raise Abort(tr("Every unit has an order already."))

    def write(game: Game) -> Game:
        for whose, order in given:
            game = set_order(game, session.branch, whose, order)
        return game

    session.perform(tr("Hold all units without orders"), write)
    session.say(plural("{count} order written.", "{count} orders written.", len(given)))


@command("paste-orders", "Paste orders", who=Who.SEAT, menu="Edit", place=21, shortcut="Ctrl+Shift+V", available=orders_taken)
def paste_orders(session: Session, power: PowerName | None = None) -> None:
    """Take orders from the clipboard: a whole mail, a list, one or many powers, in any of the usual notations.

    Orders are taken only where they were meant: quoted text, headers, signatures, press and results are none; what depends on a condition,
    offers a choice, or orders a unit twice is shown with its choices and waits for a decision; what is headed for another phase is kept for
    that phase. Each order takes the place of the unit's earlier one; other units keep theirs. What became of every line is shown. All of it
    is one undo step. Where the text holds nothing that can be written, kept or decided, nothing is changed.

    Args:
        power: whose mail it is: orders of other powers in it are refused. Unless given, its sender and its headings say it.
    """
    text = session.services.pasted_text()
    if not text.strip():
        raise Abort(tr("There is no text on the clipboard."))
    take_in(session, text, power)


@command("copy-orders", "Copy orders", who=Who.ANYBODY, menu="Edit", place=20, shortcut="Ctrl+Shift+C", available=game_open)
def copy_orders(session: Session, power: PowerName | None = None) -> None:
    """Put the orders of the phase that is shown onto the clipboard, as text that can be pasted here or mailed.

    Lines that were not understood are left out: their words are for their sender and the game master alone.

    Args:
        power: only the orders of this power.
    """
    text = orders_as_text(session.variant, session.turn, power)
    if not text.strip():
        raise Abort(tr("There are no orders here to copy."))
    session.services.copy_text(text)
    lines = (line for each, found in session.turn.orders.items() if power in {None, each} for line in found)
    left_out = sum(line.order is None for line in lines)
    said = [tr("Orders copied.")]
    if left_out:
        said.append(
            plural(
                "{count} line is left out, since it was not understood.",
                "{count} lines are left out, since they were not understood.",
                left_out,
            )
        )
    session.say(" ".join(said))


NOTHING = "none"


@command("default-list", "Default lists…", who=Who.SEAT, menu="Orders", place=24, available=game_open, asks=in_panel("default-lists"))
def default_list(session: Session, power: PowerName | None = None, wishes: RestOfLine = "") -> None:
    """Give a power's default list: its retreats, removals and builds in phases for which it sends nothing.

    For example: ``default-list france build F BRE, build A PAR, remove A PIC, A MUN R BUR``. The most wanted order comes first. In each
    retreat and build phase for which the power sent no orders at all, the first of them that are possible are carried out, and the
    results say so. The list holds until another one is given. Other powers are not shown it.

    Args:
        power: whose list; all lists are shown unless given.
        wishes: retreats, removals and builds, with commas between them; "none" takes the list back; without any, the list is shown.
    """
    if power is None or not wishes.strip():
        _tell(session, power)
        return
    reason = orders_taken(session)
    if reason:
        raise Abort(reason)
    session.check_writer(power)
    variant, position = session.variant, session.open_turn.position
    taken_back = wishes.strip().casefold() == NOTHING
    read = () if taken_back else read_list_lines(variant, position, power, wishes)
    faults = [fault for fault in (why_unusable(variant, line) for line in read) if fault]
    if faults:
        raise Abort("\n".join(faults))
    orders = [line.order for line in read if line.order is not None]
    whose = power

    def write(game: Game) -> Game:
        return set_default_list(game, session.branch, whose, orders)

    session.perform(tr("Default list of {power}", power=power_name(variant, power)), write)
    if taken_back:
        session.say(tr("{power} has no default list.", power=power_name(variant, power)))
    else:
        _tell(session, power)


def _tell(session: Session, power: str | None) -> None:
    """Write the list of *power*, or all lists, as far as the viewer may see them."""
    game, variant = session.shown, session.variant
    if power is not None:
        session.check_writer(power)
    lists = game.default_lists_at(game.last(session.branch))
    lines: list[str] = []
    for each, orders in lists.items():
        if power in (None, each):
            lines.append(labelled(power_name(variant, each), list_text(orders)))
            lines.extend(
                f"  {number}. {describe_order(variant, session.open_turn.position, order)}" for number, order in enumerate(orders, 1)
            )
    nobody = tr("No default list is given.") if power is None else tr("{power} has no default list.", power=power_name(variant, power))
    session.say("\n".join(lines) or nobody)
