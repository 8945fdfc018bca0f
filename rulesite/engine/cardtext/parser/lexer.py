"""Printed text to tokens. All eras' phrases for one thing become one kind of token; offsets are those of the text.

Verbs and nouns lose their number ("draws" and "draw" are the same word to the grammar); a possessive "'s" is a
separate token; a quoted ability is one token; reminder text in parentheses is skipped.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from rulesite.engine.cardtext.card_name import guess_name, long_name, names_it, own_names
from rulesite.engine.cardtext.errors import UnreadableText
from rulesite.engine.language.vocabulary import INFLECTED, NUMBERS, ORDINALS, vocabulary, word_list
from rulesite.engine.language.words import CONTRACTIONS, PHRASES, Word, as_plain

_PIECE = re.compile(
    r"(?P<space>\s+|\u2022)|(?P<ellipsis>\.\.\.+|…|\.(?: \.){2,3})|(?P<mana>(?:\{[^{}\s]+\})+)"
    r"|(?P<pt>[+\-−–](?:\d+|[XYZN])/[+\-−–](?:\d+|[XYZN])|(?<![\w+\-−])(?:\d+|[XYZN*])(?:\+\*)?/(?:\d+|[XYZN*])(?:\+\*)?)"
    r"|(?P<signed>\[(?:0|[+\-−–](?:\d+|[XYZN]))\]|[+\-−–](?:\d+|[XYZN])(?![\w/]))|(?P<number>\d+(?:,\d{3})*)"
    r"|(?P<self><-[^<>]*name-?>|\[(?i:this )(?:object|permanent|card|creature|spell|artifact|enchantment|land)\]|~)"
    r"|(?P<word>[^\W\d_](?:[\w]|['’](?=[a-z-])|-(?=\w))*)|(?P<poss>['’]s(?!\w)|['’](?=\s|$|[.,]))|(?P<punct>[.,:;—–\-/!|+])"
)

_TEMPTS = re.compile(r"\bRing(?= (?:tempts|has tempted) you\b|-bearer)")
_NEXT_SENTENCE = re.compile(r" +[A-Z~]")

_DETERMINERS = frozenset(word_list("no name of a counter"))
_OPEN = {"“": "”", '"': '"', "‘": "’", "'": "'"}


class Tokenizer:
    """Cuts text into tokens for a grammar; `literals` are the grammar's own words and their terminals."""

    def __init__(self, literals: Mapping[str, str]) -> None:
        self.literals = dict(literals)
        table: dict[tuple[str, ...], str] = {}
        for kind, phrases in PHRASES.items():
            for phrase in phrases:
                table[tuple(as_plain(piece) for piece in re.findall(r"[\w'’-]+|[/~]", phrase))] = kind
        self.phrases = table
        known = vocabulary()
        keywords = known.every_keyword
        self.keywords = {tuple(re.findall(r"'s|[^\s!']+|!", word)): word for word in keywords}
        self.exclaimed = sorted(word for word in keywords if "!" in word)
        self.longest = max(max(map(len, table)), max(map(len, self.keywords)))

    def words(self, text: str, name: str | None) -> list[Word]:
        """The tokens of a text; `name` is the card's own (None: taken from a run of unknown capitalised words).

        Raises UnreadableText at a character that belongs to no token, and at an unclosed quotation mark.
        """
        for called in self.exclaimed:  # "For Mirrodin!": a keyword, not a name
            text = re.sub(re.escape(called), called, text, flags=re.IGNORECASE)
        text = _TEMPTS.sub("ring", text)  # its capital is no part of a card's name
        pieces = self._pieces(text, name)
        if name is None:
            pieces = guess_name(pieces, self.literals)
        return self._classify(pieces)

    def _pieces(self, text: str, name: str | None) -> list[Word]:
        names = _names(name)
        pieces: list[Word] = []
        at = 0
        while at < len(text):
            character = text[at]
            if character == "(":
                at = _skip_reminder(text, at)
                continue
            if character in _OPEN and _opens(text, at):
                end = _closing(text, at)
                if end is None:
                    raise UnreadableText(text, at, why="this quotation mark is never closed")
                pieces.append(Word("QUOTED", text[at + 1 : end], at, end + 1))
                if text[end - 1] == "," and text.startswith((" where ", " and is ", " and are "), end + 1):
                    pieces.append(Word("punct", ",", end, end))
                if text[end - 1] in ".!" and _NEXT_SENTENCE.match(text, end + 1):
                    pieces.append(Word("punct", ".", end, end))
                at = end + 1
                continue
            own = next(
                (n for n in names if text.startswith(n, at) and names_it(text, at, n, names)),
                None,
            )
            if own:
                pieces.append(Word("SELF", own, at, at + len(own)))
                at += len(own)
                continue
            if called := long_name(text, at):
                pieces.append(Word("called", called, at, at + len(called)))
                at += len(called)
                continue
            match = _PIECE.match(text, at)
            if match is None:
                raise UnreadableText(text, at, why=f"the sign {character!r} belongs to no card text")
            kind = match.lastgroup or ""
            if kind != "space":
                pieces.append(Word(kind, match.group(), at, match.end()))
            at = match.end()
        return pieces

    def _classify(self, pieces: list[Word]) -> list[Word]:
        flat: list[Word] = []
        for piece in pieces:
            flat.extend(_split_word(piece) if piece.kind == "word" else [piece])
        words: list[Word] = []
        plain = [
            as_plain(piece.value) if piece.kind in ("word", "self", "SELF", "poss") else piece.value for piece in flat
        ]
        plain = ["~" if piece.kind in ("self", "SELF") else value for piece, value in zip(flat, plain, strict=True)]
        at = 0
        while at < len(flat):
            taken = self._phrase(flat, plain, at)
            if taken is None:
                words.append(self._single(flat, plain, at))
                at += 1
            else:
                kind, value, size = taken
                words.append(Word(kind, value, flat[at].start, flat[at + size - 1].end))
                at += size
        return words

    def _phrase(self, flat: list[Word], plain: list[str], at: int) -> tuple[str, str, int] | None:
        for size in range(min(self.longest, len(flat) - at), 0, -1):
            key = tuple(plain[at : at + size])
            if key in self.phrases:
                return self.phrases[key], " ".join(key), size
            if key in self.keywords and not (size == 1 and key[0] in self.literals):
                return "KEYWORD", self.keywords[key], size
            # "first strikes", "echoes": no keyword has a plural last word, so nothing more to try
        return None

    def _single(self, flat: list[Word], plain: list[str], at: int) -> Word:
        piece, value = flat[at], plain[at]
        kind, known = piece.kind, vocabulary()
        if kind in ("self", "SELF"):
            return piece._replace(kind="SELF", value="~")
        fixed = {
            "mana": "MANASYMBOLS",
            "pt": "PT",
            "signed": "SIGNED",
            "number": "NUM",
            "ellipsis": "ELLIPSIS",
            "QUOTED": "QUOTED",
            "called": "PROPER",
            "poss": "_POSS",
        }
        if kind in fixed:
            clean = (
                re.sub("[−–]", "-", value).strip("[]").replace(",", "") if kind in ("pt", "signed", "number") else value
            )
            return piece._replace(kind=fixed[kind], value=_mana(value) if kind == "mana" else clean)
        if kind == "punct":
            return piece._replace(kind=self.literals.get({"–": "—", "-": "—"}.get(value, value), "UNKNOWN"))
        if value == "'s":
            return piece._replace(kind="_POSS")
        following = plain[at + 1] if at + 1 < len(plain) else ""
        if (
            following in ("counter", "counters")
            and value not in _DETERMINERS
            and (value in known.counters or value not in INFLECTED)
        ):
            return piece._replace(kind="CNAME", value=value)
        kind_, value_ = self._kind(piece, value)
        return piece._replace(kind=kind_, value=value_)

    def _kind(self, piece: Word, value: str) -> tuple[str, str]:
        words = vocabulary()
        if value in ("x", "y", "z", "n") and piece.value.isupper():
            return "LETTER", piece.value
        if value in ("x", "n"):
            return "LETTER", value.upper()
        if value in self.literals:
            return self.literals[value], value
        if value in NUMBERS:
            return "NUM", str(NUMBERS[value])
        if value in ORDINALS:
            return "ORDINAL", str(ORDINALS[value])
        for kind, table in (
            ("CARDTYPE", words.types),
            ("SUPERTYPE", words.supertypes),
            ("COLORWORD", words.colors),
            ("SUBTYPE", words.subtypes),
        ):
            if value in table:
                return kind, table[value]
        landwalk = re.fullmatch(r"(snow-covered-)?(\w+?)(walk|home|cycling)", value)
        if landwalk and landwalk[2] in {*words.subtypes, "land", "wizard", "sliver", "artifact", "basic"}:
            return {"walk": "LANDWALK", "home": "LANDHOME", "cycling": "TYPECYCLING"}[landwalk[3]], landwalk[2]
        base = INFLECTED.get(value)
        if base and base in self.literals:
            return self.literals[base], value
        if value.endswith("s") and value[:-1] in words.every_keyword:  # "exploits", "escapes"
            return "KEYVERB", value[:-1]
        if piece.value[:1].isupper():
            return "PROPER", piece.value
        return "UNKNOWN", value


def _mana(symbols: str) -> str:
    return re.sub(r"\{(?:Tap|tap|t)\}", "{T}", symbols.replace("’", "'")).upper().replace("{TAP}", "{T}")


def _names(name: str | None) -> tuple[str, ...]:
    """The card's name and its short forms, longest first, with both kinds of apostrophe."""
    shorts = own_names(name) if name else ()
    return tuple(form for short in shorts for form in {short, short.replace("'", "’"), short.replace("’", "'")})


def _split_word(piece: Word) -> list[Word]:
    low = as_plain(piece.value)
    if low in CONTRACTIONS:
        first, second = CONTRACTIONS[low]
        middle = piece.start + (len(first) if low.startswith(first) else 0)
        return [Word("word", first, piece.start, middle), Word("word", second, middle, piece.end)]
    words = vocabulary()
    if low.startswith("non") and len(low) > 4:
        rest = low[3:].lstrip("-")
        if any(rest in table for table in (words.types, words.colors, words.supertypes, words.subtypes)) or rest in (
            *("token", "tokens", "attacking", "blocking", "outlaw"),
        ):
            cut = piece.end - len(rest)
            return [Word("word", "non", piece.start, cut), Word("word", rest, cut, piece.end)]
    if low.endswith("'s") and len(low) > 2 and low[:-2] not in ("urza",):
        return [
            Word("word", piece.value[:-2], piece.start, piece.end - 2),
            Word("word", "'s", piece.end - 2, piece.end),
        ]
    return [piece]


def _skip_reminder(text: str, at: int) -> int:
    depth = 0
    for position in range(at, len(text)):
        depth += (text[position] == "(") - (text[position] == ")")
        if depth == 0:
            return position + 1
    raise UnreadableText(text, at, why="this parenthesis is never closed")


def _opens(text: str, at: int) -> bool:
    before, after = text[at - 1 : at] if at else "", text[at + 1 : at + 2]
    if text[at] in '“"':
        return True
    return (not before or before in ' (“"[') and bool(after) and (after.isalpha() or after in '{~[+<"“')


def _closing(text: str, at: int) -> int | None:
    """The offset at which the quotation opened at `at` closes. A single quote closes if no letter follows."""
    close = _OPEN[text[at]]
    if close in '”"':
        depth = 1
        for position in range(at + 1, len(text)):
            if text[position] == close:
                depth -= 1
            elif text[position] == text[at]:
                depth += 1
            if depth == 0:
                return position
        return None
    best = None
    for position in range(at + 1, len(text)):
        if text[position] in (close, "'", "’") and not text[position + 1 : position + 2].isalnum():
            if text[position - 1] in ".!?":
                return position
            best = position if best is None else best
    return best
