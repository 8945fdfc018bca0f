"""Languages: recognise a text's language by its letters and by frequent short words.

Languages have tags (``en``, ``ru``; ``und`` for an unknown one). The name of a translated document ends in its tag:
``cr-ru``.
"""

from __future__ import annotations

import re

NAMES = {
    "en": "English",
    "de": "German",
    "es": "Spanish",
    "fr": "French",
    "it": "Italian",
    "ja": "Japanese",
    "ko": "Korean",
    "pt": "Portuguese",
    "ru": "Russian",
    "zh": "Chinese",
}
"""The languages that rules are published in."""
ENGLISH = "en"
UNKNOWN = "und"
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_RUSSIAN = re.compile(r"[ыэё]", re.IGNORECASE)
_NOT_RUSSIAN = re.compile(r"[іїєґўђјљњћџѓќѕ]", re.IGNORECASE)
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")
_SCRIPTS = (
    ("ja", re.compile(r"[\u3040-\u30ff]")),
    ("ko", re.compile(r"[\uac00-\ud7a3]")),
    ("zh", re.compile(r"[\u3400-\u9fff]")),
)
"""Letters that identify the language; the first to make up a tenth of a text decides."""
_OTHER = re.compile(r"[^\W\d_A-Za-z\u00aa-\u024f]")
"""Letters outside the Latin script."""
_WORD = re.compile(r"[^\W\d_]+")
_SMALL_WORDS = {
    "en": "the of to and is that it or in if this for with its an be by as from are",
    "de": "der das und ist ein eine einen einer nicht mit von wird oder des auf dem den wenn er es zu",
    "es": "el los las de que en un una y es por con se del su si puede cada",
    "fr": "le les des est un une du et que dans ou qui pour ce il si pas sur au la",
    "it": "il lo gli le di che un una è in per con non del della si se può sono",
    "pt": "o os de que um uma em é por com não da dos das se ou para na pode",
}
_MIN_WORDS = 20
"""The minimum number of words, or of letters that are not Latin, for recognising a language."""
_ENOUGH_WORDS = 100
"""From this many different words on, a text without any known language's short words is in another language."""


def of_letters(text: str) -> str:
    """The tag for a ``lang`` attribute, "" if the letters do not decide.

    Cyrillic with letters that Russian has and its neighbours lack is Russian; other Cyrillic gets only its script.

    >>> of_letters("Базовые правила | Contents"), of_letters("Правила"), of_letters("El-Hajjâj")
    ('ru', 'und-Cyrl', '')
    """
    if not _CYRILLIC.search(text):
        return ""
    return "ru" if _RUSSIAN.search(text) and not _NOT_RUSSIAN.search(text) else "und-Cyrl"


def of_text(text: str) -> str:
    """The main language of a text, "" if it is too short to tell.

    >>> of_text("Игрок может разыграть заклинание. Это правило."), of_text("A card.")
    ('ru', '')
    """
    others, latin = len(_OTHER.findall(text)), len(_LATIN.findall(text))
    if others > latin and others >= _MIN_WORDS:
        script = next((tag for tag, letters in _SCRIPTS if len(letters.findall(text)) > others / 10), "")
        return script or of_letters(text) or UNKNOWN
    words = [word.lower() for word in _WORD.findall(text)]
    if len(words) < _MIN_WORDS:
        return ""
    shares = {tag: sum(word in small for word in words) / len(words) for tag, small in _SETS.items()}
    best = max(shares, key=lambda tag: shares[tag])
    if shares[best] >= _MIN_SHARE and shares[best] > 2 * shares[ENGLISH]:
        return best
    if shares[ENGLISH] >= _MIN_SHARE:
        return ENGLISH
    return UNKNOWN if len(set(words)) >= _ENOUGH_WORDS and max(shares.values()) < _MAX_SHARE_OF_OTHERS else ""


_SETS = {tag: frozenset(small.split()) for tag, small in _SMALL_WORDS.items()}
_MIN_SHARE, _MAX_SHARE_OF_OTHERS = 0.12, 0.03
"""The minimum share of short words in a text of their language; and the maximum in a text of another."""


def name(tag: str) -> str:
    """The name of a language.

    >>> name("ru"), name("und-Cyrl"), name("und")
    ('Russian', 'a language in Cyrillic letters', 'another language than English')
    """
    cyrillic = "a language in Cyrillic letters" if tag == "und-Cyrl" else ""
    return NAMES.get(tag) or cyrillic or "another language than English"


def of_document(slug: str) -> str:
    """The language of a document, by its slug.

    >>> of_document("cr-ru"), of_document("cr"), of_document("my-own-rules")
    ('ru', 'en', 'en')
    """
    tag = slug.rpartition("-")[2] if "-" in slug else ""
    return tag if tag in NAMES else ENGLISH


def translated(slug: str, tag: str) -> str:
    """The slug of a document's translation; "" stands for English.

    >>> translated("cr", "ru"), translated("cr-ru", "ru"), translated("cr", ""), translated("cr-ru", "")
    ('cr-ru', 'cr-ru', 'cr', 'cr-ru')
    """
    return slug if tag in ("", ENGLISH, of_document(slug)) else f"{slug}-{tag}"
