"""Every sentence that the program may say has room at the foot of the window; the longest ones over the board and in boxes too."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from PySide6.QtWidgets import QApplication

from app.commands.declaring.registry import COMMANDS
from app.qt.widgets.dialogs import AskBox
from app.qt.widgets.look import Tone
from languages.pseudo import stretched
from tests.gui.words.cut_texts import cut_texts
from tests.gui.words.walk import Walk

CATALOGUE = Path(__file__).resolve().parents[3] / "languages" / "de" / "entente.po"
ELSEWHERE = (
    "app/cli/",
    "app/players/terminal",
    "app/missing_libraries",
    "app/mail_in/",
    "app/mail_out/",
    "app/presentation/story_web_page",
    "variants/hooks/",
)
"""Files whose sentences appear at a terminal, in mails, on pages of a browser and beside the form of a hook."""
SHORT = 90
"""Letters of a sentence that has room in any case: longer ones are tried."""
LONG_NAME = "Constantinople"

pytestmark = pytest.mark.slow


def sentences(longer_than: int = SHORT) -> list[str]:
    """Return the sentences that may be announced in one piece: all but the help of commands, which has its own page. The longest first."""
    help_of_commands = " ".join(" ".join(each.details.split()) for each in COMMANDS)
    with CATALOGUE.open("rb") as file:
        catalogue = read_po(file)
    found = []
    for message in catalogue:
        places = [place for place, _ in message.locations]
        for text in (message.id,) if isinstance(message.id, str) else message.id:
            is_said = places and not all(place.startswith(ELSEWHERE) for place in places) and "\n" not in text
            if is_said and len(text) > longer_than and " ".join(text.split()) not in help_of_commands:
                found.append(re.sub(r"\{[^{}]*\}", LONG_NAME, stretched(text)))
    assert len(found) > 50
    return sorted(found, key=len, reverse=True)


def test_at_the_foot_of_the_window(walk: Walk) -> None:
    walk.controller.run_line("new standard")
    status = walk.controller.status
    cut = []
    for sentence in sentences():
        status.say(sentence, Tone.REFUSED)
        QApplication.processEvents()
        cut += cut_texts(status)
    assert status.message.isVisible()
    assert not cut, "\n".join(cut)


def test_over_the_board_and_on_the_start_page(walk: Walk) -> None:
    controller = walk.controller
    longest = sentences()[:6]
    summary = stretched("2 games were read, and 3 lines of them could not be understood")
    walk.go("trouble on the start page", lambda: controller.messages.trouble(longest[0]))
    controller.run_line("new standard")
    for sentence in longest:
        walk.go("trouble over the board", lambda sentence=sentence: controller.messages.trouble(sentence))  # type: ignore[misc]
    walk.go("a report", lambda: controller.messages.report(summary, longest))
    walk.go("a longer report", lambda: controller.messages.report(summary, longest * 3))
    walk.all_is_well()


def test_in_questions(walk: Walk) -> None:
    questions = [each for each in sentences(50) if each.rstrip("·⟧ ").endswith("?")]
    answers = [stretched(each) for each in ("Adjudicate by the plain rules for this phase", "Take the positions of the file", "Close")]
    assert len(questions) > 3
    for question in questions[:12]:
        box = AskBox(question, answers, walk.controller.window)
        box.show()
        walk.look(box)
        box.close()
    details = AskBox(questions[0], answers, walk.controller.window, details="\n".join(questions))
    details.show()
    walk.look(details)
    details.close()
    walk.all_is_well()
