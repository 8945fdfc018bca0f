"""What happened before now, as conditions say it.

A `past_event` is what happened, of which it must be said when but for a `past_fact`; a `past_denial` is what did not.
"""

from __future__ import annotations

from functools import partial

from rulesite.engine.abilities.amounts import Amount, HowMuch
from rulesite.engine.abilities.combat_events import Attacks, BlocksOnce, DamageDealt, PlayerAttacks
from rulesite.engine.abilities.comparisons import Comparison
from rulesite.engine.abilities.conditions import Happened
from rulesite.engine.abilities.events import AnyEvent, Cast, LifeGained, LifeLost
from rulesite.engine.abilities.predicates import Anything, InZone, Predicate
from rulesite.engine.abilities.traits import HasType
from rulesite.engine.abilities.zone_events import Drawn, Sacrificed, ZoneChange
from rulesite.engine.language.patterns import hole
from rulesite.engine.language.phrases import made, means, passes


def _died(what: Predicate) -> ZoneChange:
    return ZoneChange(what, "battlefield", "graveyard")


def _was_put(what: Predicate, zone: InZone) -> ZoneChange:
    return ZoneChange(what, "battlefield", zone.zone, zone.whose)


def _was_dealt(to: Predicate, source: Predicate = Anything(), combat: bool | None = None) -> DamageDealt:  # noqa: B008
    return DamageDealt(source, to, combat, passive=True)


passes("past_event", "{:past_fact}")
made("past_event", "{what:past} died", _died)
made("past_event", "{what:past} attacked", Attacks)
made("past_event", "{who:player_then} attacked", PlayerAttacks)
made("past_event", "{who:player_then} gained life", LifeGained)
made("past_event", "{who:player_then} lost life", LifeLost)
made("past_event", "{to:player_then} was dealt {combat:damagekind}[ by {source:such}]", _was_dealt)
made("past_fact", "{to:past} was dealt damage[ by {source:such}]", _was_dealt)
made("past_fact", "{what:past} was sacrificed", Sacrificed)
made("past_fact", "{whom:player_then} have been attacked", partial(Attacks, HasType("creature"), said="been"))
made("past_event", "{what:past} attacked or blocked", lambda what: AnyEvent((Attacks(what), BlocksOnce(what))))
made("past_fact", "{what:past} entered the battlefield", partial(ZoneChange, to="battlefield"))
made("past_fact", "{what:past} left the battlefield", partial(ZoneChange, from_="battlefield"))
made("past_fact", "{what:past} was put (into|to) {zone:zoneref} from the battlefield", _was_put)
made("past_fact", "{who:player_then} have gained life", LifeGained)
made("past_fact", "{who:player_then} have lost life", LifeLost)
made("past_fact", "{who:player_then} have (cast|played) {what:such}", Cast)
made("past_denial", "{to:past} wasn't dealt damage[ by {source:such}]", _was_dealt)
made("past_denial", "{what:past} wasn't sacrificed", Sacrificed)

for amount in ("the amount of life", "the life"):
    gained, lost = HowMuch(LifeGained(hole("who"))), HowMuch(LifeLost(hole("who")))
    means("counted", f"{amount} {{who:causer}} gained this turn", gained, said=amount)
    means("counted", f"{amount} {{who:causer}} lost this turn", lost, said=amount)

for verb, event in (("gained", LifeGained), ("lost", LifeLost)):
    so_much = Comparison(HowMuch(event(hole("who"))), ">=", hole("value"))
    means(
        "condition1",
        f"{{who:player_then}} {verb} {{value:digit_number}} or more life this turn",
        so_much,
        manner="past",
        said=verb,
    )

PLAYED = Happened(Cast(hole("what"), hole("who"), land=True), "game")
DREW = Happened(Drawn(hole("who")), hole("span"), hole("times", Amount))
means("contrary", "{who:player_then} haven't played {what:such}", PLAYED)
means("condition1", "{who:player_then} have drawn {times:cards_counted} {span:span}", DREW)
