"""Results as files: who gets what, all or none, and nothing that a power may not see."""

from __future__ import annotations

import errno
import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from app.cli.terminal_services import CommandLineServices
from app.game.record import Cursor, Game
from app.game.storage.atomic import StorageError, write_new
from app.mail_out import making
from app.mail_out.making import Package, Wish, files_of, make, plan, readers_of, safe_name, write_together
from app.mail_out.readers import named_template
from app.session.errors import CommandError
from app.session.services import PictureFormat
from tests.unit.app.mail_out.round_of_two import desk
from tests.unit.app.session.command_output import Sight, desk_of, shared_sight
from tests.unit.app.session.fog_twins import fog_twin
from tests.unit.app.session.twins import SECRETS, twin


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_everybody_and_each_power_gets_a_text_and_a_page_and_all_share_one_picture(tmp_path: Path) -> None:
    said = desk().run(f"results-files {tmp_path}/out")
    found = names(tmp_path / "out")
    assert len(found) == 17
    assert {"Test F1901M everybody.txt", "Test F1901M Austria-Hungary.pdf", "Test F1901M.png"} <= set(found)
    assert said == f"17 files written to {tmp_path}/out."


def test_for_one_power_alone_only_its_files_are_written(tmp_path: Path) -> None:
    desk().run(f"results-files {tmp_path}/out --power italy --picture jpg --no-pdf --template html")
    assert names(tmp_path / "out") == ["Test F1901M Italy.html", "Test F1901M Italy.txt", "Test F1901M.jpg"]
    page = (tmp_path / "out" / "Test F1901M Italy.html").read_text(encoding="utf-8")
    assert 'src="data:image/jpeg;base64,' in page
    assert (tmp_path / "out" / "Test F1901M Italy.txt").read_text(encoding="utf-8").startswith("Test, Fall 1901")


def test_addresses_stand_in_no_file_unless_they_are_asked_for(tmp_path: Path) -> None:
    made = desk()
    made.run(f"results-files {tmp_path}/without --replay --template html", f"results-files {tmp_path}/with --addresses")
    assert [each.name for each in (tmp_path / "without").iterdir() if b"example.org" in each.read_bytes()] == []
    text = (tmp_path / "with" / "Test F1901M England.txt").read_text(encoding="utf-8")
    assert "Austria-Hungary: Ada <ada@example.org>" in text


def test_through_one_powers_eyes_there_are_its_own_results_and_everybodys(tmp_path: Path) -> None:
    made = desk()
    made.run("view-as italy", f"results-files {tmp_path}/out --no-pdf --picture none")
    assert names(tmp_path / "out") == ["Test F1901M Italy.txt", "Test F1901M everybody.txt"]
    with pytest.raises(CommandError, match="shown to somebody else"):
        made.run(f"results-files {tmp_path}/other --power austria")


@pytest.fixture
def sight() -> Iterator[Sight]:
    with shared_sight() as found:
        yield found


def drawn(game: Game, reader: str, cursor: Cursor, sight: Sight | None = None, template: str = "html") -> Package:
    made = desk_of(game, None, sight=sight)
    planned = plan(made.session, cursor, (reader,), Wish(named_template(template), replay=True))
    (package,) = make(CommandLineServices(), planned, lambda *_: True)
    return package


@pytest.mark.slow
def test_twins_that_differ_in_secrets_give_equal_bytes() -> None:
    one, two = (twin("FRANCE", number, tuple(SECRETS)) for number in (1, 2))
    packages = [drawn(game, "FRANCE", Cursor("main", 0)) for game in (one, two)]
    same_bytes(*packages)


@pytest.mark.slow
def test_twins_under_fog_give_equal_bytes(sight: Sight) -> None:
    packages = [drawn(fog_twin("FRANCE", number), "FRANCE", Cursor("main", 0), sight) for number in (1, 2)]
    same_bytes(*packages)
    assert "secret" not in packages[0].text
    assert "3 units held" in packages[0].text, "its own units are listed"
    whole = [drawn(fog_twin("FRANCE", number), "", Cursor("main", 0), sight) for number in (1, 2)]
    same_bytes(*whole)


def same_bytes(one: Package, two: Package) -> None:
    assert (one.text, one.html) == (two.text, two.html)
    assert one.picture == two.picture
    assert one.page == two.page
    assert one.replay == two.replay
    assert one.picture is not None
    assert len(one.picture) <= 250_000
    assert Image.open(io.BytesIO(one.picture)).size[0] == 900


@pytest.mark.slow
def test_the_page_is_one_page_and_black_and_white_where_it_is_asked_for() -> None:
    made = desk()
    pages = []
    for colour in (True, False):
        planned = plan(made.session, Cursor("main", 1), ("ITALY",), Wish(named_template("plain"), None, colour=colour))
        (package,) = make(CommandLineServices(), planned, lambda *_: True)
        assert package.page is not None
        assert len(re.findall(rb"/Type /Page\b", package.page)) == 1
        pages.append(package.page)
    assert b"/ColorSpace /DeviceRGB" in pages[0]
    assert pages[0] != pages[1]
    assert b"/ColorSpace /DeviceRGB" not in pages[1], "the picture is grey"


@pytest.mark.parametrize("fails_at", [1, 5, 8])
def test_a_full_disk_leaves_nothing_half_written(fails_at: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "club"
    folder.mkdir()
    (folder / "1.txt").write_text("of the last round")
    usual, count = write_new, 0

    def write(path: Path, content: bytes, doing: str) -> None:
        nonlocal count
        count += 1
        if count == fails_at:
            path.write_bytes(content[:3])
            raise OSError(errno.ENOSPC, "No space left on device")
        usual(path, content, doing)

    monkeypatch.setattr(making, "write_new", write)
    with pytest.raises(StorageError, match=r"no space left on device\. Make room"):
        write_together(folder, {f"{number}.txt": b"new words" for number in range(8)})
    assert names(tmp_path) == ["club"]
    assert names(folder) == ["1.txt"]
    assert (folder / "1.txt").read_text() == "of the last round"


def test_a_full_disk_makes_no_new_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def write(path: Path, content: bytes, doing: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(making, "write_new", write)
    with pytest.raises(StorageError):
        write_together(tmp_path / "club", {"1.txt": b"words"})
    assert names(tmp_path) == []


def test_who_stops_it_gets_no_file(tmp_path: Path) -> None:
    made = desk()
    made.services.stops_work = True
    with pytest.raises(CommandError, match="Stopped"):
        made.run(f"results-files {tmp_path}/out")
    assert names(tmp_path) == []


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("../../etc/passwd", "etc passwd"),
        ("A\r\nBcc: all", "A Bcc all"),
        ("con: \x00 <b>", "con b"),
        ("...", "results"),
        ("x" * 300, "x" * 120),
        ("Größe; a=b", "Größe a b"),
    ],
)
def test_names_of_files_are_plain(name: str, safe: str) -> None:
    assert safe_name(name) == safe


def test_files_have_the_names_of_their_readers() -> None:
    made = desk()
    planned = plan(made.session, Cursor("main", 1), readers_of(made.session), Wish(named_template("plain"), PictureFormat.JPEG, page=False))
    packages = make(made.services, planned, lambda *_: True)
    assert "Test F1901M.jpg" in files_of(packages)
    assert [each.facts.reader for each in packages] == ["", *made.session.variant.powers]


def test_files_are_put_into_a_folder_that_is_there_beside_what_is_in_it(tmp_path: Path) -> None:
    folder = tmp_path / "club"
    folder.mkdir()
    for name in ("1.txt", "2.txt"):
        (folder / name).write_text("of the last round")
    assert write_together(folder, {"1.txt": b"new", "3.txt": b"more"}) == (folder / "1.txt", folder / "3.txt")
    assert {path.name: path.read_text() for path in folder.iterdir()} == {"1.txt": "new", "2.txt": "of the last round", "3.txt": "more"}
    assert names(tmp_path) == ["club"]


def test_a_folder_that_is_not_there_is_made_as_others_may_look_into_it(tmp_path: Path) -> None:
    assert write_together(tmp_path / "deep" / "club", {"1.txt": b"new"}) == (tmp_path / "deep" / "club" / "1.txt",)
    assert (tmp_path / "deep" / "club" / "1.txt").read_text() == "new"
    assert (tmp_path / "deep" / "club").stat().st_mode & 0o777 == 0o755
    assert names(tmp_path / "deep") == ["club"]
