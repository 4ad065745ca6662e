"""A province gets another code: in the variant's file wherever it is spoken of, and in its drawings, all in one step."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from app.board_editor.forms.manifest import FormError, Manifest
from languages import system_words, tr
from variants.compile.codes import code_of, layer_name
from variants.fault import VariantError
from variants.read_board import CODE
from variants.source import MANIFEST
from variants.svg.edit import set_attribute
from variants.svg.element import Element
from variants.svg.read_xml import read_xml, unpacked
from variants.svg.relabel import Naming
from variants.toml_edit import TomlEditError, TomlEditor

_PLACE = r"(?<![A-Za-z0-9]){code}(?![A-Za-z0-9])"
_LISTS_OF_POWERS = ("home", "centres", "cores", "start")


def renamed(files: Mapping[str, bytes], manifest: Manifest, old: str, new: str) -> dict[str, bytes]:
    """The files that change when the province *old* is called *new*.

    Raises:
        FormError: the new code cannot stand, is taken, or the province is that of a variant which this one extends.
    """
    old, new = manifest.province(old), new.strip().upper()
    if not CODE.fullmatch(new):
        raise FormError(tr("{new!r:.20} cannot be a code: two to eight capitals and digits, a letter first", new=new))
    taken = manifest.tables("provinces")
    if new in taken and new != old:
        raise FormError(tr("{code} is the code of {province} already", code=new, province=taken[new].get("name", new)))
    for code, table in taken.items():
        aliases = table.get("aliases")
        if code != old and isinstance(aliases, list) and new in {str(each).upper() for each in aliases}:
            raise FormError(tr("{new} is another code of {code} already", new=new, code=code))
    if not manifest.has_own(("provinces", old)):
        raise FormError(tr("{code} is a province of {variant}, where its code stands", code=old, variant=manifest.text("extends")))
    try:
        found = {MANIFEST: _in_manifest(manifest, old, new)}
    except TomlEditError as error:
        raise FormError(tr("{old} cannot be renamed in {manifest}: {error}", old=old, manifest=MANIFEST, error=error)) from error
    for name, content in files.items():
        if name.lower().endswith((".svg", ".svgz")):
            try:
                after = _in_drawing(content, name, old, new)
            except (VariantError, ValueError) as error:
                raise FormError(tr("{old} cannot be renamed in {name}: {error}", old=old, name=name, error=system_words(error))) from error
            if after != content:
                found[name] = after
        elif name.startswith("names/") and name.lower().endswith(".toml"):
            after = re.sub(rf"(?m)^([ \t]*[\"']?){old}([\"']?[ \t]*=)", rf"\g<1>{new}\g<2>", content.decode("utf-8", "replace")).encode()
            if after != content:
                found[name] = after
    return found


def spoken_of(files: Mapping[str, bytes], old: str) -> tuple[str, ...]:
    """Files with the code that cannot be changed safely: hooks, which are programs."""
    word = re.compile(_PLACE.format(code=old).encode())
    return tuple(sorted(name for name, content in files.items() if name.endswith(".hook") and word.search(content)))


def _in_manifest(manifest: Manifest, old: str, new: str) -> bytes:
    editor = TomlEditor(manifest.content)
    own = _own_tables(editor)
    for path in [*own]:
        for word in _words(editor, path):
            other = _other(word, old, new)
            if other != word:
                editor.replace_in_list(path, word, other)
    for path in _single_texts(editor):
        value = editor.value(path)
        if isinstance(value, str) and (other := _other(value, old, new)) != value:
            editor.set_text(path, other)
    editor.rename_table(("provinces", old), new)
    return editor.content()


def _own_tables(editor: TomlEditor) -> Iterator[tuple[str | int, ...]]:
    """The lists of the file that name provinces."""
    for path in editor.paths():
        match path:
            case ("provinces", _, key) | ("provinces", _, "coasts", _, key) if key not in ("aliases", "names"):
                yield path
            case ("powers", _, key) if key in _LISTS_OF_POWERS:
                yield path
            case ("ambiguous", _) | ("edges", int(), "between") | ("answers", int(), "between") | ("known", int(), "places"):
                yield path
            case _:
                pass


def _single_texts(editor: TomlEditor) -> Iterator[tuple[str | int, ...]]:
    for path in editor.paths():
        match path:
            case ("edges", int(), "from" | "to"):
                yield path
            case _:
                pass


def _words(editor: TomlEditor, path: tuple[str | int, ...]) -> tuple[str, ...]:
    value = editor.value(path)
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, list) else ()


def _other(word: str, old: str, new: str) -> str:
    """``F STP/SC`` with another code; text that is no place of that code stays."""
    return re.sub(rf"(?i)^((?:[A-Z] )?){old}((?:/[A-Z]{{1,3}})?)$", rf"\g<1>{new}\g<2>", word)


def _in_drawing(content: bytes, name: str, old: str, new: str) -> bytes:
    plain = unpacked(content, name)
    root = read_xml(plain, name)
    naming = Naming(plain, root)
    changes = [
        (element.start, attribute, value)
        for element in root.walk()
        for attribute, value in _speaking_attributes(element, naming, plain, old, new)
    ]
    for start, attribute, value in sorted(changes, key=lambda each: -each[0]):
        plain = set_attribute(plain, start, attribute, value)
    if content.startswith(b"\x1f\x8b"):
        import gzip

        return gzip.compress(plain, mtime=0) if changes else content
    return plain


def _speaking_attributes(element: Element, naming: Naming, content: bytes, old: str, new: str) -> Iterator[tuple[str, str]]:
    """Yield the attributes of an element that speak of the province, with their new values."""
    layer = _layer_of(element)
    patterns = {
        "anchors": rf"(?i)^((?:unit|retreat|label|sc):){old}((?:/[A-Z]{{1,3}})?)$",
        "coasts": rf"(?i)^(){old}([/ _-][A-Z]{{1,3}})$",
        "bridges": rf"(?i)^((?:[A-Z][A-Z0-9]{{1,7}}-)?){old}((?:-[A-Z][A-Z0-9]{{1,7}})?)$",
        "provinces": rf"(?i)^(_?){old}((?:/[A-Z]{{1,3}})?)$",
        "labels": rf"(?i)^(_?){old}()$",
        "province-centers": rf"(?i)^(){old}((?:/[A-Z]{{1,3}})?(?:center|centre)?)$",
        "supply-centers": rf"(?i)^(){old}((?:/[A-Z]{{1,3}})?(?:center|centre|[_-]?sc)?)$",
    }
    pattern = patterns.get(layer, r"(?!)")
    change = _changed(pattern, new)
    for attribute, written in (("data-coast", "data-coast"), ("inkscape:label", naming.attribute("label"))):
        value = element.get(attribute)
        if value and (after := change(value.strip())) != value.strip():
            yield written, after
    value = element.get("data-province")
    if value and value.strip().upper() == old:
        yield "data-province", new if value.isupper() else new.lower()
    ident = element.get("id")
    if ident and (after := change(ident)) != ident:
        if not _is_referred_to(content, ident):
            yield "id", after
        elif layer == "provinces" and code_of(element) == old and not element.get("inkscape:label") and not element.get("data-province"):
            yield naming.attribute("label"), new.lower()  # what refers to the id goes on doing so


def _changed(pattern: str, new: str) -> Callable[[str], str]:
    def change(value: str) -> str:
        match = re.match(pattern, value)
        if match is None:
            return value
        code = value[match.end(1) : match.start(2)]
        return f"{match[1]}{new if code.isupper() else new.lower()}{match[2]}"

    return change


def _layer_of(element: Element) -> str:
    above: Element | None = element.parent
    while above is not None:
        name = layer_name(above)
        if name:
            return name
        above = above.parent
    return ""


def _is_referred_to(content: bytes, ident: str) -> bool:
    return re.search(rb"[\"'(]#" + re.escape(ident.encode()) + rb"[\"')]", content) is not None
