"""The kinds of ability. `static_parts` has the parts of static abilities, `play_limits` the limits on playing.

An object's text compiles to a tuple of these. Zones are named as in `predicates`.
"""

from __future__ import annotations

from functools import partial

from rulesite.engine.abilities.amounts import Amount, AtLeast, Number, ThatMuch, UpTo, X
from rulesite.engine.abilities.conditions import Condition
from rulesite.engine.abilities.costs import Cost
from rulesite.engine.abilities.events import Event
from rulesite.engine.abilities.instructions import Instruction
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.play_limits import PlayRestriction
from rulesite.engine.abilities.predicates import (
    All,
    AnyOf,
    Anything,
    Controlled,
    IsCard,
    IsPermanent,
    IsPlayer,
    Not,
    OtherThan,
    Predicate,
    both,
)
from rulesite.engine.abilities.references import ChosenPlayer, Self
from rulesite.engine.abilities.traits import ColorCount, Compares, HasChosen, HasColor, HasType, SharesQuality
from rulesite.engine.language.patterns import hole
from rulesite.engine.language.phrase import ANY
from rulesite.engine.language.phrases import fixed, made, means, passes, prints, reads, says


class Ability(Node):
    """An ability of an object."""

    text: str


SO_MANY = "{minimum,maximum,amount:aimed_many}"
ANY_TARGET = AnyOf(
    (All((AnyOf((HasType("creature"), HasType("planeswalker"), HasType("battle"))), IsPermanent())), IsPlayer())
)
"""Anything that can be dealt damage (115.4)."""
ANY_OTHER_TARGET = both(ANY_TARGET, OtherThan(Self(), surface="other"))


@node
class TargetSlot(Node):
    """The legal choices for one use of the word "target". Slots are numbered by their place in the ability.

    `minimum` and `maximum` count the objects or players to choose ("up to two target creatures" is 0 to 2);
    `maximum` None: any number. `amount` is set if the number is worked out ("X target creatures").
    `chooser` None: the controller. `different`: slot numbers from which it must differ ("another target"); `at_random`:
    chosen at random.
    """

    what: Predicate
    minimum: int = 1
    maximum: int | None = 1
    amount: Amount | None = None
    chooser: Node | None = None
    different: tuple[int, ...] = ()
    at_random: bool = False

    words = (
        says("npa", "target {what,chooser:aimed} chosen at random", at_random=True),
        says("npa", "a {surface:nth} target {what,chooser:aimed}", different=ANY),
        says("npa", "any target of {chooser:poss} choice", day="any_target", what=ANY_TARGET),
        says("npa", "any target", day="any_target", what=ANY_TARGET),
        says("npa", "any target other than {what:than_which}", day="any_target"),
        says("npa", "any other target", day="any_target", what=ANY_OTHER_TARGET),
        says("npa", "another target", surface="one_more", day="any_target", what=ANY_OTHER_TARGET),
        prints("npa", "another target", surface="one_more", day="any_target", what=ANY_TARGET, different=ANY),
        prints("npa", "any other target", day="any_target", what=ANY_TARGET, different=ANY),
        says("npa", f"{SO_MANY} target*", day="any_target", what=ANY_TARGET),
        reads("npa", f"each of {SO_MANY} target*", what=ANY_TARGET),
        says("npa", f"{SO_MANY} other target*", day="any_target", what=ANY_OTHER_TARGET),
        prints("npa", f"{SO_MANY} other target*", day="any_target", what=ANY_TARGET, different=ANY),
        reads("npa", f"each of {SO_MANY} other target*", what=ANY_OTHER_TARGET),
        says("npa", "another target {what,chooser:aimed_other}"),
        reads("npa", "other target {what,chooser:aimed_other}"),
        says("npa", "target {what,chooser:aimed}"),
        prints("npa", "another target {what,chooser:aimed}", different=ANY),
        says("npa", f"{SO_MANY} other target {{what,chooser:aimed_other}}"),
        says("npa", f"{SO_MANY} target {{what,chooser:aimed}}"),
        prints("npa", f"{SO_MANY} other target {{what,chooser:aimed}}", different=ANY),
        reads("npa", f"each of {SO_MANY} target {{what,chooser:aimed}}", surface="each of"),
        reads("npa", f"each of {SO_MANY} other target {{what,chooser:aimed_other}}", surface="each of"),
    )


N, LETTER = hole("n"), X(hole("letter"))
means("targetqty", "{n:number}", (N, N, None))
means("targetqty", "{letter:LETTER}", (0, None, LETTER), printed=False)
means("targetqty", "up to {n:number}", (0, hole("n", int), None))
means("targetqty", "up to {letter:LETTER}", (0, None, UpTo(LETTER)), printed=False)
means("targetqty", "any number of", (0, None, None))
means("targetqty", "one or more", (1, None, None))
means("targetqty", "{n:number} or more", (N, None, None))
means("targetqty", "at least {n:number}", (N, None, None), printed=False)
means("targetqty", "one, two, or three", (1, 3, None), read=False)
means("targetqty", "{n:number} or {high:number}", (N, hole("high"), None))
means("targetqty", "{n:number}, {:number}, or {high:number}", (N, hole("high"), None), printed=False)
means("targetqty", "up to that many", (0, None, UpTo(ThatMuch())), surface="up to that many")
means("targetqty", "that many", (0, None, ThatMuch()), printed=False)
made("pnx", "target {what:pdesc}", TargetSlot)
made("pnx", "target {what:pdesc} chosen at random", partial(TargetSlot, at_random=True))
made("pnx", "{n:number} target {what:pdesc}", lambda what, n: TargetSlot(what, n, n))
made("pnx", "each of {n:number} target {what:pdesc}", lambda what, n: TargetSlot(what, n, n))
made("pnx", "up to {n:number} target {what:pdesc}", lambda what, n: TargetSlot(what, 0, n))
made("pnx", "any number of target {what:pdesc}", lambda what: TargetSlot(what, 0, None))
made("pnx", "another target {what:pdesc}", partial(TargetSlot, surface="alone"))


@node
class SpellAbility(Ability):
    """The effect of an instant or sorcery as it resolves. A card has at most one: its paragraphs in order."""

    effect: Instruction
    targets: tuple[TargetSlot, ...] = ()
    text: str = ""


@node
class ActivatedAbility(Ability):
    """ "cost: effect". `zones`: where it functions."""

    cost: Cost
    effect: Instruction
    targets: tuple[TargetSlot, ...] = ()
    restrictions: tuple[PlayRestriction, ...] = ()
    zones: tuple[str, ...] = ("battlefield",)
    text: str = ""


@node
class TriggeredAbility(Ability):
    """ "When/Whenever/At event, effect". `condition` is an intervening "if"; `word` the trigger word.

    `limit`: triggers at most that many times in each `span`, "turn" or "game". `linked` is the index of the ability
    of the same text that this one refers to ("this way", "the exiled card"), else None.
    """

    event: Event
    effect: Instruction
    targets: tuple[TargetSlot, ...] = ()
    condition: Condition | None = None
    zones: tuple[str, ...] = ("battlefield",)
    word: str = "whenever"
    limit: int | None = None
    span: str = "turn"
    linked: int | None = None
    text: str = ""


@node
class StaticAbility(Ability):
    """A statement that is simply true while the object is in `zones` and the `condition` holds.

    `defines`: it is characteristic-defining/-setting for the object itself (functions in every zone where
    the era says so).
    """

    parts: tuple[Node, ...]
    condition: Condition | None = None
    zones: tuple[str, ...] = ("battlefield",)
    defines: bool = False
    text: str = ""


@node
class DieResult(Ability):
    """A row of a results table: the effect if the die rolled by the ability before it shows `low` to `high` (None: or
    more)."""

    low: int
    high: int | None
    effect: Instruction
    targets: tuple[TargetSlot, ...] = ()
    text: str = ""


@node
class LevelAbility(Ability):
    """The text at a level symbol (711.2 in 2010-06-18), or, `surface` "class", at a level bar of a Class (716.2a in
    2021-07-23): `expands` is the static ability that it stands for."""

    low: int
    high: int | None
    expands: tuple[StaticAbility, ...] = ()
    text: str = ""


LATER = "{keyword:KEYWORD}\0. the {keyword:KEYWORD} cost is equal to"


@node
class KeywordAbility(Ability):
    """A keyword, lower case ("first strike", "cycling", "islandwalk"), its parameter, and its definition.

    The keyword decides which parameters are set: `cost`, `amount`, `quality` or, for a few, two of them. `expands`
    are the abilities that the definition spells out; empty for a rule modifier (flying, trample …) that the engine
    knows by name. `limits` are the limits on its activation from the sentences after it.
    """

    keyword: str
    cost: Cost | None = None
    amount: Amount | None = None
    quality: Predicate | None = None
    expands: tuple[Ability, ...] = ()
    text: str = ""
    limits: tuple[PlayRestriction, ...] = ()

    words = (
        prints("kw", "threshold — {expands:spoken}", keyword="threshold"),
        prints("kw", "{keyword:KEYWORD} {amount:lettered_number}"),
        prints("kw", "ravenous", keyword="ravenous"),
        prints("kw", "prototype {cost:mana_cost} — {quality:prototype_size}", keyword="prototype"),
        prints("kw", "max speed — {expands:granted}", keyword="max speed"),
        prints("kw", "solved — {expands:granted}", keyword="solved"),
        prints("kw", "to solve — {expands:solving}", keyword="to solve"),
        prints("kw", "companion — {expands:spoken}", keyword="companion"),
        says("kw", "{quality:offered} offering", keyword="offering"),
        prints("kw", "boast — {expands:boasted 2}", keyword="boast"),
        prints("kw", "exhaust — {expands:boasted 1}", keyword="exhaust"),
        prints("kw", "power-up — {expands:boasted 1}", keyword="power-up"),
        prints("kw", "forecast — {expands:boasted 2}", keyword="forecast"),
        prints("kw", f"{LATER} the card's mana cost plus {{cost:besides_mana}}", surface="after card's"),
        prints("kw", f"{LATER} the card's mana cost", surface="after card's", cost=ANY),
        prints("kw", f"{LATER} that card's mana cost", surface="after that card's", cost=ANY),
        prints("kw", f"{LATER} its mana cost plus {{cost:besides_mana}}", surface="after"),
        prints("kw", f"{LATER} its mana cost", surface="after", cost=ANY),
        says("kw", "{keyword:keyword}"),
        says("kw", "{keyword:KEYWORD} {cost:mana_cost}"),
        reads("kw", "{keyword:KEYWORD} {cost:mana_cost} or {cost:mana_cost}"),
        reads("kw", "{keyword:KEYWORD} {cost:each_cost}", surface="and/or"),
        prints("kw", "{keyword:KEYWORD} {cost:dashed pay}", surface="pay"),
        says("kw", "{keyword:KEYWORD} {cost:dashed}"),
        says("kw", "{keyword:KEYWORD} {amount:of_keyword}"),
        says("kw", "{keyword:KEYWORD} {amount:of_keyword number and cost}{cost:mana_behind}"),
        says("kw", "{keyword:KEYWORD} {quality:kind} {amount:of_keyword}"),
        says("kw", "{keyword:keyword_of} a {quality:kind}"),
        prints("kw", "partner—{quality:called}", keyword="partner"),
        prints("kw", "{keyword:KEYWORD} {quality:called}"),
        says("kw", "{keyword:KEYWORD} {quality:keyword_behind}"),
        says("kw", "protection from the chosen player", keyword="protection", quality=Controlled(ChosenPlayer())),
        says("kw", "protection from {quality:quals}", keyword="protection"),
        says("kw", "{keyword:any_landwalk} of the chosen type", quality=HasChosen("land type")),
        prints("kw", "{keyword:land_keyword}", quality=ANY),
        reads("kw", "{quality:landwalk}"),
        reads("kw", "{:SUPERTYPE} {quality:landwalk}"),
        reads("kw", "{:CARDTYPE} {quality:landwalk}"),
        reads("kw", "non {:SUPERTYPE} {quality:landwalk non}"),
        reads("kw", "{quality:landhome}"),
        says("kw", "{quality:typecycling} {cost:mana_cost}", keyword="typecycling"),
        reads("kw", "{:SUPERTYPE} {quality:typecycling} {cost:mana_cost}", keyword="typecycling"),
        reads("kw", "{:CARDTYPE} {quality:typecycling} {cost:mana_cost}", keyword="typecycling"),
        says("kw", "bands with other {quality:kind+}", keyword="bands with other"),
        says("kw", "gift a card", keyword="gift", quality=IsCard()),
        says("kw", "gift a {quality:kind}", keyword="gift"),
        says("kw", "haunt", keyword="haunt"),
        says("kw", "station", keyword="station"),
        says("kw", "enchant {quality:enchanted}", keyword="enchant"),
        says("kw", "{keyword:KEYWORD} {quality:kind} {cost:mana_cost}"),
        says("kw", "{keyword:KEYWORD} with {quality:kind} {cost:mana_cost}", surface="with"),
        says(
            "kw",
            "{keyword:materials} with one or more {quality:kind+} {cost:mana_cost}",
            surface="one or more",
            amount=AtLeast(Number(1)),
        ),
        says("kw", "{keyword:materials} with {amount:whole} {quality:kind+} {cost:mana_cost}", surface="so many"),
        says("kw", "{keyword:KEYWORD} from {quality:kind} {cost:mana_cost}", surface="from"),
        says("kw", "{keyword:KEYWORD} for {quality:kind+}", surface="for"),
        says("kw", "{keyword:KEYWORD} from {quality:quals}"),
    )


made("each_cost", "{one:MANASYMBOLS} and/or {other:MANASYMBOLS}", lambda one, other: (one, other))
fixed("qual", Anything(), "everything")
fixed("qual", HasChosen("card type"), "the chosen card type")
fixed("qual", HasChosen("color"), "the chosen color")
fixed("qual", HasChosen("color", surface="that"), "that color")
fixed("qual", ColorCount(">=", 1), "all colors")
made("qual", "each color", lambda: ColorCount(">=", 1, surface="each"))
made("qual", "the colors of {of:colored}", lambda of: SharesQuality("color", of, True, surface="colors of"))
made("qual", "each {name:stat} among {of:colored}", lambda name, of: SharesQuality(name, of, surface="each among"))
means(
    "qual",
    "each {name:stat} among {of:colored}",
    SharesQuality(hole("name"), hole("of")),
    surface="each among",
    read=False,
)
made("qual", "each of {of:whose} colors", lambda of: SharesQuality("color", of, True, surface="each of"))
means("qual", "the colors of {of:colored}", SharesQuality("color", hole("of"), True), surface="colors of", read=False)
means("qual", "each of {of:whose} colors", SharesQuality("color", hole("of"), True), surface="each of", read=False)
means("qual", "each color", ColorCount(">=", 1), surface="each", read=False)
means("qual", "{name:stat} {op,value:cmp}", Compares(hole("name"), hole("op"), hole("value")))
fixed("qual", ColorCount(">=", 2), "multicolored")
fixed("qual", ColorCount("=", 1), "monocolored")
fixed("qual", ColorCount("=", 0), "colorless")
made("qual", "{color:COLORWORD}", HasColor)
made("qual", "non {color:COLORWORD}", lambda color: Not(HasColor(color)))
made("qual", "{bare:kind}", lambda bare: bare)


passes("kw", "{:quoted}", surface='"', printed=False)
