"""Reason that a hook gave no answer, in the language in use: games keep it in English where they go on without the hook."""

from __future__ import annotations

from languages import mark, tr
from languages.kept import KeptSentences

_MESSAGES = KeptSentences(
    mark("nobody waits for it any longer"),
    mark("nobody waited for its answer"),
    mark("it used the processor for longer than {seconds} seconds"),
    mark("this machine did not let it come to an end within {seconds} seconds"),
    mark("its process died"),
    mark("no worker answered: {why}"),
    mark("it printed more than {size} kB"),
    mark("it wanted more than {size} MB"),
    mark("nobody has agreed to run it"),
    mark("its text has {size} bytes; at most {most} are run"),
    mark("hooks cannot run here: {why}"),
    mark("its parameters do not fit: {why}"),
    mark("the hooks of this phase together used the processor for longer than {seconds} seconds, {hook} most of it"),
    mark("the answer holds more than {most} values"),
    mark("{place}: the answer holds more than {most} characters"),
    mark("{place}: the number is too large"),
    mark("{place}: a number with a fraction; only whole numbers are the same on every machine"),
    mark("{place}: nested deeper than {most}"),
    mark("{place}: {kind} is no plain data"),
    mark("{place}: a key is {kind}, and only texts are keys"),
    mark("{place}: a text that is no Unicode"),
)

_AGAIN = "it was switched off for this session: "


def failure_words(message: str) -> str:
    """*message* of an outcome in the language in use; Python's words of an error stay unchanged."""
    if message.startswith(_AGAIN):
        return tr("it was switched off for this session: {why}", why=failure_words(message.removeprefix(_AGAIN)))
    return _MESSAGES.say(message)
