"""Phrases for what is done and what holds: costs, instructions, changes, statements, restrictions."""

from __future__ import annotations

from typing import Any

from rulesite.engine.cardtext.wording_nouns import Phrase, Words, if_said, zone_of


def _done(verb: str, *parts: str) -> Phrase:
    """An order: who does it (unless you do), the verb, and the parts of the node that it names."""

    def phrase(node: Any, words: Words) -> str:
        who = words(node.who)
        rest = " ".join(filter(None, (words(getattr(node, name)) for name in parts)))
        return ("" if who == "you" else f"{who}: ") + f"{verb} {rest}".strip()

    return phrase


def _move(node: Any, words: Words) -> str:
    origin = f" from the {node.from_}" if node.from_ else ""
    to = words(node.to)
    to = to.removeprefix("to exile").strip() if node.verb == node.to.zone == "exile" else to
    who = "" if words(node.who) == "you" else f"{words(node.who)}: "
    return f"{who}{node.verb} {words(node.what)}{origin} {to}".rstrip()


def _destination(node: Any, words: Words) -> str:
    zone = node.zone if node.whose is None else zone_of(node.zone, node.whose, words)
    text = f"{node.position} of {zone}" if node.zone == "library" and node.position else zone
    extra = [
        name
        for name, said in (
            ("tapped", node.tapped),
            ("face down", node.face_down),
            ("attacking", node.attacking),
            ("transformed", node.transformed),
        )
        if said
    ]
    if node.controller is not None:
        extra.append(f"controlled by {words(node.controller)}")
    if node.attached_to is not None:
        extra.append(f"attached to {words(node.attached_to)}")
    if node.counters:
        extra.append(f"with {words(node.counters_amount)} {node.counters} counter")
    if node.order:
        extra.append({"any": "in any order", "random": "in a random order"}[node.order])
    return " ".join([f"to {text}", *extra])


def _token(node: Any, words: Words) -> str:
    size = f"{words(node.power)}/{words(node.toughness)}" if node.power is not None else ""
    kept = " ".join([size, *node.supertypes, *node.colors, *node.subtypes, *node.types]).split()
    abilities = f" with {words(node.abilities)}" if node.abilities else ""
    return " ".join([*kept, "token"]) + (f" named {node.name}" if node.name else "") + abilities


def _creating(node: Any, words: Words) -> str:
    copied = "" if type(node.token).__name__ == "Token" else "token that is a copy of "
    how = "".join(f" {name}" for name, so in (("tapped", node.tapped), ("attacking", node.attacking)) if so)
    changed = f" that {words(node.changes)}" if node.changes else ""
    return f"{words(node.who)} creates {words(node.amount)} {copied}{words(node.token)}{how}{changed}"


def _lasting(duration: str) -> str:
    return {"turn": " until end of turn", "permanent": "", "while": ""}.get(duration, f" ({duration})")


def _continuous(node: Any, words: Words) -> str:
    held = f" as long as {words(node.while_)}" if node.while_ is not None else ""
    return f"{words(node.what)} {' and '.join(map(words, node.changes))}{_lasting(node.duration)}{held}"


def _signed(node: Any, words: Words) -> str:
    def side(amount: Any) -> str:
        text = words(amount)
        return text if text.startswith("-") else f"+{text}"

    return f"gets {side(node.power)}/{side(node.toughness)}"


def _if(node: Any, words: Words) -> str:
    other = f"; otherwise {words(node.otherwise)}" if node.otherwise is not None else ""
    return f"if {words(node.condition)}, {words(node.then)}{other}"


def _may(node: Any, words: Words) -> str:
    do, who = words(node.do), words(node.who)
    text = f"{who} may: {do.removeprefix(who + ':').removeprefix(who).strip()}"
    if node.then is not None:
        text += f"; if so, {words(node.then)}"
    return text + (f"; if not, {words(node.otherwise)}" if node.otherwise is not None else "")


def _modal(node: Any, words: Words) -> str:
    how = " (the same more than once)" if node.repeatable else ""
    how += " on resolution" if node.on_resolution else ""
    who = "" if words(node.who) == "you" else f"{words(node.who)}: "
    return f"{who}choose {node.minimum}-{node.maximum}{how}: " + " / ".join(map(words, node.modes))


def _delayed(node: Any, words: Words) -> str:
    condition = f", if {words(node.condition)}" if node.condition is not None else ""
    if node.once:
        within = f" ({node.duration})" if node.duration else ""
        return f"{'until' if node.until else 'when'} {words(node.trigger)}{condition}{within}: {words(node.effect)}"
    return f"whenever {words(node.trigger)}{condition} ({node.duration or 'from now on'}): {words(node.effect)}"


def _replace(node: Any, words: Words) -> str:
    while_ = f" while {words(node.condition)}" if node.condition is not None else ""
    instead = f"{words(node.instead)} instead" if node.instead is not None else "it does not happen"
    once = "the next time" if node.once else "whenever"
    return f"{once} {words(node.event)} would happen{while_}, {'perhaps ' if node.optional else ''}{instead}"


def _happens(node: Any, words: Words) -> str:
    amount = f" {words(node.amount)} times over" if node.amount is not None else ""
    return f"that happens{amount}" + (f" {words(node.to)}" if node.to is not None else "")


def _prevention(node: Any, words: Words) -> str:
    kind = {None: "", True: "combat ", False: "noncombat "}[node.combat]
    if node.duration == "now":
        return "prevent that damage" if node.amount is None else f"prevent {words(node.amount)} of that damage"
    amount = "all" if node.amount is None else f"the next {words(node.amount)}"
    text = f"prevent {amount} {kind}damage{if_said(' from ', node.from_, words)}{if_said(' to ', node.to, words)}"
    text += " divided" if node.divided else ""
    return f"the next time, {text}" if node.next_event else text


def _prevents(node: Any, words: Words) -> str:
    kind = {None: "", True: "combat ", False: "noncombat "}[node.combat]
    amount = "all" if node.amount is None else words(node.amount)
    return f"prevent {amount} {kind}damage{if_said(' from ', node.from_, words)}{if_said(' to ', node.to, words)}"


def _unless(node: Any, words: Words) -> str:
    return f" unless {words(node.unless)}" if node.unless is not None else ""


def _cant_be_blocked(node: Any, words: Words) -> str:
    text = "can't be blocked" + if_said(" by ", node.by, words)
    if node.minimum is not None:
        text += f" except by {node.minimum} or more"
    if node.maximum is not None:
        text += f" by more than {node.maximum}"
    return text + _unless(node, words)


def _cost_change(node: Any, words: Words) -> str:
    what = words(node.what)
    if node.abilities:
        what = f"the {node.keyword or 'activated'} abilities of {what}"
    more = "less" if node.less else "more"
    paid = node.mana or words(node.cost)
    each = f" times {words(node.times)}" if node.times is not None else ""
    return f"{what} costs {paid} {more}{each}"


def _enters_with(node: Any, words: Words) -> str:
    text = f"{words(node.what)} enters" + (" tapped" if node.tapped else "")
    text += f" with {words(node.amount)} {node.counters} counter" if node.counters else ""
    if node.condition is not None:
        text += f" {'unless' if node.unless else 'if'} {words(node.condition)}"
    return text


def _additional_cost(node: Any, words: Words) -> str:
    name = "" if node.name == "additional" else f" ({node.name})"
    often = ", any number of times" if node.repeatable else ""
    return f"{'optional ' if node.optional else ''}additional cost{name}: {words(node.cost)}{often}"


def _alternative_cost(node: Any, words: Words) -> str:
    name = "" if node.name == "alternative" else f" ({node.name})"
    where = f" from {node.from_}" if node.from_ else ""
    face = " face down" if node.face_down else ""
    return f"alternative cost{name}{where}{face}: {words(node.cost)}{if_said(' if ', node.condition, words)}"


def _add_mana(node: Any, words: Words) -> str:
    only = if_said(", spent only on ", node.spend_only, words)
    return f"{words(node.who)} adds {words(node.amount)} of {words(node.mana)}{only}"


def _any_color(node: Any, words: Words) -> str:
    kind = "type" if node.any_type else "color"
    among = f" among {', '.join(node.colors)}" if node.colors else ""
    return f"any {'one ' if node.one_color else ''}{kind}{among}"


DEEDS: dict[str, Phrase] = {
    "Cost": lambda n, w: ", ".join(map(w, n.parts)) or "nothing",
    "PayMana": lambda n, w: n.symbols + (f" times {w(n.times)}" if n.times is not None else ""),
    "PayManaAmount": "mana equal to {amount}",
    "TapSelf": "tap this",
    "UntapSelf": "untap this",
    "PayLife": "pay {amount} life",
    "Act": lambda n, w: w(n.do) + (f" {w(n.times)} times" if n.times is not None else ""),
    "Loyalty": "{amount} loyalty",
    "ManaCostOf": "the mana cost of {of}",
    "OneOf": lambda n, w: " or ".join(map(w, n.options)),
    "Repeated": "{cost} times {times}",
    "Sequence": lambda n, w: "; then ".join(map(w, n.steps)),
    "May": _may,
    "If": _if,
    "Pay": lambda n, w: ("" if w(n.who) == "you" else f"{w(n.who)}: ") + f"pay {w(n.cost).removeprefix('pay ')}",
    "Unless": lambda n, w: f"{w(n.do)} unless {w(n.who)} pays {w(n.cost).removeprefix('pay ')}",
    "ForEach": "for {over}: {do}",
    "Modal": _modal,
    "Delayed": _delayed,
    "Replace": _replace,
    "Happens": _happens,
    "CreateReplacement": "{replacement} ({duration})",
    "Replaces": "{replacement}",
    "Elided": "…",
    "Nothing": "nothing",
    "Destroy": lambda n, w: f"destroy {w(n.what)}" + ("" if n.regenerable else " (can't be regenerated)"),
    "Sacrifice": _done("sacrifice", "what"),
    "Discard": _done("discard", "what"),
    "Tap": _done("tap", "what"),
    "Untap": _done("untap", "what"),
    "Choose": "{who} chooses {what}",
    "ChooseQuality": lambda n, w: (
        f"{w(n.who)} chooses a {n.quality}"
        + if_said(" of a ", n.among, w)
        + (f" other than {', '.join(n.except_)}" if n.except_ else "")
    ),
    "Draw": "{who} draws {amount}",
    "GainLife": "{who} gains {amount} life",
    "LoseLife": "{who} loses {amount} life",
    "SetLife": "the life of {who} becomes {amount}",
    "DealDamage": lambda n, w: (
        f"{w(n.source)} deals {w(n.amount)} damage to {w(n.to)}"
        + (" divided" if n.divided else "")
        + ("" if n.preventable else " that can't be prevented")
    ),
    "PutCounters": lambda n, w: (
        ("" if w(n.who) == "you" else f"{w(n.who)}: ")
        + f"put {w(n.amount)} {n.kind} counter on {w(n.on)}"
        + (" divided" if n.divided else "")
    ),
    "RemoveCounters": lambda n, w: (
        ("" if w(n.who) == "you" else f"{w(n.who)}: ")
        + f"remove {'all' if n.amount is None else w(n.amount)} {n.kind or ''} counter from {w(n.from_)}"
    ),
    "CreateToken": _creating,
    "Token": _token,
    "Move": _move,
    "Destination": _destination,
    "AddMana": _add_mana,
    "ManaSymbols": lambda n, w: " or ".join(n.options),
    "ManaAnyColor": _any_color,
    "ManaCouldProduce": lambda n, w: f"any {'color' if n.color else 'type'} that {w(n.by)} could produce",
    "ManaThatType": lambda n, w: "the chosen color" if n.chosen else "that type",
    "CounterSpell": lambda n, w: f"counter {w(n.what)}" + (f", putting it {w(n.to)}" if n.to is not None else ""),
    "CopySpell": lambda n, w: (
        ("" if w(n.who) == "you" else f"{w(n.who)}: ")
        + f"copy {w(n.what)}"
        + ("" if w(n.amount) == "1" else f" {w(n.amount)} times")
        + (", with new targets" if n.new_targets else "")
    ),
    "ChangeTargets": lambda n, w: (
        ("" if w(n.who) == "you" else f"{w(n.who)}: ")
        + ("choose new targets for " if n.new else "change targets of ")
        + w(n.what)
        + if_said(" to ", n.to, w)
    ),
    "PlayCard": lambda n, w: (
        ("" if w(n.who) == "you" else f"{w(n.who)}: ")
        + f"play {w(n.what)}"
        + (" without paying its mana cost" if n.free else "")
    ),
    "Regenerate": "regenerate {what}",
    "Attach": "attach {what} to {to}",
    "MoveCounters": "move {amount} {kind} counter from {from_} to {to}",
    "RemoveDamage": "remove all damage from {what}",
    "Continuous": _continuous,
    "Applies": lambda n, w: f"{w(n.to)} {' and '.join(map(w, n.changes))}",
    "Search": lambda n, w: (
        f"{w(n.who)} searches {' and '.join(zone_of(zone, n.whose, w) for zone in n.zones)} for "
        f"{w(n.amount)} {w(n.what)}" + (" and reveals it" if n.reveal else "")
    ),
    "Shuffle": "shuffle the library of {whose}",
    "LookAt": lambda n, w: ("" if w(n.who) == "you" else f"{w(n.who)}: ") + f"look at {w(n.what)}",
    "Reveal": lambda n, w: (
        f"{w(n.who)} reveals {w(n.what)}"
        + (f" until {w(n.until_amount)} {w(n.until)} is found" if n.until is not None else "")
    ),
    "Mill": "{who} mills {amount}",
    "KeywordAction": _done("", "action", "amount", "what"),
    "Fight": "{one} fights {other}",
    "Reflexive": lambda n, w: f"when that is done: {w(n.effect)}" + if_said(" with ", n.targets, w),
    "ExchangeControl": lambda n, w: f"exchange control of {w(n.one)} and {w(n.other)}{_lasting(n.duration)}",
    "ModifyPowerToughness": _signed,
    "GrantAbilities": "has {abilities}",
    "RemoveAbilities": lambda n, w: "loses " + (", ".join(n.keywords) or "all abilities"),
    "SetController": "is controlled by {who}",
    "SetBasePowerToughness": "is {power}/{toughness}",
    "SetColors": lambda n, w: "is " + (" and ".join(n.colors) or "colorless"),
    "AddColors": lambda n, w: "is also " + " and ".join(n.colors),
    "SetTypes": lambda n, w: "is " + " ".join((*n.supertypes, *n.subtypes, *n.types)),
    "AddTypes": lambda n, w: "is also " + " ".join((*n.supertypes, *n.subtypes, *n.types)),
    "SetChosen": lambda n, w: f"is {'also ' if n.add else ''}of the chosen {n.quality}",
    "CantBlock": lambda n, w: "can't block" + if_said(" ", n.what, w) + (" alone" if n.alone else "") + _unless(n, w),
    "CantAttack": lambda n, w: "can't attack" + if_said(" ", n.whom, w) + (" alone" if n.alone else "") + _unless(n, w),
    "CantBeBlocked": _cant_be_blocked,
    "CanBlockOnly": "can block only {what}",
    "CanBlockMore": lambda n, w: "can block " + ("any number" if n.amount is None else f"{n.amount} more"),
    "CantBeRegenerated": "can't be regenerated",
    "CantBeSacrificed": "can't be sacrificed",
    "CantBeTargeted": "can't be the target of {of}",
    "CantBeCountered": lambda n, w: "can't be countered" + if_said(" by ", n.by, w),
    "DoesntUntap": lambda n, w: "doesn't untap" + (" in the next untap step" if n.next_only else ""),
    "MustAttack": lambda n, w: f"attacks{if_said(' ', n.whom, w)} if able",
    "MustBlock": lambda n, w: f"blocks{if_said(' ', n.what, w)} if able",
    "CantUseAbilities": lambda n, w: (
        "can't use its activated abilities" + (" unless they are mana abilities" if n.except_mana else "")
    ),
    "AssignsNoDamage": lambda n, w: (
        "may assign combat damage as though unblocked" if n.as_unblocked else "assigns no combat damage"
    ),
    "SwitchPowerToughness": "has power and toughness switched",
    "AttackTax": lambda n, w: (
        f"can't {'block' if n.block else 'attack'}{if_said(' ', n.whom, w)} with {w(n.what)} "
        f"unless paying {w(n.cost)} for each"
    ),
    "PlayerCant": lambda n, w: (
        f"can't {n.action}"
        + (f" (of {w(n.what)})" if w(n.what) != "anything" else "")
        + (f" more than {n.limit}" if n.limit is not None else "")
    ),
    "PlayerCantPlay": lambda n, w: (
        f"can't play {w(n.what)}" + (f" more than {n.limit} each turn" if n.limit is not None else "")
    ),
    "MaximumHandSize": lambda n, w: (
        "has no maximum hand size"
        if n.amount is None
        else f"has a maximum hand size {'changed by' if n.change else 'of'} {w(n.amount)}"
    ),
    "ExtraLandPlays": lambda n, w: (
        "may play " + ("any number of" if n.amount is None else w(n.amount)) + " more lands each turn"
    ),
    "MayPlay": lambda n, w: (
        f"may play {w(n.what)}"
        + ("" if n.cost is None else f" for {w(n.cost)}")
        + (f" as {n.timing}" if n.timing else "")
        + ("" if n.lands else ", but no land")
        + ("" if n.limit is None else f", {n.limit} each turn")
    ),
    "CostChange": _cost_change,
    "SkipUnless": "{who} skips {step}",
    "AsEnters": lambda n, w: f"as {'it' if n.what is None else w(n.what)} enters: {w(n.do)}",
    "EntersAsCopy": lambda n, w: (
        f"{'may enter' if n.optional else 'enters'} as a copy of {w(n.of)}" + if_said(" except ", n.except_, w)
    ),
    "EntersWith": _enters_with,
    "ManaBecomes": "mana of {source} becomes {mana}",
    "MayPlayFrom": lambda n, w: f"may be played from {n.zone}" + if_said(" if ", n.condition, w),
    "PlayOnly": "can be played {restriction}",
    "CantPlayThis": lambda n, w: "can't be played" + if_said(" if ", n.condition, w),
    "AdditionalCost": _additional_cost,
    "AlternativeCost": _alternative_cost,
    "PreventDamage": _prevention,
    "PreventsDamage": _prevents,
    "OnlyTiming": "only as {as_}",
    "OnlyIf": "only if {condition}",
    "OnlyTimes": "only {times} times each {span}",
    "OnlyDuring": lambda n, w: f"only {'before' if n.before else 'during'} {n.step} ({w(n.whose)})",
    "SpendLimit": "no more than {symbols} each {span}",
}
