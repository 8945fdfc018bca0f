"""Parts of card text that are parsed but not carried out by the engine: it raises an error instead of leaving them
out."""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.costs import PayLife
from rulesite.engine.abilities.node import Node, walk
from rulesite.engine.abilities.references import Self
from rulesite.engine.state.choices import NotModelled

# Nodes that the engine does not carry out, with a description.
_WHOLE: dict[type[Node], str] = {
    ir.LastsOn: "an effect that lasts on as what makes it leaves",
    ir.CantTransform: "that it can't transform",
    ir.FirstSpellHas: "what the first spell of a turn has",
    ir.AsTurnedUp: "what is done as it is turned face up",
    ir.CantPhaseOut: "that it can't phase out or in",
    ir.Goaded: "a creature that is goaded for as long as an effect lasts",
    ir.NextSpell: "what is so of the next spell alone",
    ir.SameOfKeywords: "what is so of one keyword, and so of others",
    ir.AttacksAlong: "a creature that must attack if another does",
    ir.KeywordCostInstead: "another cost instead of what a keyword has a player pay",
    ir.MustTarget: "a target that an opponent must choose if able",
    ir.VotesAgain: "voting an additional time",
    ir.MostCounters: "counters of which an ability can't put more than so many",
    ir.UnspentBecomes: "unspent mana that becomes other mana",
    ir.LosingManaHurts: "life that is lost with unspent mana",
    ir.SpendFrom: "a spell for which mana of certain permanents alone may be spent",
    ir.MayInsteadOfUntap: "doing something instead of untapping",
    ir.MayDuringTurn: "a thing that may be done during a turn",
}
# Fields that the engine ignores, with the value that means nothing and a description of the others.
_FIELDS: dict[type[Node], tuple[str, object, str]] = {
    ir.RemoveCounters: ("among", False, "removing counters from among several objects"),
    ir.SpendAsAnyColor: ("color", None, "spending mana of one color as though it were of another"),
    ir.MayPlayAsInstant: ("what", Self(), "playing other cards as though they had flash"),
}


def skips_turn(node: ir.Replace) -> bool:
    """Whether a replacement has a player skip a turn, or an extra turn, that would begin, and does nothing else."""
    plain = not node.optional and not node.once and node.condition is None
    turn = isinstance(node.event, ir.StepBegins) and node.event.step == "turn" and node.event.nth is None
    return plain and turn and isinstance(node.instead, ir.Nothing)


def _ignored_in_part(ability: ir.StaticAbility) -> bool:
    """Whether a player may ignore an effect that consists of more than what applies to objects and players."""
    others = [part for part in ability.parts if not isinstance(part, ir.MayIgnore)]
    return len(others) < len(ability.parts) and not all(isinstance(part, ir.Applies) for part in others)


def _costs_life_at_most(node: ir.CostChange) -> bool:
    """Whether a further cost, besides mana, is some life, and only once."""
    parts = node.cost.parts if node.cost is not None else ()
    return not parts or (node.times is None and all(isinstance(part, PayLife) for part in parts))


def check_heeded(ability: Node) -> None:
    """Raise :class:`NotModelled` for an ability with a part that the engine would silently ignore."""
    for node in walk(ability):
        words = _WHOLE.get(type(node), "")
        name, silent, says = _FIELDS.get(type(node), ("", None, ""))
        if name and getattr(node, name) != silent:
            words = says
        if isinstance(node, ir.CostChange) and not _costs_life_at_most(node):
            words = "a further cost, besides mana and life, that spells have"
        if isinstance(node, ir.Replace) and isinstance(node.event, ir.StepBegins) and not skips_turn(node):
            words = "what is done instead of beginning a step or a turn"
        if isinstance(node, ir.StaticAbility) and _ignored_in_part(node):
            words = "the ignoring of an effect that replaces or prevents something, or changes how something enters,"
        if words:
            raise NotModelled(f"the engine does not carry out {words} yet")
