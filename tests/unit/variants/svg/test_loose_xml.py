"""XML of older programs is read as far as it is harmless."""

from __future__ import annotations

import pytest

from languages import using
from variants.fault import VariantError
from variants.importers.draft import ImportReport
from variants.svg.read_xml import read_loose_xml


def read(text: str | bytes) -> tuple[str, list[str]]:
    report = ImportReport()
    root = read_loose_xml(text if isinstance(text, bytes) else text.encode(), "x.xml", report.mended)
    words = " ".join(f"{each.tag}={each.text.strip()}" for each in root.walk())
    return words, [str(fault) for fault in report.lines()]


def test_undeclared_prefixes_are_kept_as_they_stand() -> None:
    assert read('<svg><jdipNS:UNIT x="1"/><svg:g>a</svg:g></svg>') == ("svg= jdipNS:UNIT= g=a", [])


def test_a_document_type_is_cut_out_with_everything_it_declares() -> None:
    text = '<!DOCTYPE a [ <!ENTITY % x "y"> <!ATTLIST a b CDATA "]>"> <!-- ]> --> ]>\n<a>1</a>'
    assert read(text) == ("a=1", [])


def test_entities_are_never_expanded() -> None:
    text = '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd"><!ENTITY l "ha"><!ENTITY m "&l;&l;">]><a>&e;&m;</a>'
    words, report = read(text)
    assert words == "a=??"
    assert "unknown entities e, m: taken out" in report[0]


def test_lines_are_counted_past_a_document_type() -> None:
    with pytest.raises(VariantError, match=r"x\.xml:5"):
        read("<!DOCTYPE a [\n<!ELEMENT a ANY>\n]>\n<a>\n<b></c></a>")


def test_latin_1_is_read_where_no_encoding_is_declared() -> None:
    words, report = read("<a>Città</a>".encode("latin-1"))
    assert words == "a=Città"
    assert "read as Latin-1" in report[0]


@pytest.mark.parametrize("code", ["de", "fr", "it", "es", "pseudo"])
def test_the_language_in_use_changes_nothing_of_what_is_read(code: str) -> None:
    with using(code):
        assert read("<a>Città</a>".encode("latin-1"))[0] == "a=Città"


def test_a_declared_encoding_is_followed() -> None:
    assert read('<?xml version="1.0" encoding="ISO-8859-1"?><a>Città</a>'.encode("latin-1")) == ("a=Città", [])
    assert read("<?xml version='1.0' encoding='UTF-16'?><a>Città</a>".encode("utf-16"))[0] == "a=Città"


def test_stray_ampersands_and_letters_of_html_are_mended() -> None:
    assert read("<a>R&D&nbsp;&mdash;</a>")[0] == "a=R&D\xa0—"


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "no XML"),
        ("<a>", "no XML"),
        ("<!DOCTYPE a [ <a/>", "never ends"),
        ("<a>" * 100, "nested too deeply"),
        ("<a " + " ".join(f'b{n}="1"' for n in range(100)) + "/>", "too many attributes"),
        (b"\0\0\0\0", "no XML"),
        ('<?xml version="1.0" encoding="klingon"?><a/>', "no XML"),
    ],
)
def test_what_cannot_be_read_is_reported(text: str | bytes, part: str) -> None:
    with pytest.raises(VariantError, match=part):
        read(text)


def test_too_many_elements_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("variants.svg.read_xml.MOST_ELEMENTS", 50)
    with pytest.raises(VariantError, match="too many elements"):
        read("<a>" + "<b/>" * 60 + "</a>")
