"""Encodings: how the name that a source keeps of its encoding says which bytes stand before its text.

A byte order mark is part of the name (``utf-8-sig``, and ``utf-16-le`` for UTF-16 with one); where it is lacking, or
where stray bytes stand before the text, the name says so: ``utf-16-le, no mark``, ``utf-16-be, 3 stray``.
"""

from __future__ import annotations

_MARKED = {
    "utf-8-sig": ("utf-8", 3),
    "utf-16-le": ("utf-16-le", 2),
    "utf-16-be": ("utf-16-be", 2),
    "utf-32-le": ("utf-32-le", 4),
    "utf-32-be": ("utf-32-be", 4),
}


def unmarked(codec: str, stray: int) -> str:
    """The name of an encoding without its mark, with so many stray bytes before the text.

    >>> unmarked("utf-16-le", 0), unmarked("utf-16-le", 1)
    ('utf-16-le, no mark', 'utf-16-le, 1 stray')
    """
    return f"{codec}, {stray} stray" if stray else f"{codec}, no mark"


def read(encoding: str) -> tuple[str, int]:
    """The codec that a name stands for, and how many bytes come before the text.

    >>> read("utf-8-sig"), read("utf-16-le"), read("utf-16-le, no mark"), read("utf-16-be, 3 stray"), read("cp1252")
    (('utf-8', 3), ('utf-16-le', 2), ('utf-16-le', 0), ('utf-16-be', 3), ('cp1252', 0))
    """
    if encoding in _MARKED:
        return _MARKED[encoding]
    codec, _, said = encoding.partition(", ")
    return codec, int(said.removesuffix(" stray")) if said.endswith(" stray") else 0


def decode(data: bytes, encoding: str) -> str:
    """The text of some bytes."""
    codec, before = read(encoding)
    return data[before:].decode(codec)


def encode(text: str, encoding: str, data: bytes) -> bytes:
    """A text as bytes, after what comes before the text in ``data``."""
    codec, before = read(encoding)
    return data[:before] + text.encode(codec)
