"""Sentences that stand in declarations instead of calls: titles and help of commands, the questions of rules."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

from adjudicator.board import Terrain
from adjudicator.rules import presets, rule_fields
from adjudicator.variant import BuildPolicy
from app.commands.declaring.registry import COMMANDS
from app.game.deadlines import Lateness
from app.game.trail import TrailKind
from app.gm.games import When
from app.hotseat.table import Absence
from app.library.hooks import Origin
from app.mail_in.accounting import Fate
from app.mail_in.judge_words import PRESS_SAYS, judge_words
from app.session.parameters import english_title
from variants.catalogue import shipped, shipped_ids
from variants.fault import Severity
from variants.hooks.contracts import ALWAYS_GIVEN, CONTRACTS
from variants.hooks.hook_text import shipped_hooks
from variants.notes import ShoreKind
from variants.style import Pattern


def declared_sentences() -> Iterator[tuple[str, str]]:
    """Each sentence with the file or folder that declares it; some come several times."""
    for command in COMMANDS:
        place = f"app/commands/{COMMANDS.declared.get(command.id, 'declaring.registry').replace('.', '/')}.py"
        texts = [command.title, command.summary, command.details, *(each.description for each in command.parameters)]
        texts += (command.menu or "").split("/")
        texts += (english_title(each.name) for each in command.parameters)
        yield from ((each, place) for each in texts if each)
    yield from ((each.value, "adjudicator/board.py") for each in Terrain)
    yield from ((each.value, "adjudicator/variant.py") for each in BuildPolicy)
    yield from ((each.value, "variants/style.py") for each in Pattern)
    yield from ((each.value, "variants/notes.py") for each in ShoreKind)
    yield from ((each.value, "app/game/trail.py") for each in TrailKind)
    yield from ((each.value, "app/gm/games.py") for each in When)
    yield from ((each.value, "app/mail_in/accounting.py") for each in Fate)
    yield from ((each.value, "app/game/deadlines.py") for each in Lateness)
    yield from ((each.value, "app/hotseat/table.py") for each in Absence)
    yield from ((each.value, "variants/fault.py") for each in Severity)
    yield from ((each, "app/game/edits.py") for each in ("solo", "draw", "concession", "year limit", "no captures"))
    yield from ((each, "app/mail_out/outbox.py") for each in ("results", "reminder"))
    for hook in shipped_hooks().values():
        yield from ((each, f"variants/hooks/shipped/{hook.name}.py") for each in (hook.title, hook.note) if each)
        yield from ((each.note, f"variants/hooks/shipped/{hook.name}.py") for each in hook.parameters if each.note)
    yield from ((each.value, "app/library/hooks.py") for each in Origin)
    yield from ((each, "app/mail_in/judge_words.py") for each in (PRESS_SAYS, *(" ".join(word.says.split()) for word in judge_words())))
    yield from ((each.stem.capitalize(), "resources/themes") for each in sorted(Path("resources/themes").glob("*.toml")))
    for file in sorted(Path("resources/units").glob("*.toml")):
        yield tomllib.loads(file.read_text(encoding="utf-8"))["name"], "resources/units"
    for contract in CONTRACTS.values():
        texts = [contract.may, contract.when, contract.effect, *contract.given.values()]
        texts += (words for words in contract.shape().all_words() if not words.startswith("{"))
        yield from ((each, "variants/hooks/contracts.py") for each in texts)
    yield from ((each, "variants/hooks/contracts.py") for each in ALWAYS_GIVEN.values())
    for variant_id in shipped_ids():
        yield shipped(variant_id).variant.name, f"variants/shipped/{variant_id}"
        yield shipped(variant_id).description, f"variants/shipped/{variant_id}"
    for field in rule_fields():
        yield field.question, "adjudicator/rules.py"
        yield from ((each.description, "adjudicator/rule_choices.py") for each in field.choices if each.description)
    yield from ((each, "adjudicator/rules.py") for each in presets())
