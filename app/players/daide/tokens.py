"""The tokens of DAIDE: 16-bit numbers whose high byte is a category, and the three letters that they are written with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum
from types import MappingProxyType

Token = int
"""A number from 0 to 0xFFFF."""


class Category(IntEnum):
    """Category of a token: its high byte. Integers have 00 to 3F, provinces 50 to 57."""

    BRACKET = 0x40
    POWER = 0x41
    UNIT = 0x42
    ORDER = 0x43
    NOTE = 0x44
    RESULT = 0x45
    COAST = 0x46
    SEASON = 0x47
    COMMAND = 0x48
    PARAMETER = 0x49
    PRESS = 0x4A
    TEXT = 0x4B
    INLAND = 0x50
    INLAND_CENTRE = 0x51
    SEA = 0x52
    SEA_CENTRE = 0x53
    COASTAL = 0x54
    COASTAL_CENTRE = 0x55
    TWO_COASTS = 0x56
    TWO_COASTS_CENTRE = 0x57


PROVINCES = range(Category.INLAND, Category.TWO_COASTS_CENTRE + 1)
"""The categories of provinces."""

LOWEST, HIGHEST = -8192, 8191
"""The integers that a token can say: 14 bits."""

_WORDS = {
    Category.BRACKET: "(00 )01",
    Category.UNIT: "AMY00 FLT01",
    Category.ORDER: "CTO20 CVY21 HLD22 MTO23 SUP24 VIA25 DSB40 RTO41 BLD80 REM81 WVE82",
    Category.NOTE: "MBV00 BPR01 CST02 ESC03 FAR04 HSC05 NAS06 NMB07 NMR08 NRN09 NRS0A NSA0B NSC0C NSF0D NSP0E NSU10 NVR11 NYU12 YSC13",
    Category.RESULT: "SUC00 BNC01 CUT02 DSR03 FLD04 NSO05 RET06",
    Category.COAST: "NCS00 NEC02 ECS04 SEC06 SCS08 SWC0A WCS0C NWC0E",
    Category.SEASON: "SPR00 SUM01 FAL02 AUT03 WIN04",
    Category.COMMAND: (
        "CCD00 DRW01 FRM02 GOF03 HLO04 HST05 HUH06 IAM07 LOD08 MAP09 MDF0A MIS0B NME0C NOT0D NOW0E OBS0F OFF10 ORD11 OUT12 PRN13 REJ14"
        " SCO15 SLO16 SND17 SUB18 SVE19 THX1A TME1B YES1C ADM1D SMR1E"
    ),
    Category.PARAMETER: "AOA00 BTL01 ERR02 LVL03 MRT04 MTL05 NPB06 NPR07 PDA08 PTL09 RTL0A UNO0B DSD0D",
    Category.PRESS: (
        "ALY00 AND01 BWX02 DMZ03 ELS04 EXP05 FCT06 FOR07 FWD08 HOW09 IDK0A IFF0B INS0C OCC0E ORR0F PCE10 POB11 PRP13 QRY14 SCD15 SRY16"
        " SUG17 THK18 THN19 TRY1A VSS1C WHT1D WHY1E XDO1F XOY20 YDO21 CHO22 BCC23 UNT24 NAR25 CCL26"
    ),
}
"""The words of the language, each with its low byte. Press is numbered as C and C++ programs do; ``press_numbers`` has the other way."""

STANDARD_POWERS = ("AUS", "ENG", "FRA", "GER", "ITA", "RUS", "TUR")
"""The powers of the standard map, in the order of their tokens."""

_STANDARD_PROVINCES = {
    Category.INLAND: "BOH BUR GAL RUH SIL TYR UKR",
    Category.INLAND_CENTRE: "BUD MOS MUN PAR SER VIE WAR",
    Category.SEA: "ADR AEG BAL BAR BLA EAS ECH GOB GOL HEL ION IRI MAO NAO NTH NWG SKA TYS WES",
    Category.COASTAL: "ALB APU ARM CLY FIN GAS LVN NAF PIC PIE PRU SYR TUS WAL YOR",
    Category.COASTAL_CENTRE: ("ANK BEL BER BRE CON DEN EDI GRE HOL KIE LON LVP MAR NAP NWY POR ROM RUM SEV SMY SWE TRI TUN VEN"),
    Category.TWO_COASTS_CENTRE: "BUL SPA STP",
}


def token(category: int, low: int) -> Token:
    """The token of a category and a low byte."""
    return category << 8 | low


def _provinces() -> dict[str, Token]:
    found: dict[str, Token] = {}
    for category, names in _STANDARD_PROVINCES.items():
        for name in names.split():
            found[name] = token(category, len(found))
    return found


WORDS: Mapping[str, Token] = MappingProxyType(
    {each[:-2]: token(category, int(each[-2:], 16)) for category, words in _WORDS.items() for each in words.split()}
)
"""The words of the language by their letters: ``WORDS["SUB"]``."""

STANDARD_NAMES: Mapping[str, Token] = MappingProxyType(
    {name: token(Category.POWER, number) for number, name in enumerate(STANDARD_POWERS)} | _provinces()
)
"""Powers and provinces of the standard map; what they are where RM is empty."""

OPEN, CLOSE = WORDS["("], WORDS[")"]


def category(each: Token) -> int:
    """The high byte of a token."""
    return each >> 8


def is_integer(each: Token) -> bool:
    """Return True if a token is a number."""
    return each < 0x4000


def is_province(each: Token) -> bool:
    """Return True if a token is in a category of provinces."""
    return category(each) in PROVINCES


def integer(number: int) -> Token:
    """The token of a number.

    Raises:
        ValueError: 14 bits do not hold it.
    """
    if not LOWEST <= number <= HIGHEST:
        raise ValueError(f"{number} is no number of DAIDE: from {LOWEST} to {HIGHEST}")
    return number & 0x3FFF


def number_of(each: Token) -> int:
    """Return the number of an integer token."""
    return each - 0x4000 if each & 0x2000 else each


def text_tokens(text: str) -> tuple[Token, ...]:
    """*text* letter by letter; a letter that is none of ASCII becomes a question mark."""
    return tuple(token(Category.TEXT, ord(letter) if 0 < ord(letter) < 0x80 else ord("?")) for letter in text)


def text_of(letters: Iterable[Token]) -> str:
    """The text that tokens of letters spell."""
    return "".join(chr(each & 0xFF) for each in letters)


class DaideVocabulary:
    """Tokens of a connection: the words of the language, and the powers and provinces that RM named.

    Args:
        names: powers and provinces by their three letters.
    """

    def __init__(self, names: Mapping[str, Token] = STANDARD_NAMES) -> None:
        self.names: Mapping[str, Token] = MappingProxyType(dict(names))
        self._letters = {each: name for name, each in WORDS.items()} | {each: name for name, each in names.items()}

    def __contains__(self, each: Token) -> bool:
        return is_integer(each) or each in self._letters or (category(each) == Category.TEXT and each & 0xFF < 0x80)

    def letters(self, each: Token) -> str:
        """Return the written form of a token: ``SUB``, ``-3``, a letter of a text.

        Raises:
            KeyError: there is no such token.
        """
        if is_integer(each):
            return str(number_of(each))
        if category(each) == Category.TEXT:
            return chr(each & 0xFF)
        return self._letters[each]

    def token(self, letters: str) -> Token:
        """The token of three letters or a bracket; a power or province before a word of the language.

        Raises:
            KeyError: there is none.
        """
        found = self.names.get(letters)
        return WORDS[letters] if found is None else found


STANDARD = DaideVocabulary()
"""Vocabulary where RM is empty."""
