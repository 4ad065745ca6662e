"""Context of a list of orders: a sentence that runs on into it, or below it, can take back the orders of the list."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import dropwhile, takewhile

from app.mail_in.conditions import (
    begins_with_condition,
    courtesy,
    denies,
    hopes_in_time,
    is_conditional,
    is_of_the_world,
    is_talk,
    leads,
    leads_to_own_list,
    offers_courtesy,
    talk,
)
from app.mail_in.phase_words import is_of_later, names_two_seasons
from app.mail_in.phrases import folded_words, phrases, plain, words_of
from app.mail_in.phrases import words as spoken
from languages import quoted, tr

_ENDS = re.compile(r"[.!?:;,)\]]['\"”»]?\s*$")
_SENTENCES = re.compile(r"(?<=[.!?;:])\s+|\s+-\s+")
_PARTS = re.compile(r"[,;:.!?()…]+|\s[-–—]+\s")
"""Marks behind an order at which words begin that may take it back."""
_SHORT_SENTENCE = 8
_LOOKED_AT = 600
"""Characters of a line in which sentences are looked for."""
_LONGEST_TOLD = 160
"""Characters of a line that are repeated in a reason."""
_TO = re.compile(r"(?i)\s*(?:to|an|à|a|para|cc)\s*:\s*(?P<who>.{1,80})$")


@dataclass(frozen=True, slots=True)
class Passage:
    """One line of the sender's text, as far as its surroundings matter."""

    text: str
    has_order: bool = False
    """True if an order, or a text meant as one, was read on it."""
    holds_order: bool = False
    """True if prose holds an order that its writer could give; looked at for conditions alone."""
    is_heading: bool = False
    """True if it is known as a heading: of a phase, of a power, or of orders."""
    is_later: bool = False
    """True if it stands under a heading for a later phase: it has no bearing on the lines for this one."""
    names_game: bool = True
    """True if it names a power, a place, a unit, a deed or orders: a condition in it may be one of theirs."""
    is_aside: bool = False
    """True if it stands in brackets, or is a line of a chat: a small letter at its beginning goes on with nothing."""
    is_retort: bool = False
    """True if it is a sentence such as ``Never.`` behind an order on the same line."""
    about: frozenset[str] = frozenset()
    """Own units that it orders, or that it names without an order: ``I'm not sure about Kiel``."""
    is_beside: bool = False
    """True if it stands behind another sentence on the same line."""
    takes_back: bool = False
    """True if it takes back earlier orders: it ends the part above it, and does nothing else."""
    begins_small: bool | None = None
    """True if it begins with a small letter, as its writer wrote it; ``None`` where its text says so."""
    is_idle: bool = False
    """True if it names nothing of the game but a power, and doubts nothing: ``lol sorry austria``; looked at where it begins small."""


def depends_on(passages: Sequence[Passage], powers: frozenset[str]) -> list[str]:
    """For each line, why what stands around it makes it doubtful; empty where nothing does.

    Args:
        powers: folded words that name powers.
    """
    why = [""] * len(passages)
    if not any(each.has_order for each in passages):
        return why
    _whole(passages, powers, why)
    _above(passages, powers, why)
    _below(passages, why)
    return why


def _whole(passages: Sequence[Passage], powers: frozenset[str], why: list[str]) -> None:
    """Sentences about the mail as a whole: that it is a draft, that orders will follow, that all above is taken back."""
    for index, each in enumerate(passages):
        if each.has_order:
            continue
        to = _TO.match(plain(each.text))
        if to is not None and powers & set(folded_words(to["who"])) and not any(before.text.strip() for before in passages[:index]):
            _mark(passages, why, range(len(passages)), tr("the text is addressed: {short}", short=_short(each.text)))
        for sentence in _SENTENCES.split(each.text[:_LOOKED_AT]):
            words = folded_words(sentence)
            said = " ".join(words)
            is_short = len(words) <= _SHORT_SENTENCE
            if is_short and not spoken("around", "jokes").isdisjoint(words):
                _mark(passages, why, _list_above(passages, index), tr("line below says {short}", short=_short(sentence)))
            if (
                (is_short and not spoken("around", "trials").isdisjoint(words))
                or (is_short and {*_order_words(), "ones"} & set(words) and phrases("around", "announced").search(said))
                or _is_reserved(words, names_game=each.names_game)
            ):
                _mark(passages, why, range(len(passages)), tr("the mail says {short}", short=_short(sentence)))
            elif (
                not each.takes_back
                and (each.about or not _is_unsure_of_else(words))
                and phrases("around", "taken_back").search(_without_reminders(said))
            ):
                meant = [number for number in range(index) if not (each.about and passages[number].about.isdisjoint(each.about))]
                _mark(passages, why, meant, tr("line below says {short}", short=_short(sentence)))


def _without_reminders(said: str) -> str:
    """Folded words without those that say why something is written: ``so I don't forget``, ``and for spring, before I forget``."""
    return phrases("around", "reminded").sub(" ", phrases("phase", "asides").sub(" ", said))


_LONGEST_REPLACED = 7
"""Words of a heading that names what the orders below it replace."""
_LONGEST_RESERVATION = 40
_SHORTEST_RESERVATION = 5
"""Words of a sentence that need not say what waits: ``Only after I confirm.``"""


def _is_reserved(heard: Sequence[str], *, names_game: bool) -> bool:
    """``Use these orders only after I confirm``: the orders of the mail wait for something."""
    if len(heard) > _LONGEST_RESERVATION or (
        (names_game or len(heard) > _SHORTEST_RESERVATION)
        and words_of("heading.orders", "heading.lists", "around.reservable").isdisjoint(heard)
    ):
        return False
    return phrases("around", "reserved").search(" ".join(heard)) is not None


_LONGEST_DOUBT = 6
"""Words of a sentence that says that its writer is not sure; a longer one says of what."""


def _order_words() -> frozenset[str]:
    """Names of orders and of lists of them."""
    return words_of("heading.orders", "heading.lists")


def _is_unsure_of_else(heard: Sequence[str]) -> bool:
    """``I'm not sure I'll make the next deadline``: the doubt is not about the orders."""
    about = _order_words() | spoken("around", "about_list")
    return len(heard) > _LONGEST_DOUBT and not spoken("around", "unsure").isdisjoint(heard) and about.isdisjoint(heard)


def _announces_own(text: str) -> bool:
    """``I don't know what France is up to, but I move so:``: one of its clauses announces the writer's own orders, and none doubts them."""
    if (
        not text.endswith(":")
        or is_conditional(text)
        or speaks_of_other(text)
        or not spoken("around", "not_final").isdisjoint(folded_words(text))
    ):
        return False
    if phrases("around", "announces").search(" ".join(folded_words(text))) is not None:
        return True
    doubting = talk() - spoken("around", "calm")
    if not doubting.isdisjoint(folded_words(text)):
        return False
    clauses = [set(folded_words(clause)) for clause in re.split(r"[,;–—.!]", text)]
    small = spoken("lead_in", "words") | _order_words() | words_of("amendment.rather", "around.own_small")
    announcing = _order_words() | spoken("around", "announcing")
    return any(small.issuperset(clause) and not announcing.isdisjoint(clause) for clause in clauses)


def _above(passages: Sequence[Passage], powers: frozenset[str], why: list[str]) -> None:
    """A line that leads into the orders below it: ``If Italy moves:``, ``I was thinking about``."""
    leading = ""
    last = max(index for index, each in enumerate(passages) if each.has_order)
    for index, each in enumerate(passages[: last + 1]):
        text = each.text.strip()
        ends = text.endswith((".", "!"))
        if not text:
            if _ENDS.search(leading) and not leading.endswith(":"):
                leading = ""
        elif each.takes_back or (is_slip(text) and index and passages[index - 1].has_order):
            leading = ""
        elif each.has_order:
            if leading:
                why[index] = why[index] or tr("it stands below {short}", short=_short(leading.removesuffix(":")))
            if is_conditional(text) and (
                (_begins_if(text) and not text.endswith((".", "!"))) or (text.endswith((",", ":")) and is_conditional(_last_sentence(text)))
            ):
                leading = text
        elif text.startswith("(") and text.endswith(")") and not begins_with_condition(text):
            pass  # ``(no longer Venice)`` is a remark on the line above
        elif begins_with_condition(text) and index and passages[index - 1].has_order and not text.endswith(":"):
            pass  # goes on with the line above
        elif (
            is_of_the_world(text)
            or offers_courtesy(text)
            or hopes_in_time(text)
            or _ends_denied(text)
            or _announces_own(text)
            or _is_calm(each, text)
            or _keeps_rest(text)
        ):
            leading = ""
        elif text.endswith(":") and not spoken("around", "jokes").isdisjoint(folded_words(text)):
            leading = text  # ``Scherz: München nach Tirol``
        elif (
            (_leads(each, text) or names_two_seasons(text) or _is_about_before(text, powers) or speaks_of_other(text)) and not ends
        ) or _runs_on(passages, index):
            leading = text
        elif ends or each.is_heading or (text.endswith(":") and _opens(text, powers)):
            leading = ""


def _leads(passage: Passage, text: str) -> bool:
    """Return True if *text* leads into what stands below it; ``i write from work cause if not i forget`` names nothing of the game."""
    if passage.names_game or text.endswith((":", ",")) or begins_with_condition(text) or not is_conditional(text):
        return leads(text)
    return not (talk() - spoken("withdrawal", "denials")).isdisjoint(folded_words(text))


def _is_calm(passage: Passage, text: str) -> bool:
    """``Damit es kein Durcheinander gibt, nochmal alles:``, ``change of plan up north``: nothing in it doubts the orders below."""
    if is_conditional(text) or speaks_of_other(text):
        return False
    said = " ".join(folded_words(text))
    asks = text.endswith(":") or not courtesy().isdisjoint(said.split()[-1:])
    if asks and phrases("amendment", "instead").match(said) is not None and len(said.split()) <= _LONGEST_REPLACED:
        return True  # ``Instead of Holland please:``
    if text.endswith(":") and phrases("withdrawal", "confirms").search(said) is not None and len(said.split()) <= _LONGEST_REPLACED:
        return True  # ``Builds as sent:``
    if passage.names_game:
        return False
    if phrases("amendment", "leads").match(said) is not None:
        return True
    clauses = [heard for clause in re.split(r"[,;–—]", text) if (heard := folded_words(clause))]
    own = [heard for heard in clauses if phrases("around", "purposes").match(" ".join(heard)) is None]
    doubts = talk() - spoken("withdrawal", "denials")
    is_lead = text.endswith(":") and len(clauses) > 1 and doubts.isdisjoint(folded_words(text))
    return is_lead and bool(own) and talk().isdisjoint(own[-1])


def _ends_denied(text: str) -> bool:
    """``Vienna does not hold, but:``: what is denied has ended, and what is meant follows."""
    heard = folded_words(text)
    last = folded_words(re.split(r"[,;–—.!]", text)[-1])
    if leads_to_own_list(text):
        return True  # ``So instead:``
    if phrases("amendment", "pronouns").fullmatch(" ".join(last)) is not None:
        return True  # ``Right, except Norway. Make that``
    anew = spoken("amendment", "rather")
    if text.endswith((":", ",")):
        return len(heard) > 1 and heard[-1] in anew
    return (
        denies(heard)
        and not is_conditional(text)
        and not _ENDS.search(text)
        and phrases("amendment", "trailing").fullmatch(" ".join(heard[-1:])) is not None
    )  # ``…, invece``


def _last_sentence(text: str) -> str:
    """``If so A, if not B. What is sure:`` leads with its end into what stands below."""
    return _SENTENCES.split(text)[-1]


def _is_about_later(text: str) -> bool:
    """``If I lose Kiel, build in Berlin in winter``: a condition of what is done in a later phase, and not of the orders above."""
    done = folded_words(text.partition(",")[2])
    return is_of_later(done) and folded_words(text)[0] in spoken("condition", "begins_if")


def _is_about_vote(text: str) -> bool:
    """``If Turkey agrees I vote for a draw.``: the vote depends on something, and no order does."""
    said = " ".join(folded_words(text[:_LOOKED_AT]))
    return any(phrases("vote", name).search(said) for name in ("draw", "concede", "against"))


def _is_closing(text: str) -> bool:
    """``good luck all``, ``thats it``: nothing but words with which a mail ends, and those whom they greet."""
    said = " ".join(folded_words(text[:_LOOKED_AT]))
    left = phrases("around", "closing").sub(" ", said)
    return left != said and spoken("around", "closing_words").issuperset(left.split())


def is_slip(text: str) -> bool:
    """Return True for ``No, wrong.``, ``oh no, it can't``: nothing but words that take back what was written just before."""
    heard = folded_words(text[:_LOOKED_AT])
    if spoken("around", "slip_denials").isdisjoint(heard) or not spoken("around", "slips").issuperset(heard):
        return False
    return phrases("around", "closing").search(" ".join(heard)) is None  # and not ``No, that's all.``


def ends_in_slip(text: str) -> bool:
    """Return True for ``A Kie - Hol... no wait, better not``: the words behind the last order of *text* take it back."""
    parts = _PARTS.split(text)
    said = ""
    for part in takewhile(lambda part: spoken("around", "slips").issuperset(folded_words(part)), reversed(parts[1:])):
        said = f"{part} {said}"
        if is_slip(said):
            return True
    return False


def _opens(text: str, powers: frozenset[str]) -> bool:
    """Return True if a line with a colon at its end begins something new; ``Me:`` and ``You:`` continue the text before them."""
    words = folded_words(text)
    return len(words) > 2 or bool(set(words) & (_order_words() | powers))


def speaks_of_other(text: str) -> bool:
    """Return True if *text* speaks of another time, or of an event that has to happen first."""
    return phrases("around", "other_time").search(" ".join(folded_words(text[:_LOOKED_AT]))) is not None


def below_former(texts: Sequence[str], powers: frozenset[str]) -> frozenset[int]:
    """The numbers, from 1, of the lines below a heading of former orders: ``OLD:``, up to the next heading.

    Args:
        powers: folded words that name powers.
    """
    found: set[int] = set()
    is_former = False
    for number, text in enumerate(texts, 1):
        if text.strip().endswith(":"):
            is_former = _is_about_before(text.strip(), powers)
        elif is_former and text.strip():
            found.add(number)
    return frozenset(found)


def _is_about_before(text: str, powers: frozenset[str]) -> bool:
    """Return True for ``OLD:``, ``Old orders of Russia:``, and not for ``and poor old Russia:``."""
    words = folded_words(text)
    is_power = not powers.isdisjoint(words) and _order_words().isdisjoint(words)
    return len(words) <= 4 and text.endswith(":") and not is_power and bool(spoken("around", "before") & set(words))


def _runs_on(passages: Sequence[Passage], index: int) -> bool:
    """Return True if the line is a sentence that does not end, so that the orders below are part of it."""
    text = passages[index].text.strip()
    following = next((number for number in range(index + 1, len(passages)) if passages[number].text.strip()), None)
    if passages[index].is_heading or _ENDS.search(text) or following is None or not passages[following].has_order:
        return False
    words = folded_words(text)
    if words and words[-1] in spoken("around", "be") and _order_words() & set(words):
        return False
    if not words or words[-1] in spoken("around", "hanging"):
        return len(words) > 1
    speaks = not (talk() | words_of("speech.verbs", "around.going")).isdisjoint(words)
    return (
        following == index + 1
        and speaks
        and len(words) >= 4
        and not _order_words() & set(words)
        and words[0] not in spoken("around", "opens")
    )


def _below(passages: Sequence[Passage], why: list[str]) -> None:
    """A line that goes on with the orders above it: ``unless Italy moves``, ``bounced last year``, ``but I'm not sure``."""
    above = 0  # the line right above, apart from empty ones
    for index, each in enumerate(passages):
        if index and passages[index - 1].text.strip():
            above = index - 1
        if not index or not passages[above].has_order:
            continue
        text = each.text.strip()
        if _is_signed(passages, index):
            text = text.rstrip(",")  # ``If this goes wrong I'm blaming you,`` above a name
        if (
            each.has_order
            or each.takes_back
            or is_of_the_world(text)
            or offers_courtesy(text)
            or hopes_in_time(text)
            or (text.endswith("?") and not spoken("around", "asks_when").isdisjoint(folded_words(text)[:1]))
            or _asks_apart(each, passages[above])
            or _is_about_later(text)
            or _is_about_vote(text)
            or _is_closing(text)
            or not (each.names_game or spoken("condition", "consequence").isdisjoint(folded_words(text)[:1]))
            or _keeps_rest(text)
            or phrases("around", "others_wait").search(" ".join(folded_words(text[:_LOOKED_AT]))) is not None
            or phrases("due", "another_one").match(" ".join(folded_words(text[:_LOOKED_AT]))) is not None
        ):
            continue
        parted = not passages[index - 1].text.strip()
        said = " ".join(folded_words(text))
        if each.is_retort:
            _mark(passages, why, [above], tr("beside it stands {remark}", remark=_short(text)))
            continue
        if parted and not each.names_game and text.endswith((".", "!")) and text[0].isupper():
            continue
        if parted and len(said) == 1 and not any(later.has_order for later in passages[index + 1 :]):
            continue  # ``o.``: the first letter of a name
        block = _block_above(passages, above)
        if each.holds_order and _begins_if(text) and not phrases("around", "afterthoughts").search(said):
            continue  # what it depends on is about the unit that it orders itself
        if each.is_later and not passages[above].is_later:
            continue
        words = folded_words(text)
        starts_small = not each.is_aside and _begins_small(each)
        conditional = begins_with_condition(text) or (
            is_conditional(text) and "?" not in text and not spoken("condition", "binding").isdisjoint(words)
        )  # ``I confirm these if Germany agrees``
        doubts = starts_small and not each.is_idle and (is_conditional(text) or is_talk(text))
        if doubts and _begins_small(passages[above]) and not each.names_game and not is_conditional(text):
            doubts = not (talk() - spoken("withdrawal", "denials")).isdisjoint(
                words
            )  # ``mehr hab ich ja nicht mehr``, in a mail without capitals
        is_new = passages[index - 1].text.rstrip().endswith(";")
        goes_on = starts_small and not parted and not is_new and len(words) >= 3 and words[0] not in spoken("around", "closes")
        goes_on = goes_on and not each.is_idle and not (_begins_small(passages[above]) and _is_of_its_own(words, text))
        if not spoken("around", "replaces").isdisjoint(words):
            continue
        if phrases("amendment", "trailing").fullmatch(said) is not None and not text.rstrip().endswith(":"):
            continue  # ``instead.`` below ``A War - Sil``; ``Instead:`` heads other orders
        if phrases("around", "afterthoughts").search(phrases("remark", "apologies").sub(" ", said)):  # and not ``sorry for the wait``
            is_of_one = each.is_beside and phrases("around", "slip_leads").match(said) is not None  # ``…, no wait, that's mine``
            _mark(passages, why, block[:1] if is_of_one else block, tr("below it stands {short}", short=_short(text)))
        if phrases("around", "reminded").search(said):
            continue
        followed = index + 1 < len(passages) and passages[index + 1].has_order
        if parted and (followed or _leads_on(passages, index)):
            continue  # leads into what stands below it
        if (speaks_of_other(text) and starts_small) or (is_slip(text) and not parted):
            conditional = True
        if not (conditional or doubts or goes_on):
            continue
        reason = tr("the next line says {short}", short=_short(text)) if not parted else tr("below it stands {short}", short=_short(text))
        _mark(passages, why, block[:1] if followed or (each.is_beside and is_slip(text)) else block, reason)


def _asks_apart(passage: Passage, above: Passage) -> bool:
    """Return True for ``any news from the others?`` in a mail without capitals: a question that points to nothing above it."""
    heard = folded_words(passage.text)
    points = spoken("prose", "that") | spoken("prose", "subjects") | _order_words()
    asks = passage.text.rstrip().endswith("?") and not spoken("around", "asks_apart").isdisjoint(heard[:1])
    return asks and _begins_small(above) and points.isdisjoint(heard[1:]) and set(heard).isdisjoint(folded_words(above.text))


def _keeps_rest(text: str) -> bool:
    """``the rest stands``: what else was sent does."""
    return phrases("withdrawal", "rest_stands").search(" ".join(folded_words(text))) is not None


def _is_signed(passages: Sequence[Passage], index: int) -> bool:
    """Return True if right below stands the end of the mail, in words that name nothing of the game: its writer's name."""
    below = [each for each in passages[index + 1 :] if each.text.strip()]
    name = below[0] if len(below) == 1 and passages[index + 1].text.strip() else None
    return name is not None and not name.names_game and len(folded_words(name.text)) <= _LONGEST_NAME


_LONGEST_NAME = 3
"""Words of a name below a mail."""


def _begins_small(passage: Passage) -> bool:
    seen = next((letter.islower() for letter in passage.text if letter.isalpha()), False)
    return seen if passage.begins_small is None else passage.begins_small


def _leads_on(passages: Sequence[Passage], index: int) -> bool:
    """Return True for ``and in case I am late,`` above a heading that stands below an empty line."""
    below = next((each for each in passages[index + 1 :] if each.text.strip()), None)
    leads = passages[index].text.rstrip().endswith((":", ","))
    return leads and below is not None and (below.is_heading or below.is_later)


def _is_of_its_own(heard: Sequence[str], text: str) -> bool:
    """Return True if a sentence goes on with nothing but by its small letter, in a mail without capitals."""
    joints = words_of("condition.joints", "due.joining", "amendment.rather")
    return heard[0] not in joints and spoken("remark", "results").isdisjoint(heard) and not speaks_of_other(text)


def _list_above(passages: Sequence[Passage], index: int) -> list[int]:
    """Return the lines from *index* up to an empty line above the list that stands over it."""
    above = dropwhile(lambda number: not passages[number].text.strip(), range(index - 1, -1, -1))
    return [*takewhile(lambda number: passages[number].text.strip(), above)]


def _block_above(passages: Sequence[Passage], above: int) -> list[int]:
    """The lines with orders from *above* upwards, the last first, as far as nothing parts them."""
    return [*takewhile(lambda number: passages[number].has_order, range(above, -1, -1))]


def _mark(passages: Sequence[Passage], why: list[str], numbers: Sequence[int], reason: str) -> None:
    for number in numbers:
        if passages[number].has_order and not why[number]:
            why[number] = reason


def _begins_if(text: str) -> bool:
    return not (words_of("condition.begins_if", "condition.begins_unless")).isdisjoint(folded_words(text)[:1])


def _short(text: str) -> str:
    cleaned = " ".join(text.split())
    return quoted(cleaned if len(cleaned) <= _LONGEST_TOLD else f"{cleaned[: _LONGEST_TOLD - 2]}…")
