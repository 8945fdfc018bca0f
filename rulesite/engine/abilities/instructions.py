"""Instructions of a spell or ability, one node per verb. `who` is the player who carries it out.

Each group of instructions has its own module: `harm_and_life`, `card_instructions`, `permanent_instructions`, `moves`,
`pile_instructions`, `token_instructions`, `mana_instructions`, `spell_instructions`, `turn_instructions`; `combining`
holds the words that join instructions (may, unless, if …).

A `pvp` is a verb phrase of a player: as an order to you ("draw a card"), or after the player who does it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial

from rulesite.engine.abilities.amounts import Amount, Characteristic, Number, Times
from rulesite.engine.abilities.changes import (
    Change,
    ModifyPowerToughness,
    ReplaceWords,
    SetBasePowerToughness,
    SetController,
    SwitchPowerToughness,
)
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.references import Current, You
from rulesite.engine.language.phrase import ANY
from rulesite.engine.language.phrases import fixed, made, prints, reads, says


@dataclass(frozen=True)
class Instruction(Node):
    """One instruction.

    `joint` joins it to the step before it in the text: "." for a sentence of its own, "and", ", then" …; like
    `surface`, it is stored only for printing. `surface` is "bare" if the subject is that of the step before.
    """

    joint: str = field(default="", compare=False, repr=False, kw_only=True)


@node
class Continuous(Instruction):
    """Start a continuous effect: changes to objects (or players, for player changes) for a duration.

    `duration`: "turn" (until end of turn, this turn), "permanent" (no end), "your next turn", "your next
    upkeep", "your next untap", "combat", "while controlled" (for as long as you control the source), "while
    tapped", "while on battlefield", or "next untap step" — and see `while_` for any other "for as long as".
    Objects named by `Every` are fixed when the effect begins, unless the change is to rules or players.
    `on_arrival`: it states what a permanent "is" that a step before puts there, so it begins as that enters.
    """

    what: Node
    changes: tuple[Change, ...]
    duration: str = "turn"
    while_: Node | None = None
    on_arrival: bool = False

    words = (
        reads("pvp", "gain control of {what:patient control}", changes=(SetController(You()),), duration="permanent"),
        reads("pvp", "switch {what:np}'s power and toughness", changes=(SwitchPowerToughness(),), duration="permanent"),
        reads(
            "pvp",
            "change the text of {what:np} by replacing all instances of {:one} {changes:textword} with another",
            duration="permanent",
        ),
    )


def _resized(what: Node, power: Amount | None, toughness: Amount | None, surface: str = "") -> Continuous:
    size = SetBasePowerToughness(power, toughness, surface=f"change {surface}".strip())
    return Continuous(what, (size,), "permanent")


def _as_big(what: Node, of: Node, surface: str = "") -> Continuous:
    return _resized(what, Characteristic("power", of), Characteristic("toughness", of), surface)


def _doubled(what: Node, toughness: bool = False) -> Continuous:
    power, tough = (Characteristic(name, Current(), signed=True) for name in ("power", "toughness"))
    sized = ModifyPowerToughness(power, tough if toughness else Number(0), surface="double")
    return Continuous(what, (sized,), "permanent")


def _tripled(what: Node, toughness: bool = False) -> Continuous:
    power, tough = (Times(2, Characteristic(name, Current(), signed=True)) for name in ("power", "toughness"))
    sized = ModifyPowerToughness(power, tough if toughness else Number(0), surface="triple")
    return Continuous(what, (sized,), "permanent")


made("pvp", "double {what:np}'s power", _doubled)
made("pvp", "double {what:np}'s power and toughness", partial(_doubled, toughness=True))
made("pvp", "triple {what:np}'s power", _tripled)
made("pvp", "triple {what:np}'s power and toughness", partial(_tripled, toughness=True))
made("pvp", "double the power of {what:np}", lambda what: replace(_doubled(what), surface="of"))
made("pvp", "double the power and toughness of {what:np}", lambda what: replace(_doubled(what, True), surface="of"))
AS_BIG = "to {of:np}'s power and toughness"
made("pvp", f"change {{what:np}}'s base power and toughness {AS_BIG}", _as_big)
made("pvp", f"change the base power and toughness of {{what:np}} {AS_BIG}", partial(_as_big, surface="of"))
made("pvp", "change {what:np}'s base power to {power:value}", partial(_resized, toughness=None))
made("pvp", "change {what:np}'s base toughness to {toughness:value}", partial(_resized, power=None))
fixed("textword", (ReplaceWords("color"),), "color word")
made("textword", "{kind:typesort}", lambda kind: (ReplaceWords(kind),))
made("textword", "{kind:CARDTYPE} type", lambda kind: (ReplaceWords(f"{kind} type"),))
made("textword", "color word or {kind:typesort}", lambda kind: (ReplaceWords(f"color or {kind}", surface="either"),))
made("textword", "color word with another or {:one} {kind:typesort}", lambda kind: (ReplaceWords(f"color or {kind}"),))


@node
class KeywordAction(Instruction):
    """A keyword action that the rules define in full: `action` "scry", "surveil", "fateseal", "clash",
    "proliferate", "populate", "investigate", "explore", "bolster", "support", "monstrosity", "manifest dread",
    "goad", "exert", "adapt", "amass", "connive", "learn", "venture", "planeswalk", "set in motion",
    "transform", "convert", "flip", "meld", "detain", "vote" …

    `what` is the object or second player concerned, `amount` the printed number.
    """

    action: str
    amount: Amount | None = None
    who: Node = You()
    what: Node | None = None
    into: str = ""

    words = (
        says("pvp", "meld {what:np} into {into:name}", action="meld"),
        says("pvp", "clash with {what:who}", action="clash"),
        reads("pvp", "each clash", action="clash"),
        says("pvp", "amass {into:amassed} {amount:digit_amount}", action="amass"),
        prints("pvp", "support {amount:digit_amount}", action="support", what=ANY),
        says("pvp", "{action:kwaction} {amount:digit_amount}"),
        says("pvp", "{action:kwaction}"),
        reads("pvp", "venture into the dungeon", action="venture into the dungeon"),
        reads("pvp", "venture into undercity", action="venture into Undercity"),
        says("pvp", "manifest {:dread}", action="manifest dread"),
        says("pvp", "take the initiative", action="take the initiative"),
        says("pvp", "time travel", action="time travel"),
        reads("pvp", "open a {:SUBTYPE}", action="open an attraction"),
        reads("pvp", "roll to visit your {:SUBTYPE}", action="roll to visit your attractions"),
        says("pvp", "harness {what:np}", action="harness"),
        says("pvp", "{action:done_to} {what:np}"),
        reads("pvp", "transform {what:np}", action="transform"),
        reads("pvp", "convert {what:np}", action="convert"),
        reads("pvp", "flip {what:np}", action="flip"),
        says("ovp", "{what:thing} {action:done_by_itself}"),
        says("ovp", "{what:thing} {action:done_by_itself} {amount:digit_amount}"),
        says("ovp", "{what:thing} phase in", action="phase in"),
        reads("ovp", "{what:thing} transform", action="transform"),
        reads("ovp", "{what:thing} flip", action="flip"),
    )
