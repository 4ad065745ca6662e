"""A command's whole registration is its decorator, signature and docstring."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Literal

import pytest

from adjudicator.phase import Phase
from app.commands.declaring.registry import Registry
from app.session.errors import ArgumentError, DeclarationError, UnknownCommandError
from app.session.parameters import Kind, PowerName, ProvinceCode, RestOfLine, Surroundings, from_arguments, split
from app.session.roles import Who
from app.session.session import Session
from variants.catalogue import standard


class Size(StrEnum):
    SMALL = "small"
    LARGE = "large"


def march(session: Session, province: ProvinceCode, times: int = 1, *, power: PowerName | None = None, quiet: bool = False) -> None:
    """Go somewhere.

    Args:
        province: where to.
        times: how often; once unless given.
        power: whose legs.
        quiet: without a drum.
    """


def draw(session: Session, size: Size, tone: Literal["red", "blue"], file: Path, phase: Phase | None = None) -> None:
    """Draw.

    Args:
        size: how large.
        tone: what ink.
        file: where to.
        phase: of when.
    """


def shout(session: Session, text: RestOfLine) -> None:
    """Shout.

    Args:
        text: what.
    """


def gather(session: Session, *powers: PowerName) -> None:
    """Bring together.

    Args:
        powers: whom.
    """


@pytest.fixture
def registry() -> Registry:
    registry = Registry()
    registry.command("march", "March")(march)
    registry.command("draw", "Draw")(draw)
    registry.command("shout", "Shout")(shout)
    registry.command("gather", "Gather")(gather)
    return registry


def bind(registry: Registry, line: str) -> dict[str, object]:
    words = split(line)
    command, first = registry.find(words)
    return command.bind(words, first, Surroundings())


def test_a_command_without_a_docstring_is_refused_at_registration() -> None:
    def silent(session: Session) -> None:
        pass

    with pytest.raises(DeclarationError, match="no docstring"):
        Registry().command("silent", "Silent")(silent)


def test_a_parameter_that_the_docstring_does_not_describe_is_refused_at_registration() -> None:
    def sloppy(session: Session, power: PowerName) -> None:
        """Do something."""

    with pytest.raises(DeclarationError, match="says nothing of power"):
        Registry().command("sloppy", "Sloppy")(sloppy)


def test_a_description_of_no_parameter_is_refused_at_registration() -> None:
    def renamed(session: Session) -> None:
        """Do something.

        Args:
            power: who was once asked for.
        """

    with pytest.raises(DeclarationError, match="power, which is no parameter"):
        Registry().command("renamed", "Renamed")(renamed)


def test_a_parameter_that_no_word_can_be_read_as_is_refused_at_registration() -> None:
    def odd(session: Session, things: dict[str, str]) -> None:
        """Do something.

        Args:
            things: of all sorts.
        """

    with pytest.raises(DeclarationError, match="things has a type"):
        Registry().command("odd", "Odd")(odd)


@pytest.mark.parametrize("bad", ["", "Undo", "un do", "un_do", "-x"])
def test_an_id_is_made_of_small_letters_and_dashes(bad: str) -> None:
    with pytest.raises(DeclarationError, match="command id"):
        Registry().command(bad, "Bad")(shout)


def test_a_comma_can_be_a_key(registry: Registry) -> None:
    registry.command("march-a", "March", shortcut="Ctrl+,")(march)
    registry.command("march-b", "March", shortcut="F5, Ctrl+;")(march)
    assert (registry["march-a"].shortcuts, registry["march-b"].shortcuts) == (("Ctrl+,",), ("F5", "Ctrl+;"))


def test_an_id_and_a_shortcut_belong_to_one_command(registry: Registry) -> None:
    with pytest.raises(DeclarationError, match="declared twice"):
        registry.command("march", "March")(march)
    registry.command("march-a", "March", shortcut="Ctrl+M")(march)
    with pytest.raises(DeclarationError, match="shortcut of march-a"):
        registry.command("march-b", "March", shortcut="F5, ctrl+m")(march)


def test_the_declaration_says_all_that_the_reference_prints(registry: Registry) -> None:
    command = registry["march"]
    assert command.summary == "Go somewhere."
    assert command.usage == "march PROVINCE [TIMES] [--power POWER] [--quiet]"
    assert [each.description for each in command.parameters] == [
        "where to.",
        "how often; once unless given.",
        "whose legs.",
        "without a drum.",
    ]
    assert [each.kind for each in command.parameters] == [Kind.PROVINCE, Kind.INTEGER, Kind.POWER, Kind.FLAG]


def test_words_become_arguments_in_sequence_or_by_name(registry: Registry) -> None:
    assert bind(registry, "march par 3") == {"province": "PAR", "times": 3}
    assert bind(registry, "march times=3 province=par") == {"province": "PAR", "times": 3}
    assert bind(registry, "march --power france par --quiet") == {"province": "PAR", "power": "FRANCE", "quiet": True}
    assert bind(registry, "march par --power=france --no-quiet") == {"province": "PAR", "power": "FRANCE", "quiet": False}


def test_choices_paths_and_phases_are_read_as_their_values(registry: Registry) -> None:
    bound = bind(registry, 'draw large red "my picture.png" s1901m')
    assert bound == {"size": Size.LARGE, "tone": "red", "file": Path("my picture.png"), "phase": Phase.of("S1901M")}
    assert bind(registry, "draw l b x F1902")["phase"] == Phase.of("F1902M")
    assert bind(registry, "draw l b x W1902")["phase"] == Phase.of("W1902A")


def test_the_rest_of_a_line_is_taken_as_it_stands(registry: Registry) -> None:
    assert bind(registry, "shout A PAR  - BUR; 'now'") == {"text": "A PAR  - BUR; 'now'"}


def test_options_of_the_command_may_stand_after_the_rest_of_the_line(registry: Registry) -> None:
    def tell(session: Session, text: RestOfLine, *, power: PowerName | None = None, quiet: bool = False) -> None:
        """Tell something.

        Args:
            text: what.
            power: to whom.
            quiet: in a low voice.
        """

    registry.command("tell", "Tell…")(tell)
    assert bind(registry, "tell A PAR  - BUR --power france --quiet") == {"text": "A PAR  - BUR", "power": "FRANCE", "quiet": True}
    assert bind(registry, "tell --quiet A PAR --strange -- thing") == {"text": "A PAR --strange -- thing", "quiet": True}
    assert bind(registry, 'tell "A PAR" --power=france') == {"text": "A PAR", "power": "FRANCE"}


def test_a_name_of_several_words_needs_no_quotation_marks(registry: Registry) -> None:
    words = split("march north sea 3 --power austria-hungary")
    command, first = registry.find(words)
    assert command.bind(words, first, Surroundings(standard())) == {"province": "NTH", "times": 3, "power": "AUSTRIA"}
    words = split("gather france italy turk")
    assert registry["gather"].bind(words, 1, Surroundings(standard())) == {"powers": ("FRANCE", "ITALY", "TURKEY")}


def test_a_list_takes_all_words_that_are_left(registry: Registry) -> None:
    assert bind(registry, "gather france italy") == {"powers": ("FRANCE", "ITALY")}
    assert bind(registry, "gather") == {}


@pytest.mark.parametrize(
    ("line", "message", "word", "column"),
    [
        ("march", "march needs province: march PROVINCE", "", 6),
        ("march par twice", "'twice' is not a whole number", "twice", 11),
        ("march par 3 more", "'more' is one word too many", "more", 13),
        ("march par --qiet", "no option --qiet; did you mean --quiet", "--qiet", 11),
        ("march par --power", "--power needs a power", "--power", 11),
        ("march par 3 times=4", "times is given twice", "4", 19),
        ("draw huge red x", "'huge' is not one of small, large", "huge", 6),
        ("draw large rde x", "did you mean red?", "rde", 12),
        ("draw large red x 1901", "'1901' is not a phase such as", "1901", 18),
    ],
)
def test_an_error_names_the_word_and_its_place(registry: Registry, line: str, message: str, word: str, column: int) -> None:
    with pytest.raises(ArgumentError) as caught:
        bind(registry, line)
    assert message in str(caught.value)
    assert (caught.value.word, caught.value.column) == (word, column)


def test_an_unknown_command_suggests_the_nearest(registry: Registry) -> None:
    with pytest.raises(UnknownCommandError, match="'marhc'; did you mean march") as caught:
        registry.find(split("marhc par"))
    assert caught.value.suggestions[0] == "march"


def test_a_name_of_several_words_may_be_typed_with_blanks_and_the_longest_counts(registry: Registry) -> None:
    registry.command("march-home", "March home")(gather)
    assert registry.find(split("march home france"))[0].id == "march-home"
    assert registry.find(split("MARCH-HOME"))[1] == 1
    assert registry.find(split("march par"))[0].id == "march"


def test_an_unclosed_quotation_mark_is_named_with_its_place() -> None:
    with pytest.raises(Exception, match="column 6"):
        split('draw "my picture')


def test_a_shells_arguments_are_taken_as_they_were_split(registry: Registry) -> None:
    words = from_arguments(["draw", "small", "blue", "my picture.png"])
    command, first = registry.find(words)
    assert command.bind(words, first, Surroundings())["file"] == Path("my picture.png")


def test_arguments_reach_the_function_as_it_declares_them() -> None:
    seen: list[object] = []

    def meet(session: Session, place: str, *powers: PowerName, late: bool = False) -> None:
        """Meet.

        Args:
            place: where.
            powers: who.
            late: when.
        """
        seen.extend([place, powers, late])

    registry = Registry()
    registry.command("meet", "Meet", who=Who.ANYBODY)(meet)
    run: Callable[..., None] = registry["meet"].run
    run(None, bind(registry, "meet inn france italy --late"))
    assert seen == ["inn", ("FRANCE", "ITALY"), True]


@dataclass(frozen=True)
class Made:
    """Values that several commands make.

    Args:
        size: in pixels.
        kind: of what.
    """

    size: int = 900
    kind: Literal["png", "jpg"] = "png"


def test_options_of_several_commands_are_declared_once_and_reach_each_as_one_value() -> None:
    registry = Registry()
    got: list[object] = []

    @registry.command("first", "First")
    def first(session: Session, name: str, *, made: Made = Made(), again: bool = False) -> None:
        """Make one.

        Args:
            name: of it.
            size: in its own words.
            again: once more.
        """
        got.append((name, made, again))

    declared = {each.name: each for each in registry["first"].parameters}
    assert list(declared) == ["name", "size", "kind", "again"]
    assert declared["kind"].description == "of what."
    assert declared["size"].description == "in its own words."
    assert declared["size"].default == 900
    command = registry["first"]
    command.function(Session.__new__(Session), name="x", kind="jpg", again=True)
    command.function(Session.__new__(Session), name="y")
    assert got == [("x", Made(900, "jpg"), True), ("y", Made(), False)]
