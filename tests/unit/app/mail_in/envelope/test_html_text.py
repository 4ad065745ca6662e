"""The text of an HTML mail: one line for each that a person sees, quotes marked, and what is struck out between ``~~``."""

from __future__ import annotations

import pytest

from app.mail_in.envelope.html_text import MOST_HTML, text_of_html
from tests.quick import one_by_one


@one_by_one(
    ("html", "text"),
    [
        ("A Par - Bur", "A Par - Bur"),
        ("A Par - Bur<br>A Mar - Spa", "A Par - Bur\nA Mar - Spa"),
        ("A Par<br><br>A Mar", "A Par\n\nA Mar"),
        ("<div>A Par</div><div>A Mar</div>", "A Par\nA Mar"),
        ("<p>A Par</p><p>A Mar</p>", "A Par\n\nA Mar"),
        ("A Par<p>A Mar", "A Par\n\nA Mar"),
        ("A Par<hr>A Mar", "A Par\n\nA Mar"),
        ("<ul><li>A Par<li>A Mar</ul>F Bre", "- A Par\n- A Mar\n\nF Bre"),
        ("<ol><li>A Par</li></ol>F Bre", "- A Par\n\nF Bre"),
        ("<table><tr><td>A</td><td>Par</td></tr><tr><th>F</th><th>Bre</th></tr></table>H", "A Par\nF Bre\n\nH"),
        ("<h1>Orders</h1>A Par<h6>End</h6>", "Orders\nA Par\nEnd"),
        ("  A \t\r\n  Par\xa0- Bur  ", "A Par - Bur"),
        ("<b>A </b> <i> Par</i>", "A Par"),
        ("<b>A</b>Par", "APar"),
        ("A&nbsp;Par &lt;&amp;&gt; &#65;", "A Par <&> A"),
        ("<pre>A Par\n  A Mar\n\nF Bre</pre>x", "A Par\nA Mar\n\nF Bre\nx"),
        ("<pre>A\n<pre>B\nC</pre>D\nE</pre>F\nG", "A\nB\nC\nD\nE\nF G"),
        ("<br><br>A<br><br><br><br>B<br>", "A\n\nB"),
    ],
)
def test_each_line_that_is_seen_is_a_line(html: str, text: str) -> None:
    assert text_of_html(html) == text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("A<blockquote>B</blockquote>C", "A\n> B\nC"),
        ("A<blockquote>B<blockquote>C</blockquote>D</blockquote>E", "A\n> B\n> > C\n> D\nE"),
        ("</blockquote>A<blockquote>B", "A\n> B"),
        ("<blockquote><p>A</p><p>B</p></blockquote>", "> A\n>\n> B\n>"),
        ("<blockquote>A<br><br>B</blockquote>", "> A\n>\n> B"),
    ],
)
def test_what_is_quoted_is_marked_as_often_as_it_is_quoted(html: str, text: str) -> None:
    assert text_of_html(html) == text


@pytest.mark.parametrize("tag", ["s", "strike", "del", "span style='color: red; text-decoration: line-through'"])
def test_what_is_struck_out_stands_between_marks(tag: str) -> None:
    end = tag.partition(" ")[0]
    assert text_of_html(f"A Par - <{tag}>Bur</{end}> Pic") == "A Par - ~~Bur~~ Pic"
    assert text_of_html(f"<{tag}>A Par<br>A Mar</{end}><br>F Bre") == "~~A Par~~\n~~A Mar~~\nF Bre"


def test_a_mark_of_striking_within_another_ends_with_its_own_end() -> None:
    assert text_of_html("<del>A <s>B</s> C</del> D") == "~~A ~~B~~ C~~ D"
    assert text_of_html("<s>A</b> B</s> C") == "~~A B~~ C"
    assert text_of_html("<br style='text-decoration:line-through'>A") == "A"


@pytest.mark.parametrize("tag", ["script", "style", "head", "title", "template", "noscript"])
def test_what_nobody_sees_is_no_line(tag: str) -> None:
    assert text_of_html(f"A<{tag}>B</{tag}>C") == "AC"


def test_tags_within_what_nobody_sees_end_before_it_does() -> None:
    assert text_of_html("A<template><div>B</div><img>C</template>D") == "AD"
    assert text_of_html("<head><title>T</title><meta>X<body>A") == "A", "a body begins what is seen, whatever was left open"


def test_comments_are_no_text_and_one_without_an_end_ends_the_mail() -> None:
    assert text_of_html("A<!-- B -->C<!-- > D -->E") == "ACE"
    assert text_of_html("A<!-- B") == "A"
    assert text_of_html("<!-- A -->B") == "B"
    assert text_of_html("A<!---->B-->") == "AB-->"


def test_a_tag_that_does_not_end_is_text() -> None:
    assert text_of_html("A < B") == "A < B"
    assert text_of_html("A <b B <i>C</i>") == "A <b B C"


def test_a_long_mail_is_read_at_its_start() -> None:
    assert text_of_html("x" * MOST_HTML + "y") == "x" * MOST_HTML


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ('A Par H<div style="display: none">A Par - Bur</div>F Bre H', "A Par H\n> A Par - Bur\nF Bre H"),
        ('A Par H<span style="visibility:hidden">A Par - Bur</span>F Bre H', "A Par H\n> A Par - Bur\nF Bre H"),
        ("<p hidden>A Par - Bur</p><p>F Bre H</p>", "> A Par - Bur\n\nF Bre H"),
        ('<div style="mso-hide:all">A<div>B</div>C</div>D', "> A\n> B\n> C\nD"),
        ("<div hidden><blockquote>A</blockquote>B<br></div>C", "> > A\n> B\nC"),
        ("A<p hidden>B<p>C", "A\n>\n> B\n>\n> C"),
        ('<img style="display:none">A', "A"),
    ],
)
def test_what_a_reader_does_not_see_is_marked_as_a_quote(html: str, text: str) -> None:
    assert text_of_html(html) == text


@one_by_one(
    ("html", "text"),
    [
        ("<!--x-->A", "A"),
        ("A<!-->B-->C", "AC"),
        ("A<!-- x", "A"),
        ("A &am", "A &am"),
        ("A &lt", "A <"),
        ("<p style>A", "A"),
        ("<p class='display:none'>A", "A"),
        ("<head><title hidden>x</title></head><p>A", "A"),
        ("<table><tr><td>A</td><td><p>Par</p></td><td><div>H</div></td></tr></table>", "A  Par  H"),
        ("<table><tr><td><p>A</p><p>Par</p></td></tr></table><p>B</p><p>C</p>", "A Par\n\nB\n\nC"),
        ("<td>A</td><p>B</p><p>C</p>", "A\n\nB\n\nC"),
        ("</td><td><div>A</div><div>B</div></td>", "A B"),
        ("<td><td>A</td><div>B</div></td><div>C</div><div>D</div>", "A B\nC\nD"),
        ("<th>A</th><th>B</th><div>C</div><div>D</div>", "A B\nC\nD"),
        ("<td></td><td>A</td>", "A"),
        ("<td><p>A</p>", "A"),
        ("<div hidden><p><div>x</div></p>y</div>z", "> x\n>\n> y\nz"),
        ("<div hidden><span hidden>x</span>y</div>z", "> xy\nz"),
        ("<div hidden></blockquote>x</div>y", "> x\ny"),
        ("<blockquote><div hidden>x</div>y</blockquote>z", "> > x\n> y\nz"),
        ("<blockquote><blockquote><div hidden>x</div>y</blockquote>w</blockquote>z", "> > > x\n> > y\n> w\nz"),
        ("<li>A</li>B", "- A\nB"),
        ("</pre><pre>A\nB</pre>", "A\nB"),
        ("<s>A<br>B</s>C", "~~A~~\n~~B~~C"),
        ("<s><br></s>A", "~~~~\n~~~~A"),
        ("<s></s>", "~~~~"),
        ("A<s>B</s> C", "A~~B~~ C"),
        (" A  B ", "A B"),
        ("<p> A</p> B", "A\n\nB"),
        ("<b> A</b><i> B</i>", "A B"),
        ("<td> A</td><td> B</td>", "A B"),
        ("<span hidden>x</span>y", "> x\ny"),
        ("<p hidden>x<p>y</p>z</p>w", "> x\n>\n> y\n>\n> z\n\nw"),
        ("<div style='display: none'>x</div>y<div>z</div>", "> x\ny\nz"),
        ("<li> A", "- A"),
        ("<td>A<br></td><td>B</td>", "A\nB"),
        ("<tr><td>A</td></tr><tr><td>B</td></tr>", "A\nB"),
        ("<del>A</del><strike>B</strike>", "~~A~~~~B~~"),
        ("<p style='text-decoration: line-through'>A</p>B", "~~A~~\n\nB"),
        ("<br style='line-through'>A", "A"),
        ("<script>A</script>B", "B"),
        ("<template><p>A</p></template>B", "B"),
        ("<body><script>x<body>A", ""),
        ("<h1>A</h1><h2>B</h2>C", "A\nB\nC"),
        ("<hr>A<hr>B", "A\n\nB"),
        ("<ul><li>A</li></ul>B", "- A\n\nB"),
        ("<ol><li>A</ol>B", "- A\n\nB"),
        ("<pre>A\n\n B</pre>C", "A\n\nB\nC"),
        ("<blockquote>A<p>B</p></blockquote>C", "> A\n>\n> B\n>\nC"),
        ("a&nbsp;&nbsp;b", "a b"),
        ("<a href='x'>A</a>", "A"),
        ("A < B", "A < B"),
        ("A <b", "A <b"),
        ("<p>A</p><p></p><p></p><p>B</p>", "A\n\nB"),
        ("<br><br><br><br>A<br><br><br><br>B", "A\n\nB"),
        ("<td>A<h1>B</h1>C</td>", "A\nB\nC"),
        ("<div hidden><span>x</div>y", "> x\ny"),
        ("<!-- A --->B", "B"),
        ("<!-- A", ""),
        ("<!--->A", ""),
        ("<div hidden>x<div>y</div>z</div>w", "> x\n> y\n> z\nw"),
    ],
)
def test_tags_part_quote_strike_and_hide(html: str, text: str) -> None:
    assert text_of_html(html) == text
