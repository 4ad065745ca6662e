"""Places of imported boards are known by their names in four languages, where the standard lists know the board's name."""

from __future__ import annotations

import json
from collections.abc import Callable

from adjudicator.variant import Variant
from app.mail_in.order_words import order_words, places_named
from tests.quick import each_nth
from tests.unit.variants.importers import judge_maps, test_diplicity, test_diplomacygm, test_jdip, test_realpolitik, test_webdiplomacy
from variants import load
from variants.importers import Imported, ImportResult, import_board
from variants.source import MemorySource

MOSCOW, BLACK_SEA = ("Moskau", "Moscou", "Mosca", "Moscú"), ("Schwarzes Meer", "Mer Noire", "Mar Nero", "Mar Negro")


def from_texts(files: dict[str, str], name: str = "") -> ImportResult:
    return import_board(MemorySource("small", {path: text.encode() for path, text in files.items()}), name)


def judge() -> Imported:
    return judge_maps.imported("", judge_maps.BOARD.replace("Aland =", "Moscow =").replace("Sea =", "Black Sea ="))


def jdip() -> Imported:
    text = test_jdip.ADJACENCY.replace('fullname="Aland"', 'fullname="Moscow"').replace('fullname="Sea"', 'fullname="Black Sea"')
    return test_jdip.imported(small_adjacency__xml=text)


def realpolitik() -> Imported:
    text = test_realpolitik.MAP.replace("Wood,", "Moscow,").replace("Deep Sea,", "Black Sea,")
    return test_realpolitik.only({**test_realpolitik.FOLDER, "Small.map": text})


def diplicity() -> Imported:
    text = json.dumps(test_diplicity.SERVED).replace('"Eas"', '"Moscow"').replace('"Wes"', '"Black Sea"')
    return from_texts({"strip.json": text, "strip.svg": test_diplicity.DSVG}).variants[0]


def diplomacygm() -> Imported:
    def named(text: str) -> str:
        return text.replace("Hill", "Moscow").replace("Lagoon", "Black Sea")

    return test_diplomacygm.result_of(named(json.dumps(test_diplomacygm.CONFIG)), named(test_diplomacygm.SVG)).variants[0]


def webdiplomacy() -> Imported:
    text = test_webdiplomacy.INSTALL.replace("Norden", "Moscow").replace("Inner Sea", "Black Sea")
    files = {
        "variants/Two/install.php": text,
        "variants/Two/variant.php": test_webdiplomacy.VARIANT,
        "variants/Two/classes/adjudicatorPreGame.php": test_webdiplomacy.UNITS.replace("Norden", "Moscow"),
        "variants/Two/classes/drawMap.php": test_webdiplomacy.COLOURS,
    }
    return from_texts(files).variants[0]


@each_nth(4, "board", [judge, jdip, realpolitik, diplicity, diplomacygm, webdiplomacy])
def test_places_of_imported_boards_are_known_in_four_languages(board: Callable[[], Imported]) -> None:
    variant: Variant = load(board().source).variant
    codes = {province.name: code for code, province in variant.board.provinces.items()}
    words = order_words(variant)
    assert {called: places_named(called, words) for called in (*MOSCOW, *BLACK_SEA)} == {
        **{called: [codes["Moscow"]] for called in MOSCOW},
        **{called: [codes["Black Sea"]] for called in BLACK_SEA},
    }
