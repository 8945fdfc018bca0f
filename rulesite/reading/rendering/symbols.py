"""Mana, tap and other symbols, drawn by the project: ``{T}`` in a text becomes a small picture that reads "tap".

The characters of the text stay inside, visually hidden, so that copying a rule gives ``{T}``. Numbers and letters are
written in the disc; other symbols are SVG on a 16 × 16 field, coloured by the stylesheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from rulesite.reading.rendering.spans import Span

_CODE = r"[0-9]{1,7}|∞|½|[A-Z]{1,6}(?:/[A-Z]{1,2}){0,2}|[0-9]/[A-Z]"
SYMBOL = re.compile(rf"\{{({_CODE})\}}")
_COST = re.compile(rf"(?:\{{(?:{_CODE})\}}){{2,8}}")

_COLOURS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
_NAMES = {
    "T": "tap", "Q": "untap", "C": "one colorless mana", "S": "one snow mana", "E": "energy", "P": "pawprint",
    "CHAOS": "chaos", "PW": "Planeswalker", "TK": "ticket", "A": "acorn",
    "X": "X generic mana", "Y": "Y generic mana", "Z": "Z generic mana", "∞": "infinite generic mana", "½": "half mana",
    "H": "Phyrexian mana",
}  # fmt: skip
_ORDINARY = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")

_FIELD = '<svg viewBox="0 0 16 16" width="1em" height="1em" aria-hidden="true">'
_DRAWINGS = {
    # a sun: a disc and eight rays
    "W": '<circle cx="8" cy="8" r="2.6"/><path class="stroke" d="M8 2.4v1.8M8 11.8v1.8M2.4 8h1.8'
    'M11.8 8h1.8M4 4l1.3 1.3M10.7 10.7l1.3 1.3M12 4l-1.3 1.3M5.3 10.7 4 12"/>',
    # a drop
    "U": '<path d="M8 2.5c2.2 2.8 3.7 4.8 3.7 6.9a3.7 3.7 0 0 1-7.4 0C4.3 7.3 5.8 5.3 8 2.5z"/>',
    # a waning moon
    "B": '<path d="M10.6 3.2a5.3 5.3 0 1 0 2 8.3 4.6 4.6 0 0 1-2-8.3z"/>',
    # a flame
    "R": '<path d="M8.6 2.3c.4 2.3 3.6 3.9 3.6 7.2a4.1 4.1 0 0 1-8.3.1c0-1.7.9-2.7 1.7-3.6.2 1 .6 '
    '1.5 1.2 1.8C6.6 5.6 7.1 3.6 8.6 2.3z"/>',
    # a leaf with its stalk
    "G": '<path d="M12.7 3.2C7.5 3 4 4.9 4 8.6c0 .8.2 1.5.6 2.1l-1.4 2.2 1.1.6 1.3-2c3.9 1.7 7.3-1.5 7.1-8.3z"/>',
    # a lozenge
    "C": '<path class="stroke" d="M8 2.9 12.3 8 8 13.1 3.7 8z"/>',
    # an arrow that turns a card to its side, and one that turns it back
    "T": '<path class="stroke" d="M4 11.6A4.6 4.6 0 0 1 11.5 6.2"/><path d="M13.3 3.8v5.2H8.1z"/>',
    "Q": '<path class="stroke" d="M12 11.6A4.6 4.6 0 0 0 4.5 6.2"/><path d="M2.7 3.8v5.2h5.2z"/>',
    # a six-armed crystal
    "S": '<path class="stroke" d="M8 2.6v10.8M3.3 5.3l9.4 5.4M12.7 5.3l-9.4 5.4M6.6 3.4 8 '
    '4.8l1.4-1.4M6.6 12.6 8 11.2l1.4 1.4"/>',
    # a spark
    "E": '<path d="M9.4 2.2 4.3 9h2.9l-.7 4.8L11.7 7H8.8z"/>',
    # a ring with a bar through it
    "H": '<circle class="stroke" cx="8" cy="8" r="3.2"/><path class="stroke" d="M8 2.5v11"/>',
    # a paw
    "P": '<ellipse cx="8" cy="10.6" rx="2.9" ry="2.4"/><circle cx="4" cy="7.6" r="1.2"/>'
    '<circle cx="6.5" cy="5.1" r="1.3"/><circle cx="9.5" cy="5.1" r="1.3"/><circle cx="12" cy="7.6" r="1.2"/>',
    # a whirl
    "CHAOS": '<path class="stroke" d="M8 8a1.5 1.5 0 1 1 1.5 1.5A3 3 0 1 1 11 6.6M8 8a4.3 4.3 0 1 0 4.6 3.4"/>',
    # a gate of three pillars
    "PW": '<path class="stroke" d="M3.5 13V6.5L8 3l4.5 3.5V13M8 6v7"/>',
    # a ticket
    "TK": '<path class="stroke" d="M2.8 5.3h10.4v1.6a1.2 1.2 0 0 0 0 2.3v1.6H2.8V9.2a1.2 1.2 0 0 0 0-2.3z'
    'M9.8 5.3v5.5"/>',
}  # fmt: skip
_PHYREXIAN = _DRAWINGS["H"]


def find(text: str) -> Iterator[Span]:
    """A span for every symbol of a text; adjacent symbols are one cost, which is kept on one line.

    >>> [(span.start, span.end) for span in find("{2}{B}, {T}: draw {a} card")]
    [(0, 6), (0, 3), (3, 6), (8, 11)]
    """
    if "{" not in text:
        return
    for cost in _COST.finditer(text):
        yield Span(*cost.span(), '<span class="cost">', "</span>", encloses=True)
    for match in SYMBOL.finditer(text):
        if drawn := markup(match[1]):
            yield Span(match.start(), match.end(), inner=drawn)


def name(code: str) -> str:
    """The spoken name of a symbol, "" for an unknown one.

    >>> name("T"), name("2"), name("W/U"), name("2/R"), name("G/P")
    ('tap', 'two generic mana', 'white or blue mana', 'two generic mana or red mana', 'green mana or 2 life')
    """
    if code.isdigit():
        return f"{_ORDINARY[int(code)] if int(code) < len(_ORDINARY) else code} generic mana"
    if code in _COLOURS:
        return f"{_COLOURS[code]} mana"
    if code in _NAMES:
        return _NAMES[code]
    parts = code.split("/")
    if len(parts) == 1 or not all(part in _COLOURS or part in ("P", "C") or part.isdigit() for part in parts):
        return ""
    if parts[-1] == "P":
        return " or ".join([f"{_COLOURS.get(part, part)} mana" for part in parts[:-1]] + ["2 life"])
    if all(part in _COLOURS for part in parts):
        return " or ".join(_COLOURS[part] for part in parts) + " mana"
    return " or ".join(name(part).removeprefix("one ") for part in parts)


@lru_cache(maxsize=512)
def markup(code: str) -> str:
    """The HTML of one symbol; its text is the symbol as written, with braces. "" for an unknown one."""
    spoken = name(code)
    if not spoken:
        return ""
    if code in _DRAWINGS:
        body = f'{_FIELD}{_DRAWINGS[code]}</svg><span class="vh">{{{code}}}</span>'
    elif "/" in code:
        body = f'{_halves(code.split("/"))}<span class="vh">{{{code}}}</span>'
    else:
        body = f'<span class="vh">{{</span>{code}<span class="vh">}}</span>'
    style = code.lower() if code in _DRAWINGS else "split" if "/" in code else "long" if len(code) > 2 else "plain"
    return f'<span class="sym sym-{style}" role="img" aria-label="{spoken}">{body}</span>'


def _halves(parts: list[str]) -> str:
    """A disc of two halves, each with its drawing at half size: a numeral as dots, a symbol that is Phyrexian in both
    halves as a ring.
    """
    first, second = parts[0], parts[1]
    ring = _FIELD
    ring += f'<path class="half sym-{_tint(first)}" d="M2.3 13.7A8 8 0 0 1 13.7 2.3z"/>'
    ring += f'<path class="half sym-{_tint(second)}" d="M13.7 2.3A8 8 0 0 1 2.3 13.7z"/>'
    ring += f'<g transform="translate(.9 .9) scale(.5)">{_small(first)}</g>'
    ring += f'<g transform="translate(7.1 7.1) scale(.5)">{_small(second)}</g>'
    if parts[2:] == ["P"]:
        ring += '<circle class="stroke" cx="8" cy="8" r="7.2"/>'
    return ring + "</svg>"


def _small(part: str) -> str:
    if part.isdigit():
        places = ((4 + 8 * (dot % 2), 4 + 8 * (dot // 2)) for dot in range(int(part)))
        return "".join(f'<circle cx="{x}" cy="{y}" r="2.6"/>' for x, y in places)
    return _PHYREXIAN if part == "P" else _DRAWINGS.get(part, "")


def _tint(part: str) -> str:
    return part.lower() if part in _DRAWINGS else "plain"
