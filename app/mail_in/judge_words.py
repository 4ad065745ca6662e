"""The words for a mail judge that a mail may hold: one function for each that is carried out, whose docstring says what it does.

``SIGNON fstraits secret``, orders, ``PRESS TO R`` ... ``ENDPRESS``, ``SET WAIT``, ``SIGNOFF`` is the frame that nJudge and DPjudge taught
players by mail. A mail can be forged, so that none of these does more than say, ask, or pass on what a person sees before anything happens.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from inspect import getdoc

from adjudicator.variant import Variant
from app.mail_in.accounting import Fate
from app.mail_in.letter import CUT, MASTER, LetterPart, MailPress
from app.mail_in.order_words import order_words
from app.mail_in.phrases import folded_words, plain, words_of
from entente.words.names import join_words, power_name
from languages import tr

_OPENS = re.compile(
    r"(?i)[\s*=_-]*(?:(?:grey |white |black |public |anonymous )?press|presse|stampa|(?:para\s+el\s+)?bolet[ií]n|prensa|broadcast)"
    r"(?:\s+(?:to|from|by|an|von|à|de|da|a)\b[^:]*|\s*[,(–-]\s*[^:]{1,40})?[\s*=_-]*:?\s*$"
)
_CLOSES = re.compile(r"(?i)[\s*=_-]*end\s*(?:of\s+)?(?:(?:press|broadcast)\b|[*=_-][\s*=_-]*$)")
_INLINE = re.compile(r"(?i)\s*[\[(*]*\s*(?:press|presse|(?:para\s+el\s+)?bolet[ií]n|prensa|stampa|broadcast|flugblatt)\b[^:]{0,60}:\s*\S")
_DATELINE = re.compile(
    r"\s*[\[(*]*(?P<from>[^\W\d_]{2,}(?:[ .'’-]+[^\W\d_]+){0,3}?)"
    r"\s*(?:\s+to\s+|\s+an\s+|\s+à\s+|\s+aux?\s+|\s+alla?\s+|\s+al\s+|\s+a\s+|\s*[-–—=]*[-–—=>→]\s*)"
    r"(?P<to>[^\W\d_]{2,}(?:[ .,'’&-]+[^\W\d_]+){0,4}?)\s*[\])*]*\s*:(?!['’]?-?[)(DPp](?!\w))\s*(?P<rest>.*)$",
    re.IGNORECASE,
)
_ARTICLES = ("a", "an")
"""Words before the receiver of a dateline that are articles in English: ``Roma a Parigi:``, ``Berlin an Paris:``."""
_SMALL_WORD = 3
_UNIT = re.compile(r"(?i)(?:a|f|army|fleet|armee|flotte|arm[eé]e|armata|flotta|ej[eé]rcito|flota)\s")
_LATER_UNIT = re.compile(r"\s[AF]\s+[^\W\d_]{3,}\s*[-–—>→]")
"""A move behind other words: ``Instead of A Mos - Ukr: A Mos - Sev`` has the form of a dateline."""
_PLAIN_ORDER_WORDS = re.compile(r"(?i)(?:orders?|moves?|hold|h|convoy|support\w*)\s*$")


def opens_press(line: str) -> bool:
    """``PRESS TO F``, ``Press:`` or ``BROADCAST`` alone on a line: what follows is press."""
    return bool(_OPENS.match(plain(line)))


def closes_press(line: str) -> bool:
    """``ENDPRESS``"""
    return bool(_CLOSES.match(plain(line)))


def inside_press(line: str) -> str:
    """*line* of a letter as it may stand between ``PRESS`` and ``ENDPRESS``: one that would end it begins with a backslash."""
    return f"\\{line}" if closes_press(line.lstrip("\\ ")) else line


def said_inside_press(line: str) -> str:
    """The words of a *line* between ``PRESS`` and ``ENDPRESS``, without a backslash that keeps it from ending the press."""
    return line[1:] if line.startswith("\\") and closes_press(line.lstrip("\\ ")) else line


def is_press(line: str) -> bool:
    """A line of press by itself: ``Press: London to Paris: Sorry``, ``Rome to Venice: hold still``."""
    text = plain(line)
    if _INLINE.match(text):
        return True
    found = _DATELINE.match(text)
    if found is None or _UNIT.match(found["from"] + " ") or _LATER_UNIT.search(text[: found.start("rest")]) or not found["rest"].strip():
        return False
    if found["to"][0].islower() and found["from"][0].isupper():
        return False  # a hyphen within words: Ce tour-ci
    is_article = text[found.end("from") : found.start("to")].strip().casefold() in _ARTICLES
    if is_article and found["to"][0].isupper() and any(word.islower() and len(word) > _SMALL_WORD for word in found["to"].split()):
        return False  # ``Supporting a German for once: …``
    heard = {*folded_words(found["from"]), *folded_words(found["to"])}
    of_orders = words_of("heading.orders", "heading.builds", "heading.own", "amendment.opens")
    return not _PLAIN_ORDER_WORDS.match(found["to"]) and of_orders.isdisjoint(heard)  # ``change to my builds: make Marseilles an army``


@dataclass(frozen=True, slots=True)
class GameNames:
    """Names of a game, so that a mail for another one is known."""

    id: str
    name: str
    short: str = ""
    """Short name that players of a judge use."""

    def is_meant(self, word: str) -> bool:
        """Return True if *word*, as players write it, names this game: its id, short name, name, a beginning of it, or its initials."""
        said, name = bare(word), bare(self.name)
        initials = "".join(each[0] for each in folded_words(self.name))
        return bool(said) and (
            said in {bare(self.id), name, bare(self.short)}
            or (len(said) > 1 and said == initials)
            or (len(said) > 2 and name.startswith(said))
        )


@dataclass(slots=True)
class LetterFrame:
    """Result of the words for a judge in one mail."""

    variant: Variant
    game: GameNames | None = None
    """The game that the mail is taken in for; ``None`` where that is not asked."""
    power: str | None = None
    """Power that signs on."""
    other_game: str = ""
    """The game that the mail is for, where it is another one."""
    is_torn: bool = False
    """True if it signs on for several powers."""
    waits: bool | None = None
    """True if the power asks to wait for the deadline, False if it no longer does; ``None`` where it has no word on that."""
    press: list[MailPress] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    """Warnings that must not be overlooked, as sentences."""
    told: dict[int, tuple[Fate, str]] = field(default_factory=dict)
    """Fate of each word and its reason, by line."""


@dataclass(frozen=True, slots=True)
class JudgeWord:
    """A word that is carried out."""

    usage: str
    pattern: re.Pattern[str]
    carry_out: Callable[[LetterFrame, re.Match[str], int], tuple[Fate, str]]

    @property
    def says(self) -> str:
        """Description of the word: the docstring of its function."""
        return getdoc(self.carry_out) or ""


_WORDS: list[JudgeWord] = []

_Carrying = Callable[[LetterFrame, re.Match[str], int], tuple[Fate, str]]


def _word(usage: str, pattern: str) -> Callable[[_Carrying], _Carrying]:
    def declare(function: _Carrying) -> _Carrying:
        _WORDS.append(JudgeWord(usage, re.compile(rf"\s*(?:{pattern})\s*[.!]?\s*$"), function))
        return function

    return declare


@_word("SIGNON POWER-LETTER+GAME PASSWORD", r"(?:(?i:signon|sign-on)|SIGN ON)\s+(?P<who>\S+)(?:\s.*)?")
def sign_on(frame: LetterFrame, said: re.Match[str], _line: int) -> tuple[Fate, str]:
    """Say who writes and for which game: the first letter of the power, or its name, with the game's name behind it (``fstraits``).

    The rest of the mail is read as that power's. A mail for another game is refused whole. The password is cut out and not looked at:
    whose mail it is the sender's address suggests, and the game master decides.
    """
    who = said["who"]
    powers, rest = _signed(frame, who)
    if rest and frame.game is not None and not frame.game.is_meant(rest):
        frame.other_game = frame.other_game or rest
        return Fate.REFUSED, tr("the mail is for the game “{other_game}”, and this is {game}", other_game=rest, game=frame.game.name)
    if who[:1] == "?" or len(powers) != 1:
        names = join_words((power_name(frame.variant, power) for power in powers), "or")
        return Fate.REFUSED, tr("“{who}” may be {names}", who=who, names=names) if powers else tr(
            "“{who}” names no power of this game", who=who
        )
    frame.is_torn = frame.is_torn or frame.power not in {None, powers[0]}
    frame.power = powers[0]
    return Fate.NOT_ORDER, tr("signs on as {power}", power=power_name(frame.variant, powers[0]))


@_word("SIGNOFF", r"(?i:signoff|sign-off)|SIGN OFF")
def sign_off(frame: LetterFrame, _said: re.Match[str], _line: int) -> tuple[Fate, str]:  # noqa: ARG001 - what stands below is set apart before
    """End the mail: what stands below it is not read."""
    return Fate.NOT_ORDER, tr("ends the mail")


@_word("SET WAIT", r"(?i:set\s+wait)(?:\s+\S+)?")
def set_wait(frame: LetterFrame, _said: re.Match[str], _line: int) -> tuple[Fate, str]:
    """Ask not to process before the deadline, though all orders are in. Process names who asked, and can go on all the same."""
    frame.waits = True
    return Fate.NOT_ORDER, tr("asks to wait for the deadline")


@_word("SET NOWAIT", r"(?i:set\s+no\s?wait|clear\s+wait)")
def set_no_wait(frame: LetterFrame, _said: re.Match[str], _line: int) -> tuple[Fate, str]:
    """Take back SET WAIT: the phase may be processed as soon as all orders are in."""
    frame.waits = False
    return Fate.NOT_ORDER, tr("asks no longer to wait")


_PRESS = re.compile(r"\s*(?:PRESS(?:\s+TO\s+(?P<to>[^:]{1,200}?))?|(?P<all>BROADCAST))\s*[:.]?\s*$")

_KNOWN_ELSEWHERE = re.compile(
    r"\s*(?P<word>SET\s+[A-Z]+|VOTE|PROPOSE|STATUS|LIST|SUMMARY|HISTORY|MAP|GET|WHOGAME|WHOIS|CLEAR|WITHDRAW|JOIN|OBSERVE|WATCH|RESIGN"
    r"|TAKEOVER|TAKE OVER|EJECT|CREATE|MASTER|BECOME|PROCESS|PREVIEW|ROLLBACK|REVEAL|DUMMY|PAUSE|RESUME|TERMINATE|UNSTART|PROMOTE"
    r"|AUTOPROCESS|DEADLINE|DIARY|NEW|VERSION|IF|GUARDIAN|ZEROPASS|MANUAL|EXTEND|DELAY)\b(?P<rest>(?:\s+[^\s]+){0,6})\s*[.;]?\s*$"
)
_ALONE_AN_ORDER = frozenset({"IF", "NEW", "MAP", "GET", "LIST", "CLEAR", "PAUSE", "RESUME", "DELAY", "EXTEND", "WATCH"})
"""English words that are a judge's only alone on their line."""


def judge_words() -> tuple[JudgeWord, ...]:
    """Every word that is carried out, in the order of a mail."""
    return tuple(_WORDS)


PRESS_SAYS = (
    "Pass on what stands below it, up to ENDPRESS, to those powers: letters or names, with commas or without; ALL or BROADCAST for "
    "everybody, M for the game master. The hooks of the game are asked before it is delivered."
)
"""Effect of ``PRESS TO POWERS`` ... ``ENDPRESS`` does; it takes several lines, and so is no single word."""


def is_judge_word(line: str) -> bool:
    """Return True if *line* is a word for a judge, whether it is carried out or not; press is not among them."""
    text = plain(line)
    return any(word.pattern.match(text) for word in _WORDS) or _not_carried_out(text) is not None


def is_sign_off(line: str) -> bool:
    """``SIGNOFF`` alone on a line."""
    return _WORDS[1].pattern.match(plain(line)) is not None


def is_sign_on(line: str) -> bool:
    """``SIGNON fstraits``"""
    return _WORDS[0].pattern.match(plain(line)) is not None


def _not_carried_out(text: str) -> str | None:
    found = _KNOWN_ELSEWHERE.match(text)
    if found is None or len(text) > 120:
        return None
    word = " ".join(found["word"].split())
    rest = found["rest"].strip()
    if word in _ALONE_AN_ORDER and rest:
        return None
    return word if rest.isascii() else None


def framed_press(lines: Mapping[int, tuple[str, LetterPart]]) -> frozenset[int]:
    """The numbers of the lines that stand in a judge's frame of press, with those that open and close it."""
    found: set[int] = set()
    inside = False
    for number in sorted(lines):
        text, part = lines[number]
        if part is not LetterPart.PRESS:
            inside = False
            continue
        inside = inside or _PRESS.match(plain(text)) is not None
        if inside:
            found.add(number)
        inside = inside and not closes_press(text)
    return frozenset(found)


def frame_of(variant: Variant, game: GameNames | None, lines: Mapping[int, tuple[str, LetterPart]]) -> LetterFrame:
    """Return the result of the words for a judge.

    Args:
        lines: of one letter, by their number, with the part that each belongs to.
    """
    frame = LetterFrame(variant, game)
    numbers = sorted(lines)
    for number in numbers:
        text, part = lines[number]
        if part is LetterPart.JUDGE:
            frame.told[number] = _carry_out(frame, plain(text), number)
    _gather_press(frame, [(number, *lines[number]) for number in numbers])
    return frame


def _carry_out(frame: LetterFrame, text: str, number: int) -> tuple[Fate, str]:
    for word in _WORDS:
        said = word.pattern.match(text)
        if said is not None:
            return word.carry_out(frame, said, number)
    return Fate.REFUSED, tr(
        "{word}: not carried out; whoever runs this game does it by hand",
        word=_not_carried_out(text) or tr("a word for a judge"),
    )


def _gather_press(frame: LetterFrame, lines: list[tuple[int, str, LetterPart]]) -> None:
    """Press in a judge's frame: it is passed on where it ends, and where everybody that it names is known."""
    at = 0
    while at < len(lines):
        number, text, part = lines[at]
        opening = _PRESS.match(plain(text)) if part is LetterPart.PRESS else None
        at += 1
        if opening is None:
            continue
        body: list[str] = []
        while at < len(lines) and lines[at][2] is LetterPart.PRESS and not closes_press(lines[at][1]):
            body.append(said_inside_press(lines[at][1]))
            at += 1
        if at >= len(lines) or lines[at][2] is not LetterPart.PRESS:
            frame.told[number] = (Fate.NOT_ORDER, tr("press without ENDPRESS, which is not passed on"))
            frame.troubles.append(tr("ENDPRESS is missing: all below line {number} was taken for press", number=number))
            continue
        receivers, strange = _receivers(frame.variant, opening["to"] or "")
        if strange:
            frame.told[number] = (Fate.REFUSED, tr("the press is not passed on: “{strange}” names nobody in this game", strange=strange))
        elif any(line.strip() for line in body):
            names = join_words(tr("the game master") if each == MASTER else power_name(frame.variant, each) for each in receivers)
            frame.press.append(MailPress(number, receivers, "\n".join(body).strip("\n")))
            frame.told[number] = (Fate.NOT_ORDER, tr("press to {names}", names=names or tr("everybody")))


def _receivers(variant: Variant, text: str) -> tuple[tuple[str, ...], str]:
    """Return the receivers of press, and the first word that is no name."""
    found: dict[str, None] = {}
    words = [word for word in re.split(r"[\s,;&+]+", text.strip()) if word.upper() not in {"AND", "THE"}]
    if any(word.upper() in {"ALL", "EVERYBODY", "EVERYONE", "*"} for word in words):
        return (), ""
    for word in words:
        named = _power(variant, word)
        letters = [named] if named is not None else [_initial(variant, letter) for letter in word]
        is_name = len(word) > 1 and word.istitle()  # ``Fr`` is an abbreviation, and no list of two letters
        if None in letters or (named is None and (is_name or len(word) > len(variant.powers) + 1)):
            return (), word
        found.update(dict.fromkeys(each for each in letters if each is not None))
    return tuple(found), ""


def _power(variant: Variant, word: str) -> str | None:
    if word.upper() in {"GM", "MASTER", "JUDGE"}:
        return MASTER
    folded = folded_words(word)
    if len("".join(folded)) < 3:
        return None
    named = (power for power, each in variant.powers.items() if bare(word) in {bare(power), bare(each.name)})
    return order_words(variant).power("".join(folded)) or next(named, None)


def _initial(variant: Variant, letter: str) -> str | None:
    """The only power with that initial."""
    found = [power for power in variant.powers if power.startswith(letter.upper())]
    if not found and letter.upper() == "M":
        return MASTER
    return found[0] if len(found) == 1 else None


def _signed(frame: LetterFrame, who: str) -> tuple[tuple[str, ...], str]:
    """The powers that *who* may name, and what stands behind them: the game. Names are tried before letters."""
    said = bare(who)
    spelt: list[tuple[str, str]] = []
    for power, named in frame.variant.powers.items():
        for name in {bare(power), bare(named.name), bare(named.adjective)} - {""}:
            spelt += [(power, said[len(name) :])] if said.startswith(name) else []
    initials = [(power, said[1:]) for power in frame.variant.powers if said[:1] == bare(power)[:1]]
    for candidates in (spelt, initials):
        fitting = [each for each in candidates if not each[1] or frame.game is None or frame.game.is_meant(each[1])]
        if fitting:
            return tuple(dict.fromkeys(power for power, _ in fitting)), fitting[0][1]
    strangers = spelt or initials
    return tuple(dict.fromkeys(power for power, _ in strangers)), strangers[0][1] if strangers else said


def bare(text: str) -> str:
    """The letters and digits of *text*, folded: ``Straits of Iron`` and ``straitsofiron`` are the same."""
    return "".join(folded_words(text))


_TAG = re.compile(r"\[game ([0-9a-z-]{2,40})\]", re.IGNORECASE)
_MARK = re.compile(rf"{_TAG.pattern}|{re.escape(CUT)}", re.IGNORECASE)


def game_tag(game_id: str) -> str:
    """The mark for the subject of a mail about that game."""
    return f"[game {game_id}]"


def game_in(subject: str) -> str:
    """The id of the game that *subject* is marked with; empty where it has no mark."""
    found = _TAG.search(subject[:2_000])
    return found[1] if found is not None else ""


def without_marks(text: str) -> str:
    """*text* with blanks in place of what a program put into it: the mark of a game, and the note for a password that was cut out.

    >>> without_marks("orders [game 96a6b564]")
    'orders                '
    """
    return _MARK.sub(lambda found: " " * len(found[0]), text)
