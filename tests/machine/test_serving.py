"""The server of `make run` as whoever stops it sees it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from ingest.management.commands.serve import Server

ROOT = Path(__file__).resolve().parents[2]


def test_a_signal_that_interrupts_the_handling_of_another_does_not_wait_for_it():
    server = Server("rulesite.wsgi:application")
    server.signal_handler_interrupt()
    with server.main_loop_interrupt._cond:  # as the first signal's handler holds it when the second comes
        second = threading.Thread(target=server.signal_handler_interrupt, daemon=True)
        second.start()
        second.join(timeout=10)
        assert not second.is_alive()


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "SIGINT"])
def test_a_server_that_is_told_to_stop_again_and_again_stops(number, tmp_path):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = os.environ | {"RULESITE_DATA": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    site = subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--port", str(port)],
        env=environment,
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_for(port, site)
        for _ in range(200):
            site.send_signal(number)
        assert site.wait(timeout=30) is not None
    finally:
        site.kill()


def _wait_for(port: int, site: subprocess.Popen) -> None:
    for _ in range(400):
        assert site.poll() is None, "it ended by itself"
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.5)
    raise AssertionError("nothing listens")
