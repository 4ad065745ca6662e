"""Every message of the tables, written and read back, is the same."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.order import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudicator.unit import Location, Piece, Unit
from app.players.daide.board import DaideBoard
from app.players.daide.definition import DEFINITION, definition_of
from app.players.daide.grammar import Scan
from app.players.daide.language import Message, WrongTokenError, group, is_balanced, message, read, show
from app.players.daide.message_table import CLIENT, SERVER, WrittenOrder, read_client_message
from app.players.daide.press import numbering_of
from app.players.daide.tokens import STANDARD_NAMES, WORDS, Token
from variants.catalogue import shipped, standard

BOARD = DaideBoard(standard())
FEW = settings(max_examples=25, deadline=None)
MANY = settings(max_examples=150, deadline=None)

numbers = st.integers(-8192, 8191)
seconds = st.integers(0, 8191)
texts = st.text(st.sampled_from("abc 'XYZ-09"), max_size=12).map(str.strip)
powers = st.sampled_from(BOARD.powers)
power_tokens = powers.map(BOARD.power)
turns = st.builds(
    BOARD.turns.phase, st.sampled_from([WORDS[word] for word in ("SPR", "SUM", "FAL", "AUT", "WIN")]), st.integers(1900, 2000)
)
any_turn = st.none() | turns
provinces = sorted(BOARD.variant.board.provinces)
codes = st.sampled_from(provinces)
bare = codes.map(Location)
places = st.sampled_from([Location(code, coast) for code in provinces for coast in (None, *BOARD.variant.board.provinces[code].coasts)])
pieces = st.builds(Piece, st.sampled_from("AF"), places)
units = st.builds(Unit, powers, pieces)
some_tokens = st.lists(power_tokens | st.sampled_from([WORDS[word] for word in ("SUB", "NOT", "TME", "ERR")]), max_size=4).map(tuple)


def _named(least: int) -> st.SearchStrategy[Message]:
    return st.lists(power_tokens, min_size=least, max_size=4, unique=True).map(lambda found: group(tuple(found)))


def _word(word: str, inner: st.SearchStrategy[Message]) -> st.SearchStrategy[Message]:
    return inner.map(lambda tokens: message(word, tokens))


def _in_brackets(inner: st.SearchStrategy[Message], *words: str) -> st.SearchStrategy[Message]:
    return st.builds(lambda word, tokens: message(word, group(tokens)), st.sampled_from(words), inner)


arrangements = st.recursive(
    _word("PCE", _named(2))
    | st.builds(lambda ours, theirs: message("ALY", ours, "VSS", theirs), _named(1), _named(1))
    | _word("DRW", st.just(()) | _named(2))
    | _word("SLO", power_tokens.map(lambda each: group(each))),
    lambda inner: _in_brackets(inner, "NOT", "NAR"),
    max_leaves=3,
)
press = st.recursive(
    _in_brackets(arrangements, "PRP", "FCT") | _in_brackets(some_tokens, "HUH", "TRY"),
    lambda inner: _in_brackets(inner, "YES", "REJ", "BWX", "CCL"),
    max_leaves=3,
)


def _moved(piece: Piece, target: Location, route: list[str]) -> Order:
    return Move(piece, Location(target.province), via_convoy=True, route=tuple(route)) if route else Move(piece, target)


orders = (
    st.builds(WrittenOrder, powers, st.builds(_moved, pieces, places, st.lists(codes, max_size=3)))
    | st.builds(WrittenOrder, powers, st.builds(Retreat, pieces, places))
    | st.builds(WrittenOrder, powers, st.one_of(*(st.builds(kind, pieces) for kind in (Hold, Disband, Build, Remove)), st.just(Waive())))
    | st.builds(
        lambda power, piece, other, target: WrittenOrder(power, Support(piece, other.piece, target), other),
        powers,
        pieces,
        units,
        st.none() | bare,
    )
    | st.builds(
        lambda power, piece, other, target: WrittenOrder(power, Convoy(piece, other.piece, target), other), powers, pieces, units, bare
    )
)
sharing = st.lists(powers, max_size=4, unique=True).map(lambda found: tuple(sorted(found)))
receivers = st.lists(power_tokens, min_size=1, max_size=3).map(tuple)

OF_CLIENTS: dict[str, st.SearchStrategy[tuple[Any, ...]]] = {
    **dict.fromkeys(("OBS", "HLO", "SCO", "NOW", "ORD", "MIS", "SMR", "MAP", "MDF", "GOF", "NOT GOF", "NOT DRW"), st.tuples()),
    "NME": st.tuples(texts, texts),
    "IAM": st.tuples(powers, numbers),
    "HST": st.tuples(any_turn),
    **dict.fromkeys(("YES MAP", "REJ MAP"), st.tuples(texts)),
    "SUB": st.tuples(any_turn, st.lists(orders, min_size=1, max_size=4).map(tuple)),
    "NOT SUB": st.tuples(st.none() | orders),
    "DRW": st.tuples(sharing),
    **dict.fromkeys(("TME", "NOT TME"), st.tuples(st.none() | seconds)),
    "ADM": st.tuples(texts, texts),
    **dict.fromkeys(("YES", "REJ", "HUH", "PRN"), st.tuples(some_tokens)),
    "SND": st.builds(lambda turn, to, words: (turn, to, numbering_of(words), words), any_turn, receivers, press),
}
limits = st.dictionaries(st.sampled_from(["LVL", "MTL", "RTL", "BTL", "PTL"]), numbers, max_size=3)
flags = st.dictionaries(st.sampled_from(["PDA", "NPR", "NPB", "AOA"]), st.just(1), max_size=3)
OF_SERVERS: dict[str, st.SearchStrategy[tuple[Any, ...]]] = {
    "HLO": st.builds(lambda power, code, *found: (power, code, found[0] | found[1]), st.none() | powers, numbers, limits, flags),
    "SCO": st.tuples(st.dictionaries(st.sampled_from(sorted(BOARD.variant.board.centres)), powers)),
    "NOW": st.tuples(turns, st.lists(st.tuples(units, st.none() | st.lists(places, max_size=3).map(tuple)), max_size=5).map(tuple)),
    "ORD": st.tuples(turns, orders, st.lists(st.sampled_from(["SUC", "BNC", "RET", "NSO"]), max_size=2).map(tuple)),
    "SLO": st.tuples(st.tuples(powers)),
    "DRW": st.tuples(sharing),
    "TME": st.tuples(numbers),
    "FRM": st.tuples(powers, st.lists(powers, min_size=1, max_size=3).map(tuple), press),
}


def test_every_message_is_tried() -> None:
    assert CLIENT.rows.keys() == OF_CLIENTS.keys()
    assert SERVER.rows.keys() == OF_SERVERS.keys()


@pytest.mark.parametrize("words", OF_CLIENTS)
@FEW
@given(st.data())
def test_what_a_client_says_is_read_as_it_was_written(words: str, data: st.DataObject) -> None:
    said = (words, *data.draw(OF_CLIENTS[words]))
    tokens = CLIENT.write(BOARD, *said)
    assert show(tokens).replace("( ", "").startswith(words)
    assert is_balanced(tokens)
    assert read_client_message(BOARD, tokens, press=True, partial_draws=True) == said


@pytest.mark.parametrize("word", OF_SERVERS)
@FEW
@given(st.data())
def test_what_a_server_says_is_read_as_it_was_written(word: str, data: st.DataObject) -> None:
    said = (word, *data.draw(OF_SERVERS[word]))
    tokens = SERVER.write(BOARD, *said)
    scan = Scan(tokens, BOARD)
    assert show(tokens).startswith(word)
    assert SERVER.read(scan) == said
    scan.end()


@pytest.mark.parametrize(
    ("text", "wrong"), [("SUB", 1), ("NOT ( DRW", 3), ("NOT ( FRA )", 2), ("TME ( -1 )", 2), ("SND ( FRA ) ( PRP ( PCE ( FRA GER ) ) )", 0)]
)
def test_the_token_that_is_wrong_is_the_first_that_nothing_says(text: str, wrong: int) -> None:
    with pytest.raises(WrongTokenError) as error:
        read_client_message(BOARD, read(text))
    assert error.value.at == wrong


@pytest.mark.parametrize("name", ["standard", "crowded", "pure"])
def test_a_definition_is_written_as_it_was_read(name: str) -> None:
    board = DaideBoard(shipped(name).variant)
    tokens = definition_of(board)
    scan = Scan(tokens)
    assert DEFINITION.write(board, DEFINITION.read(scan)) == tokens
    scan.end()


def _broken(tokens: Message, at: int, instead: tuple[Token, ...]) -> Message:
    return (*tokens[: at % len(tokens)], *instead, *tokens[at % len(tokens) + 1 :])


strangers = st.sampled_from([*(WORDS[word] for word in ("(", ")", "MTO", "NOT", "PRP")), STANDARD_NAMES["FRA"], STANDARD_NAMES["PAR"], 7])


def _wrong_at(tokens: Message) -> int | None:
    try:
        read_client_message(BOARD, tokens, press=True, partial_draws=True)
    except WrongTokenError as wrong:
        return wrong.at
    return None


@pytest.mark.slow
@MANY
@given(st.sampled_from(sorted(OF_CLIENTS)), st.data(), st.integers(0, 60), st.lists(strangers, max_size=2).map(tuple))
def test_the_place_of_what_is_wrong_depends_on_nothing_behind_it(
    words: str, data: st.DataObject, at: int, instead: tuple[Token, ...]
) -> None:
    tokens = _broken(CLIENT.write(BOARD, words, *data.draw(OF_CLIENTS[words])), at, instead)
    wrong = _wrong_at(tokens)
    if wrong is not None and wrong < len(tokens):
        for after in (WORDS["("], STANDARD_NAMES["GER"], 9):
            assert _wrong_at((*tokens[: wrong + 1], after)) == wrong
