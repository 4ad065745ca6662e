"""The sentences of one module, for the catalogues: what stands in it as ``tr("...")`` and its like."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from io import BytesIO
from typing import IO, Any

from babel.messages.extract import extract_python


def said_in(
    source: IO[bytes], keywords: Mapping[str, Any], comment_tags: Collection[str], options: Mapping[str, Any]
) -> Iterable[tuple[int, str, Any, list[str]]]:
    """What Babel finds in the module *source*. Most modules say nothing, and are not taken to pieces to find that out."""
    text = source.read()
    says = rb"\b(?:%s)\s*\(" % "|".join(map(re.escape, keywords)).encode()
    return extract_python(BytesIO(text), keywords, comment_tags, options) if re.search(says, text) else ()  # type: ignore[arg-type,return-value]
