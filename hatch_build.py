"""Puts the compiled core into the wheel where there is a C compiler; a failing one only leaves it out."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent / "native"))
from build import NoCompilerError, build_core, wheel_tag  # type: ignore[import-not-found]


class CoreHook(BuildHookInterface[Any]):
    """Compiles the core and adds it beside the packages, for a wheel and for an editable installation alike."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, or say why not."""
        if self.target_name != "wheel" or os.environ.get("ENTENTE_PURE", "0") not in ("", "0"):
            return
        self._folder = tempfile.TemporaryDirectory()
        try:
            built = build_core(Path(self._folder.name))
        except NoCompilerError as error:
            self.app.display_warning(f"The compiled core is left out, and everything works without it, slower: {error}")
            return
        if version == "editable":
            build_data["force_include_editable"][str(built)] = built.name
        else:
            build_data["force_include"][str(built)] = built.name
            build_data["pure_python"] = False
            build_data["tag"] = wheel_tag()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Clear up."""
        if hasattr(self, "_folder"):
            self._folder.cleanup()
