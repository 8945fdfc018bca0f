"""The sandbox: all work that a visitor can start beyond a page lookup runs here, or is refused.

`run` does one piece of work, named by its place in the code, in a process of its own, which is killed when it exceeds
its `Limits`. Only a few run at once and a few more may wait; any others are told to come back (`Busy`).  So the threads
that serve pages only wait, and only some of them do.

- `limits`: the limits of a piece of work, and the messages for exceeding them;
- `admission`: how many run at once, and how many may wait;
- `worker`: one process that does one piece of work;
- `fork_server`: the process that forks the workers, with everything imported already; all processes of a server
  share one;
- `pool`: the entry point.

The site's process has threads, so it must not be forked itself.  A pool of lasting processes (`concurrent.futures`,
pebble) limits neither processor time nor memory nor the size of the answer, and the traces of one text stay in the
process for the next; a fork costs milliseconds, shares memory with its parent, and leaves nothing behind.
"""

from rulesite.sandbox.admission import AdmissionQueue, Busy
from rulesite.sandbox.limits import Bound, Limits, Stopped
from rulesite.sandbox.pool import run, share, warm

__all__ = ["AdmissionQueue", "Bound", "Busy", "Limits", "Stopped", "run", "share", "warm"]
