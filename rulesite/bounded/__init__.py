"""Bounded work: whatever a stranger can start that is more than looking a page up is done here, or refused.

`run` does one piece of work, named by its place in the code, in a process of its own that is killed when it is over
its `Limits`; few are done at once and few may wait, the others are told to come back (`Busy`).  So the threads that
serve pages only wait, and only some of them.

- `limits`: how much one piece of work may take, and what is said of one that wanted more;
- `turns`: how many are done at once, and how many may wait;
- `worker`: one process that does one piece of work;
- `fork_server`: the process that the workers are forked from, in which everything is imported already; all processes
  of a server share one;
- `pool`: the door.

The process of the site has threads, so nothing is forked from it.  A pool of lasting processes (`concurrent.futures`,
pebble) has no bound on processor time, on memory or on the answer, and what one text leaves in a process meets the
next; a fork costs milliseconds, shares its memory with the process it came from, and leaves nothing.
"""

from rulesite.bounded.limits import Bound, Limits, Stopped
from rulesite.bounded.pool import run, share
from rulesite.bounded.turns import Busy, Turns

__all__ = ["Bound", "Busy", "Limits", "Stopped", "Turns", "run", "share"]
