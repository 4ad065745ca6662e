"""Arguments of each way of calling a command, and the commands that a way does not have: for ``test_every_way.py``."""

from __future__ import annotations

ASKED = {
    "quit": "the window is gone afterwards",
    "print": "paper comes of it",
    "print-preview": "a dialog comes of it",
    "hint": "advice is shown beside the board, or as text",
}
"""Commands that leave the session alone, and the reason; their requests to the window or the command line are compared instead."""

SAID = {"datc": "the session has nothing of it", "selfplay": "the session has at most the last of many games"}
"""Commands whose output is compared as well."""

FORMS: dict[str, dict[str, object]] = {
    "order": {"text": "A BUR - MUN"},
    "find": {"province": "PAR"},
    "rename": {"name": "Thursday"},
    "rename-branch": {"old": "main", "new": "first"},
    "vote": {"power": "FRANCE"},
    "player": {"power": "FRANCE"},
    "concede": {"winner": "FRANCE"},
}
"""Values that fill a form; all other forms are left."""

WORDS = {
    "order": "A BUR - MUN",
    "rename": "Thursday",
    "rename-branch": "main first",
    "vote": "FRANCE",
    "player": "FRANCE",
    "concede": "FRANCE",
    "new": "standard --name Asked",
    "open": "{folder}/other.dpn",
    "run": "{folder}/moves.txt",
    "read-mail": "{folder}/orders.txt",
    "import": "{folder}/board.zip",
    "save": "",
    "save-as": "{folder}/saved.dpn",
    "export": "{folder}/saved.png",
    "export-for-mail": "{folder}/saved.png",
    "process": "--missing process",
    "hint": "FRANCE",
}
"""Words of a script and the command line, where there is no one to ask, that mean the answers to the window's questions."""

BY_MAIL = {
    "order A BUR - MUN": "A BUR - MUN",
    "take-orders FRANCE A BUR - MUN; F BRE - MAO": "A BUR - MUN\nF BRE - MAO",
    "press FRANCE --to GERMANY Shall we?": "PRESS TO GERMANY\nShall we?\nENDPRESS",
    "wait FRANCE": "SET WAIT",
    "wait FRANCE --off": "SET NOWAIT",
}
"""Mails of France, by the command that does the same."""
BEFORE = {"wait FRANCE --off": "wait FRANCE"}

NOT_IN_SCRIPTS = {
    "undo": "a script is one step itself",
    "redo": "a script is one step itself",
    "close": "a script is one step of the games that are open",
}

STOPS_AT_THE_RESULTS = {"process"}
"""Commands after which a screen stops at the results; elsewhere the open phase follows at once, so the moment is not compared."""

OPENS_IN_A_WINDOW = {"selfplay", "learn"}
"""The game that was played last, or an exercise; the command line, which ends then, only says what came of it."""

OPENS_WHEN_ASKED = {"learn"}
"""An exercise that is offered where somebody can answer: not in a script."""

NOT_ON_THE_COMMAND_LINE = {
    "undo": "a file has no steps that could be taken back",
    "redo": "a file has no steps that could be done again",
    "print": "there is no printer",
    "print-preview": "there is no screen",
    "start-page": "there is no page that could come to the front",
    "play-timeline": "there is no board on which phases could follow one another",
}
