"""Detection: which encoding the bytes of a text without a mark are in, and which of its bytes are none of it.

What only one encoding writes is evidence of it, however little of it there is: no English that is written otherwise has
the bytes of a UTF-8 quotation mark. So one byte that is damaged is damage, and makes no other encoding of the rest.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from rulesite.text import encodings

_TYPOGRAPHY = set("‘’“”–—…•©®™éáâûúòöüçñ°½−")
_SPECIAL = re.compile(r"[^\x00-\x7f]")
_STRANGE = re.compile("[\udc80-\udcff]")
_UTF8 = re.compile(rb"\xe2\x80[\x80-\xbf]?|\xe2\x84\xa2|\xe2\x88\x92|\xc2[\xa0-\xbf]|\xc3[\x80-\xbf]|\xef\xbf\xbd")
"""What UTF-8 writes for the signs of English print and the letters of its names. Elsewhere these bytes are signs that
never stand together: ``â€™``, ``‚Äô``."""
_GBK = re.compile(rb"\xa1[\xaa-\xb1]")
"""What GBK writes for quotation marks, dashes and the ellipsis."""
_FEW_GBK = 2
"""Fewer may be a sign that stands before another by a byte that was damaged."""
_CLOSE = 4
"""Points between two encodings that a byte or two may turn."""
_NAMES = {"utf-8": "UTF-8", "gb18030": "GBK", "cp1252": "cp1252", "mac_roman": "Mac Roman"}

WIDE = {"utf-32-le": 4, "utf-32-be": 4, "utf-16-le": 2, "utf-16-be": 2}
"""Bytes of a character of the encodings that write each in as many."""
_MAX_STRAY = 8
"""Bytes before a text that may be stray."""
_PRINTED = re.compile(rb"[!-~]")
_PLAINLY = 0.7
"""The share of NUL bytes where those of UTF-16 stand, from which a text is plainly that; of English nearly all."""
Bad = tuple[int, bytes]
"""The offset and the bytes of a stretch that is no character."""


@dataclass(frozen=True)
class Detected:
    """The encoding of some bytes, "" where it is two; ``bad`` has the offset and the bytes of each stretch that is none
    of it, and ``problem`` says so."""

    encoding: str
    bad: tuple[Bad, ...] = ()
    problem: str = ""
    warnings: tuple[str, ...] = ()


def detect(data: bytes) -> Detected:
    """The encoding of bytes that hold no NUL and have no byte order mark.

    >>> detect("It’s".encode()).encoding, detect("It’s".encode("cp1252")).encoding
    ('utf-8', 'cp1252')
    >>> detect("It’s not".encode() + b" Ann\\x92s").bad
    ((14, b'\\x92'),)
    """
    bad = undecodable(data, "utf-8")
    if not bad:
        return Detected("utf-8")
    written = len(_UTF8.findall(data))
    if written >= len(bad):
        return damage("utf-8", bad)
    found = _gbk(data) or _single(data)
    if written and found.encoding:
        what = f"the file is in two encodings: {_NAMES[found.encoding]}, and {_times(written, 'character')} UTF-8"
        return Detected("", tuple((place.start(), place.group()) for place in _UTF8.finditer(data)), what)
    return found


def wide(data: bytes) -> list[tuple[int, str]]:
    """The encodings of several bytes a character that some bytes plainly are, after so many stray ones."""
    return [
        (stray, codec)
        for stray in range(_MAX_STRAY + 1)
        if not _PRINTED.search(data[:stray])
        for codec, width in WIDE.items()
        if _is_plainly(data[stray:], codec, width)
    ]


def _is_plainly(body: bytes, codec: str, width: int) -> bool:
    """Whether bytes are English in an encoding of so many bytes a character, from the first of them on."""
    places = [body[place::width] for place in range(width)]
    letters, *others = places if codec.endswith("le") else places[::-1]
    if not letters or letters.count(0) > len(letters) / 50 or any(other[:1] != b"\0" for other in others):
        return False
    plain = min(other.count(0) / len(other) for other in others) >= _PLAINLY
    return plain and (0x20 <= letters[0] < 0x7F or letters[0] in b"\t\r\n")


def undecodable(data: bytes, codec: str) -> tuple[Bad, ...]:
    """The offset and the bytes of each stretch of some bytes that is no character of a codec."""
    try:
        data.decode(codec)
    except UnicodeDecodeError:
        return tuple(_strange(encodings.escaped(data, codec), codec))
    return ()


def _strange(text: str, codec: str) -> list[Bad]:
    found: list[Bad] = []
    at = offset = 0
    for strange in _STRANGE.finditer(text):
        offset += len(text[at : strange.start()].encode(codec))
        byte = bytes([ord(strange.group()) - 0xDC00])
        if found and found[-1][0] + len(found[-1][1]) == offset:
            found[-1] = (found[-1][0], found[-1][1] + byte)
        else:
            found.append((offset, byte))
        at, offset = strange.end(), offset + 1
    return found


def _gbk(data: bytes) -> Detected | None:
    """GBK, whose characters beyond English are nearly all typography; None where it is plainly none."""
    signs = len(_GBK.findall(data))
    bad = undecodable(data, "gb18030")
    strange = _untypographic(encodings.escaped(data, "gb18030"))
    if not bad and len(strange) < 0.1 * (len(strange) + signs):
        warning = "read as GBK: check the punctuation, which this encoding often damages"
        return Detected("gb18030", warnings=(warning,))
    if signs < _FEW_GBK:
        return None
    if bad:
        return damage("gb18030", bad)
    what = f"the file is in two encodings: {_times(signs, 'character')} GBK, and {len(strange):,} that are not"
    return Detected("", strange, what)


def _untypographic(text: str) -> tuple[Bad, ...]:
    """The offset and the bytes of each character of a GBK text that no English has."""
    found = []
    at = offset = 0
    for special in _SPECIAL.finditer(text):
        sign = special.group()
        if sign not in _TYPOGRAPHY and not "\xc0" <= sign <= "\xff":
            offset += len(text[at : special.start()].encode("gb18030", "surrogateescape"))
            at = special.start()
            found.append((offset, sign.encode("gb18030", "surrogateescape")))
    return tuple(found)


def _single(data: bytes) -> Detected:
    """The encoding of one byte a character in which the signs of a text sit best in English."""
    readings = ((_plausibility(encodings.escaped(data, codec)), codec) for codec in ("mac_roman", "cp1252"))
    (least, _), (most, codec) = sorted(readings, key=lambda reading: reading[0])  # of two alike cp1252 is the last
    doubt = f"read as {codec}: its few special characters would also fit another encoding"
    found = damage(codec, undecodable(data, codec))
    return replace(found, warnings=(doubt,)) if most - least <= _CLOSE else found


def _plausibility(text: str) -> int:
    """How well the special characters of a decoded text sit in English: quotes at word edges, letters in words."""
    score = 0
    for found in _SPECIAL.finditer(text):
        character, at = found.group(), found.start()
        before, after = text[at - 1 : at], text[at + 1 : at + 2]
        inside = before.isalpha() and after.isalpha()
        if character in "’" or (character in _TYPOGRAPHY and not character.isalpha()):
            score += 1 if character in "’–—" or not inside else 0
        elif character.isalpha():
            score += 1 if before.isalpha() or (after.isalpha() and character.isupper()) else -1
            score -= 1 if character.isupper() and before.islower() else 0
        else:
            score -= 1
    return score


def damage(codec: str, bad: tuple[Bad, ...]) -> Detected:
    """An encoding, with the bytes that are none of it, if there are any."""
    count = sum(len(each) for _, each in bad)
    what = f"the file is {_NAMES[codec]}, but {_times(count, 'byte')} {'is' if count == 1 else 'are'} not"
    return Detected(codec, bad, what if bad else "")


def _times(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"
