"""Activation: a process that is started when something is sent to it, as inetd and systemd do with sockets.

Whoever sends needs not know whether the process is there: what was sent waits in the socket until it is, and when the
process has ended, the next that is sent starts another.  Several processes may send to the same one.
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
"""Seconds from one start to the next, at least: a process that ends at once is not started without end."""
_ROOT = str(Path(__file__).resolve().parent.parent)


class Activated:
    """A Python module that is run as a process, with the number of its end of a socket as its argument.

    ``sending`` is the other end, for messages of one packet each; it raises BlockingIOError when too many of them wait.
    The process finds that nothing can be sent any more
    when all that hold this end have closed it, and should end then; nobody starts it again after that.
    """

    def __init__(self, module: str, *, at_once: bool = False) -> None:
        self._module = module
        self.sending, self._receiving = socketpair(AF_UNIX, SOCK_SEQPACKET)
        self.sending.setblocking(False)
        self._receiving.set_inheritable(True)
        threading.Thread(target=self._keep, args=(at_once,), name="activation", daemon=True).start()

    def close(self) -> None:
        """Send nothing more."""
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
        # Started without a fork (POSIX spawn), because this process has threads; what it inherits it closes itself.
        command = [sys.executable, "-m", self._module, str(self._receiving.fileno())]
        environment = os.environ | {"PYTHONPATH": paths}
        subprocess.Popen(command, close_fds=False, env=environment, stdin=subprocess.DEVNULL).wait()
        time.sleep(max(0.0, begun + _PAUSE - time.monotonic()))


def _wanted(receiving: socket) -> bool:
    """Wait until something has been sent; False when nothing can be sent any more."""
    waiting = select.poll()  # unlike select, it takes files of any number
    waiting.register(receiving, select.POLLIN)
    waiting.poll()
    return bool(receiving.recv(1, MSG_PEEK))


def given() -> socket:
    """The socket of the process that was started so; all else that it inherited from its parent is closed."""
    number = int(sys.argv[1])
    os.closerange(3, number)
    os.closerange(number + 1, os.sysconf("SC_OPEN_MAX"))
    return socket(AF_UNIX, SOCK_SEQPACKET, fileno=number)
