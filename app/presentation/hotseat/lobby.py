"""The seats page before a game, as values: what was chosen, and in words what that means for the evening."""

from __future__ import annotations

from app.hotseat.table import PROGRAM, Decider, Table
from entente.words.names import join_words
from languages import plural, tr


def in_words(table: Table, locked: frozenset[str]) -> tuple[str, str]:
    """``5 people, 1 opponent, 1 absent.`` and what is worth knowing about it."""
    people = len(table.people)
    programs = sum(bool(seat.program) for seat in table.seats if seat.decider is Decider.OPPONENT)
    opponents = sum(seat.decider is Decider.OPPONENT for seat in table.seats) - programs
    absent = sum(seat.decider is Decider.ABSENT for seat in table.seats)
    masters = sum(seat.decider is Decider.GAME_MASTER for seat in table.seats)
    parts = [plural("{count} person", "{count} people", people)]
    if opponents:
        parts.append(plural("{count} opponent", "{count} opponents", opponents))
    if programs:
        parts.append(plural("{count} program", "{count} programs", programs))
    if masters:
        parts.append(tr("{masters} by the game master", masters=masters))
    if absent:
        parts.append(plural("{count} absent", "{count} absent", absent))
    bare = [seat.name or seat.power for seat in table.seats if seat.is_person and seat.power not in locked]
    if not people:
        said = tr("Nobody sits at this screen: give at least one power to a person.")
    elif len(bare) == sum(seat.is_person for seat in table.seats):
        said = tr("Nobody has a PIN: seats open by holding a key.")
    elif bare:
        said = plural("{people} has no PIN.", "{people} have no PIN.", len(bare), people=join_words(bare))
    else:
        said = tr("Everybody has a PIN or passphrase.")
    return f"{', '.join(parts)}.", said


def trouble_of(table: Table) -> str:
    """Return the reason that the game cannot start with *table*; empty where it can."""
    nameless = [seat.name or seat.power for seat in table.seats if seat.decider is Decider.OPPONENT and seat.opponent == PROGRAM]
    if nameless:
        return tr("{powers}: choose a program, or remember one with Another…", powers=join_words(nameless))
    if not table.people and table.game_master is None:
        return tr("Give at least one power to a person.")
    return ""
