"""Shorthand: the abbreviations that players and judges write, and what the rules say instead.

Only what stands for one term of the rules, in every era the same: a word with two meanings is looked for as it stands.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulesite.search import analysis

MEANS: Mapping[str, str] = {
    "2hg": "two-headed giant",
    "cda": "characteristic-defining ability",
    "cip": "comes into play",
    "cmc": "converted mana cost",
    "dfc": "double-faced card",
    "edh": "commander",
    "eot": "end of turn",
    "etb": "enters the battlefield",
    "ffa": "free-for-all",
    "gy": "graveyard",
    "lki": "last known information",
    "ltb": "leaves the battlefield",
    "mdfc": "modal double-faced card",
    "mv": "mana value",
    "nap": "nonactive player",
    "pw": "planeswalker",
    "rfg": "removed from the game",
    "sba": "state-based action",
    "sbe": "state-based effect",
}


def written_out(text: str) -> str:
    """A query with its abbreviations written out, the same text where it has none; quoted words stay as they are.

    >>> written_out("ETB trigger"), written_out("two sbas"), written_out('"sba"'), written_out("sba*")
    ('enters the battlefield trigger', 'two state-based action', '"sba"', 'sba*')
    """
    said = text
    for word in reversed([*analysis.words(text)]):
        around = f"{said[: word.start][-1:]}{said[word.end :][:1]}"
        means = MEANS.get(word.text) or MEANS.get(word.text.removesuffix("s"))
        if means and not around.strip() and text.count('"', 0, word.start) % 2 == 0:
            said = f"{said[: word.start]}{means}{said[word.end :]}"
    return said
