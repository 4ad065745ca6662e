"""Page with the results of a phase, as headings and lines."""

from __future__ import annotations

from collections.abc import Iterator

from app.mail_out.facts import Facts
from app.session.requests import ResultsEntry, ResultsSheet, SheetPart
from app.session.services import PictureRequest
from entente.words.names import join_words
from languages import plural, tr, using


def sheet_of(facts: Facts, picture: PictureRequest, *, colour: bool) -> ResultsSheet:
    """The page for the reader of *facts*: what is the reader's own comes first."""
    with using(facts.language):
        return ResultsSheet(facts.game, facts.subtitle, picture, tuple(_parts(facts)), colour)


def _parts(facts: Facts) -> Iterator[SheetPart]:
    own = tuple(_own(facts))
    if own:
        yield SheetPart(tr("For {reader}", reader=facts.reader_name), own, facts.reader)
    if facts.ending:
        yield SheetPart(tr("The game is over"), (ResultsEntry(f"{facts.ending}."),))
    else:
        due = tr("{phase}, due {deadline}", phase=facts.next_phase, deadline=facts.deadline) if facts.deadline else facts.next_phase
        yield SheetPart(tr("Next"), (ResultsEntry(due),))
    for power in facts.powers:
        lines = [ResultsEntry(order.text, order.reason, not order.succeeded) for order in power.orders]
        if power.idle:
            lines.append(ResultsEntry(plural("{count} unit held without an order", "{count} units held without an order", power.idle)))
        if lines:
            yield SheetPart(power.name, tuple(lines), power.id)
    others = [each for each in facts.retreats if each.power != facts.reader]
    if others:
        yield SheetPart(tr("Retreats due"), tuple(ResultsEntry(f"{each.power_name}, {each.unit}", _where(each.targets)) for each in others))
    if facts.centres_told:
        yield SheetPart(tr("Supply centres"), tuple(_centres(facts)))
    for press in facts.press:
        yield SheetPart(
            tr("Press from {sender}", sender=press.sender),
            tuple(ResultsEntry(line) for line in press.lines if line.strip()) or (ResultsEntry(""),),
        )


def _own(facts: Facts) -> Iterator[ResultsEntry]:
    for each in facts.my_retreats:
        yield ResultsEntry(tr("Retreat {unit}", unit=each.unit), _where(each.targets))
    mine = facts.mine
    if mine is not None and mine.builds:
        where = join_words(mine.sites, "or")
        yield ResultsEntry(
            tr("Build {count}", count=mine.builds), tr("in {places}", places=where) if where else tr("no place for it is free")
        )
    if mine is not None and mine.removals:
        yield ResultsEntry(tr("Remove {count}", count=mine.removals))
    for letter in facts.letters:
        yield ResultsEntry(
            tr("Press from {sender} to {receivers}", sender=letter.sender, receivers=join_words(letter.receivers)), " ".join(letter.lines)
        )


def _where(targets: tuple[str, ...]) -> str:
    return tr("to {places}", places=join_words(targets, "or")) if targets else tr("can only disband")


def _centres(facts: Facts) -> Iterator[ResultsEntry]:
    for power in facts.powers:
        if not power.known and not power.centres:
            continue
        change = f" ({power.signed_change})" if power.change else ""
        due = (
            tr("builds {count}", count=power.builds)
            if power.builds
            else tr("removes {count}", count=power.removals)
            if power.removals
            else ""
        )
        yield ResultsEntry(f"{power.name} {power.centres}{change}", due)
