"""The parameters of a command, and the form in which they are asked for."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import dataclass, field

from app.session.parameter_kinds import Kind

_NO_CHOICES: Mapping[str, object] = types.MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a command."""

    name: str
    """As options write it: ``dry-run``."""

    kind: Kind
    description: str
    required: bool
    default: object = None
    several: bool = False
    """Whether it takes all words that are left, as ``*names`` does."""

    option: bool = False
    """Whether it is given by name only (``--power FRANCE``)."""

    choices: Mapping[str, object] = field(default_factory=lambda: _NO_CHOICES)

    @property
    def python_name(self) -> str:
        """The name of the function's parameter."""
        return self.name.replace("-", "_")

    @property
    def usage(self) -> str:
        """How it stands in the usage line: ``[--power POWER]``."""
        word = "|".join(self.choices) if self.choices else self.name.upper()
        if self.option:
            word = f"--{self.name}" if self.kind is Kind.FLAG else f"--{self.name} {word if self.choices else self.kind.value.upper()}"
        if self.several or self.kind is Kind.REST:
            word += "..."
        return word if self.required else f"[{word}]"


@dataclass(frozen=True, slots=True)
class Form:
    """What a command needs, for a person to fill in."""

    title: str
    summary: str
    parameters: tuple[Parameter, ...]
