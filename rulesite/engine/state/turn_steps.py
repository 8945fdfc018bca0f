"""The steps of a turn and the words for them."""

from __future__ import annotations

STEPS = (
    "untap",
    "upkeep",
    "draw",
    "precombat main",
    "beginning of combat",
    "declare attackers",
    "declare blockers",
    "first strike damage",
    "combat damage",
    "end of combat",
    "postcombat main",
    "end",
    "cleanup",
)
PHASE_OF = {
    "untap": "beginning",
    "upkeep": "beginning",
    "draw": "beginning",
    "precombat main": "precombat main",
    "beginning of combat": "combat",
    "declare attackers": "combat",
    "declare blockers": "combat",
    "first strike damage": "combat",
    "combat damage": "combat",
    "end of combat": "combat",
    "postcombat main": "postcombat main",
    "end": "ending",
    "cleanup": "ending",
}
_GROUPS = {
    "main": ("precombat main", "postcombat main"),
    "combat": tuple(step for step, phase in PHASE_OF.items() if phase == "combat"),
    "beginning": ("untap", "upkeep", "draw"),
    "ending": ("end", "cleanup"),
    "end of turn": ("end",),
    "combat damage": ("combat damage", "first strike damage"),
    "draw step": ("draw",),
    "end step": ("end",),
    "main phase": ("precombat main", "postcombat main"),
    "second main": ("postcombat main",),
    "first main": ("precombat main",),
}
_FIRST_STEP = {
    "combat": "beginning of combat",
    "turn": "untap",
    "end of turn": "end",
    "end step": "end",
    "second main": "postcombat main",
    "first main": "precombat main",
}


def step_is(step: str, word: str) -> bool:
    """Whether the present step is in what ``word`` names: a step, a phase, or the whole turn.

    >>> step_is("declare attackers", "combat"), step_is("upkeep", "main")
    (True, False)
    """
    return word == "turn" or step == word or step in _GROUPS.get(word, ())


def step_begins(step: str, word: str) -> bool:
    """Whether the beginning of ``step`` is the beginning of what ``word`` names.

    >>> step_begins("beginning of combat", "combat"), step_begins("declare attackers", "combat")
    (True, False)
    >>> step_begins("postcombat main", "main")
    True
    """
    if word in _FIRST_STEP:
        return step == _FIRST_STEP[word]
    return step_is(step, word)


def canonical(word: str) -> str:
    """The engine's name for a step that people name in other words.

    Raises ``ValueError`` for a word that is not a step.

    >>> canonical("main"), canonical("end of turn"), canonical("upkeep step")
    ('precombat main', 'end', 'upkeep')
    """
    text = word.strip().casefold()
    text = text.removesuffix(" step").removesuffix(" phase") if text not in STEPS else text
    aliases = {
        "main": "precombat main",
        "main 1": "precombat main",
        "main1": "precombat main",
        "first main": "precombat main",
        "main 2": "postcombat main",
        "main2": "postcombat main",
        "second main": "postcombat main",
        "combat": "beginning of combat",
        "attackers": "declare attackers",
        "blockers": "declare blockers",
        "damage": "combat damage",
        "end of turn": "end",
    }
    text = aliases.get(text, text)
    if text not in STEPS:
        raise ValueError(f"{word!r} is no step: {', '.join(STEPS)}")
    return text
