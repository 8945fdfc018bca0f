"""Moving objects between zones; counters and tokens."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Token, v_args

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.building.nouns import (
    ONE,
    Desc,
    both,
)
from rulesite.engine.cardtext.building.part import Part
from rulesite.engine.cardtext.building.raw import RawNow
from rulesite.engine.cardtext.building.saying import SAID
from rulesite.engine.cardtext.building.steps import YOU, created, sequence
from rulesite.engine.cardtext.mentions import Mention


@v_args(inline=True)
class Moving(Part):
    """Where objects go, and what is put on them."""

    def exile(self, what: Any) -> Any:
        return self._move(what, ir.Destination("exile"), "exile")

    def exile_from(self, what: Any, zone: ir.InZone) -> Any:
        self._narrow(what, zone)
        return replace(self._move(what, ir.Destination("exile"), "exile"), from_=zone.zone)

    def exile_down(self, what: Any) -> Any:
        return self._move(what, ir.Destination("exile", face_down=True), "exile")

    def exile_until(self, what: Any, until: Any) -> Any:
        move = self._move(what, ir.Destination("exile"), "exile")
        back = ir.Move(
            ir.Memo("exile"), ir.Destination("battlefield", controller=ir.OwnerOf(ir.Memo("exile"))), "return"
        )
        leaves = ir.ZoneChange(self._as_test(until), "battlefield", None)
        return ir.Sequence((move, ir.Delayed(leaves, back, until=True)))

    def return_to(self, what: Any, to: ir.Destination) -> Any:
        return self._move(what, to, "return")

    def return_from(self, what: Any, zone: ir.InZone, to: ir.Destination) -> Any:
        self._narrow(what, zone)
        return replace(self._move(what, to, "return"), from_=zone.zone)

    def put_to(self, what: Any, to: ir.Destination) -> Any:
        mention = self.mentions.of(what)
        if (
            mention is not None
            and isinstance(mention.ref, ir.TopCards)
            and not mention.ref.bottom
            and to.zone == "graveyard"
        ):
            whose = self.mentions.of(mention.ref.of)
            return ir.Mill(mention.ref.amount, YOU if whose is None or whose.word else mention.ref.of)
        return self._move(what, to, "put")

    def put_from(self, what: Any, zone: ir.InZone, to: ir.Destination) -> Any:
        self._narrow(what, zone)
        return replace(self._move(what, to, "put"), from_=zone.zone)

    def put_back(self, what: Any, order: str | None = None) -> Any:
        """ "Look at the top three cards …, then put them back": where they were, on top of the library."""
        return self._move(what, ir.Destination("library", None, "top", order=order), "put")

    @v_args(inline=True, meta=True)
    def put_some_and_rest(self, meta: Any, number: Token, one: ir.Destination, other: ir.Destination) -> Any:
        some = ir.Chosen(ir.Anything(), ir.Number(int(number)), from_=ir.Memo(None), said="alone")
        return ir.Sequence((ir.Move(some, one, "put"), self._rest(meta, other)))

    @v_args(inline=True, meta=True)
    def put_and_rest(self, meta: Any, what: Any, one: ir.Destination, other: ir.Destination) -> Any:
        return ir.Sequence((self._move(what, one, "put"), self._rest(meta, self._same_library(other, one))))

    @v_args(inline=True, meta=True)
    def put_and_rest2(self, meta: Any, what: Any, one: ir.Destination, other: ir.Destination) -> Any:
        return ir.Sequence((self._move(what, one, "put"), self._rest(meta, other)))

    def _rest(self, meta: Any, to: ir.Destination) -> ir.Move:
        word = "the other" if " the other " in self._words(meta).lower() else "the rest"
        return ir.Move(ir.Rest(said=word), to, "put", said="rest", joint="and")

    def _same_library(self, to: ir.Destination, as_: ir.Destination) -> ir.Destination:
        return replace(to, whose=to.whose or as_.whose)

    def zd_zone(self, zone: ir.InZone) -> ir.Destination:
        return ir.Destination(zone.zone, self._whose(zone.whose))

    def zd_pos(self, to: ir.Destination) -> ir.Destination:
        return to

    def zd_top(self, whose: Any) -> ir.Destination:
        return ir.Destination("library", self._whose(whose), "top")

    def zd_play(self, *mods: dict[str, Any]) -> ir.Destination:
        settings: dict[str, Any] = {}
        for mod in mods:
            settings.update(mod)
        return ir.Destination("battlefield", **settings)

    def dm_tapped(self) -> dict[str, Any]:
        return {"tapped": True}

    def dm_attacking(self) -> dict[str, Any]:
        return {"attacking": True}

    def dm_tapped_attacking(self) -> dict[str, Any]:
        return {"tapped": True, "attacking": True}

    def dm_under(self, whose: Any) -> dict[str, Any]:
        return {"controller": whose}

    def dm_attached(self, to: Any) -> dict[str, Any]:
        return {"attached_to": to}

    def dm_facedown(self) -> dict[str, Any]:
        return {"face_down": True}

    def dm_transformed(self) -> dict[str, Any]:
        return {"transformed": True}

    def dm_counters(self, amount: ir.Amount, kind: str, on: Any) -> dict[str, Any]:
        return {"counters": kind, "counters_amount": amount}

    def zp_top(self, whose: Any, order: str | None = None) -> ir.Destination:
        return ir.Destination("library", self._whose(whose), "top", order=order)

    def zp_bottom(self, whose: Any, order: str | None = None) -> ir.Destination:
        return ir.Destination("library", self._whose(whose), "bottom", order=order)

    def zp_top_bare(self, order: str | None = None) -> ir.Destination:
        return ir.Destination("library", None, "top", order=order)

    def zp_top_of(self, library: Any) -> ir.Destination:
        return ir.Destination("library", None, "top")

    def zp_bottom_bare(self, order: str | None = None) -> ir.Destination:
        return ir.Destination("library", None, "bottom", order=order)

    def zp_either(self, whose: Any) -> ir.Destination:
        return ir.Destination("library", self._whose(whose), "top or bottom")

    def o_any(self) -> str:
        return "any"

    def o_random(self) -> str:
        return "random"

    @v_args(inline=True, meta=True)
    def shuffle(self, meta: Any) -> Any:
        return ir.Shuffle(said="by another" if self._said(meta) == "shuffles" else "")

    def shuffle_library(self, whose: Any) -> Any:
        return ir.Shuffle(whose)

    def shuffle_into(self, what: Any, whose: Any) -> Any:
        return self._move(what, ir.Destination("library", self._whose(whose), "shuffled"), "shuffle")

    def shuffle_zone_into(self, zone: ir.InZone, whose: Any) -> Any:
        cards = ir.Every(both(ir.IsCard(), zone))
        return ir.Move(cards, ir.Destination("library", self._whose(whose), "shuffled"), "shuffle")

    def shuffle_zones_into(self, whose: Any, one: str, other: str, library: Any) -> Any:
        zones = ir.AnyOf((ir.InZone(one, whose), ir.InZone(other, whose)))
        cards = ir.Every(ir.All((ir.IsCard(), zones)), said="zones")
        return ir.Move(cards, ir.Destination("library", self._whose(library), "shuffled"), "shuffle")

    def set_life(self, who: Any, amount: ir.Amount) -> Any:
        return ir.SetLife(amount, who)

    def all_must_block(self, desc: Desc, what: Any) -> Any:
        return ir.Continuous(what, (ir.MustBeBlocked(by_all=True, by=desc.test),), "")

    @v_args(inline=True, meta=True)
    def redirect(self, meta: Any, combat: bool | None, where: dict[str, Any], to: Any) -> Any:
        """ "Damage that would be dealt to X is dealt to Y instead": the same damage, to another."""
        hit, source = where.get("to"), where.get("from_")
        if hit is not None:
            self._subject(hit)
        chosen = self._chosen_source(source)
        event: ir.Event = ir.DamageDealt(
            ir.IsObject(ir.Memo("choose")) if chosen else ir.Anything() if source is None else self._as_test(source),
            ir.Anything() if hit is None else self._as_test(hit),
            combat,
            passive=True,
        )
        if "this turn" in self._words(meta).lower():
            event = RawNow(event)
        moved = ir.Replace(event, ir.Happens(to=to), said=SAID["redirect"](self._words(meta).lower()))
        return sequence(ir.Choose(chosen), created(moved)) if chosen else moved

    def _chosen_source(self, source: Any) -> Any:
        """ "a source of your choice": what is chosen first."""
        mention = self.mentions.of(source)
        ref = mention.ref if mention is not None else None
        return ref if isinstance(ref, ir.Chosen) and ref.chooser is not None else None

    def creating(self, step: Any) -> Any:
        return step

    def create(self, amount: ir.Amount, token: tuple[ir.Token, dict[str, Any]]) -> Any:
        made, settings = token
        ghost = next((each for each in reversed(self.mentions.all) if each.ghost and each.noun == "token"), None)
        if ghost is not None:
            ghost.plural = ghost.plural or amount != ONE
        return ir.CreateToken(made, amount, **settings)

    def create_tapped(self, amount: ir.Amount, token: tuple[ir.Token, dict[str, Any]]) -> Any:
        return replace(self.create(amount, token), tapped=True)

    def create_tapped_attacking(self, amount: ir.Amount, token: tuple[ir.Token, dict[str, Any]]) -> Any:
        return replace(self.create(amount, token), tapped=True, attacking=True)

    def create_each(self, amount: ir.Amount, token: Any, each: ir.Amount) -> Any:
        return self.create_equal2(token, each if amount == ONE else _times(amount, each))

    def create_equal2(self, token: Any, amount: ir.Amount) -> Any:
        made, settings = token
        return ir.CreateToken(made, amount, **settings)

    @v_args(inline=True, meta=True)
    def create_copy(self, meta: Any, amount: ir.Amount, of: Any) -> Any:
        plural = amount != ONE
        self.mentions.add(Mention(meta.start_pos, ir.Memo("create"), False, "token", plural=plural, ghost=True))
        return ir.CreateToken(of, amount, tapped=" tapped token" in self._words(meta))


def _times(amount: ir.Amount, each: ir.Amount) -> ir.Amount:
    if amount == ONE:
        return each
    if isinstance(amount, ir.Number):
        return ir.Times(amount.value, each)
    raise ValueError("an open number for each of something")
