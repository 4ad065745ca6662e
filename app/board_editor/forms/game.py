"""The form of the game itself: what it is called, its calendar, how it ends, where is built, its rules and its hooks."""

from __future__ import annotations

import re
from collections.abc import Sequence

from adjudicator.phase import Phase, PhaseKind
from adjudicator.rules import Rules, presets, rule_fields
from adjudicator.variant import BuildPolicy
from app.board_editor.forms.manifest import FormError, Manifest, fix_of
from entente.words.rule_faults import rule_fault
from languages import labelled, mark, sentence, tr
from variants.fault import Faults
from variants.fix import Change, DropKey, DropTable, Fix, SetValue
from variants.node import Layers, Node
from variants.read_rules import STANDARD_SEASONS, STANDARD_STEPS, read_rules
from variants.toml_text import TomlText, toml_string

CALENDARS: dict[str, tuple[tuple[str, ...], dict[str, str]]] = {
    mark("Spring and fall, builds in winter"): (STANDARD_STEPS, dict(STANDARD_SEASONS)),
    mark("Spring, summer and fall, builds in winter"): (
        ("S M", "S R", "U M", "U R", "F M", "F R captures", "W A"),
        {"S": "Spring", "U": "Summer", "F": "Fall", "W": "Winter"},
    ),
    mark("One season a year"): (("Y M", "Y R captures", "Y A"), {"Y": "Year"}),
}
"""Calendars by what they are called: steps and seasons."""
_NUMBERS = {
    "victory": (mark("centres that win"), 1, 1000),
    "year_limit": (mark("the last year"), -99_999, 99_999),
    "years_without_capture": (mark("years without a capture"), 1, 1000),
}


def set_words(manifest: Manifest, key: str, value: str) -> Fix:
    """The variant's name or description.

    Raises:
        FormError: it cannot be empty, or is too long.
    """
    value = value.strip()
    if key == "name" and not value:
        raise FormError(tr("a variant needs a name"))
    if len(value) > (200 if key == "name" else 2000):
        raise FormError(tr("the name is too long") if key == "name" else tr("the description is too long"))
    return fix_of(
        tr("Name: {name}", name=value[:60]) if key == "name" else tr("Description: {text}", text=value[:60]),
        (manifest.write((key,), value or None),),
    )


def set_number(manifest: Manifest, key: str, value: int | None) -> Fix:
    """Centres that win, the last year, years without a capture; ``None`` for the usual.

    Raises:
        FormError: it is out of bounds, or the game could never be won.
    """
    words, least, most = _NUMBERS[key]
    if value is not None and not least <= value <= most:
        raise FormError(tr("{words}: from {least} to {most}", words=tr(words), least=least, most=most))
    centres = sum(each.get("centre") is True for each in manifest.tables("provinces").values())
    if key == "victory" and value is not None and value > centres:
        raise FormError(tr("the board has {centres} centres, so that {number} would never be reached", centres=centres, number=value))
    said = tr(words)
    title = tr("{what}: as usual", what=sentence(said)) if value is None else labelled(sentence(said), value)
    return fix_of(title, (manifest.write((key,), value),))


def set_builds(manifest: Manifest, policy: str) -> Fix:
    """Set the policy that says where powers build.

    Raises:
        FormError: there is no such policy.
    """
    if policy not in set(BuildPolicy):
        raise FormError(
            tr("{policy!r:.40} is no way to build; there are {names}", policy=policy, names=", ".join(map(repr, map(str, BuildPolicy))))
        )
    usual = policy == BuildPolicy.HOME and not manifest.has_own(("builds",)) and not manifest.at("builds")
    return fix_of(tr("Builds: {policy}", policy=policy), () if usual else (manifest.write(("builds",), policy),))


def steps_of(manifest: Manifest) -> tuple[str, ...]:
    """The steps of a round."""
    return manifest.words("calendar", "steps") or STANDARD_STEPS


def calendar_name(manifest: Manifest) -> str:
    """Return the name of the calendar in :data:`CALENDARS`; empty for one of its own."""
    return next((name for name, (steps, _) in CALENDARS.items() if steps == steps_of(manifest)), "")


def set_calendar(manifest: Manifest, name: str) -> Fix:
    """One of :data:`CALENDARS`; the game starts in the same year, in its first season.

    Raises:
        FormError: there is none of that name.
    """
    if name not in CALENDARS:
        raise FormError(tr("{name!r:.60} is no calendar; there are {calendars}", name=name, calendars=", ".join(CALENDARS)))
    steps, seasons = CALENDARS[name]
    changes: list[Change] = [manifest.write(("calendar", "steps"), steps)]
    inline = "{ " + ", ".join(f"{key} = {toml_string(word)}" for key, word in seasons.items()) + " }"
    changes += _seasons(manifest, inline)
    first = Phase(steps[0][0], start_of(manifest).year, PhaseKind(steps[0][2]))
    changes.append(manifest.write(("calendar", "start"), str(first)))
    return fix_of(tr("Calendar: {name}", name=tr(name)), changes)


def set_start(manifest: Manifest, text: str) -> Fix:
    """The phase that the game starts in: ``S1901M``.

    Raises:
        FormError: it is none of this calendar.
    """
    try:
        phase = Phase.of(text.strip().upper())
    except ValueError as error:
        raise FormError(tr("{text!r:.20} is no phase: {error}", text=text, error=rule_fault(error))) from error
    kinds = [step[:3] for step in steps_of(manifest)]
    if f"{phase.season} {phase.kind.value}" not in kinds:
        raise FormError(tr("{phase} is no step of this calendar; its steps are {kinds}", phase=phase, kinds=", ".join(kinds)))
    return fix_of(tr("Starts in {phase}", phase=phase), (manifest.write(("calendar", "start"), str(phase)),))


def set_year_step(manifest: Manifest, years: int) -> Fix:
    """Set the number of years that a round takes.

    Raises:
        FormError: fewer than one, or more than a thousand.
    """
    if not 1 <= years <= 1000:
        raise FormError(tr("a round takes from 1 to 1000 years"))
    return fix_of(tr("A round takes {years} years", years=years), (manifest.write(("calendar", "year_step"), years),))


def rules_of(manifest: Manifest) -> Rules:
    """The rule options as the file has them; what is wrong in it is left out."""
    return read_rules(Node(Layers((TomlText("", {}, {}),), manifest.table), Faults()))


def rules_after(manifest: Manifest, text: str) -> Rules:
    """The rule options after *text*: a rulebook, or options over what the file says.

    Raises:
        FormError: an option is not known.
    """
    words = text.split()
    by_name = {name.casefold(): rules for name, rules in presets().items()}
    if text.casefold().strip() in by_name:
        return by_name[text.casefold().strip()]
    try:
        if any("=" not in word for word in words):
            return Rules.of(text)
        now = str(rules_of(manifest)).split()
        return Rules.of(" ".join((*now, *words)))
    except ValueError as error:
        raise FormError(rule_fault(error)) from error


def set_rules(manifest: Manifest, wanted: Rules) -> Fix:
    """The rule options: by a rulebook where they are one's, else option by option.

    Keys that stay true stay as they are written.
    """
    preset = next((name for name, each in presets().items() if each == wanted), "")
    own = manifest.at("rules")
    own = own if isinstance(own, dict) else {}
    changes: list[Change] = []
    if preset:
        changes += [DropKey(("rules", rule.name)) for rule in rule_fields()] + [DropKey(("rules", rule.issue)) for rule in rule_fields()]
        changes.append(manifest.write(("rules", "preset"), preset))
        return fix_of(tr("Rules of {preset}", preset=preset), changes)
    now = rules_of(manifest)
    for rule in rule_fields():
        value = getattr(wanted, rule.name)
        if value != getattr(now, rule.name):
            key = rule.issue if rule.issue in own else rule.name
            changes.append(manifest.write(("rules", key), str(value.value)))
    said = ", ".join(str(each.path[-1]) for each in changes if isinstance(each, SetValue))
    return fix_of(tr("Rules: {rules}", rules=said)[:120], changes)


def set_hooks(manifest: Manifest, names: Sequence[str], known: Sequence[str]) -> Fix:
    """The hooks that a new game starts with.

    Args:
        known: those there are.

    Raises:
        FormError: one is not known.
    """
    strange = [each for each in names if each not in known]
    if strange:
        raise FormError(tr("there is no hook {strange!r:.40}; there are {known}", strange=strange[0], known=", ".join(known)))
    wanted = tuple(dict.fromkeys(names))
    now = manifest.words("hooks")
    if now and wanted and set(now) - set(wanted) == set() and len(wanted) == len(now) + 1 and wanted[:-1] == now:
        return fix_of(tr("Hook: {name}", name=wanted[-1]), (manifest.put(("hooks",), wanted[-1]),))
    return fix_of(tr("Hooks: {names}", names=", ".join(wanted) or tr("none"))[:120], (manifest.write(("hooks",), wanted or None),))


def start_of(manifest: Manifest) -> Phase:
    """The first phase of the variant; spring 1901 where it says none."""
    try:
        return Phase.of(manifest.text("calendar", "start") or "S1901M")
    except ValueError:
        return Phase.of("S1901M")


def _seasons(manifest: Manifest, inline: str) -> list[Change]:
    heading = re.search(rb"(?m)^[ \t]*\[calendar\.seasons\]", manifest.content)
    dropped: list[Change] = [DropTable(("calendar", "seasons"))] if heading else []
    return [*dropped, SetValue(("calendar", "seasons"), inline)]
