"""Sentences that doubt, deny or depend on something around an order, in whatever words: no order of theirs is taken by itself."""

from __future__ import annotations

import pytest

from tests.mails.test_short_mails import ShortMail

MOVES = (
    "A Par - Bur",
    "A Paris to Burgundy",
    "Paris goes to Burgundy",
    "the army in Paris moves to Burgundy",
    "Die Armee in Paris geht nach Burgund",
)
SENTENCES = """
I won't do {o}
never {o}
{o}, no
{o}? no.
{o}? No!
{o} (not sure yet)
{o}, not yet
{o} if England agrees
unless England moves, {o}
{o} - or maybe not
{o}, but wait for my confirmation
don't do {o}
{o} (maybe)
{o}, but not now
{o} was my plan
{o} is what I told Germany
no {o}
not {o}
No, not {o}
instead of {o}
no, {o} is wrong
oops, {o} was wrong
wait, not {o}
wait, don't do {o}
{o}, he said
Germany wants {o}
{o} (Germany's idea)
{o}, then I changed my mind
same as yesterday but not {o}
same as yesterday but if Italy moves {o}
same as before, but maybe {o}
same as last season but {o}
Correction: not {o}
Correction: no {o}
scratch that last one, {o}, no wait
scrap {o}
scrap that, not {o}
{o} (scrap this)
{o} (just kidding)
{o}, lol no
{o}. Just kidding.
{o}. Not.
{o} - no way
{o} - forget it
{o} next year
{o} in the fall
{o} - nobody expects that, so I won't
{o}, it doesn't go there
{o}, don't move
{o}, never move
I do not want {o} but peace
I would not do {o} but I must think
{o} does not happen but something else
Paris isn't going to Burgundy but staying undecided
Paris does not go to Burgundy but maybe to Picardy
Paris doesn't go to Burgundy, it might go to Picardy
not to Burgundy but I don't know where for Paris
nicht {o}, sondern ich überlege noch
{o}, doch nicht
{o}, lieber nicht
nein, nicht {o}
ach nein, doch nicht {o}
kein {o}
statt {o} vielleicht was anderes
{o}, wenn England will
falls England zieht, {o}
wie gestern, aber falls England zieht, {o}
wie gestern, aber nicht {o}
pas {o}
non, pas {o}
{o}, ou pas
{o}, mais seulement si l'Angleterre bouge
comme hier, mais si l'Angleterre bouge, {o}
comme hier mais pas {o}
no {o}
{o}, no
{o}, pero solo si Inglaterra mueve
igual que ayer pero si Inglaterra mueve, {o}
non {o}
{o}, anzi no
come ieri ma se l'Inghilterra muove, {o}
come ieri ma non {o}
Only if England agrees: {o}
If in doubt: {o}
Maybe: {o}
For Germany: {o}
({o} would be nice)
({o}?)
Nothing ({o}) decided yet
Maybe Paris attacks ({o})
I was thinking of Paris attacking ({o})
Germany says Paris attacks ({o})
Paris might attack Burgundy ({o})
Paris won't attack Burgundy ({o})
Should Paris attack Burgundy ({o})?
{o} so that is off
{o}, otherwise not
{o}, or else A Par - Pic
{o}, sonst A Par - Pic
{o}, sinon A Par - Pic
{o}, otherwise Picardy
revised orders follow, not {o}
instead of what I sent: not {o}
instead of what I sent, maybe: {o}
change of plan? {o}
FRANCE: not {o}
Example: {o}
e.g. {o}
""".strip().splitlines()


@pytest.mark.parametrize("sentence", SENTENCES)
def test_no_order_is_taken_that_a_sentence_doubts_or_denies(sentence: str) -> None:
    for move in MOVES if "{o}" in sentence else MOVES[:1]:
        taken = ShortMail("FRANCE S1902M A_PAR A_MAR F_BRE", sentence.replace("{o}", move), ()).read().taken
        assert [str(each.order) for each in taken] == [], move
