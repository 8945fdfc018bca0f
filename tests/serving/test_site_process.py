"""A site process ends with its supervisor, and looks for its listening sockets without leaving files open."""

import os
import subprocess
import sys
from socket import create_server, socketpair

import pytest

from rulesite.serving.site_process import _listeners

WATCH = """
import socket, sys
from rulesite.serving.site_process import _end_with_the_supervisor
line = socket.socket(fileno=int(sys.argv[1]))
line.send(sys.argv[2].encode())
print(flush=True)
_end_with_the_supervisor(line)
"""


@pytest.mark.parametrize("unread", ["", "!"], ids=["nothing was sent", "what was sent is not read yet"])
def test_a_process_ends_when_its_supervisor_has_died(unread):
    supervisor_end, process_end = socketpair()
    with process_end:
        number = process_end.fileno()
        process = subprocess.Popen(
            [sys.executable, "-c", WATCH, str(number), unread], pass_fds=(number,), stdout=subprocess.PIPE
        )
    with process:
        assert process.stdout
        process.stdout.readline()
        supervisor_end.close()
        assert process.wait(timeout=60) == -15


def test_only_sockets_that_listen_are_returned_and_nothing_else_stays_open(tmp_path):
    with (tmp_path / "file").open("w"), create_server(("127.0.0.1", 0)) as server:
        before = len(os.listdir("/proc/self/fd"))
        listeners = list(_listeners())
        assert server.getsockname() in [listener.getsockname() for listener in listeners]
        for listener in listeners:
            listener.close()
        assert len(os.listdir("/proc/self/fd")) == before
