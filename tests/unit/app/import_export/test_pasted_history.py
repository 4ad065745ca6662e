"""Whole games are taken over: histories as people paste them from five places become games, held against our rules."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

import pytest

from adjudicator.order import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.phase import PhaseKind
from adjudicator.resolution import OrderOutcome, Result
from adjudicator.unit import Location
from adjudicator.variant import Variant
from app.cli.main import main
from app.cli.printable import Exit
from app.game.dpn.writer import file_text
from app.game.edits import new_game, process
from app.game.opening import open_text
from app.game.record import Game, Turn
from app.game.variant_source import ShippedShelf, plain_checksum
from app.import_export.kinds import FileFamily, recognise
from app.import_export.pasted_history import read_pasted
from app.import_export.reading import Brought, read_game
from app.import_export.received import ExchangeError
from tests.quick import each_nth, few
from tests.unit.app.game.play import played_game, random_orders
from variants.catalogue import shipped, shipped_variant

_KINDS = {"A": "army", "F": "fleet"}
_COASTS = {"NC": "North", "SC": "South", "EC": "East", "WC": "West"}


def decided(game: Game) -> list[Turn]:
    """The phases of *game* that are over."""
    return [turn for turn in game.line() if turn.resolution is not None]


def of_power(turn: Turn, power: str) -> list[OrderOutcome]:
    """Results of the orders that *power* gave in *turn*, as pages keep them."""
    assert turn.resolution is not None
    return [each for each in turn.resolution.outcomes if each.power == power and (each.given or turn.phase.kind is PhaseKind.MOVEMENT)]


def failed(outcome: OrderOutcome) -> bool:
    """Return True if the order did not do what it says."""
    return bool(outcome.results & {Result.BOUNCE, Result.NO_CONVOY, Result.CUT, Result.DISRUPTED, Result.VOID, Result.ILLEGAL})


def dislodged(outcome: OrderOutcome) -> bool:
    """Return True if the unit was driven out."""
    return bool(outcome.results & {Result.DISLODGED, Result.DESTROYED})


# --- webDiplomacy and vDiplomacy ---


def place(variant: Variant, location: Location) -> str:
    """``St. Petersburg (South Coast)``"""
    name = variant.board.provinces[location.province].name.replace("St ", "St. ")
    return name if location.coast is None else f"{name} ({_COASTS[location.coast]} Coast)"


def webdip_order(variant: Variant, outcome: OrderOutcome) -> str:
    """An order in the words of webDiplomacy's page, slips of the page included."""
    order, at = outcome.order, partial(place, variant)
    match order:
        case Waive():
            return "Do not use build order."
        case Build(piece):
            return f"Build {_KINDS[piece.kind]} at {at(piece.location)}."
    piece = order.piece
    unit = f"The {_KINDS[piece.kind]} at {at(piece.location)}"
    match order:
        case Hold():
            text = f"{unit} hold."
        case Move(_, target, via):
            text = f"{unit} move to {at(target)}{' via convoy' if via else ''}."
        case Support(_, supported, None):
            text = f"{unit} support hold to {at(supported.location)}."
        case Support(_, supported, target):
            assert target is not None
            text = f"{unit} support move to {at(target)} from {at(supported.location)}."
        case Convoy(_, army, target):
            text = f"{unit} convoy to {at(target)} from {at(army.location)}."
        case Retreat(_, target):
            text = f"{unit} retreat to {at(target)}."
        case Disband():
            text = f"{unit} disbandBuild fleet at {at(piece.location)}."
        case Remove():
            text = f"Destroy the unit at {at(piece.location)}The  at {at(piece.location)} destroy."
    return text + ("   (fail)" if failed(outcome) else "") + (" (dislodged)" if dislodged(outcome) else "")


def webdiplomacy(game: Game, *, index: bool = True) -> str:
    """webDiplomacy's page of orders: links first, then the newest turn at the top, all kinds of orders below each country."""
    kinds = {PhaseKind.MOVEMENT: "Diplomacy", PhaseKind.RETREAT: "Retreats", PhaseKind.ADJUSTMENT: "Unit-placement"}
    turns: dict[str, list[Turn]] = {}
    for turn in decided(game):
        turns.setdefault(f"{'Spring' if turn.phase.season == 'S' else 'Autumn'}, {turn.phase.year}", []).append(turn)
    links, text = ["Order history"], list[str]()
    for title, phases in reversed(turns.items()):
        links.append(title)
        text.append(f"{title} Large map:")
        for power in game.variant.powers.values():
            links.append(power.name)
            text.append(f"{power.name}:")
            for turn in phases:
                outcomes = of_power(turn, power.id)
                if outcomes or turn.phase.kind is PhaseKind.MOVEMENT:
                    links += [kinds[turn.phase.kind]] if turn.phase.kind is not PhaseKind.MOVEMENT else []
                    text.append(kinds[turn.phase.kind])
                    text += [webdip_order(game.variant, each) for each in outcomes]
            text.append("")
    return "\n".join([*(links if index else ()), *text])


def vdiplomacy(game: Game) -> str:
    """The same without the links, as its readers select it."""
    return webdiplomacy(game, index=False)


# --- the others ---


def seasons(game: Game, heading: Callable[[Turn], str], lines: Callable[[Turn, str], Iterator[str]]) -> str:
    """A text with a heading for each phase, and for each power what *lines* says."""
    return "\n".join(
        line
        for turn in decided(game)
        for line in [heading(turn), *(line for power in game.variant.powers for line in lines(turn, power)), ""]
    )


def season(turn: Turn) -> str:
    """``Spring 1901``"""
    return f"{ {'S': 'Spring', 'F': 'Fall', 'W': 'Winter'}[turn.phase.season] } {turn.phase.year}"


def backstabbr(game: Game) -> str:
    """Backstabbr: a line a power, FAILS behind an order with the reason in brackets."""

    def lines(turn: Turn, power: str) -> Iterator[str]:
        said = [
            plain(each.order)
            + (" FAILS [bounced]" if Result.BOUNCE in each.results else " FAILS" if failed(each) else "")
            + (" [dislodged]" if dislodged(each) else "")
            for each in of_power(turn, power)
        ]
        if said:
            yield f"{game.variant.powers[power].name}: {', '.join(said)}"

    def heading(turn: Turn) -> str:
        return season(turn) + (" Retreats" if turn.phase.kind is PhaseKind.RETREAT else "")

    return seasons(game, heading, lines)


def plain(order: Order) -> str:
    """``A Bud S A Ser - Rum``, builds and removals with the word first."""
    text = " ".join(
        word if len(word) < 3 or word == "VIA" else word.capitalize() if "/" not in word else word for word in str(order).split()
    )
    match order:
        case Build():
            return f"BUILD {text.removesuffix(' B')}"
        case Remove() | Disband():
            return f"{text.removesuffix(' D')} DISBAND"
        case Hold():
            return f"{text.removesuffix(' H')} HOLD"
        case Retreat():
            return text.replace(" R ", " RETREATS ")
    return text


def diplomacy_gm(game: Game) -> str:
    """DiplomacyGM in a chat: numbers behind each power, FAILED behind an order, units without orders above."""

    def lines(turn: Turn, power: str) -> Iterator[str]:
        outcomes = of_power(turn, power)
        name = game.variant.powers[power].name
        if turn.phase.kind is PhaseKind.ADJUSTMENT:
            yield f"**{name}**: (5) (+1)"
        elif outcomes:
            silent = [each.unit for each in outcomes if not each.given]
            yield f"**{name}** ({len(outcomes) - len(silent)}/{len(outcomes)})"
            if silent:
                yield "__Missing Orders:__"
                yield from (str(unit.piece) for unit in silent if unit is not None)
            yield "__Submitted Orders:__"
        for each in outcomes:
            if each.given:
                yield (
                    gm_words(game.variant, each.order) + (" [FAILED]" if failed(each) else "") + (" (dislodged)" if dislodged(each) else "")
                )

    def heading(turn: Turn) -> str:
        kinds = {PhaseKind.MOVEMENT: "Moves", PhaseKind.RETREAT: "Retreats", PhaseKind.ADJUSTMENT: "Builds"}
        return f"# {season(turn)} {kinds[turn.phase.kind]}"

    return seasons(game, heading, lines)


def gm_words(variant: Variant, order: Order) -> str:
    """``A Vienna Supports A Budapest - Rumania``"""
    match order:
        case Waive():
            return "Waive"
        case Build(piece):
            return f"Build {piece.kind} {place(variant, piece.location)}"
    unit = f"{order.piece.kind} {place(variant, order.piece.location)}"
    match order:
        case Hold():
            return f"{unit} Holds"
        case Move(_, target, via):
            return f"{unit} {'Convoy Move' if via else '-'} {place(variant, target)}"
        case Support(_, supported, target):
            behind = "" if target is None else f" - {place(variant, target)}"
            return f"{unit} Supports {supported.kind} {place(variant, supported.location)}{behind or ' Holds'}"
        case Convoy(_, army, target):
            return f"{unit} Convoys A {place(variant, army.location)} - {place(variant, target)}"
        case Retreat(_, target):
            return f"{unit} - {place(variant, target)}"
    return f"Disband {unit}" if isinstance(order, Remove) else f"{unit} Disbands"


_GODIP: Mapping[Result, str] = {
    Result.BOUNCE: "ErrBounce:mun",
    Result.CUT: "ErrSupportBroken:bur",
    Result.NO_CONVOY: "ErrMissingConvoyPath",
    Result.VOID: "ErrInvalidSupporteeOrder",
    Result.ILLEGAL: "ErrIllegalMove",
}


def godip(game: Game) -> str:
    """godip's own words for orders and results."""

    def lines(turn: Turn, power: str) -> Iterator[str]:
        yield game.variant.powers[power].name
        for each in of_power(turn, power):
            said = next((words for result, words in _GODIP.items() if result in each.results), "OK")
            if each.given and not isinstance(each.order, Waive):
                yield f"{godip_words(each.order)}: {said}" + (" (dislodged)" if dislodged(each) and said == "OK" else "")

    def heading(turn: Turn) -> str:
        kinds = {PhaseKind.MOVEMENT: "Movement", PhaseKind.RETREAT: "Retreat", PhaseKind.ADJUSTMENT: "Adjustment"}
        name = "Spring" if turn.phase.season == "S" else "Fall"
        return f"{name} {turn.phase.year}, {kinds[turn.phase.kind]}"

    return seasons(game, heading, lines)


def godip_words(order: Order) -> str:
    """``vie Support [bud rum]``"""
    if isinstance(order, Waive):
        raise TypeError
    at = str(order.piece.location).lower()
    match order:
        case Hold():
            return f"{at} Hold"
        case Move(_, target, via):
            return f"{at} Move {str(target).lower()}{' via convoy' if via else ''}"
        case Support(_, supported, None):
            return f"{at} Support [{str(supported.location).lower()}]"
        case Support(_, supported, target) | Convoy(_, supported, target):
            verb = "Support" if isinstance(order, Support) else "Convoy"
            return f"{at} {verb} [{str(supported.location).lower()} {str(target).lower()}]"
        case Retreat(_, target):
            return f"{at} Move {str(target).lower()}"
        case Build(piece):
            return f"{at} Build {_KINDS[piece.kind].capitalize()}"
    return f"{at} Disband"


SITES = [webdiplomacy, vdiplomacy, backstabbr, diplomacy_gm, godip]


def taken(text: str, name: str = "Taken over.txt") -> Brought:
    """The game that *text* becomes, from a file."""
    data = text.encode()
    assert recognise(name, data).family is FileFamily.HISTORY
    return read_game(name, data, ShippedShelf())


@pytest.mark.slow
@pytest.mark.parametrize("seed", few(range(1, 9), 1))
@each_nth(3, "site", SITES)
def test_a_whole_game_is_taken_over(site: Callable[[Game], str], seed: int) -> None:
    game = played_game(16, seed=seed)
    brought = taken(site(game))
    assert [line for line in brought.lines if "Not read" in line] == []
    assert len(game.line()) - 1 <= len(brought.game.line()) <= len(game.line()), "no page tells of a last phase without orders"
    for ours, theirs in zip(brought.game.line(), game.line(), strict=False):
        assert ours.position == theirs.position, f"{ours.phase}"
    assert brought.differences == 0, brought.lines
    assert brought.game.name == "Taken over"


def played_elsewhere(variant_id: str, years: int) -> Game:
    """A game of that many years on another board, its last phase open."""
    variant = shipped_variant(variant_id)
    game = new_game(variant, "Elsewhere", checksum=plain_checksum(shipped(variant_id).checksum), game_id="7f3a0b21")
    chance = random.Random(3)
    while game.ending is None and game.turn(game.last()).phase.year < variant.start.phase.year + years:
        game = process(random_orders(game, chance))
    return game


@pytest.mark.slow
@pytest.mark.parametrize("variant_id", ["standard", *few(["1898", "pure", "britain", "crowded", "chaos"], "1898", "pure")])
@pytest.mark.parametrize("site", SITES)
def test_twenty_years_on_any_board_are_taken_over(site: Callable[[Game], str], variant_id: str) -> None:
    """Pages do not name the board: its start tells it."""
    game = played_elsewhere(variant_id, 20)
    brought = taken(site(game))
    assert brought.game.variant.id == variant_id
    assert [line for line in brought.lines if "Not read" in line] == []
    for ours, theirs in zip(brought.game.line(), game.line(), strict=False):
        assert ours.position == theirs.position, f"{ours.phase}"
    assert len(brought.game.line()) >= len(game.line()) - 1
    assert brought.differences == 0, brought.lines


@pytest.mark.parametrize("variant_id", ["standard", "1898", "pure", "fleet-rome", "winter-1900", "duel-france-austria"])
@pytest.mark.parametrize("site", [webdiplomacy, backstabbr])
def test_the_board_of_a_history_is_told_by_its_first_orders(site: Callable[[Game], str], variant_id: str) -> None:
    assert taken(site(played_elsewhere(variant_id, 2))).game.variant.id == variant_id


@pytest.mark.slow
def test_results_that_are_not_ours_are_listed_with_their_line() -> None:
    text = webdiplomacy(played_game(16, seed=4))
    lines = text.splitlines()
    at = next(number for number in reversed(range(len(lines))) if " move to " in lines[number] and lines[number].endswith("."))
    lines[at] += "   (fail)"
    brought = taken("\n".join(lines))
    assert brought.differences == 1
    said = f"S1901M, line {at + 1}: {lines[at].removesuffix('.   (fail)')}: the text has fail, the orders give that it succeeded"
    assert brought.lines[-1] == said
    assert brought.lines[-2] == "1 result of the text is not that of our rules; ours stands:"


def test_orders_of_a_phase_that_does_not_come_are_listed() -> None:
    text = godip(played_game(6, seed=4)).replace(
        "Fall 1901, Movement", "Spring 1901, Retreat\nFrance\npar Move gas: OK\n\nFall 1901, Movement"
    )
    brought = taken(text)
    assert [line for line in brought.lines if "nothing of the kind was due" in line] == [
        f"line {text.splitlines().index('par Move gas: OK') + 1}: FRANCE: par Move gas: OK: by our rules nothing of the kind was due then"
    ]


def test_orders_without_results_are_not_compared() -> None:
    text = "Spring 1901\nFrance: A Par - Bur, A Mar S A Par - Bur, F Bre - MAO\n\nFall 1901\nFrance: A Bur - Bel, F MAO - Por\n"
    brought = taken(text)
    assert brought.differences == 0
    assert "The text does not say what became of the orders: results are not compared." in brought.lines
    assert {str(unit.piece) for unit in brought.game.line()[2].position.units_of("FRANCE")} == {"A BEL", "A MAR", "F POR"}


def test_a_history_that_does_not_begin_at_the_start_is_refused_with_advice() -> None:
    text = webdiplomacy(played_game(16, seed=4))
    later = text[: text.rindex("Spring, 1901 Large map")].replace("Spring, 1901", "")
    with pytest.raises(ExchangeError, match=r"begins with Fall 1901; where the units stood then is not in it.*read-into-game"):
        taken(later)


@pytest.mark.slow
def test_lines_that_are_no_orders_are_named_and_bounded() -> None:
    text = "Spring 1901\nFrance:\nA Par - Bur\nA Mar - Spa FAILED\nF Bre hops about\nA Ber - Kie\nFall 1901\nFrance:\nA Par - Bur\n"
    assert "Not read: game.txt:5: F Bre hops about" in taken(text, "game.txt").lines
    with pytest.raises(ExchangeError, match="more than 300 lines"):
        taken(text + "What a day\n" * 301)
    with pytest.raises(ExchangeError, match="too long"):
        taken(text + "\n" * 40_001)


@pytest.mark.parametrize(
    "text",
    [
        "28 Aug 13 UTC Spring, 1901: Hi\n29 Aug 13 UTC Autumn, 1901: A Par - Bur? F Bre - MAO? A Mar - Spa? A Mun - Bur?\n",
        "Movement results for Spring of 1901.\n\nFrance: Army Paris -> Burgundy.\nFrance: Fleet Brest -> Mid-Atlantic Ocean.\n",
        "Dear all,\nin Spring 1901 I was young, in Fall 1901 I was old.\n",
    ],
)
def test_chats_letters_and_results_of_judges_are_no_histories(text: str) -> None:
    assert recognise("a.txt", text.encode()).family is not FileFamily.HISTORY


def test_results_are_known_below_thousands_of_empty_lines() -> None:
    """Each of them was once tried as the beginning of every heading, which took half a minute."""
    text = "Dear all,\n" + "\n" * 60_000 + "Movement results for Spring of 1901.\n\nFrance: Army Paris -> Burgundy.\n"
    assert recognise("a.txt", text.encode()).family is FileFamily.RESULTS


@pytest.mark.parametrize("site", SITES)
def test_the_open_season_of_a_history_is_read_into_a_running_game(
    site: Callable[[Game], str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = played_game(8, seed=4)
    path, pasted = tmp_path / "game.dpn", tmp_path / "pasted.txt"
    path.write_text(file_text(played_game(1, seed=4)))
    pasted.write_text(site(game))
    assert main(["read-into-game", str(path), str(pasted)]) == Exit.OK
    said = capsys.readouterr().out
    first = decided(game)[0]
    assert "Not read" not in said
    opened = open_text(path.read_bytes(), path.name).game
    assert opened is not None
    read = opened.turn(opened.last()).read_orders()
    for power in game.variant.powers:
        assert {str(each.order) for each in of_power(first, power) if each.given} <= set(map(str, read.get(power, [])))


@pytest.mark.slow
@pytest.mark.parametrize("variant_id", ["pure", "1898", "britain"])
@pytest.mark.parametrize("site", SITES)
def test_results_are_read_for_a_game_on_another_board(site: Callable[[Game], str], variant_id: str) -> None:
    variant = shipped_variant(variant_id)
    game = new_game(variant, "Elsewhere", checksum=plain_checksum(shipped(variant_id).checksum), game_id="7f3a0b21")
    (first,) = decided(process(random_orders(game, random.Random(4))))
    read = read_pasted(site(process(random_orders(game, random.Random(4)))), variant, first.position, "pasted.txt")
    assert read is not None
    assert read.unread == ()
    orders = {power: {str(line.order) for line in lines} for power, lines in read.orders().items()}
    given = {power: {str(each.order) for each in of_power(first, power) if each.given} for power in variant.powers}
    assert any(given.values())
    assert {power: wanted - orders.get(power, set()) for power, wanted in given.items() if wanted - orders.get(power, set())} == {}


@pytest.mark.slow
def test_the_command_line_takes_a_game_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pasted, path = tmp_path / "Harbour.txt", tmp_path / "Harbour.dpn"
    pasted.write_text(backstabbr(played_game(8, seed=1)))
    assert main(["import", str(pasted), "--output", str(path)]) == Exit.OK
    said = capsys.readouterr().out
    assert "read from a history of orders as it is pasted from a page" in said
    assert main(["status", str(path)]) == Exit.OK
    assert "Fall 1903, movement" in capsys.readouterr().out
