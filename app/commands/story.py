"""The story of a game: told, and kept in files for others."""

from __future__ import annotations

from app.commands.declaring.registry import command
from app.session.session import Session, game_open
from app.story.story import Story, story_of
from app.story.words import story_lines


@command("story", "Story of the game", menu="Game", place=15, available=game_open)
def story(session: Session) -> None:
    """Tell what became of the game: centres by year, turning points, who helped and who attacked whom, points in every system."""
    session.say("\n".join(story_lines(told(session))))


def told(session: Session, *, letters: bool = True) -> Story:
    """The story of the branch that is shown, as its viewer may know it."""
    return story_of(session.shown, session.branch, session.viewer, letters=letters)
