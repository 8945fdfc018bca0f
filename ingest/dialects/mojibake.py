"""Mend characters that were decoded with the wrong encoding, where the right reading is certain."""

from __future__ import annotations

import re

_SIGNS = set("‘’“”–—…•©®™−°½áéíóúâêîôûäëïöüçñàèìòùÉÂ")
_UNSEEN = set("\u200b\u200c\u200d\ufeff\u00ad")
_RULES_SIGNS = set("‘’“”–—…•©®™")


def table(text: str) -> dict[str, str]:
    """Return the replacement for each damaged sequence of a text; empty when the text is sound.

    Three accidents are known: Mac Roman decoded as a Windows encoding (``Õ`` for ’), UTF-8 decoded as one (``â€™``),
    and GBK decoded as one (``¡¯``).

    >>> table("the playerÕs hand, ÒnowÓ, and Wizards¨ cards")["Õ"]
    '’'
    >>> table("El-Hajjâj, Lim-Dûl")
    {}
    """
    return _utf8_as_cp1252(text) or _gbk_as_cp1252(text) or _mac_as_cp1252(text)


def _utf8_as_cp1252(text: str) -> dict[str, str]:
    signs: dict[str, str] = {}
    for sequence in set(re.findall(r"[ÂÃâ][^\x00-\x7f]{1,2}", text)) if any(sign in text for sign in "ÂÃâ") else ():
        for length in (3, 2):
            try:
                sign = sequence[:length].encode("cp1252").decode("utf-8")
            except UnicodeError:
                continue
            if len(sign) == 1 and sign in _SIGNS:
                signs[sequence[:length]] = sign
                break
    return signs


def _gbk_as_cp1252(text: str) -> dict[str, str]:
    """Return replacements for signs that GBK writes in two bytes.

    The first byte reads as an inverted mark or a diaeresis, which English does not use.
    """
    signs: dict[str, str] = {}
    for sequence in set(re.findall(r"[¡¨]\S", text)) if "¡" in text or "¨" in text else ():
        try:
            sign = sequence.encode("cp1252").decode("gbk")
        except UnicodeError:
            continue
        if sign in _RULES_SIGNS:
            signs[sequence] = sign
    return signs


def _mac_as_cp1252(text: str) -> dict[str, str]:
    special = {sign for sign in set(text) if not (sign.isascii() or sign.isspace() or sign in _UNSEEN)}
    if not special:
        return {}
    signs: dict[str, str] = {}
    for character in special:
        for encoding in ("cp1252", "latin-1"):
            try:
                sign = character.encode(encoding).decode("mac_roman")
            except UnicodeError:
                continue
            if sign in _RULES_SIGNS:
                signs[character] = sign
                break
    # Certain only when every special character of the text becomes a typographic sign.
    return signs if set(signs) == special else {}


def cyrillic(text: str) -> str:
    """Decode a line of Windows Cyrillic that was read as Latin-1; return "" for any other line.

    >>> cyrillic("Áàçîâûå ïðàâèëà")
    'Базовые правила'
    """
    letters = [character for character in text if ord(character) > 0x7F]
    if len(letters) < 5 or any(not 0xC0 <= ord(letter) <= 0xFF for letter in letters):
        return ""
    try:
        return text.encode("cp1252").decode("cp1251")
    except UnicodeError:
        return ""
