"""The form of rules: every open question of the rulebooks, as New Game asks them."""

from __future__ import annotations

from functools import cached_property

from app.board_editor.forms.game import rules_after, rules_of, set_rules
from app.board_editor.forms.manifest import Manifest
from app.board_editor.reading import OnTheBench
from app.qt.board_editor.forms.form_page import FormPage
from app.qt.widgets.rule_switches import RuleSwitches
from languages import mark


class RulesForm(FormPage):
    """The rule options of the variant."""

    title = mark("Rules")
    hint = mark("The rules that a new game has unless its players choose others: a rulebook, and every question that it leaves open.")

    @cached_property
    def switches(self) -> RuleSwitches:
        """The questions; made when they are first wanted, since two hundred widgets would keep the bench from opening."""
        made = RuleSwitches(self)
        made.changed.connect(self._changed)
        self.column.addWidget(made, 1)
        return made

    def refresh(self, manifest: Manifest, bench: OnTheBench) -> None:  # noqa: ARG002  # the drawing has no part in it
        self.switches.show_rules(rules_of(manifest))

    def _changed(self) -> None:
        words = " ".join(self.switches.words)
        if words:
            self.wanted.emit(lambda now: set_rules(now, rules_after(now, words)))
