"""Instructions about spells and choices: countering, copying, playing, choosing."""

from __future__ import annotations

from typing import ClassVar

from rulesite.engine.abilities.amounts import Amount, Number
from rulesite.engine.abilities.conditions import Condition
from rulesite.engine.abilities.costs import Cost
from rulesite.engine.abilities.instructions import Instruction
from rulesite.engine.abilities.moves import Destination
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.predicates import Anything, Predicate
from rulesite.engine.abilities.references import You
from rulesite.engine.language.phrases import fixed, made, passes, prints, reads, says

_COUNTERED = "if that spell is countered this way"


@node
class CounterSpell(Instruction):
    """Counter spells or abilities; a countered spell goes to `to` instead of its owner's graveyard, if
    given and if it fits `which`."""

    what: Node
    to: Destination | None = None
    which: Predicate = Anything()

    words = (
        says("pvp", "counter {what:patient}"),
        prints("remark", f"{_COUNTERED}, {{to:put_instead}} of putting it into its owner's graveyard"),
        prints("remark", f"{_COUNTERED}, {{to:put_instead}} of into that player's graveyard", surface="that player"),
        prints(
            "remark",
            "if {which:countered_so spell} is countered this way, {to:put_instead} of into its owner's graveyard",
            surface="of such",
        ),
    )


@node
class ChooseQuality(Instruction):
    """A player chooses a "color", "creature type", "basic land type", "land type", "card name", "number",
    "opponent", "player" …; remembered with the object (or with this effect). `among`: the name of a matching card; a
    number is from `least` to `most`; `only`: one of these words."""

    quality: str
    who: Node = You()
    except_: tuple[str, ...] = ()
    among: Predicate = Anything()
    most: int | None = None
    least: int = 0
    only: tuple[str, ...] = ()

    home: ClassVar[str] = "pvp"
    words = (
        says("chosen", "a number between {least:digits} and {most:digits}", quality="number"),
        says("chosen", "a {quality:choosable}"),
        prints("chosen", "an opponent", quality="opponent"),
        says("chosen", "any card name", surface="any", quality="card name"),
        says("chosen", "a color other than {except_:other_color}", quality="color"),
        says("chosen", "a {:creature} type other than {except_:other_type}", quality="creature type"),
        says("chosen", "{except_:colors_named}", surface="either", quality="color"),
        says("chosen", "{only:types_named}", surface="of these", quality="card type"),
        says("chosen", "odd or even", quality="parity", only=("odd", "even")),
        says("chosen", "a color of {among:such}", quality="color"),
        says("chosen", "a {among:such_card} name", quality="card name"),
        reads("chosen", "a {among:such_card}", quality="card name"),
        says("chosen", "a card name other than a {among:no_such_card} name", quality="card name"),
        reads("chosen", "a card [name] other than a {among:no_such_card}", quality="card name"),
    )


made("colors_named", "{one:COLORWORD} or {other:COLORWORD}", lambda one, other: (str(one), str(other)))
made("types_named", "{one:CARDTYPE} or {other:CARDTYPE}", lambda one, other: (str(one), str(other)))
made(
    "types_named",
    "{one:CARDTYPE}, {two:CARDTYPE}, or {three:CARDTYPE}",
    lambda one, two, three: (str(one), str(two), str(three)),
)
ANY_OPPONENT = ChooseQuality("opponent", surface="and", joint="and")
passes("pvp", "choose {:chosen}", surface="apart")
passes("pvp", "name {:chosen}", surface="apart", printed=False)
passes("pvp", "{:chosen}", surface="and", read=False)
fixed("choosable", "color", "color")
passes("choosable", "{:typesort}")
made("choosable", "{kind:CARDTYPE} type", "{kind} type".format)
for quality in ("card name", "card type", "number"):
    fixed("choosable", quality, quality)
fixed("choosable", "card name", "card")


@node
class ChooseWord(Instruction):
    """A player chooses a word without a meaning of its own: "Khans or Dragons" (614.12b in 2015-01-23)."""

    options: tuple[str, ...]
    who: Node = You()

    words = (prints("pvp", "choose {options:either_word}"),)


@node
class ChoseWord(Condition):
    """This word was chosen as the object entered."""

    word: str

    words = (prints("condition1", "{word:word} was chosen"),)


@node
class Choose(Instruction):
    """A player chooses objects (`what` is a `Chosen`) or a player (`SomePlayer`): Memo("choose")."""

    what: Node
    who: Node = You()

    words = (
        says("pvp", "choose {what:chosen_one}", manner="told"),
        reads("pvp", "choose {what:who}"),
    )


@node
class ChooseOfEach(Instruction):
    """A player chooses, from among the objects that fit, one of each kind; one may be chosen for several kinds. The
    others are "the rest"."""

    among: Predicate
    kinds: tuple[Predicate, ...]
    who: Node = You()

    home: ClassVar[str] = "pvp"
    words = (
        says("choosing_each", "choose from among the {among:among_these} {kinds:one_of_each}", surface="among first"),
        says("choosing_each", "choose {kinds:one_of_each} from among the {among:among_these}"),
    )


passes("pvp", "{:choosing_each}")

NEXT = "the next {what:kind_cast} you cast this turn"


@node
class NextSpell(Instruction):
    """Properties of the next matching spell that the controller casts this turn: it costs more or `less`, `cant` be
    countered, may be cast as though it had `flash`, has `abilities`."""

    what: Predicate
    mana: str | None = None
    less: bool = False
    cant: bool = False
    flash: bool = False
    abilities: tuple[Node, ...] = ()

    words = (
        says("simple", f"{NEXT} costs {{mana:mana_printed}} {{less:moreless}} to cast"),
        says("simple", f"{NEXT} can't be countered", cant=True),
        says("simple", f"{NEXT} can be cast as though it had flash", flash=True),
        says("simple", f"{NEXT} has {{abilities:kws}}"),
        says("simple", f"{NEXT} gains {{abilities:kws}}", surface="gains"),
    )


@node
class CopySpell(Instruction):
    """Copy a spell or ability; `new_targets`: the controller may choose new targets for the copy, `aimed`: each target
    of the copy becomes this object; `for_each`: one copy for each such object that it could target, where "other" is
    other than its target, and (`spread`) each copy targets a different one of them."""

    what: Node
    amount: Amount = Number(1)
    who: Node = You()
    new_targets: bool = False
    except_: tuple[Node, ...] = ()
    aimed: Node | None = None
    for_each: Predicate | None = None
    spread: bool = False

    words = (
        says("pvp", "copy {what:patient} for each {for_each:could_be_target} that spell could target"),
        says(
            "pvp", "copy {what:patient} for each {for_each:could_be_target} that the spell could target", surface="the"
        ),
        reads("pvp", "copy {what:patient} for each other {for_each:other_targets} that spell could target"),
        reads(
            "pvp",
            "copy {what:patient} for each other {for_each:other_targets} that the spell could target",
            surface="the",
        ),
        says("pvp", "copy {what:patient}[, except {except_:exceptions}]"),
        prints("pvp", "copy {what:patient} for each {amount:times}"),
        prints("pvp", "copy {what:patient} {amount:so_many} times"),
        prints("remark", "{:chooser} may choose new targets for {:copies}", new_targets=True),
        prints(
            "remark",
            "each of those players may choose new targets for their copy",
            new_targets=True,
            surface="their copy",
        ),
        prints("remark", "{:copies} targets {aimed:np}"),
        prints("remark", "each copy targets a different one of those {for_each:bare_kind}", spread=True),
    )


@node
class ChangeTargets(Instruction):
    """Change the targets of a spell or ability, all of them to others; `some`: any number of them; `one`: one of them;
    `new`: choose new targets, where any may be left; `to` if it must be that one."""

    what: Node
    to: Node | None = None
    new: bool = False
    who: Node = You()
    some: bool = False
    one: bool = False

    words = (
        says("pvp", "choose new targets for {what:np}", new=True),
        says("pvp", "choose a new target for {what:np}", surface="a_new", new=True),
        says("pvp", "change the (target|targets) of {what:np}"),
        says("pvp", "change any targets of {what:np}", some=True),
        says("pvp", "change a target of {what:np}", surface="a_target", one=True),
        says("pvp", "change a target of {what:np} to {to:np}", surface="a_target", one=True),
        prints("pvp", "change the (target|targets) of {what:np} to {to:np}"),
        says("pvp", "change {what:possessor} target to {to:np}", surface="its"),
    )


@node
class PlayCard(Instruction):
    """A player plays (casts) the card now, during this resolution; `free`: without paying its mana cost; `if_able`: if
    that is impossible, it stays in its zone; `from_`: only from that zone; `transformed`: with its back face up;
    `cost`: what is paid instead of its mana cost; `any_mana`: of what the mana may be that is spent on it ("color",
    "type"), by what the text says after it."""

    what: Node
    who: Node = You()
    free: bool = True
    if_able: bool = False
    from_: str | None = None
    transformed: bool = False
    cost: Cost | None = None
    any_mana: str = ""

    words = (
        says(
            "pvp",
            "(cast|play|cast) {what:played} by paying {cost:just_the_cost} rather than paying {:its} mana cost",
            free=False,
        ),
        prints("pvp", "(cast|play|cast) {what:played} from {from_:zone_called}", free=False, if_able=False),
        says("pvp", "cast {what:played} transformed without paying its mana cost", transformed=True),
        says("pvp", "(cast|play|cast) {what:played} without paying its mana cost if able", if_able=True),
        says("pvp", "look at and (cast|play|cast) {what:played}", surface="looked", free=False),
        says("pvp", "(cast|play|cast) {what:played}", free=False),
        reads("pvp", "(cast|play|cast) {what:played} {:from_there}", free=False),
        prints("pvp", "(cast|play|cast) {what:all_played} without paying their mana costs"),
        says("pvp", "(cast|play|cast) {what:played} without paying its mana cost"),
    )

    @property
    def permitted_cost(self) -> Cost | None:
        """The cost of a permission to play it so for a while: nothing, what is paid instead, or None for its own."""
        return Cost() if self.free else self.cost

    @property
    def plays_lands(self) -> bool:
        """Whether the card may be a land: if the text says "play", as lands are not cast (305.9 in 2021-11-19)."""
        return "play" in self.surface.split()
