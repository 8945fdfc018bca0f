"""Emphasis: the underscores that some editions' files put around a name, ``_Magic_``, in plain text."""

from __future__ import annotations

import re

MARKED = re.compile(r"(?<!\w)_(?=[^\W_])([^_\n]{1,80}?)(?<=\S)_(?!\w)")


def unmarked(text: str) -> str:
    """The text without the underscores of emphasis, for places that can't show italics.

    >>> unmarked("The _Magic_ Golden Rules")
    'The Magic Golden Rules'
    """
    return MARKED.sub(r"\1", text) if "_" in text else text
