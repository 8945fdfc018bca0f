"""Precomputed parts of an edition's pages, stored beside the book: wholly derived from its rows."""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from typing import Any

from django.db import models

from rulesite.rulebook.models import Edition


class Prepared(models.Model):
    """One precomputed part of an edition's pages, such as ``text cr/2006-10-01``.

    ``key`` is a digest of everything it was made from, including the code: under another key it is out of date.
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
    """A stretch of a page that many editions may share, such as a section; stored once, by its digest."""

    digest = models.CharField(max_length=32, unique=True)
    packed = models.BinaryField(editable=False)

    def __str__(self) -> str:
        return self.digest


PATH = "\0"
"""A placeholder in a piece for the path of the edition that shows it; a piece has this character nowhere else."""
_WRITTEN_PATH = re.compile(r"(?<!\\)((?:\\\\)*)\\u0000")


def written(data: Any) -> str:
    r"""Data as JSON text, with `PATH` bare: JSON itself always escapes it, so it can be found and replaced.

    >>> written(["\x00402.1/", r"\u0000"]) == '["\x00402.1/","\\\\u0000"]'
    True
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return _WRITTEN_PATH.sub("\\1\0", text) if "\\u0000" in text else text


def read(text: str, path: str) -> Any:
    """The data of a text from `written`, with the path of the edition that shows it."""
    return json.loads(text.replace(PATH, path))


def pack(text: str) -> bytes:
    """A text, compressed."""
    return zlib.compress(text.encode(), 6)


def unpack(packed: bytes | memoryview) -> str:
    """The text of compressed bytes from `pack`."""
    return zlib.decompress(packed).decode()


def digest_of(text: str) -> str:
    """The digest of a text."""
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
