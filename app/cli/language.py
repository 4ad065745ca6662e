"""The language that the command line speaks."""

from __future__ import annotations

from app.game.storage.places import places
from app.game.storage.settings import Settings
from languages import begin
from languages.choosing import AS_THE_SYSTEM


def speak_as_chosen() -> None:
    """Speak the language that was chosen in the window, or the one that the system asks for; ``ENTENTE_LANGUAGE`` goes before both."""
    begin(Settings(places().settings_file).text("view.language", AS_THE_SYSTEM))
