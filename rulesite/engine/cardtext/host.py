"""The object that a text is printed on: what the reader must know besides the words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulesite.engine.language.vocabulary import vocabulary


@dataclass(frozen=True)
class Host:
    """Type line, name and position of a text.

    `types` and `subtypes` as printed (types lower case); `name` None if unknown. `position` is "card" (the whole text
    of a card, or an ability of it) or "instruction" (a sentence inside the effect of a spell or ability). `grants`: it
    gives the ability of this text to another object, so its name does not mean the object that has the ability.
    `sized`: a power and a toughness are printed on it.
    """

    types: tuple[str, ...] = ("creature",)
    subtypes: tuple[str, ...] = ()
    name: str | None = None
    position: str = "card"
    line: str = ""
    grants: bool = False
    sized: bool = False

    @classmethod
    def parse(cls, line: str, name: str | None = None, position: str = "card") -> Host:
        """Read a type line: "Creature 2/2", "Legendary Creature — Goblin", "Enchantment — Aura", "Instant {1}{R}".

        Words that are not a type, subtype or supertype (power, cost, colours) are ignored.

        >>> Host.parse("Enchant Creature").subtypes, Host.parse("Artifact Creature - Golem 3/3").types
        (('Aura',), ('artifact', 'creature'))
        """
        words = re.findall(r"[A-Za-z'’-]+", re.sub(r"\{[^}]*\}", " ", line))
        known = vocabulary()
        types = tuple(known.types[word.lower()] for word in words if word.lower() in known.types)
        subtypes = tuple(known.subtypes[word.lower()] for word in words if word.lower() in known.subtypes)
        lowered = [word.lower() for word in words]
        if "enchant" in lowered or "aura" in lowered:
            types, subtypes = ("enchantment",), (*subtypes, *(() if "Aura" in subtypes else ("Aura",)))
        if not types:
            types = ("creature",) if re.search(r"\d/\d", line) else ()
        return cls(types, subtypes, name, position, line, sized=bool(re.search(r"[\d*]/[\d*]", line)))

    @property
    def is_spell_only(self) -> bool:
        """True for instants and sorceries, whose sentences are instructions."""
        return bool({"instant", "sorcery"} & set(self.types))

    @property
    def is_dungeon(self) -> bool:
        """Whether its paragraphs are rooms (309.4 in 2026-06-19)."""
        return "dungeon" in self.types or bool(re.match(r"(?:\w+ )*Dungeon\b", self.line))


KEYWORD_HOST = Host(types=("creature",), position="card")
"""The host of the abilities that a keyword stands for."""
