"""Chains of clauses, from sentences whose words play one part each: the orders that they tell, and the clauses that are none."""

from __future__ import annotations

import re

from adjudicator.unit import Unit
from app.mail_in.clauses import chains_of
from app.mail_in.sentence_parts import ALL, SentenceItem, SentencePart, UnreadError
from tests.quick import one_by_one

BOARD = {
    unit.province: unit
    for unit in map(
        Unit.of,
        (
            "ENGLAND A YOR",
            "ENGLAND A WAL",
            "ENGLAND F NTH",
            "ENGLAND F EDI",
            "ENGLAND F ENG",
            "FRANCE A BUR",
            "FRANCE F BRE",
            "GERMANY A KIE",
            "GERMANY F HEL",
        ),
    )
}
WORDS = {
    "goes": SentencePart.MOVE,
    "going": SentencePart.MOVE,
    "leaves": SentencePart.MOVE,
    "holds": SentencePart.HOLD,
    "supports": SentencePart.SUPPORT,
    "supported": SentencePart.SUPPORT,
    "convoys": SentencePart.CONVOY,
    "convoyed": SentencePart.CONVOY,
    "with": SentencePart.WITH,
    "by": SentencePart.BY,
    "to": SentencePart.TO,
    "in": SentencePart.INTO,
    "from": SentencePart.FROM,
    ",": SentencePart.JOINT,
    "which": SentencePart.WHICH,
    "it": SentencePart.THAT,
    "today": SentencePart.STRANGE,
}
KINDS = {
    "army": ("A", 0),
    "fleet": ("F", 0),
    "armies": ("A", ALL),
    "fleets": ("F", ALL),
    "two-armies": ("A", 2),
    "two-fleets": ("F", 2),
    "three-armies": ("A", 3),
    "three-fleets": ("F", 3),
}
"""Words for a kind of unit, each with the kind and the number of units that it means."""


def item(found: re.Match[str]) -> SentenceItem:
    word = found[0]
    if word in KINDS:
        return SentenceItem(SentencePart.KIND, *found.span(), kind=KINDS[word][0], many=KINDS[word][1])
    if word in WORDS:
        return SentenceItem(WORDS[word], *found.span())
    return SentenceItem(SentencePart.PLACE, *found.span(), province=word.upper())


def read(text: str, power: str) -> tuple[list[str], list[str]]:
    """The orders of *text*, each with the words that tell it, and its unread clauses."""
    items = [*map(item, re.finditer(r"[^\s,]+|,", text)), SentenceItem(SentencePart.JOINT, len(text), len(text))]
    told, unread = chains_of(items, BOARD, power, text)
    orders = [
        f"{each.unit.piece} {each.text.strip()}{' bare' * each.is_bare}" + f" ({text[each.start : each.end]})".replace(f" ({text})", "")
        for each in told
    ]
    return orders, [text[start:end] for start, end in unread]


TABLE = """\
ENGLAND
army yor goes to nwy => A YOR - nwy
army in yor goes to lon => A YOR - lon
yor goes lon => A YOR - lon
yor lon => A YOR - lon
yor to lon => A YOR - lon
yor in lon => A YOR - lon
yor army goes to lon => A YOR - lon
yor army lon => -
yor today lon => -
in yor army goes to lon => A YOR - lon
goes yor to lon => A YOR - lon
goes army in yor to lon => A YOR - lon
goes in yor to lon , which holds => A YOR - lon (goes in yor to lon); ?? which holds
holds yor => A YOR H
holds yor , wal , nth => A YOR H; A WAL H; F NTH H
holds in yor , wal , nth goes to den => A YOR H (holds in yor , wal); A WAL H (holds in yor , wal); F NTH - den (nth goes to den)
holds from yor => A YOR H
yor holds => A YOR H
yor holds in yor => A YOR H
yor holds yor => A YOR H
yor holds lon => -
yor holds in lon => -
yor , wal holds => A YOR H; A WAL H
yor , wal holds in yor => -
yor , wal , nth holds => A YOR H; A WAL H; F NTH H
yor , wal goes to lon => A WAL - lon (wal goes to lon); ?? yor
yor holds in , wal goes to lon => A YOR H (yor holds in); A WAL - lon (wal goes to lon)
yor which holds => A YOR H
yor , which holds => -
army goes to lon => -
fleet nth goes to den => F NTH - den
fleet eng goes to bre => F ENG - bre
fleet to bre => -
fleet den => -
fleet in den => -
fleet goes to den => -
army by yor goes to lon => A YOR - lon
army by lon => -
army from yor goes to lon => A YOR - lon
army leaves yor to lon => A YOR - lon
army leaves from yor to lon => A YOR - lon
army leaves yor in lon => A YOR - lon
army leaves yor lon => A YOR - lon
army leaves yor => -
army leaves yor today => -
army leaves from yor => -
army leaves from kie to lon => -
army leaves kie to lon => -
fleet leaves yor to lon => -
fleet leaves from yor to den => -
army goes lon to wal => -
yor goes to lon going => A YOR - lon
yor goes to lon with wal => A YOR - lon (yor goes to lon); A WAL S A YOR - lon (with wal)
yor goes to lon with by wal => A YOR - lon (yor goes to lon); A WAL S A YOR - lon (with by wal)
yor goes to lon with from wal => A YOR - lon (yor goes to lon); A WAL S A YOR - lon (with from wal)
yor goes to lon with in wal => A YOR - lon (yor goes to lon); A WAL S A YOR - lon (with in wal)
yor goes to lon with wal , edi => A YOR - lon (yor goes to lon); A WAL S A YOR - lon (with wal , edi);
  F EDI S A YOR - lon (with wal , edi)
yor goes to lon with wal , edi holds => A YOR - lon (yor goes to lon); F EDI H (edi holds); A WAL S A YOR - lon (with wal)
yor goes to lon , supported by wal => A YOR - lon (yor goes to lon); A WAL S A YOR - lon (supported by wal)
yor goes to lon which supported by wal => A YOR - lon (yor goes to lon); A WAL S A YOR - lon (supported by wal)
yor goes to lon , which by wal supported => A YOR - lon (yor goes to lon); A WAL S A YOR - lon (by wal supported)
yor goes to lon by wal supported => A YOR - lon (yor goes to lon); A WAL S A YOR - lon (by wal supported)
yor holds by wal , edi supported => A YOR H (yor holds); A WAL S A YOR (by wal , edi supported); F EDI S A YOR (by wal , edi supported)
yor goes to lon by wal => -
yor goes to lon by wal goes => -
yor goes to lon with kie => -
yor goes to lon supported by kie => -
yor goes to lon by kie supported => -
yor goes to nwy convoyed by nth => A YOR - nwy VIA (yor goes to nwy); F NTH C A YOR - nwy (convoyed by nth)
yor goes to nwy , convoyed by fleet in nth => A YOR - nwy VIA (yor goes to nwy); F NTH C A YOR - nwy (convoyed by fleet in nth)
yor goes to nwy by nth convoyed => A YOR - nwy VIA (yor goes to nwy); F NTH C A YOR - nwy (by nth convoyed)
yor goes to nwy by hel convoyed => -
yor goes to nwy convoyed by hel => -
yor goes to nwy convoyed => -
yor to nwy convoyed by nth with edi => A YOR - nwy VIA (yor to nwy); F NTH C A YOR - nwy (convoyed by nth);
  F EDI S A YOR - nwy (with edi)
yor goes by nth to nwy convoyed => A YOR - nwy VIA; F NTH C A YOR - nwy (by nth to nwy convoyed)
yor goes by nth to nwy => -
yor convoyed to nwy by nth => A YOR - nwy VIA; F NTH C A YOR - nwy (by nth)
yor convoyed by nth to nwy => A YOR - nwy VIA; F NTH C A YOR - nwy (by nth to nwy)
yor convoyed by nth in nwy => A YOR - nwy VIA; F NTH C A YOR - nwy (by nth in nwy)
yor convoyed by nth => -
yor convoyed to nwy => A YOR - nwy VIA
yor convoyed to by nth => -
yor convoyed to nwy by nth , edi holds => A YOR - nwy VIA (yor convoyed to nwy by nth); F NTH C A YOR - nwy (by nth); F EDI H (edi holds)
yor by nth to nwy convoyed => A YOR - nwy VIA; F NTH C A YOR - nwy (by nth to nwy convoyed)
yor by nth convoyed to nwy => A YOR - nwy VIA; F NTH C A YOR - nwy (by nth convoyed to nwy)
yor by nth to nwy goes convoyed => A YOR - nwy VIA; F NTH C A YOR - nwy (by nth to nwy goes convoyed)
yor by nth to nwy convoyed goes => -
yor by nth to nwy supported => -
yor by nth to nwy => -
yor supported by wal => -
yor holds , yor supported by wal => A YOR H (yor holds); A WAL S A YOR (yor supported by wal)
yor holds supported by wal => A YOR H (yor holds); A WAL S A YOR (supported by wal)
yor holds , supported by wal , edi => A YOR H (yor holds); A WAL S A YOR (supported by wal , edi); F EDI S A YOR (supported by wal , edi)
yor holds with wal => A YOR H (yor holds); A WAL S A YOR (with wal)
yor supported by wal , yor goes to lon => A YOR - lon (yor goes to lon); A WAL S A YOR - lon (yor supported by wal)
yor supported by wal to lon => -
yor , wal supported by edi => -
yor holds , nth convoyed by edi => A YOR H (yor holds); ?? nth convoyed by edi
yor holds convoyed by nth => -
nth convoys yor to nwy => F NTH C A YOR - nwy
nth convoys in yor to nwy => F NTH C A YOR - nwy
nth convoys yor nwy => F NTH C A YOR - nwy
nth convoys army yor goes to nwy => F NTH C A YOR - nwy
nth convoys kie to nwy => F NTH C A KIE - nwy
nth convoys army kie in nwy convoyed => F NTH C A KIE - nwy
nth convoys yor => -
nth convoys to nwy yor => -
nth convoys army to nwy => -
nth , eng convoys yor to nwy => F ENG C A YOR - nwy (eng convoys yor to nwy); ?? nth
convoys army yor to nwy by nth => A YOR - nwy VIA (convoys army yor to nwy by); F NTH C A YOR - nwy (by nth)
convoys from yor to nwy by nth => A YOR - nwy VIA (convoys from yor to nwy by); F NTH C A YOR - nwy (by nth)
convoys in yor in nwy with nth => A YOR - nwy VIA (convoys in yor in nwy with); F NTH C A YOR - nwy (with nth)
convoys yor nwy by fleet nth => A YOR - nwy VIA (convoys yor nwy by); F NTH C A YOR - nwy (by fleet nth)
convoys yor to nwy => -
convoys yor by nth => -
convoys yor to nwy by hel => -
convoys kie to nwy by nth => -
supports yor with nth => F NTH S A YOR
supports yor to lon with nth => F NTH S A YOR - lon
supports army yor to lon by nth => F NTH S A YOR - lon
nth supports yor => F NTH S A YOR
nth supports yor to lon => F NTH S A YOR - lon
nth supports army yor goes to lon => F NTH S A YOR - lon
nth supports yor goes to lon going => F NTH S A YOR - lon
nth supports yor in lon => F NTH S A YOR - lon
nth supports in yor => F NTH S A YOR
nth supports from yor to lon => F NTH S A YOR - lon
nth supports yor to yor => F NTH S A YOR
nth supports yor goes => F NTH S A YOR
nth supports yor to => F NTH S A YOR (nth supports yor)
nth supports yor to , edi holds => F NTH S A YOR (nth supports yor); F EDI H (edi holds)
nth supports yor lon => F NTH S A YOR - lon
nth supports fleet yor => -
nth supports kie to den => F NTH S A KIE - den
nth supports army kie to den => F NTH S A KIE - den
nth supports fleet kie to den => -
nth supports bur => F NTH S A BUR
nth supports den => -
nth , eng supports yor to lon => F NTH S A YOR - lon; F ENG S A YOR - lon
yor to lon , nth supports it => A YOR - lon (yor to lon); F NTH S A YOR - lon (nth supports it)
yor to lon , nth supports it goes => A YOR - lon (yor to lon); F NTH S A YOR - lon (nth supports it goes)
yor holds , nth supports it => A YOR H (yor holds); F NTH S A YOR (nth supports it)
nth supports it => -
yor to lon , nth supports it lon => A YOR - lon (yor to lon); ?? nth supports it lon
yor to lon , nth supports it , edi holds => A YOR - lon (yor to lon); F NTH S A YOR - lon (nth supports it); F EDI H (edi holds)
yor to lon , wal to lvp , nth supports it => A YOR - lon (yor to lon); A WAL - lvp (wal to lvp); F NTH S A WAL - lvp (nth supports it)
nth holds , nth supports it => F NTH H (nth holds); ?? nth supports it
yor holds it => A YOR H (yor holds)
it yor holds => A YOR H (yor holds)
yor goes to lon it => A YOR - lon (yor goes to lon)
yor goes to lon to => A YOR - lon (yor goes to lon)
yor goes to lon to , wal holds => A YOR - lon (yor goes to lon); A WAL H (wal holds)
yor to => -
yor to , wal holds => A YOR H; A WAL H
yor in holds => A YOR H
yor in => -
yor in , holds => -
yor in lon in => -
yor from lon => -
yor with wal => -
kie holds => -
army kie holds => -
fleet kie goes to den => -
hel to den => -
den to kie => -
fleet yor holds => -
army nth holds => -
army edi to lon => -
fleet edi to nwg => F EDI - nwg
edi fleet to nwg => F EDI - nwg
edi fleet yor => -
edi army to nwg => -
den army to kie => -
yor to lon , yor to wal => -
yor to lon , yor holds => -
yor to lon , today wal , edi holds => A YOR - lon (yor to lon); F EDI H (edi holds); ?? today wal
today , yor holds => A YOR H (yor holds); ?? today
today yor , edi holds , wal => F EDI H (edi holds); ?? today yor; ?? wal
yor holds , today => A YOR H (yor holds); ?? today
yor , yor => -
yor holds , , wal holds => A YOR H (yor holds); A WAL H (wal holds)
yor holds , today , today , edi holds => A YOR H (yor holds); F EDI H (edi holds); ?? today; ?? today
today => -
, => -
yor today , wal today => -
yor goes to lon , today , yor holds => -
goes => -
goes to lon => -
holds => -
holds today => -
which holds => -
holds which => -
yor to lon , wal holds , which holds => A YOR - lon (yor to lon); A WAL H (wal holds); ?? which holds
yor supports kie , which holds => A YOR S A KIE (yor supports kie); ?? which holds
wal supports nth , which holds => A WAL S F NTH (wal supports nth); F NTH H (which holds)
wal supports bur to bel , which holds => A WAL S A BUR - bel (wal supports bur to bel); ?? which holds
, , , , , , , , , , , yor holds today => -
yor holds , today , , , , , , , , , , , => -
in yor holds => A YOR H
in yor , in wal holds => A WAL H (in wal holds); ?? in yor
with yor holds => -
by yor holds => -
to yor holds => -
yor goes to lon with yor => -
yor to lon , wal to lvp with edi => A YOR - lon (yor to lon); A WAL - lvp (wal to lvp); F EDI S A WAL - lvp (with edi)
yor holds , wal supports it , edi supports it => A YOR H (yor holds); A WAL S A YOR (wal supports it); F EDI S A YOR (edi supports it)
goes yor => -
goes yor to => -
goes to yor lon => -
goes from yor to lon with wal => A YOR - lon (goes from yor to lon); A WAL S A YOR - lon (with wal)
goes kie to den => -
holds kie => -
holds yor , kie => A YOR H (holds yor); ?? kie
holds yor , kie holds => A YOR H (holds yor); ?? kie holds
yor , wal supports edi => A YOR S F EDI; A WAL S F EDI
yor , wal supports edi to nwg => A YOR S F EDI - nwg; A WAL S F EDI - nwg
yor , fleet supports wal => -
yor in supports wal => A YOR S A WAL
yor in wal supports edi => -
yor in army holds => -
yor holds , today , , , , , , , , , , => A YOR H (yor holds); ?? today
army leaves yor , wal holds => A WAL H (wal holds); ?? army leaves yor
army leaves yor by nth => -
wal leaves yor to lon => -
army convoyed to nwy by nth => -
nth supports army => -
nth convoys army => -
yor goes to lon with army wal => A YOR - lon (yor goes to lon); A WAL S A YOR - lon (with army wal)
yor to lon , which supported by wal , edi holds => A YOR - lon (yor to lon); F EDI H (edi holds); A WAL S A YOR - lon (supported by wal)
yor to lon , which , wal supported by edi => A YOR - lon (yor to lon); ?? which; ?? wal supported by edi
wal holds yor => -
holds yor , wal to lvp => A YOR H (holds yor); A WAL - lvp (wal to lvp)
yor army today => -
fleet in nth leaves to den => F NTH - den
yor convoyed to nwy in by nth => -
yor goes to nwy convoyed in nth => -
yor supports convoyed => -
yor , wal supported by edi , yor holds => A YOR H (yor holds); ?? yor; ?? wal supported by edi
yor goes to lon , supports wal => A YOR - lon (yor goes to lon); ?? supports wal
wal to lvp , yor to nwy by nth convoyed => A WAL - lvp (wal to lvp); A YOR - nwy VIA (yor to nwy); F NTH C A YOR - nwy (by nth convoyed)
yor goes by wal supported , convoyed by nth => -
yor supported to nwy by nth convoyed => -
yor holds , yor supported by wal to lon => A YOR H (yor holds); ?? yor supported by wal to lon
yor holds , yor goes by wal => A YOR H (yor holds); ?? yor goes by wal
goes leaves from yor to lon => -
fleet yor army holds => -
yor to nwy by nth , eng convoyed => A YOR - nwy VIA (yor to nwy); F NTH C A YOR - nwy (by nth , eng convoyed);
  F ENG C A YOR - nwy (by nth , eng convoyed)
yor goes to nwy convoyed from nth => -
yor goes lon in => A YOR - lon (yor goes lon)
yor goes lon in , wal holds => A YOR - lon (yor goes lon); A WAL H (wal holds)
wal holds , yor lon in => A WAL H (wal holds); ?? yor lon in
yor goes in lon in wal => -
yor lon in goes => -
in lon yor goes => -
it yor goes to lon => A YOR - lon (yor goes to lon)
it => -
yor goes it to lon => A YOR - lon
yor supports it it => -
yor goes with wal to lon => A YOR - lon; A WAL S A YOR - lon (with wal)
yor goes with from wal to lon => A YOR - lon; A WAL S A YOR - lon (with from wal)
yor goes with in wal goes to lon => A YOR - lon; A WAL S A YOR - lon (with in wal)
yor with wal goes to lon => A YOR - lon; A WAL S A YOR - lon (with wal)
goes yor with wal to lon => A YOR - lon; A WAL S A YOR - lon (with wal)
yor goes to lon , which goes => A YOR - lon (yor goes to lon); ?? which goes
yor goes to lon , which goes , wal holds => A YOR - lon (yor goes to lon); A WAL H (wal holds); ?? which goes
yor goes to lon , which holds , wal holds => A YOR - lon (yor goes to lon); A WAL H (wal holds); ?? which holds
armies holds => A YOR H; A WAL H
fleets holds => F NTH H; F EDI H; F ENG H
two-armies holds => A YOR H; A WAL H
three-armies holds => -
two-fleets holds => -
three-fleets holds => F NTH H; F EDI H; F ENG H
armies goes to lon => -
armies supports yor => -
armies supports nth => -
armies holds , nth goes to den => A YOR H (armies holds); A WAL H (armies holds); F NTH - den (nth goes to den)
nth goes to den , armies holds => F NTH - den (nth goes to den); A YOR H (armies holds); A WAL H (armies holds)
nth goes to den , armies => F NTH - den (nth goes to den); ?? armies
holds armies => -
armies holds in yor => -
army , armies holds => A YOR H (armies holds); A WAL H (armies holds); ?? army
yor goes to lon , wal supports => A YOR - lon (yor goes to lon); A WAL S A YOR - lon bare (wal supports)
yor goes to lon , wal supports , edi supports => A YOR - lon (yor goes to lon); A WAL S A YOR - lon bare (wal supports);
  F EDI S A YOR - lon bare (edi supports)
yor goes to lon , edi holds , wal supports => A YOR - lon (yor goes to lon); F EDI H (edi holds); ?? wal supports
yor holds , wal supports => A YOR H (yor holds); ?? wal supports
wal supports => -
wal supports it => -
wal holds , yor goes to lon , edi supports yor to lon , eng supports => A WAL H (wal holds); A YOR - lon (yor goes to lon);
  F EDI S A YOR - lon (edi supports yor to lon); F ENG S A YOR - lon bare (eng supports)
wal holds , yor goes to lon , edi supports nth , eng supports => A WAL H (wal holds); A YOR - lon (yor goes to lon);
  F EDI S F NTH (edi supports nth); ?? eng supports
wal holds , yor goes to lon , edi supports wal , eng supports it => A WAL H (wal holds); A YOR - lon (yor goes to lon);
  F EDI S A WAL (edi supports wal); F ENG S A YOR - lon (eng supports it)
yor goes to den , nth convoys => A YOR - den VIA (yor goes to den); F NTH C A YOR - den bare (nth convoys)
yor goes to den , nth convoys it => A YOR - den VIA (yor goes to den); F NTH C A YOR - den (nth convoys it)
nth convoys => -
nth convoys it => -
yor holds , nth convoys => A YOR H (yor holds); ?? nth convoys
yor holds , nth convoys it => A YOR H (yor holds); ?? nth convoys it
wal holds , yor goes to den , nth convoys , eng holds => A WAL H (wal holds); A YOR - den VIA (yor goes to den);
  F NTH C A YOR - den bare (nth convoys); F ENG H (eng holds)
wal holds , yor goes to den , nth convoys it , eng holds => A WAL H (wal holds); A YOR - den VIA (yor goes to den);
  F NTH C A YOR - den (nth convoys it); F ENG H (eng holds)
yor goes to den , nth convoys , eng convoys => A YOR - den VIA (yor goes to den); F NTH C A YOR - den bare (nth convoys);
  F ENG C A YOR - den bare (eng convoys)
yor goes to den , nth convoys , wal supports => A YOR - den VIA (yor goes to den); F NTH C A YOR - den bare (nth convoys);
  A WAL S A YOR - den bare (wal supports)
yor supported by wal convoyed => -
yor convoyed to den by nth supported => -
yor going by nth convoyed to den => A YOR - den VIA; F NTH C A YOR - den (by nth convoyed to den)
yor holds , holds => A YOR H
yor holds , holds , wal holds => A YOR H (yor holds , holds); A WAL H (wal holds)
yor holds in yor , holds => A YOR H
yor holds in yor holds => A YOR H
yor goes to nwy with nth which convoys => A YOR - nwy VIA (yor goes to nwy); F NTH C A YOR - nwy (with nth which convoys)
yor goes to nwy with nth convoys => A YOR - nwy VIA (yor goes to nwy); F NTH C A YOR - nwy (with nth convoys)
yor goes to nwy with nth which convoys , edi holds => A YOR - nwy VIA (yor goes to nwy); F NTH C A YOR - nwy (with nth which convoys);
  F EDI H (edi holds)
yor goes to lon with wal supports it => A YOR - lon (yor goes to lon); A WAL S A YOR - lon (with wal supports it)
yor goes to lon with wal supports it , edi holds => A YOR - lon (yor goes to lon); F EDI H (edi holds);
  A WAL S A YOR - lon (with wal supports it)
yor goes to nwy convoyed by nth , which convoys => A YOR - nwy VIA (yor goes to nwy); F NTH C A YOR - nwy (convoyed by nth)
yor goes to nwy convoyed by nth , which convoys , edi holds => A YOR - nwy VIA (yor goes to nwy);
  F NTH C A YOR - nwy (convoyed by nth); F EDI H (edi holds)
yor goes to nwy convoyed by nth , eng convoys => A YOR - nwy VIA (yor goes to nwy); F NTH C A YOR - nwy (convoyed by nth);
  F ENG C A YOR - nwy bare (eng convoys)
yor convoyed to nwy by nth with wal => A YOR - nwy VIA (yor convoyed to nwy by nth); F NTH C A YOR - nwy (by nth);
  A WAL S A YOR - nwy (with wal)
yor convoyed to nwy by nth supported by wal => -
yor convoyed to nwy by nth , supported by wal => A YOR - nwy VIA (yor convoyed to nwy by nth); F NTH C A YOR - nwy (by nth);
  A WAL S A YOR - nwy (supported by wal)
nth supports goes to lon from yor => F NTH S A YOR - lon
nth supports goes to lon by yor => F NTH S A YOR - lon
nth supports goes to den from kie => F NTH S A KIE - den
nth supports goes from yor to lon => F NTH S A YOR - lon
nth supports goes by yor to lon => F NTH S A YOR - lon
nth supports goes to => -
nth supports goes to from yor => -
nth supports goes in lon in yor => -
nth supports yor , which goes to lon => F NTH S A YOR - lon
nth supports yor which goes to lon => F NTH S A YOR - lon
nth supports yor , which holds => F NTH S A YOR (nth supports yor); A YOR H (which holds)
nth supports kie , which goes to den => F NTH S A KIE - den
nth supports yor , wal goes , which holds => F NTH S A YOR (nth supports yor); ?? wal goes; ?? which holds
supports goes from yor to lon with wal => A WAL S A YOR - lon
supports kie to den with nth => F NTH S A KIE - den
supports kie with nth => F NTH S A KIE
supports yor goes to lon with wal => A WAL S A YOR - lon
supports yor to lon with wal today => -
supports yor to with nth => -
supports yor to lon with wal , edi => A WAL S A YOR - lon; F EDI S A YOR - lon
supports in yor to lon by nth , edi holds => F NTH S A YOR - lon (supports in yor to lon by nth); F EDI H (edi holds)
yor , wal holds supported by edi => A YOR H (yor , wal holds); A WAL H (yor , wal holds); F EDI S A YOR (supported by edi)
yor , wal supports edi , it holds => A YOR S F EDI (yor , wal supports edi); A WAL S F EDI (yor , wal supports edi); F EDI H (it holds)
wal supports nth , it holds => A WAL S F NTH (wal supports nth); F NTH H (it holds)
wal supports nth , it goes to den => A WAL S F NTH (wal supports nth); ?? it goes to den
in yor goes to wal => A YOR - wal
in yor goes to lon => A YOR - lon
goes to yor with wal => A WAL - yor
goes yor with wal => A WAL - yor
goes to yor with kie => -
to yor goes wal => A WAL - yor
to lvp goes wal , edi holds => A WAL - lvp (to lvp goes wal); F EDI H (edi holds)
from eng goes to bre => F ENG - bre
by wal goes to lvp => A WAL - lvp
leaves yor holds => A YOR H
goes yor holds => A YOR H
yor wal supports => A YOR S A WAL (yor wal)
yor in wal supports => A YOR S A WAL (yor in wal)
yor army wal supports => A YOR S A WAL (yor army wal)
yor wal to lon supports => A YOR S A WAL - lon (yor wal to lon)
yor wal supports , edi holds => A YOR S A WAL (yor wal); F EDI H (edi holds)
yor wal supports edi => -
eng nth supports => F ENG S F NTH (eng nth)
yor to holds => A YOR H
yor to supports wal => A YOR S A WAL
yor to convoys wal => -
yor to nwy by nth , eng convoyed , edi holds => A YOR - nwy VIA (yor to nwy); F NTH C A YOR - nwy (by nth , eng convoyed);
  F ENG C A YOR - nwy (by nth , eng convoyed); F EDI H (edi holds)
yor holds , supports wal => A YOR S A WAL
yor holds , supports by wal => A YOR H (yor holds); A WAL S A YOR (supports by wal)
yor holds , supports , wal holds => A YOR H (yor holds); A WAL H (wal holds); ?? supports
yor holds , supports => A YOR H (yor holds); ?? supports
yor holds , supports it => A YOR H (yor holds); ?? supports it
yor goes to lon , supports by wal => A YOR - lon (yor goes to lon); A WAL S A YOR - lon (supports by wal)
convoys yor to nwy nth => -
convoys yor to nwy to nth => -
convoys yor to nwy by eng , edi holds => A YOR - nwy VIA (convoys yor to nwy by); F ENG C A YOR - nwy (by eng); F EDI H (edi holds)
army nth => -
armies goes => -
armies => -
FRANCE
army goes to par => A BUR - par
fleet to mao => F BRE - mao
army bur goes to par => A BUR - par
bre fleet holds => F BRE H
bur to par by bre convoyed => A BUR - par VIA (bur to par); F BRE C A BUR - par (by bre convoyed)
army holds , fleet supports it => A BUR H (army holds); F BRE S A BUR (fleet supports it)
fleet in pic => F BRE - pic
army in => -
army , fleet holds => A BUR H; F BRE H
kie holds => -
bre supports army kie => F BRE S A KIE
army bur par => A BUR - par
fleet bur => -
fleet kie => -
fleet pic => F BRE - pic
army goes par => A BUR - par
army goes bur => A BUR - bur
armies holds => -
fleets holds => -
GERMANY
army goes to den => A KIE - den
army leaves kie to den => A KIE - den
fleet leaves from hel to den => F HEL - den
army leaves den to kie => -
army leaves from den to kie => -
army convoyed to den by fleet => A KIE - den VIA; F HEL C A KIE - den (by fleet)
convoys army to den by fleet => A KIE - den VIA (convoys army to den by); F HEL C A KIE - den (by fleet)
hel convoys yor to den => F HEL C A YOR - den
hel convoys army to den => F HEL C A KIE - den
hel supports army => F HEL S A KIE
army by fleet convoyed to den => A KIE - den VIA; F HEL C A KIE - den (by fleet convoyed to den)
army goes to => -
army goes , hel holds => F HEL H (hel holds); ?? army goes
"""
"""``sentence => order (the words that tell it, if not all); ?? clause that is unread``; a power heads its sentences; ``-`` is no chain."""


def rows() -> list[tuple[str, str, str]]:
    power, found = "", []
    for line in TABLE.strip().replace("\n  ", " ").splitlines():
        text, arrow, told = line.partition(" => ")
        if arrow:
            found.append((power, text, told))
        else:
            power = line
    return found


@one_by_one(("power", "text", "told"), rows())
def test_a_sentence_tells_these_orders_and_no_other(power: str, text: str, told: str) -> None:
    try:
        orders, unread = read(text, power)
    except UnreadError:
        assert told == "-"
    else:
        assert "; ".join([*orders, *(f"?? {each}" for each in unread)]) == told


def test_supports_named_from_the_side_of_the_supported_unit_stand_behind_the_other_orders() -> None:
    items = [*map(item, re.finditer(r"[^\s,]+|,", "yor goes to lon with wal")), SentenceItem(SentencePart.JOINT, 24, 24)]
    told, _ = chains_of(items, BOARD, "ENGLAND", "yor goes to lon with wal")
    assert [each.target for each in told] == ["LON", ""]
