"""Words around orders that do not change them, and similar words that do."""

from __future__ import annotations

import pytest

from app.mail_in.account import account_for
from app.mail_in.accounting import Accounting, Fate
from tests.mails.test_mails import position
from variants.catalogue import standard

FRENCH = "A Par - Bur\nA Mar - Spa\n"


def read(text: str, power: str | None = "FRANCE", phase: str = "S1901M", units: tuple[str, ...] = ()) -> Accounting:
    return account_for(standard(), position(phase, units), text, power=power)


def taken(account: Accounting) -> list[str]:
    return [str(each.order) for each in account.taken]


@pytest.mark.parametrize(
    "line",
    [
        "Wenn du magst, reden wir morgen.",
        "If you have any questions, call me.",
        "Si tu as le temps, on en parle ce soir.",
        "Se hai domande, scrivi.",
        "Si tienes dudas, llama.",
        "If I lose Paris, build in Brest.",
        "Falls wir Paris verlieren, im Winter bitte in Brest bauen.",
        "Si me desalojan de París, retirada a Gascuña.",
    ],
)
def test_a_condition_of_something_else_leaves_the_orders_above_it_alone(line: str) -> None:
    assert taken(read(f"{FRENCH}\n{line}")) == ["A PAR - BUR", "A MAR - SPA"]


@pytest.mark.parametrize(
    "line",
    [
        "If you like the other orders better, use those.",
        "Wenn England baut, doch lieber nicht.",
        "If France builds fleets, forget it.",
        "Unless I write again, build in winter too.",
        "Si tu as le temps, prends plutôt les autres ordres.",
    ],
)
def test_a_condition_of_these_orders_has_them_asked_about(line: str) -> None:
    assert taken(read(f"{FRENCH}\n{line}")) == []


@pytest.mark.parametrize(
    "line",
    [
        "Use these orders only after I confirm.",
        "Please don't use these orders until I confirm.",
        "These orders count only once I have confirmed them.",
        "Only use these orders if I don't write again.",
        "Hold these orders until I confirm.",
        "Orders, not to be used before Sunday:",
        "Diese Befehle gelten erst, wenn ich sie bestätige.",
        "Bitte diese Züge erst nach meiner Bestätigung verwenden.",
        "N'utilisez ces ordres qu'après ma confirmation.",
        "Ces ordres ne valent que si je confirme.",
        "Questi ordini valgono solo dopo la mia conferma.",
        "Estas órdenes valen solo cuando las confirme.",
    ],
)
def test_orders_that_wait_for_a_word_of_their_writer_are_asked_about(line: str) -> None:
    for text in (f"{line}\n{FRENCH}", f"{FRENCH}\n{line}"):
        assert taken(read(text)) == []


@pytest.mark.parametrize(
    "line",
    [
        "Only one question about the orders: did they arrive?",
        "I could not send orders before Sunday, sorry.",
        "I only write orders on Sundays.",
        "Ich konnte die Befehle nicht eher schicken.",
        "Désolé, mes ordres arrivent seulement maintenant.",
        "Scusa, mando gli ordini solo adesso.",
        "Perdona, mando las órdenes solo ahora.",
    ],
)
def test_words_about_when_orders_are_sent_leave_them_alone(line: str) -> None:
    for text in (f"{line}\n{FRENCH}", f"{FRENCH}\n{line}"):
        assert taken(read(text)) == ["A PAR - BUR", "A MAR - SPA"]


DRIVEN = ("!GERMANY A MUN < BOH", "!GERMANY F DEN < SWE", "AUSTRIA A MUN", "RUSSIA F DEN")


@pytest.mark.parametrize(
    ("line", "power", "phase", "units"),
    [
        ("The fleet holds.", "ENGLAND", "S1901M", ()),
        ("Both armies support each other.", "FRANCE", "S1901M", ()),
        ("My armies go to Burgundy and Spain.", "FRANCE", "S1901M", ()),
        ("La flotte va en Manche et à Londres.", "FRANCE", "S1901M", ()),
        ("I retreat to Kiel.", "GERMANY", "S1901R", DRIVEN),
        ("The fleet goes to Budapest.", "AUSTRIA", "S1901R", ("!AUSTRIA A TRI < VEN", "ITALY A TRI")),
        ("The fleet disbands.", "AUSTRIA", "S1901R", ("!AUSTRIA A TRI < VEN", "ITALY A TRI")),
        ("The fleet in Trieste retreats to Budapest.", "AUSTRIA", "S1901R", ("!AUSTRIA A TRI < VEN", "ITALY A TRI")),
    ],
)
def test_what_units_do_that_are_named_by_their_kind_alone_is_never_dropped(
    line: str, power: str, phase: str, units: tuple[str, ...]
) -> None:
    account = read(line, power, phase, units)
    assert taken(account) == []
    (asked,) = account.of(Fate.DOUBTFUL)
    assert asked.text in line


def test_the_only_unit_of_its_kind_is_known_by_its_kind() -> None:
    assert taken(read("The fleet holds.", "FRANCE", "S1901M", ())) == ["F BRE H"]


@pytest.mark.parametrize("line", ["The army goes to the Ruhr.", "The army dislodged by Bohemia goes to Ruhr."])
def test_the_only_dislodged_unit_of_its_kind_is_known_by_its_kind(line: str) -> None:
    assert taken(read(line, "GERMANY", "S1901R", DRIVEN)) == ["A MUN R RUH"]


def test_two_dislodged_units_of_different_kinds_may_be_named_by_them() -> None:
    account = read("The army goes to the Ruhr and the fleet disbands.", "GERMANY", "S1901R", DRIVEN)
    assert taken(account) == ["A MUN R RUH", "F DEN D"]


def test_a_condition_that_goes_on_with_the_line_above_has_it_asked_about() -> None:
    joined = ["but if", "and if", "only if", "aber wenn", "nur wenn", "mais si", "seulement si", "ma se", "solo se", "pero si"]
    orders = {each: taken(read(f"A Mar - Spa\nA Par - Bur\n{each} Berlin stays quiet")) for each in joined}
    assert {each: found for each, found in orders.items() if "A PAR - BUR" in found} == {}


def test_only_the_end_of_a_line_leads_into_what_stands_below_it() -> None:
    assert taken(read(f"Either F Bre - Mao or F Bre - Pic. This is sure:\n{FRENCH}")) == ["A PAR - BUR", "A MAR - SPA"]
    assert taken(read(f"F Bre - Mao. If Italy agrees:\n{FRENCH}")) == []


def test_a_condition_under_a_heading_for_a_later_phase_says_nothing_of_the_orders_for_this_one() -> None:
    assert taken(read(f"{FRENCH}\nWinter: build A Par, if I may")) == ["A PAR - BUR", "A MAR - SPA"]


@pytest.mark.parametrize(
    ("line", "order"), [("Flota de Brest se mantiene", "F BRE H"), ("Flotta Brest si muove in Piccardia", "F BRE - PIC")]
)
def test_there_is_no_if_in_reflexive_verbs(line: str, order: str) -> None:
    assert taken(read(line)) == [order]


@pytest.mark.parametrize("line", ["A Mar H se mantiene Italia", "A Mar H, si se retira Italia", "Se si ritira, A Mar H"])
def test_a_real_if_beside_a_reflexive_verb_is_one(line: str) -> None:
    assert taken(read(line)) == []


@pytest.mark.parametrize("end", ["thx, M", "Danke, Marcel", "merci Marcel"])
def test_a_name_after_thanks_ends_a_line_of_orders(end: str) -> None:
    assert taken(read(f"A Par-Bur; A Mar-Spa. {end}")) == ["A PAR - BUR", "A MAR - SPA"]


@pytest.mark.parametrize("end", ["please not Bre", "thanks, not final", "please hold it", "thanks if possible"])
def test_other_words_after_thanks_are_asked_about(end: str) -> None:
    assert taken(read(f"A Par-Bur; A Mar-Spa. {end}")) == []


@pytest.mark.parametrize("head", ["Builds (I hope!)", "Builds (if any):", "Winter (just in case)"])
def test_an_aside_in_a_heading_for_a_later_phase_leaves_it_one(head: str) -> None:
    account = read(f"{FRENCH}\n{head}\nBuild A Par\n")
    assert taken(account) == ["A PAR - BUR", "A MAR - SPA"]
    assert [str(each.phase) for each in account.of(Fate.LATER)] == ["W1901A"]


@pytest.mark.parametrize("head", ["Ce tour-ci", "Questo turno", "Este turno", "This turn", "Diese Runde"])
def test_this_turn_heads_the_orders_of_this_turn(head: str) -> None:
    assert taken(read(f"{head}: A Par - Bur, A Mar - Spa")) == ["A PAR - BUR", "A MAR - SPA"]


@pytest.mark.parametrize("text", ["Bau:\nA Paris\n", "A Par\n"])
def test_a_unit_without_a_verb_is_built_where_builds_are_due_and_nothing_stands_there(text: str) -> None:
    account = read(text, phase="W1901A", units=("FRANCE A BUR", "FRANCE F BRE"))
    assert taken(account) == ["A PAR B"]
    assert account.of(Fate.GUESSED)


def test_a_plus_before_a_unit_builds_it() -> None:
    account = read("+ A Par\n", phase="W1901A", units=("FRANCE A BUR", "FRANCE F BRE"))
    assert taken(account) == ["A PAR B"]
    assert not account.of(Fate.GUESSED)


@pytest.mark.parametrize("text", ["Paris\n", "A Bur\n", "F Bre\n", "A Mun\n"])
def test_a_unit_that_stands_already_or_could_not_be_built_is_no_build(text: str) -> None:
    assert taken(read(text, phase="W1901A", units=("FRANCE A BUR", "FRANCE F BRE"))) == []


def test_a_list_of_units_is_never_read_as_removals() -> None:
    units = ("FRANCE A BUR", "FRANCE F BRE", "FRANCE A SPA", "FRANCE A POR")
    assert taken(read("A Bur\nF Bre\nA Spa\nA Por\n", phase="W1901A", units=units)) == []
    assert taken(read("- A Bur\n- F Bre\n- A Spa\n- A Por\n", phase="W1901A", units=units)) == []


def test_an_order_for_the_retreat_within_words_is_no_second_order_for_the_unit() -> None:
    account = read("A Par - Bur\n\nand for the retreat, should they kick me out, A Par - Gas")
    assert taken(account) == ["A PAR - BUR"]
    assert [each.text for each in account.of(Fate.LATER)] == ["and for the retreat, should they kick me out, A Par - Gas"]


def test_a_doubtful_line_under_a_heading_is_kept_for_that_power_even_where_no_choice_can_be_offered() -> None:
    account = read("France:\nA Par - Burr or Zxq or so\nGermany:\nA Mun - Ruh\n", power=None)
    (doubtful,) = account.of(Fate.DOUBTFUL)
    assert (doubtful.power, doubtful.is_kept) == ("FRANCE", True)


def test_a_choice_in_a_mail_of_two_powers_is_asked_with_its_orders_and_kept() -> None:
    account = read("France:\nA Par - Bur or Pic\nGermany:\nA Mun - Ruh\n", power=None)
    (doubtful,) = account.of(Fate.DOUBTFUL)
    assert [(choice.power, str(choice.order)) for choice in doubtful.choices] == [("FRANCE", "A PAR - BUR"), ("FRANCE", "A PAR - PIC")]
    assert doubtful.is_kept


@pytest.mark.parametrize("line", ["Hi Karl,", "Hello England,", "See you"])
def test_a_greeting_is_not_called_a_heading(line: str) -> None:
    (first, *_) = read(f"{line}\n\n{FRENCH}").letters[0].lines
    assert (first.fate, first.reason) == (Fate.NOT_ORDER, "")


@pytest.mark.parametrize("line", ["France:", "My orders:", "FRANCE", "Spring 1901"])
def test_headings_are_called_so(line: str) -> None:
    assert read(f"{line}\n{FRENCH}", power=None).letters[0].lines[0].reason == "a heading"


def test_own_orders_in_what_seems_to_be_quoted_are_reported_where_the_mail_has_no_others() -> None:
    account = read(f"Karl wrote:\nA Par - Pic\n\nMine:\n{FRENCH}")
    assert taken(account) == []
    assert "“Mine:” in line 4" in account.letters[0].letter.troubles[0]
    assert read(f"{FRENCH}\nKarl wrote:\nA Par - Pic\n\nMine:\nF Bre H").letters[0].letter.troubles == ()


@pytest.mark.parametrize(
    "line",
    [
        "If England complains, tell him that I slipped.",
        "Wenn du noch was brauchst, melde dich.",
        "please don't forget to confirm",
        "Vergiss nicht den Termin",
    ],
)
def test_what_the_reader_is_asked_to_say_changes_no_order(line: str) -> None:
    assert taken(read(f"{FRENCH}{line}")) == ["A PAR - BUR", "A MAR - SPA"]
    assert taken(read(f"{FRENCH}\n{line}")) == ["A PAR - BUR", "A MAR - SPA"]


@pytest.mark.parametrize("line", ["If England complains, tell him and use the other orders.", "please forget these", "Vergiss das"])
def test_what_takes_orders_back_is_heard_all_the_same(line: str) -> None:
    assert taken(read(f"{FRENCH}\n{line}")) == []


def test_a_condition_with_an_order_of_its_own_is_about_that_unit_alone() -> None:
    account = read(f"{FRENCH}F Bre - Mao\n\nIf England moves to the Channel, then F Bre - Pic.")
    assert taken(account) == ["A PAR - BUR", "A MAR - SPA"]
    assert {str(choice.order) for each in account.of(Fate.DOUBTFUL) for choice in each.choices} == {"F BRE - MAO", "F BRE - PIC"}


def test_thanks_behind_orders_with_nothing_between_them_belong_to_none() -> None:
    assert taken(read("A Par - Bur A Mar - Spa thanks Karl")) == ["A PAR - BUR", "A MAR - SPA"]
    assert taken(read("A Par - Bur A Mar - Spa with Karl")) == []


def test_who_plays_a_power_may_stand_in_brackets_behind_its_name() -> None:
    assert taken(read("France (Marcel): A Par - Bur\nGermany (Gerd): A Mun - Ruh", power=None)) == ["A PAR - BUR", "A MUN - RUH"]


@pytest.mark.parametrize(
    "text",
    [
        "If Italy attacks me:\nall hold",
        "Either\nall hold\nor A Par - Bur",
        "Draft\nall hold",
        "A Par - Bur\nall others hold\nunless Italy moves to Piedmont",
        "A Par - Bur\nrest hold\nbut I'm not sure",
        "If Italy attacks, all hold",
        "all hold unless Italy moves",
        "Alle halten, falls Italien angreift",
        "Tout le monde tient sauf Bre",
        "all hold?",
    ],
)
def test_a_condition_of_what_all_units_do_has_it_asked_about(text: str) -> None:
    account = read(text)
    assert taken(account) == []
    assert any("hold" in each.text or "halten" in each.text or "tient" in each.text for each in account.of(Fate.DOUBTFUL))


def test_words_for_all_other_units_leave_the_orders_above_them_alone() -> None:
    for words in ("all others hold", "everything else holds"):
        assert taken(read(f"A Par - Bur\n{words}")) == ["A PAR - BUR", "A MAR H", "F BRE H"]
    assert taken(read("A Par - Bur\nthe rest hold, unless Italy moves")) == ["A PAR - BUR"]


@pytest.mark.parametrize("line", ["Press: London to Paris: Sorry", "Rome to Venice: hold still"])
def test_press_in_a_frame_below_a_line_of_press_is_press(line: str) -> None:
    account = read(f"{line}\nPRESS TO ENGLAND\nF Bre - Eng\nENDPRESS\nF Bre - Mao")
    assert taken(account) == ["F BRE - MAO"]
    assert not account.of(Fate.DOUBTFUL)
    assert [each.text for letter in account.letters for each in letter.press] == ["F Bre - Eng"]


def test_results_below_orders_are_reported_as_such_and_leave_the_orders_alone() -> None:
    account = read("S1901M:\nA Par - Bur\nResults of last turn: A Mos - StP (*bounce*)\nA Mar - Spa")
    assert taken(account) == ["A PAR - BUR"]
    assert [each.reason for each in account.of(Fate.NOT_ORDER) if "Mar" in each.text] == ["tells results"]


def test_spanish_armies_have_their_letter() -> None:
    assert taken(read("Hola\nE París - Borgoña\nE Marsella apoya a E París - Borgoña\nGracias")) == ["A PAR - BUR", "A MAR S A PAR - BUR"]
    assert taken(read("Ho perso e Mar - Spa non va")) == []


@pytest.mark.parametrize("line", ["so I play A Par - Bur", "Ich ziehe mit der A Par - Bur", "je joue A Par - Bur"])
def test_words_that_only_lead_into_an_order_leave_it_plain(line: str) -> None:
    assert taken(read(line)) == ["A PAR - BUR"]


@pytest.mark.parametrize("line", ["hello A Par-Bur bye", "gossip A Par-Bur whatever", "dreaming of A Par-Bur it was"])
def test_an_order_between_words_on_both_sides_is_asked_about(line: str) -> None:
    assert [[str(choice.order) for choice in each.choices] for each in read(line).of(Fate.DOUBTFUL)] == [["A PAR - BUR"]]


def test_words_for_all_units_of_another_power_are_refused_by_its_name() -> None:
    account = read("A Par - Bur\nGermany: all hold")
    assert taken(account) == ["A PAR - BUR"]
    assert [each.reason for each in account.of(Fate.REFUSED)] == ["it is an order of Germany, and this mail is from France"]


GERMANS = ("GERMANY A MUN", "GERMANY A BER", "GERMANY F DEN", "GERMANY A KIE")


@pytest.mark.parametrize(
    "line",
    [
        "The armies in Munich and Berlin hold.",
        "Mun, Ber: halten",
        "Die Armeen in München und Berlin bleiben stehen.",
        "Les armées de Munich et de Berlin tiennent",
        "L'armata di Monaco e quella di Berlino restano ferme",
    ],
)
def test_units_that_are_named_together_hold(line: str) -> None:
    assert sorted(taken(read(line, "GERMANY", "F1902M", GERMANS))) == ["A BER H", "A MUN H"]


@pytest.mark.parametrize(
    "line", ["Munich, Berlin and Kiel, Denmark to the Baltic.", "Munich and Berlin used to hold", "Munich and Berlin hold Denmark"]
)
def test_places_in_a_row_are_no_move_and_no_guess(line: str) -> None:
    assert {"A MUN - BER", "A MUN H", "F DEN H"}.isdisjoint(taken(read(line, "GERMANY", "F1902M", GERMANS)))


def test_places_in_a_row_share_what_is_said_behind_the_last() -> None:
    line = "Munich, Berlin and Kiel stay put, Denmark to the Baltic."
    assert taken(read(line, "GERMANY", "F1902M", GERMANS)) == ["A MUN H", "A BER H", "A KIE H", "F DEN - BAL"]


def test_a_remark_that_orders_the_unit_otherwise_has_it_asked_about() -> None:
    account = read("F Den c A Ber - Swe   <-- wrong, should be: F Den S A Kie", "GERMANY", "F1902M", GERMANS)
    assert taken(account) == []
    assert account.of(Fate.DOUBTFUL)


def test_a_heading_of_a_power_below_a_part_for_a_later_phase_has_its_orders_asked_about() -> None:
    found = read("A Par - Bur\n\nFor autumn:\nA Mar - Gas\n\nFrance: A Mar - Spa")
    fates = {line.text: line.fate for letter in found.letters for line in letter.lines}
    assert (fates["A Mar - Gas"], fates["France: A Mar - Spa"]) == (Fate.LATER, Fate.DOUBTFUL)


def test_a_vote_that_depends_on_something_makes_no_order_doubtful_and_is_none() -> None:
    account = read("A Par - Bur\nA Mar - Spa\n\nIf Turkey agrees I vote for a draw.")
    assert taken(account) == ["A PAR - BUR", "A MAR - SPA"]
    assert account.letters[0].vote is None
