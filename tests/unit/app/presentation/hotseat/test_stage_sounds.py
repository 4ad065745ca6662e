"""Sounds of a reveal are short, quiet files that begin and end in silence."""

from __future__ import annotations

import io
import struct
import wave

import pytest

from app.presentation.hotseat.reveal_motion import LOUDEST, RATE, StepSound, sound_bytes

LONGEST = 1.5


@pytest.mark.parametrize("sound", StepSound)
def test_a_sound_is_short_quiet_and_does_not_crack(sound: StepSound) -> None:
    with wave.open(io.BytesIO(sound_bytes(sound))) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        count = file.getnframes()
        samples = struct.unpack(f"<{count}h", file.readframes(count))
    assert 0.05 * RATE < count < LONGEST * RATE
    assert max(map(abs, samples)) == pytest.approx(LOUDEST * 32_767, abs=2)
    assert abs(samples[0]) < 200
    assert abs(samples[-1]) < 400


def test_sounds_differ() -> None:
    assert len({sound_bytes(sound) for sound in StepSound}) == len(StepSound)
