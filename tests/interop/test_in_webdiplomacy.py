"""Our folders in webDiplomacy: its own code installs them, has the same steps, centres, owners and units, and paints its map."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from adjudicator.variant import PowerRole
from tests.interop.programs import BOARDS, checkout, output, own_board, steps_of, tool

pytestmark = [pytest.mark.interop, pytest.mark.slow]
TOLD = r"""<?php
error_reporting(E_ALL & ~E_DEPRECATED);
set_error_handler(
    function ($level, $what, $file, $line) { throw new ErrorException($what, 0, $level, $file, $line); },
    E_ALL & ~E_DEPRECATED
);
define('IN_CODE', 1);
define('MAPID', 1);
function l_t($text) { return $text; }
function l_r($text) { return $text; }
function l_s($text) { return $text; }
function l_j($text) { return $text; }
class libVariant { static function cacheDir($name) { return sys_get_temp_dir(); } }
class Database {  // answers what the drawing of a map asks, from what was installed
    public $said = array();
    public $rows = array();
    function sql_put($sql) { $this->said[] = $sql; }
    function sql_tabl($sql) {
        $this->rows = array();
        if (preg_match('/^SELECT id, name, (s?m\w+X), (s?m\w+Y) FROM wD_Territories/', $sql, $keys))
            foreach (InstallTerritory::$Territories as $each)
                $this->rows[] = array($each->id, $each->name, $each->{$keys[1]}, $each->{$keys[2]});
        return null;
    }
    function tabl_hash($table) { return false; }
    function tabl_row($table) { return array_shift($this->rows) ?? false; }
    function sql_row($sql) { return array(0); }
}
$DB = new Database();
require_once('variants/variant.php');
require_once('map/drawMap.php');
require_once('gamemaster/adjudicator/pregame.php');
$word = $argv[1];
require_once("variants/$word/variant.php");
$name = "{$word}Variant";
$variant = new $name();
$told = array('name' => $variant->fullName, 'target' => $variant->supplyCenterTarget, 'places' => array());
foreach (InstallTerritory::$Territories as $each)
    $told['places'][$each->name] = array('coast' => $each->coast, 'parent' => $each->coastParent->name, 'type' => $each->type,
        'supply' => $each->supply, 'country' => $each->countryID,
        'army' => array_keys($each->ArmyBorders), 'fleet' => array_keys($each->FleetBorders));
$told['sql'] = count($DB->said);
require_once("variants/$word/classes/adjudicatorPreGame.php");
$class = "{$word}Variant_adjudicatorPreGame";
$told['units'] = (new $class())->getCountryUnits();
require_once("variants/$word/classes/drawMap.php");
$class = "{$word}Variant_drawMap";
foreach (array(0, 1) as $small) {
    $map = new $class($small);
    $spots = array();
    foreach (InstallTerritory::$Territories as $each)
        if ($each->countryID > 0 && $each->coast != 'Child') $map->colorTerritory($each->id, $each->countryID);
    $map->write("painted$small.png");
}
foreach ($told['units'] as $units) foreach ($units as $place => $kind) $map->addUnit(InstallTerritory::$Territories[$place]->id, $kind);
$map->addTerritoryNames();
echo json_encode($told, JSON_THROW_ON_ERROR), "\n";
"""


@pytest.mark.parametrize("name", BOARDS)
def test_the_site_installs_our_folder_and_paints_its_map(name: str, tmp_path: Path) -> None:
    site = checkout("webDiplomacy")
    php = tool("php")
    if "gd" not in output([php, "-m"], tmp_path).split():
        pytest.skip("php has no gd, with which the site paints")
    for each in ("map", "gamemaster", "contrib", "images", "lib", "objects"):
        (tmp_path / each).symlink_to(site / each)
    (tmp_path / "variants").mkdir()
    for file in ("variant.php", "variantData.php", "install.php"):
        (tmp_path / "variants" / file).symlink_to(site / "variants" / file)
    board = own_board(name)
    board.export(tmp_path / "export" / "install.php")
    about = (tmp_path / "export" / "variant.php").read_text()
    word = about.partition("class ")[2].partition("Variant ")[0]
    (tmp_path / "export").rename(tmp_path / "variants" / word)
    (tmp_path / "told.php").write_text(TOLD)
    said = json.loads(output([php, "told.php", word], tmp_path))
    variant = board.variant
    titles = {each.name: code for code, each in variant.board.provinces.items()}
    codes = {title: titles.get(title, title.rpartition(" ")[2]) for title, each in said["places"].items() if each["coast"] != "Child"}
    coasts = {title: each["parent"] for title, each in said["places"].items() if each["coast"] == "Child"}
    for title, parent in coasts.items():
        letter = title.rpartition("(")[2][0]
        codes[title] = next(f"{codes[parent]}/{each}" for each in variant.board.provinces[codes[parent]].coasts if each[0] == letter)
    found = {
        (kind, codes[one], codes[other])
        for one, each in said["places"].items()
        for kind, key in (("A", "army"), ("F", "fleet"))
        for other in each[key]
    }
    assert found == steps_of(variant)
    assert {codes[title] for title, each in said["places"].items() if each["supply"] == "Yes"} == set(variant.board.centres)
    powers = [each.id for each in variant.powers.values() if each.role is PowerRole.PLAYING]
    owners = {
        codes[title]: powers[each["country"] - 1] for title, each in said["places"].items() if each["country"] and title not in coasts
    }
    assert owners == dict(variant.start.owners)
    assert said["target"] == variant.victory
    by_name = {each.name: each.id for each in variant.powers.values()}
    units = {
        (by_name[country], kind[0], codes[place]) for country, stands in said["units"].items() for place, kind in (stands or {}).items()
    }
    assert units == {(each.power, each.piece.kind, str(each.piece.location)) for each in variant.start.units}
    for small, before in enumerate(("map.png", "smallmap.png")):
        plain = np.asarray(Image.open(tmp_path / "variants" / word / "resources" / before).convert("RGB"))
        painted = np.asarray(Image.open(tmp_path / f"painted{small}.png").convert("RGB"))
        changed = float((plain != painted).any(axis=2).mean())
        assert 0.02 < changed < 0.9, f"{before}: {changed:.3f} of it is painted for owners"
