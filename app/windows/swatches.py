"""The colours of powers as panels show them: those of the board."""

from __future__ import annotations

from collections.abc import Mapping

from app.map.dress import dress_of
from app.map.paint.qt_shapes import qcolor
from app.map.picture import MapPicture
from app.windows.order_list import Swatch


def swatches(picture: MapPicture | None) -> Mapping[str, Swatch]:
    """Land and ink of each power of *picture*; nothing where nothing is shown yet."""
    if picture is None:
        return {}
    dress = dress_of(picture)
    return {power: Swatch(qcolor(colours.land), qcolor(colours.ink)) for power, colours in dress.powers.items()}
