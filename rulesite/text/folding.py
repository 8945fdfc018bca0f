"""Folding: how a text is made plain, so that what is typed meets what is printed."""

from __future__ import annotations

_FOLD = str.maketrans(
    {
        "‘": "'", "’": "'", "‚": "'", "‛": "'", "′": "'", "`": "'",
        "“": '"', "”": '"', "„": '"', "‟": '"', "″": '"', "«": '"', "»": '"',
        "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "―": "-", "−": "-",
        "_": " ", "\u00a0": " ", "\u00ad": " ", "\u200b": " ", "\ufeff": " ",
    }
)  # fmt: skip


def fold(text: str) -> str:
    """The text in lower case with typographic quotes and dashes made plain, character for character.

    >>> fold("Can’t be “countered” — −1/−1")
    'can\\'t be "countered" - -1/-1'
    """
    lower = text.lower()
    if lower.isascii():  # most texts are, and have but these two to fold
        return lower.replace("`", "'").replace("_", " ")
    if len(lower) != len(text):  # a few capitals have a longer small form; offsets must stay true
        lower = "".join(small if len(small := letter.lower()) == 1 else letter for letter in text)
    return lower.translate(_FOLD)
