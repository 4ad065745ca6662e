"""Names and order words in other languages: the shipped ones, and what a variant says otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from adjudicator.variant import Names, OrderLanguage
from languages import mark, system_words, tr
from languages.kept import KeptSentences
from variants.fault import Fault, Faults, VariantError
from variants.kept_variant import SHIPPED_LANGUAGES
from variants.node import Layers, Node, nearest
from variants.source import FolderSource, Source
from variants.toml_text import read_toml

FORMAT = 1
FOLDER = "names/"
SUFFIX = ".toml"
MOST_LANGUAGES = 20


def _verbs_and_words() -> tuple[frozenset[str], frozenset[str]]:
    """Return the verbs and words that a language may have; few variants have one, so few load the reader of orders in words."""
    from adjudicator.notation.order_languages import PHRASE_LISTS, STATEMENTS, WORD_LISTS
    from adjudicator.notation.vocabulary import Verb

    return frozenset(verb.value for verb in Verb), PHRASE_LISTS | WORD_LISTS | STATEMENTS.keys()


@cache
def shipped_languages() -> tuple[OrderLanguage, ...]:
    """The languages that come with the program."""
    source = FolderSource(files("resources").joinpath("names"))
    found: list[OrderLanguage] = []
    for name in source.names():
        if name.endswith(SUFFIX):
            language, faults = read_language(name, name.removesuffix(SUFFIX), source.read(name))
            if language is None:
                raise VariantError(faults)
            found.append(language)
    return tuple(found)


def languages_of(sources: Sequence[Source]) -> tuple[Sequence[OrderLanguage], tuple[Fault, ...]]:
    """The languages of a variant, and the faults of its own files of names; these do not stand in the way of playing.

    Args:
        sources: of the variant, its own first. ``names/de.toml`` in one of them stands over what is shipped, name by name.
    """
    own = [(source, name) for source in reversed(sources) for name in source.names() if name.startswith(FOLDER) and name.endswith(SUFFIX)]
    if not own:
        return SHIPPED_LANGUAGES, ()
    found = {language.code: language for language in SHIPPED_LANGUAGES}
    faults: list[Fault] = []
    for source, name in own:
        code = name.removeprefix(FOLDER).removesuffix(SUFFIX)
        try:
            language, wrong = read_language(name, code, source.read(name))
        except (OSError, ValueError) as error:
            language, wrong = None, (Fault(name, None, tr("the file cannot be read: {error}", error=system_words(error))),)
        faults += wrong
        if language is None:
            continue
        if code in found:
            found[code] = _over(found[code], language)
        elif len(found) < MOST_LANGUAGES:
            found[code] = language
        else:
            faults.append(
                Fault(name, None, tr("there are too many languages"), tr("at most {most_languages}", most_languages=MOST_LANGUAGES))
            )
    return tuple(found.values()), tuple(fault.as_warning() for fault in faults)


def read_language(name: str, code: str, content: bytes) -> tuple[OrderLanguage | None, tuple[Fault, ...]]:
    """The language in the file *name*, ``None`` where it is no TOML at all, and every fault. Never raises for what the file holds."""
    try:
        text = read_toml(name, content, keep_going=True)
    except VariantError as error:
        return None, error.faults
    faults = Faults()
    for fault in text.faults:
        faults.add(fault)
    root = Node(Layers((text,), text.table), faults)
    stated = root.whole("format", None, 0, 1_000_000)
    if stated is None or stated > FORMAT:
        root.fault(
            tr("format is missing") if stated is None else tr("format is {stated}: made for a newer program", stated=stated),
            f"format = {FORMAT}",
            "format",
        )
    verbs, words = _verbs_and_words()
    language = OrderLanguage(
        code,
        root.text("name"),
        _names(root, "provinces"),
        _names(root, "powers"),
        _names(root, "coasts"),
        _names(root, "kinds"),
        _names(root, "verbs", verbs),
        _names(root, "words", words),
        _numbers(root),
    )
    root.done()
    return (None if faults.errors else language), faults.found()


def _names(root: Node, key: str, known: frozenset[str] | None = None) -> Names:
    node = root.table(key)
    if node is None:
        return MappingProxyType({})
    found: dict[str, tuple[str, ...]] = {}
    for each in node.keys:
        found[each] = node.texts(each)
        if known is not None and each not in known:
            node.fault(tr("unknown key {key!r:.60}", key=each), nearest(each, known), each)
    node.done()
    return MappingProxyType(found)


def _numbers(root: Node) -> Mapping[str, int]:
    node = root.table("numbers")
    if node is None:
        return MappingProxyType({})
    found = {each: node.whole(each, 1, 1, 99) or 1 for each in node.keys}
    node.done()
    return MappingProxyType(found)


def _over(lower: OrderLanguage, upper: OrderLanguage) -> OrderLanguage:
    """*lower* with what *upper* says in its place, name by name."""

    def merged(below: Names, above: Names) -> Names:
        return MappingProxyType({**below, **above})

    return OrderLanguage(
        lower.code,
        upper.name or lower.name,
        merged(lower.provinces, upper.provinces),
        merged(lower.powers, upper.powers),
        merged(lower.coasts, upper.coasts),
        merged(lower.kinds, upper.kinds),
        merged(lower.verbs, upper.verbs),
        merged(lower.words, upper.words),
        MappingProxyType({**lower.numbers, **upper.numbers}),
    )


_PLACES = KeptSentences(
    mark("the board"),
    mark("a kind"),
    mark("the lengths of lines"),
    mark("a polygon"),
    mark("a label"),
    mark("a label's line"),
    mark("a label's lines"),
    mark("a label's form"),
    mark("a name"),
    mark("a border"),
    mark("a border's length"),
    mark("a decoration"),
    mark("a pair"),
    mark("province {code}"),
    mark("levels of {code}"),
    mark("bounds of {code}"),
    mark("labels of {code}"),
)
_WHYS = KeptSentences(
    mark("format is {format}, not {known}"),
    mark("scale is {scale}"),
    mark("{place} is no table"),
    mark("{place} is no list of {count}"),
    mark("{place} is no list"),
    mark("{place} is no text"),
    mark("unknown kind {kind}"),
    mark("a line has half a point, or too few"),
    mark("a line holds something that is no whole number, or leads too far"),
    mark("too many provinces"),
    mark("a line has too few points"),
    mark("lines have not the lengths that are stated"),
    mark("a polygon has no ring"),
    mark("{code} has no outline"),
    mark("{code} lacks a place for a unit or for its retreat"),
    mark("a label is empty or too long"),
    mark("a border of an unknown province {code}"),
    mark("a decoration's rank is no whole number"),
    mark("a pair of unknown provinces"),
    mark("a pair has one witness or two"),
    mark("{place} is {value}"),
)


def board_words(error: BaseException) -> str:
    """Return the message of *error* on the text; messages of JSON's reader are known as well."""
    said = str(error)
    words = _WHYS.say(said, place=_PLACES.say)
    return words if words != said else system_words(error)
