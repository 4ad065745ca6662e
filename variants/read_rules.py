"""The rule options of a variant file: one key for each field of :class:`adjudicator.rules.Rules`, over a preset if one is named."""

from __future__ import annotations

from adjudicator.rules import Rules, presets, rule_fields
from languages import tr
from variants.node import Node, nearest


def read_rules(root: Node) -> Rules:
    """The rules; what the file does not name is as in its preset, or as by default."""
    node = root.table("rules")
    if node is None:
        return Rules()
    rules = _preset(node)
    for rule in rule_fields():
        for key in (rule.name, rule.issue):
            node.know(key)
            if node.has(key):
                choice = node.choice(key, type(rule.default), None)
                if choice is not None:
                    rules = rules.with_choice(rule.issue, choice)
    node.done()
    return rules


def _preset(node: Node) -> Rules:
    wanted = node.text("preset", "")
    if not wanted:
        return Rules()
    for name, rules in presets().items():
        if name.casefold().replace(" ", "-") == wanted.casefold().replace(" ", "-"):
            return rules
    node.fault(tr("unknown preset {wanted!r:.40}", wanted=wanted), nearest(wanted, tuple(presets())), "preset")
    return Rules()
