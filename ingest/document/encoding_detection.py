"""Detection of the encoding of bytes without a byte order mark, and of the bytes that are invalid in it.

A byte sequence that only one encoding produces is evidence, however rare: no English in another encoding has the bytes
of a UTF-8 quotation mark. So a single damaged byte counts as damage, and does not change the encoding.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from rulesite.text import encodings

_TYPOGRAPHY = set("‘’“”–—…•©®™éáâûúòöüçñ°½−")
_SPECIAL = re.compile(r"[^\x00-\x7f]")
_STRANGE = re.compile("[\udc80-\udcff]")
_UTF8 = re.compile(rb"\xe2\x80[\x80-\xbf]?|\xe2\x84\xa2|\xe2\x88\x92|\xc2[\xa0-\xbf]|\xc3[\x80-\xbf]|\xef\xbf\xbd")
"""UTF-8 bytes of English punctuation and of the letters in its names. Decoded in other encodings, these bytes are
signs that never occur together: ``â€™``, ``‚Äô``.
"""
_GBK = re.compile(rb"\xa1[\xaa-\xb1]")
"""GBK bytes of quotation marks, dashes and the ellipsis."""
_FEW_GBK = 2
"""Minimum of such characters; fewer may be a sign before a damaged byte."""
_CLOSE = 4
"""Points of difference between two encodings that one or two bytes may account for."""
_NAMES = {"utf-8": "UTF-8", "gb18030": "GBK", "cp1252": "cp1252", "mac_roman": "Mac Roman"}

WIDE = {"utf-32-le": 4, "utf-32-be": 4, "utf-16-le": 2, "utf-16-be": 2}
"""Bytes of a character in the encodings of fixed width."""
_MAX_STRAY = 8
"""Maximum stray bytes before a text."""
_PRINTED = re.compile(rb"[!-~]")
_PLAINLY = 0.7
"""Minimum share of NUL bytes at the positions of UTF-16's; in English it is nearly all."""
Bad = tuple[int, bytes]
"""The offset and the bytes of an undecodable stretch."""


@dataclass(frozen=True)
class Detected:
    """The encoding of some bytes, "" if there are two; ``bad`` has the offset and the bytes of each undecodable
    stretch, and ``problem`` describes it.
    """

    encoding: str
    bad: tuple[Bad, ...] = ()
    problem: str = ""
    warnings: tuple[str, ...] = ()


def detect(data: bytes) -> Detected:
    """Detect the encoding of bytes without NUL and without a byte order mark.

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
    detected = _gbk(data) or _single(data)
    if written and detected.encoding:
        what = f"the file is in two encodings: {_NAMES[detected.encoding]}, and {_times(written, 'character')} UTF-8"
        return Detected("", tuple((place.start(), place.group()) for place in _UTF8.finditer(data)), what)
    return detected


def wide(data: bytes) -> list[tuple[int, str]]:
    """The encodings of fixed width that some bytes are plainly in, each with the number of stray bytes before."""
    return [
        (stray, codec)
        for stray in range(_MAX_STRAY + 1)
        if not _PRINTED.search(data[:stray])
        for codec, width in WIDE.items()
        if _is_plainly(data[stray:], codec, width)
    ]


def _is_plainly(body: bytes, codec: str, width: int) -> bool:
    """Whether bytes are, from the first one on, English in an encoding with ``width`` bytes a character."""
    places = [body[place::width] for place in range(width)]
    letters, *others = places if codec.endswith("le") else places[::-1]
    if not letters or letters.count(0) > len(letters) / 50 or any(rest[:1] != b"\0" for rest in others):
        return False
    plain = min(rest.count(0) / len(rest) for rest in others) >= _PLAINLY
    return plain and (0x20 <= letters[0] < 0x7F or letters[0] in b"\t\r\n")


def undecodable(data: bytes, codec: str) -> tuple[Bad, ...]:
    """The offset and the bytes of each stretch that a codec can't decode."""
    try:
        data.decode(codec)
    except UnicodeDecodeError:
        return tuple(_strange(encodings.escaped(data, codec), codec))
    return ()


def _strange(text: str, codec: str) -> list[Bad]:
    places: list[Bad] = []
    last_end = offset = 0
    for strange in _STRANGE.finditer(text):
        offset += len(text[last_end : strange.start()].encode(codec))
        byte = bytes([ord(strange.group()) - 0xDC00])
        if places and places[-1][0] + len(places[-1][1]) == offset:
            places[-1] = (places[-1][0], places[-1][1] + byte)
        else:
            places.append((offset, byte))
        last_end, offset = strange.end(), offset + 1
    return places


def _gbk(data: bytes) -> Detected | None:
    """GBK, whose characters beyond ASCII are nearly all typography; None if it is plainly something else."""
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
    """The offset and the bytes of each character of a GBK text that does not occur in English."""
    places = []
    last_start = offset = 0
    for special in _SPECIAL.finditer(text):
        sign = special.group()
        if sign not in _TYPOGRAPHY and not "\xc0" <= sign <= "\xff":
            offset += len(text[last_start : special.start()].encode("gb18030", "surrogateescape"))
            last_start = special.start()
            places.append((offset, sign.encode("gb18030", "surrogateescape")))
    return tuple(places)


def _single(data: bytes) -> Detected:
    """The single-byte encoding in which the special characters fit English best."""
    readings = ((_plausibility(encodings.escaped(data, codec)), codec) for codec in ("mac_roman", "cp1252"))
    (least, _), (most, codec) = sorted(readings, key=lambda reading: reading[0])  # cp1252 wins a tie
    doubt = f"read as {codec}: its few special characters would also fit another encoding"
    detected = damage(codec, undecodable(data, codec))
    return replace(detected, warnings=(doubt,)) if most - least <= _CLOSE else detected


def _plausibility(text: str) -> int:
    """How well the special characters of a decoded text fit English: quotes at word edges, letters in words."""
    score = 0
    for match in _SPECIAL.finditer(text):
        character, index = match.group(), match.start()
        before, after = text[index - 1 : index], text[index + 1 : index + 2]
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
    """An encoding, with its undecodable bytes, if any."""
    count = sum(len(each) for _, each in bad)
    what = f"the file is {_NAMES[codec]}, but {_times(count, 'byte')} {'is' if count == 1 else 'are'} not"
    return Detected(codec, bad, what if bad else "")


def _times(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"
