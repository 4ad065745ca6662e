"""A province's code is changed wherever it stands, and nowhere else."""

from __future__ import annotations

import pytest

from app.board_editor.forms.manifest import FormError, Manifest
from app.board_editor.renaming import renamed, spoken_of
from variants.source import MANIFEST
from variants.toml_text import read_toml

RULES = b"""# STP stands in this comment, and stays
format = 1
name = "STP and others"

[powers.RUSSIA]
home = ["STP", "MOS"]  # the north
start = ["F STP/SC", "A MOS"]

[provinces.STP]
name = "STP"
aliases = ["PET"]

[provinces.STP.coasts.SC]
fleet = ["BOT"]

[provinces.MOS]
army = ["STP"]

[provinces.BOT]
fleet = ["STP/SC"]

[ambiguous]
ST = ["STP", "MOS"]

[[edges]]
between = ["MOS", "STP"]
supports = false

[[edges]]
from = "STP/SC"
to = "BOT"

[[answers]]
between = ["BOT", "STP"]
answer = "yes"

[[known]]
fault = "no step"
places = ["STP"]
ground = "00000000"
"""
BOARD = b"""<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" viewBox="0 0 9 9">
<g inkscape:label="provinces"><path id="stp" inkscape:label="stp" d="M0,0 h9 v9 h-9 z"/><path id="mos" d="M0,0 h1 v1 z"/></g>
<g inkscape:label="coasts"><path inkscape:label="stp/sc" d="M0,0 h9"/></g>
<g inkscape:label="bridges"><path inkscape:label="bot-stp" d="M0,0 h9"/></g>
<g inkscape:label="anchors"><circle inkscape:label="unit:stp/sc" cx="1" cy="1" r="1"/></g>
<g inkscape:label="labels"><text inkscape:label="stp" x="1" y="1">stp</text></g>
<g inkscape:label="foreground"><path id="stp-hills" data-kind="lake" data-province="stp" d="M0,0 h1 v1 z"/></g>
</svg>
"""


def manifest(content: bytes = RULES) -> Manifest:
    return Manifest(content, read_toml(MANIFEST, content).table)


def test_every_list_that_speaks_of_it_follows_and_words_stay() -> None:
    after = renamed({MANIFEST: RULES}, manifest(), "stp", "pbg")[MANIFEST]
    expected = RULES.replace(b"STP", b"PBG")
    for words in (b"# PBG stands in this comment", b'name = "PBG and others"', b'name = "PBG"\n'):
        expected = expected.replace(words, words.replace(b"PBG", b"STP"))
    assert after == expected


def test_shapes_marks_and_names_of_the_drawing_follow() -> None:
    after = renamed({MANIFEST: RULES, "board.svg": BOARD}, manifest(), "STP", "PBG")["board.svg"]
    assert after == BOARD.replace(b'"stp', b'"pbg').replace(b"bot-stp", b"bot-pbg").replace(b"unit:stp", b"unit:pbg").replace(
        b'id="pbg-hills"', b'id="stp-hills"'
    )


def test_an_id_that_something_refers_to_stays_and_the_code_stands_beside_it() -> None:
    board = BOARD.replace(b'id="stp" inkscape:label="stp"', b'id="stp"').replace(b"</svg>", b'<use href="#stp"/></svg>')
    after = renamed({MANIFEST: RULES, "board.svg": board}, manifest(), "STP", "PBG")["board.svg"]
    assert b'<path id="stp" d="M0,0 h9 v9 h-9 z" inkscape:label="pbg"/>' in after


def test_a_code_that_is_taken_or_is_none_is_refused() -> None:
    for wrong, says in (("MOS", "MOS is the code of MOS already"), ("X", "'X' cannot be a code"), ("P G", "cannot be a code")):
        with pytest.raises(FormError, match=says):
            renamed({MANIFEST: RULES}, manifest(), "STP", wrong)


def test_hooks_that_speak_of_it_are_named_and_not_changed() -> None:
    files = {MANIFEST: RULES, "hooks/ice.hook": b'if "STP" in ctx: pass', "hooks/other.hook": b"STPX"}
    assert spoken_of(files, "STP") == ("hooks/ice.hook",)
    assert set(renamed(files, manifest(), "STP", "PBG")) == {MANIFEST}
