"""A variant is packed into one file for a friend, and unpacked by its receiver."""

from __future__ import annotations

import hashlib
import io
import shutil
import tomllib
import zipfile
from pathlib import Path

import pytest

from app.session.errors import Abort, GivenUp, LineError
from app.session.hook_service import HookAnswer, HookChoice
from tests.unit.app.commands.fake_services import Desk
from variants.packed import SUMS

HOOK = '# title: Quiet\n# note: Nobody may write.\n\n\ndef on_press(ctx):\n    return {"refuse": "quiet"}\n'


@pytest.fixture
def desk() -> Desk:
    desk = Desk(game=False)
    desk.run("new-variant Two Lakes")
    return desk


def lakes(desk: Desk) -> Path:
    assert desk.session.shelf.folder is not None
    return desk.session.shelf.folder / "two-lakes"


def packed(desk: Desk, tmp_path: Path, name: str = "two-lakes") -> Path:
    desk.run(f"pack {name} {tmp_path / 'lakes.dpv'} --replace")
    return tmp_path / "lakes.dpv"


def members(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {each: archive.read(each) for each in archive.namelist()}


def rewritten(path: Path, **changed: bytes) -> Path:
    files = {**members(path), **{name.replace("__", "/"): content for name, content in changed.items()}}
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def forget(desk: Desk) -> None:
    """Empty the shelf, like that of a friend who has nothing of it yet."""
    for each in sorted(lakes(desk).rglob("*"), reverse=True):
        each.unlink() if each.is_file() else each.rmdir()
    lakes(desk).rmdir()


def test_a_pack_has_everything_and_the_checksum_of_each_file(desk: Desk, tmp_path: Path) -> None:
    (lakes(desk) / "board.svg~").write_text("a copy that an editor left")
    files = members(packed(desk, tmp_path))
    assert sorted(files) == [SUMS, "two-lakes/SOURCE.md", "two-lakes/board.svg", "two-lakes/variant.toml"]
    assert files["two-lakes/board.svg"] == (lakes(desk) / "board.svg").read_bytes()
    lines = {line[66:]: line[:64] for line in files.pop(SUMS).decode().splitlines()}
    assert lines == {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    assert b"none is stated" in files["two-lakes/SOURCE.md"]


def test_a_picture_comes_along_where_a_file_of_the_variant_names_it_and_one_of_a_game_does_not(desk: Desk, tmp_path: Path) -> None:
    (lakes(desk) / "map.png").write_bytes(b"exported")
    (lakes(desk) / "cover.jpg").write_bytes(b"drawn")
    (lakes(desk) / "SOURCE.md").write_text("![The cover](cover.jpg)\n")
    assert [name for name in members(packed(desk, tmp_path)) if name.endswith((".png", ".jpg"))] == ["two-lakes/cover.jpg"]


def test_the_same_variant_gives_the_same_file(desk: Desk, tmp_path: Path) -> None:
    first = packed(desk, tmp_path).read_bytes()
    assert packed(desk, tmp_path).read_bytes() == first


def test_a_friend_has_the_same_files_and_the_same_rules(desk: Desk, tmp_path: Path) -> None:
    shelved = desk.session.shelf.find("two-lakes")
    drawing = (lakes(desk) / "board.svg").read_bytes()
    path = packed(desk, tmp_path)
    forget(desk)
    desk.run(f"import {path}")
    assert (lakes(desk) / "board.svg").read_bytes() == drawing
    found = desk.session.shelf.find("two-lakes")
    assert shelved is not None
    assert found is not None
    assert found.checksum == shelved.checksum, "games go to and fro"


@pytest.mark.slow
def test_what_is_there_already_is_not_put_there_twice(desk: Desk, tmp_path: Path) -> None:
    path = packed(desk, tmp_path)
    forget(desk)
    desk.run(f"import {path}")
    assert "two-lakes is on the shelf already, the same in every file" in desk.run(f"import {path}")
    assert [each.id for each in desk.session.shelf.entries() if each.own] == ["two-lakes"]


@pytest.fixture
def other(desk: Desk, tmp_path: Path) -> Path:
    """A pack of the variant as it was; the one on the shelf is another by now."""
    path = packed(desk, tmp_path)
    rules = lakes(desk) / "variant.toml"
    rules.write_text(rules.read_text().replace('name = "Two Lakes"', 'name = "Three Lakes"'))
    return path


@pytest.mark.slow
def test_a_different_one_of_the_same_id_is_asked_about(desk: Desk, other: Path) -> None:
    with pytest.raises(Abort, match="Another variant called two-lakes is on the shelf; say what becomes of it with --same-id"):
        desk.run(f"import {other}")
    desk.services.is_interactive = True
    desk.services.answers = ["Leave it out"]
    desk.run(f"import {other}")
    assert 'name = "Three Lakes"' in (lakes(desk) / "variant.toml").read_text()
    assert "Another variant called two-lakes is on the shelf" in desk.services.asked[-1]


def test_the_new_one_takes_the_place_of_the_old_one_which_is_kept_aside(desk: Desk, other: Path) -> None:
    said = desk.run(f"import {other} --same-id replace")
    assert 'name = "Two Lakes"' in (lakes(desk) / "variant.toml").read_text()
    aside = lakes(desk).parent / ".replaced" / "two-lakes-1"
    assert str(aside) in said
    assert 'name = "Three Lakes"' in (aside / "variant.toml").read_text()
    assert [each.id for each in desk.session.shelf.entries() if each.own] == ["two-lakes"]


def test_beside_the_old_one_it_gets_another_id_and_keeps_every_other_letter(desk: Desk, other: Path) -> None:
    rules = members(other)["two-lakes/variant.toml"].decode()
    desk.run(f"import {other} --same-id beside")
    made = (lakes(desk).parent / "two-lakes-2" / "variant.toml").read_text()
    assert made == rules.replace('id = "two-lakes"', 'id = "two-lakes-2"', 1)
    assert {"two-lakes", "two-lakes-2"} <= set(desk.session.shelf.ids())


def test_an_id_in_other_quotation_marks_is_changed_as_well(desk: Desk, tmp_path: Path) -> None:
    rules = lakes(desk) / "variant.toml"
    rules.write_text(rules.read_text().replace('id = "two-lakes"', "id='two-lakes' # mine"))
    path = packed(desk, tmp_path)
    rules.write_text(rules.read_text() + "\n# another\n")
    desk.run(f"import {path} --same-id beside")
    assert "id='two-lakes-2' # mine" in (lakes(desk).parent / "two-lakes-2" / "variant.toml").read_text()


@pytest.mark.slow
def test_a_variant_that_it_extends_comes_along_and_keeps_its_child(desk: Desk, tmp_path: Path) -> None:
    child = lakes(desk).parent / "one-lake"
    child.mkdir()
    (child / "variant.toml").write_text('format = 1\nid = "one-lake"\nname = "One Lake"\nextends = "two-lakes"\n')
    path = packed(desk, tmp_path, "one-lake")
    assert {"one-lake/variant.toml", "two-lakes/board.svg"} <= set(members(path))
    rules = lakes(desk) / "variant.toml"
    rules.write_text(rules.read_text() + "\n# another\n")
    desk.run(f"import {path} --same-id beside")
    assert tomllib.loads((child.parent / "one-lake" / "variant.toml").read_text())["extends"] == "two-lakes"
    (child / "variant.toml").unlink()
    child.rmdir()
    desk.run(f"import {path} --same-id beside")
    assert tomllib.loads((child / "variant.toml").read_text())["extends"] == "two-lakes-3", "it follows where its parent got another id"
    assert "one-lake" in desk.session.shelf.ids()


def test_a_file_that_was_changed_on_its_way_is_refused_by_name(desk: Desk, tmp_path: Path) -> None:
    path = rewritten(packed(desk, tmp_path), **{"two-lakes__board.svg": b"<svg/>", "two-lakes__extra.md": b"added"})
    forget(desk)
    with pytest.raises(Abort) as refused:
        desk.run(f"import {path}")
    assert "two-lakes/board.svg: the file was changed or damaged after it was packed" in str(refused.value)
    assert "two-lakes/extra.md: the file was added after the variant was packed" in str(refused.value)
    assert desk.session.shelf.entry("two-lakes") is None


@pytest.mark.slow
def test_the_file_has_an_ending_of_its_own_unless_another_is_written(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    desk.run("pack two-lakes", f"pack two-lakes {tmp_path / 'named'}", f"pack two-lakes {tmp_path / 'earlier.zip'}")
    assert {each.name for each in tmp_path.iterdir()} >= {"two-lakes.dpv", "named.dpv", "earlier.zip"}
    assert members(tmp_path / "two-lakes.dpv") == members(tmp_path / "earlier.zip")
    forget(desk)
    desk.run("import earlier.zip")  # what was packed before the ending was there
    assert "two-lakes" in desk.session.shelf.ids()


def test_a_packed_variant_inside_an_archive_is_taken_out_too(desk: Desk, tmp_path: Path) -> None:
    content = packed(desk, tmp_path).read_bytes()
    forget(desk)
    with zipfile.ZipFile(tmp_path / "several.zip", "w") as archive:
        archive.writestr("lakes.dpv", content)
    desk.run(f"import {tmp_path / 'several.zip'}")
    assert "two-lakes" in desk.session.shelf.ids()


@pytest.mark.slow
def test_a_plain_archive_and_a_plain_folder_import_too(desk: Desk, tmp_path: Path) -> None:
    files = {name: content for name, content in members(packed(desk, tmp_path)).items() if name != SUMS}
    forget(desk)
    plain, folder = tmp_path / "plain.zip", tmp_path / "somewhere" / "lakes"
    with zipfile.ZipFile(plain, "w") as archive:
        for name, content in files.items():
            archive.writestr(name.removeprefix("two-lakes/"), content)
    desk.run(f"import {plain}")
    assert "two-lakes" in desk.session.shelf.ids()
    forget(desk)
    folder.mkdir(parents=True)
    for name, content in files.items():
        (folder / name.removeprefix("two-lakes/")).write_bytes(content)
    desk.run(f"import {folder}")
    assert "two-lakes" in desk.session.shelf.ids()
    forget(desk)
    desk.run(f"import {folder / 'variant.toml'}")
    assert "two-lakes" in desk.session.shelf.ids()


def test_names_that_lead_out_of_the_archive_write_nothing(desk: Desk, tmp_path: Path) -> None:
    path = packed(desk, tmp_path)
    forget(desk)
    files = {name: content for name, content in members(path).items() if name != SUMS}
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in {**files, "two-lakes/../../evil.svg": b"<svg/>", "/etc/evil.md": b"x", "..\\evil.md": b"x"}.items():
            archive.writestr(name, content)
    desk.run(f"import {path}")
    assert sorted(each.name for each in lakes(desk).iterdir()) == ["REPORT.txt", "SOURCE.md", "board.svg", "variant.toml"]
    assert not list(lakes(desk).parent.parent.rglob("evil*"))


@pytest.mark.slow
def test_an_archive_that_swells_is_refused(desk: Desk, tmp_path: Path) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("lakes/variant.toml", b"# " + b" " * 30_000_000)
    path = tmp_path / "bomb.zip"
    path.write_bytes(stream.getvalue())
    with pytest.raises(Abort, match=r"unpacks to .* times its size"):
        desk.run(f"import {path}")


@pytest.fixture
def hooked(desk: Desk, tmp_path: Path) -> Path:
    rules = lakes(desk) / "variant.toml"
    rules.write_text(rules.read_text().replace("\n[", '\nhooks = ["quiet"]\n\n[', 1))
    (lakes(desk) / "hooks").mkdir()
    (lakes(desk) / "hooks" / "quiet.hook").write_text(HOOK)
    path = packed(desk, tmp_path)
    forget(desk)
    return path


@pytest.mark.slow
def test_hooks_are_shown_before_anything_is_put_onto_the_shelf(desk: Desk, hooked: Path) -> None:
    desk.services.is_interactive = True
    desk.services.hook_answer = HookAnswer(HookChoice.CLOSE)
    with pytest.raises(GivenUp):
        desk.run(f"import {hooked}")
    assert [each.text.name for each in desk.services.shown_hooks] == ["quiet"]
    assert desk.session.shelf.entry("two-lakes") is None
    desk.services.hook_answer = HookAnswer(HookChoice.RUN)
    desk.run(f"import {hooked}")
    desk.services.hook_answer = HookAnswer(HookChoice.CLOSE)
    desk.run("new two-lakes")
    assert desk.session.game.hooks_at(desk.session.cursor)


@pytest.mark.slow
def test_without_agreeing_it_is_imported_and_asked_about_again(desk: Desk, hooked: Path) -> None:
    desk.services.is_interactive = True
    desk.services.hook_answer = HookAnswer(HookChoice.WITHOUT)
    desk.run(f"import {hooked}")
    desk.services.shown_hooks = []
    with pytest.raises(Abort, match="Nobody has agreed to run quiet"):
        desk.run("new two-lakes")
    assert [each.text.name for each in desk.services.shown_hooks] == ["quiet"]


@pytest.mark.slow
def test_on_the_command_line_hooks_are_named_or_left_off(desk: Desk, hooked: Path) -> None:
    with pytest.raises(LineError, match=r"--hooks=off imports it without agreeing to them, --hooks=[0-9a-f]{64} agrees to them"):
        desk.run(f"import {hooked}")
    assert desk.session.shelf.entry("two-lakes") is None
    desk.session.hooks.left_off = True
    desk.run(f"import {hooked}")
    assert "two-lakes" in desk.session.shelf.ids()


def test_unit_symbols_of_ones_own_that_the_variant_is_shown_with_come_along(desk: Desk, tmp_path: Path) -> None:
    sets = desk.session.unit_sets.folder
    assert sets is not None
    sets.mkdir(parents=True, exist_ok=True)
    (sets / "galleys.toml").write_text('name = "Galleys"\n[kinds.A]\nbody = "square"\n[kinds.F]\nbody = "bar"\n')
    (sets / "others.toml").write_text((sets / "galleys.toml").read_text())
    manifest = lakes(desk) / "variant.toml"
    manifest.write_text(manifest.read_text() + '\n[unit_sets.galleys]\nname = "Galleys of old"\nfile = "galleys"\n')
    files = members(packed(desk, tmp_path))
    assert [name for name in files if name.startswith("unit-sets/")] == ["unit-sets/galleys.toml"], "and nothing that it does not name"
    galleys = (sets / "galleys.toml").read_bytes()
    forget(desk)
    (sets / "galleys.toml").unlink()
    desk.run(f"import {tmp_path / 'lakes.dpv'}")
    assert (sets / "galleys.toml").read_bytes() == galleys


def test_the_folder_of_a_variant_names_it_as_well_as_its_id(desk: Desk, tmp_path: Path) -> None:
    by_id = packed(desk, tmp_path).read_bytes()
    assert packed(desk, tmp_path, str(lakes(desk) / "variant.toml")).read_bytes() == by_id
    assert not any("is not on the shelf" in each for each in desk.services.said)
    shutil.copytree(lakes(desk), tmp_path / "elsewhere" / "ponds")
    manifest = tmp_path / "elsewhere" / "ponds" / "variant.toml"
    manifest.write_text(manifest.read_text().replace('"two-lakes"', '"ponds"'))
    files = members(packed(desk, tmp_path, str(manifest.parent)))
    assert files["ponds/variant.toml"] == manifest.read_bytes()
    assert "There is no small picture in it: ponds is not on the shelf of New Game." in desk.services.said
    manifest.write_text("nonsense")
    with pytest.raises(Abort, match=r"ponds cannot be played yet: variant\.toml:1"):
        packed(desk, tmp_path, str(manifest.parent))


def test_a_file_that_is_there_is_not_written_over_unasked(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "mine.zip"
    path.write_bytes(b"mine")
    with pytest.raises(Abort, match="is there already; --replace writes over it"):
        desk.run(f"pack two-lakes {path}")
    assert path.read_bytes() == b"mine"
