"""Packs of unit symbols of the Java client jDip: ``symbols.xml`` and a drawing with a ``<symbol>`` for each kind of unit."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from types import MappingProxyType

from languages import labelled, mark, system_words, tr
from variants.fault import Fault, VariantError
from variants.importers.draft import ImportedUnits, ImportReport, ImportResult, slug
from variants.importers.symbol_art import Flattener, plain_tree
from variants.importers.symbol_fit import FittedSymbol, alike, fit_symbol
from variants.importers.symbol_style import ArtError, SymbolStyles, Viewport, view_of
from variants.source import Source, is_drawing
from variants.svg.element import Element
from variants.svg.read_xml import read_loose_xml
from variants.unit_set import UnitSet, UnitSymbol, write_unit_set

MANIFEST = "symbols.xml"
MOST_PACKS = 24
LARGEST_DRAWING = 4 * 1024 * 1024

_KINDS = {"army": "A", "fleet": "F", "wing": "W"}
_NAMES = {"A": mark("army"), "F": mark("fleet"), "W": mark("wing")}
_MARKS = ("supplycenter", "supplycentre", "buildunit", "removeunit", "waivedbuild", "failedorder")
_DOTS = (".png", ".gif", ".jpg", ".jpeg", ".bmp", ".ico", ".webp")
_DISLODGED = "dislodged"
_SMALLEST_SCALE, _LARGEST_SCALE = 0.6, 1.25


def find_packs(names: Iterable[str]) -> tuple[str, ...]:
    """The files that describe packs, the outermost first."""
    found = [each for each in names if each.lower().rpartition("/")[2] == MANIFEST]
    return tuple(sorted(found, key=lambda each: (each.count("/"), each)))


def is_pack_name(name: str) -> bool:
    """Return True if an archive has a name like those of packs of symbols."""
    return re.search(r"symbols?\.(zip|jar)\Z", name, re.IGNORECASE) is not None


def import_symbols(source: Source, manifests: Iterable[str]) -> ImportResult:
    """Every pack that *manifests* describe, as sets of unit symbols. What cannot be used stands in the report."""
    packs: list[ImportedUnits] = []
    report = ImportReport()
    for manifest in manifests:
        own = ImportReport()
        try:
            root = plain_tree(read_loose_xml(read_from(source, manifest), manifest, own.mended))
        except VariantError as error:
            _note(report, error)
            continue
        elements = [each for each in root.walk() if each.tag == "symbols"]
        if not elements:
            report.error(manifest, root.line, tr("there is no pack in it"), tr("an element SYMBOLS"))
        for element in elements:
            if len(packs) >= MOST_PACKS:
                report.left_out(
                    manifest, element.line, tr("one pack too many"), tr("left out; at most {most_packs}", most_packs=MOST_PACKS)
                )
                break
            packs.append(_pack(source, manifest, element, own))
    return ImportResult((), report.lines(), tuple(_with_ids_of_their_own(packs)))


def import_bare_drawing(source: Source) -> ImportResult:
    """The symbols of an archive that is called a pack and has a drawing, but nothing that describes it."""
    drawings = [each for each in source.names() if is_drawing(each)]
    report = ImportReport()
    if not drawings:
        report.error(source.label, None, tr("there is no symbols.xml and no drawing in it"), tr("a pack of unit symbols"))
        return ImportResult((), report.lines())
    own = ImportReport()
    own.mended(source.label, None, tr("there is no symbols.xml"), tr("the symbols of {drawings} are taken", drawings=drawings[0]))
    title = re.sub(r"symbols?\.(zip|jar)\Z", "", source.label.rpartition("/")[2], flags=re.IGNORECASE) or "Symbols"
    element = Element("symbols", {"name": title, "svguri": drawings[0]}, 1)
    return ImportResult((), (), (_pack(source, source.label, element, own),))


def read_from(source: Source, name: str) -> bytes:
    """The file *name* of *source*.

    Raises:
        VariantError: it cannot be read.
    """
    try:
        return source.read(name)
    except (OSError, ValueError) as error:
        raise VariantError((Fault(source.label, None, system_words(error)[:200], tr("a file {name}", name=name)),)) from None


def _note(report: ImportReport, error: VariantError) -> None:
    for fault in error.faults:
        report.error(fault.source, fault.line, fault.what, fault.expected)


def _with_ids_of_their_own(packs: list[ImportedUnits]) -> list[ImportedUnits]:
    taken: set[str] = set()
    found: list[ImportedUnits] = []
    for pack in packs:
        wanted, number = pack.id, 2
        while wanted in taken:
            wanted, number = f"{pack.id[:54]}-{number}", number + 1
        taken.add(wanted)
        found.append(replace(pack, id=wanted))
    return found


def _pack(source: Source, manifest: str, element: Element, shared: ImportReport) -> ImportedUnits:
    """One ``SYMBOLS`` element; a pack that cannot be used has errors in its report and no content."""
    report = ImportReport()
    for fault in shared.lines():
        report.mended(fault.source, fault.line, fault.what)
    title = " ".join(element.get("name").split())[:60]
    if not title:
        title = re.sub(r"(symbols?)?\.(zip|jar)\Z", "", source.label, flags=re.IGNORECASE) or "Symbols"
        report.mended(manifest, element.line, tr("the pack has no name"), tr("it is called {title}", title=title))
    identity = slug(title, "symbols")
    try:
        file = _drawing(source, manifest, element, report)
        if file.lower().endswith(_DOTS):
            what = tr("{file} is a picture of dots", file=file)
            raise VariantError((Fault(manifest, element.line, what, tr("an SVG: jDip's packs know nothing else")),))
        symbols = _symbols(file, read_from(source, file), _scales(manifest, element, report), report)
    except VariantError as error:
        _note(report, error)
        return ImportedUnits(identity, title, b"", (), report.lines())
    units = UnitSet(identity, title, MappingProxyType(symbols))
    about = (
        labelled(title, f"unit symbols, imported from {source.label}."),
        "Author and licence are those of the original; ask before you pass it on.",
    )
    return ImportedUnits(identity, title, write_unit_set(units, about), tuple(symbols), report.lines())


def _drawing(source: Source, manifest: str, element: Element, report: ImportReport) -> str:
    """The drawing that the pack names, or the only one beside it."""
    folder = manifest[: manifest.rfind("/") + 1]
    by_case = {each.lower(): each for each in source.names()}
    named = element.get("svguri").strip().replace("\\", "/").removeprefix("./")
    if element.get("thumburi"):
        report.mended(
            manifest,
            element.line,
            tr("the thumbnail {name!r}", name=element.get("thumburi")[:60]),
            tr("not opened; images are not taken over"),
        )
    for wanted in (f"{folder}{named}", named):
        if named and wanted.lower() in by_case:
            return by_case[wanted.lower()]
    beside = [each for each in source.names() if is_drawing(each) and each.startswith(folder)]
    if len(beside) == 1:
        report.mended(
            manifest,
            element.line,
            tr("the drawing {named!r} is not in the package", named=named[:60]),
            tr("{beside} is taken", beside=beside[0]),
        )
        return beside[0]
    what = tr("the drawing {named!r} is not in the package", named=named[:60]) if named else tr("the pack names no drawing")
    raise VariantError((Fault(manifest, element.line, what, tr("svgURI with a file of the package")),))


def _scales(manifest: str, element: Element, report: ImportReport) -> dict[str, float]:
    """Return the scales of the pack's symbols, by their names in small letters."""
    found: dict[str, float] = {}
    for each in [each for each in element.walk() if each.tag == "scale"][:100]:
        name, text = each.get("symbolname").strip(), each.get("value").strip()
        kind = name.lower().removeprefix(_DISLODGED)
        if not re.fullmatch(r"\d{0,4}(\.\d{0,6})?", text) or not text.strip("."):
            report.left_out(
                manifest, each.line, tr("the scale {text!r} of {name} is no number", text=text[:20], name=name[:30]), tr("left out")
            )
        elif kind in _MARKS:
            report.left_out(manifest, each.line, tr("the scale of {name}", name=name[:30]), tr("left out; the theme draws it"))
        else:
            wanted = float(text)
            found[name.lower()] = min(_LARGEST_SCALE, max(_SMALLEST_SCALE, wanted))
            if found[name.lower()] != wanted:
                report.mended(
                    manifest,
                    each.line,
                    tr("{name} is scaled by {text}", name=name[:30], text=text),
                    tr("by {found}, so that it stays readable", found=found[name.lower()]),
                )
    return found


def _symbols(file: str, content: bytes, scales: dict[str, float], report: ImportReport) -> dict[str, UnitSymbol]:
    """The kinds of unit in a drawing, by letter.

    Raises:
        VariantError: it cannot be read, or no unit in it can be used.
    """
    if len(content) > LARGEST_DRAWING:
        raise VariantError(
            (
                Fault(
                    file,
                    None,
                    tr("the drawing has {count} bytes", count=len(content)),
                    tr("at most {largest_drawing}", largest_drawing=LARGEST_DRAWING),
                ),
            )
        )
    root = plain_tree(read_loose_xml(content, file, report.mended))
    ids, used = _by_id(root, file, report)
    flattener = Flattener(ids, SymbolStyles(root, file, report), file, report)
    named = {name: each for name, each in ids.items() if each.tag == "symbol" or name.removeprefix(_DISLODGED) in _KINDS}
    whole = view_of(root, Viewport(100.0, 100.0))[2]
    kinds = _kinds(named)
    found: dict[str, UnitSymbol] = {}
    for letter, (name, driven_out) in kinds.items():
        plain = _fitted(named.get(name), flattener, whole, file, scales, report)
        aside = ImportReport()
        out = _fitted(named.get(driven_out), flattener.telling(aside), whole, file, scales, aside)
        if plain is None and out is None:
            continue
        if plain is None or out is None or not alike(plain.body, out.body):
            for fault in aside.lines():
                report.mended(fault.source, fault.line, fault.what, "", fault.element)
        if plain is None or out is None:
            shown, missing = (plain, driven_out) if plain is not None else (out, name)
            assert shown is not None
            if missing not in named:
                done = tr("dislodged units are drawn tilted, in a broken ring") if out is None else tr("the dislodged one is taken")
                report.mended(file, None, tr("there is no symbol {titled}", titled=_titled(missing)), done)
            found[letter] = shown.symbol
        elif alike(plain.body, out.body):
            # What was mended in it is of no interest.
            where = named[driven_out]
            done = tr("left out; dislodged units are drawn tilted, in a broken ring")
            report.mended(
                file, where.line, tr("{name} is {other} in another colour", name=where.get("id"), other=named[name].get("id")), done
            )
            found[letter] = plain.symbol
        else:
            found[letter] = replace(plain.symbol, dislodged=out.symbol)
    _tell_what_is_left(named, kinds, used, file, report)
    if not found:
        expected = tr("a {element} each with the ids Army and Fleet", element="<symbol>")
        raise VariantError((Fault(file, root.line, tr("there is no unit in the drawing that can be used"), expected),))
    for letter, kind in _NAMES.items():
        if letter not in found:
            report.mended(
                file,
                None,
                tr("the {kind} has no symbol that can be used", kind=tr(kind)),
                tr("the one that comes with the program is drawn"),
            )
    return found


def _by_id(root: Element, file: str, report: ImportReport) -> tuple[dict[str, Element], set[str]]:
    """Elements by id in small letters, and the ids that others use."""
    ids: dict[str, Element] = {}
    used: set[str] = set()
    for each in root.walk():
        identity = each.get("id").strip().lower()
        if identity and ids.setdefault(identity, each) is not each:
            report.mended(file, each.line, tr("the id {name!r} stands twice", name=each.get("id")[:40]), tr("the first one is taken"))
        inside = each.parent
        while inside is not None and inside.tag != "symbol":
            inside = inside.parent
        if each.tag == "use" and inside is not None:
            used.add(each.get("href").strip().removeprefix("#").lower())
    return ids, used


def _kinds(named: dict[str, Element]) -> dict[str, tuple[str, str]]:
    """Letter of each kind to the ids of its symbol and of the dislodged one: army, fleet, wing, and any with a dislodged twin."""
    found = {letter: (name, _DISLODGED + name) for name, letter in _KINDS.items()}
    for name in named:
        letter = name[:1].upper()
        twin = _DISLODGED + name in named and name not in _KINDS and not name.startswith(_DISLODGED)
        if twin and re.fullmatch(r"[A-Z]", letter) and letter not in found and name not in _MARKS:
            found[letter] = (name, _DISLODGED + name)
    return found


@dataclass(frozen=True, slots=True)
class _Leftover:
    ids: list[str]
    line: int


def _tell_what_is_left(
    named: dict[str, Element], kinds: dict[str, tuple[str, str]], used: set[str], file: str, report: ImportReport
) -> None:
    taken = {name for pair in kinds.values() for name in pair} | used
    marks = _leftover(named, [name for name in named if name in _MARKS])
    others = _leftover(named, [name for name in named if name not in taken and name not in _MARKS])
    if marks.ids:
        report.left_out(
            file,
            marks.line,
            tr("{ids}: marks of centres, builds and orders", ids=", ".join(marks.ids)),
            tr("left out; the theme draws them"),
        )
    if others.ids:
        shown = ", ".join(others.ids[:6])
        if len(others.ids) > 6:
            shown = tr("{names} and {count} more", names=shown, count=len(others.ids) - 6)
        report.left_out(file, others.line, tr("{shown}: no unit of ours", shown=shown), tr("left out"))


def _leftover(named: dict[str, Element], names: list[str]) -> _Leftover:
    return _Leftover([named[name].get("id")[:30] for name in names], min((named[name].line for name in names), default=1))


def _titled(name: str) -> str:
    kind = name.removeprefix(_DISLODGED).capitalize()
    return f"Dislodged{kind}" if name.startswith(_DISLODGED) else kind


def _fitted(
    element: Element | None, flattener: Flattener, whole: Viewport, file: str, scales: dict[str, float], report: ImportReport
) -> FittedSymbol | None:
    if element is None:
        return None
    view = view_of(element, whole)[2]
    symbol = element.get("id")
    try:
        art = flattener.flatten(element, view)
        if "none" in element.get("preserveaspectratio").lower().split() and abs(view.width - view.height) > 1e-9:
            report.mended(file, element.line, tr("it is stretched to a square"), tr("drawn as it is"), symbol)
        return fit_symbol(art, file, symbol, element.line, report, scales.get(symbol.lower(), 1.0))
    except (ArtError, RecursionError) as error:
        report.left_out(file, element.line, tr("{symbol} cannot be drawn: {why}", symbol=symbol, why=error)[:200], tr("left out"), symbol)
        return None
