"""Checking game files and the adjudicator."""

from __future__ import annotations

from pathlib import Path

from adjudicator.conformance import Case, read_corpus, run_case
from app.commands.board_editor.variant_faults import check_variant
from app.commands.declaring.registry import command
from app.game.opening import FileStanding, Opened, open_text
from app.session.answers import as_json, checked_data
from app.session.errors import Abort, did_you_mean, nearest
from app.session.roles import Who
from app.session.session import Session
from entente.words.rule_faults import case_fault, rule_fault
from languages import labelled, plural, tr
from resources import resource
from variants.catalogue import standard
from variants.source import MANIFEST

CORPUS = resource("datc")
LARGEST = 4_000_000
"""Bytes of one file of cases."""


def read_cases(folder: Path = CORPUS) -> tuple[Case, ...]:
    """The cases of every file in *folder*, file by file.

    Raises:
        Abort: there are none, or a file is none of cases.
    """
    files = sorted(folder.glob("*.toml"))
    if not files:
        raise Abort(tr("{folder}: there are no cases here.", folder=folder))
    found: list[Case] = []
    for file in files:
        if file.stat().st_size > LARGEST:
            raise Abort(tr("{file}: larger than {largest} bytes, too large for cases.", file=file, largest=LARGEST))
        try:
            found.extend(read_corpus(file.read_text(encoding="utf-8")))
        except ValueError as error:
            raise Abort(labelled(file, rule_fault(error))) from error
    return tuple(found)


LARGEST_FILE = 8_000_001
"""One byte more than is read of a game file, so that a longer one is noticed."""


@command("check", "Check a game file…", menu="Tools", place=21)
def check(session: Session, file: Path, *, json: bool = False) -> None:
    """List every fault of a game file with line and column, and every position that its orders do not give.

    A folder of a variant, or a drawing, is checked as by check-variant.

    Args:
        file: the game, the folder or the drawing.
        json: say it as data, and nothing else.
    """
    if file.is_dir() or file.suffix.lower() in (".svg", ".svgz") or file.name == MANIFEST:
        check_variant(session, file, json=json)
        return
    with file.open("rb") as opened_file:
        data = opened_file.read(LARGEST_FILE)
    opened = open_text(data, file.name, session.shelf)
    if json:
        session.say(as_json(checked_data(opened, file.name)))
        _check_sound(opened, file)
        return
    for fault in opened.faults:
        session.say(f"{fault} ({fault.severity.words})")
    for difference in opened.differences:
        session.say(labelled(file.name, difference))
    errors = len(opened.errors)
    found = (
        plural("{count} error", "{count} errors", errors),
        plural("{count} warning", "{count} warnings", len(opened.faults) - errors),
        plural("{count} difference", "{count} differences", len(opened.differences)),
    )
    session.say(labelled(file.name, ", ".join(found)))
    if opened.standing is FileStanding.UNCHECKED:
        session.say(tr("{file}: hooks take part in the game, so its positions were not checked", file=file.name))
    if opened.obstacle is not None:
        session.say(tr("{file}: {obstacle}, so its positions were not checked", file=file.name, obstacle=opened.obstacle))
    _check_sound(opened, file)


def _check_sound(opened: Opened, file: Path) -> None:
    if opened.errors or opened.standing not in {FileStanding.CHECKED, FileStanding.UNCHECKED}:
        raise Abort(tr("{file} is not as it should be.", file=file.name))


@command("datc", "Run the DATC cases", who=Who.ANYBODY, menu="Tools", place=20)
def datc(session: Session, *cases: str, words: bool = False, folder: Path = CORPUS) -> None:
    """Adjudicate the cases of the Diplomacy Adjudicator Test Cases, and say which do not come out as they should.

    Args:
        cases: numbers such as 6.A.1, or beginnings such as 6.F; all unless given.
        words: list the differences in words that do not bind too.
        folder: the folder of the cases.
    """
    corpus = read_cases(folder)
    chosen = [case for case in corpus if not cases or any(_is_meant(case, number) for number in cases)]
    if not chosen:
        raise Abort(
            tr(
                "There is no case {cases}{did_you_mean}",
                cases=", ".join(cases),
                did_you_mean=did_you_mean(nearest(cases[0], (case.id for case in corpus))),
            )
        )
    variant = standard()
    failed = differing = 0
    with session.services.progress(tr("DATC"), len(chosen)) as progress:
        for number, case in enumerate(chosen, start=1):
            report = run_case(variant, case)
            if not report.passed:
                failed += 1
                session.say("\n".join((f"{case.id} {case.title}", *(f"  {case_fault(fault)}" for fault in report.faults))))
            unbinding = [each for each in report.words if not each.binding]
            differing += len(unbinding)
            if words and unbinding:
                session.say(
                    "\n".join(
                        tr(
                            "{case} {order}: {actual}, where the corpus says {expected}",
                            case=case.id,
                            order=each.order,
                            actual=each.actual,
                            expected=each.expected,
                        )
                        for each in unbinding
                    )
                )
            progress.step(number)
    if differing:
        session.say(tr("{differing} words of supports and convoys differ, which do not bind.", differing=differing))
    session.say(tr("{count} passed, {failed} failed", count=len(chosen) - failed, failed=failed))
    if failed:
        raise Abort(tr("{failed} of {count} cases failed.", failed=failed, count=len(chosen)))


def _is_meant(case: Case, number: str) -> bool:
    """The case itself, or the section that *number* begins."""
    wanted = number.casefold()
    return case.id.casefold() == wanted or case.id.casefold().startswith(f"{wanted}.")
