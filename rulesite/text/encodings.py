"""Encodings: how the name that a source keeps of its encoding says which bytes stand before its text.

A byte order mark is part of the name (``utf-8-sig``, and ``utf-16-le`` for UTF-16 with one); where it is lacking, or
where stray bytes stand before the text, the name says so: ``utf-16-le, no mark``, ``utf-16-be, 3 stray``. Where bytes
that are no characters were let pass, it ends in ``, damaged``, and each of them reads as U+FFFD.
"""

from __future__ import annotations

import re

_MARKED = {
    "utf-8-sig": ("utf-8", 3),
    "utf-16-le": ("utf-16-le", 2),
    "utf-16-be": ("utf-16-be", 2),
    "utf-32-le": ("utf-32-le", 4),
    "utf-32-be": ("utf-32-be", 4),
}
_DAMAGED = ", damaged"
LOST = "\ufffd"
"""What stands for a byte that is no character."""
_ESCAPED = re.compile("[\udc80-\udcff]")
_ESCAPED_OR_LOST = re.compile("[\ufffd\udc80-\udcff]")


def unmarked(codec: str, stray: int) -> str:
    """The name of an encoding without its mark, with so many stray bytes before the text.

    >>> unmarked("utf-16-le", 0), unmarked("utf-16-le", 1)
    ('utf-16-le, no mark', 'utf-16-le, 1 stray')
    """
    return f"{codec}, {stray} stray" if stray else f"{codec}, no mark"


def damaged(encoding: str) -> str:
    """The name of an encoding in which bytes that are no characters were let pass.

    >>> damaged("utf-8"), is_damaged(damaged("utf-8")), is_damaged("utf-8")
    ('utf-8, damaged', True, False)
    """
    return f"{encoding}{_DAMAGED}"


def is_damaged(encoding: str) -> bool:
    """Whether bytes that are no characters were let pass."""
    return encoding.endswith(_DAMAGED)


def read(encoding: str) -> tuple[str, int]:
    """The codec that a name stands for, and how many bytes come before the text.

    >>> read("utf-8-sig"), read("utf-16-le"), read("utf-16-le, no mark"), read("utf-16-be, 3 stray"), read("cp1252")
    (('utf-8', 3), ('utf-16-le', 2), ('utf-16-le', 0), ('utf-16-be', 3), ('cp1252', 0))
    >>> read("utf-8-sig, damaged")
    ('utf-8', 3)
    """
    encoding = encoding.removesuffix(_DAMAGED)
    if encoding in _MARKED:
        return _MARKED[encoding]
    codec, _, said = encoding.partition(", ")
    return codec, int(said.removesuffix(" stray")) if said.endswith(" stray") else 0


def decode(data: bytes, encoding: str) -> str:
    r"""The text of some bytes.

    >>> decode(b"it\x92s", "utf-8, damaged")
    'it\ufffds'
    """
    codec, before = read(encoding)
    if is_damaged(encoding):
        return _ESCAPED.sub(LOST, escaped(data[before:], codec))
    return data[before:].decode(codec)


def encode(text: str, encoding: str, data: bytes) -> bytes:
    r"""A text as bytes, after what comes before it in ``data``; what is no character is taken from there.

    >>> encode("it\ufffds", "utf-8, damaged", b"it\x92s")
    b'it\x92s'
    """
    codec, before = read(encoding)
    if is_damaged(encoding):
        lost = iter(_ESCAPED_OR_LOST.findall(escaped(data[before:], codec)))
        text = re.sub(LOST, lambda _: next(lost, LOST), text)
        return data[:before] + text.encode(codec, "surrogateescape")
    return data[:before] + text.encode(codec)


def escaped(data: bytes, codec: str) -> str:
    """The text of some bytes, with a lone surrogate (U+DC80 to U+DCFF) for each that is no character."""
    return data.decode(codec, "surrogateescape")
