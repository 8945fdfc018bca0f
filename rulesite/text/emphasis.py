"""The underscores that some editions' files set around a name, ``_Magic_``: emphasis in a text of plain letters."""

from __future__ import annotations

import re

MARKED = re.compile(r"(?<!\w)_(?=[^\W_])([^_\n]{1,80}?)(?<=\S)_(?!\w)")


def unmarked(text: str) -> str:
    """The text without the underscores of its emphasis: for whatever can't be italic.

    >>> unmarked("The _Magic_ Golden Rules")
    'The Magic Golden Rules'
    """
    return MARKED.sub(r"\1", text) if "_" in text else text
