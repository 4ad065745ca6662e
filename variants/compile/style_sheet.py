"""The ``<style>`` blocks of a drawing, as Illustrator and some savers of Inkscape write them, moved onto the elements they are about."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from variants.compile.xml_tree import Element

LONGEST_SHEET = 200_000
MOST_RULES = 2_000
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"([^{}]{1,2000})\{([^{}]{0,4000})\}")
_SELECTOR = re.compile(r"([a-zA-Z]{1,20})?((?:\.[\w-]{1,80})*)(?:#([\w.:-]{1,80}))?")


@dataclass(slots=True)
class _Selector:
    """A tag, classes and an id that an element must have; ``None`` and nothing ask for none."""

    tag: str | None
    classes: frozenset[str]
    name: str | None
    declarations: list[tuple[str, str]] = field(default_factory=list)

    @property
    def weight(self) -> tuple[int, int, int]:
        return (self.name is not None, len(self.classes), self.tag is not None)


def apply_style_sheets(root: Element) -> list[Element]:
    """Write what the style sheets say into the ``style`` of each element; what stands there already is stronger.

    Returns:
        The ``<style>`` elements with rules that are not understood: selectors of several steps, at-rules, or too much of it.
    """
    selectors: list[_Selector] = []
    doubtful: list[Element] = []
    for sheet in root.walk():
        if sheet.tag == "style":
            found, clear = _selectors(sheet.text[:LONGEST_SHEET])
            selectors += found
            if not clear or len(sheet.text) > LONGEST_SHEET or len(selectors) > MOST_RULES:
                doubtful.append(sheet)
    selectors = sorted(selectors[:MOST_RULES], key=lambda each: each.weight)
    if selectors:
        by_class: dict[str, list[int]] = {}
        general: list[int] = []
        for index, selector in enumerate(selectors):
            if selector.classes:
                by_class.setdefault(min(selector.classes), []).append(index)
            else:
                general.append(index)
        for element in root.walk():
            classes = frozenset(element.get("class").split())
            tried = sorted([*general, *(index for name in classes for index in by_class.get(name, ()))])
            _write(element, classes, [selectors[index] for index in tried])
    return doubtful


def class_values(root: Element, name: str) -> dict[str, str]:
    """What the style sheets say of the property *name* for each class, where a rule asks for one class and nothing else."""
    found: dict[str, str] = {}
    for sheet in root.walk():
        for each in _selectors(sheet.text[:LONGEST_SHEET])[0][:MOST_RULES] if sheet.tag == "style" else ():
            if len(each.classes) == 1 and each.tag is None and each.name is None:
                found.update({word: value for key, value in each.declarations if key == name for word in each.classes})
    return found


def _selectors(text: str) -> tuple[list[_Selector], bool]:
    """The rules of one sheet, and whether all of it was understood."""
    text = _COMMENT.sub("", text).replace("<!--", "").replace("-->", "")
    found: list[_Selector] = []
    clear = not _RULE.sub("", text).strip()
    for heads, body in _RULE.findall(text):
        declarations = [
            (key.strip(), value.replace("!important", "").strip()) for key, _, value in (each.partition(":") for each in body.split(";"))
        ]
        declarations = [(key, value) for key, value in declarations if key and value]
        for head in heads.split(","):
            match = _SELECTOR.fullmatch(head.strip())
            if match is None or not match[0]:
                clear = clear and head.strip() in ("*", "")
                continue
            found.append(_Selector(match[1], frozenset(match[2].split(".")[1:]), match[3], declarations))
    return found, clear


def _write(element: Element, classes: frozenset[str], selectors: list[_Selector]) -> None:
    values: dict[str, str] = {}
    for selector in selectors:
        fits = selector.tag in (None, element.tag) and selector.classes <= classes and selector.name in (None, element.get("id"))
        if fits:
            values.update(selector.declarations)
    if not values:
        return
    inline = element.get("style")
    own = {declaration.partition(":")[0].strip() for declaration in inline.split(";")}
    added = ";".join(f"{key}:{value}" for key, value in values.items() if key not in own)
    if added:
        element.attributes["style"] = f"{added};{inline}" if inline else added
