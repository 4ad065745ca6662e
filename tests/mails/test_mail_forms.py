"""Forms that mail programs give to the same three orders: tables, lists, broken paragraphs, the subject, attachments, a forward."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from app.mail_in.account import account_for
from app.mail_in.accounting import Accounting, Fate
from tests.mails.test_mails import position
from variants.catalogue import standard

WANTED = {"A PAR - BUR", "A MAR - SPA", "F BRE - MAO"}
PROSE = (
    "Hi Pete, hope you are well after the holidays. My army in Paris moves to\nBurgundy, my army in Marseilles moves to Spain. "
    "The fleet in Brest moves\nto the Mid-Atlantic Ocean. Looking forward to the results!\n"
)
LONG = "Thanks a lot for running this great game for all of us again this year, and on time"
PLAIN = {
    "a broken paragraph": PROSE,
    "units and targets on lines of their own": "A Par\n- Bur\nA Mar\n- Spa\nF Bre\n- MAO\n",
    "tabs": "Unit\tOrder\nA Par\tBur\nA Mar\tSpa\nF Bre\tMAO\n",
    "no kinds and no marks": "Par-Bur Mar-Spa Bre-MAO\n",
    "slashes": "A Par - Bur / A Mar - Spa / F Bre - MAO\n",
    "a long line above a list": f"{LONG}\nA Par - Bur\nA Mar - Spa\nF Bre - MAO\n",
}
HTML = {
    "table": "<table><tr><td><p>A Par</p></td><td><p>Bur</p></td></tr><tr><td><p>A Mar</p></td><td><p>Spa</p></td></tr>"
    "<tr><td><p>F Bre</p></td><td><p>MAO</p></td></tr></table>",
    "list": "<ol><li><b>A Par</b> - Bur</li><li><b>A Mar</b> - Spa</li><li><b>F Bre</b> - MAO</li></ol>",
    "struck out within": "<p>A Par - <del>Pic</del> Bur</p><p>A Mar - Spa</p><p>F Bre - MAO</p>",
}


def mail(subject: str = "orders") -> EmailMessage:
    found = EmailMessage()
    found["From"] = "Dave <dave@example.org>"
    found["Subject"] = subject
    found["Date"] = "Mon, 3 May 2021 12:00:00 +0000"
    return found


def account(message: EmailMessage) -> Accounting:
    return account_for(standard(), position("S1901M", ()), bytes(message), power="FRANCE")


def taken(message: EmailMessage) -> set[str]:
    return {str(line.order) for line in account(message).taken}


@pytest.mark.parametrize("form", PLAIN)
def test_orders_are_taken_from_plain_text(form: str) -> None:
    message = mail()
    message.set_content(PLAIN[form])
    assert taken(message) == WANTED


@pytest.mark.parametrize("form", HTML)
def test_orders_are_taken_from_html(form: str) -> None:
    message = mail()
    message.set_content("This message is in HTML.")
    message.add_alternative(HTML[form], subtype="html")
    assert taken(message) == WANTED


def test_orders_in_the_subject_are_taken_whatever_the_text_says() -> None:
    message = mail("France: A Par - Bur, A Mar - Spa, F Bre - MAO")
    message.set_content("see subject, cheers Dave\n")
    assert taken(message) == WANTED


@pytest.mark.parametrize("mark", ["", "> "])
def test_orders_in_a_forward_of_the_senders_own_mail_are_asked_about(mark: str) -> None:
    forwarded = ["From: Dave <dave@example.org>", "Subject: orders", "", "A Par - Bur", "A Mar - Spa", "F Bre - MAO"]
    message = mail("Fwd: orders")
    message.set_content("It bounced, here it is again.\n\nBegin forwarded message:\n\n" + "".join(f"{mark}{line}\n" for line in forwarded))
    asked = account(message).of(Fate.DOUBTFUL)
    assert taken(message) == set()
    assert {str(choice.order) for line in asked for choice in line.choices} == WANTED


def test_orders_in_a_forward_of_another_players_mail_are_none() -> None:
    message = mail("Fwd: proposal")
    message.set_content("Look!\n\nBegin forwarded message:\n\nFrom: Eli <eli@example.org>\nSubject: proposal\n\nA Par - Bur\nF Bre - MAO\n")
    assert not account(message).of(Fate.DOUBTFUL, Fate.TAKEN, Fate.GUESSED)
