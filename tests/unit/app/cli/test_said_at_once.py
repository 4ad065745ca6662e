"""Output of a command reaches a program that reads it while the command goes on: a server's port is of use only then."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[4]


@pytest.mark.slow
def test_the_port_of_a_server_is_said_while_it_waits() -> None:
    command = [sys.executable, "main.py", "serve", "--daide", "0", "--clients", "1", "--years", "1"]
    server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert server.stdout is not None
    with ThreadPoolExecutor(1) as reader:
        try:
            said = reader.submit(server.stdout.readline).result(timeout=120)
        finally:
            server.kill()
            server.wait(60)
    assert "127.0.0.1:" in said
    server.stdout.close()
