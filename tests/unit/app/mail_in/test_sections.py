"""The table of what becomes of a piece, each cell where a mail shows it."""

from __future__ import annotations

from adjudicator.phase import Phase
from app.mail_in.accounting import Fate
from app.mail_in.letter import MailLine
from app.mail_in.order_words import order_words
from app.mail_in.sections import REASONS, STEPS, PieceReading, PieceStep, Use, placed_lines
from tests.mails.test_what_is_plain import read
from tests.quick import one_by_one
from variants.catalogue import standard


def test_every_use_has_a_step_for_all_that_can_be_read_and_says_why_where_it_settles_a_piece() -> None:
    assert set(STEPS) == set(Use)
    assert all(set(steps) == set(PieceReading) for steps in STEPS.values())
    settled = {use for use, steps in STEPS.items() if {PieceStep.NONE, PieceStep.ASK} & set(steps.values())}
    assert settled == set(REASONS)


@one_by_one(
    ("text", "fate", "reason"),
    [
        ("A Par - Bur", Fate.TAKEN, ""),
        ("A Par - Bxrqz", Fate.DOUBTFUL, 'no place is called "Bxrqz"'),
        ("Fall:\nA Par - Bur", Fate.LATER, "kept for Fall 1901, movement"),
        ("Fall 1900:\nA Par - Bur", Fate.DOUBTFUL, "it stands under a heading for a phase that is over"),
        ("Results:\nA Par - Bur", Fate.NOT_ORDER, "tells results"),
        ('Germany told me: "I will do A Mun - Bur"', Fate.NOT_ORDER, "what somebody else said"),
        ("Spring 1901", Fate.NOT_ORDER, "a heading"),
        ("Retreat if dislodged: A Par - Gas\nA Mar - Spa", Fate.DOUBTFUL, "it stands after a line for"),
        ("Retreat if dislodged: A Par - Gas\nA Mar S A Par - Bur", Fate.TAKEN, ""),
    ],
)
def test_the_last_line_becomes_what_the_table_says(text: str, fate: Fate, reason: str) -> None:
    (letter,) = read(text).letters
    assert letter.lines[-1].fate is fate
    assert letter.lines[-1].reason.startswith(reason)


LINES = """\
A Par - Bur => now
A Par - Bur /  / A Mar H => now; now; now
Spring 1901 / A Par - Bur => heading; now
Spring 1901: A Par - Bur / A Mar H => now <A Par - Bur>; now
Fall 1901 / A Par - Bur => heading F1901M; later F1901M
Fall: A Par - Bur /  / A Mar H => later F1901M <A Par - Bur>; later F1901M; later F1901M
Fall 1900: A Par - Bur / A Mar H => over <A Par - Bur>; over
Builds: A Par / A Mar => later W1901A; later W1901A
Builds / A Par => heading W1901A; later W1901A
Retreat if dislodged: A Par - Gas / A Mar H => later S1901R <A Par - Gas>; unsure S1901R
Retreat if dislodged: / A Par - Gas => heading S1901R; later S1901R
Fall: / Retreat if dislodged: A Par - Gas / A Mar H => heading F1901M; later S1901R <A Par - Gas>; later F1901M
Results: / A Par - Bur => heading; result
The results / A Par - Bur => heading; result
movement results / A Par - Bur / Orders: / A Mar H => heading; result; result; result
Results: / A Par - Bur / FRANCE => heading; result; result
Results: / A Par - Bur / My orders! => heading; result; over
Results: / A Par - Bur / My orders: / A Mar H => heading; result; over; over
Résultats: / A Par - Bur (échoué) / Mes ordres: / A Mar H => heading; result; over; over
Results: / A Par - Bur / French orders: / A Mar H => heading; result; result; result
Results: / A Par - Bur / These are my orders. => heading; result; over
Results: / A Par - Bur / my orders are what now stands here: => heading; result; result
Results: / A Par - Bur / my orders are what stands here: => heading; result; over
Results: / A Par - Bur / my orders => heading; result; result
Results: / A Par - Bur / Hello: => heading; result; result
Ergebnisse / A Par - Bur => heading; result
Résultats : / A Par - Bur => heading; result
Risultati / A Par - Bur => heading; result
Resultados / A Par - Bur => heading; result
Auswertung: A Par - Bur => heading
Adjudication / A Par - Bur => heading; result
Resulting / A Par - Bur => now; now
My orders: / A Par - Bur => now; now
A Mar H / My orders: / A Par - Bur => now; now; now
Fall: / A Mar H / My orders: / A Par - Bur => heading F1901M; later F1901M; later F1901M; later F1901M
Results: / My orders: / A Par - Bur => heading; now; now
Results: / A Par - Bur / Results: / My orders: / A Mar H => heading; result; heading; now; now
Results: / A Par - Bur next turn => heading; result
Fall: / A Par - Bur (bounced) / A Mar H => heading F1901M; later F1901M; later F1901M
A Par H /  / France: A Mar H => now; now; now
Fall 1901 orders | France: A Mar H => later F1901M
Fall: / A Par - Bur /  / FRANCE / A Mar H => heading F1901M; later F1901M; later F1901M; later F1901M; later F1901M
Fall: / A Par - Bur /  / Austria-Hungary: A Vie H => heading F1901M; later F1901M; later F1901M; unsure F1901M
Fall: / A Par - Bur /  / Germany and I: A Mun H => heading F1901M; later F1901M; later F1901M; later F1901M
Fall: / A Par - Bur /  / : A Mar H => heading F1901M; later F1901M; later F1901M; later F1901M
Re: Fall 1901 orders | A Par - Bur => now
Fall orders: 1901 | A Par - Bur => now
Fall, orders: 1901 | A Par - Bur => later F1901M
Fall 1901 orders: France | A Par - Bur => later F1901M
A Mar H / Results: / F Bre H => now; heading; result
A Mar H / A Par - Bur (bounced) / A Gas H => result; result; result
Spring 1901: A Mar H / A Par - Bur (bounced) => result <A Mar H>; result
Spring 1901: results / A Par - Bur => result <results>; result
Spring 1901: Results of ours / A Par - Bur => result <Results of ours>; result
Spring 1901 results: A Par - Bur / A Mar H => result <A Par - Bur>; result
Fall 1900 results / A Par - Bur => heading; result
A Mar H / Fall 1900 results: / A Par - Bur => now; heading; result
A Mar H / Fall 1900 results: A Par - Bur => now; result <A Par - Bur>
Spring 1901: A Mar H / A Par - Bur, failed / A Gas H => result <A Mar H>; result; result
A Mar H / Herbst 1900, Ergebnisse / A Par - Bur => now; heading; result
Fall: / A Mar H / Fall 1900 résultats : / A Par - Bur => heading F1901M; later F1901M; heading; result
I want results: / A Par - Bur => now; now
A Mar H / Spring 1901: / A Par - Bur (bounced) => result; heading; result
A Mar H / I await results, A Gas H / A Par - Bur (failed) => result; result; result
Fall 1900 results are out! / A Par - Bur => now; now
A Par - Bur (bounce) / A Mar H => result; result
A Par - Bur (bounced) / A Mar H /  / F Bre H => result; result; now; now
A Par - Bur (ok) / A Mar H => result; result
A Par - Bur, dislodged => result
A Par - Bur. *void* => result
A Par - Bur (abgewiesen) => result
A Par - Bur (échoué) => result
A Par - Bur (respinto) => result
A Par - Bur (rebotado) => result
A Par - Bur, bounces with Mun => now
A Mar H / A Par - Bur (failed) / Results: / F Bre H => result; result; heading; result
Fall: A Par - Bur (bounced) / A Mar H => later F1901M <A Par - Bur (bounced)>; later F1901M
A Par - Bur next turn / A Mar H => later F1901M; now
Fall: / A Par - Bur next turn => heading F1901M; later F1901M
Fall: / A Par - Bur /  / Germany: A Mun H / A Kie H => heading F1901M; later F1901M; later F1901M; unsure F1901M; unsure F1901M
Fall: / A Par - Bur / Germany: A Mun H => heading F1901M; later F1901M; later F1901M
Fall: / A Par - Bur /  / Dear Germany: A Mun H => heading F1901M; later F1901M; later F1901M; later F1901M
Fall: / A Par - Bur /  / Germany A Mun H => heading F1901M; later F1901M; later F1901M; later F1901M
Fall: / A Par - Bur /  / Hello: A Mun H => heading F1901M; later F1901M; later F1901M; later F1901M
Germany: A Mun H => now
Fall 1901 orders | A Par - Bur => later F1901M
Fall orders | A Par - Bur => now
Fall 1901 | A Par - Bur => now
Fall: / A Par - Bur / For spring just A Mar H => heading F1901M; later F1901M; now
Fall 1900: / A Par - Bur / For spring just A Mar H => heading; over; over
Retreat if dislodged: A Par - Gas / For spring just A Mar H => later S1901R <A Par - Gas>; unsure S1901R
Retreats: / A Par - Gas / For spring just A Mar H => heading S1901R; later S1901R; later S1901R
Builds: / A Par / For spring just A Mar H => heading W1901A; later W1901A; now
Spring 1901 orders | A Par - Bur => now
Re: Fall 1901 orders | A Par - Bur => now
Orders: Fall 1901 | A Par - Bur => now
Orders for France: Fall 1901 | A Par - Bur => now
orders 1901 | A Par - Bur => now
Fall 1901 orders |  / A Par - Bur => later F1901M; later F1901M
Results: / A Par - Bur /  / My orders: / A Mar H => heading; result; result; now; now
Results: / A Par - Bur /  / My orders! / A Mar H => heading; result; result; now; now
Results: / A Par - Bur /  / These are my orders. / A Mar H => heading; result; result; now; now
Results: / A Par - Bur /  / my orders / A Mar H => heading; result; result; result; result
Results: / A Par - Bur /  / Hello: / A Mar H => heading; result; result; result; result
Results: / A Par - Bur /  / my orders are what now stands here: / A Mar H => heading; result; result; result; result
Results: / A Par - Bur /  / my orders are what stands here: / A Mar H => heading; result; result; now; now
Results: / A Par - Bur /  / ! / A Mar H => heading; result; result; result; result
Fall: /  / Germany: A Mun H => heading F1901M; later F1901M; unsure F1901M
Germany: A Mun H / Fall: / A Par - Bur => now; heading F1901M; later F1901M
"""
"""Subject | lines of a mail in Spring 1901 => the use of each, its phase if it is another, and its text if it stands behind a heading."""


@one_by_one(("mail", "expected"), [line.split(" => ") for line in LINES.splitlines()])
def test_each_line_has_a_use_by_the_headings_above_it(mail: str, expected: str) -> None:
    subject, bar, text = mail.rpartition(" | ")
    now = Phase.of("S1901M")
    lines = [MailLine(number, line) for number, line in enumerate((text if bar else mail).split(" / "), 1)]
    found = []
    for each in placed_lines(standard(), now, lines, order_words(standard()), subject):
        phase = f" {each.phase}" if each.phase not in {None, now} else ""
        found.append(f"{each.use.value}{phase}{f' <{each.text}>' if each.start else ''}")
    assert "; ".join(found) == expected


def test_a_long_line_heads_no_results() -> None:
    for length, heads in ((119, True), (120, False)):
        line = MailLine(1, f"Results {'x' * (length - 8)}")
        assert (placed_lines(standard(), Phase.of("S1901M"), [line], order_words(standard()))[0].use is Use.HEADING) is heads
