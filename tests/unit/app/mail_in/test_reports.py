"""Sentences that report: no order of them is one of this phase, and each needs what makes it a report."""

from __future__ import annotations

import pytest

from adjudicator.phase import Phase
from app.mail_in.order_words import order_words
from app.mail_in.reports import builds_nothing, report_in
from variants.catalogue import standard

KNOWN = order_words(standard())
OWN = ("ARM", "CON", "AEG")

SENTENCES = """
Iñaki wants me to go A Arm - Ank. => report
Italy wants Ankara, so A Arm - Ank. => -
As Russia suggested, A Arm - Ank. => -
Russia wants A Arm - Ank and I will. => -
Last time I wrote F Aeg - Ion. => report
That was all last year. => -
I should have moved A Arm - Ank. => report
Instead of what I should have done: A Arm - Ank. => -
Austria builds a fleet in Trieste next winter, I bet. => report
Austria moves to Trieste. => -
Constantinople wants A Arm - Ank. => -
ank = Ankara, not Angora => report
arm = Ankara => -
arm = bul => -
the army, because Russia is near. => report
the king, because Russia is near. => -
hope Russia doesn't move Sev to Arm. => report
hope Arm goes to Sev. => -
What I write for fall stays on file. => report
Cancel what I wrote for fall. => -
In fall I want A Arm - Sev. => S->F1902M
In spring I want A Arm - Sev. => -
If Russia wants A Arm - Ank, A Arm - Ank. => -
Fleet says A Arm - Ank. => -
Bo says A Arm - Ank. => -
Boris says A Arm - Ank. => report
boris says A Arm - Ank. => -
Boris from Kiel says A Arm - Ank. => -
As Russia wants; A Arm - Ank. => -
As Russia wants: A Arm - Ank. => -
Russia wants, if I may, A Arm - Ank. => -
Russia. => -
The Russia. => -
Russia builds in Sevastopol again, I bet. => -
Russia Army Sevastopol goes to Armenia today. => -
Russia Sevastopol goes to Rumania today. => -
Russia, Sevastopol goes to Rumania today. => -
Russia builds in Armenia again, I bet. => -
Russia moves to Sevastopol. => -
If Russia builds in Sevastopol again, I bet. => -
Turkey builds in Sevastopol again, I bet. => -
In fall: A Arm - Sev. => -
A Arm - Sev in fall. => -
Fall A Arm - Sev. => -
In fall I want these orders: A Arm - Sev. => -
In fall I want Sev. => S->F1902M
Last time I wrote: F Aeg - Ion. => -
F Aeg - Ion is what I wrote last time. => -
Last time I wrote F Aeg - Ion, so A Arm - Ank. => -
Last time I wrote F Aeg - Ion, so the A Arm - Ank. => -
Last time I wrote F Aeg - Ion, so A Sev - Arm. => report
hope Boris sleeps. => -
hope Russia sleeps. => report
hope Russia sleeps if asked. => -
I hope Russia doesn't move Sev to Arm. => report
the army because Russia is near Sev. => report
army, because Russia is near. => report
the army of Russia is near. => -
"""


@pytest.mark.parametrize(("sentence", "expected"), [line.split(" => ") for line in SENTENCES.strip().splitlines()])
def test_a_sentence_reports_or_does_not(sentence: str, expected: str) -> None:
    variant = standard()
    found = report_in(sentence, KNOWN, "TURKEY", OWN, Phase.of("S1902M"), variant.calendar, is_last=True)
    shown = "-" if found is None else "report" if found.later is None else f"S->{found.later}"
    assert shown == expected


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Nothing in London.", True),
        ("Nada en San Petersburgo ni en Moscú.", True),
        ("Nichts in Berlin", True),
        ("Nothing", False),
        ("Nothing but London", False),
        ("London, nothing else", False),
        ("Build nothing in London", False),
    ],
)
def test_a_sentence_says_that_nothing_is_built(text: str, found: bool) -> None:
    assert builds_nothing(text, KNOWN) is found
