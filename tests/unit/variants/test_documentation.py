"""The page on ``variant.toml`` and its schema say what the reader does."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import variants
from tests.quick import one_by_one
from tests.unit.variants.toml_variants import ISLAND, read

FORMATS = Path(__file__).resolve().parents[3] / "docs" / "formats"
EXAMPLES = re.findall(r"```toml\n(.*?)```", (FORMATS / "variant.md").read_text(encoding="utf-8"), re.DOTALL)
SCHEMA: dict[str, Any] = json.loads((FORMATS / "variant.schema.json").read_text(encoding="utf-8"))


@one_by_one("example", [each for each in EXAMPLES if each.count("without") < 2])
def test_every_example_is_toml(example: str) -> None:
    assert tomllib.loads(example)


def test_the_first_example_is_a_whole_variant() -> None:
    folder = variants.load(variants.MemorySource("fleet-rome", {"variant.toml": EXAMPLES[0].encode()}))
    assert folder.variant.start == variants.shipped("fleet-rome").variant.start


def test_keys_that_the_schema_names_are_those_the_reader_knows() -> None:
    unknown = '\nnonsense = 1\n[calendar]\nstart = "S1901M"\nnonsense = 1\n'
    folder, faults = read(
        ISLAND.replace("victory = 2", "victory = 2\nnonsense = 1").replace("[powers.RED]", "[powers.RED]\nnonsense = 1") + unknown[14:]
    )
    assert folder is None
    assert len([fault for fault in faults if "unknown key" in fault.what]) == 3
    for key in SCHEMA["properties"]:
        _, faults = read(f"{key} = 1\n" if key not in ISLAND else ISLAND)
        assert not [fault for fault in faults if f"unknown key {key!r}" in fault.what], key


def test_every_shipped_manifest_obeys_the_schema() -> None:
    for variant_id in variants.shipped_ids():
        table = tomllib.loads(variants.shipped_source(variant_id).read("variant.toml").decode())
        assert obeys(table, SCHEMA) == [], variant_id


def obeys(value: Any, schema: dict[str, Any], where: str = "") -> list[str]:
    """Return the parts of *value* that the schema forbids: the part of JSON Schema that ours uses."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return obeys(value, SCHEMA["$defs"][name], where)
    wrong: list[str] = []
    kinds = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool}
    if "type" in schema and not isinstance(value, kinds[schema["type"]]):
        return [f"{where}: no {schema['type']}"]
    if "enum" in schema and value not in schema["enum"]:
        wrong.append(f"{where}: {value!r}")
    if "const" in schema and value != schema["const"]:
        wrong.append(f"{where}: {value!r}")
    if "pattern" in schema and not re.search(schema["pattern"], value):
        wrong.append(f"{where}: {value!r}")
    if isinstance(value, list):
        for index, each in enumerate(value):
            wrong += obeys(each, schema.get("items", {}), f"{where}[{index}]")
    if isinstance(value, dict):
        names = schema.get("propertyNames", {})
        for key, each in value.items():
            if "pattern" in names and not re.search(names["pattern"], key):
                wrong.append(f"{where}.{key}: not a name")
            if key in schema.get("properties", {}):
                wrong += obeys(each, schema["properties"][key], f"{where}.{key}")
            elif schema.get("additionalProperties") is False:
                wrong.append(f"{where}.{key}: not known")
            elif isinstance(schema.get("additionalProperties"), dict):
                wrong += obeys(each, schema["additionalProperties"], f"{where}.{key}")
        wrong += [f"{where}.{key}: missing" for key in schema.get("required", []) if key not in value]
    return wrong
