"""Contents of a manifest, and the reader's faults on a wrong one."""

from __future__ import annotations

import pytest

from adjudicator.unit import Location
from adjudicator.variant import BuildPolicy, PowerRole
from tests.quick import one_by_one
from tests.unit.variants.toml_variants import ISLAND, messages, read, source_of, variant_of
from variants import MemorySource, Pattern, VariantError, load
from variants.source import FolderSource
from variants.toml_text import read_toml


def changed(old: str, new: str) -> str:
    assert old in ISLAND
    return ISLAND.replace(old, new)


def line_of(text: str, words: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), 1) if words in line)


def test_a_small_variant_is_read_whole() -> None:
    folder, faults = read(ISLAND)
    assert faults == ()
    assert folder is not None
    variant = folder.variant
    assert (variant.id, variant.name, variant.version, variant.victory) == ("island", "Island", "2", 2)
    assert [str(unit) for unit in variant.start.units] == ["BLUE F WES/NC", "RED A EAS"]
    assert dict(variant.start.owners) == {"EAS": "RED", "WES": "BLUE"}
    assert variant.board.provinces["EAS"].home == "RED"
    assert folder.styles["RED"].pattern is Pattern.DOTS
    assert folder.styles["BLUE"].unit.startswith("#")


def test_what_goes_unsaid_is_as_in_the_standard_game() -> None:
    variant = variant_of(ISLAND)
    assert str(variant.start.phase) == "S1901M"
    assert [f"{step.season}{step.kind}" for step in variant.calendar.steps] == ["SM", "SR", "FM", "FR", "WA"]
    assert set(variant.board.kinds) == {"A", "F"}
    assert variant.builds is BuildPolicy.HOME


@one_by_one(
    ("old", "new", "line_with", "words"),
    [
        ('fleet = ["SEA", "WES/NC"]', 'fleet = ["SEE", "WES/NC"]', '"SEE"', "unknown province 'SEE'"),
        ('fleet = ["EAS", "WES/NC"]', 'fleet = ["EAS"]', 'fleet = ["SEA", "EAS"]', "F can go from WES/NC to SEA and not back"),
        ('fleet = ["WES/SC"]', 'fleet = ["WES/EC"]', '"WES/EC"', "WES has no coast 'EC'; expected WES/NC, WES/SC"),
        ('start = ["A EAS"]', 'start = ["F WES"]', '"F WES"', "stands elsewhere there"),
        ('start = ["A EAS"]', 'start = ["A SEA"]', '"A SEA"', "army cannot stand on sea ground"),
        ('start = ["A EAS"]', 'start = ["A EAS", "A WES"]', "F WES/NC", "stands there already"),
        ('home = ["EAS"]', 'home = ["BAY"]', '["BAY"]', "BAY is not a supply centre"),
        ('home = ["EAS"]', 'home = ["WES"]', 'home = ["WES"]', "WES is a home of RED already"),
        ('aliases = ["WST"]', 'aliases = ["SEA"]', "[provinces.SEA]", "'SEA' means WES already"),
        (
            'terrain = "sea"\nfleet = ["EAS"',
            'terrain = "lake"\nfleet = ["EAS"',
            '"lake"',
            "expected one of inland, coastal, sea, impassable",
        ),
        ('fill = "#DD7F55"', 'fill = "reddish"', "reddish", "a colour such as #C4481A"),
        ("victory = 2", "victory = 3", "victory = 3", "victory needs 3 centres and the board has 2"),
        ('letter = "R"', 'lettre = "R"', "lettre", "unknown key 'powers.RED.lettre'"),
        ("format = 1", "format = 9", "format = 9", "made for a newer program"),
        ('name = "Red"', "name = 5", "name = 5", "powers.RED.name is a whole number; expected text in quotes"),
        ('pattern = "dots"', 'pattern = "stars"', "stars", "expected one of none, diagonal"),
    ],
)
def test_a_fault_names_its_line_and_what_was_expected(old: str, new: str, line_with: str, words: str) -> None:
    text = changed(old, new)
    found = messages(text)
    assert any(words in message for message in found), found
    message = next(message for message in found if words in message)
    first = [number for number, line in enumerate(text.splitlines(), 1) if line_with in line]
    assert message.startswith(tuple(f"variant.toml:{number}:" for number in first)), (message, first)


def test_all_faults_are_listed_not_only_the_first() -> None:
    text = (
        changed('"SEA", "WES/NC"', '"SEE", "WES/XX"').replace('home = ["WES"]', 'home = ["QQQ"]').replace("victory = 2", "victory = true")
    )
    found = messages(text)
    for words in ("'SEE'", "no coast 'XX'", "'QQQ'", "victory is true or false"):
        assert any(words in message for message in found), (words, found)


def test_a_manifest_with_every_value_of_the_wrong_type_is_refused_without_a_crash() -> None:
    for value in ("5", "true", '"x"', "[1, [2]]", "{ a = 1 }", "1979-05-27", "nan"):
        lines = [f"{line.split(' = ')[0]} = {value}" if " = " in line else line for line in ISLAND.splitlines()]
        folder, faults = read("\n".join(lines))
        assert folder is None
        assert len(faults) > 5


@one_by_one(
    "text",
    [
        "a = " + "[" * 5000 + "]" * 5000,
        "a = " + "{ a = " * 2000,
        "[" + ".".join("a" * 1 for _ in range(3000)) + "]",
        "a" + ".a" * 3000 + " = 1",
        "x = { " + "a." * 3000 + "a = 1 }",
        "\n" * 70_000,
        "a = '''" + "x" * 100_000,
        'a = "' + "\\" * 99_999,
        "a = 0x" + "f" * 100_000,
        "\x00",
        "= = =",
    ],
)
def test_toml_that_would_stall_a_reader_is_refused_with_a_place(text: str) -> None:
    folder, faults = read(text)
    assert folder is None
    assert faults
    assert faults[0].source == "variant.toml"


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(VariantError, match="no UTF-8"):
        load(MemorySource("x", {"variant.toml": b"\xff\xfe\x00"}))


def test_a_folder_without_a_manifest_says_so() -> None:
    with pytest.raises(VariantError, match=r"variant\.toml"):
        load(MemorySource("empty", {}))


def test_comments_and_strings_do_not_confuse_the_lines() -> None:
    text = '# [powers.X]\nname = """\n[not a table]\n"""\n' + ISLAND.replace('name = "Island"\n', "").replace("victory = 2", "victory = 99")
    found = messages(text)
    assert any(message.startswith(f"variant.toml:{line_of(text, 'victory = 99')}:") for message in found), found


def test_edges_carry_what_real_boards_need() -> None:
    text = ISLAND + (
        '[[edges]]\nbetween = ["EAS", "WES"]\nkinds = ["army"]\nstrength = 0.5\nsupports = false\nseasons = ["S"]\n'
        'first_year = 1903\npowers = ["RED"]\n[[edges]]\nfrom = "BAY"\nto = "SEA"\nkinds = ["fleet"]\n'
    )
    edges = variant_of(text).board.edges
    river = next(edge for edge in edges if edge.origin == Location("EAS") and edge.target == Location("WES"))
    assert (river.half_strength, river.supports, river.seasons, river.powers) == (1, False, frozenset("S"), frozenset({"RED"}))
    assert river.years == (1903, None)
    one_way = [edge for edge in edges if {edge.origin.province, edge.target.province} == {"BAY", "SEA"}]
    assert [(str(edge.origin), str(edge.target)) for edge in one_way] == [("BAY", "SEA")]


def test_a_third_kind_of_unit_a_calendar_of_its_own_and_dummies_can_be_said() -> None:
    kinds = """
[kinds.A]
name = "army"
terrains = ["inland", "coastal"]
convoyed = true
[kinds.F]
name = "fleet"
terrains = ["coastal", "sea"]
convoys = true
[kinds.W]
name = "wing"
terrains = ["inland", "coastal", "sea"]
captures = false
[calendar]
start = "W-0215A"
steps = ["W A", "S M", "S R captures"]
seasons = { W = "Winter", S = "Summer" }
year_step = 5
"""
    text = changed('army = ["WES"]', 'army = ["WES"]\nwing = ["SEA"]').replace(
        'fleet = ["EAS", "WES/NC"]', 'fleet = ["EAS", "WES/NC"]\nwing = ["EAS"]'
    )
    text = text.replace('name = "Blue"', 'name = "Blue"\nrole = "neutral"\nvictory = 1') + kinds
    variant = variant_of(text)
    assert not variant.board.kinds["W"].captures
    assert str(variant.start.phase) == "W-0215A"
    assert variant.calendar.year_step == 5
    assert variant.powers["BLUE"].role is PowerRole.NEUTRAL
    assert variant.powers["BLUE"].victory == 1


def test_names_cannot_lead_out_of_a_folder(tmp_path: object) -> None:
    from pathlib import Path

    root = Path(str(tmp_path)) / "variant"
    root.mkdir()
    (root.parent / "secret").write_text("secret")
    (root / "variant.toml").write_text(ISLAND)
    (root / "link").symlink_to(root.parent / "secret")
    source = FolderSource(root)
    assert source.read("variant.toml") == ISLAND.encode()
    for name in ("../secret", "link", "/etc/hostname", "..", "a/../../secret", ""):
        with pytest.raises(FileNotFoundError):
            source.read(name)


def test_a_source_is_read_again_to_the_same_variant() -> None:
    assert load(source_of(ISLAND)).variant == load(source_of(ISLAND)).variant


def test_rules_are_chosen_by_name_by_number_and_over_a_preset() -> None:
    from adjudicator.rules import presets

    rules = variant_of(ISLAND + '[rules]\npreset = "2000 rulebook"\n"4.A.3" = "DPTG"\nremoval_distance = "owned"\n').rules
    assert rules.convoy_paradox is presets()["2000 rulebook"].convoy_paradox
    assert rules.adjacent_convoy == "DPTG"
    assert rules.removal_distance.name == "OWNED"


@pytest.mark.parametrize("line", ['preset = "1850"', 'removal_distance = "far"', 'removal = "owned"', '"4.A.3" = 5'])
def test_a_wrong_rule_is_answered_with_those_there_are(line: str) -> None:
    text = ISLAND + "[rules]\n" + line + "\n"
    (message,) = messages(text)
    assert message.startswith(f"variant.toml:{line_of(text, line)}: ")
    assert "expected" in message


def test_a_power_may_own_less_than_its_home_and_have_cores() -> None:
    text = changed('home = ["EAS"]\n', 'home = ["EAS"]\ncentres = []\ncores = ["WES"]\n').replace(
        "victory = 2", 'victory = 2\nbuilds = "cores"'
    )
    variant = variant_of(text)
    assert variant.board.provinces["EAS"].home == "RED"
    assert "EAS" not in variant.start.owners
    assert dict(variant.start.counters) == {"core RED WES": 1}
    assert variant.builds is BuildPolicy.CORES


def test_what_stands_twice_is_named_with_both_lines_beside_all_other_faults() -> None:
    """Directed steps by mistake, unknown names, duplicate codes and a centre with two owners: all of them at once."""
    text = (
        changed('fleet = ["EAS", "WES/NC"]', 'fleet = ["EAS"]')
        .replace('fleet = ["SEA", "WES/NC"]', 'fleet = ["SEE", "SEA", "WES/NC"]')
        .replace('home = ["WES"]', 'home = ["WES", "EAS"]')
        .replace("victory = 2", "victory = 2\nvictory = 1\n")
    )
    text += '[provinces.EAS]\nname = "Again"\nterrain = "lake"\n\n[provinces.sea]\nname = "Small"\nterrain = "sea"\n'
    text += '[[edges]]\nfrom = "QQQ"\nto = "EAS"\nunits = "F"\n'
    found = messages(text)
    lines = text.splitlines()
    for words, at in (
        (f"provinces.EAS stands twice, first in line {line_of(text, '[provinces.EAS]')}", lines.index("[provinces.EAS]", 40)),
        ("victory stands twice, first in line 5", lines.index("victory = 1")),
        ("unknown province 'SEE'", lines.index('fleet = ["SEE", "SEA", "WES/NC"]')),
        ("and not back", lines.index('fleet = ["SEA", "EAS"]')),
        ("EAS is a home of RED already", lines.index('home = ["WES", "EAS"]')),
        ("'sea' cannot be the code of a province", lines.index("[provinces.sea]")),
        ("'QQQ'", lines.index('from = "QQQ"')),
    ):
        assert any(message.startswith(f"variant.toml:{at + 1}:") and words in message for message in found), (words, at + 1, found)
    assert not any("Again" in message or "lake" in message for message in found)


def test_what_stands_twice_elsewhere_is_reported_with_its_line() -> None:
    with pytest.raises(VariantError) as caught:
        read_toml("colours.toml", b"[red]\nfill = 1\n[blue]\nfill = [\n  1,\n]\nfill = 2\n[red]\nink = 3\n")
    assert [str(fault) for fault in caught.value.faults] == [
        "colours.toml:7: blue.fill stands twice, first in line 4; expected each once",
        "colours.toml:8: red stands twice, first in line 1; expected each once",
    ]


def test_lists_of_tables_and_strings_that_look_like_headers_stand_as_often_as_they_like() -> None:
    text = b"[[edges]]\na = 1\n[[edges]]\na = 2\n[edges.inner]\nb = 1\n[[edges]]\n[edges.inner]\nb = 2\n"
    text += b'[x]\ny = """\n[x]\ny = 1\n"""\nz = { y = 1, w = { y = 1 } }\n'
    assert read_toml("a.toml", text).faults == ()


def test_a_drawing_that_is_not_in_the_folder_and_a_hook_that_is_nowhere_are_faults() -> None:
    text = ISLAND.replace("victory = 2", 'victory = 2\nhooks = ["gunbaot"]') + '[maps.main]\nname = "Main"\nfile = "main.svg"\n'
    found = messages(text)
    hook = f"variant.toml:{line_of(text, 'hooks =')}: unknown hook 'gunbaot'"
    assert any(message.startswith(hook) and "gunboat" in message for message in found), found
    drawing = f"variant.toml:{line_of(text, 'main.svg')}: the drawing 'main.svg' is not in the folder"
    assert any(message.startswith(drawing) for message in found), found


def test_drawings_and_hooks_of_the_folder_are_found() -> None:
    text = ISLAND.replace("victory = 2", 'victory = 2\nhooks = ["mine", "gunboat"]') + '[maps.main]\nname = "Main"\nfile = "main.svg"\n'
    folder = load(MemorySource("island", {"variant.toml": text.encode(), "main.svg": b"<svg/>", "hooks/mine.hook": b"title: Mine\n"}))
    assert folder.hooks == ("mine", "gunboat")
