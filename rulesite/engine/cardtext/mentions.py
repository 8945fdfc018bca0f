"""Mentions: every noun phrase of an ability in printed order, to find what "it" and "that creature" mean.

While the parse tree becomes an ability tree, each noun phrase leaves a `Mention`, with a `RawRef` in its place; the
surrounding words add to it by `Mentions.amend`. When the whole ability is built, `Mentions.settle` numbers the
targets, resolves the pronouns (`anaphora`) and puts the real references in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.anaphora import resolve

GONE = frozenset({"sacrifice", "discard"})
"""What was done to a thing that is not changed any more afterwards."""
_AWAY = GONE | {"exile"}
"""What was done to a thing that is no creature any more: a card in exile can still get counters and permissions."""


def _acting(part: Any) -> Any:
    """What an instruction changes, or has do something."""
    if isinstance(part, ir.DealDamage):
        return part.source
    if isinstance(part, ir.PutCounters):
        return part.on
    if isinstance(part, ir.Fight):
        return part.one
    return part.what if isinstance(part, ir.Continuous | ir.Tap | ir.Untap) else None


def _is_body(part: Any) -> bool:
    """Whether only a creature can be what an instruction is done to: one that gets +1/+1, or deals damage."""
    if isinstance(part, ir.Continuous):
        return any(isinstance(change, ir.ModifyPowerToughness) for change in part.changes)
    return part.kind == "+1/+1" if isinstance(part, ir.PutCounters) else isinstance(part, ir.DealDamage | ir.Fight)


@ir.node
class RawRef(ir.Reference):
    """An index into the list of mentions; never left in a finished ability."""

    index: int


@dataclass(frozen=True)
class Mention:
    """A noun phrase, and what the surrounding words say about it.

    `ref`: its reference (None for a pronoun to be resolved); `player`: whether it names a player (None: either);
    `word`: the pronoun or determiner of a pronoun; `noun`: its head noun; `plural`; `nested`: inside a description or
    an amount, where pronouns seldom refer to; `later`: what a pronoun that refers to it becomes; `slot`: for targets;
    `moved`: the verb that moved it; `role`: its part in the trigger event;
    `past`: used for what it was ("its controller", "its power"), not for what it has become by moving;
    `alone`: a target that differs from all those before it ("another target creature");
    `subtype`: the verb of a participle, the part of a creature in combat, "kicked" of what was, "card" for
    one of what is asked to be a card, or to have been something, else what
    a pronoun may also mean ("alone": an object, "anyone": a single player) or how a set is described ("all",
    "controller");
    `surface`: its words, kept in the reference for printing;
    `ghost`: nothing in the tree stands for it, but pronouns can refer to it (a searched card, a token made);
    `described`: the description of a pronoun's antecedent;
    `mode`: the number of the mode whose words contain it (0: none); other modes do not refer to it;
    `apart`: the number of another mention that a pronoun cannot mean ("it fights that creature");
    `until`: the position in the text up to which pronouns can refer to it ("If …, …. Otherwise, …");
    `one_until`: the position in the text up to which it is one thing, and several afterwards ("each creature");
    `several_from`: the position from which on it is several things as well ("for each player, choose a creature");
    `played`: it is cast, so "that spell" is what it became;
    `would`: a replacement affects it ("if a spell cast this way would …, exile it instead");
    `by`: a pronoun's word for who controls the target that it means ("the creature you control");
    `number`: its index in the list of mentions.
    """

    pos: int
    ref: Any
    player: bool | None = False
    noun: str = ""
    word: str = ""
    plural: bool = False
    nested: bool = False
    later: Any = None
    slot: ir.TargetSlot | None = None
    moved: str | None = None
    role: str = ""
    past: bool = False
    alone: bool = False
    subtype: str = ""
    ghost: bool = False
    surface: str = ""
    mode: int = 0
    described: Any = None
    apart: int | None = None
    until: int | None = None
    one_until: int | None = None
    several_from: int | None = None
    played: bool = False
    would: bool = False
    by: Any = None
    number: int = -1


@dataclass
class Mentions:
    """All mentions of an ability, in reading order."""

    all: list[Mention] = field(default_factory=list)
    default: Any = None  # what "it" means if nothing was mentioned
    doers: set[int] = field(default_factory=set)  # who does something
    owners: set[int] = field(default_factory=set)  # whose library, hand … is spoken of

    def add(self, mention: Mention) -> RawRef:
        """Note a mention; returns the reference to put in its place."""
        self.all.append(replace(mention, number=len(self.all)))
        return RawRef(len(self.all) - 1)

    def amend(self, mention: Mention | int, **of: Any) -> Mention:
        """Add to a mention; returns it as changed."""
        number = mention if isinstance(mention, int) else mention.number
        amended = self.all[number] = replace(self.all[number], **of)
        return amended

    def of_one_mode(self, first: int, mode: int) -> None:
        """Mark all mentions from `first` on as belonging to a mode."""
        for mention in self.all[first:]:
            self.amend(mention, mode=mode)

    def end_sentence(self, first: int, end: int) -> None:
        """Note where the sentence of the mentions from `first` on ends: "each creature" is one thing within it."""
        for mention in self.all[first:]:
            if isinstance(mention.ref, ir.Every) and mention.surface == "each":
                self.amend(mention, one_until=end)

    def of(self, ref: Any) -> Mention | None:
        """The mention that a raw reference stands for."""
        return self.all[ref.index] if isinstance(ref, RawRef) else None

    def take_over(self, other: Mentions, steps: list[Any]) -> list[Any]:
        """Add the mentions of another text; returns its steps with their references adjusted."""
        shift = len(self.all)

        def moved(value: Any) -> Any:
            return ir.rewrite(value, lambda n: RawRef(n.index + shift) if isinstance(n, RawRef) else n)

        for each in other.all:
            apart = each.apart + shift if each.apart is not None else None
            self.add(replace(each, ref=moved(each.ref), later=moved(each.later), slot=moved(each.slot), apart=apart))
        return [moved(step) for step in steps]

    def nest(self, tree: Any) -> None:
        """Mark the mentions inside a description or an amount."""
        for part in ir.walk(tree):
            if isinstance(part, RawRef):
                inner = self.all[part.index]
                if not inner.nested:
                    self.amend(inner, nested=True)
                    self.nest(inner.ref)

    def settle(self, tree: Any) -> tuple[Any, tuple[ir.TargetSlot, ...]]:
        """The tree with real references, and the target slots in printed order."""
        self._part_attached(tree)
        self._part_copied(tree)
        self._part_gone(tree)
        self._part_doers(tree)
        self._mark_kicked(tree)
        self._part_tokens(tree)
        self._join_payers(tree)
        order = sorted(range(len(self.all)), key=lambda number: self.all[number].pos)
        slots = [number for number in order if self.all[number].slot is not None]
        for slot, number in enumerate(slots):
            self.amend(number, ref=ir.Target(slot))
        for place, number in enumerate(order):
            if self.all[number].word:
                every = [self.all[each] for each in order]
                self.all[number] = resolve(self.all[number], every[:place], every, self)
        finished = tuple(self._slot(self.all[number], nth) for nth, number in enumerate(slots))
        return self.fill(tree), finished

    def _part_attached(self, tree: Any) -> None:
        """Note that what is put onto the battlefield attached to "it" is not "it", and that the card that is put there
        under the control of "that creature's owner" is not that creature."""
        for part in ir.walk(tree):
            if not isinstance(part, ir.Move) or not isinstance(part.what, RawRef):
                continue
            for host in self.within((part.to.attached_to, part.to.controller)):
                is_host = part.to.attached_to == RawRef(host.number)
                if host.word and host.apart is None and (is_host or host.noun == "creature"):
                    self.amend(host, apart=part.what.index)

    def _part_copied(self, tree: Any) -> None:
        """Note that "that creature", of which something becomes a copy, is not what becomes one, and that "it", which
        something blocks, is not what blocks it."""
        for part in ir.walk(tree):
            if not isinstance(part, ir.Continuous) or not isinstance(part.what, RawRef):
                continue
            for change in part.changes:
                for met in self.within(_done_to(change)):
                    if met.word and met.apart is None and met.number != part.what.index:
                        self.amend(met, apart=part.what.index)

    def _part_gone(self, tree: Any) -> None:
        """Note that "it" or "that creature", which is changed, gets counters, fights or deals damage, is not what was
        sacrificed or discarded before, nor a card that was exiled."""
        for part in ir.walk(tree):
            changed, away = self.of(_acting(part)), _AWAY if _is_body(part) else GONE
            word = "" if changed is None else changed.word
            if changed is None or changed.apart is not None or word not in ("it", "that"):
                continue
            if word == "that" and isinstance(part, ir.DealDamage):
                continue
            before = [mention for mention in self.all if mention.pos < changed.pos]
            gone = [mention for mention in before if mention.moved in away or _memo_of(mention.later) in away]
            if isinstance(part, ir.DealDamage):  # "sacrifice this creature: it deals 1 damage": as it last was
                gone = [mention for mention in gone if not mention.word and not isinstance(mention.ref, ir.Self)]
            if gone:
                self.amend(changed, apart=max(gone, key=lambda mention: mention.pos).number)

    def _part_doers(self, tree: Any) -> None:
        """Note who does something, and whose things are spoken of; and that "that player" is not the controller of an
        object, who does something to what is that player's."""
        for part in ir.walk((tree, *(mention.ref for mention in self.all))):
            whose = part.of if isinstance(part, ir.TopCards) else getattr(part, "whose", None)
            self.owners |= {mention.number for mention in self.within(whose)}
        for part in ir.walk(tree):
            doer = self.of(getattr(part, "who", None)) if isinstance(part, ir.Instruction) else None
            permitted = self.of(part.what) if isinstance(part, ir.Continuous) else None
            self.doers |= {each.number for each in (doer, permitted) if each is not None and each.player}
            if doer is None:
                continue
            if not isinstance(doer.ref, ir.ControllerOf | ir.OwnerOf):
                continue
            for met in self.within(part):
                named = met.word == "that" and met.player and met.apart is None and met.number != doer.number
                if named and any(each.player and each.role for each in self.all if each.pos < doer.pos):
                    self.amend(met, apart=doer.number)

    def _mark_kicked(self, tree: Any) -> None:
        """Note which "it" was kicked: a spell, or what became of it, and not what the spell does something to."""
        for part in ir.walk(tree):
            kicked = self.of(part.of) if isinstance(part, ir.WasPaid) else None
            if kicked is not None and kicked.word == "it":
                self.amend(kicked, subtype="kicked")

    def _part_tokens(self, tree: Any) -> None:
        """Note that what says how many tokens are created ("for each counter on it"), and whether others are created
        instead ("if that creature is …") and how, does not speak of these tokens."""
        ghosts = [mention for mention in self.all if mention.ghost and mention.ref == ir.Memo("create")]
        ghosts.sort(key=lambda mention: mention.pos)
        parts = list(ir.walk(tree)) if ghosts else []
        creations = [part for part in parts if isinstance(part, ir.CreateToken)]
        branches = [part for part in parts if isinstance(part, ir.If) and part.otherwise is not None]
        in_order = len(ghosts) == len(creations) and not branches
        for number, creation in enumerate(creations):
            self._part_from(creation.amount, ghosts[number : number + 1] if in_order else ghosts)
        for branch in branches:
            if not any(isinstance(step, ir.CreateToken) for step in ir.walk(branch.otherwise)):
                continue
            begun = min((mention.pos for mention in self.within(branch.condition)), default=None)
            if begun is not None:
                before = [mention for mention in ghosts if mention.pos < begun]
                self._part_from((branch.condition, branch.then), before)
            else:
                copied = [step.token for step in ir.walk(branch.then) if isinstance(step, ir.CreateToken)]
                self._part_from(copied, ghosts[:1])
        for creation in creations:
            self._part_described(tree, creation)
        for number, creation in enumerate(creations):  # nor does what it is a copy of, or attached to
            own = ghosts[number : number + 1] if in_order else ghosts
            self._part_from((creation.token, creation.attached), own)

    def _part_described(self, tree: Any, creation: ir.CreateToken) -> None:
        """Note that "it has …" right after the creation of a token is not said of what that is attached to."""
        host = self.of(creation.attached)
        if host is None:
            return
        for part in ir.walk(tree):
            if not isinstance(part, ir.Continuous) or (described := self.of(part.what)) is None:
                continue
            if described.word != "it" or described.apart is not None or described.pos < host.pos:
                continue
            if part.duration in ("", "permanent") and all("have" in str(each.surface).split() for each in part.changes):
                self.amend(described, apart=host.number)

    def _part_from(self, tree: Any, ghosts: list[Mention]) -> None:
        """Note that the pronouns in a tree do not mean the last of some mentions before them."""
        for pronoun in self.within(tree):
            before = [mention.number for mention in ghosts if mention.pos < pronoun.pos]
            if pronoun.word and pronoun.apart is None and before:
                self.amend(pronoun, apart=before[-1])

    def _join_payers(self, tree: Any) -> None:
        """Note that who does something unless "they" pay is who they are, and not another player whom it names."""
        for part in ir.walk(tree):
            if not isinstance(part, ir.Unless):
                continue
            doer, payer = self.of(getattr(part.do, "who", None)), self.of(part.who)
            if doer is None or payer is None or payer.word != "they" or not payer.player:
                continue
            owners = [
                mention
                for mention in self.all
                if doer.pos < mention.pos < payer.pos and isinstance(mention.ref, ir.OwnerOf)
            ]
            if owners:
                self.amend(payer, apart=owners[-1].number)

    def targets(self, tree: Any) -> bool:
        """Whether the tree contains the word "target"; then it is an order, not a statement."""
        return any(self.all[number].slot is not None for number in self.numbers_within(tree))

    def within(self, tree: Any) -> list[Mention]:
        """The mentions in a tree, including those nested in others."""
        return [self.all[number] for number in sorted(self.numbers_within(tree))]

    def numbers_within(self, tree: Any) -> set[int]:
        """The numbers of the mentions in a tree, including those nested in others."""
        found: set[int] = set()
        todo = [tree]
        while todo:
            for part in ir.walk(todo.pop()):
                if isinstance(part, RawRef) and part.index not in found:
                    found.add(part.index)
                    mention = self.all[part.index]
                    todo.extend([mention.ref, mention.slot, mention.later])
        return found

    def change(self, tree: Any, change: Callable[[Any], Any]) -> bool:
        """Rewrite the mentions in a tree ("the top X cards", "up to X targets"); returns whether any has changed."""
        changed = False
        for mention in self.within(tree):
            for name in ("ref", "slot", "later"):
                before = getattr(mention, name)
                after = ir.rewrite(before, change)
                if after != before:
                    self.amend(mention, **{name: after})
                    changed = True
        return changed

    def _slot(self, mention: Mention, before: int) -> ir.TargetSlot:
        slot: ir.TargetSlot = self.fill(mention.slot)
        return replace(slot, different=tuple(range(before))) if mention.alone and before else slot

    def fill(self, tree: Any, depth: int = 0) -> Any:
        """Replace each raw reference with the real reference."""

        def real(part: Any) -> Any:
            if isinstance(part, RawRef):
                mention = self.all[part.index]
                found = self.fill(mention.ref, depth + 1)
                said = part.surface or mention.surface
                return replace(found, surface=said) if said and isinstance(found, ir.Reference) else found
            return part

        if depth > 30:
            raise RecursionError("a pronoun points at itself")
        return ir.rewrite(tree, real)


def _done_to(change: Any) -> Any:
    """What a change names that cannot be the object that it changes."""
    if isinstance(change, ir.CopyOf):
        return change.of if isinstance(change.of, RawRef) else None
    return change.what if isinstance(change, ir.MustBlock | ir.CantBlock) else None


def _memo_of(later: Any) -> str | None:
    return later.verb if isinstance(later, ir.Memo) else None
