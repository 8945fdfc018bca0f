"""Characters: dashes, quotes and spaces, and folding a text to plain ones.

All code that reads numbers takes its dashes from here, so that a range may have any dash.
"""

from __future__ import annotations

import re

PRINTED_DASHES = "‐‑‒–—―−"
"""The dashes that documents print, apart from the hyphen. Stored fingerprints fold these and no others."""
DASHES = "-" + PRINTED_DASHES + "֊־᐀᠆⁓⁻₋⸗⸚⸺⸻⹀⹝〜〰゠︱︲﹘﹣－～\U00010d6e\U00010ead"
"""Every dash, hyphen and minus of Unicode, in any width, including the wave dashes of East Asian ranges."""
LONG_DASHES = "—―⸺⸻"
"""Dashes that separate parts of a sentence rather than join two numbers."""
JOINING_DASHES = "".join(dash for dash in DASHES if dash not in LONG_DASHES)
HYPHENS = "-‐‑־⹀゠﹣－"
"""Dashes within a word."""
SINGLE_QUOTES = "‘’‚‛′"
DOUBLE_QUOTES = "“”„‟″"
SPACES = "\u00a0"

IN_CLASS, JOINING_IN_CLASS, HYPHENS_IN_CLASS = map(re.escape, (DASHES, JOINING_DASHES, HYPHENS))
"""`DASHES`, `JOINING_DASHES` and `HYPHENS` escaped for a character class."""
DASH = f"[{IN_CLASS}]"
"""A pattern for a single dash."""

TYPOGRAPHY = {
    **dict.fromkeys(map(ord, SINGLE_QUOTES), "'"),
    **dict.fromkeys(map(ord, DOUBLE_QUOTES), '"'),
    **dict.fromkeys(map(ord, DASHES), "-"),
    **dict.fromkeys(map(ord, SPACES), " "),
}
"""Characters that differ only typographically, mapped one to one, so that offsets in the folded text stay valid."""
PRINTED = {
    **dict.fromkeys(map(ord, SINGLE_QUOTES), "'"),
    **dict.fromkeys(map(ord, DOUBLE_QUOTES), '"'),
    **dict.fromkeys(map(ord, PRINTED_DASHES), "-"),
    **dict.fromkeys(map(ord, SPACES), " "),
    ord("…"): "...",
}
"""The folding before words are compared. Stored fingerprints depend on it, so it must not change."""

_UNTYPED = {ord("`"): "'", ord("«"): '"', ord("»"): '"', **dict.fromkeys(map(ord, "_\u00ad\u200b\ufeff\u3000"), " ")}
_FULL_WIDTH = {wide: chr(wide - 0xFEE0).translate(_UNTYPED) for wide in range(0xFF01, 0xFF5F)}
_FOLD = {**_FULL_WIDTH, **_UNTYPED, **TYPOGRAPHY}


def fold(text: str) -> str:
    """The text in lower case with plain quotes, dashes and half-width characters; offsets stay valid.

    >>> fold("Can’t be “countered” — −1/−1"), fold("６１３．８Ａ－ｃ")
    ('can\\'t be "countered" - -1/-1', '613.8a-c')
    """
    lower = text.lower()
    if lower.isascii():  # most texts are, and have only these two to fold
        return lower.replace("`", "'").replace("_", " ")
    if len(lower) != len(text):  # a few capitals have a longer small form; offsets must stay valid
        lower = "".join(small if len(small := letter.lower()) == 1 else letter for letter in text)
    return lower.translate(_FOLD)
