"""Text of a source line that is in another encoding than the file's."""

from __future__ import annotations

import re

_REREAD = re.compile(r"[;,]?\s*in its own encoding: (?P<words>.+)\Z")


def reread(reason: str) -> tuple[str, str]:
    """The reason of a segment, and its words that are in another encoding ("" mostly).

    >>> reread("navigation; in its own encoding: Базовые правила")
    ('navigation', 'Базовые правила')
    >>> reread("page header")
    ('page header', '')
    """
    match = _REREAD.search(reason)
    return (reason[: match.start()], match["words"]) if match else (reason, "")
