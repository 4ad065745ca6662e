"""The ``.map`` files of the DPjudge and of the package ``diplomacy`` as variants of ours."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from adjudicator import BuildPolicy, Phase, PhaseKind
from languages import system_words, tr
from variants.fault import Fault, VariantError
from variants.importers.carried_hooks import builds_anywhere, victory_by_year
from variants.importers.draft import DraftMap, Imported, ImportReport, ImportResult, VariantDraft, free_id, slug
from variants.importers.jdip_drawing import convert_drawing
from variants.importers.judge_changes import SEASON_WORDS, JudgeChanges, read_flow, without_unknown_kinds
from variants.importers.judge_places import TERRAIN_WORDS, JudgePlaces
from variants.importers.judge_powers import UNIT, JudgePowers, fill_draft
from variants.importers.judge_text import ALWAYS, BEGINS, ENDS, JudgeStatement, JudgeText
from variants.importers.mending import mend
from variants.importers.power_colours import paint_powers, settle_colours
from variants.importers.schematic import schematic_board
from variants.importers.write_variant import write_variant
from variants.source import Source

_KINDS = {"MOVEMENT": PhaseKind.MOVEMENT, "RETREATS": PhaseKind.RETREAT, "RETREAT": PhaseKind.RETREAT, "ADJUSTMENTS": PhaseKind.ADJUSTMENT}
_KINDS["ADJUSTMENT"] = PhaseKind.ADJUSTMENT
_BUILD_RULES = {
    "BUILD_ANY": BuildPolicy.ANY_OWNED,
    "REMOTE_BUILDS": BuildPolicy.ANY_OWNED_WITH_HOME,
    "HOME_BUILDS": BuildPolicy.ANY_HOME,
}
_AS_HERE = {"CD_DUMMIES", "IMMOBILE_DUMMIES"}
"""Rules of the judges that hold here anyway: dummies hold."""
_SILENT = {"NOTIFY", "FLAGS", "FLAG", "TEXTONLY", "MAPNAME", "HOSTS", "MORPHS", "NEXT"}
_UNKNOWN = {"RESERVES", "MILITIA", "LEAGUE", "ROTATE", "NEWHOMES", "SUBS", "OWNER", "VARIANT", "STANDOFF"}


def import_judge_map(source: Source, name: str) -> ImportResult:
    """The variant of a ``.map`` file.

    Raises:
        VariantError: it cannot be read, or has no board.
    """
    report = ImportReport()
    title = name.rpartition("/")[2].rpartition(".")[0] or name
    statements = _statements(source, name, report)
    always = [each for each in statements if each.when == ALWAYS]
    draft = VariantDraft(free_id(slug(title)), title.replace("_", " ").capitalize(), name)
    draft.notes.append("A map file of the kind that the DPjudge and the package diplomacy use")
    words = _Reader(draft, report).read(always)
    if len(draft.provinces) < 2 or not draft.powers:
        what = tr("the board has {places} places and {powers} powers", places=len(draft.provinces), powers=len(draft.powers))
        raise VariantError((Fault(name, None, what, tr("lines such as 'WATER ADR ABUTS ALB APU', and powers with their homes")),))
    changes = JudgeChanges(draft, report)
    for when in dict.fromkeys(each.when for each in statements if each.when != ALWAYS):
        statement = [each for each in statements if each.when == when]
        then = VariantDraft(draft.id, draft.name, name)
        _Reader(then, ImportReport()).read([*always, JudgeStatement(name, 0, BEGINS, (), ""), *statement])
        changes.add(when, statement, then)
    draft.hooks |= changes.hooks()
    mend(draft, report)
    _draw(source, name, draft, words, report)
    return ImportResult((Imported(draft.id, draft.name, write_variant(draft), report.lines()),), ())


def _statements(source: Source, name: str, report: ImportReport) -> list[JudgeStatement]:
    """The statements of a file; where the one that would say what the board is is missing, those of the standard board in its place."""
    own = ImportReport()
    text = JudgeText(source, own)
    statements = list(text.statements(name))
    if text.missing and not any(each.word in TERRAIN_WORDS for each in statements):
        own = ImportReport()
        statements = list(JudgeText(source, own, standard_for_all=True).statements(name))
    for fault in own.lines():
        report.mended(fault.source, fault.line, fault.what)
    return statements


def _draw(source: Source, name: str, draft: VariantDraft, words: dict[str, str], report: ImportReport) -> None:
    """The drawing that lies beside the file, else one that is laid out."""
    stem = name[: -len(".map")].lower()
    folder = name.rpartition("/")[0]
    wanted: tuple[str, ...] = (f"{stem}.svg", f"{folder}/svg/{stem.rpartition('/')[2]}.svg".lstrip("/"), f"{stem}map.svg")
    wanted += tuple(f"{each}z" for each in wanted)
    drawing = next((each for each in source.names() if each.lower() in wanted), None)
    if drawing is not None:
        try:
            made = convert_drawing(source.read(drawing), drawing, draft.name, draft, words, report)
            draft.maps.append(DraftMap("board", draft.name, made.svg))
            paint_powers(draft, made.fills)
            settle_colours(draft, report)
        except (VariantError, OSError, ValueError) as error:
            report.unusable(
                drawing, None, tr("the drawing cannot be used: {error}", error=system_words(error)[:160]), tr("a plain one is laid out")
            )
    if not draft.maps:
        draft.maps.append(DraftMap("plain", f"{draft.name}, plain", schematic_board(draft)))


@dataclass(slots=True)
class _Reader:
    """Reads statements, later ones over earlier ones, into a draft."""

    draft: VariantDraft
    report: ImportReport
    places: JudgePlaces = field(init=False)
    powers: JudgePowers = field(init=False)
    flow: list[tuple[str, JudgeStatement]] = field(default_factory=list)
    """Words of the calendar with their lines."""
    victory: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.places, self.powers = JudgePlaces(self.report), JudgePowers(self.report)

    def read(self, statements: Sequence[JudgeStatement]) -> dict[str, str]:
        """Read all statements. Returns the words for each province, in small letters, to its code."""
        outer = []
        for statement in statements:
            if statement.word == BEGINS:
                outer.append(self.powers.current)
                self.powers.current = None
            elif statement.word == ENDS:
                self.powers.current = outer.pop()
            else:
                self._take(statement)
        self._calendar()
        words = fill_draft(self.draft, self.places, self.powers, self.report)
        self._hooks()
        return words

    def _take(self, statement: JudgeStatement) -> None:
        handlers: dict[str, Callable[[JudgeStatement], None]] = {
            **dict.fromkeys(TERRAIN_WORDS, self.places.place),
            **dict.fromkeys(("UNOWNED", "NEUTRAL"), self.powers.unowned),
            **dict.fromkeys(("OWNS", "CENTERS"), self.powers.owns),
            **dict.fromkeys(("HOME", "HOMES"), self.powers.home),
            **dict.fromkeys(("DUMMY", "DUMMIES"), self.powers.dummy),
            **dict.fromkeys(("TEAM", "TEAMS"), self.powers.teams),
            **dict.fromkeys(("RULE", "RULES"), self._rule),
            "BEGIN": self._begin,
            "VICTORY": self._victory,
            "FLOW": self._flow,
            "INHABITS": self.powers.inhabits,
            "CONTROL": self.powers.control,
            "UNPLAYED": self.powers.unplayed,
            "AMEND": self.places.amend,
            "DROP": self._drop,
        }
        word = statement.word
        if "=" in statement.text and word not in ("RULE", "RULES", "FLOW"):
            change = self.places.name(statement)
            if change is not None:
                self.powers.rename_place(*change)
        elif word in handlers:
            handlers[word](statement)
        elif word == "UNITS":
            self.powers.no_units()
        elif UNIT.fullmatch(" ".join(statement.text.upper().split())):
            self.powers.unit(statement)
        elif word in _UNKNOWN:
            self.report.left_out(
                statement.file, statement.line, tr("{said!r} has no counterpart here", said=statement.text[:50]), tr("left out")
            )
        elif word not in _SILENT:
            self.powers.power(statement)

    def _drop(self, statement: JudgeStatement) -> None:
        for code in self.places.drop(statement):
            self.powers.drop(code)

    # --- the game ---

    def _begin(self, statement: JudgeStatement) -> None:
        words = " ".join(statement.words).upper().split()
        year = next((int(word) for word in words if re.fullmatch(r"\d{1,4}", word)), None)
        kind = next((_KINDS[word] for word in words if word in _KINDS), PhaseKind.MOVEMENT)
        season = next((letter for word, letter in SEASON_WORDS.items() if word in words), "S")
        if year is None:
            self.report.mended(statement.file, statement.line, tr("the start {words!r} has no year", words=" ".join(words)[:40]), "1901")
            year = 1901
        if any(re.fullmatch(r"B\.?C\.?", word) for word in words):
            year = -year
        if kind is PhaseKind.ADJUSTMENT:
            season = "W"
        self.draft.start = Phase(season, year, kind)

    def _victory(self, statement: JudgeStatement) -> None:
        numbers = [int(word) for word in statement.words if re.fullmatch(r"[0-9]{1,4}", word)]
        if numbers:
            self.victory = numbers
            self.draft.victory = numbers[-1]
        if len(set(numbers)) > 1:
            what = tr("victory changes with the years: {numbers}", numbers=" ".join(map(str, numbers)))
            self.report.mended(
                statement.file, statement.line, what, tr("the hook victory_by_year, which a new game starts with, does this")
            )

    def _rule(self, statement: JudgeStatement) -> None:
        for word in " ".join(statement.words).upper().split():
            if word in _BUILD_RULES:
                self.draft.builds = _BUILD_RULES[word]
            elif word.startswith("!"):
                if _BUILD_RULES.get(word[1:]) is self.draft.builds:
                    self.draft.builds = BuildPolicy.HOME
            elif word not in _AS_HERE:
                self.report.left_out(
                    statement.file, statement.line, tr("the rule {word} has no counterpart here", word=word[:40]), tr("left out")
                )

    def _flow(self, statement: JudgeStatement) -> None:
        words = [(word, statement) for word in " ".join(statement.words).upper().split()]
        self.flow = [*self.flow, *words] if words else []

    def _calendar(self) -> None:
        """The calendar of all lines of FLOW, which may stand before the start and after it."""
        if not self.flow:
            return
        statement = self.flow[0][1]
        words, strange = without_unknown_kinds([word for word, _ in self.flow])
        for kind in strange:
            self.report.left_out(
                statement.file, statement.line, tr("phases of the kind {kind} have no counterpart here", kind=kind[:20]), tr("left out")
            )
        found = read_flow(words, self.draft.start)
        if found is None:
            what = tr("the calendar {word!r} has no counterpart here", word=" ".join((word for word, _ in self.flow))[:60])
            self.report.mended(statement.file, statement.line, what, tr("the usual round of seasons is played"))
            return
        self.draft.calendar, self.draft.seasons = list(found.steps), found.seasons
        self.draft.year_step, self.draft.start = found.year_step, found.start

    def _hooks(self) -> None:
        """Make hooks of statements for which the rules here have no words."""
        draft = self.draft
        if len(set(self.victory)) > 1:
            draft.hooks["victory_by_year"] = victory_by_year(self.victory, draft.start.year)
        playing = [key for key, power in draft.powers.items() if power.role == "playing"]
        anywhere = [key for key in draft.powers if key in draft.anywhere]
        if anywhere and draft.builds is not BuildPolicy.ANY_OWNED:
            if set(anywhere) >= set(playing):
                draft.builds = BuildPolicy.ANY_OWNED
            else:
                draft.hooks["builds_anywhere"] = builds_anywhere(anywhere)
                who = ", ".join(draft.powers[key].name for key in anywhere)
                what = tr("{who} may build at every centre owned", who=who)
                self.report.mended(draft.source, None, what, tr("the hook builds_anywhere, which a new game starts with, does this"))
