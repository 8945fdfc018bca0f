"""Finds the card's own name in its text; if unknown, it is a run of capitalised words with an unknown one among them.

Lists of words are in `vocabulary.txt`: words that open a sentence before a name ("Return Necrosavant"), verbs that
follow a name, and words that are capitalised without being names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from rulesite.engine.cardtext.host import Host
from rulesite.engine.language.vocabulary import INFLECTED, NUMBERS, ORDINALS, vocabulary, word_list
from rulesite.engine.language.words import CONTRACTIONS, Word, as_plain

WALKERS = frozenset(word_list("planeswalker type"))
STATING = frozenset(word_list("verb after a name"))
SINGULAR = frozenset(word_list("singular verb"))
OPENERS = frozenset(word_list("opener of a sentence"))
COMMON = frozenset(word_list("capitalised and no name"))
SMALL = frozenset(word_list("small word inside a name"))


def own_names(name: str) -> tuple[str, ...]:
    """A card's name and the short forms that its text may use, longest first.

    A half of a split card may be named with both halves after it. The first word is a short form if
    it has no other known use.

    >>> own_names("Akroma, Angel of Fury"), own_names("Hazoret the Fervent"), own_names("Goblin the Great")
    (('Akroma, Angel of Fury', 'Akroma'), ('Hazoret the Fervent', 'Hazoret'), ('Goblin the Great',))
    >>> own_names("Fire (Fire/Ice)"), own_names("Rasputin Dreamweaver"), own_names("Black Knight")
    (('Fire',), ('Rasputin Dreamweaver', 'Rasputin'), ('Black Knight',))
    >>> own_names("Sorin of House Markov")
    ('Sorin of House Markov', 'Sorin')
    """
    name = re.sub(r" \([^()]*/[^()]*\)$", "", name)
    forms = {name}
    first, _, more = name.partition(" ")
    unknown = first in WALKERS or not _known(as_plain(first))  # a planeswalker type is a proper name
    if more and first.isalpha() and first.istitle() and len(first) > 3 and unknown:
        forms.add(first)
    for cut in (",", " the "):
        short = name.split(cut)[0]
        known = any(as_plain(short) in table for table in (vocabulary().subtypes, vocabulary().types, INFLECTED))
        if cut == "," or not (known or " " in short):
            forms.add(short)
    return tuple(sorted(forms, key=len, reverse=True))


_GOES_ON = re.compile(r"(?:['’]s)? [A-Z]")
_AS_A_TYPE = re.compile(r"s?,? (?:planeswalkers?|cards?|spells?|emblems?|permanents?)\b|s\b")
_ONE_OF_TYPE = re.compile(r"\b(?:an?|another|other|each|target|all|non)[ -]$", re.IGNORECASE)
_ORDERED = re.compile(r" (?:a|an|the|all|any|another|each|that|those|target|up|X|\d+|one|two|three|four|five|cards?)\b")
_OPENING = re.compile(r"(?:^|[\n.:•—\"“]) *$")


def names_it(text: str, at: int, form: str, forms: tuple[str, ...]) -> bool:
    """Whether a form of a card's name at an offset of a text names the card there.

    A short form does not if a longer name continues ("Llanowar Elves" on Llanowar Mentor), nor after "named" ("named
    Hornet" on Hornet Cannon); a name that is also a verb does not if it begins an instruction.

    >>> names_it("named Llanowar Elves", 6, "Llanowar", own_names("Llanowar Mentor"))
    False
    >>> [names_it(f"exile {what}", 6, "Sorin", own_names("Sorin of House Markov")) for what in ("Sorin", "Sorin cards")]
    [True, False]
    >>> [names_it(text, 0, "Draw", ("Draw",)) for text in ("Draw a card.", "Draw can't be countered.")]
    [False, True]
    """
    end = at + len(form)
    if text[end : end + 1].isalnum() or (at and text[at - 1].isalnum()):
        return False
    short = len(form) < max(map(len, forms))
    if short and form in WALKERS and (_AS_A_TYPE.match(text, end) or _ONE_OF_TYPE.search(text, 0, at)):
        return False
    if short and (_GOES_ON.match(text, end) or text.endswith(("named ", MELDED_INTO), 0, at)):
        return False
    verb = " " not in form and as_plain(form) in INFLECTED
    return not (verb and _ORDERED.match(text, end) and _OPENING.search(text, 0, at))


MELDED_INTO = "meld them into "
_MELDED = re.compile(r"[A-Z][^.{}\n]*(?=\.)")
_VARIANT = re.compile(r"(?:^|\n)Partner ?[—–] ?$")
_REST_OF_LINE = re.compile(r"[A-Z][^.{}()\n]*[^.{}()\n ]")
_PAIRED = re.compile(r"\bboth own and control [^.:]* named $")
_PARTNER = re.compile(r"[A-Z][^.{}\n]*?(?=, (?:exile|you)\b)")
_CAPITAL = r"[^\W\d_a-z][\w'’-]*"
_LONGER = rf"(?:,? (?:(?:{'|'.join(sorted(SMALL - {'and', 'with'}))}) )*{_CAPITAL})*"
_LONG_NAME = re.compile(rf"{_CAPITAL}{_LONGER}(?!\w|,? (?:and|or) [A-Z])")
_OF_MANY = re.compile(rf"\b[a-z]+s named (?:{_CAPITAL}{_LONGER} and )?$")
_ONE_OF_MANY = re.compile(rf"{_CAPITAL}{_LONGER}(?!\w)")
_SHORT_NAME = re.compile(r"(?!The )[^\W\d_a-z][\w-]*(?: [^\W\d_a-z][\w-]*)*")
_NAMED = re.compile(r"\bnamed (?:[A-Z][\w'’-]*(?: [A-Z][\w'’-]*)* or )?$")
_LEGEND = re.compile(r", an? legendary ")


def long_name(text: str, at: int) -> str:
    """The name of another card at an offset of a text, after "named" or of a created token, if it contains punctuation
    or small words, so that the vocabulary cannot tell where it ends. Empty if there is none.

    >>> long_name("a card named Ajani, Valiant Protector, reveal it", 13)
    'Ajani, Valiant Protector'
    >>> long_name("a card named Forest, reveal it", 13), long_name("a card named Crown of Empires and Rod", 13)
    ('', '')
    >>> [long_name("artifacts named Crown of Empires and Throne of Empires", at) for at in (16, 37)]
    ['Crown of Empires', 'Throne of Empires']
    >>> long_name("Create Voja, Friend to Elves, a legendary 3/3 Wolf creature token", 7)
    'Voja, Friend to Elves'

    Of a meld pair the other card is named up to the effect, and what they become up to the end of the sentence.

    >>> long_name("If you both own and control ~ and an artifact named The Stone and Rock, exile them", 52)
    'The Stone and Rock'
    >>> long_name("exile them, then meld them into Hanweir, the Writhing Township.", 32)
    'Hanweir, the Writhing Township'

    So is a variant of partner, up to its reminder text.

    >>> long_name("Partner—Father & son (You can have two commanders.)", 8)
    'Father & son'
    """
    if _VARIANT.search(text, 0, at) and (variant := _REST_OF_LINE.match(text, at)):
        return variant[0]
    if text.endswith(MELDED_INTO, 0, at) and (melded := _MELDED.match(text, at)):
        return melded[0]
    if _PAIRED.search(text, 0, at) and (partner := _PARTNER.match(text, at)):
        return partner[0]
    many = _OF_MANY.search(text, 0, at)
    named = many or _NAMED.search(text, 0, at)
    if named is None and not text.endswith(("create ", "creates ", "Create "), 0, at):
        return ""
    found = (_ONE_OF_MANY if many else _LONG_NAME).match(text, at)
    if found is None or _SHORT_NAME.fullmatch(found[0]):
        return ""
    return found[0] if named or _LEGEND.match(text, found.end()) else ""


def in_place_of(text: str, name: str, sign: str = "~") -> str:
    """The text with a sign wherever the card's name, or a short form of it, names the card."""
    forms = own_names(name)
    for form in forms:

        def told(found: re.Match[str], form: str = form) -> str:
            return sign if names_it(found.string, found.start(), form, forms) else form

        text = re.sub(rf"(?<!['\w]){re.escape(form)}(?!\w)", told, text)
    return text


_AT_A_START = re.compile(r"(?:^|[\n.:•—\"“]\s*)\Z")


def said_out(text: str, host: Host, sign: str = "~") -> str:
    """The text with the sign replaced by the object's name, or by "this creature" and the like if it is unknown.

    >>> said_out("{T}: ~ deals 1 damage to any target.", Host.parse("Creature", "Prodigal Pyromancer"))
    '{T}: Prodigal Pyromancer deals 1 damage to any target.'
    >>> said_out("{T}: ~ fights target creature. Untap ~.", Host.parse("Creature"))
    '{T}: This creature fights target creature. Untap this creature.'
    """
    kind = "spell" if host.is_spell_only else "permanent" if len(set(host.types)) != 1 else host.types[0]

    def called(found: re.Match[str]) -> str:
        begins = _AT_A_START.search(found.string, 0, found.start())
        return host.name or (f"This {kind}" if begins else f"this {kind}")

    return re.sub(rf"{re.escape(sign)}(?!\w)", called, text)


def _known(word: str) -> bool:
    """Whether a word has another use in card texts than as a name."""
    known = vocabulary()
    tables = (known.types, known.supertypes, known.colors, known.subtypes, INFLECTED, NUMBERS, ORDINALS)
    return any(word in table for table in tables) or word in COMMON or word in OPENERS or word in _keyword_words()


def guess_name(pieces: list[Word], literals: Mapping[str, str]) -> list[Word]:
    """Replace runs of capitalised words that contain an unknown word with a token for the card's own name."""
    known = vocabulary()

    def unknown(piece: Word) -> bool:
        low = re.sub(r"'s$", "", as_plain(piece.value))
        tables = (known.types, known.supertypes, known.colors, known.subtypes, INFLECTED, NUMBERS, ORDINALS)
        return (
            piece.kind == "word"
            and piece.value[0].isupper()
            and not any(low in table for table in tables)
            and low not in COMMON
            and low not in literals
            and low not in ("x", "y", "z", "n")
            and not low.startswith("non")
            and low not in CONTRACTIONS
            and not re.search(r"(walk|home|cycling)$", low)
            and low not in _keyword_words()
        )

    made: list[Word] = []
    at = 0
    while at < len(pieces):
        end = at
        while (
            end < len(pieces)
            and pieces[end].kind == "word"
            and (end == at or pieces[end].start - pieces[end - 1].end <= 1)  # not over a bullet
            and (pieces[end].value[0].isupper() or (end > at and pieces[end].value in SMALL))
        ):
            end += 1
            if pieces[end - 1].value.endswith(("'s", "’s")) and not (
                end < len(pieces) and pieces[end].value[:1].isupper()
            ):
                break
        while end > at and pieces[end - 1].value in SMALL:
            end -= 1
        run = pieces[at:end]
        first_unknown = next((n for n, piece in enumerate(run) if unknown(piece)), None)
        if (
            first_unknown == 0
            and len(run) == 1
            and not run[0].value.endswith(("'s", "’s"))
            and _opens_sentence(pieces, at)
            and not (at + 1 < len(pieces) and as_plain(pieces[at + 1].value) in STATING)
        ):
            made.append(run[0]._replace(value=run[0].value.lower()))  # more likely an unknown verb than a name
            at += 1
            continue
        if first_unknown is None and len(run) == 1 and _names_itself(pieces, at):
            first_unknown = 0
        if first_unknown is None:
            made.append(pieces[at])
            at += 1
            continue
        # A known word that opens the sentence ("Return Necrosavant", "When Absolver Thrull") is not part of the name.
        start = first_unknown
        while start > 0 and run[start - 1].value[0].isupper() and as_plain(run[start - 1].value) not in OPENERS:
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


def _opens_sentence(pieces: list[Word], at: int) -> bool:
    return at == 0 or pieces[at - 1].value in (".", ":") or pieces[at - 1].kind == "mana"


def _names_itself(pieces: list[Word], at: int) -> bool:
    """ "Juggernaut attacks …": a lone singular creature type at the start of a sentence is the card's name."""
    low = as_plain(pieces[at].value)
    known = vocabulary().subtypes.get(low, "")
    opens = at == 0 or pieces[at - 1].value in (".", ":", ",") or pieces[at - 1].kind == "mana"
    verb = as_plain(pieces[at + 1].value) if at + 1 < len(pieces) else ""
    many = bool(known) and known.lower() != low and verb in SINGULAR  # "Caves deals": a plural with a singular verb
    return opens and (many or (known.lower() == low and known in vocabulary().creature_types and verb in STATING))


def _keyword_words() -> frozenset[str]:
    known = vocabulary()
    return frozenset(part for word in known.every_keyword for part in word.split())
