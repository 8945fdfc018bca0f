"""From the parse tree to the ability tree: what players are told to do."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from lark import Token, Transformer, v_args

from rulesite.engine.cardtext import ir
from rulesite.engine.cardtext.building_nouns import ONE, OPPONENT, Desc, both
from rulesite.engine.cardtext.mentions import Mentions

YOU = ir.You()


def done_by(step: Any, who: Any) -> Any:
    """The instruction as done by another player than "you", in all its parts."""
    if isinstance(step, ir.Sequence):
        return replace(step, steps=tuple(done_by(part, who) for part in step.steps))
    if isinstance(step, ir.ForEach):
        return replace(step, do=done_by(step.do, who))
    changes: dict[str, Any] = {}
    for field in fields(step):
        value = getattr(step, field.name)
        if field.name == "who" and value == YOU:
            changes["who"] = who
        if field.name in ("do", "then") and isinstance(value, ir.Instruction):
            changes[field.name] = done_by(value, who)
    if isinstance(step, ir.Continuous) and step.what == YOU:
        changes["what"] = who
    if isinstance(step, ir.Search | ir.Shuffle) and step.whose == YOU and isinstance(step, ir.Shuffle):
        changes["whose"] = who
    return replace(step, **changes) if changes else step


def sequence(*steps: Any) -> Any:
    """Steps in order as one instruction; a Sequence inside is opened."""
    flat: list[Any] = []
    for step in steps:
        flat.extend(step.steps if isinstance(step, ir.Sequence) else [step])
    return flat[0] if len(flat) == 1 else ir.Sequence(tuple(flat))


@v_args(inline=True)
class Effects(Transformer[Any, Any]):
    """Verb phrases whose subject is a player (left out: you)."""

    mentions: Mentions

    def _obj(self, ref: Any, verb: str) -> Any:
        """Note what is done to an object, for the pronouns after it."""
        mention = self.mentions.of(ref)
        if mention is not None:
            if mention.word:
                mention.player = None if mention.player is None else False
            if isinstance(mention.ref, ir.Chosen | ir.TopCards | ir.Every | ir.Several) and mention.slot is None:
                mention.later = ir.Memo(verb)
        return ref

    def _moved(self, ref: Any, verb: str) -> Any:
        mention = self.mentions.of(ref)
        if mention is not None:
            self._obj(ref, verb)
            mention.moved = verb
        return ref

    def pvps(self, step: Any) -> Any:
        return step

    pvp = pvps

    def pvps_and(self, *steps: Any) -> Any:
        return sequence(*steps)

    def imperative(self, step: Any) -> Any:
        return step

    def player_does(self, who: Any, step: Any) -> Any:
        return done_by(step, who)

    # may

    def may(self, step: Any) -> Any:
        return ir.May(step)

    def may_all(self, *steps: Any) -> Any:
        return ir.May(sequence(*steps))

    def may_or(self, *steps: Any) -> Any:
        return ir.May(ir.Modal(tuple(steps), on_resolution=True))

    def may_have(self, what: Any, verb: Any) -> Any:
        return ir.May(verb(what))

    # cards

    def cards(self, amount: ir.Amount) -> ir.Amount:
        return amount

    def cards_n(self, amount: ir.Amount) -> ir.Amount:
        return amount

    def cards_one(self) -> ir.Amount:
        return ONE

    cards_bare = cards_one

    def cards_that(self) -> ir.Amount:
        return ir.ThatMuch()

    def cards_twice(self) -> ir.Amount:
        return ir.Times(2, ir.ThatMuch())

    def cards_up_to(self, amount: ir.Amount) -> ir.Amount:
        return ir.UpTo(amount)

    def draw(self, amount: ir.Amount) -> Any:
        return ir.Draw(amount)

    draw_equal = draw_more = draw

    def draw_one_more(self) -> Any:
        return ir.Draw(ONE)

    def discard(self, what: Any) -> Any:
        return ir.Discard(self._obj(what, "discard"))

    def discard_from(self, what: Any, zone: ir.InZone) -> Any:
        return ir.Discard(self._obj(what, "discard"))

    def discard_equal(self, amount: ir.Amount) -> Any:
        return ir.Discard(ir.Chosen(ir.IsCard(), amount))

    def discard_hand(self, whose: Any) -> Any:
        return ir.Discard(ir.Every(ir.All((ir.IsCard(), ir.InZone("hand", whose)))))

    def mill(self, amount: ir.Amount) -> Any:
        return ir.Mill(amount)

    def mill_one(self) -> Any:
        return ir.Mill(ONE)

    # life

    def gain_life(self, amount: ir.Amount) -> Any:
        return ir.GainLife(amount)

    gain_life_equal = gain_life

    def lose_life(self, amount: ir.Amount) -> Any:
        return ir.LoseLife(amount)

    lose_life_equal = lose_life

    def half(self, whose: Any) -> Any:
        return whose

    def lose_half(self, whose: Any, rounded: str | None) -> Any:
        return ir.LoseLife(ir.Half(ir.LifeTotal(whose), rounded or "down"))

    def pay(self, cost: ir.Cost) -> Any:
        return ir.Pay(cost)

    def pay_each(self, cost: ir.Cost, times: ir.Amount) -> Any:
        return ir.Pay(ir.Cost((ir.Repeated(cost, times),)))

    def costof(self, cost: ir.Cost) -> ir.Cost:
        return cost

    # permanents

    def sacrifice(self, what: Any) -> Any:
        return ir.Sacrifice(self._obj(what, "sacrifice"))

    def destroy(self, what: Any) -> Any:
        return ir.Destroy(self._obj(what, "destroy"))

    def tap(self, what: Any) -> Any:
        return ir.Tap(self._obj(what, "tap"))

    def untap(self, what: Any) -> Any:
        return ir.Untap(self._obj(what, "untap"))

    def tap_or_untap(self, what: Any) -> Any:
        return ir.Modal((ir.Tap(what), ir.Untap(what)), on_resolution=True)

    def counter(self, what: Any) -> Any:
        return ir.CounterSpell(self._obj(what, "counter"))

    def regenerate(self, what: Any) -> Any:
        return ir.Regenerate(self._obj(what, "regenerate"))

    def attach(self, what: Any, to: Any) -> Any:
        return ir.Attach(to, what)

    def gain_control(self, what: Any) -> Any:
        return ir.Continuous(self._obj(what, "control"), (ir.SetController(YOU),), "permanent")

    def fight_imperative(self, other: Any) -> Any:
        return ir.Fight(ir.Self(), other)

    def fight_each(self, one: Any, other: Any) -> Any:
        return ir.Fight(one, other)

    def remove_combat(self, what: Any) -> Any:
        return ir.RemoveFromCombat(what)

    def remove_damage(self, what: Any) -> Any:
        return ir.RemoveDamage(what)

    def turn_up(self, what: Any) -> Any:
        return ir.TurnFace(what, True)

    def turn_down(self, what: Any) -> Any:
        return ir.TurnFace(what, False)

    def transform_it(self, what: Any) -> Any:
        return ir.KeywordAction("transform", what=what)

    def exchange_control(self, what: Any) -> Any:
        mention = self.mentions.of(what)
        if mention is not None and isinstance(mention.ref, ir.Several) and len(mention.ref.parts) == 2:
            return ir.ExchangeControl(*mention.ref.parts)
        return ir.ExchangeControl(what, what)

    def exchange_life(self) -> Any:
        return ir.ExchangeLife(YOU, YOU)

    def exchange_life_with(self, other: Any) -> Any:
        return ir.ExchangeLife(YOU, other)

    # moving

    def exile(self, what: Any) -> Any:
        return self._move(what, ir.Destination("exile"), "exile")

    def exile_from(self, what: Any, zone: ir.InZone) -> Any:
        self._narrow(what, zone)
        return replace(self._move(what, ir.Destination("exile"), "exile"), from_=zone.zone)

    def exile_down(self, what: Any) -> Any:
        return self._move(what, ir.Destination("exile", face_down=True), "exile")

    def exile_until(self, what: Any, until: Any) -> Any:
        move = self._move(what, ir.Destination("exile"), "exile")
        back = ir.Move(ir.Memo("exile"), ir.Destination("battlefield", controller=ir.OwnerOf(ir.Memo("exile"))), "return")
        leaves = ir.ZoneChange(self._as_test(until), "battlefield", None)  # type: ignore[attr-defined]
        return ir.Sequence((move, ir.Delayed(leaves, back)))

    def _narrow(self, what: Any, zone: ir.InZone) -> None:
        """ "a card … from your hand": the zone belongs to the description."""
        mention = self.mentions.of(what)
        if mention is None:
            return
        if mention.slot is not None:
            mention.slot = replace(mention.slot, what=both(mention.slot.what, zone))
        elif isinstance(mention.ref, ir.Chosen | ir.Every):
            mention.ref = replace(mention.ref, what=both(mention.ref.what, zone))

    def _move(self, what: Any, to: ir.Destination, verb: str) -> Any:
        return ir.Move(self._moved(what, verb), to, verb)

    def return_to(self, what: Any, to: ir.Destination) -> Any:
        return self._move(what, to, "return")

    def return_from(self, what: Any, zone: ir.InZone, to: ir.Destination) -> Any:
        self._narrow(what, zone)
        return replace(self._move(what, to, "return"), from_=zone.zone)

    def put_to(self, what: Any, to: ir.Destination) -> Any:
        mention = self.mentions.of(what)
        if (mention is not None and isinstance(mention.ref, ir.TopCards) and not mention.ref.bottom
                and to.zone == "graveyard"):
            whose = self.mentions.of(mention.ref.of)
            return ir.Mill(mention.ref.amount, YOU if whose is None or whose.word else mention.ref.of)
        return self._move(what, to, "put")

    def put_from(self, what: Any, zone: ir.InZone, to: ir.Destination) -> Any:
        self._narrow(what, zone)
        return replace(self._move(what, to, "put"), from_=zone.zone)

    def put_some_and_rest(self, number: Token, one: ir.Destination, other: ir.Destination) -> Any:
        some = ir.Chosen(ir.Anything(), ir.Number(int(number)), from_=ir.Memo(None))
        return ir.Sequence((ir.Move(some, one, "put"), ir.Move(ir.Rest(), other, "put")))

    def put_and_rest(self, what: Any, one: ir.Destination, other: ir.Destination) -> Any:
        return ir.Sequence((self._move(what, one, "put"), ir.Move(ir.Rest(), self._same_library(other, one), "put")))

    def put_and_rest2(self, what: Any, one: ir.Destination, other: ir.Destination) -> Any:
        return ir.Sequence((self._move(what, one, "put"), ir.Move(ir.Rest(), other, "put")))

    def _same_library(self, to: ir.Destination, as_: ir.Destination) -> ir.Destination:
        return replace(to, whose=to.whose or as_.whose)

    def zd_zone(self, zone: ir.InZone) -> ir.Destination:
        return ir.Destination(zone.zone, self._whose(zone.whose))

    def _whose(self, whose: Any) -> Any:
        """None for "its owner's": cards go to their owner's zones anyway."""
        mention = self.mentions.of(whose)
        if isinstance(whose, ir.OwnerOf) or (mention is not None and isinstance(mention.ref, ir.OwnerOf)):
            return None
        return whose

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

    def zp_bottom_bare(self, order: str | None = None) -> ir.Destination:
        return ir.Destination("library", None, "bottom", order=order)

    def zp_either(self, whose: Any) -> ir.Destination:
        return ir.Destination("library", self._whose(whose), "top or bottom")

    def o_any(self) -> str:
        return "any"

    def o_random(self) -> str:
        return "random"

    def shuffle(self) -> Any:
        return ir.Shuffle()

    def shuffle_library(self, whose: Any) -> Any:
        return ir.Shuffle(whose)

    def shuffle_into(self, what: Any, whose: Any) -> Any:
        return self._move(what, ir.Destination("library", self._whose(whose), "shuffled"), "shuffle")

    def shuffle_zone_into(self, zone: ir.InZone, whose: Any) -> Any:
        cards = ir.Every(both(ir.IsCard(), zone))
        return ir.Move(cards, ir.Destination("library", self._whose(whose), "shuffled"), "shuffle")

    def shuffle_zones_into(self, whose: Any, one: str, other: str, library: Any) -> Any:
        cards = ir.Every(ir.All((ir.IsCard(), ir.AnyOf((ir.InZone(one, whose), ir.InZone(other, whose))))))
        return ir.Move(cards, ir.Destination("library", self._whose(library), "shuffled"), "shuffle")

    def set_life(self, who: Any, amount: ir.Amount) -> Any:
        return ir.SetLife(amount, who)

    def all_must_block(self, desc: Desc, what: Any) -> Any:
        return ir.Continuous(what, (ir.MustBeBlocked(by_all=True, by=desc.test),), "")

    def redirect(self, combat: bool | None, where: dict[str, Any], to: Any) -> Any:
        """ "Damage that would be dealt to X is dealt to Y instead": the same damage, to another."""
        hit, source = where.get("to"), where.get("from_")
        if hit is not None:
            self._subject(hit)  # type: ignore[attr-defined]
        event = ir.DamageDealt(ir.Anything() if source is None else self._as_test(source),  # type: ignore[attr-defined]
                               ir.Anything() if hit is None else self._as_test(hit),  # type: ignore[attr-defined]
                               combat, passive=True)
        return ir.Replace(event, ir.Happens(to=to))

    # counters and tokens

    def put_counters(self, amount: ir.Amount, kind: str, on: Any) -> Any:
        return ir.PutCounters(kind, self._obj(on, "counter"), amount)

    def put_counters_equal(self, kind: str, amount: ir.Amount, on: Any) -> Any:
        return ir.PutCounters(kind, on, amount)

    def put_counters_equal2(self, kind: str, on: Any, amount: ir.Amount) -> Any:
        return ir.PutCounters(kind, on, amount)

    def distribute(self, amount: ir.Amount, kind: str, on: Any) -> Any:
        return ir.PutCounters(kind, on, amount, divided=True)

    def remove_counters(self, amount: ir.Amount, kind: str | None, from_: Any) -> Any:
        return ir.RemoveCounters(kind, from_, amount)

    def remove_all_counters(self, kind: str | None, from_: Any) -> Any:
        return ir.RemoveCounters(kind, from_, None)

    def move_counters(self, amount: ir.Amount, kind: str, from_: Any, to: Any) -> Any:
        return ir.MoveCounters(kind, from_, to, amount)

    def get_counters(self, amount: ir.Amount, kind: str) -> Any:
        return ir.PutCounters(kind, YOU, amount)

    def get_energy(self, symbols: Token) -> Any:
        return ir.PutCounters("energy", YOU, ir.Number(symbols.count("{E}")))

    def creating(self, step: Any) -> Any:
        return step

    def create(self, amount: ir.Amount, token: tuple[ir.Token, dict[str, Any]]) -> Any:
        made, settings = token
        return ir.CreateToken(made, amount, **settings)

    def create_each(self, amount: ir.Amount, token: Any, each: ir.Amount) -> Any:
        return self.create_equal2(token, each if amount == ONE else _times(amount, each))

    def create_equal2(self, token: Any, amount: ir.Amount) -> Any:
        made, settings = token
        return ir.CreateToken(made, amount, **settings)

    def create_copy(self, of: Any) -> Any:
        return ir.CreateToken(of)

    # cards in the library

    def found(self, found: Any) -> Any:
        return found

    def tail(self, *steps: Any) -> Any:
        return sequence(*(step for step in steps if step is not None))

    def tailsearch(self, step: Any) -> Any:
        return step

    def search(self, whose: Any, found: Any) -> Any:
        amount, desc, tail = found
        # `note` lets "it", "that card", "them" after the search find the card
        step = ir.Search(desc.bare, amount, whose=whose)
        return step if tail is None else sequence(step, tail)

    def search_plain(self, found: Any) -> Any:
        return self._search_of(YOU, found)

    def _search_of(self, whose: Any, found: Any) -> Any:
        amount, desc, tail = found
        step = ir.Search(desc.bare, amount, whose=whose)
        return step if tail is None else sequence(step, tail)

    def search_all(self, whose: Any, found: Any) -> Any:
        amount, desc, tail = found
        step = ir.Search(desc.bare, amount, whose=whose, zones=("graveyard", "hand", "library"))
        return step if tail is None else sequence(step, tail)

    def look(self, what: Any) -> Any:
        return ir.LookAt(self._obj(what, "look"))

    def look_hand(self, whose: Any) -> Any:
        return ir.LookAt(ir.Every(ir.All((ir.IsCard(), ir.InZone("hand", whose)))))

    def reveal(self, what: Any) -> Any:
        return ir.Reveal(self._obj(what, "reveal"))

    def reveal_hand(self, whose: Any) -> Any:
        return ir.Reveal(ir.Every(ir.All((ir.IsCard(), ir.InZone("hand", whose)))))

    def reveal_until(self, whose: Any, who: Any, what: Any) -> Any:
        test = self._as_test(what)  # type: ignore[attr-defined]
        mention = self.mentions.of(what)
        if mention is not None:
            mention.later = ir.Memo("found")
        return ir.Reveal(ir.TopCards(ir.AtLeast(ONE), whose), until=test)

    def reveals_drawn(self, nth: Token, who: Any) -> Any:
        return ir.Continuous(YOU, (ir.RevealsDrawn(int(nth)),), "")

    def keyword_action(self, action: str) -> Any:
        return ir.KeywordAction(action)

    def keyword_action_n(self, action: str, amount: ir.Amount) -> Any:
        return ir.KeywordAction(action, amount)

    def keyword_action_on(self, action: str, what: Any) -> Any:
        return ir.KeywordAction(action, what=what)

    def keyword_clash(self) -> Any:
        return ir.KeywordAction("clash")

    def clash_with(self, who: Any) -> Any:
        return ir.KeywordAction("clash", what=who)

    # mana

    def add_mana(self, mana: Any, *_: Any) -> Any:
        unit, amount = mana
        return ir.AddMana(unit, amount)

    add_mana2 = add_mana

    def m_symbols(self, symbols: Token, each: ir.Amount | None = None) -> Any:
        return ir.ManaSymbols((str(symbols),)), each if each is not None else ONE

    m_symbols1 = m_symbols

    def m_or(self, *symbols: Token) -> Any:
        return ir.ManaSymbols(tuple(map(str, symbols))), ONE

    def m_any_color(self, amount: ir.Amount) -> Any:
        return ir.ManaAnyColor(), amount

    def m_one_color(self, amount: ir.Amount, _: Token) -> Any:
        return ir.ManaAnyColor(one_color=True), amount

    def m_could(self, amount: ir.Amount, by: Any) -> Any:
        return ir.ManaCouldProduce(by), amount

    def m_could_color(self, amount: ir.Amount, by: Any) -> Any:
        return ir.ManaCouldProduce(by, color=True), amount

    def couldproduce(self, by: Any) -> Any:
        test = self._as_test(by)  # type: ignore[attr-defined]
        return ir.Every(test)

    def m_that(self, amount: ir.Amount) -> Any:
        return ir.ManaThatType(), amount

    def m_that_produced(self, amount: ir.Amount, by: Any) -> Any:
        return ir.ManaThatType(), amount

    def m_chosen(self, amount: ir.Amount) -> Any:
        return ir.ManaThatType(chosen=True), amount

    def m_amount(self, amount: ir.Amount, symbols: Token) -> Any:
        return ir.ManaSymbols((str(symbols),)), amount

    def m_equal(self, symbols: Token, amount: ir.Amount) -> Any:
        return ir.ManaSymbols((str(symbols),)), amount

    # choices, spells, turns

    def choose(self, what: Any) -> Any:
        return ir.Choose(self._obj(what, "choose"))

    def choose_player(self, who: Any) -> Any:
        return ir.Choose(who)

    def choose_quality(self, quality: Any) -> Any:
        if isinstance(quality, tuple):
            return ir.ChooseQuality(quality[0], except_=(quality[1],))
        return ir.ChooseQuality(quality)

    def ch_color(self) -> str:
        return "color"

    def ch_color_other(self, color: Token) -> Any:
        return "color", str(color)

    def ch_type(self, type_: Token) -> str:
        return f"{type_} type"

    def ch_type2(self, supertype: Token, type_: Token) -> str:
        return f"{supertype} {type_} type"

    def ch_name(self) -> str:
        return "card name"

    def ch_card_type(self) -> str:
        return "card type"

    def ch_number(self) -> str:
        return "number"

    def copy(self, what: Any) -> Any:
        return ir.CopySpell(self._obj(what, "copy"))

    def change_target(self, of: Any) -> Any:
        return ir.ChangeTargets(of)

    def new_targets(self, of: Any) -> Any:
        return ir.ChangeTargets(of, new=True)

    def change_text(self, of: Any, _: Token, kind: str) -> Any:
        return ir.Continuous(of, (ir.ReplaceWords(kind),), "permanent")

    def tw_color(self) -> str:
        return "color"

    def tw_land(self, supertype: Token, type_: Token) -> str:
        return f"{supertype} {type_} type"

    def tw_creature(self, type_: Token) -> str:
        return f"{type_} type"

    def tw_both(self, _: Token, supertype: Token, type_: Token) -> str:
        return f"color or {supertype} {type_} type"

    def play_free(self, what: Any) -> Any:
        return ir.PlayCard(what, free=True)

    def play_np(self, what: Any) -> Any:
        return ir.PlayCard(what, free=False)

    def play_from(self, what: Any, zone: ir.InZone) -> Any:
        self._narrow(what, zone)
        return ir.PlayCard(what, free=False)

    def extra_turn(self, *_: Any) -> Any:
        return ir.ExtraTurn()

    def extra_turns(self, amount: Token, *_: Any) -> Any:
        return ir.ExtraTurn(amount=ir.Number(int(amount)))

    def skip(self, whose: Any, step: str) -> Any:
        return ir.SkipNext(step)

    def skip_that(self, *_: Any) -> Any:
        return ir.Nothing()

    def win(self) -> Any:
        return ir.WinGame()

    def lose_game(self) -> Any:
        return ir.LoseGame()

    def flip(self) -> Any:
        return ir.FlipCoin()

    def end_turn(self) -> Any:
        return ir.EndTurn()

    def emblem(self, quoted: Token) -> Any:
        return ir.GetEmblem(self._quoted_abilities(quoted))  # type: ignore[attr-defined]

    def repeat(self) -> Any:
        return ir.Repeat(None)

    def switch_pt(self, what: Any) -> Any:
        return ir.Continuous(what, (ir.SwitchPowerToughness(),), "permanent")

    # damage prevention

    def prevention(self, step: Any) -> Any:
        return step

    def prevent_next(self, amount: ir.Amount, combat: bool | None, where: dict[str, Any]) -> Any:
        return ir.PreventDamage(amount, combat=combat, **where)

    def prevent_all(self, combat: bool | None, where: dict[str, Any]) -> Any:
        return ir.PreventDamage(None, combat=combat, **where)

    def prevent_that(self) -> Any:
        return ir.PreventDamage(None, to=None, duration="now")

    def prevent_that_n(self, amount: ir.Amount) -> Any:
        return ir.PreventDamage(amount, duration="now")

    def prevent_all_but(self, number: Token) -> Any:
        return ir.PreventDamage(ir.Total((ir.ThatMuch("trigger"), ir.Number(-int(number)))), duration="now")

    def dt_to(self, to: Any, by: Any = None) -> dict[str, Any]:
        return {"to": to, "from_": by}

    def dt_by(self, by: Any) -> dict[str, Any]:
        return {"from_": by}

    def dt_any(self) -> dict[str, Any]:
        return {}

    def dt_both(self, what: Any) -> dict[str, Any]:
        return {"to": what, "from_": what}

    def dt_would(self, by: Any, to: Any = None) -> dict[str, Any]:
        return {"from_": by, "to": to}

    def dealtby(self, by: Any) -> Any:
        return by


def _times(amount: ir.Amount, each: ir.Amount) -> ir.Amount:
    if amount == ONE:
        return each
    if isinstance(amount, ir.Number):
        return ir.Times(amount.value, each)
    raise ValueError("an open number for each of something")


__all__ = ["Effects", "OPPONENT", "done_by", "sequence"]
