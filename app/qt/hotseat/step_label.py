"""A label of the reveal that does nothing where nothing changed: a step has the time of one frame."""

from __future__ import annotations

from app.qt.widgets.plain_label import PlainLabel


class StepLabel(PlainLabel):
    """Words with a part that they play in the style sheet."""

    def say(self, text: str) -> None:
        """Show *text*."""
        if text != self.text():
            self.setText(text)

    def play(self, role: str) -> None:
        """Be shown as the style sheet shows that role."""
        if role != self.property("role"):
            self.setProperty("role", role)
            self.style().unpolish(self)
            self.style().polish(self)
