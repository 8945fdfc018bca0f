"""Characters: which signs are dashes, quotes and spaces, and a text with all of them made plain.

Every reader of numbers takes its dashes from here: a range is a range with whatever dash it is typed.
"""

from __future__ import annotations

import re

PRINTED_DASHES = "‐‑‒–—―−"
"""The dashes that documents print beside the hyphen of the keyboard. Stored fingerprints fold these and no other."""
DASHES = "-" + PRINTED_DASHES + "֊־᐀᠆⁓⁻₋⸗⸚⸺⸻⹀⹝〜〰゠︱︲﹘﹣－～\U00010d6e\U00010ead"
"""Every dash, hyphen and minus of Unicode, in any width, with the swung ones that join numbers in the East."""
LONG_DASHES = "—―⸺⸻"
"""Dashes that rather part a sentence than join two numbers."""
JOINING_DASHES = "".join(dash for dash in DASHES if dash not in LONG_DASHES)
HYPHENS = "-‐‑־⹀゠﹣－"
"""Dashes that stand within a word."""
SINGLE_QUOTES = "‘’‚‛′"
DOUBLE_QUOTES = "“”„‟″"
SPACES = "\u00a0"

IN_CLASS, JOINING_IN_CLASS, HYPHENS_IN_CLASS = map(re.escape, (DASHES, JOINING_DASHES, HYPHENS))
"""`DASHES`, `JOINING_DASHES` and `HYPHENS` as they stand inside the brackets of a pattern."""
DASH = f"[{IN_CLASS}]"
"""A pattern for one dash."""

TYPOGRAPHY = {
    **dict.fromkeys(map(ord, SINGLE_QUOTES), "'"),
    **dict.fromkeys(map(ord, DOUBLE_QUOTES), '"'),
    **dict.fromkeys(map(ord, DASHES), "-"),
    **dict.fromkeys(map(ord, SPACES), " "),
}
"""What differs in typography alone, one for one, so that places in the folded text are places in the text."""
PRINTED = {
    **dict.fromkeys(map(ord, SINGLE_QUOTES), "'"),
    **dict.fromkeys(map(ord, DOUBLE_QUOTES), '"'),
    **dict.fromkeys(map(ord, PRINTED_DASHES), "-"),
    **dict.fromkeys(map(ord, SPACES), " "),
    ord("…"): "...",
}
"""What is folded before words are compared. It decides stored fingerprints, so it must not change."""

_UNTYPED = {ord("`"): "'", ord("«"): '"', ord("»"): '"', **dict.fromkeys(map(ord, "_\u00ad\u200b\ufeff\u3000"), " ")}
_FULL_WIDTH = {wide: chr(wide - 0xFEE0).translate(_UNTYPED) for wide in range(0xFF01, 0xFF5F)}
_FOLD = {**_FULL_WIDTH, **_UNTYPED, **TYPOGRAPHY}


def fold(text: str) -> str:
    """The text in lower case with quotes, dashes and full-width signs made plain, character for character.

    >>> fold("Can’t be “countered” — −1/−1"), fold("６１３．８Ａ－ｃ")
    ('can\\'t be "countered" - -1/-1', '613.8a-c')
    """
    lower = text.lower()
    if lower.isascii():  # most texts are, and have but these two to fold
        return lower.replace("`", "'").replace("_", " ")
    if len(lower) != len(text):  # a few capitals have a longer small form; offsets must stay true
        lower = "".join(small if len(small := letter.lower()) == 1 else letter for letter in text)
    return lower.translate(_FOLD)
