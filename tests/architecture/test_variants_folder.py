"""`variants/` shows code; what comes with the program lies in folders called ``shipped``."""

from importlib.resources import files

from variants import shipped_ids


def test_the_root_of_variants_holds_code_and_the_shipped_variants_a_folder_of_their_own() -> None:
    root = files("variants")
    folders = [entry for entry in root.iterdir() if entry.is_dir() and not entry.name.startswith(("__", "."))]
    assert [folder.name for folder in folders if not folder.joinpath("__init__.py").is_file()] == ["shipped"]
    shipped = {entry.name for entry in root.joinpath("shipped").iterdir() if entry.is_dir() and not entry.name.startswith("__")}
    assert shipped == set(shipped_ids())
