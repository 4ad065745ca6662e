"""Mails with broken headers and words: whatever headers and words come, the judge answers or does not, and goes on."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.judge.incoming import incoming_letter
from app.judge.mail_words import mail_words, meant_by, word_in
from tests.quick import examples
from tests.unit.app.judge.table import JudgeTable

WORDS = (
    "SIGNON",
    "MASTER",
    "FRANCE",
    "harbour",
    "A PAR - BUR",
    "PRESS TO R",
    "ENDPRESS",
    "JOIN",
    "VOTE DRAW",
    "HELP",
    "> quoted",
    "GAME",
    "1",
    "SET",
)
HEADERS = (
    "Subject",
    "From",
    "Reply-To",
    "References",
    "Message-ID",
    "Content-Type",
    "Content-Transfer-Encoding",
    "Date",
    "Received",
    "Precedence",
)

lines = st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=40)), max_size=12).map("\n".join)
headers = st.lists(st.tuples(st.sampled_from(HEADERS), st.text(max_size=60)), max_size=6)
mails = st.one_of(
    st.binary(max_size=400),
    st.tuples(headers, lines).map(
        lambda both: ("From: zed@example.org\n" + "".join(f"{k}: {v}\n" for k, v in both[0]) + "\n" + both[1]).encode("utf-8", "replace")
    ),
)


@pytest.mark.slow
@given(mails)
@settings(max_examples=examples(150))
def test_whatever_comes_is_looked_at_without_an_error(raw: bytes) -> None:
    letter = incoming_letter(raw, ("judge@example.org",))
    assert len(letter.key) == 32
    for line in letter.lines:
        assert isinstance(meant_by(line.text), str)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> JudgeTable:
    """A judge with one game, for all mails."""
    with pytest.MonkeyPatch.context() as patched:
        root: Path = tmp_path_factory.mktemp("any") / "judge"
        patched.setenv("ENTENTE_HOME", str(root / "own"))
        made = JudgeTable(root)
        made.begin()
        return made


@pytest.mark.slow
@given(raw=mails)
@settings(max_examples=examples(40), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_whatever_comes_the_judge_goes_on(table: JudgeTable, raw: bytes) -> None:
    table.judge.spool.keep(raw)
    table.judge.answer_all()
    assert table.judge.spool.waiting() == ()
    assert not (table.folder.root / "aside").exists(), "none was put aside for an error"


def test_every_word_is_explained_and_known_by_its_usage() -> None:
    assert len(mail_words()) > 40
    for each in mail_words():
        assert each.help.endswith("."), each.usage
        plain = each.usage.partition(" [")[0]
        named = (
            plain.replace("ADDRESS ADDRESS", "ADDRESS a@b.org")
            .replace("TO ADDRESS", "TO a@b.org")
            .replace("SET EARLY ON|OFF", "SET EARLY ON")
        )
        said = named.replace(" CHOICE", " DRAW") if each.name in ("VOTE CHOICE", "PROPOSE CHOICE") else named
        if each.name not in ("ANSWER",):
            assert word_in(said) is not None, said
