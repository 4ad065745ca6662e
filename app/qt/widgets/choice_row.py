"""The last row of a question: a button for each answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QPushButton

from app.qt.widgets.flow_layout import FlowLayout


class ChoiceRow(FlowLayout):
    """Hands *take* the one of *choices* that is clicked; the first is taken by Enter."""

    def __init__(self, choices: Sequence[str], take: Callable[[str], None]) -> None:
        super().__init__()
        self.addStretch(1)
        self.buttons: dict[str, QPushButton] = {}
        for number, choice in enumerate(choices):
            button = QPushButton(choice)
            button.setDefault(number == 0)
            if number == 0:
                button.setProperty("role", "primary")
            button.clicked.connect(lambda _checked=False, choice=choice: take(choice))
            self.addWidget(button)
            self.buttons[choice] = button
