"""Votes, waiting and absences that the plain lines of a mail declare: what each sentence says, and which lines are looked at."""

from __future__ import annotations

from typing import Any

import pytest

from app.mail_in.accounting import Fate, LetterAccount, LineAccount
from app.mail_in.letter import Letter, LetterPart
from app.mail_in.statements import ballot_words, with_declarations
from languages import tr
from tests.quick import one_by_one
from variants.catalogue import standard


def line(text: str, fate: Fate = Fate.NOT_ORDER, **more: Any) -> LineAccount:
    return LineAccount(1, 1, text, fate, **more)


def declared(*lines: LineAccount | str, power: str | None = "FRANCE", **more: Any) -> LetterAccount:
    told = tuple(line(each) if isinstance(each, str) else each for each in lines)
    return with_declarations(standard(), LetterAccount(Letter(()), power, told, **more))


def said(text: str, power: str | None = "FRANCE") -> tuple[str | None, str]:
    """The vote that counts, and what is proposed."""
    account = declared(text, power=power)
    return account.vote, account.lines[0].proposal


@one_by_one(
    ("text", "vote"),
    [
        ("I vote for a draw.", "draw"),
        ("I vote for a draw with Turkey and England.", "draw ENGLAND FRANCE TURKEY"),
        ("I vote for a draw between England, Germany and me.", "draw ENGLAND FRANCE GERMANY"),
        ("I vote for a draw between England and myself.", "draw ENGLAND FRANCE"),
        ("Ich stimme für ein Remis zwischen England und mir.", "draw ENGLAND FRANCE"),
        ("Je vote pour une nulle entre l'Angleterre et moi.", "draw ENGLAND FRANCE"),
        ("Voto per un pareggio tra Inghilterra e me.", "draw ENGLAND FRANCE"),
        ("Voto por un empate entre Inglaterra y yo.", "draw ENGLAND FRANCE"),
        ("I vote for a draw between England and Germany.", "draw ENGLAND GERMANY"),
        ("I vote for a draw of England and England.", "draw ENGLAND"),
        ("I concede to Germany.", "concede to GERMANY"),
        ("I vote against the draw.", "no"),
        ("I vote against the draw with England.", "no"),
    ],
)
def test_a_sentence_that_is_a_vote_and_nothing_else_counts(text: str, vote: str) -> None:
    assert said(text) == (vote, "")
    assert declared(text).lines[0].reason == f"votes for: {ballot_words(standard(), vote)}"


@pytest.mark.parametrize(
    ("text", "proposal"),
    [
        ("Perhaps I vote for a draw.", "vote draw"),
        ("Let us vote for a draw.", "vote draw"),
        ("I vote for a draw if Turkey agrees.", "vote draw TURKEY"),
        ("I vote for a draw but only with cheese.", "vote draw"),
        ("Germany wants that I concede to Germany.", "vote concede to GERMANY"),
        ("I never vote against the draw.", "vote no"),
    ],
)
def test_a_vote_among_other_words_is_asked_about(text: str, proposal: str) -> None:
    assert said(text) == (None, proposal)
    assert declared(text).lines[0].reason.startswith("may vote for: ")


@pytest.mark.parametrize(
    "text", ["I concede to nobody.", "I concede to England or Germany.", "Shall I vote for a draw?", "...", "", "A fine draw."]
)
def test_other_sentences_are_no_votes(text: str) -> None:
    assert said(text) == (None, "")
    assert declared(text).lines[0].reason == ""


def test_a_draw_with_others_is_asked_about_where_the_writer_is_unknown() -> None:
    assert said("I vote for a draw with England.", power=None) == (None, "vote draw ENGLAND")
    assert said("I vote for a draw of England.", power=None) == ("draw ENGLAND", "")
    assert said("I vote for a draw.", power=None) == ("draw", "")


@pytest.mark.parametrize(
    ("text", "waits", "reason"),
    [
        ("Please wait for the deadline.", True, "asks to wait for the deadline"),
        ("No need to wait for the deadline.", False, "asks no longer to wait"),
        ("Germany told me to wait for the deadline.", None, ""),
        ("Shall we wait for the deadline?", None, ""),
    ],
)
def test_a_sentence_asks_to_wait_or_no_longer(text: str, waits: bool | None, reason: str) -> None:
    account = declared(text)
    assert (account.waits, account.lines[0].reason, account.lines[0].proposal) == (waits, reason, "")


def test_a_word_for_a_judge_about_waiting_goes_before_a_sentence() -> None:
    assert declared("Please wait for the deadline.", waits=False).waits is False


@one_by_one(
    ("text", "days"),
    [
        ("I am away until Monday.", "until mon"),
        ("I am away on Monday.", "mon"),
        ("I am away from Monday to Friday.", "mon - fri"),
        ("I am away from Monday till Friday, then until Sunday.", "mon - fri"),
        ("I am away until 3 October.", "until 3 oct"),
        ("I am away until October 3.", "until 3 oct"),
        ("I am away until the 3rd of October.", "until 3 oct"),
        ("I am away from 3 to 6 January.", "3 jan - 6 jan"),
        ("I am away from 20 December to 6 January.", "20 dec - 6 jan"),
        ("I am away from 20 December 2026 to 6 January 2027.", "20 dec 2026 - 6 jan 2027"),
        ("I am away until 3.10.", "until 3.10."),
        ("I am away until 3.10.2026.", "until 3.10.2026"),
        ("I am away until 3.12.", "until 3.12."),
        ("I am away until 3.13.", "?"),
        ("I am away until 3.0.", "?"),
        ("I am away from 1.2. to 3.4.", "1.2. - 3.4."),
        ("I am away until Monday 3 October.", "until 3 oct"),
        ("I am away tomorrow.", "tomorrow"),
        ("I am away until tomorrow.", "until tomorrow"),
        ("I am away for 3 weeks.", "?"),
        ("I am away next week.", "?"),
        ("From Monday on I am away.", "mon"),
        ("I am away on Monday with my family until Friday.", "mon"),
        ("Bin bis Montag weg.", "until mon"),
        ("Je suis absent jusqu'à lundi.", "until mon"),
    ],
)
def test_an_absence_is_asked_about_with_its_days(text: str, days: str) -> None:
    assert said(text) == (None, f"absence {days}")
    told = "on which days is not plain" if days == "?" else days
    assert told in declared(text).lines[0].reason


@pytest.mark.parametrize("text", ["If I am away until Monday, write.", "Perhaps I am away until Monday.", "Will I be away until Monday?"])
def test_an_absence_that_may_be_is_none(text: str) -> None:
    assert said(text) == (None, "")


VOTE = "I vote for a draw."


@pytest.mark.parametrize(
    ("told", "counts"),
    [
        (line(VOTE), True),
        (line(VOTE, reason=tr("a heading")), True),
        (line(VOTE, reason="tells results"), False),
        (line(VOTE, Fate.DOUBTFUL), False),
        (line(VOTE, part=LetterPart.QUOTE), False),
        (line(VOTE.ljust(300, "!")), True),
        (line(VOTE.ljust(301, "!")), False),
    ],
)
def test_only_plain_lines_of_the_sender_are_looked_at(told: LineAccount, counts: bool) -> None:
    account = declared(told)
    assert account.vote == ("draw" if counts else None)
    assert (account.lines == (told,)) is not counts


def test_a_mail_for_another_game_declares_nothing() -> None:
    account = declared(VOTE, other_game="another")
    assert account.vote is None
    assert account.lines == (line(VOTE),)


def test_the_last_vote_of_a_mail_counts_and_each_sentence_is_one() -> None:
    assert declared(f"{VOTE} I concede to Germany.").vote == "concede to GERMANY"
    assert declared(VOTE, "I vote against the draw.", "Hello").vote == "no"
    assert declared("Hello", vote="draw").vote == "draw"


@pytest.mark.parametrize(
    ("vote", "words"),
    [
        ("draw", "a draw among all"),
        ("draw ENGLAND TURKEY", "a draw among England and Turkey"),
        ("concede to FRANCE", "France wins"),
        ("no", "play on"),
    ],
)
def test_a_vote_is_told_in_words(vote: str, words: str) -> None:
    assert ballot_words(standard(), vote) == words


SENTENCES = """\
I vote for a draw. => draw, -
I would like to vote for a draw. => draw, -
I would vote for a draw. => draw, -
I want to propose a draw => -, -
I and you vote for a draw => draw, -
Then I vote for a draw now please => draw, -
I vote for a draw among all => draw, -
I vote for a draw for us and for England => -, vote draw ENGLAND
I vote for a draw, would you? => -, -
I vote for a draw between England and me and you => draw ENGLAND FRANCE, -
I vote for a draw with England and cheese => -, vote draw ENGLAND FRANCE
I vote for a draw proposed by England => -, vote draw ENGLAND
I vote for a draw with England as proposed => -, vote draw ENGLAND FRANCE
I vote for a draw of these powers England and Turkey => draw ENGLAND TURKEY, -
I vote draw with England please => draw ENGLAND FRANCE, -
I vote for draw with me => -, -
I am away until Monday. => -, absence until mon
Perhaps I am away until Monday. => -, -
I am away perhaps until Monday. => -, absence until mon
If I am away until Monday, wait. => -, -
I am away. => -, absence ?
On 3 May I am away. => -, absence 3 may
From 3 May on I will be away with my friends => -, absence 3 may
Ich bin bis Montag weg. => -, absence until mon
Ich bin nicht da bis 3. Mai => -, absence until 3 may
Je serai absent jusqu'à lundi. => -, absence until mon
Sono via fino a lunedì. => -, absence until mon
Estaré fuera hasta el lunes. => -, absence until mon
Ich stimme für ein Remis. => draw, -
Je vote pour une nulle. => draw, -
Voto per un pareggio. => draw, -
Voto por un empate. => draw, -
Please wait for the deadline. I vote for a draw. => draw, -
I vote for a draw; I am away until Monday. => draw, absence until mon
I concede to Turkey! => concede to TURKEY, -
I concede to Turkey please => concede to TURKEY, -
I concede to Turkey or not => -, vote concede to TURKEY
Ich gebe gegen die Türkei auf. => -, -
Let us vote for a draw. => -, vote draw
England proposes that I vote for a draw. => -, vote draw
I vote against the draw please. => no, -
I vote for a draw? No => -, -
I vote for a draw. Please wait for the deadline. => draw, -
I am away unless it rains. => -, -
Monday I am away. => -, absence mon
Und ich stimme für ein Remis. => draw, -
Et je vote pour une nulle. => draw, -
E voto per un pareggio. => draw, -
Y voto por un empate. => draw, -
"""
"""Sentence of France => the vote that counts, what is asked about."""


@one_by_one(("text", "expected"), [line.split(" => ") for line in SENTENCES.splitlines()])
def test_a_sentence_declares(text: str, expected: str) -> None:
    vote, proposal = said(text)
    assert f"{vote or '-'}, {proposal or '-'}" == expected


DAYS = """\
20 dec to 6 jan => 20 dec - 6 jan
20th of December until 6th of January => 20 dec - 6 jan
from the 3rd to 6 January => 3 jan - 6 jan
3 to 6 January => 3 jan - 6 jan
3 4 January => 3 jan
1 2 3 4 5 January => 1.2. - 3.4.
1 a b c d January => 1 jan
1 a b c d e January =>
until monday => until mon
until Monday 12 May => until 12 may
till friday => until fri
monday => mon
monday to friday => mon - fri
mon - wed => mon - wed
monday 12 =>
12.5. => 12.5.
12.5. to 14.5. => 12.5. - 14.5.
12 5 => 12.5.
12 13 =>
12 0 =>
12 1 => 12.1.
12 012 =>
12 5 2026 => 12.5.2026
3 May 2026 => 3 may 2026
3 May 1926 => 3 may
3 May 2026 to 6 May 2026 => 3 may 2026 - 6 may 2026
May 3 => 3 may
May 3rd =>
May 12 => 12 may
May 123 =>
May x =>
December 24 to January 2 => 24 dec - 2 jan
tomorrow => tomorrow
until tomorrow => until tomorrow
tomorrow until friday => tomorrow - fri
for 3 weeks =>
3 days =>
all week =>
on monday and on tuesday and on friday => mon - tue
from monday, 3 May => 3 may
monday the sea friday => mon
monday 3rd =>
3rd monday of May => 3 may - mon
3 x May => 3 may
3 x y May => 3 may
until =>
31 december => 31 dec
31 december to 2 =>
monday morning => mon
bis montag => until mon
vom 3. bis 6. Januar => 3 jan - 6 jan
bis zum 6. Januar => until 6 jan
morgen => tomorrow
jusqu'à lundi => until mon
du 3 au 6 janvier => 3 jan - 6 jan
demain => tomorrow
fino a lunedì => until mon
dal 3 al 6 gennaio => 3 jan - 6 jan
domani => tomorrow
hasta el lunes => until mon
del 3 al 6 de enero => 3 jan - 6 jan
mañana => tomorrow
1er mai => 1 may
le 1er mai => 1 may
3st may => 3 may
123 may =>
on 13 14 =>
1 1 1 =>
2 1 2 =>
away so I wait =>
until so => until sun
mo - mi => mon - wed
bis Di => until tue
bis So => until sun
sa so => sun
fr bis so => fri - sun
so do di mi sa => thu - tue
vom 3. Mai so => 3 may
monday so => mon - sun
so monday => mon
am So => sun
ab Di => tue
vom Di bis Mi => tue - wed
bis zum Do => until thu
3 May to 6 x y June =>
3 May 2026 6 May 2026 => 3 may 2026 - 6 may 2026
May 3 May 6 => 3 may - 6 may
until monday till late => until mon
monday until late => mon
of so =>
"""
"""Words behind "I am away" => their days in English; nothing where they are not plain."""


@one_by_one(("text", "days"), [line.split(" =>") for line in DAYS.splitlines()])
def test_words_name_days(text: str, days: str) -> None:
    _, proposal = said(f"I am away {text}")
    assert proposal == f"absence {days.strip() or '?'}"


def test_a_draw_with_oneself_where_the_writer_is_unknown() -> None:
    assert said("I vote for a draw with me", power=None) == ("draw", "")
    assert said("I vote for a draw with England and me", power=None) == (None, "vote draw ENGLAND")


def test_the_first_word_on_waiting_counts() -> None:
    account = declared("Please wait for the deadline.", "No need to wait for the deadline.")
    assert account.waits is False
    assert declared("I vote for a draw.", "Let us vote for a draw with England.").vote == "draw"


def test_days_far_behind_the_absence_are_not_its_days() -> None:
    assert said(f"I am away {'far ' * 21}monday") == (None, "absence mon")
    assert said(f"I am away {'far ' * 22}monday") == (None, "absence ?")


def test_a_vote_beside_waiting_leaves_it() -> None:
    assert declared("Please wait for the deadline. I vote for a draw.").waits is True
