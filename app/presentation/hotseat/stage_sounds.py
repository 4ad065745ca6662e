"""Sounds of a reveal, computed here: short, quiet, the same each time. No Qt, no files."""

from __future__ import annotations

import io
import math
import struct
import wave
from collections.abc import Callable
from functools import cache

from app.presentation.hotseat.reveal_motion import StepSound

RATE = 22_050
"""Samples a second."""
LOUDEST = 0.45
"""Greatest amplitude, where 1 is the loudest that a file can hold."""

_FADE = 0.006
"""Seconds at both ends in which a sound comes and goes, so that it does not crack."""

Wave = Callable[[float], float]
"""From seconds to amplitude."""


@cache
def sound_bytes(sound: StepSound) -> bytes:
    """Return *sound* as a file of WAV: one channel, 16 bits."""
    seconds, form = _FORMS[sound]
    count = round(seconds * RATE)
    heard = [form(number / RATE) * _faded(number / RATE, seconds) for number in range(count)]
    peak = max(map(abs, heard)) or 1.0
    samples = [round(each / peak * LOUDEST * 32_767) for each in heard]
    target = io.BytesIO()
    with wave.open(target, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(struct.pack(f"<{count}h", *samples))
    return target.getvalue()


def _faded(at: float, seconds: float) -> float:
    return max(0.0, min(1.0, at / _FADE, (seconds - at) / _FADE))


def _bell(pitch: float, start: float = 0.0, dying: float = 6.0) -> Wave:
    """A tone with two overtones that dies away."""

    def form(at: float) -> float:
        since = at - start
        if since < 0:
            return 0.0
        tone = math.sin(math.tau * pitch * since) + 0.35 * math.sin(math.tau * pitch * 2.01 * since) * math.exp(-4 * since)
        return tone * math.exp(-dying * since)

    return form


def _together(*waves: Wave) -> Wave:
    return lambda at: sum(each(at) for each in waves)


def _knock(pitch: float) -> Wave:
    """A wooden piece that is put down."""
    return lambda at: (math.sin(math.tau * pitch * at) + 0.5 * _noise(at)) * math.exp(-38 * at)


def _clash(at: float) -> float:
    """Two hard things that meet: noise, and two tones that do not go together."""
    ring = math.sin(math.tau * 311 * at) + math.sin(math.tau * 466 * at)
    return (0.8 * _noise(at) * math.exp(-30 * at)) + 0.5 * ring * math.exp(-12 * at)


def _fall(at: float) -> float:
    """A tone that sinks, and a thud."""
    sinking = math.sin(math.tau * (220 * at - 170 * at * at)) * math.exp(-3 * at)
    thud = math.sin(math.tau * 62 * at) * math.exp(-((at - 0.3) ** 2) * 180)
    return 0.6 * sinking + thud


def _noise(at: float) -> float:
    """Noise between -1 and 1, the same each time."""
    mixed = (round(at * RATE) * 1_103_515_245 + 12_345) & 0x7FFFFFFF
    mixed = (mixed ^ (mixed >> 13)) * 0x5BD1E995 & 0x7FFFFFFF
    return mixed / 0x3FFFFFFF - 1


_FORMS: dict[StepSound, tuple[float, Wave]] = {
    StepSound.OPEN: (0.7, _together(_bell(392.0), _bell(587.3, 0.12))),
    StepSound.STEP: (0.12, _knock(240.0)),
    StepSound.CLASH: (0.4, _clash),
    StepSound.FALL: (0.6, _fall),
    StepSound.ENDING: (1.4, _together(_bell(261.6, 0.0, 3.0), _bell(392.0, 0.15, 3.0), _bell(523.3, 0.3, 3.0))),
}
"""Seconds and form of each."""
