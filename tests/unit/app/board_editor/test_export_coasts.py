"""A land with named coasts is exported with the seas of its coasts, as the programs have it in boards of their own."""

from __future__ import annotations

import re

import pytest

from app.board_editor.exporting import judge_map
from app.board_editor.godip_export import godip_go
from tests.unit.variants.toml_variants import ISLAND
from variants import MemorySource, load
from variants.catalogue import shipped, standard
from variants.importers import import_board

OF_GODIP = """
stp: fin L, nwy L, mos L, lvn L, bar S, bot S
stp/nc: bar S, nwy S
stp/sc: bot S, fin S, lvn S
spa: por L, gas L, mar L, mao S, lyo S, wes S
spa/nc: por S, mao S, gas S
spa/sc: mao S, por S, mar S, lyo S, wes S
bul: ser L, rum L, con L, gre L, aeg S, bla S
bul/ec: rum S, bla S, con S
bul/sc: gre S, con S, aeg S
bar: nwg S, stp/nc S, nwy S, stp S
bot: swe S, fin S, stp/sc S, lvn S, bal S, stp S
mao: wes S, nao S, iri S, eng S, bre S, gas S, spa/nc S, por S, spa/sc S, naf S, spa S
lyo: spa/sc S, mar S, pie S, tus S, tys S, wes S, spa S
wes: mao S, spa/sc S, lyo S, tys S, tun S, naf S, spa S
aeg: eas S, ion S, gre S, bul/sc S, con S, smy S, bul S
bla: bul/ec S, rum S, sev S, arm S, ank S, con S, bul S
fin: nwy L, bot S, swe LS, stp L, stp/sc S
"""
"""The connections of godip's own board, in our codes."""
OF_THE_JUDGES = """
COAST stp ABUTS BAR BOT FIN LVN MOS NWY
COAST STP/NC ABUTS Bar Nwy
COAST STP/SC ABUTS Bot Fin Lvn
COAST spa ABUTS GAS LYO MAO MAR POR WES
COAST bul ABUTS AEG BLA CON GRE RUM SER
COAST FIN ABUTS Bot nwy STP/SC SWE
LAND MOS ABUTS lvn sev stp ukr war
"""


def connections(text: str) -> dict[str, dict[str, str]]:
    """A plain reader of Go text: place to its neighbours, each with ``L``, ``S`` or both."""
    kinds = {"godip.Land": "L", "godip.Sea": "S", "godip.Coast...": "LS"}
    return {
        place: {to: kinds[kind] for to, kind in re.findall(r'\.Conn\("([a-z/]+)", ([\w.]+)\)', rest)}
        for place, rest in re.findall(r'Prov\("([a-z/]+)"\)(.*)', text)
    }


def test_godip_gets_every_connection_of_its_own_board_at_coasts() -> None:
    found = connections(godip_go(standard(), shipped("standard").styles, "standard.svg")[0])
    for line in OF_GODIP.strip().splitlines():
        place, _, rest = line.partition(": ")
        assert found[place] == dict(each.split() for each in rest.split(", ")), place


@pytest.mark.parametrize("line", OF_THE_JUDGES.strip().splitlines())
def test_a_map_file_gives_the_line_of_the_land_the_seas_of_its_coasts(line: str) -> None:
    assert line in judge_map(standard())[0].splitlines()


def test_coasts_have_full_names_and_the_first_phase_stands_in_a_map_file() -> None:
    lines = judge_map(standard())[0].splitlines()
    assert "St Petersburg (north coast) = stp/nc" in lines
    assert "BEGIN SPRING 1901 MOVEMENT" in lines


def test_powers_that_could_be_taken_for_a_place_have_a_longer_name_and_a_note() -> None:
    text, left_out = judge_map(shipped("chaos").variant)
    assert "ANKARAS (ANKARAS) ANK" in text.splitlines()
    assert any("ANKARA (ANKARAS)" in each for each in left_out)


def test_a_code_that_is_a_word_of_an_order_is_another_one_in_a_map_file() -> None:
    variant = load(MemorySource("x", {"variant.toml": ISLAND.replace("WES", "THE").encode()})).variant
    assert "THE" in variant.board.provinces
    text, left_out = judge_map(variant)
    assert not re.search(r"(?i)\bthe\b", re.sub(r"(?m)^#.*|^.* = ", "", text))
    assert "codes that are words of an order there, which are others: THE (THB)" in left_out
    read = import_board(MemorySource("x", {"island.map": text.encode()}), "island.map").variants[0]
    assert {"THB"} == set(load(read.source).variant.board.provinces) - set(variant.board.provinces)


def test_the_text_for_godip_is_one_that_go_compiles() -> None:
    def text_of(name: str) -> str:
        return godip_go(shipped(name).variant, shipped(name).styles, "x.svg")[0]

    assert text_of("1898").startswith("package the1898\n"), "the name of a package begins with a letter"
    usual, anywhere = text_of("standard"), text_of("chaos")
    assert "state.New(StandardGraph(), phase, classical.BackupRule, nil, nil)" in usual
    assert "newPhase" not in usual
    assert "map[godip.Flag]bool{godip.Anywhere: true}, nil)" in anywhere
    assert "var newPhase = phase.Generator(hundred.BuildAnywhereParser, classical.AdjustSCs)" in anywhere
    assert "Phase: newPhase," in anywhere
    assert "startPhase := newPhase(" in anywhere
    assert '"github.com/zond/godip/phase"' in anywhere
