"""Encodings: names for a text's codec and the bytes before it, as stored with a source.

The name includes a byte order mark (``utf-8-sig``, and ``utf-16-le`` for UTF-16 with one); if the mark is missing, or
stray bytes precede the text, the name says so: ``utf-16-le, no mark``, ``utf-16-be, 3 stray``. If undecodable bytes
were accepted, it ends in ``, damaged``, and each of them reads as U+FFFD.
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
PDF = "pdf"
"""The name for a file whose text was extracted from pages; its bytes are not the text."""
LOST = "\ufffd"
"""The replacement for an undecodable byte."""
_ESCAPED = re.compile("[\udc80-\udcff]")
_ESCAPED_OR_LOST = re.compile("[\ufffd\udc80-\udcff]")


def unmarked(codec: str, stray: int) -> str:
    """The name of an encoding without its mark, with this number of stray bytes before the text.

    >>> unmarked("utf-16-le", 0), unmarked("utf-16-le", 1)
    ('utf-16-le, no mark', 'utf-16-le, 1 stray')
    """
    return f"{codec}, {stray} stray" if stray else f"{codec}, no mark"


def damaged(encoding: str) -> str:
    """The name of an encoding whose undecodable bytes were accepted.

    >>> damaged("utf-8"), is_damaged(damaged("utf-8")), is_damaged("utf-8")
    ('utf-8, damaged', True, False)
    """
    return f"{encoding}{_DAMAGED}"


def is_damaged(encoding: str) -> bool:
    """Whether undecodable bytes were accepted."""
    return encoding.endswith(_DAMAGED)


def read(encoding: str) -> tuple[str, int]:
    """The codec of a name, and the number of bytes before the text.

    >>> read("utf-8-sig"), read("utf-16-le"), read("utf-16-le, no mark"), read("utf-16-be, 3 stray"), read("cp1252")
    (('utf-8', 3), ('utf-16-le', 2), ('utf-16-le', 0), ('utf-16-be', 3), ('cp1252', 0))
    >>> read("utf-8-sig, damaged")
    ('utf-8', 3)
    """
    encoding = encoding.removesuffix(_DAMAGED)
    if encoding in _MARKED:
        return _MARKED[encoding]
    codec, _, strays = encoding.partition(", ")
    return codec, int(strays.removesuffix(" stray")) if strays.endswith(" stray") else 0


def decode(data: bytes, encoding: str) -> str:
    r"""The text of some bytes.

    >>> decode(b"it\x92s", "utf-8, damaged")
    'it\ufffds'
    """
    codec, before = read(encoding)
    if is_damaged(encoding):
        return _ESCAPED.sub(LOST, escaped(data[before:], codec))
    return data[before:].decode(codec)


def encode(text: str, encoding: str, data: bytes, extracted: str = "") -> bytes:
    r"""A text as bytes, after the leading bytes of ``data``; undecodable bytes are copied from there.

    A PDF's bytes follow from the whole of its ``extracted`` text, and from no other.

    >>> encode("it\ufffds", "utf-8, damaged", b"it\x92s")
    b'it\x92s'
    """
    if encoding == PDF:
        return data if text == extracted else text.encode("utf-8", "surrogatepass")
    codec, before = read(encoding)
    if is_damaged(encoding):
        lost = iter(_ESCAPED_OR_LOST.findall(escaped(data[before:], codec)))
        text = re.sub(LOST, lambda _: next(lost, LOST), text)
        return data[:before] + text.encode(codec, "surrogateescape")
    return data[:before] + text.encode(codec)


def escaped(data: bytes, codec: str) -> str:
    """The text of some bytes, with a lone surrogate (U+DC80 to U+DCFF) for each undecodable byte."""
    return data.decode(codec, "surrogateescape")
