"""The phrase for each kind of node, used by `describe`. A string is a template over the node's fields."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Words = Callable[[Any], str]


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


def _with(verb: str) -> Callable[[Any, Words], str]:
    def phrase(node: Any, words: Words) -> str:
        who = words(node.who)
        subject = "" if who == "you" else f"{who}: "
        rest = " ".join(
            filter(None, (words(getattr(node, name)) for name in ("amount", "what") if hasattr(node, name)))
        )
        return f"{subject}{verb} {rest}".strip()

    return phrase


def _chosen(node: Any, words: Words) -> str:
    amount = words(node.amount)
    text = f"{'a' if amount == '1' else amount} {words(node.what)}"
    if node.from_ is not None:
        text += f" from {words(node.from_)}"
    return text + (" at random" if node.at_random else "")


def _zone_change(node: Any, words: Words) -> str:
    what = words(node.what)
    if node.from_ == "battlefield" and node.to == "graveyard":
        return f"{what} dies"
    if node.to == "battlefield" and node.from_ is None:
        return f"{what} enters the battlefield"
    if node.from_ == "battlefield" and node.to is None:
        return f"{what} leaves the battlefield"
    return f"{what} moves from {node.from_ or 'any zone'} to {node.to or 'any zone'}"


def _move(node: Any, words: Words) -> str:
    origin = f" from the {node.from_}" if node.from_ else ""
    to = "" if node.verb == node.to.zone == "exile" and not node.to.face_down else f" {words(node.to)}"
    return f"{node.verb} {words(node.what)}{origin}{to}"


def _destination(node: Any, words: Words) -> str:
    text = f"{node.position} of library" if node.zone == "library" and node.position else node.zone
    extra = [
        name
        for name, said in (("tapped", node.tapped), ("face down", node.face_down), ("attacking", node.attacking))
        if said
    ]
    if node.controller is not None:
        extra.append(f"controlled by {words(node.controller)}")
    if node.counters:
        extra.append(f"with {words(node.counters_amount)} {node.counters} counter")
    return " ".join([f"to {text}", *extra])


def _token(node: Any, words: Words) -> str:
    size = f"{words(node.power)}/{words(node.toughness)}" if node.power is not None else ""
    kept = " ".join([size, *node.supertypes, *node.colors, *node.subtypes, *node.types]).split()
    abilities = f" with {words(node.abilities)}" if node.abilities else ""
    return " ".join([*kept, "token"]) + abilities


def _continuous(node: Any, words: Words) -> str:
    lasts = {"turn": " until end of turn", "permanent": "", "while": ""}.get(node.duration, f" ({node.duration})")
    held = f" as long as {words(node.while_)}" if node.while_ is not None else ""
    return f"{words(node.what)} {' and '.join(map(words, node.changes))}{lasts}{held}"


def _signed(node: Any, words: Words) -> str:
    def side(amount: Any) -> str:
        text = words(amount)
        return text if text.startswith("-") else f"+{text}"

    return f"gets {side(node.power)}/{side(node.toughness)}"


def _damage(node: Any, words: Words) -> str:
    kind = {None: "", True: "combat ", False: "noncombat "}[node.combat]
    if node.passive:
        return f"{words(node.to)} is dealt {kind}damage"
    return f"{words(node.source)} deals {kind}damage to {words(node.to)}"


def _step(node: Any, words: Words) -> str:
    whose = words(node.whose)
    owner = "the" if whose == "anything" else f"{whose}’s"
    return f"the beginning of {owner} {'next ' if node.next_only else ''}{node.step}"


def _if(node: Any, words: Words) -> str:
    other = f"; otherwise {words(node.otherwise)}" if node.otherwise is not None else ""
    return f"if {words(node.condition)}, {words(node.then)}{other}"


def _may(node: Any, words: Words) -> str:
    do, who = words(node.do), words(node.who)
    text = f"{who} may: {do.removeprefix(who + ' ')}"
    if node.then is not None:
        text += f"; if so, {words(node.then)}"
    return text + (f"; if not, {words(node.otherwise)}" if node.otherwise is not None else "")


def _replace(node: Any, words: Words) -> str:
    while_ = f" while {words(node.condition)}" if node.condition is not None else ""
    instead = f"{words(node.instead)} instead" if node.instead is not None else "it does not happen"
    once = "the next time" if node.once else "whenever"
    return f"{once} {words(node.event)} would happen{while_}, {'perhaps ' if node.optional else ''}{instead}"


def _comparison(node: Any, words: Words) -> str:
    return f"{words(node.left)} {node.op} {words(node.right)}"


_DONE = {
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

WORDING: dict[str, str | Callable[[Any, Words], str]] = {
    "Number": "{value}",
    "X": "{name}",
    "Count": lambda n, w: f"the number of {w(n.of.what if hasattr(n.of, 'what') else n.of)}",
    "CountersOn": "the number of {kind} counters on {on}",
    "Characteristic": "the {name} of {of}",
    "LifeTotal": "the life total of {of}",
    "ThatMuch": "that many",
    "Times": "{factor} times {of}",
    "Half": "half {of} rounded {rounded}",
    "UpTo": "up to {maximum}",
    "AtLeast": "{minimum} or more",
    "Anything": "anything",
    "All": _all,
    "AnyOf": lambda n, w: " or ".join(map(w, n.parts)),
    "Not": _not,
    "IsPlayer": "player",
    "OpponentOf": "an opponent",
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
    "Controlled": "controlled by {by}",
    "Owned": "owned by {by}",
    "InZone": "in the {zone}",
    "Compares": "with {name} {op} {value}",
    "HasStatus": "{status}",
    "HasCounters": "with {kind} counters {op} {value}",
    "HasName": "named {name}",
    "Blocks": "blocking {what}",
    "BlockedBy": "blocked by {what}",
    "AttachedTo": "attached to {what}",
    "HasChosen": "of the chosen {quality}",
    "Self": "this",
    "Target": lambda n, w: f"target {n.slot + 1}",
    "You": "you",
    "TriggerObject": "that object ({role})",
    "TriggerPlayer": "that player",
    "Attached": "what this is attached to",
    "Memo": lambda n, w: f"what was {_DONE.get(n.verb, n.verb)}" if n.verb else "them",
    "Linked": lambda n, w: f"the linked object ({_DONE.get(n.verb, n.verb)})",
    "Rest": "the rest",
    "Current": "each one",
    "ControllerOf": "the controller of {of}",
    "OwnerOf": "the owner of {of}",
    "EachPlayer": lambda n, w: "each player" if w(n.who) == "anything" else f"each {w(n.who)}",
    "SomePlayer": "a {who}",
    "DefendingPlayer": "the defending player",
    "ActivePlayer": "the active player",
    "Every": "every {what}",
    "Chosen": _chosen,
    "Several": lambda n, w: " and ".join(map(w, n.parts)),
    "TopCards": "the top {amount} of the library of {of}",
    "Outside": "that {noun}",
    "ZoneChange": _zone_change,
    "Cast": "{who} plays {what}",
    "PlaysLand": "{who} plays {what}",
    "BecomesTarget": "{what} becomes the target of {of}",
    "Attacks": "{what} attacks",
    "BlocksOnce": "{what} blocks",
    "BlocksEach": "{what} blocks {attacker}",
    "BecomesBlocked": "{what} becomes blocked",
    "BecomesBlockedByEach": "{what} becomes blocked by {by}",
    "DamageDealt": _damage,
    "LifeGained": "{who} gains life",
    "LifeLost": "{who} loses life",
    "Drawn": "{who} draws a card",
    "Discarded": "{who} discards {what}",
    "Sacrificed": "{who} sacrifices {what}",
    "TappedForMana": "{what} is tapped for mana",
    "StatusChange": "{what} becomes {to}",
    "Cycled": "{what} is cycled",
    "StepBegins": _step,
    "StateBecomesTrue": "{condition}",
    "AnyEvent": lambda n, w: " or ".join(map(w, n.parts)),
    "Destroyed": "{what} is destroyed",
    "Revealed": "{who} reveals {what}",
    "Holds": "{of} is {predicate}",
    "Comparison": _comparison,
    "DidSo": "that was done",
    "NotSo": "not ({part})",
    "AllSo": lambda n, w: " and ".join(map(w, n.parts)),
    "AnySo": lambda n, w: " or ".join(map(w, n.parts)),
    "WasPaid": "the {keyword} cost was paid",
    "IsTurnOf": "it is the turn of {who}",
    "CameUnderControl": "{of} came under control {span}",
    "Cost": lambda n, w: ", ".join(map(w, n.parts)) or "nothing",
    "PayMana": "{symbols}",
    "TapSelf": "tap this",
    "UntapSelf": "untap this",
    "PayLife": "pay {amount} life",
    "Act": "{do}",
    "Loyalty": "{amount} loyalty",
    "ManaCostOf": "the mana cost of {of}",
    "Repeated": "{cost} times {times}",
    "Sequence": lambda n, w: "; then ".join(map(w, n.steps)),
    "May": _may,
    "If": _if,
    "Pay": "pay {cost}",
    "Unless": "{do} unless {who} pays {cost}",
    "ForEach": "for {over}: {do}",
    "Modal": lambda n, w: f"choose {n.minimum}-{n.maximum}: " + " / ".join(map(w, n.modes)),
    "Delayed": lambda n, w: (
        f"when {w(n.trigger)}: {w(n.effect)}"
        if n.once
        else (f"whenever {w(n.trigger)} ({n.duration or 'from now on'}): {w(n.effect)}")
    ),
    "Replace": _replace,
    "Happens": lambda n, w: "that happens" + (f" to {w(n.to)}" if n.to is not None else ""),
    "CreateReplacement": "{replacement} ({duration})",
    "Replaces": "{replacement}",
    "Elided": "…",
    "Nothing": "nothing",
    "Destroy": lambda n, w: f"destroy {w(n.what)}" + ("" if n.regenerable else " (can't be regenerated)"),
    "Sacrifice": _with("sacrifice"),
    "Discard": _with("discard"),
    "Tap": "tap {what}",
    "Untap": "untap {what}",
    "Draw": lambda n, w: f"{w(n.who)} draws {w(n.amount)}",
    "GainLife": lambda n, w: f"{w(n.who)} gains {w(n.amount)} life",
    "LoseLife": lambda n, w: f"{w(n.who)} loses {w(n.amount)} life",
    "DealDamage": lambda n, w: (
        f"{w(n.source)} deals {w(n.amount)} damage to {w(n.to)}" + (" divided" if n.divided else "")
    ),
    "PutCounters": "put {amount} {kind} counter on {on}",
    "RemoveCounters": "remove {amount} {kind} counter from {from_}",
    "CreateToken": "{who} creates {amount} {token}",
    "Token": _token,
    "Move": _move,
    "Destination": _destination,
    "AddMana": "{who} adds {amount} of {mana}",
    "ManaSymbols": lambda n, w: " or ".join(n.options),
    "ManaAnyColor": "any color",
    "ManaCouldProduce": "any type that {by} could produce",
    "ManaThatType": "that type",
    "CounterSpell": lambda n, w: f"counter {w(n.what)}" + (f", putting it {w(n.to)}" if n.to is not None else ""),
    "Regenerate": "regenerate {what}",
    "Continuous": _continuous,
    "Applies": lambda n, w: f"{w(n.to)} {' and '.join(map(w, n.changes))}",
    "Search": "{who} searches a library for {amount} {what}",
    "Shuffle": "shuffle the library of {whose}",
    "LookAt": "look at {what}",
    "Reveal": "{who} reveals {what}",
    "Mill": "{who} mills {amount}",
    "KeywordAction": "{action} {amount} {what}",
    "Fight": "{one} fights {other}",
    "ModifyPowerToughness": _signed,
    "GrantAbilities": "has {abilities}",
    "RemoveAbilities": lambda n, w: "loses " + (", ".join(n.keywords) or "all abilities"),
    "SetController": "is controlled by {who}",
    "SetBasePowerToughness": "is {power}/{toughness}",
    "SetColors": lambda n, w: "is " + (" and ".join(n.colors) or "colorless"),
    "SetTypes": lambda n, w: "is " + " ".join((*n.supertypes, *n.subtypes, *n.types)),
    "AddTypes": lambda n, w: "is also " + " ".join((*n.supertypes, *n.subtypes, *n.types)),
    "CantBlock": lambda n, w: "can't block" + ("" if w(n.what) == "anything" else f" {w(n.what)}"),
    "CantAttack": lambda n, w: "can't attack" + (f" unless {w(n.unless)}" if n.unless is not None else ""),
    "CantBeBlocked": lambda n, w: "can't be blocked" + ("" if w(n.by) == "anything" else f" by {w(n.by)}"),
    "CantBeRegenerated": "can't be regenerated",
    "CantBeSacrificed": "can't be sacrificed",
    "PlayerCant": lambda n, w: (
        f"can't {n.action}"
        + (f" (of {w(n.what)})" if w(n.what) != "anything" else "")
        + (f" more than {n.limit}" if n.limit is not None else "")
    ),
    "PlayerCantPlay": lambda n, w: (
        f"can't play {w(n.what)}" + (f" more than {n.limit} each turn" if n.limit is not None else "")
    ),
    "DoesntUntap": "doesn't untap",
    "MustAttack": "attacks if able",
    "MustBlock": "blocks if able",
    "CantUseAbilities": "can't use its activated abilities",
    "SwitchPowerToughness": "has power and toughness switched",
    "MaximumHandSize": lambda n, w: (
        "has no maximum hand size" if n.amount is None else f"has a hand of at most {w(n.amount)}"
    ),
    "SkipUnless": "{who} skips {step}",
    "AsEnters": "as it enters: {do}",
    "ManaBecomes": "mana of {source} becomes {mana}",
    "Choose": "{who} chooses {what}",
    "ChooseQuality": "{who} chooses a {quality}",
    "SetLife": "the life of {who} becomes {amount}",
    "IsStep": "it is the {step} of {whose}",
    "WonClash": "{who} won the {what}",
    "Happened": "{event} ({span})",
    "MayPlay": lambda n, w: (
        f"may play {w(n.what)}"
        + ("" if n.cost is None else f" for {w(n.cost)}")
        + (f" as {n.timing}" if n.timing else "")
    ),
    "Reflexive": "when that is done: {effect}",
    "MayPlayFrom": "may be played from {zone}",
    "PlayOnly": "can be played {restriction}",
    "CantPlayThis": "can't be played",
    "AssignsNoDamage": "assigns no combat damage",
    "CanBlockOnly": "can block only {what}",
    "Did": "that took part in “{event}”",
    "SetChosen": "is of the chosen {quality}",
    "Controls": "who controls {what}",
    "ExchangeControl": "exchange control of {one} and {other}",
    "CantBeTargeted": "can't be the target of {of}",
    "CantBeCountered": "can't be countered",
    "CostChange": lambda n, w: f"{w(n.what)} costs {n.mana} {'less' if n.less else 'more'}",
    "EntersWith": lambda n, w: (
        f"{w(n.what)} enters"
        + (" tapped" if n.tapped else "")
        + (f" with {w(n.amount)} {n.counters} counter" if n.counters else "")
    ),
    "AdditionalCost": "additional cost: {cost}",
    "AlternativeCost": "alternative cost: {cost}",
    "PreventDamage": lambda n, w: (
        f"prevent {'all' if n.amount is None else 'the next ' + w(n.amount)} damage"
        + (f" to {w(n.to)}" if n.to is not None else "")
    ),
    "PreventsDamage": "prevent {amount} damage to {to}",
    "OnlyTiming": "only as {as_}",
    "OnlyIf": "only if {condition}",
    "OnlyTimes": "only {times} times each {span}",
    "OnlyDuring": "only during {step} ({whose})",
    "SpendLimit": "no more than {symbols} each {span}",
}
