"""The analysis board: set up freely, with orders for all."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.location import Location
from adjudicator.phase import Phase
from adjudicator.resolution import Resolution
from adjudicator.unit import Piece
from app.commands.declaring.registry import command
from app.game.analysis import analysis_board, drive_out, emptied, is_analysis, set_contested, set_owner, set_phase, set_position, standing
from app.game.analysis import clear as cleared
from app.game.analysis import place as placed
from app.game.gm_edits import edit_position
from app.game.options import variant_at
from app.game.record import Game
from app.session.analysis_board import line_of, on_analysis_board, position_as_text, power_of, province_of, put_in_front, read_position
from app.session.answers import as_json, board_data
from app.session.board_text import board_as_text, headline, report
from app.session.errors import Abort, did_you_mean, nearest
from app.session.hook_service import retry_stopped_hooks
from app.session.moments import moment
from app.session.parameters import PowerName, ProvinceCode, RestOfLine
from app.session.roles import Who
from app.session.session import Session, game_open, orders_taken
from entente.words.names import place_name
from entente.words.phases import describe_phase
from languages import plural, tr


@command("analysis", "Analysis board", menu="Tools", place=30, shortcut="Ctrl+Shift+A")
def analysis(session: Session, variant: str | None = None, *, empty: bool = False) -> None:
    """Open an analysis board: set up units freely, write orders for all powers, and see what they would give. Units stay where they are.

    It begins with the position and the orders that are shown; without an open game, with the start of the standard one.

    Args:
        variant: what is played; then it begins with the variant's start.
        empty: begin without units and owners.
    """
    if variant is None and session.current is not None:
        shown, turn = session.shown, session.turn
        rules = tuple(session.game.rules_at(session.cursor).items())
        name = tr("Analysis of {game}, {phase}", game=shown.name, phase=turn.phase)
        game = analysis_board(
            shown.variant, turn.position, {} if empty else turn.orders, name=name, rules=rules, checksum=shown.variant_checksum
        )
    else:
        wanted = variant or "standard"
        shelved = session.shelf.find(wanted)
        if shelved is None:
            ids = session.shelf.ids()
            raise Abort(
                tr(
                    "There is no variant {name}; there are {names}{did_you_mean}",
                    name=wanted,
                    names=", ".join(ids),
                    did_you_mean=did_you_mean(nearest(wanted, ids)),
                )
            )
        game = analysis_board(shelved.variant, name=tr("Analysis, {variant}", variant=shelved.variant.name), checksum=shelved.checksum)
    if empty:
        game = emptied(game)
    put_in_front(session, game)
    session.say(tr("{game}. Pieces stay while orders change; place, clear and owner set them up.", game=game.name))


@command("what-if", "What if", menu="Tools", place=31, shortcut="Ctrl+Shift+Return", available=orders_taken)
def what_if(session: Session) -> None:
    """Adjudicate the orders as they are now and show what they would give, without going on: they can be changed and tried again.

    The hooks of the game take part as they do when the phase is processed; what they keep stays as it is.
    """
    cursor = session.game.last(session.branch)
    variant, turn, game = variant_at(session.game, cursor), session.open_turn, session.shown
    session.hooks.check_agreed(session.game, cursor)

    def suppose(game: Game) -> tuple[Game, Resolution]:
        return game, session.hooks.waiting(lambda: session.hooks.quiet_referee(game, cursor)).resolution

    game, resolution = retry_stopped_hooks(session.services, session.hooks, suppose, game, tr("Show nothing"))
    for name, attached in game.hooks_at(cursor).items():
        if attached.left_out:
            session.say(tr("Without the hook {name}: {left_out}", name=name, left_out=attached.left_out))
    screen = session.services.screen
    if screen is not None:
        session.document.show(cursor)
        screen.show_view(replace(screen.view, preview=True, orders=True))
    supposed = replace(turn, resolution=resolution)
    if screen is None:
        session.say(tr("If the orders stay as they are:\n{report}", report=report(variant, supposed, supposed=True)))
    else:
        session.say(tr("With these orders: {words}.", words=headline(variant, supposed, supposed=True).splitlines()[0]))
        screen.show_panel("results")


@command("place", "Place a unit…", menu="Tools", place=40, available=on_analysis_board)
def place(session: Session, kind: str, where: str, power: PowerName) -> None:
    """Put a unit onto the analysis board, in place of any other in its province: place F NTH ENGLAND.

    Args:
        kind: of unit, by its letter: A or F.
        where: the province, with its coast where it needs one: STP/SC.
        power: whose it is.
    """
    name, _, coast = where.partition("/")
    province = province_of(session.surroundings, name)
    piece = standing(session.game.variant, Piece(kind.upper(), Location(province, coast.upper() or None)))
    branch = session.branch
    session.perform(tr("Place {piece}", piece=piece), lambda game: placed(game, branch, power, piece))
    session.say(tr("{power} {piece} stands on the board.", power=power, piece=piece))


ALL = "all"


@command("clear", "Take a unit off…", menu="Tools", place=41, available=on_analysis_board)
def clear(session: Session, *provinces: str) -> None:
    """Take units off the analysis board: clear NTH; clear all takes every unit and owner off.

    Args:
        provinces: where they stand; the one that is picked unless given.
    """
    branch = session.branch
    if len(provinces) == 1 and provinces[0].casefold() == ALL:
        session.perform(tr("Clear the board"), lambda game: emptied(game, branch))
        session.say(tr("The board is empty."))
        return
    named = tuple(province_of(session.surroundings, each) for each in provinces) or ((session.selection,) if session.selection else ())
    if not named:
        raise Abort(tr("Pick a unit first, or name its province."))
    session.perform(tr("Clear {named}", named=", ".join(named)), lambda game: cleared(game, branch, named))
    session.say(tr("{named}: no unit stands there now.", named=", ".join(named)))


@command("owner", "Owner of a centre…", menu="Tools", place=42, available=on_analysis_board)
def owner(session: Session, province: ProvinceCode, power: str) -> None:
    """Say who owns a supply centre of the analysis board: owner BEL FRANCE.

    Args:
        province: where the centre is.
        power: the owner; none for nobody.
    """
    whose = power_of(session.surroundings, power)
    branch = session.branch
    session.perform(tr("Owner of {province}", province=province), lambda game: set_owner(game, branch, province, whose))
    session.say(
        tr("{province} belongs to {power}.", province=province, power=whose)
        if whose
        else tr("{province} belongs to nobody.", province=province)
    )


@command("set-phase", "Phase of the board…", menu="Tools", place=44, available=on_analysis_board)
def phase_of_board(session: Session, phase: Phase) -> None:
    """Say at which phase the analysis board stands: set-phase F1903M. Units and owners stay.

    Args:
        phase: any of the calendar, in any year.
    """
    branch = session.branch
    session.perform(tr("Set the phase to {phase}", phase=phase), lambda game: set_phase(game, branch, phase))
    session.say(tr("The board shows {phase}.", phase=describe_phase(session.variant, phase)))


@command("standoff", "Standoff in a province…", menu="Tools", place=46, available=on_analysis_board)
def standoff(session: Session, province: ProvinceCode, *, off: bool = False) -> None:
    """Mark a province of the analysis board as one where a standoff was, in a retreat phase: nobody retreats there.

    Args:
        province: where it was.
        off: there was none after all.
    """
    branch = session.branch
    label = tr("No standoff in {province}", province=province) if off else tr("Standoff in {province}", province=province)
    session.perform(label, lambda game: set_contested(game, branch, province, contested=not off))
    place = place_name(session.variant, province)
    session.say(tr("{place} is open to retreats.", place=place) if off else tr("{place} is barred to retreats.", place=place))


@command("dislodge", "Drive a unit out…", menu="Tools", place=45, available=on_analysis_board)
def dislodge(session: Session, origin: ProvinceCode, province: ProvinceCode) -> None:
    """Have a unit drive another one out on the analysis board, in a retreat phase.

    Args:
        origin: where the attacker came from, and stands still.
        province: of the unit that is driven out; the attacker stands there afterwards.
    """
    branch = session.branch
    session.perform(tr("Drive the unit out of {province}", province=province), lambda game: drive_out(game, branch, origin, province))
    session.say(tr("The unit of {province} has to retreat.", province=province))


@command("show", "Show the board as text", who=Who.ANYBODY, menu="View", place=39, available=game_open)
def show(session: Session, phase: Phase | None = None, *, json: bool = False) -> None:
    """Print the board as text: phase, units, dislodged units, centres, orders.

    Args:
        phase: of when; the phase that is shown unless given.
        json: say it as data, and nothing else.
    """
    cursor = session.cursor if phase is None else moment(session, phase)
    if json:
        session.say(as_json(board_data(session, cursor)))
        return
    session.say(board_as_text(session.shown, cursor, session.viewer))


@command("position", "Position on one line", menu="Tools", place=43)
def position(session: Session, line: RestOfLine = "") -> None:
    """Set up the position that a line describes; without one, show the present position as a line.

    An analysis board takes it; where none is in front, one is opened with it.

    Args:
        line: the position, as copy-position-line writes it.
    """
    if not line.strip():
        if session.current is None:
            raise Abort(tr("No game is open whose position could be shown."))
        session.say(line_of(session))
        return
    if session.current is None:
        shelved = session.shelf.find("standard")
        assert shelved is not None, "the standard game is shipped"
        put_in_front(session, analysis_board(shelved.variant, checksum=shelved.checksum))
    elif on_analysis_board(session):
        shown = session.shown
        put_in_front(
            session,
            analysis_board(shown.variant, name=tr("Analysis, {variant}", variant=shown.variant.name), checksum=shown.variant_checksum),
        )
    wanted, branch = read_position(session, line), session.branch
    session.perform(tr("Set up position"), lambda game: set_position(game, branch, wanted))
    session.say(
        plural("{phase}: {count} unit on the board.", "{phase}: {count} units on the board.", len(wanted.units), phase=wanted.phase)
    )


@command("copy-position", "Copy position", who=Who.ANYBODY, menu="Edit", place=30, available=game_open)
def copy_position(session: Session) -> None:
    """Put the position that is shown onto the clipboard, as text in the form of a game file."""
    session.services.copy_text(position_as_text(session.variant, session.turn.position))
    session.say(tr("Position copied."))


@command("copy-position-line", "Copy position line", who=Who.ANYBODY, menu="Edit", place=33, available=game_open)
def copy_position_line(session: Session) -> None:
    """Put the position that is shown onto the clipboard on one line, which can be pasted here and is read by programs."""
    session.services.copy_text(line_of(session))
    session.say(tr("Position line copied."))


@command("paste-position", "Paste position", menu="Edit", place=31, available=orders_taken)
def paste_position(session: Session, reason: RestOfLine = "Position pasted") -> None:
    """Put the position on the clipboard, of several lines or one, in place of the present one.

    A game keeps that as a game master's edit, with its reason; an analysis board just takes it.

    Args:
        reason: why, for the game's record.
    """
    text = session.services.pasted_text()
    if not text.strip():
        raise Abort(tr("There is no text on the clipboard."))
    position = read_position(session, text, tr("text on the clipboard"))
    branch = session.branch
    free = is_analysis(session.game)
    session.perform(
        tr("Paste position"),
        lambda game: set_position(game, branch, position) if free else edit_position(game, branch, position, reason),
    )
    session.say(
        plural(
            "The position was pasted: {count} unit.",
            "The position was pasted: {count} units.",
            len(position.units),
        )
    )
