"""The forms of a variant without a window: its provinces, its powers, the game itself."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.board import Terrain
from app.commands.declaring.registry import command
from app.session.errors import Abort
from app.session.roles import Who
from app.session.session import Session
from languages import sentence, tr

if TYPE_CHECKING:
    from app.board_editor.editing import Editing

USUAL = "usual"


class YesNo(StrEnum):
    """Answer to a yes-or-no question."""

    YES = "yes"
    NO = "no"


NOBODY = ("", "nobody", "none")


@command("set-province", "Change a province…", who=Who.ANYBODY)
def set_province(
    session: Session,
    variant: Path,
    province: str,
    *,
    code: str = "",
    name: str = "",
    terrain: Terrain | None = None,
    centre: YesNo | None = None,
    home: str | None = None,
    start: str | None = None,
) -> None:
    """Change a province of your own variant: its code, name or terrain, whether it is a centre, whose home it is, what starts there.

    A code is changed wherever it stands, in variant.toml and in the drawings. The files as they were are kept beside them, hidden.

    Args:
        variant: its folder, its variant.toml, or the name of one of your own variants.
        province: its code.
        code: the code that it is to have.
        name: what it is called.
        terrain: what it is.
        centre: whether it is a supply centre.
        home: the power whose home it is, or nobody.
        start: the power and the unit that stand there at the start, such as "RED A" or "RED F SC", or nobody.
    """
    from app.board_editor.edits import set_cell
    from app.board_editor.forms import places

    editing = _editing(session, variant)
    editing.perform(
        lambda manifest: set_cell(manifest.province(province), "name", name or manifest.text("provinces", province.upper(), "name"))
    )
    if terrain is not None:
        editing.perform(lambda manifest: set_cell(manifest.province(province), "terrain", terrain.value))
    if centre is not None:
        editing.perform(lambda manifest: places.set_centre(manifest, province, on=centre is YesNo.YES))
    if home is not None:
        editing.perform(lambda manifest: places.set_home(manifest, province, "" if home.casefold() in NOBODY else home))
    if start is not None:
        power, kind, coast = _standing(start)
        editing.perform(lambda manifest: places.set_unit(manifest, province, power, kind, coast))
    if code:
        editing.rename(province, code)
    _tell(session, editing)


@command("set-power", "Change a power…", who=Who.ANYBODY)
def set_power(
    session: Session,
    variant: Path,
    power: str,
    *,
    add: bool = False,
    remove: bool = False,
    name: str = "",
    adjective: str = "",
    letter: str = "",
    unit: str = "",
    fill: str = "",
    pattern: str = "",
) -> None:
    """Put a power into your own variant, change it or take it out; which two powers look alike is said at the end.

    With the colour of its units that of its land follows. All pairs are tried, also for eyes that lack a kind of cone, and where two
    look alike a colour is proposed that all can tell from the others.

    Args:
        variant: its folder, its variant.toml, or the name of one of your own variants.
        power: its id or name.
        add: put it in.
        remove: take it out.
        name: what it is called.
        adjective: as in "the Austrian fleet".
        letter: by which it is marked.
        unit: the colour of its units, such as #C4481A.
        fill: the colour of its land.
        pattern: none, diagonal, antidiagonal, horizontal, vertical, cross, checks or dots.
    """
    from app.board_editor.forms import powers

    editing = _editing(session, variant)
    called = power
    if add:
        editing.perform(lambda manifest: powers.add_power(manifest, power)[0])
    values = {"name": name, "adjective": adjective, "letter": letter, "unit": unit, "fill": fill, "pattern": pattern}
    identity = _found(session, editing, called)
    for key, value in values.items():
        if value:
            editing.perform(lambda manifest, key=key, value=value: powers.change_power(manifest, identity, key, value))  # type: ignore[misc]
    if remove:
        editing.perform(lambda manifest: powers.remove_power(manifest, identity))
    _tell(session, editing)
    for pair in powers.warnings_of(editing.manifest):
        session.say(
            pair.words + " " + tr("{power} could have {colour}.", power=pair.second, colour=pair.proposal) if pair.proposal else pair.words
        )


@command("set-variant", "Change a variant…", who=Who.ANYBODY)
def set_variant(
    session: Session,
    variant: Path,
    *,
    name: str = "",
    description: str | None = None,
    calendar: str = "",
    start: str = "",
    year_step: int | None = None,
    victory: str = "",
    year_limit: str = "",
    years_without_capture: str = "",
    builds: str = "",
    rules: str = "",
    hooks: str | None = None,
) -> None:
    """Change your own variant: what it is called, its calendar, how it ends, where powers build, its rules and its hooks.

    Args:
        variant: its folder, its variant.toml, or the name of one of your own variants.
        name: what it is called.
        description: a sentence or two for the shelf.
        calendar: a calendar by its name, or by a beginning that only one has.
        start: the phase that the game starts in, such as S1901M.
        year_step: how many years a round takes.
        victory: centres that win, or usual for more than half.
        year_limit: the last year, or usual for none.
        years_without_capture: so many years without a capture make a draw, or usual for never.
        builds: where powers build: home, any owned, ...
        rules: a rulebook or options, such as 1982 or "nmr=repeat" (who sends no orders repeats the last).
        hooks: those that a new game starts with, by name, or none; a hook of your own is shown before it first runs.
    """
    from app.board_editor.forms import game

    editing = _editing(session, variant)
    if name:
        editing.perform(lambda manifest: game.set_words(manifest, "name", name))
    if description is not None:
        editing.perform(lambda manifest: game.set_words(manifest, "description", description))
    if calendar:
        found = [each for each in game.CALENDARS if each.casefold().startswith(calendar.casefold())]
        editing.perform(lambda manifest: game.set_calendar(manifest, found[0] if len(found) == 1 else calendar))
    if start:
        editing.perform(lambda manifest: game.set_start(manifest, start))
    if year_step is not None:
        editing.perform(lambda manifest: game.set_year_step(manifest, year_step))
    for key, value in (("victory", victory), ("year_limit", year_limit), ("years_without_capture", years_without_capture)):
        if value:
            number = _number(key, value)
            editing.perform(lambda manifest, key=key, number=number: game.set_number(manifest, key, number))  # type: ignore[misc]
    if builds:
        editing.perform(lambda manifest: game.set_builds(manifest, builds))
    if rules:
        editing.perform(lambda manifest: game.set_rules(manifest, game.rules_after(manifest, rules)))
    if hooks is not None:
        wanted = [] if hooks.casefold() in NOBODY else re.split(r"[\s,]+", hooks.strip())
        editing.perform(lambda manifest: game.set_hooks(manifest, wanted, editing.known_hooks))
    _tell(session, editing)


@command("undo-variant", "Take back what was changed in a variant…", who=Who.ANYBODY)
def undo_variant(session: Session, variant: Path) -> None:
    """Take back what the last command changed in your own variant: its files are again as they were before.

    Said again it takes back the command before that one. Where a file was changed otherwise since, nothing is taken back.

    Args:
        variant: its folder, its variant.toml, or the name of one of your own variants.
    """
    editing = _editing(session, variant)
    editing.undo()
    _tell(session, editing)


def _editing(session: Session, variant: Path) -> Editing:
    # Drawing libraries are loaded only when there is a drawing to look at.
    from app.board_editor.editing import Editing
    from app.board_editor.reviewing import find_place

    return Editing(session, find_place(session, variant).root)


def _found(session: Session, editing: Editing, power: str) -> str:
    try:
        return editing.manifest.power(power)
    except ValueError as error:
        words = str(error)
        raise Abort(tr("{error}; {add} puts one in.", add=session.named_option("add"), error=sentence(words))) from error


def _standing(text: str) -> tuple[str, str, str]:
    if text.casefold() in NOBODY:
        return "", "", ""
    words = text.replace("/", " ").split()
    if len(words) not in (2, 3):
        raise Abort(tr("{text!r:.40} is no power and unit, such as RED A, or RED F SC for a fleet on a coast.", text=text))
    return words[0], words[1], words[2] if len(words) == 3 else ""


def _number(key: str, text: str) -> int | None:
    if text.casefold() == USUAL:
        return None
    try:
        return int(text)
    except ValueError:
        raise Abort(tr("{replace} is {text!r:.20}: a whole number, or usual.", replace=key.replace("_", " "), text=text)) from None


def _tell(session: Session, editing: Editing) -> None:
    for line in editing.done:
        session.say(f"{line}.")
    if not editing.done:
        session.say(tr("Nothing was changed."))
