"""Verdict on an imported variant: the program's own check and compile, in a few lines with the worst first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from entente.words.names import join_words
from languages import labelled, plural, tr
from variants.catalogue import shipped_board, shipped_source
from variants.check import check_variant
from variants.compile import compile_board
from variants.compile.board import Compilation
from variants.compile.elements import CompilationStoppedError
from variants.compiled import CompiledBoard
from variants.fault import Fault, Severity, Weight
from variants.importers import GoOn, Imported, ImportResult, ImportStoppedError
from variants.inherit import SourceFinder
from variants.reader import VariantFolder, read_with_faults
from variants.source import is_drawing

MOST_LINES = 10
"""Number of lines at the end of an import; the rest stands in the folder."""


@dataclass(frozen=True, slots=True)
class BoardVerdict:
    """Verdict of the check on an imported board."""

    imported: Imported
    folder: VariantFolder | None
    """The variant, where it can be played."""
    lines: tuple[Fault, ...]
    """All remarks, the worst first: from the import, the reader, the check and the drawings."""

    @property
    def headline(self) -> str:
        """``playable``, ``playable, with ...`` or ``not yet: ...``."""
        if self.folder is None:
            return tr("not yet: {line}", line=self.lines[0]) if self.lines else tr("not yet: there is no variant in it")
        lost = sum(line.weight is not Weight.REPAIR for line in self.lines)
        rest = len(self.lines) - lost
        parts = [plural("{count} departure from its source", "{count} departures from its source", lost)] if lost else []
        parts += [plural("{count} repair", "{count} repairs", rest)] if rest else []
        return tr("playable, with {parts}", parts=join_words(parts)) if parts else tr("playable")

    def words(self, most: int = MOST_LINES) -> list[str]:
        """The headline and the worst lines, at most *most* together."""
        shown = self.lines[1:] if self.folder is None else self.lines
        room = most - 1
        if len(shown) <= room:
            return [self.headline, *map(str, shown)]
        return [self.headline, *map(str, shown[: room - 1]), tr("and {count} more", count=len(shown) - room + 1)]

    def report(self) -> str:
        """All of it, for the file in the folder."""
        return "".join(f"{line}\n" for line in (labelled(self.imported.name, self.headline), *self.lines))


@dataclass(slots=True)
class BoardJudge:
    """Judges boards one after the other; drawings that several variants share are compiled once."""

    go_on: GoOn = lambda _done, _of, _what: True
    library: SourceFinder = shipped_source
    """Finder of the variants that one may extend, besides those that come with it."""
    _made: dict[tuple[bytes, str], Compilation] = field(default_factory=dict)

    def judge_all(self, result: ImportResult) -> tuple[BoardVerdict, ...]:
        """A verdict for each variant.

        Raises:
            ImportStoppedError: it is wanted no longer.
        """
        verdicts: list[BoardVerdict] = []
        beside = {each.id: each.source for each in result.variants if each.own}
        further = self.library
        self.library = lambda variant_id: beside[variant_id] if variant_id in beside else further(variant_id)
        for number, each in enumerate(result.variants):
            if not self.go_on(number, len(result.variants), tr("Checking {name}", name=each.name)):
                raise ImportStoppedError
            verdicts.append(self.judge(each))
        return tuple(verdicts)

    def judge(self, imported: Imported) -> BoardVerdict:
        """The verdict on one variant.

        Raises:
            ImportStoppedError: it is wanted no longer.
        """
        folder, faults = read_with_faults(imported.source, self.library) if imported.files else (None, ())
        lines = [*imported.report, *faults]
        if folder is not None:
            boards: dict[str, CompiledBoard] = {}
            for name in dict.fromkeys(each.file for each in folder.maps if each.file in imported.files):
                made = self._compiled(imported.files[name], folder, name)
                if made.board is not None:
                    boards[name] = made.board.with_centres(folder.variant.board.centres)
                    lines += made.faults
                else:
                    lines += [_as_warning(fault) for fault in made.faults]
                    what = tr("the drawing {name} cannot be used", name=name)
                    lines.append(Fault(name, None, what, tr("another drawing"), Severity.WARNING, weight=Weight.LOSS))
            lines += check_variant(folder, boards)
            if not boards and not any(_is_shipped(each.file) or folder.extends for each in folder.maps):
                lines.append(Fault("variant.toml", None, tr("no drawing of it can be used"), tr("a drawing that compiles")))
        lines = sorted(dict.fromkeys(lines), key=_rank)
        playable = folder is not None and not any(line.severity is Severity.ERROR for line in lines)
        return BoardVerdict(imported, folder if playable else None, tuple(lines))

    def _compiled(self, svg: bytes, folder: VariantFolder, name: str) -> Compilation:
        rules = folder.variant.board
        about = repr([(code, each.name, each.terrain, each.coasts, each.aliases) for code, each in sorted(rules.provinces.items())])
        if (svg, about) not in self._made:
            try:
                self._made[svg, about] = compile_board(svg, rules, name, stop=self._is_stopped)
            except CompilationStoppedError:
                raise ImportStoppedError from None
        return self._made[svg, about]

    def _is_stopped(self) -> bool:
        return not self.go_on(0, 0, "")


def _is_shipped(drawing: str) -> bool:
    """Return True if a drawing of that name comes with the program."""
    try:
        return bool(shipped_board(drawing)) and not is_drawing(drawing)
    except LookupError:
        return False


def _as_warning(fault: Fault) -> Fault:
    return Fault(fault.source, fault.line, fault.what, fault.expected, Severity.WARNING, fault.element, fault.point)


def _rank(fault: Fault) -> int:
    if fault.severity is Severity.ERROR:
        return -1
    return fault.weight


def by_verdict(verdicts: Sequence[BoardVerdict]) -> list[tuple[str, list[BoardVerdict]]]:
    """Return the boards under headings by their verdict, the worst first; empty headings are left out."""
    headings = (tr("Not yet playable"), tr("Playable, with departures from the source"), tr("Playable"))
    groups: tuple[list[BoardVerdict], ...] = ([], [], [])
    for each in verdicts:
        departs = any(line.weight is not Weight.REPAIR for line in each.lines)
        groups[0 if each.folder is None else 1 if departs else 2].append(each)
    return [(heading, those) for heading, those in zip(headings, groups, strict=True) if those]


def summary(verdicts: Sequence[BoardVerdict], name_of: Callable[[BoardVerdict], str], others: Sequence[Fault]) -> list[str]:
    """Return the summary of an import: at most ten lines, the worst first.

    Args:
        name_of: what to call a board.
        others: what belongs to no single board.
    """
    if len(verdicts) == 1 and not others:
        first, *rest = verdicts[0].words()
        return [labelled(name_of(verdicts[0]), first), *rest]
    ordered = sorted(verdicts, key=lambda each: (min(map(_rank, each.lines), default=9), -len(each.lines)))
    refused = [each for each in ordered if each.folder is None]
    said = [labelled(name_of(each), each.headline) for each in refused] + [str(fault) for fault in sorted(others, key=_rank)]
    good = [each for each in ordered if each.folder is not None]
    room = max(0, MOST_LINES - len(said))
    if len(good) <= room and len(said) <= MOST_LINES:
        return [*said, *(labelled(name_of(each), each.headline) for each in good)]
    lines = [*said, *(labelled(name_of(each), each.headline) for each in good[: max(0, room - 1)])][: MOST_LINES - 1]
    rest = [name_of(each) for each in good[max(0, room - 1) :]] if len(said) < MOST_LINES else [name_of(each) for each in good]
    hidden = max(0, len(said) - MOST_LINES + 1)
    more = [tr("{hidden} more of these", hidden=hidden)] if hidden else []
    more += [tr("{count} more that can be played: {rest}", count=len(rest), rest=", ".join(rest))] if rest else []
    return [*lines, tr("and {more}", more=f" {tr('and')} ".join(more))[:600]]
