"""Activation: start a process when a message is sent to it, as inetd and systemd do with sockets.

A sender need not know whether the process is running: messages wait in the socket until it is, and after it has exited,
the next message starts another.  Several processes may send to the same one.
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
import threading
import time
from pathlib import Path
from socket import AF_UNIX, MSG_PEEK, SOCK_SEQPACKET, socket, socketpair

_PAUSE = 0.5
"""Minimum seconds between two starts, so that a process that exits at once is not restarted endlessly."""
_ROOT = str(Path(__file__).resolve().parent.parent)


class Activated:
    """A Python module that is run as a process, with the number of its end of a socket as its argument.

    ``sending`` is the other end, for messages of one packet each; it raises BlockingIOError when too many are waiting.
    Once all holders of this end have closed it, the process finds the socket closed and should exit; it is not started
    again.
    """

    def __init__(self, module: str, *, at_once: bool = False) -> None:
        self._module = module
        self.sending, self._receiving = socketpair(AF_UNIX, SOCK_SEQPACKET)
        self.sending.setblocking(False)
        self._receiving.set_inheritable(True)
        threading.Thread(target=self._keep, args=(at_once,), name="activation", daemon=True).start()

    def close(self) -> None:
        """Stop sending."""
        self.sending.close()

    def _keep(self, at_once: bool) -> None:
        if at_once:
            self._run()
        while _wanted(self._receiving):
            self._run()
        self._receiving.close()

    def _run(self) -> None:
        begun = time.monotonic()
        paths = os.pathsep.join([_ROOT, *filter(None, [os.environ.get("PYTHONPATH")])])
        # Started without a fork (POSIX spawn), because this process has threads; the child closes what it inherits.
        command = [sys.executable, "-m", self._module, str(self._receiving.fileno())]
        environment = os.environ | {"PYTHONPATH": paths}
        subprocess.Popen(command, close_fds=False, env=environment, stdin=subprocess.DEVNULL).wait()
        time.sleep(max(0.0, begun + _PAUSE - time.monotonic()))


def _wanted(receiving: socket) -> bool:
    """Wait for a message; False if none can be sent any more."""
    waiting = select.poll()  # unlike select, it takes any file number
    waiting.register(receiving, select.POLLIN)
    waiting.poll()
    return bool(receiving.recv(1, MSG_PEEK))


def given() -> socket:
    """The socket of a process started like this; everything else inherited from its parent is closed."""
    number = int(sys.argv[1])
    os.closerange(3, number)
    os.closerange(number + 1, os.sysconf("SC_OPEN_MAX"))
    return socket(AF_UNIX, SOCK_SEQPACKET, fileno=number)
