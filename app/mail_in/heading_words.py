"""Words of headings above lists of orders, in the languages that mails come in."""

from __future__ import annotations

from app.mail_in.folding import folded_words, word_set

ORDERS = word_set("order orders move moves befehl befehle zug zuge ordre ordres ordine ordini mosse orden ordenes movimientos")
"""Names for a list of orders."""

BUILDS = word_set("build builds remove removes retreat retreats")
"""Names for it outside movement phases."""

BESIDE = word_set("for from of by the my fur von pour de per para")
"""Small words between the name of a power and that of the list."""

_OWN = word_set("mine my own meine mes miei mis mie")
"""Names by which the writer calls the list their own."""


def heads_own_orders(text: str) -> bool:
    """``Mine:``, ``My orders:``, ``Meine Züge:``: a heading above the writer's own orders."""
    words = folded_words(text[:80])
    return (
        text.rstrip().endswith(":")
        and not _OWN.isdisjoint(words)
        and _OWN.union(ORDERS, BESIDE, ("i", "and", "und", "et", "e", "y")).issuperset(words)
    )
