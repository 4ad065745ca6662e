"""Languages of orders: English, as it is written in mails, zines and by programs, and others from their words as data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from adjudicator.notation.order_tokens import elided, fold, words_of
from adjudicator.notation.reading import Statement
from adjudicator.notation.vocabulary import Phrase, Verb, Vocabulary
from adjudicator.variant import OrderLanguage


def _phrases(text: str) -> frozenset[Phrase]:
    """The phrases of *text*, which stand between commas."""
    return frozenset(tuple(phrase.split()) for phrase in text.split(",") if phrase.strip())


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _plural(name: str) -> str:
    return f"{name[:-1]}ies" if name.endswith("y") else f"{name}s"


ENGLISH = Vocabulary(
    verbs=MappingProxyType(
        {
            Verb.HOLD: _phrases(
                """
    h, hold, holds, holding, held, std, stds, hold in place, holds in place, stand, stands, standing, stand still,
    stands still, stay, stays, staying, stay put, stays put, remain, remains, remaining, sit, sits, defend,
    defends, in place, hold position, holds position, idle, idles, idling, stays idle, stay idle, remains idle, sits idle,
    stands idle, pass, passes, do nothing, does nothing, doing nothing, wait, waits, waiting, guard, guards, no move,
    stay here, stays here, stay where it is, stays where it is, stay there, stays there, keeps still, stays home,
"""
            ),
            Verb.MOVE: _phrases(
                """
    m, mv, mvs, move, moves, moving, moved, go, goes, going, attack, attacks, attacking, advance, advances, advancing,
    march, marches, marching, sail, sails, sailing, head, heads, heading, proceed, proceeds, travel, travels,
    enter, enters, entering, occupy, occupies, invade, invades, takes, take, walk, walks, walking, steam, steams, steaming,
    slip, slips, return, returns, returning, strike, strikes, cross, crosses, push, pushes, step, steps, make for, makes for, slide, slides,
    set sail, sets sail, hop, hops, roll, rolls, shift, shifts, follow, follows,
"""
            ),
            Verb.SUPPORT: _phrases(
                """
    s, su, sup, supp, support, supports, supporting, supported, sups, supps, to support, in support of,
    gives support to, give support to, lends support to, lend support to, help, helps, assist, assists, aid, aids,
"""
            ),
            Verb.CONVOY: _phrases(
                """
    c, con, conv, convoy, convoys, convoying, convoyed, to convoy, transport, transports, transporting, carry,
    carries, carrying, ferry, ferries, ferrying,
"""
            ),
            Verb.RETREAT: _phrases(
                """
    r, ret, retreat, retreats, retreating, retreated, withdraw, withdraws, fall back, falls back, flee, flees,
    run, runs, escape, escapes,
"""
            ),
            Verb.DISBAND: _phrases(
                """
    d, dis, disb, disband, disbands, disbanding, disbanded, remove, removes, removing, removed, rem, destroy,
    destroys, retreat off the board, retreats off the board, off the board, retreat otb, retreats otb, r otb, otb,
    r off, scrap, scraps, removal, removals, disbandment, disbandments, delete, deletes, drop, drops, eliminate, eliminates,
    demobilize, demobilizes, demobilise, demobilises, retire, retires, take off, takes off, no retreat,
"""
            ),
            Verb.BUILD: _phrases(
                """
    b, build, builds, building, built, bld, raise, raises, new, add, adds, place, places, construct,
    constructs,
"""
            ),
            Verb.WAIVE: _phrases(
                """
    waive, waives, waived, w, waiver, waive build, waive builds, waives build, waives builds, no build, no builds,
    build nothing, builds nothing, build none, decline build, decline to build, pass, passes, pass build, build waived,
    builds waived, waive a build, waives a build, skip, skip build, skip a build, save build, save a build,
    save the build, save builds, postpone build, postpone builds, keep build, keep the build,
    hold build, hold the build, forfeit build, forgo build, no more builds,
    no further builds, no more build, no further build,
"""
            ),
        }
    ),
    to=_phrases("to, into, onto, towards, toward, unto"),
    onto=_phrases("on, in, upon, against, for, on to, in to, at"),
    deeds=_phrases(
        """
    move, moves, attack, attacks, advance, action, moving, attacking, move of, move from, move by, attack of,
    attack from, attack by, advance of, advance from, advance by, order of, of, from,
"""
    ),
    origin=_phrases("from, out of, coming from, moving from"),
    inside=_phrases("in, at, of, from, on, located in, located at, based in, stationed in, currently in"),
    while_moving=_phrases(
        """
    in, in its, in their, in his, in her, in the, on its, on their, for its, for the, with its, while, as it,
    when it,
"""
    ),
    by_convoy=_phrases(
        """
    via convoy, by convoy, via a convoy, by a convoy, via, by sea, via sea, by ship, by fleet, via fleet,
    convoy, vc, via c, using convoy, with convoy, convoyed, as convoy, under convoy, through convoy, by way of convoy, using a convoy,
"""
    ),
    through=_phrases(
        """
    via, through, by way of, by, over, across, using, via convoy through, via convoy over, via convoy in,
    via convoy by, by convoy through, by convoy over, by convoy in, convoyed through, convoyed by, convoyed via,
    convoy via, via convoy via, by convoy via, via the fleet in, via fleet in,
"""
    ),
    helped_by=_phrases(
        """
    supported by, with support from, with support of, with the support of, with support by, with the help of, with help from, backed by,
    backed up by, s by, sup by, supp by, support by, s from, assisted by, aided by, helped by,
"""
    ),
    route_joints=_phrases("and, then, then through, and then, and through, and via"),
    coast=_phrases("coast, cst, shore, coastline"),
    coast_of=_phrases("of, in, on, from"),
    articles=_words("a an one"),
    fillers=_words(
        """
    the my our his her its their your please pls plz will shall is are be should does order orders ordered unit units forces also just
    simply now there i we let have has that this thanks then again still obviously straight boldly happily
"""
    ),
    results=_words(
        """
    bounce bounces bounced bouncing cut cuts dislodged dislodges void fail fails failed succeed succeeds succeeded success ok okay invalid
    illegal disrupted destroyed annihilated standoff unopposed prevailed done rotation unordered nso nsu mbv hsc dsr suc lost
"""
    ),
    power_headings=_words("orders order moves move results result s for from of the power my phase"),
    joints=_words("and then plus also"),
    builds=_phrases(
        """
    build, builds, unit, units, remaining build, remaining builds, more build, more builds, time, times, x,
"""
    ),
    numbers=MappingProxyType(
        {
            "one": 1,
            "two": 2,
            "three": 3,
            "four": 4,
            "five": 5,
            "six": 6,
            "seven": 7,
            "eight": 8,
            "nine": 9,
            "ten": 10,
            "once": 1,
            "twice": 2,
            "both": 2,
        }
    ),
    conditions=_phrases(
        """
    if, unless, otherwise, in case, provided, provided that, else, as long as, whenever, only if, assuming, on condition, if not,
"""
    ),
    alternatives=_phrases("or, or else, alternatively, and or, either"),
    press=_phrases("press, broadcast, message, press release, grey press, gray press, white press, black press"),
    statements=MappingProxyType(
        {
            Statement.ALL_HOLD: _phrases(
                """
    all hold, all holds, all units hold, everything holds, everyone holds, all my units hold, hold all, hold all units,
    hold everything, all h, all units holds, everybody holds, all stand, all units stand, hold everywhere, all to hold, all holding,
    all forces hold, all armies and fleets hold, hold them all,
"""
            ),
            Statement.REST_HOLDS: _phrases(
                """
    rest hold, the rest hold, rest holds, the rest holds, all others hold, others hold, all other units hold, everything else holds,
    other units hold, the others hold, remaining units hold, all the rest hold, rest h, everyone else holds, all remaining units hold,
    all else holds, the rest of my units hold,
"""
            ),
            Statement.NO_ORDERS: _phrases(
                """
    nro, nmr, no orders, no order, no orders received, no moves received, no moves, no order received, no orders submitted,
    no orders this turn, none received,
"""
            ),
        }
    ),
    plural=_plural,
)


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
