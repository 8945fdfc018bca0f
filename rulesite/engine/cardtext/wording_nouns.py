"""Phrases for what is spoken of: amounts, predicates, references, events, conditions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Words = Callable[[Any], str]
Phrase = str | Callable[[Any, Words], str]

DONE = {
    "search": "found",
    "sacrifice": "sacrificed",
    "discard": "discarded",
    "exile": "exiled",
    "return": "returned",
    "reveal": "revealed",
    "look": "looked at",
    "create": "created",
    "choose": "chosen",
    "draw": "drawn",
    "destroy": "destroyed",
    "tap": "tapped",
    "untap": "untapped",
    "counter": "given counters",
    "mill": "milled",
    "copy": "copied",
    "control": "taken control of",
    "shuffle": "shuffled",
    "haunt": "haunted",
}


def if_said(before: str, part: Any, words: Words, after: str = "") -> str:
    """The part between the words around it; nothing where there is no part, or it means anything.

    >>> if_said(" by ", "Bear", str), if_said(" by ", "anything", str)
    (' by Bear', '')
    """
    text = words(part)
    return "" if text in ("", "anything") else f"{before}{text}{after}"


def _all(node: Any, words: Words) -> str:
    """ "black creature you control" of a conjunction: adjectives before the noun, the rest after."""
    before, nouns, after = [], [], []
    for part in node.parts:
        name = type(part).__name__
        text = words(part)
        if name in ("HasColor", "HasSupertype", "HasStatus", "ColorCount", "IsToken") or (
            name == "Not"
            and type(part.part).__name__ in ("HasColor", "HasType", "HasSupertype", "HasSubtype", "IsToken")
        ):
            before.append(text)
        elif name in ("HasType", "HasSubtype", "IsCard", "IsSpell", "IsPlayer", "AnyOf", "IsAbility"):
            nouns.append(text)
        elif name == "IsPermanent":
            continue
        else:
            after.append(text)
    if "player" in nouns and "an opponent" in after:
        nouns, after = ["opponent"], [part for part in after if part != "an opponent"]
    return " ".join([*before, *(nouns or ["permanent"]), *after])


def _not(node: Any, words: Words) -> str:
    inner = words(node.part)
    return f"non-{inner}" if " " not in inner else f"not {inner}"


def zone_of(zone: str, whose: Any, words: Words) -> str:
    """A zone with its owner: "your graveyard", "a graveyard", "the hand of target 1"."""
    if zone in ("battlefield", "stack", "exile", "command"):
        return zone
    owner = words(whose)
    if not owner:
        return f"a {zone}"
    return f"your {zone}" if owner == "you" else f"the {zone} of {owner}"


def _in_zone(node: Any, words: Words) -> str:
    held = zone_of(node.zone, node.whose, words)
    return {"battlefield": "on the battlefield", "stack": "on the stack"}.get(held, f"in {held}")


def _chosen(node: Any, words: Words) -> str:
    amount = words(node.amount)
    text = f"{'a' if amount == '1' else amount} {words(node.what)}"
    if node.from_ is not None:
        text += f" from {words(node.from_)}"
    if node.chooser is not None:
        text += f" chosen by {words(node.chooser)}"
    return text + (" at random" if node.at_random else "")


def _zone_change(node: Any, words: Words) -> str:
    what = words(node.what) + (" (any number at once)" if node.batch else "")
    if node.from_ == "battlefield" and node.to == "graveyard":
        return f"{what} dies" + (f" to {zone_of('graveyard', node.whose, words)}" if node.whose is not None else "")
    if node.to == "battlefield" and node.from_ is None:
        return f"{what} enters the battlefield"
    if node.from_ == "battlefield" and node.to is None:
        return f"{what} leaves the battlefield"
    whose = if_said(" of ", node.whose, words)
    but = f" but not {node.not_to}" if node.not_to else ""
    return f"{what} moves from {node.from_ or 'any zone'} to {node.to or 'any zone'}{whose}{but}"


def _damage(node: Any, words: Words) -> str:
    kind = {None: "", True: "combat ", False: "noncombat "}[node.combat]
    once = " (any number at once)" if node.batch else ""
    if node.passive:
        return f"{words(node.to)}{once} is dealt {kind}damage{if_said(' by ', node.source, words)}"
    return f"{words(node.source)}{once} deals {kind}damage to {words(node.to)}"


def _step(node: Any, words: Words) -> str:
    whose = words(node.whose)
    owner = "the" if whose == "anything" else f"{whose}’s"
    return f"the beginning of {owner} {'next ' if node.next_only else ''}{node.step}"


def _cast(node: Any, words: Words) -> str:
    what = words(node.what)
    if node.nth is not None:
        what = f"{what} as number {node.nth} of the turn"
    return f"{words(node.who)} plays {what}" + (" or a land" if node.land else "")


def _attacks(node: Any, words: Words) -> str:
    once = " (any number at once)" if node.batch else ""
    return f"{words(node.what)}{once} attacks{if_said(' ', node.whom, words)}" + (" alone" if node.alone else "")


def _count(node: Any, words: Words) -> str:
    return f"the number of {words(node.of.what if type(node.of).__name__ == 'Every' else node.of)}"


def _by(text: str) -> Callable[[Any, Words], str]:
    """An event in which a player does something; unless any player will do, it says who."""

    def phrase(node: Any, words: Words) -> str:
        said = text.format(what=words(node.what))
        return said + if_said(" by ", node.who, words)

    return phrase


NOUNS: dict[str, Phrase] = {
    "Number": "{value}",
    "X": "{name}",
    "Count": _count,
    "CountersOn": "the number of {kind} counters on {on}",
    "Characteristic": "the {name} of {of}",
    "LifeTotal": "the life total of {of}",
    "ThatMuch": lambda n, w: "that many" if n.source == "trigger" else "as many",
    "Times": "{factor} times {of}",
    "Half": "half {of} rounded {rounded}",
    "UpTo": "up to {maximum}",
    "AtLeast": "{minimum} or more",
    "Extreme": "the {which} {name} among {among}",
    "Total": lambda n, w: " plus ".join(map(w, n.parts)),
    "TimesPaid": "the number of times the {keyword} cost was paid",
    "Different": "the number of different {quality}s among {among}",
    "Anything": "anything",
    "All": _all,
    "AnyOf": lambda n, w: " or ".join(map(w, n.parts)),
    "Not": _not,
    "IsPlayer": "player",
    "OpponentOf": lambda n, w: "an opponent" if w(n.of) == "you" else f"an opponent of {w(n.of)}",
    "IsPlayerRef": "{who}",
    "IsObject": "{what}",
    "OtherThan": "other than {than}",
    "IsPermanent": "permanent",
    "IsSpell": "spell",
    "IsCard": "card",
    "IsToken": "token",
    "IsAbility": "{kind} ability",
    "HasType": "{type}",
    "HasSupertype": "{supertype}",
    "HasSubtype": "{subtype}",
    "HasColor": "{color}",
    "HasAbility": "with {keyword}",
    "HasExtreme": "with the {which} {name} among {among}",
    "HasTarget": lambda n, w: f"that targets {w(n.what)}" + (" alone" if n.only else ""),
    "SharesQuality": "that shares a {quality} with {with_}",
    "Controlled": "controlled by {by}",
    "Owned": "owned by {by}",
    "InZone": _in_zone,
    "Compares": "with {name} {op} {value}",
    "HasStatus": "{status}",
    "HasCounters": "with {kind} counters {op} {value}",
    "HasName": "named {name}",
    "Blocks": "blocking {what}",
    "BlockedBy": "blocked by {what}",
    "AttachedTo": "attached to {what}",
    "HasChosen": "of the chosen {quality}",
    "Controls": "who controls {what}",
    "Did": lambda n, w: f"that took part in “{w(n.event)}” ({n.span})",
    "Self": "this",
    "Target": lambda n, w: f"target {n.slot + 1}",
    "You": "you",
    "TriggerObject": "that object ({role})",
    "TriggerPlayer": "that player",
    "Attached": "what this is attached to",
    "Memo": lambda n, w: f"what was {DONE.get(n.verb, n.verb)}" if n.verb else "them",
    "Linked": lambda n, w: f"the linked object ({DONE.get(n.verb, n.verb)})",
    "Rest": "the rest",
    "Current": "each one",
    "Candidate": "it",
    "ControllerOf": "the controller of {of}",
    "OwnerOf": "the owner of {of}",
    "EachPlayer": lambda n, w: "each player" if w(n.who) == "anything" else f"each {w(n.who)}",
    "SomePlayer": lambda n, w: "a player" if w(n.who) == "anything" else f"a {w(n.who)}",
    "DefendingPlayer": lambda n, w: "the defending player" + if_said(" of ", n.of, w),
    "ActivePlayer": "the active player",
    "Every": "every {what}",
    "Chosen": _chosen,
    "Several": lambda n, w: " and ".join(map(w, n.parts)),
    "TopCards": lambda n, w: f"the {'bottom' if n.bottom else 'top'} {w(n.amount)} of the library of {w(n.of)}",
    "Outside": "that {noun}",
    "ZoneChange": _zone_change,
    "Cast": _cast,
    "PlaysLand": "{who} plays {what}",
    "BecomesTarget": "{what} becomes the target of {of}",
    "Attacks": _attacks,
    "PlayerAttacks": lambda n, w: (
        f"{w(n.who)} attacks" + if_said(" with ", n.with_, w) + (f" ({n.minimum} or more)" if n.minimum != 1 else "")
    ),
    "BlocksOnce": "{what} blocks",
    "BlocksEach": "{what} blocks {attacker}",
    "BecomesBlocked": lambda n, w: (
        f"{w(n.what)} becomes blocked" + if_said(" by " if n.minimum == 1 else f" by {n.minimum} or more ", n.by, w)
    ),
    "BecomesBlockedByEach": "{what} becomes blocked by {by}",
    "DamageDealt": _damage,
    "LifeGained": "{who} gains life",
    "LifeLost": "{who} loses life",
    "Drawn": lambda n, w: (
        f"{w(n.who)} draws a card"
        + (f" as number {n.nth} of the turn" if n.nth is not None else "")
        + (" (not the first in the draw step)" if n.not_first_in_draw_step else "")
    ),
    "Discarded": lambda n, w: (
        f"{w(n.who)} discards {w(n.what)}"
        + (" (any number at once)" if n.batch else "")
        + if_said(" because of ", n.cause, w)
    ),
    "Sacrificed": lambda n, w: f"{w(n.who)} sacrifices {w(n.what)}" + (" (any number at once)" if n.batch else ""),
    "TappedForMana": _by("{what} is tapped for mana"),
    "StatusChange": lambda n, w: f"{w(n.what)} becomes {n.to}" + if_said(" with ", n.other, w),
    "Cycled": _by("{what} is cycled"),
    "StepBegins": _step,
    "StateBecomesTrue": "{condition}",
    "AnyEvent": lambda n, w: " or ".join(map(w, n.parts)),
    "Destroyed": "{what} is destroyed",
    "Revealed": lambda n, w: f"{w(n.who)} reveals {w(n.what)}" + (" this way" if n.this_way else ""),
    "Holds": "{of} is {predicate}",
    "Comparison": "{left} {op} {right}",
    "DidSo": "that was done",
    "NotSo": "not ({part})",
    "AllSo": lambda n, w: " and ".join(map(w, n.parts)),
    "AnySo": lambda n, w: " or ".join(map(w, n.parts)),
    "WasPaid": lambda n, w: f"the {n.keyword} cost{if_said(' of ', n.of, w)} was paid",
    "WasCast": lambda n, w: f"{w(n.of)} was played" + if_said(" by ", n.who, w) + if_said(" from what is ", n.from_, w),
    "IsTurnOf": "it is the turn of {who}",
    "IsStep": lambda n, w: f"it is the {n.step}" + if_said(" of ", n.whose, w),
    "CameUnderControl": "{of} came under control {span}",
    "WonClash": "{who} won the {what}",
    "Happened": lambda n, w: f"{w(n.event)} ({n.span})" + (f" {w(n.times)} times" if n.times is not None else ""),
}
