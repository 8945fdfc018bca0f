"""Words that nothing binds are *not modelled*, by name: never an empty list, a false condition or a zero."""

from __future__ import annotations

import dataclasses
import typing

import pytest
from stock import NUMBER
from table import put, start

from rulesite.engine import abilities as ir
from rulesite.engine import registry
from rulesite.engine.cardtext.errors import UnprovedReading
from rulesite.engine.evaluation.frame import AMOUNTS, CONDITIONS, PREDICATES, REFERENCES, Frame
from rulesite.engine.events.perform import INSTRUCTIONS, perform
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.game_state import object_ref
from rulesite.engine.state.objects import Bindings

assert registry.KNOWN

HAPPENS = ir.StepBegins("precombat main", ir.IsPlayerRef(ir.Current()))

# What a part of a node may be, so that nothing in the frame binds it.
PARTS = {
    "of": ir.Current(),
    "what": ir.IsObject(ir.Current()),
    "who": ir.IsPlayerRef(ir.Current()),
    "part": ir.IsObject(ir.Current()),
    "parts": (ir.IsObject(ir.Current()),),
    "predicate": ir.IsObject(ir.Current()),
    "left": ir.Count(ir.Current()),
    "right": NUMBER(1),
    "value": ir.Count(ir.Current()),
    "minimum": ir.Count(ir.Current()),
    "maximum": ir.Count(ir.Current()),
    "slot": 3,
    "op": ">=",
    "name": "power",
    "which": "greatest",
    "rounded": "up",
    "factor": 2,
    "quality": "color",
    "kind": "charge",
    "noun": "creature",
    "status": "tapped",
    "event": HAPPENS,
    "span": "game",
    "times": ir.Count(ir.Current()),
}
# Kinds whose parts are not as PARTS has them.
OTHERWISE = {
    ir.ControllerOf: {"of": ir.Current()},
    ir.Several: {"parts": (ir.Current(),)},
    ir.AttachedCard: {"type": "creature"},
    ir.OneSet: {"sets": (ir.Current(),)},
    ir.KindsOfCounter: {"on": ir.Current()},
    ir.ExcessDealt: {"to": ir.Current()},
    ir.MostOfOne: {"who": ir.IsPlayer(), "of": ir.DoneToSoMany("discard")},
    ir.DoneToSoMany: {"verb": "discard"},
    ir.NoManaSpent: {"of": ir.Current()},
    ir.ManaFromSpent: {"of": ir.Current(), "source": ir.Anything()},
    ir.Lettered: {"name": "X", "of": ir.Count(ir.Current())},
    ir.TopCards: {"of": ir.Current(), "amount": NUMBER(1)},
    ir.AttachedPermanents: {"to": ir.Current()},
    ir.DefendingPlayer: {"of": ir.Current()},
    ir.Total: {"parts": (ir.Count(ir.Current()),)},
    ir.Linked: {"verb": "exile"},
    ir.Memo: {"verb": "exile"},
    ir.IsTurnOf: {"who": ir.Current()},
    ir.SomeZoneHolds: {"zone": "hand", "op": ">=", "value": ir.Count(ir.Current())},
    ir.CastDuring: {"by": ir.Current(), "whose": ir.IsPlayerRef(ir.Current())},
    ir.IsStep: {"step": "upkeep", "whose": ir.Current()},
    ir.CameUp: {"side": "heads"},
    ir.TimesResolved: {"nth": 3},
    ir.ActivatedSoOften: {"least": NUMBER(3)},
    ir.MovedThisWay: {"what": ir.Anything(), "verb": "put", "zone": "hand"},
    ir.WonClash: {"what": "clash", "who": ir.Current()},
    ir.NotSo: {"part": ir.Holds(ir.Current(), ir.Anything())},
    ir.AllSo: {"parts": (ir.Holds(ir.Current(), ir.Anything()),)},
    ir.AnySo: {"parts": (ir.Holds(ir.Current(), ir.Anything()),)},
    ir.IsPlayerRef: {"who": ir.Current()},
    ir.PlayerWho: {"condition": ir.Holds(ir.Current(), ir.Anything())},
    ir.IsObject: {"what": ir.Current()},
    ir.OtherThan: {"than": ir.Current()},
    ir.OpponentOf: {"of": ir.Current()},
    ir.Controlled: {"by": ir.Current()},
    ir.Owned: {"by": ir.Current()},
    ir.OwnedAndControlled: {"by": ir.Current()},
    ir.ControlledNotOwned: {"by": ir.Current()},
    ir.ChoseWord: {"word": "Khans"},
    ir.IsDefending: {"who": ir.Current(), "by": ir.Current()},
    ir.AsItThenWas: {"of": ir.Count(ir.Current()), "when": "resolves"},
    ir.AttacksPlayer: {"whom": ir.Current()},
    ir.InZone: {"zone": "battlefield", "whose": ir.Current()},
    ir.Compares: {"name": "power", "op": ">=", "value": ir.Count(ir.Current())},
    ir.AttachedTo: {"what": ir.Current()},
    ir.AttacksNow: {"whom": ir.Current()},
    ir.Blocks: {"what": ir.Current()},
    ir.BlockedBy: {"what": ir.Current()},
    ir.SharesQuality: {"quality": "color", "with_": ir.Current()},
    ir.HasExtreme: {"which": "greatest", "name": "power", "among": ir.Current()},
    ir.Extreme: {"which": "greatest", "name": "power", "among": ir.Current()},
    ir.Different: {"quality": "color", "among": ir.Current()},
    ir.CountersOn: {"kind": None, "on": ir.Current()},
    ir.Happened: {"event": HAPPENS, "span": "now"},
    ir.HowOften: {"event": HAPPENS, "span": "now"},
    ir.HowMuch: {"event": HAPPENS, "span": "now"},
    ir.PlayerWithMost: {"of": ir.DoneToSoMany("discard")},
    ir.PointsOf: {"keyword": "bushido", "of": ir.Current()},
    ir.NthCast: {"nth": 2, "what": ir.IsSpell(), "who": ir.IsPlayerRef(ir.Current())},
    ir.CouldEnchant: {"what": ir.Current()},
    ir.NthPlayed: {"nth": 2, "who": ir.IsPlayerRef(ir.Current())},
    ir.PlayedBy: {"who": ir.Current()},
    ir.Devotion: {"of": ir.Current(), "colors": ("black",)},
    ir.Did: {"event": HAPPENS, "span": "now"},
    ir.SourceIs: {"what": ir.IsObject(ir.Current())},
    ir.Half: {"of": ir.Count(ir.Current()), "rounded": "up"},
    ir.Times: {"factor": 2, "of": ir.Count(ir.Current())},
    ir.ThatMuch: {},
    ir.MoreVotes: {"word": "grace"},
    ir.VotesFor: {"word": "grace"},
    ir.ManaSymbolsIn: {"color": "black", "of": ir.Current()},
    ir.IsOfLevel: {"of": ir.Current(), "level": 2},
    ir.HasMeldPair: {"other": ir.IsObject(ir.Current())},
    ir.ChoseOtherBearer: {"than": ir.Current()},
    ir.UnlockedDoors: {"among": ir.Current()},
    ir.Enchantable: {"by": ir.Current()},
    ir.HasCounters: {"kind": "charge", "op": ">=", "value": ir.Count(ir.Current())},
}
# Kinds that ask nothing of the text around them; what they ask of the game has an answer in every game.
FREE = {
    *(
        ir.You,
        ir.ActivePlayer,
        ir.Monarch,
        ir.RingBearer,
        ir.WasTempted,
        ir.WasCastDuring,
        ir.IsCombatOfTurn,
        ir.IsNthTurn,
        ir.Number,
        ir.TimesPaid,
        ir.WasPaid,
        ir.WasBeheld,
        ir.RevealedOrHad,
        ir.ManaWasSpent,
        ir.ManaSpent,
        ir.UnspentMana,
        ir.ColoredManaSpent,
    ),
    ir.YourTeam,
    *(ir.Anything, ir.IsPlayer, ir.IsPermanent, ir.IsSpell, ir.IsCard, ir.IsToken, ir.IsAbility, ir.HasType),
    *(
        ir.MostLife,
        ir.EvenManaValue,
        ir.WasPutThere,
        ir.Convoked,
        ir.IsCommander,
        ir.CostHas,
        ir.CostIs,
        ir.CommanderCasts,
    ),
    *(ir.HasActivated, ir.HasManaAbility, ir.HasAdventure, ir.MostCommon, ir.OfMostCommonColor, ir.RepeatsSymbol),
    *(ir.HasThatAbility, ir.HasBegunAbility, ir.IsExtraTurn),
    *(ir.HasSupertype, ir.HasSubtype, ir.HasName, ir.HasColor, ir.ColorCount, ir.HasAbility, ir.HasStatus),
    ir.IsDaytime,  # it is day, or night, or neither
    ir.HasTarget,  # what is not on the stack has none
}


def unbound(kind):
    """A node of a kind with nothing in it that the frame could bind."""
    parts = dict(OTHERWISE.get(kind, {}))
    for field in dataclasses.fields(kind):
        if kind not in OTHERWISE and field.name in PARTS:
            parts[field.name] = PARTS[field.name]
        elif field.name not in parts and field.default is dataclasses.MISSING:
            pytest.fail(f"say what {kind.__name__}.{field.name} may be")
    return kind(**parts)


def asked(table):
    said = [kind for kind in table if kind.__module__.startswith(ir.You.__module__.rpartition(".")[0])]
    return [pytest.param(kind, id=kind.__name__) for kind in said if kind not in FREE]


def nowhere():
    """A game with something on the table, and a frame in which no word stands for anything."""
    game = start(players=("Ann", "Bob", "Cat"))
    bear = put(game, "Ann", "Bear", "Creature 2/2")
    put(game, "Ann", "Feathers", "Enchantment - Aura", attached_to="Bear")
    return Frame(game.kernel, Bindings("Ann")), object_ref(bear)


@pytest.mark.parametrize("kind", asked(REFERENCES))
def test_a_reference_that_nothing_binds_is_not_modelled(kind):
    frame, _ = nowhere()
    with pytest.raises(NotModelled):
        frame.refs(unbound(kind))


@pytest.mark.parametrize("kind", asked(CONDITIONS))
def test_a_condition_that_nothing_can_answer_is_not_modelled(kind):
    frame, _ = nowhere()
    with pytest.raises(NotModelled):
        frame.holds(unbound(kind))


@pytest.mark.parametrize("kind", asked(AMOUNTS))
def test_an_amount_that_nothing_says_is_not_modelled(kind):
    frame, _ = nowhere()
    with pytest.raises(NotModelled):
        frame.amount(unbound(kind))


@pytest.mark.parametrize("kind", asked(PREDICATES))
def test_a_description_that_speaks_of_nothing_is_not_modelled(kind):
    frame, _ = nowhere()
    described = unbound(kind)
    with pytest.raises(NotModelled):
        [frame.matches(described, each) for each in REFERENCES[ir.Every](frame, ir.Every(ir.Anything()))]


def test_what_asks_nothing_of_its_text_is_known_to_the_engine():
    tables = (REFERENCES, CONDITIONS, AMOUNTS, PREDICATES)
    assert {kind for table in tables for kind in table} >= FREE


@pytest.mark.parametrize(
    "kind",
    [kind for kind, doing in INSTRUCTIONS.items() if doing.by],
    ids=lambda kind: kind.__name__,
)
def test_an_instruction_whose_doer_is_no_player_is_not_modelled(kind):
    frame, bear = nowhere()
    frame.bound.source = int(bear.split()[1])
    hints = typing.get_type_hints(kind)
    parts = {
        each.name: _some(hints[each.name]) for each in dataclasses.fields(kind) if each.default is dataclasses.MISSING
    }
    parts[INSTRUCTIONS[kind].by] = ir.Self()
    with pytest.raises(NotModelled, match="Bear is no player"):
        perform(frame, kind(**parts))


def _some(hint):
    return {str: "draw", tuple: ()}.get(hint, ir.Nothing())


def test_words_that_only_a_text_around_them_could_bind_are_named():
    text = "Each opponent chooses a creature they control. Destroy those lands."
    with pytest.raises(UnprovedReading, match="what “land” means"):
        put(start(), "Ann", "Raid", "Sorcery", text=text, zone="hand")
