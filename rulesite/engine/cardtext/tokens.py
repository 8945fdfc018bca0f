"""Printed text to tokens. Every era's phrases for one thing become one kind of token; offsets stay those of the text.

Verbs and nouns lose their number ("draws" and "draw" are one word to the grammar); a possessive "'s" is a token of its
own; a quoted ability is one token; reminder text in parentheses is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from rulesite.engine.cardtext.errors import UnreadableText
from rulesite.engine.cardtext.vocabulary import INFLECTED, NUMBERS, ORDINALS, vocabulary


class Word(NamedTuple):
    """A token: its kind (a terminal of the grammar), value, the printed letters, and where they start and end."""

    kind: str
    value: str
    start: int
    end: int


# One thing, the phrases of all eras for it. Longer phrases are tried first.
PHRASES: dict[str, tuple[str, ...]] = {
    "_INPLAY": ("in play", "on the battlefield"),
    "_FROMPLAY": ("from play", "from the battlefield"),
    "_INTOPLAY": ("into play", "onto the battlefield", "to the battlefield"),
    "_TOPLAY": ("to play", "to cast", "to activate"),
    "_ENTER": ("comes into play", "come into play", "enters the battlefield", "enter the battlefield", "enters", "enter",
               "enters play", "coming into play", "entering the battlefield"),
    "_DIE": ("dies", "die", *(f"{verb} {whose} graveyard from {zone}"
                              for verb in ("is put into", "are put into", "goes to", "go to")
                              for whose in ("a", "the", "its owner's", "their owners'", "a player's")
                              for zone in ("play", "the battlefield"))),
    "_LEAVE": ("leaves play", "leave play", "leaves the battlefield", "leave the battlefield"),
    "_FROMGAME": ("from the game",),
    "EXILED": ("exiled", "removed from the game"),
    "_EOT": ("until end of turn", "until the end of the turn"),
    "_THISTURN": ("this turn",),
    "_EACHTURN": ("each turn", "every turn", "per turn"),
    "_ATEND": ("at end of turn", "at the end of turn", "at the beginning of the end step",
               "at the beginning of each end step", "at the end of the turn"),
    "_ATNEXTEND": ("at the beginning of the next end step",),
    "_ATBEGIN": ("at the beginning of",),
    "_ENDOFCOMBAT": ("at end of combat", "at the end of combat"),
    "_INADDITION": ("in addition to its other types", "in addition to their other types",
                    "in addition to its other creature types", "in addition to their other creature types",
                    "in addition to its other colors and types", "in addition to its other land types",
                    "in addition to their other land types", "in addition to its types"),
    "_INADDCOLOR": ("in addition to its other colors", "in addition to their other colors"),
    "_ANYORDER": ("in any order",),
    "_RANDOMORDER": ("in a random order",),
    "_ATRANDOM": ("at random",),
    "_THEDAMAGE": ("the damage dealt", "damage dealt this way"),
    "_ABLE": ("if able",),
    "MANAVALUE": ("converted mana cost", "mana value", "total casting cost", "mana values", "converted mana costs"),
    "_FREE": ("without paying its mana cost", "without paying their mana cost", "without paying their mana costs",
              "without paying that card's mana cost", "without paying that spell's mana cost"),
    "_RATHER": ("rather than paying", "rather than pay"),
    "_ASLONGAS": ("as long as", "for as long as"),
    "_ANDOR": ("and/or",),
    "_UNTAPSTEP": ("untap step", "untap phase", "untap steps"),
    "_LESSEQ": ("or less", "or fewer"),
    "_MOREEQ": ("or more", "or greater"),
    "_ANYNUMBER": ("any number of",),
    "_UPTO": ("up to",),
    "_ATLEAST": ("at least",),
    "_ANYTARGET": ("any target",),
    "_ASTHOUGH": ("as though",),
    "_THISWAY": ("this way",),
    "_ABILITYTHIS": ("this ability", "~'s ability"),
    "_PLAYERSHE": ("he or she",),
    "_HIMHER": ("him or her",),
    "_HISHER": ("his or her", "his/her"),
    "_SORCERYSPEED": ("any time you could play a sorcery", "any time you could cast a sorcery",
                      "as a sorcery"),
    "_INSTANTSPEED": ("any time you could play an instant", "any time you could cast an instant", "as an instant",
                      "any time he or she could play an instant", "any time they could play an instant",
                      "any time he or she could cast an instant", "any time they could cast an instant"),
    "_HADFLASH": ("as though it had flash", "as though they had flash"),
    "_COMBATDAMAGE": ("combat damage",),
    "_ATTACKSEACH": ("attacks each turn if able", "attacks each combat if able", "attack each turn if able",
                     "attack each combat if able"),
    "_FORMANA": ("for mana",),
    "_MANACOST": ("mana cost",),
    "_UNBLOCKABLE": ("unblockable",),
    "_BOTTOM": ("bottom", ),
    "_INCOMBAT": ("from combat",),
    "_FACEUP": ("face up", "face-up"),
    "_FACEDOWN": ("face down", "face-down"),
    "_CHOSENTYPE": ("of the chosen type",),
    "_THATTYPE": ("of that type",),
    "_CHOSENCOLOR": ("of the chosen color",),
    "_THATCOLOR": ("of that color",),
    "_MANAPOOL": ("to your mana pool", "to his or her mana pool", "to their mana pool", "to that player's mana pool",
                  "to its controller's mana pool"),
    "_BEYONDFIRST": ("beyond the first",),
    "_ONEORMORE": ("one or more",),
}

CONTRACTIONS = {
    "it's": ("it", "is"), "that's": ("that", "is"), "they're": ("they", "is"), "you're": ("you", "is"),
    "he's": ("he", "is"), "there's": ("there", "is"), "you've": ("you", "has"), "they've": ("they", "has"),
    "it'll": ("it", "will"), "you'll": ("you", "will"), "who's": ("who", "is")}

_PIECE = re.compile(
    r"(?P<space>\s+|\u2022)|(?P<ellipsis>\.\.\.+|…|\.(?: \.){2,3})|(?P<mana>(?:\{[^{}\s]+\})+)"
    r"|(?P<pt>[+\-−–](?:\d+|[XYZN])/[+\-−–](?:\d+|[XYZN])|(?<![\w+\-−])(?:\d+|[XYZN*])(?:\+\*)?/(?:\d+|[XYZN*])(?:\+\*)?)"
    r"|(?P<signed>[+\-−–](?:\d+|[XYZN])(?![\w/]))|(?P<number>\d+(?:,\d{3})*)"
    r"|(?P<self><-[^<>]*name-?>|\[(?i:this )(?:object|permanent|card|creature|spell|artifact|enchantment|land)\]|~)"
    r"|(?P<word>[^\W\d_](?:[\w]|['’](?=[a-z-])|-(?=\w))*)|(?P<poss>['’]s(?!\w)|['’](?=\s|$|[.,]))|(?P<punct>[.,:;—–\-/!])")

_OPEN = {"“": "”", '"': '"', "‘": "’", "'": "'"}
_DETERMINERS = frozenset(
    "a an the another that this each those these more all any of and or target to on with one two three four five six "
    "seven eight nine ten x n no its their many with less fewer additional other , then may it them last".split())


class Tokenizer:
    """Cuts text into tokens for one grammar; `literals` are the grammar's own words and their terminals."""

    def __init__(self, literals: Mapping[str, str]) -> None:
        self.literals = dict(literals)
        table: dict[tuple[str, ...], str] = {}
        for kind, phrases in PHRASES.items():
            for phrase in phrases:
                table[tuple(_plain(piece) for piece in re.findall(r"[\w'’-]+|[/~]", phrase))] = kind
        self.phrases = table
        known = vocabulary()
        self.keywords = {tuple(word.split()): word
                         for word in known.keywords | known.cost_keywords | known.number_keywords}
        self.longest = max(max(map(len, table)), max(map(len, self.keywords)))

    def words(self, text: str, name: str | None) -> list[Word]:
        """The tokens of a text; `name` is the card's own (None: a run of unknown capitalised words is taken for it).

        Raises UnreadableText at a character that belongs to no token, and at an unclosed quotation mark.
        """
        pieces = self._pieces(text, name)
        if name is None:
            pieces = _guess_name(pieces, self.literals)
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
                pieces.append(Word("QUOTED", text[at + 1:end], at, end + 1))
                at = end + 1
                continue
            own = next((n for n in names if text.startswith(n, at) and not text[at + len(n):at + len(n) + 1].isalnum()
                        and not (at and text[at - 1].isalnum())), None)
            if own:
                pieces.append(Word("SELF", own, at, at + len(own)))
                at += len(own)
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
        plain = [_plain(piece.value) if piece.kind in ("word", "self", "SELF", "poss") else piece.value for piece in flat]
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
            key = tuple(plain[at:at + size])
            if key in self.phrases:
                return self.phrases[key], " ".join(key), size
            if key in self.keywords and not (size == 1 and key[0] in self.literals):
                return "KEYWORD", self.keywords[key], size
            # "first strikes", "echoes": the last word may be plural in no keyword, so nothing more to try
        return None

    def _single(self, flat: list[Word], plain: list[str], at: int) -> Word:
        piece, value = flat[at], plain[at]
        kind, known = piece.kind, vocabulary()
        if kind in ("self", "SELF"):
            return piece._replace(kind="SELF", value="~")
        fixed = {"mana": "MANASYMBOLS", "pt": "PT", "signed": "SIGNED", "number": "NUM", "ellipsis": "ELLIPSIS",
                 "QUOTED": "QUOTED", "poss": "_POSS"}
        if kind in fixed:
            clean = re.sub("[−–]", "-", value).replace(",", "") if kind in ("pt", "signed", "number") else value
            return piece._replace(kind=fixed[kind], value=_mana(value) if kind == "mana" else clean)
        if kind == "punct":
            return piece._replace(kind=self.literals.get({"–": "—", "-": "—"}.get(value, value), "UNKNOWN"))
        if value == "'s":
            return piece._replace(kind="_POSS")
        following = plain[at + 1] if at + 1 < len(plain) else ""
        if following in ("counter", "counters") and value not in _DETERMINERS and (
                value in known.counters or value not in INFLECTED):
            return piece._replace(kind="CNAME", value=value)
        return piece._replace(**self._kind(piece, value, known))

    def _kind(self, piece: Word, value: str, known: object) -> dict[str, str]:
        words = vocabulary()
        if value in ("x", "y", "z", "n") and piece.value.isupper():
            return {"kind": "LETTER", "value": piece.value}
        if value in ("x", "n"):
            return {"kind": "LETTER", "value": value.upper()}
        if value in self.literals:
            return {"kind": self.literals[value], "value": value}
        if value in NUMBERS:
            return {"kind": "NUM", "value": str(NUMBERS[value])}
        if value in ORDINALS:
            return {"kind": "ORDINAL", "value": str(ORDINALS[value])}
        for kind, table in (("CARDTYPE", words.types), ("SUPERTYPE", words.supertypes), ("COLORWORD", words.colors),
                            ("SUBTYPE", words.subtypes)):
            if value in table:
                return {"kind": kind, "value": table[value]}
        landwalk = re.fullmatch(r"(snow-covered-)?(\w+?)(walk|home|cycling)", value)
        if landwalk and landwalk[2] in {*words.subtypes, "land", "wizard", "sliver", "artifact", "basic"}:
            return {"kind": {"walk": "LANDWALK", "home": "LANDHOME", "cycling": "TYPECYCLING"}[landwalk[3]],
                    "value": landwalk[2]}
        base = INFLECTED.get(value)
        if base and base in self.literals:
            return {"kind": self.literals[base], "value": value}
        if piece.value[:1].isupper():
            return {"kind": "PROPER", "value": piece.value}
        return {"kind": "UNKNOWN", "value": value}


def _plain(word: str) -> str:
    return word.lower().replace("’", "'")


def _mana(symbols: str) -> str:
    return re.sub(r"\{(?:Tap|tap|t)\}", "{T}", symbols.replace("’", "'")).upper().replace("{TAP}", "{T}")


def _names(name: str | None) -> list[str]:
    """The card's name and its short form ("Akroma" of "Akroma, Angel of Fury"), longest first, both apostrophes."""
    if not name:
        return []
    shorts = [name, *([name.split(",")[0]] if "," in name else [])]
    return [form for short in shorts for form in {short, short.replace("'", "’"), short.replace("’", "'")}]


def _split_word(piece: Word) -> list[Word]:
    low = _plain(piece.value)
    if low in CONTRACTIONS:
        first, second = CONTRACTIONS[low]
        middle = piece.start + len(first)
        return [Word("word", first, piece.start, middle), Word("word", second, middle, piece.end)]
    words = vocabulary()
    if low.startswith("non") and len(low) > 4:
        rest = low[3:].lstrip("-")
        if any(rest in table for table in (words.types, words.colors, words.supertypes, words.subtypes)) or rest in (
                "token", "tokens"):
            cut = piece.end - len(rest)
            return [Word("word", "non", piece.start, cut), Word("word", rest, cut, piece.end)]
    if low.endswith("'s") and len(low) > 2 and low[:-2] not in ("urza",):
        return [Word("word", piece.value[:-2], piece.start, piece.end - 2), Word("word", "'s", piece.end - 2, piece.end)]
    return [piece]


def _skip_reminder(text: str, at: int) -> int:
    depth = 0
    for position in range(at, len(text)):
        depth += (text[position] == "(") - (text[position] == ")")
        if depth == 0:
            return position + 1
    raise UnreadableText(text, at, why="this parenthesis is never closed")


def _opens(text: str, at: int) -> bool:
    before, after = text[at - 1:at] if at else "", text[at + 1:at + 2]
    if text[at] in "“\"":
        return True
    return (not before or before in " (“\"[") and bool(after) and (after.isalpha() or after in "{~[+<\"“")


def _closing(text: str, at: int) -> int | None:
    """Where the quotation that opens at `at` closes. A single quote closes where no letter follows."""
    close = _OPEN[text[at]]
    if close in "”\"":
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
        if text[position] in (close, "'", "’") and not text[position + 1:position + 2].isalnum():
            if text[position - 1] in ".!?":
                return position
            best = position if best is None else best
    return best


_SMALL = frozenset("of the and in to for from a with".split())


def _guess_name(pieces: list[Word], literals: Mapping[str, str]) -> list[Word]:
    """Take runs of capitalised words with a word that no vocabulary knows for the card's own name."""
    known = vocabulary()

    def unknown(piece: Word) -> bool:
        low = re.sub(r"'s$", "", _plain(piece.value))
        tables = (known.types, known.supertypes, known.colors, known.subtypes, INFLECTED, NUMBERS, ORDINALS)
        return (piece.kind == "word" and piece.value[0].isupper() and not any(low in table for table in tables)
                and low not in _COMMON and low not in literals and low not in ("x", "y", "z", "n") and not low.startswith("non") and low not in CONTRACTIONS
                and not re.search(r"(walk|home|cycling)$", low) and low not in _keyword_words())

    made: list[Word] = []
    at = 0
    while at < len(pieces):
        end = at
        while end < len(pieces) and pieces[end].kind == "word" and (
                pieces[end].value[0].isupper() or (end > at and pieces[end].value in _SMALL)):
            end += 1
            if pieces[end - 1].value.endswith(("'s", "’s")) and not (
                    end < len(pieces) and pieces[end].value[:1].isupper()):
                break
        while end > at and pieces[end - 1].value in _SMALL:
            end -= 1
        run = pieces[at:end]
        first_unknown = next((n for n, piece in enumerate(run) if unknown(piece)), None)
        if first_unknown == 0 and len(run) == 1 and not run[0].value.endswith(("'s", "’s")) and _opens_sentence(
                pieces, at) and not (at + 1 < len(pieces) and _plain(pieces[at + 1].value) in _STATING):
            made.append(run[0]._replace(value=run[0].value.lower()))  # rather a verb that nobody knows than a name
            at += 1
            continue
        if first_unknown is None and len(run) == 1 and _names_itself(pieces, at):
            first_unknown = 0
        if first_unknown is None:
            made.append(pieces[at])
            at += 1
            continue
        # A known word that opens the sentence ("Return Necrosavant", "When Absolver Thrull") is no part of the name.
        start = first_unknown
        while start > 0 and run[start - 1].value[0].isupper() and _plain(run[start - 1].value) not in _OPENERS:
            start -= 1  # "Spike Feeder", "Black Lotus", "Mana Vault": a known word inside a name
        made.extend(run[:start])
        last = run[-1]
        possessive = last.value.endswith(("'s", "’s"))
        stop = last.end - 2 if possessive else last.end
        made.append(Word("SELF", "~", run[start].start, stop))
        if possessive:
            made.append(Word("word", "'s", stop, last.end))
        at = end
    return made


_STATING = frozenset("attacks gets has can't cannot deals doesn't enters comes is blocks becomes gains loses costs leaves "
                     "dies may fights assigns attack".split())


_SINGULAR = frozenset("attacks gets has deals doesn't enters comes is blocks becomes gains loses costs leaves".split())


def _opens_sentence(pieces: list[Word], at: int) -> bool:
    return at == 0 or pieces[at - 1].value in (".", ":") or pieces[at - 1].kind == "mana"


def _names_itself(pieces: list[Word], at: int) -> bool:
    """ "Juggernaut attacks …": a creature type alone, in the singular, that opens a sentence is the card's name."""
    low = _plain(pieces[at].value)
    known = vocabulary().subtypes.get(low, "")
    opens = at == 0 or pieces[at - 1].value in (".", ":", ",") or pieces[at - 1].kind == "mana"
    verb = _plain(pieces[at + 1].value) if at + 1 < len(pieces) else ""
    many = bool(known) and known.lower() != low and verb in _SINGULAR  # "Caves deals": a plural with a singular verb
    return opens and (many or (known.lower() == low and known in vocabulary().creature_types and verb in _STATING))


# Words that open a sentence before a name, and so are no part of it ("Return Necrosavant", "When Absolver Thrull").
_OPENERS = frozenset("""
when whenever at if as until sacrifice return destroy exile remove tap untap put counter regenerate discard draw add search
shuffle reveal look choose target each all another other no any only the this that your you prevent attach copy create play
cast and then instead unless while during for enchant equip have if otherwise until flip transform switch""".split())


_COMMON = frozenset("""
as at all any and another add attack attacking activate after before block blocking both by cast choose combat copy counter
creatures damage deal destroy discard draw during each either enchanted equipped every exile for from gain he his if in instead
it its it's look lose may mana more name no nonbasic nonland only one or other pay permanents play players prevent put
put regenerate remove repeat return reveal sacrifice search shuffle skip spend spells switch take tap target that the their then there
these they this those threshold time tokens turn two unless until untap up when whenever where while with without x you your
have his landfall starting as ~ spells not exchange fight scry manifest goad monstrosity bolster support surveil flip roll
convert investigate populate proliferate meld transform attach unattach untapped tapped unblocked islandhome her double triple half
legendary basic snow artifact otherwise also instead end move distribute divide simultaneously once since blocked any
twice change switch set abilities activated triggered cycling creature can't nontoken colorless multicolored
monocolored power toughness attackers blockers converted level face protection bands ward equip enchant morph echo
metalcraft hellbent domain delirium morbid ferocious raid revolt battalion bloodrush channel chroma constellation converge
coven eminence enrage fateful formidable grandeur heroic imprint inspired kinship lieutenant magecraft parley radiance rally
spell strive sweep tempting undergrowth addendum adamant cohort council's will join forces alliance corrupted celebration
descend hour hellbent bolster unleash damage is are has her doesn't were was
""".split())


def _keyword_words() -> frozenset[str]:
    known = vocabulary()
    return frozenset(part for word in known.keywords | known.cost_keywords | known.number_keywords
                     for part in word.split())
