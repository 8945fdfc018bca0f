"""Cards for the engine's own tests, written as ability trees so that they need no card text compiler."""

from __future__ import annotations

from rulesite.engine import abilities as ir
from rulesite.engine.card_reader import card

CREATURE = ir.All((ir.IsPermanent(), ir.HasType("creature")))
LAND = ir.All((ir.IsPermanent(), ir.HasType("land")))
ARTIFACT = ir.All((ir.IsPermanent(), ir.HasType("artifact")))
ENCHANTMENT = ir.All((ir.IsPermanent(), ir.HasType("enchantment")))
MINE = ir.Controlled(ir.You())
NUMBER = ir.Number


def targeting(*what):
    return tuple(ir.TargetSlot(each) for each in what)


def vanilla(name="Bear", line="Creature 2/2, green", *abilities, **printed):
    return card(name, line, abilities=abilities, **printed)


def keyword(word, **more):
    return ir.KeywordAbility(word, **more)


def sorcery(name, effect, *slots, cost="{0}", line="Sorcery", **printed):
    return card(
        name, line, cost=cost, abilities=(ir.SpellAbility(effect, tuple(slots)), *printed.pop("also", ())), **printed
    )


def instant(name, effect, *slots, **printed):
    return sorcery(name, effect, *slots, line="Instant", **printed)


def triggered(event, effect, *slots, **more):
    return ir.TriggeredAbility(event, effect, tuple(slots), **more)


def activated(cost, effect, *slots, **more):
    return ir.ActivatedAbility(ir.Cost(tuple(cost)), effect, tuple(slots), **more)


def dies(what=CREATURE):
    return ir.ZoneChange(what, "battlefield", "graveyard")


def enters(what=CREATURE):
    return ir.ZoneChange(what, None, "battlefield")


def static(to, *changes, **more):
    return ir.StaticAbility((ir.Applies(to, tuple(changes)),), **more)


FONT = card("Font", "Artifact", abilities=(triggered(dies(), ir.GainLife(NUMBER(1))),))
PURGE = sorcery("Purge", ir.Destroy(ir.Every(ir.AnyOf((ARTIFACT, CREATURE, ENCHANTMENT)))))
FOREST = card("Forest", "Basic Land - Forest")
SWAMP = card("Swamp", "Basic Land - Swamp")
BOLT = instant(
    "Bolt", ir.DealDamage(NUMBER(3), ir.Target(0)), ir.TargetSlot(ir.AnyOf((CREATURE, ir.IsPlayer()))), cost="{R}"
)
UNSUMMON = instant("Unsummon", ir.Move(ir.Target(0), ir.Destination("hand"), "return"), ir.TargetSlot(CREATURE))
MURDER = instant("Murder", ir.Destroy(ir.Target(0)), ir.TargetSlot(CREATURE))
