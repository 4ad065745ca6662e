"""The ``<style>`` blocks of a drawing: parsed by tinycss2, matched with its elements by cssselect2, bounded here.

What is followed: tags, classes, ids and attributes, alone, inside one another and as children (``>``). At-rules, pseudo-classes and
siblings are not; each is reported to the caller.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from xml.etree.ElementTree import Element as PlainElement

import cssselect2
import tinycss2

from languages import tr
from variants.svg.element import Element

LONGEST_SHEETS = 200_000
"""Characters of all style blocks of a drawing together."""
MOST_RULES = 2_000
MOST_TESTS = 4_000_000
"""Number of times that a rule may be compared with an element or with one around it: about a second."""
LONGEST_SELECTOR = 5
"""Elements that a selector names one inside the other."""

DEEPEST_BRACKETS = 30

_PACKED = re.compile(r"""url\(\s*(?:"data:[^"]*"|'data:[^']*'|data:[^)]*)\s*\)""", re.IGNORECASE)
_BRACKET = re.compile(r"[()\[\]{}]")
_CLASS = re.compile(r"\.([\w-]+)")
_SELECTOR_TOKENS = frozenset(("ident", "hash", "whitespace", "[] block", "comment"))
_NO_DECLARATIONS: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Rule:
    """One selector with what it declares."""

    selector: str
    declarations: Mapping[str, str]
    """Property, in small letters, to its value; ``!important`` is left out."""


@dataclass(slots=True)
class Unfollowed:
    """Parts of one style block that are not followed."""

    sheet: Element
    selectors: list[str]
    """Selectors and at-rules, unchanged, at most 30 characters of each."""
    too_long: bool = False
    """True if it is longer than the part that is read, or has more rules than are compared."""


class StyleSheets:
    """All style blocks below an element.

    Args:
        root: where they and what they are about stand.
        any_case: whether names of classes and ids are in small letters in *root*, however the rules write them.
        wanted: which selectors count, asked with the style block and the selector.
    """

    def __init__(self, root: Element, *, any_case: bool = False, wanted: Callable[[Element, str], bool] = lambda *_: True) -> None:
        self._root = root
        self._any_case = any_case
        self._wanted = wanted
        self._left = LONGEST_SHEETS
        self._compiled: list[tuple[Any, int, Rule]] = []
        """Each selector, the descendant steps in it, and its rule."""
        self._found: dict[int, dict[str, str]] | None = None
        self.unfollowed: list[Unfollowed] = []
        for sheet in root.walk():
            if sheet.tag == "style":
                self._read(sheet)

    def declarations(self, element: Element) -> Mapping[str, str]:
        """Return the declarations of the rules for *element*, the stronger ones over the weaker."""
        if self._found is None:
            self._found = self._match()
        return self._found.get(id(element), _NO_DECLARATIONS)

    def of_classes(self, name: str) -> dict[str, str]:
        """Return the value of the property *name* for each class, by the rules that ask for one class and nothing else."""
        found: dict[str, str] = {}
        for _, _, rule in self._compiled:
            match = _CLASS.fullmatch(rule.selector)
            if match is not None and name in rule.declarations:
                found[match[1]] = rule.declarations[name]
        return found

    def write_into_elements(self) -> None:
        """Add the declarations to the ``style`` of each element; what stands there already is stronger."""
        if not self._compiled:
            return
        for element in self._root.walk():
            values = self.declarations(element)
            if values:
                inline = element.get("style")
                own = {declaration.partition(":")[0].strip() for declaration in inline.split(";")}
                added = ";".join(f"{key}:{value}" for key, value in values.items() if key not in own)
                if added:
                    element.attributes["style"] = f"{added};{inline}" if inline else added

    def _read(self, sheet: Element) -> None:
        # Fonts and pictures that are packed into a sheet are no rules: they would use up all that is read of it.
        whole = _PACKED.sub("url()", sheet.text)
        text = whole[: self._left]
        self._left -= len(text)
        unfollowed = Unfollowed(sheet, [], len(text) < len(whole))
        if _is_too_deep(text):
            text = ""
            unfollowed.selectors.append(tr("brackets in brackets"))
        for node in tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True):
            if node.type == "qualified-rule":
                self._read_rule(node, unfollowed)
            elif node.type == "at-rule":
                unfollowed.selectors.append(f"@{node.at_keyword}"[:30])
            else:
                unfollowed.selectors.append(tr("a rule that never ends"))
        if unfollowed.selectors or unfollowed.too_long:
            self.unfollowed.append(unfollowed)

    def _read_rule(self, node: Any, unfollowed: Unfollowed) -> None:
        declarations = _declarations(node.content)
        for parts in _split(node.prelude):
            is_root = tinycss2.serialize(parts).strip() == ":root"
            tokens = tinycss2.parse_component_value_list("svg") if is_root else parts
            if len(self._compiled) >= MOST_RULES:
                unfollowed.too_long = True
                return
            selector = " ".join(tinycss2.serialize(tokens[:50]).split())
            selector = selector.lower() if self._any_case else selector
            if not selector or not self._wanted(unfollowed.sheet, selector):
                continue
            steps = _steps(tokens)
            if steps is None:
                unfollowed.selectors.append(selector[:30])
                continue
            try:
                (compiled,) = cssselect2.compile_selector_list(selector)
            except cssselect2.SelectorError:
                unfollowed.selectors.append(selector[:30])
                continue
            self._compiled.append((compiled, steps, Rule(selector, declarations)))

    def _match(self) -> dict[int, dict[str, str]]:
        elements = list(self._root.walk())
        matcher = cssselect2.Matcher()
        for compiled, rule in self._affordable(elements):
            matcher.add_selector(compiled, rule.declarations)
        found: dict[int, dict[str, str]] = {}
        wrapped = cssselect2.ElementWrapper.from_xml_root(_plain_tree(elements, any_case=self._any_case)).iter_subtree()
        for element, wrapper in zip(elements, wrapped, strict=True):
            values: dict[str, str] = {}
            for _, _, _, declarations in matcher.match(wrapper):
                values.update(declarations)
            if values:
                found[id(element)] = values
        return found

    def _affordable(self, elements: list[Element]) -> list[tuple[Any, Rule]]:
        """The rules that may be compared with all elements they could be about; what is beyond the bound is left out."""
        tags = Counter(element.tag for element in elements)
        marks = Counter(mark for element in elements for mark in _marks(element, any_case=self._any_case))
        depth = max((_depth(element) for element in elements), default=0)
        left = MOST_TESTS
        kept: list[tuple[Any, Rule]] = []
        for compiled, steps, rule in self._compiled:
            if compiled.id is not None:
                about = marks[f"#{compiled.id}"]
            elif compiled.class_name is not None:
                about = marks[f".{compiled.class_name}"]
            else:
                about = tags[compiled.local_name] if compiled.local_name is not None else len(elements)
            left -= about * math.comb(depth + steps, steps)
            if left < 0:
                break
            kept.append((compiled, rule))
        return kept

    @property
    def is_whole(self) -> bool:
        """True if every rule is compared with all elements: there are not too many of both together."""
        return len(self._affordable(list(self._root.walk()))) == len(self._compiled)


def _is_too_deep(text: str) -> bool:
    """Return True if brackets are nested deeper than in any real style sheet; the library would take seconds over them."""
    depth = 0
    for mark in _BRACKET.findall(text):
        depth += 1 if mark in "([{" else -1
        if depth > DEEPEST_BRACKETS:
            return True
    return False


def _declarations(content: list[Any]) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for node in tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True):
        if node.type == "declaration":
            value = tinycss2.serialize(node.value).strip()
            if value:
                found[node.lower_name] = value
    return found


def _split(prelude: list[Any]) -> list[list[Any]]:
    """The selectors of a rule, which commas divide."""
    parts: list[list[Any]] = [[]]
    for token in prelude:
        if token.type == "literal" and token.value == ",":
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _steps(tokens: list[Any]) -> int | None:
    """Return the number of elements that a selector asks for around the one it is about; ``None`` for selectors that are not followed."""
    if len(tokens) > 40 or not all(
        token.type in _SELECTOR_TOKENS or (token.type == "literal" and token.value in (".", ">", "*")) for token in tokens
    ):
        return None
    words = tinycss2.serialize([token for token in tokens if token.type != "[] block"]).replace(">", " ").split()
    return len(words) - 1 if len(words) <= LONGEST_SELECTOR else None


def _marks(element: Element, *, any_case: bool) -> set[str]:
    """The classes of an element as ``.name`` and its id as ``#name``."""
    names, identity = element.get("class"), element.get("id")
    if any_case:
        names, identity = names.lower(), identity.lower()
    return {f"#{identity}", *(f".{name}" for name in names.split()[:20])}


def _depth(element: Element) -> int:
    depth, parent = 0, element.parent
    while parent is not None:
        depth, parent = depth + 1, parent.parent
    return depth


def _plain_tree(elements: list[Element], *, any_case: bool) -> PlainElement:
    """Return the tree that cssselect2 needs: the same elements as those of the standard library."""
    made: dict[int, PlainElement] = {}
    for element in elements:
        attributes = dict(element.attributes)
        if any_case:
            attributes |= {key: attributes[key].lower() for key in ("class", "id") if key in attributes}
        plain = PlainElement(element.tag, attributes)
        if element.parent is not None and id(element.parent) in made:
            made[id(element.parent)].append(plain)
        made[id(element)] = plain
    return made[id(elements[0])]
