"""The site: every page is reached, every link and picture leads somewhere. No generator is needed."""

from __future__ import annotations

import posixpath

import pytest

from app.commands.declaring.registry import COMMANDS
from app.presentation.help_pages import HelpPart, help_pages
from scripts.website.contents import PARTS, ROOT, START, beside, page_paths, parts
from scripts.website.links import anchors, pictures, targets, with_targets
from scripts.website.looks import DAY, NIGHT, variables
from scripts.website.staging import AWAY, LostLinkError, place, resolve, staged_files, staged_pages
from tests.quick import one_by_one


@one_by_one("page", page_paths())
def test_every_link_of_the_page_leads_somewhere(page: str) -> None:
    for target in targets((ROOT / page).read_text(encoding="utf-8")):
        resolve(page, target)


def test_every_page_is_reached_once() -> None:
    listed = [page for _, pages in parts() for page in pages]
    listed += [page for folder in page_paths() for page in beside(folder)]
    assert sorted([*listed, START]) == sorted(page_paths())


def test_parts_name_pages_that_are_there() -> None:
    assert {page for _, pages in PARTS for page in pages} <= set(page_paths())


def test_every_picture_says_in_words_what_it_shows() -> None:
    bare = [(page, target) for page in page_paths() for words, target in pictures((ROOT / page).read_text("utf-8")) if len(words) < 10]
    assert bare == []


@pytest.mark.slow
def test_links_of_staged_pages_lead_to_staged_pages_and_files() -> None:
    pages, files = staged_pages(), staged_files()
    for name, text in pages.items():
        for target in targets(text):
            file, _, anchor = target.partition("#")
            if target.startswith(AWAY):
                continue
            path = posixpath.normpath(posixpath.join(posixpath.dirname(name), file)) if file else name
            assert path in pages or path in files, f"{name}: {target}"
            assert not anchor or anchor in anchors(pages[path]), f"{name}: {target}"


@pytest.mark.slow
def test_the_site_and_the_help_show_the_same_guide() -> None:
    helped = {page.id for page in help_pages(COMMANDS) if page.part is HelpPart.GUIDE}
    shown = {name.removeprefix("guide/").removesuffix(".md") for name in staged_pages() if name.startswith("guide/")}
    assert shown - {"index"} == helped


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("nowhere.md", "no page"),
        ("first-game.md#no-such-heading", "no heading"),
        ("../../pyproject.toml", "no page"),
        ("#nothing", "no heading"),
    ],
)
def test_a_link_that_leads_nowhere_is_named_with_its_page(target: str, reason: str) -> None:
    with pytest.raises(LostLinkError, match=f"docs/guide/game-master.md: .*{reason}"):
        resolve("docs/guide/game-master.md", target)


def test_links_in_code_are_left_alone() -> None:
    text = "`[a](b.md)` and [c](d.md)\n\n```\n[e](f.md)\n```\n"
    assert targets(text) == ("d.md",)
    assert with_targets(text, lambda _: "x.md") == "`[a](b.md)` and [c](x.md)\n\n```\n[e](f.md)\n```\n"


def test_a_film_behind_its_still_counts_as_two_links() -> None:
    assert targets("[![A still of words](still.webp)](film.webp)") == ("still.webp", "film.webp")


def test_headings_that_are_alike_have_anchors_of_their_own() -> None:
    assert anchors("# One `two`\n## A, b\n## A, b\n") == {"one-two", "a-b", "a-b-1"}


def test_readmes_are_the_first_pages_of_their_folders() -> None:
    assert [place(each) for each in ("docs/guide/README.md", "docs/index.md", "SECURITY.md", "LICENSE")] == [
        "guide/index.md",
        "index.md",
        "project/security.md",
        "project/licence.md",
    ]


def test_colours_of_the_site_are_those_of_the_program() -> None:
    day, night = variables(DAY), variables(NIGHT)
    assert day.keys() == night.keys()
    assert all(day[name] != night[name] for name in ("color-background-primary", "color-foreground-primary", "color-brand-primary"))
