"""Mentions: every noun phrase of an ability in printed order, so that "it" and "that creature" find what they mean.

While the tree of words becomes an ability tree, each noun phrase leaves a `Mention` and a `RawRef` in its place. When
the whole ability is built, `Mentions.settle` numbers the targets, resolves the pronouns and puts real references in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from rulesite.engine import abilities as ir

NO_TARGET = ir.Outside("what somebody controls")
"""What "the creature you control" is where no target was said to be."""
PERMANENT_NOUNS = frozenset({"creature", "artifact", "enchantment", "land", "planeswalker", "permanent", "token"})


@ir.node
class RawRef(ir.Reference):
    """A place in the list of mentions; never left in a finished ability."""

    index: int


@dataclass
class Mention:
    """A noun phrase.

    `ref` what it names (None for a pronoun to be resolved), `player` whether it names a player (None: either),
    `word` the pronoun or determiner of a pronoun, `noun` its head noun, `plural`; `nested`: inside a description or an
    amount, where pronouns seldom point; `later` what a pronoun that points here becomes; `slot` for targets;
    `moved` the verb that moved it; `role` its part in the trigger event;
    `past`: used for what it was ("its controller", "its power"), not for what it has become by moving;
    `surface`: its words, kept in the reference for printing;
    `ghost`: nothing in the tree stands for it, but pronouns find it (a searched card, a token made);
    `described`: what is said of what a pronoun points at;
    `mode`: the number of the mode in whose words it stands (0: in no mode), which other modes do not speak of;
    `apart`: another mention, which a pronoun cannot be ("it fights that creature");
    `until`: the place in the text up to which pronouns speak of it ("If …, …. Otherwise, …");
    `played`: it is cast, so that "that spell" is what it became;
    `would`: a replacement speaks of what would happen to it ("if a spell cast this way would …, exile it instead");
    `by`: a pronoun's word for who controls the target that it means ("the creature you control").
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
    apart: Mention | None = None
    until: int | None = None
    played: bool = False
    would: bool = False
    by: Any = None

    def other_than(self, pronoun: Mention) -> bool:
        """Whether the pronoun, or what it cannot be, does not rule this one out."""
        apart = pronoun.apart
        if apart is not None and (self is apart or (apart.ref is not None and self.ref == apart.ref)):
            return False
        return self.until is None or pronoun.pos < self.until


@dataclass
class Mentions:
    """All mentions of one ability."""

    all: list[Mention] = field(default_factory=list)
    default: Any = None  # what "it" means where nothing was mentioned

    def add(self, mention: Mention) -> RawRef:
        """Note a mention; the reference to put in its place."""
        self.all.append(mention)
        return RawRef(len(self.all) - 1)

    def of_one_mode(self, first: int, mode: int) -> None:
        """All mentions from `first` on stand in the words of that mode."""
        for mention in self.all[first:]:
            mention.mode = mode

    def of(self, ref: Any) -> Mention | None:
        """The mention that a raw reference stands for."""
        return self.all[ref.index] if isinstance(ref, RawRef) else None

    def take_over(self, other: Mentions, steps: list[Any]) -> list[Any]:
        """Note what another text speaks of as well; its steps, that now speak of it here."""
        shift = len(self.all)

        def moved(value: Any) -> Any:
            return ir.rewrite(value, lambda n: RawRef(n.index + shift) if isinstance(n, RawRef) else n)

        for one in other.all:
            one.ref, one.later, one.slot = moved(one.ref), moved(one.later), moved(one.slot)
        self.all.extend(other.all)
        return [moved(step) for step in steps]

    def nest(self, tree: Any) -> None:
        """Mark the mentions inside a description or an amount."""
        for part in ir.walk(tree):
            if isinstance(part, RawRef):
                inner = self.all[part.index]
                if not inner.nested:
                    inner.nested = True
                    self.nest(inner.ref)

    def settle(self, tree: Any) -> tuple[Any, tuple[ir.TargetSlot, ...]]:
        """The tree with real references, and the target slots in printed order."""
        ordered = sorted(self.all, key=lambda m: m.pos)
        slots = [m for m in ordered if m.slot is not None]
        for number, mention in enumerate(slots):
            mention.ref = ir.Target(number)
        for place, mention in enumerate(ordered):
            if mention.word:
                mention.ref = self._resolve(mention, ordered[:place], ordered)
        finished = tuple(self._slot(m, slots[:n]) for n, m in enumerate(slots))
        return self.fill(tree), finished

    def targets(self, tree: Any) -> bool:
        """Whether the word "target" stands in the tree; then it is no statement but an order."""
        return any(self.all[number].slot is not None for number in self._used(tree))

    def within(self, tree: Any) -> list[Mention]:
        """The mentions that stand in a tree, those inside others too."""
        return [self.all[number] for number in sorted(self._used(tree))]

    def _used(self, tree: Any) -> set[int]:
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
        """Rewrite what the mentions in a tree say ("the top X cards", "up to X targets"); whether any has changed."""
        changed = False
        for mention in self.within(tree):
            for name in ("ref", "slot", "later"):
                before = getattr(mention, name)
                after = ir.rewrite(before, change)
                if after != before:
                    setattr(mention, name, after)
                    changed = True
        return changed

    def _slot(self, mention: Mention, before: list[Mention]) -> ir.TargetSlot:
        slot = self.fill(mention.slot)
        if mention.alone and before:
            slot = replace(slot, different=tuple(range(len(before))))
        return slot

    def fill(self, tree: Any, depth: int = 0) -> Any:
        """Put what each raw reference names in its place."""

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

    # ---- what a pronoun means

    def _holds(self, mention: Mention, pronoun: Mention) -> bool:
        """Whether the pronoun stands inside the noun phrase: "all creatures blocking it" is not "it"."""
        return any(self.all[number] is pronoun for number in self._used((mention.ref, mention.slot)))

    def _describes(self, pronoun: Mention, every: list[Mention]) -> bool:
        """Whether the pronoun stands in the description of a set."""
        return any(isinstance(mention.ref, ir.Every) and self._holds(mention, pronoun) for mention in every)

    def _resolve(self, pronoun: Mention, before: list[Mention], every: list[Mention]) -> Any:
        before = [
            mention
            for mention in before
            if mention.mode in (0, pronoun.mode) and mention.other_than(pronoun) and not self._holds(mention, pronoun)
        ]
        if pronoun.word == "participle":
            return self._by_deed(pronoun, every)
        if pronoun.player:
            found = self._player(pronoun, before)
        else:
            found = self._object(pronoun, before)
        if found is None and pronoun.subtype == "alone":  # "him" of a planeswalker, where no player is named
            pronoun.player = False
            found = self._object(pronoun, before)
        if found is None and pronoun.subtype == "anyone":  # damage "to them": to one player, in today's words
            found = self._player(pronoun, before)
            pronoun.player = found is not None
        if found is None and pronoun.by is not None:
            return NO_TARGET
        if found is None and self.default is not None and not pronoun.player and not pronoun.plural:
            return ir.Outside("token") if pronoun.noun == "token" else self.default
        if found is None and pronoun.word in ("it", "they") and not pronoun.noun and self._describes(pronoun, every):
            return ir.Candidate()  # "each creature with toughness greater than its power"
        if found is None:
            return ir.Outside(pronoun.noun or pronoun.word)
        if pronoun.word == "it" and isinstance(found.ref, ir.Every) and self._describes(pronoun, every):
            return ir.Candidate()  # "each artifact with mana value less than the number of counters on it"
        if found.played and pronoun.noun == "spell" and found.noun != "spell":
            return ir.Memo("cast")
        pronoun.later = found.later
        pronoun.described = (found.described, found.slot, found.ref)
        pronoun.moved = pronoun.moved or found.moved
        said_plural, pronoun.plural = pronoun.plural, pronoun.plural or found.plural
        pronoun.role = pronoun.role or ""
        if not pronoun.noun or pronoun.noun in ("card", "permanent", "it"):
            pronoun.noun = found.noun
        if found.moved and not pronoun.past and not isinstance(found.later, ir.Memo):
            return ir.Memo(found.moved)
        if said_plural and isinstance(found.later, ir.Current) and pronoun.player is not True:
            return found.ref
        return found.later if found.later is not None else found.ref

    def _player(self, pronoun: Mention, before: list[Mention]) -> Mention | None:
        candidates = [m for m in before if m.player and m.ref is not None and not isinstance(m.ref, ir.You)]
        if pronoun.noun == "opponent":
            candidates = [m for m in candidates if m.noun == "opponent"] or candidates
        if pronoun.word == "those":
            candidates = [m for m in candidates if m.plural and m.slot is not None]
        top = [m for m in candidates if not m.nested or m.role]
        chosen = (top or candidates)[-1:] or [m for m in before if m.player is None and m.ref is not None][-1:]
        return chosen[0] if chosen else None

    def _object(self, pronoun: Mention, before: list[Mention]) -> Mention | None:
        objects = [m for m in before if m.player is not True and m.ref is not None]
        if pronoun.by is not None:
            held = self.fill(pronoun.by)
            objects = [m for m in objects if m.slot is not None and held in ir.parts_of(self.fill(m.slot.what))]
            return objects[-1] if objects else None
        fitting = [m for m in objects if _fits(pronoun, m)]
        if pronoun.word == "subject":
            fitting = [m for m in fitting if m.role] or fitting
        last = [m for m in fitting if not m.nested or m.role][-1:]
        if last and last[0].would:
            return last[0]
        in_effect = [m for m in fitting if not m.nested and not m.role]
        in_event = [m for m in fitting if m.role]
        if pronoun.word in ("that", "the", "those"):
            best = [m for m in fitting if not m.nested or m.role] or fitting
            exact = [m for m in best if m.noun == pronoun.noun or _put_as(m, pronoun.noun)]
            return (exact or best or [None])[-1]  # type: ignore[list-item]
        if in_effect:
            return in_effect[-1]
        subjects = [m for m in in_event if m.role == "subject"]
        if subjects:
            return subjects[0] if pronoun.word in ("it", "they") else subjects[-1]
        return (in_event or fitting or [None])[-1]  # type: ignore[list-item]

    def _by_deed(self, pronoun: Mention, every: list[Mention]) -> Any:
        """ "the sacrificed creature": done in this ability (a step or a cost), else by a linked one."""
        verb = pronoun.subtype
        if verb in ("blocking", "attacking", "blocked"):
            roles = [m for m in every if m.role]
            wanted = [m for m in roles if m.subtype == verb]
            if wanted:
                return wanted[-1].later or wanted[-1].ref
            return ir.Outside(f"{verb} {pronoun.noun}")
        if any((isinstance(m.later, ir.Memo) and m.later.verb == verb) or m.moved == verb for m in every):
            return ir.Memo(verb)
        return ir.Linked(verb)


def _put_as(mention: Mention, noun: str) -> bool:
    """Whether it is a card that was put onto the battlefield as what the noun says: "that creature" after a creature
    card was returned."""
    if mention.noun != "card" or mention.moved not in ("return", "put") or noun not in PERMANENT_NOUNS:
        return False
    said = tuple(ir.walk((mention.described, mention.slot, mention.ref)))
    return noun == "permanent" or ir.HasType(noun) in said


def _fits(pronoun: Mention, mention: Mention) -> bool:
    if mention.noun == "drawn card":
        return pronoun.word in ("them", "those") and pronoun.noun in ("", "card")
    if pronoun.word in ("them", "those") and not pronoun.noun:
        return mention.plural
    if pronoun.plural and not mention.plural:
        return False
    noun = pronoun.noun
    if mention.played and noun == "spell":
        return True
    if not noun or pronoun.word in ("it", "they", "them"):
        return mention.player is not True
    if noun == mention.noun:
        return True
    if _put_as(mention, noun):
        return True
    if noun == "target":
        return mention.player is None or mention.slot is not None
    if noun == "permanent":
        return mention.noun in PERMANENT_NOUNS or mention.noun in ("self", "")
    if noun == "token":  # "the token" is not the card that speaks of it
        return mention.noun in PERMANENT_NOUNS
    if noun in PERMANENT_NOUNS:
        return mention.noun in ("self", "permanent", "token") or mention.player is None
    if noun == "card":
        return True
    if noun in ("spell", "ability", "source"):
        return mention.noun in ("spell", "ability", "source", "spell or ability", "token") or mention.noun == "self"
    return mention.noun not in ("spell", "ability")
