"""Work whose module has something to prepare, for the tests of the pool."""

_SEEN = []


def prepare():
    _SEEN.append("prepared")


def seen():
    return _SEEN
