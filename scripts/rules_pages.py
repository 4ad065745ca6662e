"""Writes the generated pages of ``docs/rules/``: the open rules with their choices, and the differences from DATC's words.

    python -m scripts.rules_pages

A test compares the pages with what this would write.
"""

from __future__ import annotations

from pathlib import Path

import variants
from adjudicator import Rules, presets, rule_fields
from adjudicator.conformance import read_corpus, run_case, run_option
from scripts.asked_help import answer_help

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "docs" / "rules"
CORPUS = ROOT / "resources" / "datc"

GENERATED = "<!-- Written by scripts/rules_pages.py. Do not edit. -->"


def options_page() -> str:
    """Every open rule, its choices in words, and the presets."""
    lines = [
        "# The open rules and their choices",
        "",
        GENERATED,
        "",
        "One row for each choice; the numbers are those of chapter 4 of the Diplomacy Adjudicator Test Cases (DATC) 3.2.",
        "A game's file names what differs from the defaults: `rules: 4.A.3=DPTG nmr=repeat`.",
        "",
    ]
    for rule in rule_fields():
        lines += [f"## {rule.issue} {rule.question}", ""]
        if rule.for_game_master:
            lines += ["For the game master: the program keeps the answer with the game and leaves it to people to follow it.", ""]
        lines += ["| choice | what it means |", "| --- | --- |"]
        for choice in rule.choices:
            mark = " (default)" if choice == rule.default else ""
            lines.append(f"| `{choice.value}`{mark} | {choice.description} |")
        lines.append("")
    lines += ["## Presets", "", "| preset | differs from the defaults in |", "| --- | --- |"]
    for name, rules in presets().items():
        lines.append(f"| {name} | {f'`{rules}`' if rules != Rules() else 'nothing'} |")
    return "\n".join(lines) + "\n"


def differences_page() -> str:
    """Return the page of differences of our words for an order from DATC's, and the number of cases and alternatives that were compared."""
    standard = variants.standard()
    cases = [case for path in sorted(CORPUS.glob("*.toml")) for case in read_corpus(path.read_text(encoding="utf-8"))]
    rows: list[str] = []
    failed: list[str] = []
    alternatives = 0
    for case in cases:
        reports = [(case.id, run_case(standard, case))]
        for option in case.options:
            if option.stated:
                reports += [
                    (f"{case.id} under {option.issue} {choice}", run_option(standard, case, option, choice)) for choice in option.choices
                ]
        alternatives += len(reports) - 1
        for name, report in reports:
            failed += [f"- {name}: {fault}" for fault in report.faults]
            rows += [f"| {name} | `{each.order}` | {each.expected} | {each.actual} |" for each in report.words if not each.binding]
    verdict = f"{len(failed)} are not." if failed else "all are as DATC has them."
    bound = f"Positions, and the words for holds and moves, bind: {verdict}"
    compared = f"{len(cases)} cases and {alternatives} stated alternatives were compared. {bound}"
    lines = [
        "# Differences from the words of DATC",
        "",
        GENERATED,
        "",
        compared,
        "",
        *failed,
        *([""] if failed else []),
        "Words for supports and convoys are explanation, and an adjudicator is free in them. Ours differ here:",
        "",
    ]
    if rows:
        lines += ["| case | order | DATC | ours |", "| --- | --- | --- | --- |", *rows]
    else:
        lines.append("Nowhere.")
    lines += [
        "",
        "DATC itself prints `fails` in 6.B.11 and 6.B.14 for orders that its issue 4.E.1 calls illegal; ours are `illegal`.",
    ]
    return "\n".join(lines) + "\n"


def pages() -> dict[Path, str]:
    """Return the contents of each generated page."""
    return {PAGES / "options.md": options_page(), PAGES / "datc-differences.md": differences_page()}


def main() -> None:
    """Write the pages."""
    for path, text in pages().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    answer_help(__doc__)
    main()
