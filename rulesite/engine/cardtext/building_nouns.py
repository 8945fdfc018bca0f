"""From the parse tree to the ability tree: amounts, descriptions, players and objects."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from lark import Token, Transformer, v_args

from rulesite.engine.cardtext import ir
from rulesite.engine.cardtext.mentions import Mention, Mentions
from rulesite.engine.cardtext.vocabulary import INFLECTED, vocabulary

PLAYER = ir.IsPlayer()
OPPONENT = ir.All((ir.IsPlayer(), ir.OpponentOf(ir.You())))
ONE = ir.Number(1)


class Unmeant(ValueError):
    """The grammar took words that mean nothing together; the reader turns it into UnreadableText."""

    def __init__(self, why: str, pos: int) -> None:
        super().__init__(why)
        self.why, self.pos = why, pos


class Core(NamedTuple):
    """One noun with its adjectives: predicate, where such things are ("permanent", "card", "spell", …), head noun."""

    test: ir.Predicate
    place: str
    noun: str
    adjectives: tuple[ir.Predicate, ...] = ()


class Desc(NamedTuple):
    """A whole description. `bare` lacks the "is a permanent" that a plain noun implies."""

    test: ir.Predicate
    bare: ir.Predicate
    noun: str
    player: bool | None = False
    beyond: bool = False
    plural: bool = False


def both(*parts: ir.Predicate) -> ir.Predicate:
    """All of the predicates, flattened, `Anything` left out.

    >>> both(ir.Anything(), ir.HasColor("red"))
    HasColor(color='red')
    """
    flat: list[ir.Predicate] = []
    for part in parts:
        for one in part.parts if isinstance(part, ir.All) else (part,):
            if one != ir.Anything() and one not in flat:
                flat.append(one)
    if not flat:
        return ir.Anything()
    return flat[0] if len(flat) == 1 else ir.All(tuple(flat))


def either(*parts: ir.Predicate) -> ir.Predicate:
    """Any of the predicates."""
    return parts[0] if len(parts) == 1 else ir.AnyOf(tuple(parts))


PLACES: dict[str, ir.Predicate] = {
    "permanent": ir.IsPermanent(), "card": ir.IsCard(), "spell": ir.IsSpell(), "ability": ir.Anything(),
    "source": ir.Anything(), "object": ir.Anything(), "player": ir.Anything()}


def _sizes(text: str) -> tuple[ir.Amount, ir.Amount]:
    def side(part: str) -> ir.Amount:
        sign = -1 if part.startswith("-") else 1
        digits = part.lstrip("+-")
        if digits.isdigit():
            return ir.Number(sign * int(digits))
        return ir.X(digits) if sign == 1 else ir.Times(-1, ir.X(digits))
    power, _, toughness = text.partition("/")
    return side(power), side(toughness)


@v_args(inline=True)
class Amounts(Transformer[Any, Any]):
    """Numbers."""

    mentions: Mentions

    def amount_n(self, number: Token) -> ir.Amount:
        return ir.Number(int(number))

    def amount_x(self, letter: Token) -> ir.Amount:
        return ir.X(str(letter))

    def amount_that(self, *_: Any) -> ir.Amount:
        return ir.ThatMuch()

    def amount_twice(self, amount: ir.Amount) -> ir.Amount:
        return ir.Times(2, amount)

    def amount_half_that(self, rounded: str | None = None) -> ir.Amount:
        return ir.Half(ir.ThatMuch(), rounded or "down")

    def qty_one(self) -> ir.Amount:
        return ONE

    def qty_n(self, number: Token) -> ir.Amount:
        return ir.Number(int(number))

    qty_x = amount_x

    def qty_upto(self, amount: ir.Amount) -> ir.Amount:
        return ir.UpTo(amount)

    def qty_any(self) -> ir.Amount:
        return ir.AtLeast(ir.Number(0))

    def qty_that(self) -> ir.Amount:
        return ir.ThatMuch()

    def qty_twice_that(self) -> ir.Amount:
        return ir.Times(2, ir.ThatMuch())

    def qty_least(self, number: Token) -> ir.Amount:
        return ir.AtLeast(ir.Number(int(number)))

    def qty_least_one(self) -> ir.Amount:
        return ir.AtLeast(ONE)

    def qty(self, amount: ir.Amount) -> ir.Amount:
        return amount

    def r_up(self) -> str:
        return "up"

    def r_down(self) -> str:
        return "down"

    def value(self, amount: ir.Amount) -> ir.Amount:
        return amount

    def v_count(self, counted: ir.Amount) -> ir.Amount:
        return counted

    def v_twice_count(self, counted: ir.Amount) -> ir.Amount:
        return ir.Times(2, counted)

    def v_half_count(self, counted: ir.Amount, rounded: str | None) -> ir.Amount:
        return ir.Half(counted, rounded or "down")

    def v_stat(self, whose: Any, name: str) -> ir.Amount:
        return self._inner(ir.Characteristic(name, self._owner_object(whose)))

    def v_twice_stat(self, whose: Any, name: str) -> ir.Amount:
        return ir.Times(2, self.v_stat(whose, name))

    def v_stat_np(self, what: Any, name: str) -> ir.Amount:
        self._owner_object(what)
        return self._inner(ir.Characteristic(name, what))

    def v_life(self, whose: Any) -> ir.Amount:
        return self._inner(ir.LifeTotal(whose))

    def v_half_life(self, whose: Any, rounded: str | None) -> ir.Amount:
        return ir.Half(self.v_life(whose), rounded or "down")

    def v_extreme(self, which: str, name: str, among: Any) -> ir.Amount:
        return self._inner(ir.Extreme(which, name, among))

    def v_total(self, name: str, among: Any) -> ir.Amount:
        return self._inner(ir.Characteristic(f"total {name}", among))

    def v_plus(self, one: Any, other: Any) -> ir.Amount:
        return ir.Total(tuple(ir.Number(int(part)) if isinstance(part, Token) else part for part in (one, other)))

    def v_minus(self, one: ir.Amount, less: Token) -> ir.Amount:
        return ir.Total((one, ir.Number(-int(less))))

    def v_card_types(self, among: Any) -> ir.Amount:
        return self._inner(ir.Different("card type", among))

    def v_domain(self, supertype: Token, type_: Token, among: Any) -> ir.Amount:
        return self._inner(ir.Different(f"{supertype} {type_} type", among))

    def st_power(self) -> str:
        return "power"

    def st_toughness(self) -> str:
        return "toughness"

    def st_mana_value(self, *_: Any) -> str:
        return "mana value"

    def ex_greatest(self) -> str:
        return "greatest"

    def ex_least(self) -> str:
        return "least"

    # what "for each" and "the number of" count

    def cb_desc(self, desc: Desc) -> ir.Amount:
        counted = self._inner(ir.Count(ir.Every(desc.test)))
        return ir.Total((counted, ir.Number(-1))) if desc.beyond else counted

    def cb_other(self, desc: Desc) -> ir.Amount:
        """ "each other creature": other than what gets the bonus."""
        last = max((mention.pos for mention in self.mentions.all), default=0)
        it = self.mentions.add(Mention(last + 1, None, word="it"))
        return self._inner(ir.Count(ir.Every(both(desc.test, ir.OtherThan(it)))))

    def cb_counters(self, kind: str, on: Any) -> ir.Amount:
        return self._inner(ir.CountersOn(kind, on))

    def cb_any_counters(self, on: Any) -> ir.Amount:
        return self._inner(ir.CountersOn(None, on))

    def cb_hand(self, whose: Any) -> ir.Amount:
        return self._inner(ir.Count(ir.Every(ir.All((ir.IsCard(), ir.InZone("hand", whose))))))

    def cb_player(self, who: ir.Predicate) -> ir.Amount:
        return ir.Count(ir.Every(who))

    def cb_discarded(self, who: Any) -> ir.Amount:
        return ir.Count(ir.Memo("discard"))

    def cb_exiled(self, desc: Desc, *_: Any) -> ir.Amount:
        return ir.Count(ir.Memo("exile"))

    def cb_destroyed(self, desc: Desc) -> ir.Amount:
        return ir.Count(ir.Memo("destroy"))

    def cb_kicked(self, what: Any) -> ir.Amount:
        return ir.TimesPaid("kicker")

    def cb_died(self, desc: Desc) -> ir.Amount:
        return ir.HowOften(ir.ZoneChange(desc.test, "battlefield", "graveyard"))

    def cn_pt(self, token: Token) -> str:
        return str(token)

    cn_name = cn_pt

    def _inner(self, amount: ir.Amount) -> ir.Amount:
        self.mentions.nest(amount)
        return amount

    def _owner_object(self, whose: Any) -> Any:
        """In "its power", "their power": the object, not a player."""
        mention = self.mentions.of(whose)
        if mention is not None and mention.word:
            mention.player = False
            mention.past = True
        return whose


@v_args(inline=True)
class Descriptions(Transformer[Any, Any]):
    """Adjectives, nouns and what follows them."""

    mentions: Mentions

    def a_color(self, word: Token) -> ir.Predicate:
        return ir.HasColor(str(word))

    def a_noncolor(self, word: Token) -> ir.Predicate:
        return ir.Not(ir.HasColor(str(word)))

    def a_type(self, word: Token) -> ir.Predicate:
        return ir.HasType(str(word))

    def a_nontype(self, word: Token) -> ir.Predicate:
        return ir.Not(ir.HasType(str(word)))

    def a_subtype(self, word: Token) -> ir.Predicate:
        return ir.HasSubtype(str(word))

    a_proper = a_subtype

    def a_nonsubtype(self, word: Token) -> ir.Predicate:
        return ir.Not(ir.HasSubtype(str(word)))

    def a_supertype(self, word: Token) -> ir.Predicate:
        return ir.HasSupertype(str(word))

    def a_nonsupertype(self, word: Token) -> ir.Predicate:
        return ir.Not(ir.HasSupertype(str(word)))

    def a_token(self) -> ir.Predicate:
        return ir.IsToken()

    def a_nontoken(self) -> ir.Predicate:
        return ir.Not(ir.IsToken())

    def status(self, word: Token) -> str:
        return str(word)

    def a_status(self, status: str) -> ir.Predicate:
        return ir.HasStatus(status)

    def a_nonattacking(self) -> ir.Predicate:
        return ir.Not(ir.HasStatus("attacking"))

    def a_facedown(self) -> ir.Predicate:
        return ir.HasStatus("face-down")

    def a_unblockable(self) -> ir.Predicate:
        return ir.HasAbility("unblockable")

    def a_colorless(self) -> ir.Predicate:
        return ir.ColorCount("=", 0)

    def a_mono(self) -> ir.Predicate:
        return ir.ColorCount("=", 1)

    def a_multi(self) -> ir.Predicate:
        return ir.ColorCount(">=", 2)

    def a_keyword(self, word: Token) -> ir.Predicate:
        return ir.HasAbility(str(word))

    def a_historic(self) -> ir.Predicate:
        return ir.AnyOf((ir.HasType("artifact"), ir.HasSupertype("legendary"), ir.HasSubtype("Saga")))

    def a_exiled(self, *_: Any) -> ir.Predicate:
        return ir.InZone("exile")

    def a_pt(self, token: Token) -> ir.Predicate:
        power, toughness = _sizes(str(token))
        return ir.All((ir.Compares("power", "=", power), ir.Compares("toughness", "=", toughness)))

    def adjlist(self, *parts: ir.Predicate) -> tuple[ir.Predicate, ...]:
        return parts

    def adjs_or(self, *parts: ir.Predicate) -> tuple[ir.Predicate, ...]:
        return (ir.AnyOf(parts),)

    def adjs_and(self, *parts: ir.Predicate) -> tuple[ir.Predicate, ...]:
        return (ir.AnyOf(parts),) if all(isinstance(part, ir.HasType | ir.HasSubtype) for part in parts) else parts

    def adjs_or_last(self, one: ir.Predicate, other: ir.Predicate, last: ir.Predicate) -> tuple[ir.Predicate, ...]:
        return (ir.AnyOf((one, other)), last)

    def adjs1(self, one: ir.Predicate) -> ir.Predicate:
        return one

    def h_type(self, word: Token) -> Core:
        return Core(ir.HasType(str(word)), "spell" if word in ("instant", "sorcery") else "permanent", str(word))

    def h_nontype(self, word: Token) -> Core:
        return Core(ir.Not(ir.HasType(str(word))), "permanent", "permanent")

    def h_subtype(self, word: Token) -> Core:
        noun = "land" if str(word) in vocabulary().land_types.values() else (
            "enchantment" if word == "Aura" else "artifact" if word == "Equipment" else "creature")
        return Core(ir.HasSubtype(str(word)), "permanent", noun)

    h_proper = h_subtype

    def h_nonsubtype(self, word: Token) -> Core:
        return Core(ir.Not(ir.HasSubtype(str(word))), "permanent", "creature")

    def h_permanent(self) -> Core:
        return Core(ir.Anything(), "permanent", "permanent")

    def h_card(self) -> Core:
        return Core(ir.Anything(), "card", "card")

    def h_permanent_card(self) -> Core:
        kinds = tuple(ir.HasType(t) for t in ("artifact", "battle", "creature", "enchantment", "land", "planeswalker"))
        return Core(ir.AnyOf(kinds), "card", "card")

    def h_spell(self) -> Core:
        return Core(ir.Anything(), "spell", "spell")

    def h_token(self) -> Core:
        return Core(ir.IsToken(), "permanent", "token")

    def h_source(self) -> Core:
        return Core(ir.Anything(), "source", "source")

    def h_object(self) -> Core:
        return Core(ir.Anything(), "object", "object")

    def h_ability(self) -> Core:
        return Core(ir.IsAbility(), "ability", "ability")

    def h_activated(self) -> Core:
        return Core(ir.IsAbility("activated"), "ability", "ability")

    def h_triggered(self) -> Core:
        return Core(ir.IsAbility("triggered"), "ability", "ability")

    def core(self, *parts: Any) -> Core:
        head = parts[-1]
        adjectives: tuple[ir.Predicate, ...] = parts[0] if len(parts) == 2 and parts[0] is not None else ()
        place, noun = head.place, head.noun
        if head.noun in ("card", "spell", "token", "permanent"):
            types = [a.type for a in adjectives if isinstance(a, ir.HasType)]
            if head.noun == "token" and types:
                noun = types[-1]
        return Core(both(*adjectives, head.test), place, noun)

    def player_pred(self) -> Core:
        return Core(PLAYER, "player", "player")

    def opponent_pred(self) -> Core:
        return Core(OPPONENT, "player", "opponent")

    def coreorplayer(self, core: Core) -> Core:
        return core

    def conj(self, *_: Any) -> None:
        return None

    def union(self, *cores: Any) -> list[Core]:
        return [core for core in cores if core is not None]

    def player_or(self, core: Core) -> list[Core]:
        return [self.player_pred(), core]

    def opponent_or(self, core: Core) -> list[Core]:
        return [self.opponent_pred(), core]

    def desc(self, cores: list[Core], *posts: Any) -> Desc:
        beyond = "beyond" in posts
        tests = [post for post in posts if isinstance(post, ir.Predicate)]
        zone = next((post for post in tests if isinstance(post, ir.InZone)), None)
        nouns = {core.noun for core in cores}
        noun = cores[0].noun if len(nouns) == 1 else (
            "spell or ability" if nouns == {"spell", "ability"} else
            "permanent" if all(core.place == "permanent" for core in cores) else cores[0].noun)
        places = {core.place for core in cores}
        bare = both(either(*(core.test for core in cores)), *tests)
        implied = {place: ir.Anything() if zone is not None and place == "permanent" else PLACES[place] for place in places}
        if len(places) == 1:
            test = both(either(*(core.test for core in cores)), implied[cores[0].place], *tests)
        else:
            test = both(either(*(both(core.test, implied[core.place]) for core in cores)), *tests)
        self.mentions.nest(test)
        return Desc(test, bare, noun, None if "player" in places else False, beyond)

    # what follows the noun

    def po_you_control(self) -> ir.Predicate:
        return ir.Controlled(ir.You())

    def po_not_you_control(self) -> ir.Predicate:
        return ir.Not(ir.Controlled(ir.You()))

    def po_you_own(self) -> ir.Predicate:
        return ir.Owned(ir.You())

    def po_controls(self, who: Any) -> ir.Predicate:
        mention = self.mentions.of(who)
        if mention is not None and isinstance(mention.ref, ir.SomePlayer):
            mention.ref, mention.subtype = ir.EachPlayer(mention.ref.who), "controller"
        return ir.Controlled(who)

    def po_not_controls(self, who: Any) -> ir.Predicate:
        return ir.Not(ir.Controlled(who))

    def po_owns(self, who: Any) -> ir.Predicate:
        return ir.Owned(who)

    def po_plays(self, who: Any = None) -> ir.Predicate:
        return ir.Controlled(who if who is not None else ir.You())

    def po_with(self, test: ir.Predicate) -> ir.Predicate:
        return test

    def po_without(self, abilities: tuple[ir.Ability, ...]) -> ir.Predicate:
        return both(*(ir.Not(self._keyword_test(ability)) for ability in abilities))

    def po_zone(self, zone: ir.InZone) -> ir.Predicate:
        return zone

    def po_inplay(self) -> ir.Predicate:
        return ir.IsPermanent()

    def po_dealt_by(self, source: Any) -> ir.Predicate:
        return ir.Did(ir.DamageDealt(self._as_test(source), ir.IsObject(ir.Candidate()), passive=True))

    def po_this_way(self, verb: str) -> ir.Predicate:
        return ir.IsObject(ir.Memo(verb))

    def po_stack(self) -> ir.Predicate:
        return ir.InZone("stack")

    def po_named(self, name: str) -> ir.Predicate:
        return ir.HasName(name)

    def po_not_named(self, name: str) -> ir.Predicate:
        return ir.Not(ir.HasName(name))

    def name_quoted(self, quoted: Token) -> str:
        return str(quoted)

    def name_words(self, *words: Token) -> str:
        return " ".join(map(str, words))

    def name_self(self, *_: Any) -> str:
        return "~"

    def po_attached(self, what: Any) -> ir.Predicate:
        return ir.AttachedTo(what)

    def po_blocking(self, what: Any) -> ir.Predicate:
        return ir.Blocks(what)

    def po_blocked_by(self, what: Any) -> ir.Predicate:
        return ir.BlockedBy(what)

    def po_other_than(self, what: Any) -> ir.Predicate:
        mention = self.mentions.of(what)
        if mention is not None and isinstance(mention.ref, ir.Chosen | ir.Every):
            return ir.Not(mention.ref.what)
        return ir.OtherThan(what)

    def po_attacking_whom(self, who: Any) -> ir.Predicate:
        return ir.Did(ir.Attacks(ir.IsObject(ir.Candidate()), ir.IsPlayerRef(who)), "combat")

    def po_chosen_type(self) -> ir.Predicate:
        return ir.HasChosen("type")

    def po_chosen_color(self, *_: Any) -> ir.Predicate:
        return ir.HasChosen("color")

    def po_choice(self, *_: Any) -> str:
        return "choice"

    def po_beyond(self) -> str:
        return "beyond"

    def po_exiled_with(self, *_: Any) -> ir.Predicate:
        return ir.IsObject(ir.Linked("exile"))

    def po_that(self, test: ir.Predicate) -> ir.Predicate:
        return test

    def r_is(self, test: ir.Predicate) -> ir.Predicate:
        return test

    def r_isnt(self, test: ir.Predicate) -> ir.Predicate:
        return ir.Not(test)

    def r_has(self, test: ir.Predicate) -> ir.Predicate:
        return test

    def r_has_not(self, test: ir.Predicate) -> ir.Predicate:
        return ir.Not(test)

    def r_not_enchanted(self) -> ir.Predicate:
        return ir.Not(ir.HasStatus("enchanted"))

    def r_attacking_you(self) -> ir.Predicate:
        return self.po_attacking_whom(ir.You())

    def r_dealt_damage(self) -> ir.Predicate:
        return ir.Did(ir.DamageDealt(ir.Anything(), ir.IsObject(ir.Candidate()), passive=True))

    def r_dealt_damage_to(self, whom: Any) -> ir.Predicate:
        return ir.Did(ir.DamageDealt(ir.IsObject(ir.Candidate()), self._as_test(whom)))

    def r_attacked(self) -> ir.Predicate:
        return ir.Did(ir.Attacks(ir.IsObject(ir.Candidate())))

    def r_entered(self) -> ir.Predicate:
        return ir.Did(ir.ZoneChange(ir.IsObject(ir.Candidate()), None, "battlefield"))

    def r_targets(self, what: Any) -> ir.Predicate:
        return ir.HasTarget(self._as_test(what))

    def r_shares(self, quality: str, with_: Any) -> ir.Predicate:
        return ir.SharesQuality(quality, with_)

    def sh_color(self) -> str:
        return "color"

    def sh_type(self, word: Token) -> str:
        return f"{word} type"

    def sh_name(self) -> str:
        return "name"

    def w_kws(self, abilities: tuple[ir.Ability, ...]) -> ir.Predicate:
        return both(*map(self._keyword_test, abilities))

    def w_kw_or(self, one: Token, *others: Any) -> ir.Predicate:
        words = [str(word) for word in (one, *others) if isinstance(word, Token)]
        return ir.AnyOf(tuple(ir.HasAbility(w if " " in w or w in vocabulary().keywords else f"{w}walk") for w in words))

    def w_stat(self, name: str, comparison: tuple[str, ir.Amount]) -> ir.Predicate:
        return ir.Compares(name, *comparison)

    def w_stat_or(self, one: str, other: str, comparison: tuple[str, ir.Amount]) -> ir.Predicate:
        return ir.AnyOf((ir.Compares(one, *comparison), ir.Compares(other, *comparison)))

    def w_extreme(self, which: str, name: str, among: Any) -> ir.Predicate:
        return ir.HasExtreme(which, name, among if among is not None else ir.Every(
            ir.All((ir.HasType("creature"), ir.IsPermanent()))))

    def w_extreme_tied(self, which: str, name: str, again: str, same: str, among: Any) -> ir.Predicate:
        return self.w_extreme(which, name, among)

    def w_counter(self, kind: str, on: Any) -> ir.Predicate:
        return ir.HasCounters(kind, ">=", ONE)

    w_counter_more = w_counter

    def w_any_counter(self, on: Any) -> ir.Predicate:
        return ir.HasCounters(None, ">=", ONE)

    def w_counters(self, number: Token, kind: str, on: Any) -> ir.Predicate:
        return ir.HasCounters(kind, ">=", ir.Number(int(number)))

    def w_no_counters(self, kind: str, on: Any) -> ir.Predicate:
        return ir.HasCounters(kind, "=", ir.Number(0))

    def w_no_abilities(self) -> ir.Predicate:
        return ir.HasAbility(None)

    def w_single_target(self) -> ir.Predicate:
        return ir.HasTarget(ir.Anything(), only=True)

    def w_that_name(self) -> ir.Predicate:
        return ir.HasChosen("card name")

    def w_same_name(self, as_: Any) -> ir.Predicate:
        return ir.SharesQuality("name", as_)

    def cmp_le(self, amount: ir.Amount) -> tuple[str, ir.Amount]:
        return "<=", amount

    def cmp_ge(self, amount: ir.Amount) -> tuple[str, ir.Amount]:
        return ">=", amount

    def cmp_lt(self, amount: ir.Amount) -> tuple[str, ir.Amount]:
        return "<", amount

    def cmp_gt(self, amount: ir.Amount) -> tuple[str, ir.Amount]:
        return ">", amount

    def cmp_eq(self, amount: ir.Amount) -> tuple[str, ir.Amount]:
        return "=", amount

    # zones

    def z_graveyard(self) -> str:
        return "graveyard"

    def z_hand(self) -> str:
        return "hand"

    def z_library(self) -> str:
        return "library"

    def zone_of(self, whose: Any, zone: str) -> ir.InZone:
        mention = self.mentions.of(whose)
        if mention is not None and mention.word == "it":
            whose = ir.OwnerOf(whose)
        return ir.InZone(zone, whose)

    def zone_any(self, zone: str) -> ir.InZone:
        return ir.InZone(zone)

    zone_bare = zone_any

    def zone_exile(self) -> ir.InZone:
        return ir.InZone("exile")

    def zone_stack(self) -> ir.InZone:
        return ir.InZone("stack")

    def zone_anywhere(self) -> ir.InZone:
        return ir.InZone("anywhere")

    def q_adjs(self, test: ir.Predicate) -> ir.Predicate:
        return test

    def adj_or(self, one: ir.Predicate, other: ir.Predicate) -> ir.Predicate:
        return ir.AnyOf((one, other))

    def adj_and(self, one: ir.Predicate, other: ir.Predicate) -> ir.Predicate:
        return both(one, other)

    def q_desc(self, desc: Desc) -> ir.Predicate:
        return desc.bare

    def q_chosen_color(self) -> ir.Predicate:
        return ir.HasChosen("color")

    def q_chosen_type(self) -> ir.Predicate:
        return ir.HasChosen("type")

    def _keyword_test(self, ability: ir.Ability) -> ir.Predicate:
        """The predicate "has this keyword"."""
        if isinstance(ability, ir.KeywordAbility):
            return ir.HasAbility(ability.keyword)
        return ir.HasAbility(ability.text)

    def _as_test(self, ref: Any) -> ir.Predicate:
        """A reference as the predicate that picks it out: "a creature" becomes the description of one."""
        mention = self.mentions.of(ref)
        if mention is None:
            if isinstance(ref, ir.You):
                return ir.IsPlayerRef(ref)
            return _test_of(ref)
        if mention.word or mention.slot is not None:
            return ir.IsPlayerRef(ref) if mention.player else ir.IsObject(ref)
        if isinstance(mention.ref, ir.Several):
            return either(*(self._as_test(part) for part in mention.ref.parts))
        return _test_of(mention.ref)


def _test_of(ref: Any) -> ir.Predicate:
    if isinstance(ref, ir.Chosen | ir.Every):
        return ref.what
    if isinstance(ref, ir.EachPlayer | ir.SomePlayer):
        return ref.who if ref.who != ir.Anything() else PLAYER
    if isinstance(ref, ir.Several):
        return either(*map(_test_of, ref.parts))
    if isinstance(ref, ir.You | ir.ControllerOf | ir.OwnerOf | ir.DefendingPlayer | ir.ActivePlayer | ir.ChosenPlayer
                  | ir.TriggerPlayer):
        return ir.IsPlayerRef(ref)
    return ir.IsObject(ref)


@v_args(inline=True, meta=True)
class Phrases(Transformer[Any, Any]):
    """Whole noun phrases: each leaves a mention."""

    mentions: Mentions

    def _note(self, meta: Any, ref: Any, noun: str = "", player: bool | None = False, **more: Any) -> Any:
        pos = getattr(meta, "start_pos", 0) or 0
        return self.mentions.add(Mention(pos, ref, player, noun, **more))

    def np(self, meta: Any, ref: Any) -> Any:
        return ref

    npx = recipient = pnp = np

    # targets

    def _target(self, meta: Any, desc: Desc, low: int = 1, high: int | None = 1, **more: Any) -> Any:
        slot = ir.TargetSlot(desc.test, low, high, more.pop("amount", None))
        target = self._note(meta, None, desc.noun, desc.player, slot=slot, plural=high is None or high > 1, **more)
        self._their_controller(desc.test, target)  # type: ignore[attr-defined]
        return target

    def target(self, meta: Any, desc: Desc) -> Any:
        return self._target(meta, desc)

    def target_n(self, meta: Any, quantity: tuple[int, int | None, Any], desc: Desc) -> Any:
        low, high, amount = quantity
        return self._target(meta, desc, low, high, amount=amount)

    def target_n_other(self, meta: Any, quantity: tuple[int, int | None, Any], desc: Desc) -> Any:
        low, high, amount = quantity
        other = desc._replace(test=both(desc.test, ir.OtherThan(ir.Self())))
        return self._target(meta, other, low, high, amount=amount)

    def target_another(self, meta: Any, desc: Desc) -> Any:
        earlier = any(m.slot is not None for m in self.mentions.all)
        test = desc.test if earlier else both(desc.test, ir.OtherThan(ir.Self()))
        return self._target(meta, desc._replace(test=test), alone=earlier)

    def _any(self, meta: Any, low: int, high: int | None, amount: Any = None, **more: Any) -> Any:
        thing = either(both(either(ir.HasType("creature"), ir.HasType("planeswalker"), ir.HasType("battle")),
                            ir.IsPermanent()), PLAYER)
        return self._target(meta, Desc(thing, thing, "target", None), low, high, amount=amount, **more)

    def any_target(self, meta: Any) -> Any:
        return self._any(meta, 1, 1)

    def any_other_target(self, meta: Any) -> Any:
        return self._any(meta, 1, 1, alone=True)

    def n_targets(self, meta: Any, quantity: tuple[int, int | None, Any]) -> Any:
        return self._any(meta, *quantity)

    def tq_n(self, meta: Any, number: Token) -> tuple[int, int | None, Any]:
        return int(number), int(number), None

    def tq_x(self, meta: Any, letter: Token) -> tuple[int, int | None, Any]:
        return 0, None, ir.X(str(letter))

    def tq_upto(self, meta: Any, number: Token) -> tuple[int, int | None, Any]:
        return (0, int(number), None) if number.isdigit() else (0, None, ir.UpTo(ir.X(str(number))))

    def tq_any(self, meta: Any) -> tuple[int, int | None, Any]:
        return 0, None, None

    def tq_or(self, meta: Any, low: Token, high: Token) -> tuple[int, int | None, Any]:
        return int(low), int(high), None

    def tq_or3(self, meta: Any, low: Token, middle: Token, high: Token) -> tuple[int, int | None, Any]:
        return int(low), int(high), None

    def tq_least(self, meta: Any, low: Token) -> tuple[int, int | None, Any]:
        return int(low), None, None

    def tq_least_one(self, meta: Any) -> tuple[int, int | None, Any]:
        return 1, None, None

    def tq_that(self, meta: Any) -> tuple[int, int | None, Any]:
        return 0, None, ir.ThatMuch()

    # chosen and all

    def chosen(self, meta: Any, amount: ir.Amount, desc: Desc) -> Any:
        return self._note(meta, ir.Chosen(desc.test, amount), desc.noun, desc.player, plural=amount != ONE)

    def chosen_random(self, meta: Any, amount: ir.Amount, desc: Desc) -> Any:
        return self._note(meta, ir.Chosen(desc.test, amount, at_random=True), desc.noun, plural=amount != ONE)

    def chosen_random_from(self, meta: Any, amount: ir.Amount, desc: Desc, zone: ir.InZone) -> Any:
        return self.chosen_random(meta, amount, desc._replace(test=both(desc.test, zone)))

    def every_except(self, meta: Any, desc: Desc, other: Any) -> Any:
        test = both(desc.test, ir.Not(self._as_test(other)))  # type: ignore[attr-defined]
        return self._note(meta, ir.Every(test), desc.noun, plural=True, later=ir.Current())

    def chosen_choice(self, meta: Any, amount: ir.Amount, desc: Desc, whose: Any) -> Any:
        return self._note(meta, ir.Chosen(desc.test, amount, chooser=whose), desc.noun, plural=amount != ONE)

    def chosen_other(self, meta: Any, amount: ir.Amount, desc: Desc) -> Any:
        return self._note(meta, ir.Chosen(both(desc.test, ir.OtherThan(ir.Self())), amount), desc.noun, plural=True)

    def another(self, meta: Any, desc: Desc) -> Any:
        return self._note(meta, ir.Chosen(both(desc.test, ir.OtherThan(ir.Self()))), desc.noun)

    def any_of(self, meta: Any, desc: Desc) -> Any:
        return self._note(meta, ir.Chosen(desc.test), desc.noun)

    def none_of(self, meta: Any, desc: Desc) -> Any:
        return self._note(meta, ir.Chosen(desc.test, ir.Number(0)), desc.noun)

    def chosen_from(self, meta: Any, amount: ir.Amount, those: Any) -> Any:
        self._plural(those)
        return self._note(meta, ir.Chosen(ir.Anything(), amount, from_=those), "card", plural=amount != ONE)

    def chosen_any_from(self, meta: Any, those: Any) -> Any:
        self._plural(those)
        return self._note(meta, ir.Chosen(ir.Anything(), ir.AtLeast(ir.Number(0)), from_=those), "card", plural=True)

    def chosen_from_it(self, meta: Any, amount: ir.Amount, desc: Desc, it: Any) -> Any:
        return self._note(meta, ir.Chosen(desc.bare, amount, from_=ir.Memo(None)), desc.noun, plural=amount != ONE)

    def chosen_from_those(self, meta: Any, amount: ir.Amount, noun: str) -> Any:
        those = self._note(meta, None, noun, word="those", plural=True)
        return self._note(meta, ir.Chosen(ir.Anything(), amount, from_=those), noun, plural=amount != ONE)

    def chosen_among(self, meta: Any, amount: ir.Amount, desc: Desc, those: Any) -> Any:
        self._plural(those)
        return self._note(meta, ir.Chosen(desc.bare, amount, from_=those), desc.noun, plural=amount != ONE)

    def _plural(self, those: Any) -> None:
        mention = self.mentions.of(those)
        if mention is not None and mention.word:
            mention.plural = True

    def every(self, meta: Any, desc: Desc) -> Any:
        return self._note(meta, ir.Every(desc.test), desc.noun, desc.player, plural=True, later=ir.Current())

    bare = every

    def every_other(self, meta: Any, desc: Desc) -> Any:
        return self._note(meta, ir.Every(both(desc.test, ir.OtherThan(ir.Self()))), desc.noun, plural=True,
                          later=ir.Current())

    bare_other = every_other

    def every_of_them(self, meta: Any, those: Any) -> Any:
        self._plural(those)
        return those

    # pronouns

    def it(self, meta: Any) -> Any:
        return self._note(meta, None, word="it")

    itself = it

    def the_one(self, meta: Any) -> Any:
        return self._note(meta, None, word="it")

    def them(self, meta: Any) -> Any:
        return self._note(meta, None, word="them", plural=True)

    def they(self, meta: Any) -> Any:
        return self._note(meta, None, word="they", plural=True)

    def him(self, meta: Any) -> Any:
        return self._note(meta, None, word="him", player=True)

    he = him

    def that(self, meta: Any, noun: str) -> Any:
        return self._note(meta, None, noun, word="that")

    def that_adj(self, meta: Any, adjective: Any, noun: str) -> Any:
        return self._note(meta, None, noun, word="that")

    def ca_type(self, meta: Any, word: Token) -> str:
        return str(word)

    ca_subtype = ca_type

    def those(self, meta: Any, noun: str) -> Any:
        return self._note(meta, None, noun, word="those", plural=True)

    def the(self, meta: Any, noun: str) -> Any:
        if noun == "copy":
            return self._note(meta, ir.Memo("copy"), "spell")
        return self._note(meta, None, noun, word="the")

    def participle(self, meta: Any, *words: Any) -> str:
        word = str(words[0]) if words else ""
        return {"exiled": "exile", "removed": "exile", "found": "search", "milled": "mill", "removed from the game": "exile", "sacrificed": "sacrifice", "discarded": "discard",
                "returned": "return", "chosen": "choose", "revealed": "reveal", "destroyed": "destroy", "tapped": "tap",
                "untapped": "untap", "countered": "counter", "copied": "copy", "haunted": "haunt",
                "created": "create"}.get(word, word)

    def the_did(self, meta: Any, verb: str, noun: str) -> Any:
        return self._note(meta, None, noun, word="participle", subtype=verb)

    def haunted(self, meta: Any, *_: Any) -> Any:
        return self._note(meta, ir.Linked("haunt"), "creature")

    def the_other(self, meta: Any, *_: Any) -> Any:
        return self._note(meta, ir.Rest(), "card")

    def the_rest(self, meta: Any) -> Any:
        return self._note(meta, ir.Rest(), "card", plural=True)

    def both(self, meta: Any, *_: Any) -> Any:
        return self._note(meta, None, word="them", plural=True)

    def self(self, meta: Any, *_: Any) -> Any:
        return self._note(meta, ir.Self(), "self")

    def attached(self, meta: Any, noun: str) -> Any:
        return self._note(meta, ir.Attached(), noun)

    def np_and(self, meta: Any, *parts: Any) -> Any:
        mentions = [self.mentions.of(part) for part in parts]
        self._share_zone([m for m in mentions if m is not None])
        kinds = {m.player if m is not None else True for m in mentions}
        return self._note(meta, ir.Several(parts), mentions[0].noun if mentions[0] else "",
                          kinds.pop() if len(kinds) == 1 else None, plural=True)

    def _share_zone(self, mentions: list[Mention]) -> None:
        """ "target creature card and target land card from your graveyard": the zone belongs to both."""
        def zone(test: Any) -> Any:
            return next((part for part in ir.walk(test) if isinstance(part, ir.InZone)), None)
        last = mentions[-1].slot if mentions else None
        if last is None or zone(last.what) is None:
            return
        for mention in mentions[:-1]:
            slot = mention.slot
            if slot is not None and zone(slot.what) is None and ir.IsCard() in tuple(ir.walk(slot.what)):
                mention.slot = replace(slot, what=both(slot.what, zone(last.what)))

    def np_or(self, meta: Any, *parts: Any) -> Any:
        tests = [self._as_test(part) for part in parts]  # type: ignore[attr-defined]
        first = self.mentions.of(parts[0])
        return self._note(meta, ir.Chosen(either(*tests)), first.noun if first else "")

    def headnoun(self, meta: Any, *words: Token) -> str:
        kinds = [word.type for word in words]
        last = words[-1]
        if last.type == "SUBTYPE":
            return "land" if str(last) in vocabulary().land_types.values() else "creature"
        if "PLAYER" in kinds:
            return "target"
        if "OR" in kinds:
            return "spell or ability" if "ABILITY" in kinds else "permanent"
        return str(last) if last.type == "CARDTYPE" else INFLECTED.get(str(last), str(last))

    # cards in libraries and hands

    def top_card(self, meta: Any, whose: Any) -> Any:
        return self._note(meta, ir.TopCards(ONE, whose), "card")

    def top_cards(self, meta: Any, amount: ir.Amount, whose: Any) -> Any:
        return self._note(meta, ir.TopCards(amount, whose), "card", plural=True)

    def bottom_card(self, meta: Any, whose: Any) -> Any:
        return self._note(meta, ir.TopCards(ONE, whose, bottom=True), "card")

    def top_equal(self, meta: Any, amount: ir.Amount, whose: Any) -> Any:
        return self._note(meta, ir.TopCards(amount, whose), "card", plural=True)

    def hand_of(self, meta: Any, whose: Any) -> Any:
        return self._note(meta, ir.Every(ir.All((ir.IsCard(), ir.InZone("hand", whose)))), "card", plural=True)

    def graveyard_of(self, meta: Any, whose: Any) -> Any:
        return self._note(meta, ir.Every(ir.All((ir.IsCard(), ir.InZone("graveyard", whose)))), "card", plural=True)

    def graveyards(self, meta: Any) -> Any:
        return self._note(meta, ir.Every(ir.All((ir.IsCard(), ir.InZone("graveyard")))), "card", plural=True)

    # players

    def you(self, meta: Any) -> Any:
        return self._note(meta, ir.You(), "player", True)

    def pron_player(self, meta: Any, ref: Any) -> Any:
        mention = self.mentions.of(ref)
        if mention is not None:
            mention.player = True
        return ref

    def player(self, meta: Any) -> ir.Predicate:
        return PLAYER

    def opponent(self, meta: Any) -> ir.Predicate:
        return OPPONENT

    def player_who_controls(self, meta: Any, what: Any) -> ir.Predicate:
        return both(PLAYER, ir.Controls(self._as_test(what)))  # type: ignore[attr-defined]

    def player_other_than(self, meta: Any, who: Any) -> ir.Predicate:
        return both(PLAYER, ir.OtherThan(who))

    def _noun(self, who: ir.Predicate) -> str:
        return "opponent" if who == OPPONENT else "player"

    def target_player(self, meta: Any, who: ir.Predicate) -> Any:
        return self._note(meta, None, self._noun(who), True, slot=ir.TargetSlot(who))

    def target_players(self, meta: Any, number: Token, who: ir.Predicate) -> Any:
        slot = ir.TargetSlot(who, int(number), int(number))
        return self._note(meta, None, self._noun(who), True, slot=slot, plural=True)

    def target_players_upto(self, meta: Any, number: Token, who: ir.Predicate) -> Any:
        return self._note(meta, None, self._noun(who), True, slot=ir.TargetSlot(who, 0, int(number)), plural=True)

    def target_player_other(self, meta: Any, who: ir.Predicate) -> Any:
        return self._note(meta, None, self._noun(who), True, slot=ir.TargetSlot(who), alone=True)

    def each_player(self, meta: Any, who: ir.Predicate) -> Any:
        return self._note(meta, ir.EachPlayer(ir.Anything() if who == PLAYER else who), self._noun(who), True,
                          later=ir.Current(), plural=True)

    bare_player = each_player

    def each_other_player(self, meta: Any, who: ir.Predicate) -> Any:
        return self._note(meta, ir.EachPlayer(both(who, ir.OtherThan(ir.You()))), self._noun(who), True,
                          later=ir.Current(), plural=True)

    def any_player(self, meta: Any, who: ir.Predicate) -> Any:
        return self._note(meta, ir.EachPlayer(ir.Anything() if who == PLAYER else who), self._noun(who), True,
                          later=ir.Current())

    def a_player(self, meta: Any, who: ir.Predicate) -> Any:
        return self._note(meta, ir.SomePlayer(who), self._noun(who), True, later=ir.Memo("choose"))

    def another_player(self, meta: Any, who: ir.Predicate) -> Any:
        return self._note(meta, ir.SomePlayer(both(who, ir.OtherThan(ir.You()))), self._noun(who), True,
                          later=ir.Memo("choose"))

    def an_opponent(self, meta: Any, _: Token) -> Any:
        return self._note(meta, ir.SomePlayer(OPPONENT), "opponent", True, later=ir.Memo("choose"))

    def no_player(self, meta: Any, who: ir.Predicate) -> Any:
        return self._note(meta, ir.EachPlayer(ir.Not(who)), self._noun(who), True)

    def that_player(self, meta: Any, who: ir.Predicate) -> Any:
        return self._note(meta, None, self._noun(who), True, word="that")

    def chosen_player(self, meta: Any, who: ir.Predicate) -> Any:
        return self._note(meta, ir.ChosenPlayer(), "player", True)

    def defending_player(self, meta: Any, who: ir.Predicate) -> Any:
        return self._note(meta, ir.DefendingPlayer(), "player", True)

    def attacking_player(self, meta: Any, who: ir.Predicate) -> Any:
        return self._note(meta, ir.ActivePlayer(), "player", True)

    active_player = attacking_player

    def enchanted_player(self, meta: Any, who: ir.Predicate) -> Any:
        return self._note(meta, ir.Attached(), "player", True)

    def controller_of(self, meta: Any, what: Any) -> Any:
        return self._note(meta, ir.ControllerOf(self._thing(what)), "player", True)

    def owner_of(self, meta: Any, what: Any) -> Any:
        return self._note(meta, ir.OwnerOf(self._thing(what)), "player", True)

    controller_of_np = controller_of
    owner_of_np = owner_of

    def _thing(self, what: Any) -> Any:
        mention = self.mentions.of(what)
        if mention is not None and mention.word:
            mention.player = False
            mention.past = True
        return what

    def you_and(self, meta: Any, who: Any) -> Any:
        return self._note(meta, ir.Several((ir.You(), who)), "player", True, plural=True)

    def and_you(self, meta: Any, who: Any) -> Any:
        return self._note(meta, ir.Several((who, ir.You())), "player", True, plural=True)

    def poss_your(self, meta: Any) -> Any:
        return ir.You()

    def poss_their(self, meta: Any) -> Any:
        return self._note(meta, None, word="they", player=True)

    def poss_its(self, meta: Any) -> Any:
        return self._note(meta, None, word="it")

    def poss_np(self, meta: Any, who: Any) -> Any:
        return who
