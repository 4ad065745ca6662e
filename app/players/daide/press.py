"""Press of level 10: peace, alliances, draws and solos, proposed and answered; and press in sentences. Higher levels are refused.

Two families of programs number some words of press in two ways. The word that is meant follows from its place, so both are understood; the
receiver's numbers are used for sending.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from adjudicator.variant import Variant
from app.players.daide.board import DaideBoard, UnspeakableError
from app.players.daide.grammar import Phrase, Scan, is_draw_shared, many, optional, phrase
from app.players.daide.language import Message, WrongTokenError, group, groups, message, read, show
from app.players.daide.tokens import WORDS, Token
from entente.words.names import join_words, power_name
from languages import active_language, mark, tr

DEEPEST = 20
"""Brackets in brackets at most."""

_EARLY_TO_LATE = {WORDS["FCT"]: 0x4A07, WORDS["FOR"]: 0x4A08, WORDS["FWD"]: 0x4A06, WORDS["NAR"]: 0x4A26, WORDS["CCL"]: 0x4A25}
_THREE = frozenset({0x4A06, 0x4A07, 0x4A08})
_TWO = frozenset({0x4A25, 0x4A26})


class PressNumbers(StrEnum):
    """Numbering of five words of press in a program."""

    EARLY = "early"
    """C and C++ programs, and the Python package."""
    LATE = "late"
    """The later edition of the document, and Java programs."""


def in_numbers_of(press: Sequence[Token], numbers: PressNumbers) -> Message:
    """*press*, which is in early numbers, as a program with *numbers* reads it."""
    if numbers is PressNumbers.EARLY:
        return tuple(press)
    return tuple(_EARLY_TO_LATE.get(each, each) for each in press)


def numbering_of(press: Sequence[Token]) -> PressNumbers | None:
    """Return the numbering of its writer, where a word reveals it."""
    if not press:
        return None
    if press[0] in {0x4A06, 0x4A25}:  # FCT or CCL: nothing else stands first at this level
        return PressNumbers.EARLY if press[0] == 0x4A06 else PressNumbers.LATE
    if press[0] in {0x4A07, 0x4A26}:
        return PressNumbers.LATE if press[0] == 0x4A07 else PressNumbers.EARLY
    return None


def _clause(parts: Mapping[str, Phrase[Any]], meant: Mapping[Token, str]) -> Phrase[Message]:
    """A word with what it has behind it, in early numbers.

    Args:
        parts: by the word.
        meant: the words that tokens with two meanings have here.
    """
    words = {WORDS[word]: word for word in parts} | dict(meant)

    def read(scan: Scan) -> Message:
        begun = scan.at
        word = words[scan.one(words.__contains__)]
        scan.tokens = (*scan.tokens[:begun], WORDS[word], *scan.tokens[scan.at :])
        parts[word].read(scan)
        return scan.tokens[begun : scan.at]

    return Phrase(read, lambda _board, tokens: tokens)


def _within(inner: Callable[[], Phrase[Message]]) -> Phrase[Message]:
    """A clause in brackets, not too deep."""

    def read(scan: Scan) -> Message:
        scan.depth += 1
        if scan.depth > DEEPEST:
            raise WrongTokenError(scan.at)
        found: Message = phrase("( clause )", clause=inner()).read(scan)
        scan.depth -= 1
        return found

    return Phrase(read, lambda _board, tokens: group(tokens))


def _powers(least: int) -> Phrase[tuple[Token, ...]]:
    return phrase("( powers )", powers=many(phrase("power_token"), least, distinct=True))


_ARRANGEMENT, _PRESS = _within(lambda: _ARRANGED), _within(lambda: PRESS)
_ARRANGED: Phrase[Message] = _clause(
    {
        "PCE": _powers(2),
        "ALY": phrase("allies VSS enemies", allies=_powers(1), enemies=_powers(1)),
        "DRW": optional(_powers(2), is_draw_shared),
        "SLO": phrase("( power_token )"),
        "NOT": _ARRANGEMENT,
        "NAR": _ARRANGEMENT,
    },
    dict.fromkeys(_TWO, "NAR"),
)
PRESS: Phrase[Message] = _clause(
    {
        **dict.fromkeys(("PRP", "FCT"), _ARRANGEMENT),
        **dict.fromkeys(("YES", "REJ", "BWX", "CCL"), _PRESS),
        **dict.fromkeys(("HUH", "TRY"), phrase("( inside )")),
    },
    dict.fromkeys(_THREE, "FCT") | dict.fromkeys(_TWO, "CCL"),
)
"""Press of level 10, without brackets around it, which is read into early numbers; what is of a higher level is wrong."""


def read_press(tokens: Sequence[Token]) -> Message:
    """*tokens*, a whole press message, in early numbers.

    Raises:
        WrongTokenError: it is none, or one of a higher level.
    """
    scan = Scan(tuple(tokens), partial_draws=True)
    words = PRESS.read(scan)
    scan.end()
    return words


LONGEST = 400
"""Letters of a sentence at most; what is longer is no press that a person wants to read."""


class PressProposal(StrEnum):
    """Proposal of level 10, as a person picks it."""

    PEACE = "peace"
    ALLIANCE = "alliance"
    DRAW = "draw"
    SOLO = "solo"


class PressReply(StrEnum):
    """Answer to a proposal."""

    YES = "yes"
    NO = "no"
    SILENCE = mark("none of your business")


@dataclass(frozen=True, slots=True)
class Arrangement:
    """An arrangement to propose."""

    offer: PressProposal
    powers: tuple[str, ...]
    """Powers that have peace, are allied, or win; for a draw none are named."""

    against: tuple[str, ...] = ()
    """Powers that an alliance is against."""

    is_not: bool = False
    """True if its contrary is meant: no peace, no draw."""

    @property
    def fault(self) -> str:
        """Sentence on the missing part; empty where it can be sent."""
        if self.offer is PressProposal.PEACE and len(self.powers) < 2:
            return tr("Peace is among two powers or more.")
        if self.offer is PressProposal.ALLIANCE and (len(self.powers) < 2 or not self.against):
            return tr("An alliance is of two powers or more, against one or more.")
        if self.offer is PressProposal.ALLIANCE and set(self.powers) & set(self.against):
            return tr("Nobody is allied against itself.")
        if self.offer is PressProposal.SOLO and len(self.powers) != 1:
            return tr("One power wins alone.")
        return ""


class PressWords:
    """The press of a game in words.

    Args:
        board: what is played, and its words.
    """

    def __init__(self, board: DaideBoard) -> None:
        self._board = board
        self._variant = board.variant

    def sentence(self, text: str) -> str | None:
        """The sentence that *text*, the words of DAIDE, says; ``None`` where it is no press of level 10."""
        words = self._understood(text)
        return None if words is None else self._sentence(words)[:LONGEST]

    def proposed(self, text: str) -> str | None:
        """Return the proposal or withdrawal in *text*, the words of DAIDE, for a list of proposals; ``None`` where it is no press."""
        words = self._understood(text)
        return None if words is None else self._about(words)[:LONGEST]

    def _understood(self, text: str) -> Message | None:
        if not text[:3].isupper() or len(text) > 4 * LONGEST:
            return None
        try:
            return read_press(read(text, self._board.vocabulary))
        except (ValueError, WrongTokenError):
            return None

    def proposal(self, arrangement: Arrangement) -> str:
        """The words of DAIDE that propose *arrangement*.

        Raises:
            ValueError: something is missing in it, which is named.
        """
        if arrangement.fault:
            raise ValueError(arrangement.fault)
        powers = group(tuple(map(self._board.power, arrangement.powers)))
        match arrangement.offer:
            case PressProposal.PEACE:
                inner = message("PCE", powers)
            case PressProposal.ALLIANCE:
                inner = message("ALY", powers, "VSS", group(tuple(map(self._board.power, arrangement.against))))
            case PressProposal.DRAW:
                inner = message("DRW")
            case PressProposal.SOLO:
                inner = message("SLO", powers)
        if arrangement.is_not:
            inner = message("NOT", group(inner))
        return self._text(message("PRP", group(inner)))

    def answer(self, text: str, reply: PressReply) -> str | None:
        """The words of DAIDE that answer *text*; ``None`` where that is no proposal."""
        if self.sentence(text) is None:
            return None
        tokens = read(text, self._board.vocabulary)
        if tokens[0] not in {WORDS["PRP"], WORDS["CCL"]}:
            return None
        word = {PressReply.YES: "YES", PressReply.NO: "REJ", PressReply.SILENCE: "BWX"}[reply]
        return self._text(message(word, group(tokens)))

    def tokens(self, text: str) -> Message:
        """The tokens of press, in early numbers.

        Raises:
            ValueError: *text* is none.
        """
        try:
            return read_press(read(text, self._board.vocabulary))
        except WrongTokenError as wrong:
            raise ValueError(f"{text[:80]!r} is no press of level 10: {wrong}") from wrong

    def _text(self, words: Message) -> str:
        return show(words, self._board.vocabulary)

    # --- sentences ---

    def _sentence(self, words: Message) -> str:
        inner = next(groups(words[1:]), ())
        match _word(words[0]):
            case "PRP":
                return tr("Proposal: {arranged}", arranged=self._arranged(inner))
            case "FCT":
                return tr("It holds that there is {arranged}", arranged=self._arranged(inner))
            case "CCL":
                return tr("Taken back: {words}", words=_low(self._sentence(inner)))
            case "YES":
                return tr("Agreed: {about}", about=self._about(inner))
            case "REJ":
                return tr("Refused: {about}", about=self._about(inner))
            case "BWX":
                return tr("None of your business: {about}", about=self._about(inner))
            case "TRY":
                return tr("Understands {words}", words=join_words(_word(each) for each in inner)) if inner else tr("Understands no press")
            case _:
                return tr("Did not understand the message")

    def _about(self, words: Message) -> str:
        """Return the subject of an answer, without the words that it is a proposal."""
        return self._arranged(next(groups(words[1:]), ())) if _word(words[0]) == "PRP" else _low(self._sentence(words))

    def _arranged(self, words: Message) -> str:
        inner = next(groups(words[1:]), ())
        match _word(words[0]):
            case "PCE":
                return tr("peace among {named}", named=self._named(inner))
            case "ALY":
                against = next(groups(words[words.index(WORDS["VSS"]) + 1 :]))
                return tr("an alliance of {named} against {others}", named=self._named(inner), others=self._named(against))
            case "DRW":
                return tr("a draw among {named}", named=self._named(inner)) if inner else tr("a draw among all who are left")
            case "SLO":
                return tr("a solo of {named}", named=self._named(inner))
            case "NOT":
                return (
                    tr("no longer {arranged}", arranged=self._arranged(inner))
                    if _word(inner[0]) == "NOT"
                    else tr("not {arranged}", arranged=self._arranged(inner))
                )
            case _:
                return tr("no promise of {arranged}", arranged=self._arranged(inner))

    def _named(self, powers: Sequence[Token]) -> str:
        return join_words(power_name(self._variant, self._board.power_of(each) or self._board.vocabulary.letters(each)) for each in powers)


def words_of(variant: Variant) -> Callable[[str], str | None]:
    """The sentence of a press text in a game of *variant*; never one where DAIDE has no words for it."""
    try:
        return PressWords(DaideBoard(variant)).sentence
    except UnspeakableError:
        return lambda _text: None


def _word(each: Token) -> str:
    return next((word for word, token in WORDS.items() if token == each), "")


def _low(sentence: str) -> str:
    """*sentence* within another one: other languages keep the capital, which German needs."""
    return sentence if active_language() is not None else sentence[:1].lower() + sentence[1:]
