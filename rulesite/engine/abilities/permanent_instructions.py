"""Instructions about permanents: destroying, tapping, attaching, turning over, putting counters."""

from __future__ import annotations

from rulesite.engine.abilities.amounts import THAT_KIND, Amount, CountersOn, Number
from rulesite.engine.abilities.instructions import Instruction
from rulesite.engine.abilities.node import Node, node
from rulesite.engine.abilities.predicates import Predicate
from rulesite.engine.abilities.references import AttachedPermanents, Current, Self, You
from rulesite.engine.language.patterns import hole
from rulesite.engine.language.phrase import ANY
from rulesite.engine.language.phrases import fixed, means, prints, reads, says


@node
class Destroy(Instruction):
    """Destroy permanents; `regenerable` False: they can't be regenerated from this."""

    what: Node
    regenerable: bool = True

    words = (
        says("pvp", "destroy {what:patient}"),
        reads("pvp", "bury {what:patient destroy}", regenerable=False),
        reads("ovp", "{what:thing} be destroyed"),
        prints("remark", "{what:it_they} can't be regenerated", regenerable=False),
        prints("remark", "they can't be regenerated", surface="they", regenerable=False),
        prints("remark", "those {what:things} can't be regenerated", surface="those", regenerable=False),
        prints(
            "remark", "{what:a_thing} destroyed this way can't be regenerated", surface="a destroyed", regenerable=False
        ),
        prints(
            "remark", "{what:things} destroyed this way can't be regenerated", surface="destroyed", regenerable=False
        ),
    )


@node
class Sacrifice(Instruction):
    """A player sacrifices permanents that he or she controls."""

    what: Node
    who: Node = You()

    words = (
        reads("pvp", "choose and sacrifice {what:patient}", surface="choose"),
        prints("pvp", "choose and {:sacrificing_too} {what:patient}", surface="choose"),
        says("pvp", "sacrifice {what:patient}"),
    )


@node
class PutCounters(Instruction):
    """Put counters of a kind ("+1/+1", "fade", …) on each object or player named; `divided`: distributed
    among them."""

    kind: str
    on: Node
    amount: Amount = Number(1)
    divided: bool = False
    who: Node = You()

    words = (
        says("pvp", "put a {:counter_of_it} on {on:holder}", kind=THAT_KIND, amount=Number(1)),
        says("pvp", "put another {:counter_of_it} on {on:holder}", surface="more", kind=THAT_KIND, amount=Number(1)),
        says("pvp", "give {on:np} another {:counter_of_it}", surface="give", kind=THAT_KIND, amount=Number(1)),
        says("pvp", "put {amount:counters_put} {kind:countername} counter* on {on:holder}"),
        prints("pvp", "put another {kind:countername} counter on {on:holder}", surface="another", amount=Number(1)),
        prints("pvp", "{amount:counters_put} {kind:countername} counter* on {on:holder}", surface="there too"),
        reads("and_there", "{amount:qty_of} {kind:countername} counter* on {on:holder}", surface="there too"),
        prints("pvp", "put {amount:factor} {kind:countername} counter* on {on:holder} for each {amount:times}"),
        says(
            "pvp",
            "put a number of {kind:countername} counters equal to {amount:value} on {on:holder}",
            surface="equal first",
        ),
        says("pvp", "put a number of {kind:countername} counters on {on:holder} equal to {amount:value}"),
        says("pvp", "distribute {amount:so_many_of} {kind:countername} counter* among {on:np}", divided=True),
        says(
            "pvp",
            "distribute a number of {kind:countername} counters equal to {amount:value} among {on:np}",
            surface="equal first",
            divided=True,
        ),
        reads(
            "pvp", "get an amount of {:energy_sign} equal to {amount:value}", surface="amount", kind="energy", on=You()
        ),
        prints("pvp", "{on:getter} get an amount of {E} equal to {amount:value}", surface="amount", kind="energy"),
        reads("pvp", "get {amount:energy}", kind="energy", on=You()),
        reads("pvp", "get {amount:qty_of} {kind:countername} counter*", on=You()),
        prints("pvp", "{on:getter} get {amount:energy}", kind="energy"),
        prints("pvp", "{on:getter} get {amount:qty_of} {kind:countername} counter*"),
    )


DOUBLED = CountersOn(hole("kind"), Current(), own=True)
means(
    "pvp",
    "double the number of {kind:countername} counters on {on:np}",
    PutCounters(hole("kind", str), hole("on"), DOUBLED),
    surface="double",
)


@node
class RemoveCounters(Instruction):
    """Remove counters of a kind (None: any kind); `amount` None: all of them; `among`: so many in total."""

    kind: str | None
    from_: Node
    amount: Amount | None = Number(1)
    who: Node = You()
    among: bool = False

    words = (
        says("pvp", "remove {:one_of_it} from {from_:np}", kind=THAT_KIND, amount=Number(1)),
        says("pvp", "remove {amount:qty_of} {kind:countername} counter* from among {from_:np}", among=True),
        says("pvp", "remove {amount:qty_of} {kind:countername} counter* from {from_:np}"),
        says("pvp", "remove {amount:qty_of} counter* from {from_:np}", kind=None),
        says("pvp", "remove all {kind:countername} counters from {from_:np}", amount=None),
        says("pvp", "remove all counters from {from_:np}", kind=None, amount=None),
        says("pvp", "remove {kind:spoken_counters} from {from_:np}", surface="from", amount=None),
        says("pvp", "remove {kind:spoken_counters}", surface="there", amount=None, from_=ANY),
    )


@node
class ChooseCounterKind(Instruction):
    """A player chooses a kind of counter among those on matching objects."""

    on: Predicate
    who: Node = You()

    words = (says("pvp", "choose a kind of counter on {on:such}"),)


fixed("counters_spoken", "those", "those counters")
fixed("counters_spoken", "all_of", "all of them")
fixed("counters_spoken", "them", "them")


@node
class MoveCounters(Instruction):
    """Move counters from one object onto another; `amount` None: all."""

    kind: str | None
    from_: Node
    to: Node
    amount: Amount | None = Number(1)

    words = (
        says("pvp", "move {amount:qty_of} {kind:countername} counter* from {from_:np} onto {to:np}"),
        reads("pvp", "move {amount:qty_of} {kind:countername} counter* from {from_:np} on {to:np}"),
        says("pvp", "move all {kind:countername} counters from {from_:np} onto {to:np}", amount=None),
        says("pvp", "move all counters from {from_:np} onto {to:np}", kind=None, amount=None),
        says("pvp", "move {amount:qty_of} counter* from {from_:np} (onto|to) {to:np}", kind=None),
    )


@node
class PutSameCounters(Instruction):
    """Put on an object as many counters of each kind as another object has or had last; they are not moved from there
    (122.8 in 2021-07-23)."""

    of: Node
    on: Node
    who: Node = You()

    words = (
        says("pvp", "put {of:possessor} counters on {on:holder}"),
        says("pvp", "put {of:those_counters} on {on:holder}", surface="those"),
    )


means(
    "pvp",
    "double the number of each kind of counter on {on:np}",
    PutSameCounters(hole("on"), hole("on")),
    surface="double",
)


@node
class Regenerate(Instruction):
    """Give each object a regeneration shield for this turn; `then`: done as it is used."""

    what: Node
    then: Instruction | None = None

    words = (
        says("pvp", "regenerate {what:patient}"),
        prints("remark", "{then:told}"),
    )


@node
class Tap(Instruction):
    """Tap objects (a cost or an effect)."""

    what: Node
    who: Node = You()

    words = (
        says("pvp", "tap {what:patient}"),
        reads("iscontent", "{what:thing} tapped"),
    )


@node
class Untap(Instruction):
    """Untap objects."""

    what: Node
    who: Node = You()

    words = (
        says("pvp", "untap {what:patient}"),
        reads("iscontent", "{what:thing} untapped"),
    )


@node
class ExchangeControl(Instruction):
    """Exchange control of two permanents, all or nothing; `one` and `other` are the same if a single phrase names both
    ("two target creatures")."""

    one: Node
    other: Node

    words = (says("pvp", "exchange control of {one:two}", other=ANY),)


@node
class ResolvesAnyway(Instruction):
    """The ability resolves even if its target is illegal by then."""

    words = (says("simple", "this ability still resolves if its target becomes illegal"),)


@node
class Attach(Instruction):
    """Attach an Aura or Equipment to something; `as_creature`: to a planeswalker as though it were a creature."""

    to: Node
    what: Node = Self()
    who: Node = You()
    as_creature: bool = False

    words = (says("pvp", "attach {what:np} to {to:host}"),)


@node
class Unattach(Instruction):
    """Unattach it."""

    what: Node

    words = (says("pvp", "unattach {what:np}"),)


ATTACHED_THERE = Unattach(AttachedPermanents(hole("to"), hole("what")))
means("pvp", "unattach all {what:kind+} from {to:np}", ATTACHED_THERE, surface="from")


@node
class Block(Instruction):
    """A creature blocks an attacker by an effect, without being declared as a blocker."""

    what: Node
    attacker: Node

    words = (says("ovp", "{what:thing} block {attacker:np}"),)


@node
class RemoveFromCombat(Instruction):
    """Remove attackers or blockers from combat."""

    what: Node

    words = (says("pvp", "remove {what:np} from combat"),)


@node
class BecomeBlocked(Instruction):
    """An attacking creature becomes blocked (by nothing)."""

    what: Node

    words = (
        prints("ovp", "{what:thing} become blocked"),
        reads("iscontent", "{what:thing} blocked"),
    )


@node
class Designate(Instruction):
    """It gets a designation: "monstrous", "prepared", "the monarch" (a player) …"""

    what: Node
    as_: str

    words = (
        prints("ovp", "{what:thing} become saddled until end of turn", as_="saddled"),
        prints("ovp", "{what:thing} become {as_:word}"),
        reads("iscontent", "{what:thing} monstrous", as_="monstrous"),
        reads("iscontent", "{what:thing} solved", as_="solved"),
        reads("iscontent", "{what:thing} prepared", as_="prepared"),
        reads("iscontent", "{what:thing} unprepared", as_="unprepared"),
        reads("iscontent", "{what:thing} renowned", as_="renowned"),
        reads("iscontent", "{what:thing} saddled until end of turn", as_="saddled"),
        reads("iscontent", "{what:thing} plotted", as_="plotted"),
    )


@node
class TurnFace(Instruction):
    """Turn it face up or down."""

    what: Node
    up: bool

    words = (
        says("pvp", "turn {what:np} face up", up=True),
        says("pvp", "turn {what:np} face down", up=False),
    )


@node
class PutTwoKinds(Instruction):
    """Put counters of one kind and a counter of another on the same objects, at one time."""

    kind: str
    other: str
    on: Node
    amount: Amount = Number(1)
    who: Node = You()

    words = (
        says(
            "pvp",
            "put {amount:qty_of} {kind:countername} counter* and a {other:countername} counter on {on:holder}",
        ),
    )


@node
class Earthbend(Instruction):
    """A land (a target) becomes a 0/0 creature with haste too and gets so many +1/+1 counters; when it dies or is
    exiled, it returns tapped (701.66a in 2026-06-19)."""

    amount: Amount
    what: Node

    words = (says("pvp", "earthbend {amount,what:bent_land}"),)


@node
class Airbend(Instruction):
    """Exile objects; for as long as a card stays exiled, its owner may cast it for {2} (701.65a in 2026-06-19)."""

    what: Node
    who: Node = You()

    words = (says("pvp", "airbend {what:moved airbend}"),)


@node
class UnlockDoor(Instruction):
    """A player unlocks a locked door of a Room."""

    of: Node
    who: Node = You()

    words = (says("pvp", "unlock a locked door of {of:np}"),)


@node
class LockOrUnlockDoor(Instruction):
    """A player chooses a door of a Room, and locks it if it is unlocked, or unlocks it (709.5f and g in 2026-06-19)."""

    of: Node
    who: Node = You()

    words = (says("pvp", "lock or unlock a door of {of:np}"),)


@node
class PutNameSticker(Instruction):
    """A player puts a name sticker on an object that he or she owns."""

    on: Node
    who: Node = You()

    words = (says("pvp", "put a name sticker on {on:np}"),)


@node
class PhaseOut(Instruction):
    """Objects phase out."""

    what: Node

    words = (says("ovp", "{what:thing} phase out"),)
