"""Works that misbehave, for the tests of the pool."""

import os
import signal
import sys
import time
from pathlib import Path

from django.template.loader import get_template

_REMEMBERED = []


def process():
    return os.getpid()


def parent():
    return os.getppid()


def same(text):
    return text


def remember(what):
    _REMEMBERED.append(what)
    return _REMEMBERED


def imported_by_drawing():
    before = set(sys.modules)
    get_template("reading/cited.html")
    return sorted(each for each in set(sys.modules) - before if each.startswith("rulesite"))


def is_imported(module):
    return module in sys.modules


def for_ever():
    while True:
        pass


def asleep():
    time.sleep(60)


def rest():
    time.sleep(0.6)
    return "rested"


def swell():
    return len([bytes(2**20) for _ in range(10_000)])


def dig():
    return dig()


def fail():
    raise KeyError("this is our fault")


def die(after):
    os.kill(os.getpid(), signal.SIGKILL)
    return after


def mark_and_sleep(place):
    Path(place).write_text(str(os.getpid()))
    time.sleep(60)
