"""Keeps the catalogues of ``languages/`` in step with the code.

python -m scripts.catalogue update            take up what the code says, in every language; what it says no more goes
python -m scripts.catalogue compile           make what the program reads (``entente.mo.gz``)
python -m scripts.catalogue check             what is missing, unknown or broken; ends with 1 where anything is
python -m scripts.catalogue missing de        print what has no translation yet, numbered
python -m scripts.catalogue fill de FILE      take translations up from FILE: lines ``NUMBER: text``, as ``missing`` numbers them
python -m scripts.catalogue new nl            begin another language

A language has three catalogues: ``entente.po``, what the program says; ``guide.po``, the pages of the guide, a paragraph each; ``news.po``,
the lines of the change log.
"""

from __future__ import annotations

import argparse
import gzip
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from entente import __version__
from languages import markdown_pages
from languages.language import read_grammar
from scripts.page_sentences import bare, broken_page_sentence, extracted_changes, extracted_pages
from scripts.typography import typeset

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "languages"
ROOMS = ("languages", "adjudicator", "variants", "entente", "app")
KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {"tr": None, "mark": None, "plural": (1, 2), "tr_in": ((1, "c"), 2)}
MODULES = [("**.py", "scripts.module_sentences:said_in")]
_JOINT = " | "
"""Between the forms of a plural, where they stand in one line."""


def languages() -> list[str]:
    """The codes of the languages that have a catalogue."""
    return sorted(each.parent.name for each in FOLDER.glob("*/entente.po"))


def extracted() -> Catalog:
    """Extract the sentences of the code, and those declared in it (titles and help of commands, the questions of rules)."""
    from scripts.declared_sentences import declared_sentences

    template = Catalog(project="Entente", charset="utf-8")
    for room in ROOMS:
        found = extract_from_dir(
            ROOT / room, method_map=[("**.py", "scripts.module_sentences:said_in")], keywords=KEYWORDS, comment_tags=("Translators:",)
        )
        for name, _line, text, comments, context in sorted(found, key=lambda each: (each[0], each[1])):
            template.add(text, locations=[(f"{room}/{name}", 0)], auto_comments=comments, context=context)
    for name, _line, text, comments, context in extract_from_dir(
        ROOT / "resources" / "results", method_map=[("**.txt", "jinja2"), ("**.html", "jinja2")], keywords=KEYWORDS
    ):
        template.add(text, locations=[(f"resources/results/{name}", 0)], auto_comments=comments, context=context)
    for text, place in declared_sentences():
        template.add(text, locations=[(place, 0)])
    return template


@dataclass(frozen=True, slots=True)
class Domain:
    """One of the catalogues that a language has."""

    name: str
    """Name of its files."""

    extracted: Callable[[], Catalog]
    """Function that extracts the English sentences."""

    broken: Callable[[Message, str], Iterator[str]]
    """Function that yields the faults of a translation into the language of that code, in words. Nothing where there is none."""


def read(code: str, domain: Domain) -> Catalog:
    """The catalogue of the language *code*; an empty one where there is none yet."""
    file = FOLDER / code / f"{domain.name}.po"
    if not file.exists():
        return Catalog(locale=code, project="Entente", charset="utf-8", fuzzy=False)
    with file.open("rb") as source:
        return read_po(source, locale=code)


def write(code: str, domain: Domain, catalogue: Catalog) -> None:
    """Write *catalogue* to its file, in the order of the code, without line numbers: they would change with every edit."""
    target = BytesIO()
    write_po(target, catalogue, width=0, include_lineno=False, omit_header=False, ignore_obsolete=True)
    text = re.sub(
        rb'^"(POT-Creation-Date|PO-Revision-Date|Generated-By|Last-Translator)[^\n]*\n', b"", target.getvalue(), flags=re.MULTILINE
    )
    (FOLDER / code).mkdir(exist_ok=True)
    (FOLDER / code / f"{domain.name}.po").write_bytes(text)


def update(codes: Iterable[str]) -> None:
    """Take up what the code says now. A translation of a sentence that was reworded is not carried over: it would be a guess."""
    wanted = list(codes)
    for domain in DOMAINS:
        template = domain.extracted()
        for code in wanted:
            catalogue = read(code, domain)
            catalogue.update(template, no_fuzzy_matching=True)
            write(code, domain, catalogue)


def made_file(code: str, domain: Domain) -> Path:
    """Return the file that the program reads, packed to less than half."""
    return FOLDER / code / f"{domain.name}.mo.gz"


def compiled(code: str, domain: Domain) -> bytes:
    """Return the contents of the file for the program: the translations that are whole."""
    catalogue = read(code, domain)
    return _compiled(catalogue, [each for each in catalogue if each.id and list(domain.broken(each, code))])


def _compiled(catalogue: Catalog, left_out: Iterable[Message]) -> bytes:
    """The same for *catalogue*, which loses the messages that are *left_out*."""
    catalogue.creation_date = catalogue.revision_date = datetime(2026, 1, 1, tzinfo=UTC)  # the same file whenever it is made
    for message in left_out:
        catalogue.delete(message.id, message.context)
    target = BytesIO()
    write_mo(target, catalogue)
    return gzip.compress(target.getvalue(), mtime=0)


def forms(message: Message) -> tuple[str, ...]:
    """The translation of *message*, each form of a plural; empty texts where there is none."""
    return tuple(message.string) if isinstance(message.string, tuple | list) else (message.string or "",)


def texts(message: Message) -> tuple[str, ...]:
    """The English text of *message*: one, or singular and plural."""
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def places(text: str) -> Counter[str]:
    """The names of the places in *text*.

    Raises:
        ValueError: a brace is open, or none was opened.
    """
    return Counter(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def broken(message: Message, code: str) -> Iterator[str]:
    """Yield the faults of the translation of *message*, in words. Nothing where there is none."""
    english = texts(message)
    try:
        wanted = [set(places(each)) for each in english]
    except ValueError:
        wanted = [set()]  # a text without places, whose braces are meant
        if len(english) == 1 and english[0] == forms(message)[0]:
            return
    known = known_forms(FOLDER / code / "grammar.toml")
    for text in forms(message):
        if not text:
            continue
        try:
            pieces = list(Formatter().parse(text))
        except ValueError as error:
            if any(wanted):
                yield f"{text!r}: {error}"
            continue
        named = {name for _, name, _, _ in pieces if name is not None}
        if len(english) == 1 and named != wanted[0]:
            yield f"{text!r} has the places {sorted(named)}, not {sorted(wanted[0])}"
        elif len(english) > 1 and not wanted[1] - {"count"} <= named <= wanted[0] | wanted[1]:
            yield f"{text!r} has the places {sorted(named)}, not {sorted(wanted[1])}"
        english_forms = {form for each in english for _, _, form, _ in _parsed(each) if form}
        for _, name, form, _ in pieces:
            if form and form.casefold() not in known and form not in english_forms:
                yield f"{text!r}: {name} has the form {form!r}, which grammar.toml does not know"
        if text != typeset(text, code):
            yield f"{text!r} may break before a mark that belongs to its word"
        if english[0].count("\n") != text.count("\n"):
            yield f"{text!r} has other line breaks"


def known_forms(grammar: Path) -> frozenset[str]:
    """The forms of names that the file *grammar* knows."""
    return _known_forms(grammar, grammar.stat().st_mtime_ns if grammar.exists() else 0)


@cache
def _known_forms(grammar: Path, _changed: int) -> frozenset[str]:
    """The same, read once for the thousands of sentences that are looked at, and again when the file changed."""
    return frozenset(read_grammar(grammar).forms)


def broken_page(message: Message, code: str) -> Iterator[str]:
    """Yield the faults of the translation of a paragraph of a page, in words. Nothing where there is none."""
    yield from broken_page_sentence(str(message.id), forms(message)[0], labels(code))


@cache
def labels(code: str) -> dict[str, str]:
    """Return the labels of the window in English, without mnemonics and dots, with those in the language *code*.

    What has two translations is left out.
    """
    found: dict[str, set[str]] = {}
    for message in read(code, SENTENCES):
        if isinstance(message.id, str) and message.id and all(forms(message)):
            found.setdefault(bare(message.id), set()).add(bare(forms(message)[0]))
    return {english: texts.pop() for english, texts in found.items() if len(texts) == 1}


def _parsed(text: str) -> list[tuple[str, str | None, str | None, str | None]]:
    try:
        return list(Formatter().parse(text))
    except ValueError:
        return []


SENTENCES = Domain("entente", lambda: extracted(), broken)
GUIDE = Domain(markdown_pages.GUIDE, lambda: extracted_pages(), broken_page)
NEWS = Domain(markdown_pages.NEWS, lambda: extracted_changes(), broken_page)
DOMAINS = (SENTENCES, GUIDE, NEWS)


def faults(code: str) -> Iterator[str]:
    """Yield the missing, unknown and broken entries in the catalogues of *code*, each in one line."""
    for domain in DOMAINS:
        yield from (f"{code}: {each}" for each in faults_in(code, domain))


def faults_in(code: str, domain: Domain) -> Iterator[str]:
    """Yield the missing, unknown and broken entries in one catalogue."""
    catalogue = read(code, domain)
    known = {(tuple(texts(each)), each.context) for each in domain.extracted() if each.id}
    present = {(tuple(texts(each)), each.context): each for each in catalogue if each.id}
    for key in known - present.keys():
        yield f"not in the catalogue: {key[0][0]!r}"
    for key in present.keys() - known:
        yield f"unknown to the code: {key[0][0]!r}"
    wrong = {key: list(domain.broken(message, code)) for key, message in present.items()}
    for key in known & present.keys():
        if not all(forms(present[key])):
            yield f"not translated: {key[0][0]!r}"
        elif present[key].fuzzy:  # such a translation is not compiled
            yield f"marked as fuzzy: {key[0][0]!r}"
        yield from wrong[key]
    made = made_file(code, domain)
    if not made.exists() or made.read_bytes() != _compiled(catalogue, (present[key] for key, found in wrong.items() if found)):
        yield f"{made.name} is not what compile makes of {domain.name}.po"


def untranslated(code: str, under: tuple[str, ...] = ()) -> list[tuple[Message, Domain]]:
    """Return the entries without a translation, in the order of the catalogues; only those in files whose names begin as one of *under*."""
    return [
        (each, domain)
        for domain in DOMAINS
        for each in read(code, domain)
        if each.id and not all(forms(each)) and (not under or any(name.startswith(under) for name, _ in each.locations))
    ]


def print_missing(code: str, under: tuple[str, ...], most: int) -> None:
    """Print what has no translation, each with a number that ``fill`` knows again."""
    place = ""
    for message, domain in untranslated(code, under)[:most]:
        here = message.locations[0][0] if message.locations else ""
        if here != place:
            print(f"# {here}")
            place = here
        context = f" [{message.context}]" if message.context else ""
        print(f"{number_of(message, domain)}{context}: {_JOINT.join(texts(message))}".replace("\n", "\\n"))


def number_of(message: Message, domain: Domain) -> str:
    """A short name that stays as long as the English text does.

    The same words in the window and on a page are two sentences: one may be a heading, the other a fate in the feminine.
    """
    import hashlib

    text = "\0".join([*texts(message), message.context or "", *([] if domain is SENTENCES else [domain.name])])
    return hashlib.blake2s(text.encode(), digest_size=4).hexdigest()


def fill(code: str, file: Path) -> int:
    """Take translations up from *file*; what cannot be taken is printed. Returns the exit code."""
    catalogues = [(domain, read(code, domain)) for domain in DOMAINS]
    by_number = {number_of(each, domain): (each, domain, catalogue) for domain, catalogue in catalogues for each in catalogue if each.id}
    taken, refused = 0, 0
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        key, colon, text = line.partition(": ")
        found = by_number.get(key.strip().partition(" ")[0])
        if found is None or not colon:
            print(f"{file}:{number}: there is no sentence {key!r}")
            refused += 1
            continue
        wrong = _put_in(*found, text.replace("\\n", "\n"), code)
        if wrong:
            refused += 1
            print(f"{file}:{number}: {'; '.join(wrong)}")
        else:
            taken += 1
    for domain, catalogue in catalogues:
        write(code, domain, catalogue)
    labels.cache_clear()
    print(f"{taken} taken, {refused} refused, {len(untranslated(code))} left")
    return 1 if refused else 0


def _put_in(message: Message, domain: Domain, catalogue: Catalog, text: str, code: str) -> list[str]:
    """Set *text* as the translation of *message*, unless it has faults, which are returned."""
    many = isinstance(message.id, tuple | list)
    before = message.string
    text = typeset(text, code)
    message.string = tuple(text.split(_JOINT)) if many else text
    wrong = list(domain.broken(message, code))
    if many and len(message.string) != catalogue.num_plurals:
        wrong.append(f"{len(message.string)} forms, {catalogue.num_plurals} are wanted, with {_JOINT!r} between them")
    if wrong:
        message.string = before
    return wrong


def main(arguments: list[str]) -> int:
    """Do what *arguments* ask for; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--version", action="version", version=f"Entente {__version__}")
    parser.add_argument("act", choices=("update", "compile", "check", "missing", "fill", "new"))
    parser.add_argument("code", nargs="?")
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--under", nargs="*", default=(), help="only what stands in these files or folders")
    parser.add_argument("--most", type=int, default=200)
    chosen = parser.parse_args(arguments)
    codes = [chosen.code] if chosen.code else languages()
    if chosen.act in ("new", "update"):
        update(codes)
    elif chosen.act == "compile":
        for code in codes:
            for domain in DOMAINS:
                made_file(code, domain).write_bytes(compiled(code, domain))
    elif chosen.act == "missing":
        print_missing(chosen.code, tuple(chosen.under), chosen.most)
    elif chosen.act == "fill":
        return fill(chosen.code, chosen.file)
    else:
        found = [line for code in codes for line in faults(code)]
        print("\n".join(found) or f"{', '.join(codes)}: complete")
        return 1 if found else 0
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
