"""Rules for players: changes by continuous effects of their permissions, prohibitions and costs.

A `pcant` is a player's verb phrase after "can't".
"""

from __future__ import annotations

from rulesite.engine.abilities.amounts import Amount, Number
from rulesite.engine.abilities.changes import Change
from rulesite.engine.abilities.costs import Cost
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.predicates import (
    All,
    AnyOf,
    Anything,
    Controlled,
    IsCard,
    IsObject,
    IsPermanent,
    IsSpell,
    Predicate,
)
from rulesite.engine.abilities.references import Every, Memo, Self, Several, You
from rulesite.engine.abilities.traits import HasType
from rulesite.engine.language.phrases import choice, fixed, made, passes, prints, reads, says

passes("pvp", "{:pstatic}", printed=False)
made("pstatic", "can't {change:pcant}", lambda change: change)
made("pstatic", "can't {one:pcant} or {other:pcant}", lambda one, other: (one, other))
fixed("being_cast", True, "(cast|played)")
FOR_PLAYING = "to cast spells or activate abilities"
DIFFERENCE = "{mana,up_to:mana_changed} {less:moreless}"
SAID_DIFFERENCE = "{mana,up_to,times,cost:dearer} {less:moreless}"

fixed("moreless", False, "more")
fixed("moreless", True, "less")
choice("combat_deed", attack="attack", block="block")
fixed("extra_turns", True, "on each of {:own} turns")


@node
class SpendAsAnyColor(Change):
    """The player may spend mana as though it were mana of any colour (`any_type`: of any type); `for_`: only to cast
    these, or to activate these abilities."""

    any_type: bool = False
    for_: Node | None = None
    color: str | None = None
    as_: str | None = None

    words = (
        says(
            "pstatic",
            "may spend {color:COLORWORD} mana as though it were mana of any color to pay the activation costs of"
            " {:itself}'s abilities",
            for_=Self(),
        ),
        says(
            "pstatic",
            "may spend other mana only as though it were colorless mana",
            color="other",
            as_="colorless",
            for_=None,
        ),
        says(
            "pstatic",
            "may spend {color:COLORWORD} mana as though it were {as_:COLORWORD} mana",
            for_=None,
        ),
        says(
            "pstatic",
            "may spend {color:COLORWORD} mana as though it were mana of any color to cast {for_:spell_named}",
        ),
        says(
            "pstatic", "may spend mana as though it were mana of any color to activate abilities of {for_:abilities_of}"
        ),
        says(
            "pstatic",
            "may spend mana as though it were mana of any type to activate abilities of {for_:abilities_of}",
            any_type=True,
        ),
        says("pstatic", "may spend mana as though it were mana of any color to cast {for_:spell_named}"),
        says("pstatic", "may spend mana as though it were mana of any type to cast {for_:spell_named}", any_type=True),
        *(
            says(
                "static",
                f"mana of any {sort} can be spent to cast {said} this way",
                surface=f"passive {said}",
                any_type=sort == "type",
                for_=Memo("cast"),
            )
            for sort in ("type", "color")
            for said in ("a spell", "spells")
        ),
        says(
            "static",
            "mana of any type can be spent to cast {for_:spell_named}",
            surface="passive",
            any_type=True,
        ),
        says("pstatic", "may spend {color:COLORWORD} mana as though it were mana of any color", for_=None),
        says("pstatic", "may spend mana as though it were mana of any color", for_=None),
        says("pstatic", "may spend mana as though it were mana of any type", any_type=True, for_=None),
    )


@node
class KeepsMana(Change):
    """The player doesn't lose this mana as steps and phases end."""

    words = (says("pstatic", "don't lose this mana as steps and phases end"),)


@node
class FlipsCoins(Change):
    """For each coin that a player would flip, he or she flips so many, and ignores all but one of them."""

    coins: int = 2

    words = (
        says("static", "if {:of_payers} would flip a coin, instead flip {coins:number} coins and ignore {:just_one}"),
    )


@node
class KeepsUnspentMana(Change):
    """The player doesn't lose unspent mana, or that of one color, as steps and phases end."""

    color: str | None = None

    words = (
        says("pstatic", "don't lose unspent {color:COLORWORD} mana as steps and phases end"),
        says("pstatic", "don't lose unspent mana as steps and phases end", color=None),
    )


@node
class PlayerCant(Change):
    """A player can't do something: `action` "gain life", "draw", "search", "play lands", "lose" ("lose by
    life": for having `limit` or less), "win", "untap", "be attacked", "lose life", "pay life" …; `limit`:
    more than that many each turn; `what`: only these objects."""

    action: str
    what: Predicate = Anything()
    limit: int | None = None

    words = (
        says("pstatic", "don't lose the game for having {limit:digits} or less life", action="lose by life"),
        says("pcant", "gain life", action="gain life"),
        says("pcant", "lose life", action="lose life"),
        says("pcant", "draw cards", action="draw"),
        prints("pcant", "draw more than one card each turn", action="draw", limit=1),
        says("pcant", "draw more than {limit:number} cards each turn", action="draw"),
        says("pcant", "search libraries", action="search"),
        says("pcant", "cycle cards", action="cycle"),
        says("static", "{:of_whose} life total can't change", action="change life total"),
        says("pcant", "get {:poison} counters", action="get poison counters"),
        says("pcant", "get counters", action="get counters"),
        says("pcant", "activate abilities", action="activate abilities"),
        says("pcant", "activate abilities that aren't mana abilities", action="activate other than mana abilities"),
        says(
            "pcant",
            "activate abilities that aren't mana abilities or {:loyalty_word} abilities",
            action="activate other than mana and loyalty abilities",
        ),
        says("pcant", "activate abilities of {what:all_those permanent}", action="activate abilities"),
        says("pcant", "activate {:walkers_own} {:loyalty_word} abilities", action="activate loyalty abilities"),
        says("pcant", "lose the game", action="lose"),
        says("pcant", "win the game", action="win"),
        says("pcant", "be attacked", action="be attacked"),
        says("pcant", "be attacked except by {what:all_others}", action="be attacked"),
        says("pcant", "be the target of {what:all_those permanent}", action="be targeted"),
        prints("pcant", "untap more than one {what:one_of} during {:own} untap step", action="untap", limit=1),
        says("pcant", "untap more than {limit:number} {what:one_of+} during {:own} untap step", action="untap"),
        says("pcant", "attack", action="attack"),
        says("pcant", "attack with {:creatures}", action="attack", surface="with"),
        says("pcant", "attack {what:whom_player}", action="attack"),
        prints("pcant", "{action:word}"),
        prints("pcant", "{action:word} more than {limit:number} times each turn"),
        reads(
            "static",
            "no more than {limit:number} {:creatures} can {action:combat_deed} [{what:whom_player}] {:each_combat}",
            surface="no more",
        ),
        prints(
            "static",
            "{:of_all} no more than {limit:so_many_creatures} can {action:combat_deed}"
            " [{what:whom_player}] each combat",
            surface="no more",
        ),
    )


@node
class PlayerCantPlay(Change):
    """A player can't play (cast) spells that fit; `limit`: more than that many each turn; `during`: only
    at that time."""

    what: Predicate
    limit: int | None = None

    words = (
        says("pcant", "cast {what:spells}"),
        says("pcant", "cast additional {what:spells}", surface="additional"),
        prints("pcant", "play {what:all_those spell}"),
        prints("pcant", "cast more than one spell each turn", what=IsSpell(), limit=1),
        says("pcant", "cast more than {limit:number} {what:limited_spells} each turn"),
        says("cants", "{what:playable} be {what:being_cast}", surface="be"),
    )


@node
class CantPayBy(Change):
    """A player can't pay costs of spells and abilities with life (`life`), nor by sacrificing matching permanents."""

    life: bool = True
    sacrifice: Predicate | None = None

    words = (
        says("pcant", f"pay life {FOR_PLAYING}", sacrifice=None),
        says("pcant", f"sacrifice {{sacrifice:all_those permanent}} {FOR_PLAYING}", life=False),
        says("pcant", f"pay life or sacrifice {{sacrifice:all_those permanent}} {FOR_PLAYING}"),
    )


@node
class PlaysOnlyWhen(Change):
    """A player can cast spells only any time he or she could cast a "sorcery", or during his or her own "turn"."""

    when: str

    words = (
        says("pstatic", "can cast spells only any time {:they_who} could cast a {:slow_kind}", when="sorcery"),
        reads("pstatic", "can cast spells only any time you could cast a sorcery", when="sorcery"),
        says("pstatic", "can cast spells only during {:own} own turn*", when="turn"),
    )


@node
class MaximumHandSize(Change):
    """The player's maximum hand size: None is "no maximum hand size"; with `change` the number is added, not set."""

    amount: Amount | None
    change: bool = False

    words = (
        says("pstatic", "have no maximum hand size", amount=None),
        says("static", "{:of_whose} maximum hand size is {amount:summand}", surface="is"),
        says("static", "{:of_whose} maximum hand size is equal to {amount:value}", surface="equal"),
        says("static", "{:of_whose} maximum hand size is reduced by {amount:less}", change=True),
        says("static", "{:of_whose} maximum hand size is increased by {amount:so_much_more}", change=True),
        prints("pstatic", "have a maximum hand size of {amount:value}"),
        prints("pstatic", "have {:own} maximum hand size changed by {amount:value}", change=True),
    )


@node
class DevotionMore(Change):
    """The player's devotion to each colour and to combinations of colours is so much greater (700.5a in 2021-09-24)."""

    amount: Amount

    words = (
        says(
            "static",
            "{:of_whose} devotion to each color and each combination of colors is increased by {amount:numeral}",
        ),
    )


@node
class ExtraLandPlays(Change):
    """The player may play additional lands on each of his or her turns; None: any number."""

    amount: Amount | None = Number(1)

    words = (
        says("pstatic", "may play a additional {:land} [{:extra_turns}]", amount=Number(1)),
        says("pstatic", "may play {amount:so_many} additional {:lands} [{:extra_turns}]"),
        says("pstatic", "may play up to {amount:so_many} additional {:lands} [{:extra_turns}]", surface="up to"),
        says("pstatic", "may play any number of {:lands} {:extra_turns}", amount=None),
    )


@node
class PlaysRevealed(Change):
    """The player plays with cards revealed: "hand" or "top" (the top card of the library)."""

    what: str

    words = (
        says("pstatic", "play with {:own} hand* revealed", what="hand"),
        says("pstatic", "play with the top card of {:own} library* revealed", what="top"),
    )


@node
class MayPlay(Change):
    """Permission: the player may play (cast) matching cards from their zone, at another cost or time than usual.

    `what` includes the zone. `cost` None: its usual cost; `Cost()`: without paying its mana cost. `timing`:
    "instant" if any time he or she could play an instant; `top`: only the top card of his or her library; `limit`: at
    most so often each turn; `own_turns`: only on his or her own turns.
    """

    what: Node
    cost: Cost | None = None
    timing: str | None = None
    lands: bool = True
    limit: int | None = None
    top: bool = False
    own_turns: bool = False

    words = (
        says(
            "static", "you may {cost:deed_cost} rather than pay the mana cost for {what:rather_for}", surface="rather"
        ),
        prints(
            "pstatic",
            "may play lands and cast spells from the top of your library",
            surface="both",
            top=True,
            what=Every(IsCard()),
        ),
        prints(
            "pstatic",
            "may play lands and cast {what:spells_besides} from the top of your library",
            surface="lands and",
            top=True,
        ),
        prints("pstatic", "may play lands and cast {what:spells_from_there}", surface="lands and", top=False),
        prints("pstatic", "may play lands and cast spells from {what:from_those}", surface="both"),
        prints("pstatic", "may play lands and cast spells from your {what:one_zone}", surface="both"),
        prints(
            "pstatic",
            "may {lands,what,surface:play_or_cast} {what:from_where} from the top of your library",
            top=True,
            cost=None,
            timing=None,
            limit=None,
        ),
        prints(
            "pstatic",
            "may {lands,what,surface:play_or_cast} {what:from_where} [{limit:times_a_turn}]"
            " {what,cost:at_cost} {what,timing:flash}",
        ),
    )


@node
class MayLookAt(Change):
    """The player may look at cards that are hidden from others; this does not affect the course of the game."""

    what: Node

    words = (prints("pstatic", "may look at {what:np}"),)


made(
    "static",
    "you may play {:lands} and cast spells from the top of {:your_own} library",
    lambda: MayPlay(Every(IsCard()), top=True, surface="both"),
)
made(
    "static",
    "you may play {:lands} and cast {what:spells_besides} from the top of {:your_own} library",
    lambda what: MayPlay(what, top=True, surface="lands and"),
)
made(
    "static",
    "you may play {:lands} and cast spells from {those:from_those}",
    lambda those: MayPlay(Every(All((IsCard(), those))), surface="both"),
)
made(
    "static",
    "you may play {:lands} and cast {what:spells_from_there}",
    lambda what: MayPlay(what, surface="lands and" if isinstance(what.what, AnyOf) else "both"),
)


@node
class ActivatesAgain(Change):
    """The player may activate once-only abilities of a keyword as though they had not been activated."""

    keyword: str

    words = (
        reads("static", "you may activate {keyword:before_ability} ability as though they haven't been activated"),
        prints("pstatic", "may activate {keyword:before_ability} abilities as though they haven't been activated"),
    )


@node
class ActivatesAsInstant(Change):
    """The player may activate abilities of a keyword any time he or she could cast an instant."""

    keyword: str

    words = (
        reads("static", "you may activate {keyword:KEYWORD} abilities any time you could cast an instant"),
        prints("pstatic", "may activate {keyword:word} abilities any time you could cast an {:instantly}"),
    )


@node
class ActivatesLoyaltyAsInstant(Change):
    """The player may activate loyalty abilities of some planeswalkers on any player's turn any time he or she could
    cast an instant."""

    of: Node

    words = (
        reads(
            "static",
            "you may activate {:loyalty_word} abilities of {of:np} on any player's turn any time you could cast an"
            " instant",
        ),
        prints(
            "pstatic",
            "may activate loyalty abilities of {of:bare_np} on any player's turn any time {:they_who} could cast an"
            " instant",
        ),
        *(
            part
            for whose in ("her", "his", "its")
            for part in (
                reads(
                    "static",
                    f"you may activate {whose} {{:loyalty_word}} abilities any time you could cast an instant",
                    of=Self(),
                    surface=whose,
                ),
                prints(
                    "pstatic",
                    f"may activate {whose} loyalty abilities any time {{:they_who}} could cast an instant",
                    of=Self(),
                    surface=whose,
                ),
            )
        ),
    )


@node
class AsThoughInYours(Change):
    """The player may play cards in other players' graveyards as though they were in his or her own (609.4)."""

    words = (
        reads(
            "static",
            "you may play {:lands} and cast spells from other player's graveyard {:within} as though those card were in"
            " {:your_own} graveyard",
        ),
        reads(
            "static",
            "you may play {:lands} and cast spells from other player's graveyard as though those card were in"
            " {:your_own} graveyard",
        ),
        reads(
            "static",
            "you may play card from other player's graveyard {:within} as though {:it_or_they} were in {:your_own}"
            " graveyard",
        ),
        reads(
            "static",
            "you may play card from other player's graveyard as though {:it_or_they} were in {:your_own} graveyard",
        ),
        prints(
            "pstatic",
            "may play lands and cast spells from {:of_others} as though those cards were in your graveyard",
        ),
    )


@node
class SkipsStep(Change):
    """The player skips a step or phase ("draw", "untap", "combat", "turn")."""

    step: str

    words = (prints("pstatic", "skip {:own} {step:steplong}"),)


@node
class CostChange(Change):
    """Matching spells or abilities of the player concerned cost more (`less` False) or less to play.

    `mana` is the difference in symbols, `times` multiplies it. `abilities`: activated abilities of matching sources;
    `keyword`: only the cost of a keyword ("cycling", "equip", "flashback"); `first`: only the first such spell of each
    turn; `up_to`: the cost is reduced by at most so much, as far as there is a cost; `aimed`: only with a matching
    target; `colored`: coloured mana in the reduction reduces only mana of its colour; `least_one`: the reduced cost is
    at least one mana; `step`: only in that step of the turns of this effect's player; `foreign`: not during the
    caster's own turns.
    """

    what: Predicate
    mana: str
    less: bool
    times: Amount | None = None
    abilities: bool = False
    keyword: str | None = None
    cost: Cost | None = None
    nth: int | None = None
    up_to: bool = False
    except_mana: bool = False
    aimed: Predicate | None = None
    colored: bool = False
    least_one: bool = False
    step: str | None = None
    foreign: bool = False

    words = (
        says(
            "ovp", f"{{what,surface:costing}} cost {DIFFERENCE} to cast during your {{step:steplong}}", surface="during"
        ),
        says(
            "ovp",
            f"{{what,surface:costing}} cost {DIFFERENCE} to cast except during its controller's turn",
            foreign=True,
        ),
        says("ovp", "{what,surface:costing} cost a additional {cost:more_cost} to cast", mana="", less=False),
        says(
            "static",
            f"{{:itself}}'s {{keyword:KEYWORD}} ability costs {DIFFERENCE} to activate if it targets"
            " a {aimed:such_permanent}",
            surface="own",
            what=IsObject(Self()),
        ),
        says(
            "static",
            f"activated abilities cost {DIFFERENCE} to activate {{except_mana:unless_mana}}",
            what=Anything(),
            abilities=True,
        ),
        says(
            "static",
            f"abilities {{:of_payers}} activate cost {DIFFERENCE} to activate {{except_mana:unless_mana}}",
            what=Anything(),
            abilities=True,
            surface="of payers",
        ),
        says(
            "static",
            f"abilities {{:of_payers}} activate cost {DIFFERENCE} to activate",
            what=Anything(),
            abilities=True,
            surface="of payers",
        ),
        says("static", f"the {{nth:ordinal}} {{what:one_of spell}} each turn costs {DIFFERENCE} to cast"),
        reads("ovp", f"{{what,surface:costing}} cost {DIFFERENCE} [to cast] [for each {{times:countable}}]"),
        prints("ovp", f"{{what,surface:costing}} cost {SAID_DIFFERENCE} to cast {{times:for_each}}"),
        prints(
            "ovp",
            f"{{what,surface:costing}} cost {DIFFERENCE} to cast."
            " this effect reduces only the amount of colored mana you pay",
            colored=True,
        ),
        says(
            "static",
            f"activated abilities of {{what:sources}} cost {DIFFERENCE} to activate {{except_mana:unless_mana}}",
            abilities=True,
            surface="of sources",
        ),
        reads("static", f"activated abilities of {{what:sources}} cost {DIFFERENCE} [to activate]", abilities=True),
        prints(
            "static",
            f"activated abilities of {{what:sources}} cost {SAID_DIFFERENCE} to activate {{times:for_each}}",
            abilities=True,
        ),
        says(
            "static",
            f"abilities {{:of_payers}} activate that aren't mana abilities cost {DIFFERENCE} to activate",
            what=Anything(),
            abilities=True,
            except_mana=True,
            surface="of payers_that",
        ),
        prints(
            "static",
            f"abilities {{:of_payers}} activate that aren't mana abilities cost {DIFFERENCE} to activate."
            " this effect can't reduce the mana in that cost to less than one mana",
            what=Anything(),
            abilities=True,
            except_mana=True,
            least_one=True,
            surface="of payers_that",
        ),
        prints(
            "static",
            f"activated abilities of {{what:sources}} cost {SAID_DIFFERENCE} to activate."
            " this effect can't reduce the mana in that cost to less than one mana",
            abilities=True,
            least_one=True,
        ),
        says("static", f"{{keyword:KEYWORD}} costs {{:of_payers}} pay cost {DIFFERENCE}", what=Anything()),
        reads(
            "static",
            f"{{keyword:KEYWORD}} costs {{:of_payers}} pay cost {DIFFERENCE} for each {{times:countable}}",
            what=Anything(),
        ),
        prints(
            "static",
            f"{{keyword:KEYWORD}} costs {{:of_payers}} pay cost {SAID_DIFFERENCE} {{times:for_each}}",
            what=Anything(),
        ),
        says(
            "static",
            f"unlock costs {{:of_payers}} pay cost {DIFFERENCE}",
            surface="unlock",
            what=Anything(),
            keyword="unlock",
        ),
        *(
            says(
                "static",
                f"{doing} cards{where} costs {DIFFERENCE}",
                surface=f"{doing}{where}".replace(" ", "_"),
                what=Anything(),
                keyword=keyword,
            )
            for keyword, doing in (("plot", "plotting"), ("foretell", "foretelling"))
            for where in ("", " from your hand")
        ),
        says(
            "static",
            f"abilities {{:of_payers}} activate that target {{aimed:such}} cost {DIFFERENCE} to activate",
            what=Anything(),
            abilities=True,
            surface="of payers",
        ),
        says(
            "static",
            f"{{keyword:KEYWORD}} abilities {{:of_payers}} activate cost {DIFFERENCE} to activate",
            surface="abilities",
            what=Anything(),
        ),
        says(
            "static",
            f"{{keyword:KEYWORD}} abilities {{:of_payers}} activate of {{what:all_those permanent}} cost"
            f" {DIFFERENCE} to activate",
            surface="abilities",
        ),
        says(
            "static",
            f"{{keyword:KEYWORD}} abilities {{:of_payers}} activate that target {{aimed:such}} cost {DIFFERENCE} to"
            " activate",
            surface="abilities",
            what=Anything(),
        ),
    )


@node
class KeywordCostInstead(Change):
    """The player may pay another cost rather than that of a keyword, for all objects or for matching ones."""

    keyword: str
    cost: Cost
    of: Predicate | None = None

    words = (
        says("static", "you may {cost:deed_cost} rather than pay {keyword:KEYWORD} costs", of=None),
        says("static", "you may {cost:deed_cost} rather than pay the {keyword:KEYWORD} cost for {of:all_those}"),
    )


@node
class FirstSpellHas(Change):
    """The first matching spell that the player casts each turn has abilities."""

    what: Predicate
    abilities: tuple[Node, ...]

    words = (says("static", "the {:first} {what:one_of spell} each turn has {abilities:kws}"),)


WALKERS = Every(All((HasType("planeswalker"), IsPermanent(), Controlled(You()))), surface="bare")
OR_WALKERS = Several((You(), WALKERS))


@node
class LoyaltyCostMore(Change):
    """The player's loyalty abilities cost an additional number of loyalty counters, put on (positive) or removed."""

    more: Amount

    words = (
        says(
            "static",
            "{:of_planeswalkers} {:loyalty_word} abilities you control cost a additional {more:loyalty} to activate",
        ),
        says(
            "static",
            "{:of_planeswalkers} {:loyalty_word} abilities you activate cost a additional {more:loyalty} to activate",
            surface="activate",
        ),
    )


@node
class LeastCost(Change):
    """Spells that would cost less than so much mana cost that much."""

    least: int

    words = (
        says(
            "static",
            "each spell that would cost less than {least:number} mana to cast costs {least:again} mana to cast",
        ),
    )


@node
class DamageLeavesLife(Change):
    """Damage that would reduce the player's life total to less than a number reduces it to that number instead."""

    least: int

    words = (
        says(
            "static",
            "damage that would reduce {:of_whose} life total to less than {least:digits} reduces it to {least:again}"
            " instead",
        ),
    )


@node
class DamageAsThough(Change):
    """Damage, or only damage `to` some recipients, is dealt as though its source had a keyword ("wither", "infect")."""

    keyword: str
    to: Predicate = Anything()

    words = (
        says("static", "all damage is dealt as though {:its} source had {keyword:KEYWORD}"),
        says("static", "all damage is dealt to {to:struck} as though {:its} source had {keyword:KEYWORD}"),
    )


@node
class DamageUnpreventable(Change):
    """Damage can't be prevented; `by`: only damage by matching sources; `combat`: only combat damage."""

    by: Predicate = Anything()
    combat: bool = False

    words = (
        says("static", "damage can't be prevented"),
        says("static", "combat damage can't be prevented", combat=True),
        says("static", "damage that would be dealt by {by:dealers} can't be prevented"),
        says("static", "combat damage that would be dealt by {by:dealers} can't be prevented", combat=True),
    )


@node
class AttackTax(Change):
    """Creatures can't attack (with `block`: can't block) the player `whom` (None: anybody) unless their
    controller pays a cost for each."""

    what: Predicate
    cost: Cost
    whom: Node | None = None
    block: bool = False

    words = (
        reads(
            "cants",
            "{what,surface:taxed} attack you unless {surface:payer} pay {cost:costof} [for each {cost:also}]",
            whom=You(),
        ),
        reads(
            "cants",
            "{what,surface:taxed} attack you or {:walkers} you control unless {surface:payer} pay {cost:costof}"
            " [for each {cost:also}]",
            whom=OR_WALKERS,
        ),
        reads("cants", "{what,surface:taxed} attack unless {surface:payer} pay {cost:costof} [for each {cost:also}]"),
        reads(
            "cants", "{what,surface:taxed} attack unless {surface:payer} pay {cost:costof} for each {surface:of_those}"
        ),
        reads(
            "cants",
            "{what,surface:taxed} block unless {surface:payer} pay {cost:costof} for each {surface:of_those}",
            block=True,
        ),
        reads(
            "cants",
            "{what,surface:taxed} attack you unless {surface:payer} pay {cost:costof} for each {surface:of_those}",
            whom=You(),
        ),
        reads(
            "cants",
            "{what,surface:taxed} attack you or {:walkers} you control unless {surface:payer} pay {cost:costof}"
            " for each {surface:of_those}",
            whom=OR_WALKERS,
        ),
        prints(
            "cants",
            "{what,surface:taxed} attack you or planeswalkers you control"
            " unless {cost,what,surface:paid_by_each attacking}",
            whom=OR_WALKERS,
        ),
        prints("cants", "{what,surface:taxed} attack [{whom:np}] unless {cost,what,surface,whom:paid_by attacking}"),
        prints(
            "cants",
            "{what,surface:taxed} block [{whom:np}] unless {cost,what,surface,whom:paid_by blocking}",
            block=True,
        ),
    )


@node
class RevealsDrawn(Change):
    """The player reveals a card as he or she draws it: the `nth` card each turn (None: every card)."""

    nth: int | None = None

    words = (
        says("pstatic", "reveal the {nth:ordinal} card {:they_who} draw each turn"),
        says("pstatic", "reveal each card {:they_who} draw", surface="each", nth=None),
        prints("pstatic", "reveal each card {:they_who} draw as {:they_who} draw it", nth=None),
    )
