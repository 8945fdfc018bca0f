"""A site process ends with its supervisor."""

import subprocess
import sys
from socket import socketpair

import pytest

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
