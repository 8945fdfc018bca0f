"""What is worked out once for the pages of an edition, and kept beside the book: derived from its rows, wholly."""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from typing import Any

from django.db import models

from rulesite.rulebook.models import Edition


class Prepared(models.Model):
    """One thing that the pages need of an edition, ready to be shown, such as ``text cr/2006-10-01``.

    ``key`` is a digest of what it was made from, the code that made it included: under another key it is out of date.
    """

    unit = models.CharField(max_length=120, unique=True)
    edition = models.ForeignKey(Edition, models.CASCADE, related_name="prepared")
    key = models.CharField(max_length=64)
    packed = models.BinaryField(editable=False)

    class Meta:
        ordering = ["unit"]
        verbose_name_plural = "prepared"

    def __str__(self) -> str:
        return self.unit


class Piece(models.Model):
    """A stretch of a page that may be the same in many editions, such as a section; stored once, by its digest."""

    digest = models.CharField(max_length=32, unique=True)
    packed = models.BinaryField(editable=False)

    def __str__(self) -> str:
        return self.digest


PATH = "\0"
"""What stands in a piece for the path of the edition that shows it; nothing else in a piece is this character."""
_WRITTEN_PATH = re.compile(r"(?<!\\)((?:\\\\)*)\\u0000")


def written(data: Any) -> str:
    r"""Data as JSON text, with `PATH` as it is: JSON itself never has it bare, so that it is found by itself.

    >>> written(["\x00402.1/", r"\u0000"]) == '["\x00402.1/","\\\\u0000"]'
    True
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return _WRITTEN_PATH.sub("\\1\0", text) if "\\u0000" in text else text


def read(text: str, path: str) -> Any:
    """The data that was written, with the path of the edition that shows it."""
    return json.loads(text.replace(PATH, path))


def pack(text: str) -> bytes:
    """A text, compressed."""
    return zlib.compress(text.encode(), 6)


def unpack(packed: bytes | memoryview) -> str:
    """The text that was packed."""
    return zlib.decompress(packed).decode()


def digest_of(text: str) -> str:
    """The digest of a text."""
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
