"""From the words of a language, as data, to the vocabulary that the grammar reads with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from adjudicator.language import OrderLanguage
from adjudicator.notation.english import ENGLISH
from adjudicator.notation.reading import Statement
from adjudicator.notation.tokens import elided, fold, words_of
from adjudicator.notation.vocabulary import Phrase, Verb, Vocabulary

_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "Å": "Aa"})

STATEMENTS = MappingProxyType(
    {"all_hold": Statement.ALL_HOLD, "rest_holds": Statement.REST_HOLDS, "no_orders": Statement.NO_ORDERS},
)
"""The words of a language that are statements."""

PHRASE_LISTS = frozenset(
    {"to", "onto", "deeds", "origin", "inside", "while_moving", "by_convoy", "through", "route_joints", "coast", "coast_of", "builds"}
    | {"helped_by", "conditions", "alternatives", "press"}
)
WORD_LISTS = frozenset({"articles", "fillers", "results", "power_headings", "joints", "elisions"})


def spellings(name: str) -> tuple[str, ...]:
    """*name* itself and, where it has umlauts, with ``ae``, ``oe`` and ``ue`` for them.

    >>> spellings("München")
    ('München', 'Muenchen')
    """
    return tuple(dict.fromkeys((name, name.translate(_UMLAUTS))))


def phrases_of(texts: Iterable[str], elisions: frozenset[str] = frozenset()) -> frozenset[Phrase]:
    """The folded phrases of *texts*, in every spelling."""
    return frozenset(words for text in texts for each in spellings(text) if (words := words_of(elided(each, elisions))))


def vocabulary_of(language: OrderLanguage) -> Vocabulary:
    """The words of *language* alone."""
    elisions = frozenset(fold(each) for each in language.words.get("elisions", ()))

    def phrases(named: Mapping[str, tuple[str, ...]], key: str) -> frozenset[Phrase]:
        return phrases_of(named.get(key, ()), elisions)

    def words(key: str) -> frozenset[str]:
        return frozenset(word for phrase in phrases(language.words, key) for word in phrase)

    return Vocabulary(
        verbs=MappingProxyType({verb: phrases(language.verbs, verb.value) for verb in Verb}),
        to=phrases(language.words, "to"),
        onto=phrases(language.words, "onto"),
        deeds=phrases(language.words, "deeds"),
        origin=phrases(language.words, "origin"),
        inside=phrases(language.words, "inside"),
        while_moving=phrases(language.words, "while_moving"),
        by_convoy=phrases(language.words, "by_convoy"),
        through=phrases(language.words, "through"),
        helped_by=phrases(language.words, "helped_by"),
        route_joints=phrases(language.words, "route_joints"),
        coast=phrases(language.words, "coast"),
        coast_of=phrases(language.words, "coast_of"),
        articles=words("articles"),
        fillers=words("fillers"),
        results=words("results"),
        power_headings=words("power_headings"),
        joints=words("joints"),
        builds=phrases(language.words, "builds"),
        numbers=MappingProxyType({fold(each): number for word, number in language.numbers.items() for each in spellings(word)}),
        conditions=phrases(language.words, "conditions"),
        alternatives=phrases(language.words, "alternatives"),
        press=phrases(language.words, "press"),
        statements=MappingProxyType({statement: phrases(language.words, key) for key, statement in STATEMENTS.items()}),
        plural=ENGLISH.plural,
        elisions=elisions,
    )
