"""Instructions about damage and life: dealing, preventing, gaining, losing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulesite.engine.abilities.amounts import Amount, Half, LifeTotal, ThatMuch, Times
from rulesite.engine.abilities.instructions import Instruction
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.references import Outside, Self, You
from rulesite.engine.language.patterns import hole
from rulesite.engine.language.phrase import ANY
from rulesite.engine.language.phrases import made, means, prints, reads, says

AS_BEFORE = "as before"
"""The recipient of damage that replaces other damage: the same as before ("it deals 5 damage instead")."""


@node
class DealDamage(Instruction):
    """A source (an object) deals damage to objects and players; `divided`: split among them as its controller chooses;
    `evenly`: an equal part to each, rounded down; `excess_to`: the recipient of damage above lethal damage."""

    amount: Amount
    to: Node
    source: Node = Self()
    divided: bool = False
    preventable: bool = True
    excess_to: Node | None = None
    evenly: bool = False

    words = (
        says(
            "ovp",
            "{source:dealer} deal {amount:some_damage} divided evenly, rounded down, among {to:np}",
            evenly=True,
        ),
        says("ovp", "{source:dealer} deal {amount:damages} to {to:recipient}"),
        says("ovp", "{source:dealer} deal an additional {amount:some_damage} to {to:recipient}", surface="additional"),
        says("ovp", "{source:dealer} deal {amount:some_damage} divided as you choose among {to:np}", divided=True),
        says(
            "ovp",
            "{source:dealer} deal damage equal to {amount:value} divided as you choose among {to:np}",
            surface="equal",
            divided=True,
        ),
        reads("ovp", "{source:dealer} deal {amount:some_damage} divided among {to:np}", divided=True),
        prints("ovp", "{source:dealer} deal {amount:factor damage} to {to:recipient} for each {amount:times}"),
        says("ovp", "{source:dealer} deal damage equal to {amount:value} to {to:recipient}", surface="equal first"),
        says(
            "ovp",
            "{source:dealer} deal damage equal to {amount:rounded_value}, to {to:recipient}",
            surface="equal comma",
        ),
        says("ovp", "{source:dealer} deal damage to {to:recipient} equal to {amount:value}", surface="equal last"),
        says("ovp", "{source:dealer} deal to {to:recipient} damage equal to {amount:value}", surface="to first"),
        prints("ovp", "an additional {amount:some_damage} to {to:recipient}", surface="two extra", source=ANY),
        prints("ovp", "{amount:digit_amount} additional damage to {to:recipient}", surface="two more", source=ANY),
        prints("ovp", "{amount:some_damage} to {to:recipient}", surface="two", source=ANY),
        reads("ovp", "{source:dealer} deal {amount:damages}", surface=AS_BEFORE, to=Outside(AS_BEFORE)),
        prints("ovp", "{source:dealer} deal {amount:damages}", surface=AS_BEFORE, to=ANY),
        prints("remark", "the damage can't be prevented", preventable=False),
        prints("remark", "excess damage is dealt to {excess_to:recipient} instead"),
    )


@node
class GainLife(Instruction):
    """A player gains life."""

    amount: Amount
    who: Node = You()

    words = (
        says("pvp", "gain {amount:lives}", manner="spoken"),
        reads("pvp", "gain life equal to {amount:value}"),
    )


@node
class LoseLife(Instruction):
    """A player loses life."""

    amount: Amount
    who: Node = You()

    words = (
        says("pvp", "lose {amount:some_life}", manner="spoken"),
        reads("pvp", "lose life equal to {amount:value}"),
        reads("pvp", "lose {amount:half_life}"),
    )


@node
class SetLife(Instruction):
    """A player's life total becomes a number."""

    amount: Amount
    who: Node = You()

    words = (
        prints("simple", "have {who:poss} life total become {amount:digit_value}", surface="have"),
        says("simple", "{who:poss} life total becomes {amount:number_named}"),
        says("simple", "{who:poss} life total becomes {amount:digit_value}"),
        says("simple", "{who:poss} life total becomes equal to {amount:value}", surface="equal"),
    )


_DOUBLED = SetLife(Times(2, LifeTotal(hole("who", Node))), hole("who", Node))
means("pvp", "double {who:poss} life total", _DOUBLED, surface="double", printed=False)
means("simple", "double {who:poss} life total", _DOUBLED, surface="double", read=False)


@node
class PreventDamage(Instruction):
    """Prevent damage that would be dealt, from now until `duration` ends (a prevention shield).

    `amount` None: all. `to`/`from_`: predicates or references (None: anything). `duration` "now": as part of
    a replaced event, prevent that very damage. `then`: done each time damage is prevented so (615.5).
    """

    amount: Amount | None
    to: Node | None = None
    from_: Node | None = None
    combat: bool | None = None
    duration: str = "turn"
    then: Instruction | None = None
    divided: bool = False

    words = (
        says("pvp", "prevent the next {amount:digit_amount} {combat:damagekind} {to,from_:dealtto}"),
        says(
            "pvp",
            "prevent the next {amount:digit_amount} {combat:damagekind} {to,from_:dealtto}, divided as you choose",
            divided=True,
        ),
        says("pvp", "prevent all {combat:damagekind} {to,from_:dealtto}", amount=None),
        prints(
            "pvp",
            "{duration:duration}, prevent all {combat:damagekind} {to,from_:dealtto}",
            surface="first",
            amount=None,
        ),
        prints("pvp", "prevent all {combat:damagekind} {to,from_:dealtto} {duration:duration}", amount=None),
        says("pvp", "prevent that damage", amount=None, duration="now"),
        says("pvp", "prevent all but {amount:all_but_so_much} of that damage", duration="now"),
        says("pvp", "prevent half that damage, rounded up", amount=Half(ThatMuch("trigger"), "up"), duration="now"),
        says("pvp", "prevent half that damage, rounded down", amount=Half(ThatMuch("trigger"), "down"), duration="now"),
        says("pvp", "prevent {amount:digit_amount} of that damage", duration="now"),
        prints("remark", "if damage is prevented this way, {then:told}"),
    )


def _where(surface: str = "") -> Callable[..., dict[str, Any]]:
    """The source and the recipient of damage in any order with "this turn"."""
    return lambda to=None, from_=None: {"to": to, "from_": from_, "surface": surface}


made("dealtto", "that would be dealt to {to:recipient} [by {from_:np}]", _where())
made("dealtto", "that would be dealt to {to:recipient} [by {from_:np}] this turn", _where("late"))
made("dealtto", "that would be dealt to {to:recipient} this turn by {from_:np}", _where())
made("dealtto", "that would be dealt this turn to {to:recipient} [by {from_:np}]", _where("early"))
made("dealtto", "that would be dealt by {from_:np}", _where())
made("dealtto", "that would be dealt by {from_:np} this turn", _where("late"))
made("dealtto", "that would be dealt this turn by {from_:np}", _where("early"))
made("dealtto", "that would be dealt [this turn]", _where())
for that in ("", "that "):
    surface = f"would {that}".strip()
    made("dealtto", f"{that}{{from_:np}} would deal to {{to:recipient}} [this turn]", _where(surface))
    made("dealtto", f"{that}{{from_:np}} would deal", _where(surface))
    made("dealtto", f"{that}{{from_:np}} would deal this turn [to {{to:recipient}}]", _where(f"{surface} early"))


@node
class RedirectNext(Instruction):
    """Redirect so much of the next damage to another object or player."""

    amount: Amount
    other: Node
    to: Node | None = None
    from_: Node | None = None
    combat: bool | None = None

    words = (
        says(
            "simple",
            "the next {amount:digit_amount} {combat:damagekind} {to,from_:dealtto}"
            " is dealt to {other:recipient} instead",
        ),
    )


@node
class Fight(Instruction):
    """Two creatures fight each other (one may be named twice); `together`: `one` and `other` both name the two."""

    one: Node
    other: Node
    together: bool = False

    words = (
        says("ovp", "{one:fighter} fight {other:np}"),
        reads("simple", "{one:np} and {other:np} fight each other"),
    )


means("ovp", "{one:thing} fight each other", Fight(hole("one"), hole("one"), together=True), surface="each other")


@node
class ExchangeLife(Instruction):
    """Two players exchange life totals."""

    one: Node
    other: Node

    words = (
        says("pvp", "exchange life totals with {other:who}", one=You()),
        says("simple", "{one:two_players} exchange life totals", other=ANY),
    )


@node
class ExchangeLifeFor(Instruction):
    """Exchange a player's life total with a creature's power or toughness, both or neither (701.10g in 2024-02-02)."""

    player: Node
    of: Node
    name: str

    words = (says("simple", "exchange {player:poss} life total with {of:whose} {name:stat}"),)


@node
class RemoveDamage(Instruction):
    """Remove all damage marked on it."""

    what: Node

    words = (
        says("pvp", "remove all damage marked (on|from) {what:np}"),
        reads("pvp", "remove all damage (on|from) {what:np}"),
        prints("pvp", "all damage already dealt to {what:np} is healed", surface="healed"),
    )


made("simple", "all damage already dealt to {what:np} is healed", lambda what: RemoveDamage(what, surface="healed"))
