"""Boards that are right give no false alarm when lists and drawing are compared step by step; the known faulty one is reported by name."""

from __future__ import annotations

import pytest

from tests.interop.imported_boards import imported_board
from tests.shared_data import shared_folder
from tests.thorough import one_in
from variants import shipped_source
from variants.fault import FaultKind
from variants.review import review

pytestmark = pytest.mark.interop

TRUE_OF_THE_BOARDS = {
    FaultKind.BALANCE: "variants that start with more centres than units, or fewer",
    FaultKind.COLOURS: "colours of the source that some eyes cannot tell apart",
    FaultKind.NAME_ROOM: "tiny provinces",
    FaultKind.HOLE: "lakes and isles that are painted and are no province",
    FaultKind.CROSSED_OUTLINE: "outlines of the source that cross themselves",
    FaultKind.NO_SEA: "two towns on the Nile, which is no sea",
    FaultKind.VICTORY: "a victory that two can reach at once",
    FaultKind.CENTRE: "islands that are a sea with a centre",
    FaultKind.START: "peoples without a land of their own",
}
"""Oddities of the boards themselves, and no mistakes in lists or marks."""

BOARDS = (
    "jdip/ancmedVariant.zip:ancient-mediterranean",
    "jdip/hundredVariants.zip:hundred3-v1-h31",
    "jdip/imperiumVariants.zip:imperium",
    "jdip/loeb9Variants.zip:loeb9",
    "jdip/modernVariants.zip:modern",
    "jdip/stdVariants.zip:standard-2",
    "jdip/stdVariants.zip:crowded-2",
    "diplomacy/ancmed.map:ancmed",
    "diplomacy/standard.map:standard-2",
    "diplomacygm/classic:classic",
    "dpjudge/1900.map:1900",
)


@pytest.mark.parametrize("name", one_in(4, BOARDS))
def test_nothing_false_is_told_of_an_imported_board(name: str) -> None:
    board = imported_board(shared_folder(), name)
    found = review(board.imported.source, shipped_source)
    assert found.folder is not None
    assert [str(fault) for fault in found.faults if fault.kind not in TRUE_OF_THE_BOARDS] == []


def test_the_faulty_mediterranean_reports_inland_sea_and_one_way_links() -> None:
    """The faulty Mediterranean is reported by its inland sea and all sixteen links without a way back."""
    board = imported_board(shared_folder(), BOARDS[0])
    report = [fault for fault in board.imported.report if "no way back" in fault.what or "it is a sea" in str(fault)]
    links = {fault.what.partition(":")[0] for fault in report if "no way back" in fault.what}
    around = ("AUS", "BER", "CAR", "GOT", "SAD", "SIC", "THA", "TYN")
    assert links == {
        *(f"the army's link from PUN to {other} has no way back" for other in around),
        *(f"the fleet's link from {other} to PUN has no way back" for other in around),
    }
    assert any("PUN (Punic Sea)" in str(fault) for fault in report if "no way back" not in fault.what)
    assert all(fault.line is not None for fault in report)
