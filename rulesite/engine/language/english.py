"""English as cards write it: articles, plurals, verbs that agree with their subject, lists, numbers in words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulesite.engine.language.vocabulary import ORDINALS as NUMBER_OF
from rulesite.engine.language.vocabulary import plural as regular_plural

NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
ORDINALS = ("", *NUMBER_OF)
ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII")
IRREGULAR = {
    "Elf": "Elves",
    "Dwarf": "Dwarves",
    "Wolf": "Wolves",
    "Werewolf": "Werewolves",
    "Ox": "Oxen",
    "Mouse": "Mice",
    "Fungus": "Fungi",
    "Plains": "Plains",
    "Equipment": "Equipment",
    "Merfolk": "Merfolk",
    "Treefolk": "Treefolk",
    "Homunculus": "Homunculi",
    "Cyclops": "Cyclopes",
    "Pegasus": "Pegasi",
    "Octopus": "Octopuses",
    "sorcery": "sorceries",
    "Sheep": "Sheep",
    "Kithkin": "Kithkin",
    "Faerie": "Faeries",
    "Samurai": "Samurai",
    "Thalakos": "Thalakos",
    "Myr": "Myr",
    "Efreet": "Efreets",
    "Thief": "Thieves",
    "Scarecrow": "Scarecrows",
    "Ally": "Allies",
    "Cartouche": "Cartouches",
    "Phoenix": "Phoenixes",
    "Lhurgoyf": "Lhurgoyfs",
    "Vedalken": "Vedalken",
    "Eldrazi": "Eldrazi",
    "Kor": "Kor",
    "life": "life",
    "damage": "damage",
    "mana": "mana",
    "Spawn": "Spawn",
    "Zubera": "Zubera",
    "Arcane": "Arcane",
}
_THIRD = {"be": "is", "have": "has", "don't": "doesn't", "can't": "can't", "may": "may", "must": "must", "can": "can"}
_THIRD |= {"do": "does", "haven't": "hasn't"}
_THIRD |= {word: word for word in ("each", "isn't", "didn't", "would", "to", "was", "wasn't")}
_MANY = {"be": "are", "isn't": "aren't", "was": "were", "wasn't": "weren't"}


def plural(word: str) -> str:
    """The plural of a noun, or of a noun phrase by its last word.

    >>> plural("Elf"), plural("artifact creature"), plural("ability")
    ('Elves', 'artifact creatures', 'abilities')
    """
    before, space, last = word.rpartition(" ")
    return before + space + IRREGULAR.get(last, regular_plural(last))


def gerund(verb: str) -> str:
    """The gerund of a verb.

    >>> [gerund(verb) for verb in ("pay", "sacrifice", "tap", "discard", "return", "exile", "put")]
    ['paying', 'sacrificing', 'tapping', 'discarding', 'returning', 'exiling', 'putting']
    """
    if verb.endswith("e"):
        return f"{verb[:-1]}ing"
    return f"{verb}{verb[-1]}ing" if re.fullmatch(r"[^aeiou]+[aeiou][bdgmnpt]", verb) else f"{verb}ing"


def a(noun: str) -> str:
    """A noun with its indefinite article.

    >>> a("artifact"), a("1/1 token"), a("Unicorn"), a("8/8 token"), a("other token")
    ('an artifact', 'a 1/1 token', 'a Unicorn', 'an 8/8 token', 'another token')
    """
    if noun.split(" ", 1)[0] == "other":
        return f"an{noun}"
    vowel = re.match(r"(?i)[aeiou]|8|11\b|18\b|hour|X\b", noun) and not re.match(r"(?i)uni|one\b|use", noun)
    return f"an {noun}" if vowel else f"a {noun}"


def number(value: int) -> str:
    """A number as cards write it before a noun.

    >>> number(3), number(30)
    ('three', '30')
    """
    return NUMBERS[value] if 0 <= value < len(NUMBERS) else str(value)


def listed(parts: Sequence[str], word: str = "and") -> str:
    """Parts in a list, with commas and a word before the last part.

    >>> listed(["a", "b", "c"]), listed(["a", "b"], "or")
    ('a, b, and c', 'a or b')
    """
    if len(parts) < 3:
        return f" {word} ".join(parts)
    return ", ".join(parts[:-1]) + f", {word} {parts[-1]}"


def third(verb_phrase: str) -> str:
    """A verb phrase in the third person singular.

    >>> third("be red"), third("draw a card"), third("can't block"), third("search your library")
    ('is red', 'draws a card', "can't block", 'searches your library')
    """
    first, space, rest = verb_phrase.partition(" ")
    return _THIRD.get(first, regular_plural(first)) + space + rest


def many(verb_phrase: str) -> str:
    """A verb phrase for a plural subject, or for "you".

    >>> many("be red"), many("draw a card"), many("wasn't kicked")
    ('are red', 'draw a card', "weren't kicked")
    """
    first, space, rest = verb_phrase.partition(" ")
    return _MANY.get(first, first) + space + rest


def possessive(noun: str) -> str:
    """The possessive form of a noun or pronoun.

    >>> possessive("target player"), possessive("your opponents"), possessive("you"), possessive("it")
    ("target player's", "your opponents'", 'your', 'its')
    """
    known = {"you": "your", "it": "its", "they": "their", "them": "their", "he or she": "his or her"}
    known |= {"he": "his", "she": "her", "him": "his"}
    if noun in known:
        return known[noun]
    return noun + ("'" if noun.endswith("s") else "'s")


WHERE = "\x01"
HERE = "\x02"
"""Marks "where X is …" until its sentence is complete; see `defined_last`."""


def defined_last(text: str) -> str:
    """Text with each "where X is …" moved to the end of the sentence that uses the letter, or of the clause.

    >>> defined_last("draw X\x01where X is its power\x01 cards. scry 1")
    'draw X cards, where X is its power. scry 1'
    >>> defined_last("draw X\x02where X is its power\x02 cards, then scry 1")
    'draw X cards, where X is its power, then scry 1'
    """
    while (here := re.search(f"{HERE}([^{HERE}]*){HERE}", text)) is not None:
        before, after = text[: here.start()], text[here.end() :].replace(here[0], "")
        cut = after.find(",") if "," in after else len(after)
        text = f"{before}{after[:cut]}, {here[1]}{after[cut:]}"
    while (found := re.search(f"{WHERE}([^{WHERE}]*){WHERE}", text)) is not None:
        before, after = text[: found.start()], text[found.end() :].replace(found[0], "")
        end = re.search(r"[.](?=[ \n\"']|$)|\n|$", after)
        cut = end.start() if end is not None else len(after)
        if after[:cut].count('"') % 2 and (close := after.find('"', cut)) > 0:  # the full stop ends a quotation
            text = f'{before}{after[:cut]}," {found[1]}{after[close + 1 :]}'
            continue
        text = f"{before}{after[:cut]}, {found[1]}{after[cut:]}"
    text = re.sub(r"(, where X is [^.]*, rounded \w+), where Y is ", r"\1, and Y is ", text)
    return re.sub(r"(, where X is [^.]*), where Y is ", r"\1 and Y is ", text)


def sentences(text: str) -> str:
    """Text with a capital at its beginning and after each full stop.

    >>> sentences("draw a card. you gain 1 life")
    'Draw a card. You gain 1 life'
    """
    text = re.sub(r'([.!?]["\'])[.](?= |$|\n)', r"\1", defined_last(text))
    text = re.sub(r'[.](["\'])(?= until | for as long as | and ["\'])', r"\1", text)
    text = re.sub(r'[.](["\']),', r",\1", text)
    return re.sub(r"(^|[.] |\n[•] |[—:] (?=[a-z]))([a-z])", lambda found: found[1] + found[2].upper(), text)
