"""Rule options as the words that a game file and New Game use, set in the adjudicator's ``Rules``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from adjudicator import BuildPolicy, Rules, Variant, rule_fields
from app.game.record import Cursor, Game
from languages import clauses, tr


class UnknownOptionError(ValueError):
    """A rule option or a choice that the adjudicator does not have. ``str()`` says which, and what there is."""

    def __init__(self, what: str, instead: str) -> None:
        super().__init__(clauses((what, instead)))
        self.instead = instead
        """Alternatives: ``there are DPTG, ALL``."""


def variant_with(variant: Variant, words: Mapping[str, str]) -> Variant:
    """*variant* with the rule options that *words* name, such as ``{"4.A.3": "DPTG"}``; words the rules do not know are passed over.

    The same variant comes back where nothing changes, so that what is derived from it is not derived again.
    """
    return variant if not words else _with_words(_Held(variant), tuple(sorted(words.items())))


def variant_at(game: Game, cursor: Cursor) -> Variant:
    """The variant of *game* as orders are drafted and judged by at *cursor*: with the rule options that hold there, and with builds on any
    owned centre where a hook picks the sites, which is asked when the phase is adjudicated.

    The same variant comes back where nothing changes.
    """
    variant = variant_with(game.variant, game.rules_at(cursor))
    if not game.hooks or variant.builds is BuildPolicy.ANY_OWNED or not _picks_sites(game, cursor):
        return variant
    return with_any_owned_site(variant)


def _picks_sites(game: Game, cursor: Cursor) -> bool:
    attached = game.hooks_at(cursor)
    return any(hook.name in attached and ("build" in hook.points or "def on_build" in hook.source) for hook in game.hooks)


def check_option(key: str, word: str) -> None:
    """Check that the adjudicator has this option and this choice.

    Raises:
        UnknownOptionError: it does not.
    """
    field = next((each for each in rule_fields() if each.issue == key), None)
    if field is None:
        there = tr("there are {choices}", choices=", ".join(each.issue for each in rule_fields()))
        raise UnknownOptionError(tr("no rule is open under {key}", key=key), there)
    if all(choice.value != word for choice in field.choices):
        there = tr("there are {choices}", choices=", ".join(choice.value for choice in field.choices))
        raise UnknownOptionError(tr("{key} has no choice {word}", key=key, word=word), there)


def words_of(rules: Rules) -> tuple[tuple[str, str], ...]:
    """The options in which *rules* differ from the default rules, as words."""
    return tuple((key, value) for key, _, value in (word.partition("=") for word in str(rules).split()))


class _Held:
    """A variant as a key of a cache: by identity, since its mappings have no hash."""

    __slots__ = ("variant",)

    def __init__(self, variant: Variant) -> None:
        self.variant = variant

    def __hash__(self) -> int:
        return id(self.variant)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held) and other.variant is self.variant


def with_any_owned_site(variant: Variant) -> Variant:
    """*variant* with builds on any centre that a power owns, for when hooks choose among them. The same variant each time."""
    return _opened(_Held(variant))


@lru_cache(maxsize=16)
def _opened(held: _Held) -> Variant:
    return replace(held.variant, builds=BuildPolicy.ANY_OWNED)


@lru_cache(maxsize=64)
def _with_words(held: _Held, words: tuple[tuple[str, str], ...]) -> Variant:
    rules = held.variant.rules
    for key, word in words:
        field = next((each for each in rule_fields() if each.issue == key), None)
        choice = None if field is None else next((each for each in field.choices if each.value == word), None)
        if choice is not None:
            rules = rules.with_choice(key, choice)
    return held.variant if rules == held.variant.rules else replace(held.variant, rules=rules)
