"""Results of a phase, blocks of positions, tables of centres and games of jDip are read, checked and written."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest

from app.game.file_store import write_game
from app.game.record import MAIN, variant_with
from app.game.variant_source import ShippedShelf
from app.import_export.centres_table import read_centres, write_centres
from app.import_export.judge_results import disagreements, read_judge_results
from app.import_export.position_blocks import write_block
from app.import_export.reading import Brought, read_game
from app.import_export.received import ExchangeError
from app.import_export.writing import judge_text
from tests.quick import one_by_one
from variants.catalogue import standard

SAVED = Path(__file__).with_name("saved-game.json")

RESULTS = """\
:: Judge: USDP  Game: iron  Variant: Standard
Movement results for Spring of 1901.  (iron.001)

Austria: Army Budapest -> Serbia.
Austria: Army Vienna -> Galicia.  (*bounce*)
Austria: Fleet Trieste -> Albania.
England: Fleet Edinburgh -> Norwegian Sea.
England: Fleet London -> North Sea.
England: Army Liverpool -> Yorkshire.
France: Army Paris -> Burgundy.
France: Army Marseilles SUPPORT Army Paris -> Burgundy.
France: Fleet Brest -> Mid-Atlantic Ocean.
Germany: Army Munich -> Burgundy.  (*bounce*)
Germany: Army Berlin -> Kiel.
Germany: Fleet Kiel -> Denmark.
Italy: Army Venice, No Order Processed.
Italy: Army Rome -> Apulia.
Italy: Fleet Naples -> Ionian Sea.
Russia: Army Warsaw -> Galicia.  (*bounce*)
Russia: Army Moscow -> Ukraine.
Russia: Fleet Sevastopol -> Black Sea.
Russia: Fleet St. Petersburg (south coast) -> Gulf of
   Bothnia.
Turkey: Army Constantinople -> Bulgaria.
Turkey: Army Smyrna -> Constantinople.
Turkey: Fleet Ankara HOLD.

The next phase of 'iron' will be Movement for Fall of 1901.
The deadline for orders will be Sunday.
"""


def brought(text: str | bytes, name: str = "results.txt") -> Brought:
    return read_game(name, text if isinstance(text, bytes) else text.encode(), ShippedShelf())


def played() -> Brought:
    return read_game("straits.json", SAVED.read_bytes(), ShippedShelf())


# --- results ---


def test_results_of_the_first_phase_open_as_the_game_at_its_start_with_these_orders() -> None:
    read = brought(RESULTS)
    first, second = read.game.line()
    assert first.position == standard().start
    assert [str(line.order) for line in first.orders["FRANCE"]] == ["A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO"]
    assert [str(line.order) for line in first.orders["ITALY"]] == ["A ROM - APU", "F NAP - ION"]
    assert "RUSSIA F BOT" in {str(unit) for unit in second.position.units}
    assert "The result of each order is as in the text." in read.lines


def test_an_order_of_which_the_text_says_otherwise_is_named() -> None:
    read = brought(RESULTS.replace("Munich -> Burgundy.  (*bounce*)", "Munich -> Burgundy."))
    assert "line 13: Army Munich -> Burgundy.: the text has that it succeeded, the orders give bounce" in read.lines


def test_a_line_that_is_no_order_is_kept_in_sight() -> None:
    read = brought(RESULTS.replace("Fleet Ankara HOLD", "Fleet Ankara does a jig"))
    assert any(line.startswith("Not read: results.txt:") and "does a jig" in line for line in read.lines)


@one_by_one("index", range(8))
def test_what_we_write_as_a_judge_is_read_back_and_agrees(index: int) -> None:
    game = played().game
    turn = game.line()[index]
    variant = variant_with(game.variant, dict(game.rules))
    assert turn.resolution is not None
    results = read_judge_results(judge_text(variant, turn.position, turn.resolution, "iron"), variant, "r.txt")
    orders = {power: [line.order for line in lines if line.order is not None] for power, lines in results.orders().items()}
    assert results.phase == turn.phase
    assert results.unread == ()
    assert disagreements(results, variant, turn.position, orders) == ()


def test_results_of_retreats_alone_name_the_way_to_read_them() -> None:
    with pytest.raises(ExchangeError, match=r"do not tell where the other units stand.*read-into-game"):
        brought("Retreat results for Fall of 1902.\n\nRussia: Army Armenia -> Sevastopol.\n")


def test_owners_that_the_results_list_are_read() -> None:
    text = RESULTS.replace("Spring of 1901", "Fall of 1905") + "\nOwnership of supply centers:\n\nFrance: Brest, Paris,\n   Spain.\n"
    read = brought(text)
    assert dict(read.game.line()[0].position.owners) == {"BRE": "FRANCE", "PAR": "FRANCE", "SPA": "FRANCE"}
    with pytest.raises(ExchangeError, match="Burgundy is no supply centre"):
        brought(text.replace("Spain", "Burgundy"))


# --- blocks ---

BLOCKS = """\
VARIANT_ALL Standard
# two cases
CASE 6.A.1 (a move that cannot be)
PRESTATE_SETPHASE Spring 1901, Movement
PRESTATE
    England: F north sea
ORDERS
    England: F North Sea - Picardy
POSTSTATE_SAME
END
CASE a retreat
PRESTATE_SETPHASE Fall 1905, Movement
PRESTATE
    Russia: F stp/sc
    Germany: A mun
    France: A bur
    France: A ruh
PRESTATE_SUPPLYCENTER_OWNERS
    Germany: mun
ORDERS
    France: A bur - mun
    France: A ruh S A bur - mun
POSTSTATE
    Russia: F stp/sc
    France: A mun
    France: A ruh
POSTSTATE_DISLODGED
    Germany: A mun
END
"""


def test_a_block_is_a_position_with_orders_and_the_position_after_is_checked() -> None:
    read = read_game("cases.txt", BLOCKS.encode(), ShippedShelf(), number=2)
    first, second = read.game.line()
    assert str(first.phase) == "F1905M"
    assert {str(unit) for unit in first.position.units} == {"RUSSIA F STP/SC", "GERMANY A MUN", "FRANCE A BUR", "FRANCE A RUH"}
    assert dict(first.position.owners) == {"MUN": "GERMANY"}
    assert [str(each.unit) for each in second.position.dislodged] == ["GERMANY A MUN"]
    assert [line for line in read.lines if "the file has" in line and "F1905R" in line] == []


def test_a_block_whose_position_after_does_not_follow_is_named() -> None:
    wrong = BLOCKS.replace("    France: A mun\n    France: A ruh\nPOST", "    France: A mun\n    France: A kie\nPOST")
    read = read_game("cases.txt", wrong.encode(), ShippedShelf(), number=2)
    assert any("FRANCE A KIE" in line for line in read.lines)


def test_a_line_of_a_block_that_is_no_unit_is_named_with_its_number() -> None:
    with pytest.raises(ExchangeError, match=r"cases.txt:6: 'F atlantis' is no unit"):
        read_game("cases.txt", BLOCKS.replace("F north sea", "F atlantis").encode(), ShippedShelf())


@pytest.mark.parametrize("index", [0, 4, 5, 6])
def test_what_we_write_as_a_block_is_read_back(index: int) -> None:
    turn = played().game.line()[index]
    orders = {power: [str(line.order) for line in lines] for power, lines in turn.orders.items()}
    text = write_block(standard(), turn.position, orders, turn.resolution, "one")
    again = read_game("one.datc", text.encode(), ShippedShelf()).game.line()[0]
    assert again.phase == turn.phase
    assert again.position.units == turn.position.units
    assert again.position.owners == turn.position.owners
    assert [each.unit for each in again.position.dislodged] == [each.unit for each in turn.position.dislodged]
    assert {power: [str(line.order) for line in lines] for power, lines in again.orders.items()} == {k: v for k, v in orders.items() if v}


# --- tables of centres ---


def test_a_table_of_centres_is_written_and_read_back_and_can_stand_the_other_way_round() -> None:
    game = played().game
    data = write_centres(game, MAIN)
    table = read_centres(data, game.variant, "c.csv")
    assert table.years == ("start", "1901", "1902", "1903")
    assert table.last() == dict(game.line()[-1].position.owners)
    rows = [line.split(",") for line in data.decode().split("\n\n")[0].splitlines()]
    turned = "\n".join(";".join(["year", *column[1:]] if at == 0 else column) for at, column in enumerate(zip(*rows, strict=True)))
    assert read_centres(turned.encode(), game.variant, "c.csv").owners == table.owners


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("centre,1901\nBUR,FRANCE\n", "c.csv:2: 'BUR' is no supply centre"),
        ("centre,1901\nPAR,NORMANDY\n", "c.csv:2: column 2 is 'NORMANDY', which is no power"),
        ("centre,next\nPAR,FRANCE\n", "column 2 is 'next', which is no year"),
        ("centre,1901\nPAR,FRANCE\nParis,FRANCE\n", "c.csv:3: Paris stands there twice"),
        ("year,FRANCE,ITALY\n1901,5,4\n", "'FRANCE' is no supply centre"),
        ("centre\n", "has 1 rows"),
    ],
)
def test_a_cell_that_cannot_be_is_named_with_its_place(text: str, words: str) -> None:
    with pytest.raises(ExchangeError, match=words):
        read_centres(text.encode(), standard(), "c.csv")


# --- jDip ---

JDIP = """<?xml version="1.0"?>
<game creator="jDip" creatorVersion="1.7" specification="FORMAT_1_0">
 <variant name="Standard" version="1.0"><symbols name="Simple" version="1.0"/><map name="Simple"/></variant>
 <info>
  <gameInfo><name>Iron</name><gameID>none</gameID><URI>none</URI><judge>none</judge><comment>none</comment><notes>none</notes></gameInfo>
  <player power="France" type="human">
   <valuePair name="name" value="Ada"/><valuePair name="email" value="ada@example.org"/><notes>none</notes>
  </player>
  <player power="Russia" type="none"><notes>none</notes></player>
 </info>
 <setup/>
 <turn season="Spring" phase="Movement" year="1901" resolved="true">
  <positions>UNITS</positions>
  <adjustments/>
  <orders>
   <orderSet power="France">
    <order id="F.0.0" text="France: A par -&gt; bur"/>
    <order id="F.0.1" text="France: A mar Support A par -&gt; bur"/>
    <order id="F.0.2" text="France: F bre Hold"/>
    <dance source="par"/>
   </orderSet>
   <orderSet power="Russia"><order id="R.0.3" text="Russia: F stp/sc -&gt; bot"/></orderSet>
  </orders>
  <results><orderResult power="France"><order idref="F.0.0"/></orderResult></results>
  <dislodgedUnits/>
  <powerInfo/>
 </turn>
 <turn season="Fall" phase="Movement" year="1901" resolved="false">
  <positions>AFTER</positions>
  <adjustments/>
  <orders/>
  <results/>
  <dislodgedUnits/>
  <powerInfo/>
 </turn>
</game>
"""
"""As the converters of jDip 1.7 write it."""


def jdip() -> str:
    def positions(moved: dict[str, str]) -> str:
        start = standard().start
        lines = []
        for unit in start.units:
            place = moved.get(unit.province, str(unit.location)).lower().partition("/")
            coast = f' coast="{place[2]}"' if place[2] else ""
            kind = "army" if unit.kind == "A" else "fleet"
            lines.append(f'<position province="{place[0]}"><unit power="{unit.power.title()}"{coast} type="{kind}"/></position>')
        lines += [
            f'<position province="{code.lower()}"><SC owner="{power.title()}" homePower="{power.title()}"/></position>'
            for code, power in start.owners.items()
        ]
        return "".join(lines)

    return JDIP.replace("UNITS", positions({})).replace("AFTER", positions({"PAR": "BUR", "STP": "BOT"}))


@pytest.mark.parametrize("packed", [False, True])
def test_a_game_of_jdip_is_read_as_far_as_its_xml_tells(packed: bool) -> None:
    data = jdip().encode()
    read = brought(gzip.compress(data) if packed else data, "iron.jdip")
    first, second = read.game.line()
    assert read.game.name == "Iron"
    assert read.game.players["FRANCE"].name == "Ada"
    assert first.position == standard().start
    assert [str(line.order) for line in first.orders["FRANCE"]] == ["A PAR - BUR", "A MAR S A PAR - BUR", "F BRE H"]
    assert str(second.phase) == "F1901M"
    assert read.differences == 0
    assert any("1 orders could not be read from the XML: S1901M: dance" in line for line in read.lines)


@pytest.mark.parametrize(
    ("written", "order"),
    [
        ("France: Build A par", "A PAR B"),
        ("France: Build F bre", "F BRE B"),
        ("France: Waive build in mar", "WAIVE"),
    ],
)
def test_builds_of_jdip_are_read_in_its_words(written: str, order: str) -> None:
    empty = re.sub(r'<position province="(par|bre|mar|spa)"><unit[^>]*></position>', "", jdip())
    spain = '<position province="spa"><SC owner="France" homePower="none"/></position>'
    winter = empty.replace("</positions>", f"{spain}</positions>").replace('"Spring" phase="Movement"', '"Fall" phase="Adjustment"')
    first = winter[: winter.index("<orderSet")] + f'<orderSet power="France"><order id="F.0.0" text="{written}"/></orderSet>'
    rest = winter[winter.index("  </orders>") :].replace('"Fall" phase="Movement" year="1901"', '"Spring" phase="Movement" year="1902"')
    read = brought((first + rest).encode(), "iron.jdip")
    assert [str(line.order) for line in read.game.line()[0].orders["FRANCE"]] == [order]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b'<jsx major="1"><dip.world.World variantName valueOf="Loeb9"/></jsx>', "dump of its own Java objects.*names Loeb9"),
        (b"<game><turn></game>", "iron.jdip"),
        (b"<game></game><!-- <turn -->", "one has none"),
        (jdip().replace('year="1901"', 'year="soon"').encode(), "turn 1: Spring soon Movement is no phase"),
        (jdip().replace('province="par"', 'province="atlantis"').encode(), "no province 'atlantis'"),
        (gzip.compress(jdip().encode())[:200], "iron.jdip"),
        (gzip.compress(b" " * 20_000_000), "too large"),
    ],
)
def test_a_game_of_jdip_that_cannot_be_read_says_why(data: bytes, words: str) -> None:
    with pytest.raises(ExchangeError, match=words):
        brought(data, "iron.jdip")


def test_json_of_the_package_is_no_table_and_no_results() -> None:
    assert brought(json.dumps(json.loads(SAVED.read_bytes()), indent=1), "any.txt").source == "a saved game of the package diplomacy"


def test_a_block_says_on_which_board_it_is() -> None:
    text = BLOCKS.replace("VARIANT_ALL Standard", "VARIANT_ALL Fleet_Rome")
    assert read_game("cases.txt", text.encode(), ShippedShelf(), number=2).game.variant.id == "fleet-rome"
    with pytest.raises(ExchangeError, match="played on the board Loeb9, which is not here"):
        read_game("cases.txt", BLOCKS.replace("VARIANT_ALL Standard", "VARIANT_ALL Loeb9").encode(), ShippedShelf())


def test_a_players_name_of_several_lines_is_one_and_the_game_can_be_saved(tmp_path: Path) -> None:
    pair = '<valuePair name="name" value="Ada&#10;&#10;[phase S1901M]&#10;= FRANCE: A MOS&#10;"/>'
    evil = jdip().replace("</info>", f'<player power="France" type="human">{pair}</player></info>')
    assert evil != jdip()
    read = brought(evil.encode(), "iron.jdip")
    assert read.game.players["FRANCE"].name == "Ada [phase S1901M] = FRANCE: A MOS"
    write_game(tmp_path / "iron.dpn", read.game)
