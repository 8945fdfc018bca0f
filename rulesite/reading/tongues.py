"""What language a line of a source is in, where its letters tell."""

from __future__ import annotations

import re

_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_RUSSIAN = re.compile(r"[ыэё]", re.IGNORECASE)
_NOT_RUSSIAN = re.compile(r"[іїєґўђјљњћџѓќѕ]", re.IGNORECASE)
_REREAD = re.compile(r"[;,]?\s*in its own encoding: (?P<words>.+)\Z")


def language(text: str) -> str:
    """The tag for a ``lang`` attribute, "" where the letters do not tell.

    Cyrillic with letters of Russian and none of its neighbours is Russian; other Cyrillic is only known by its script.

    >>> language("Базовые правила | Contents"), language("Правила"), language("El-Hajjâj")
    ('ru', 'und-Cyrl', '')
    """
    if not _CYRILLIC.search(text):
        return ""
    return "ru" if _RUSSIAN.search(text) and not _NOT_RUSSIAN.search(text) else "und-Cyrl"


def reread(reason: str) -> tuple[str, str]:
    """The reason of a segment, and the words in it that the source had in another encoding ("" mostly).

    >>> reread("navigation; in its own encoding: Базовые правила")
    ('navigation', 'Базовые правила')
    >>> reread("page header")
    ('page header', '')
    """
    found = _REREAD.search(reason)
    return (reason[: found.start()], found["words"]) if found else (reason, "")
