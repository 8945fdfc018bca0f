"""Adjectives and nouns: a description becomes a predicate."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.builder.base import BuilderPart
from rulesite.engine.cardtext.builder.nouns import PLACES, Core, Desc, UnmeantError, both, either, type_noun
from rulesite.engine.language.english import plural

_HIDDEN_OR_PILED = ("hand", "library", "graveyard", "exile")
"""Zones in which nobody controls a card (108.4 in 2026-06-19)."""


class Cores(list[Core]):
    """Several nouns, and the word between the last two."""

    conj = ""


class Descriptions(BuilderPart):
    """Adjectives and nouns."""

    def adjlist(self, meta: Any, *parts: ir.Predicate) -> tuple[ir.Predicate, ...]:
        if "," not in self._words(meta):
            return parts
        return (parts[0], *(replace(part, surface=",") for part in parts[1:]))

    def adjs_or(self, meta: Any, *parts: ir.Predicate) -> tuple[ir.Predicate, ...]:
        return (ir.AnyOf(parts, surface="and/or" if "and/or" in self._words(meta).lower() else "or"),)

    def adjs_and(self, meta: Any, *parts: ir.Predicate) -> tuple[ir.Predicate, ...]:
        if all(isinstance(part, ir.HasType | ir.HasSubtype | ir.HasSupertype) for part in parts):
            return (ir.AnyOf(parts, surface="and"),)
        words = self._words(meta).lower()
        if isinstance(first := parts[0], ir.HasType) and plural(first.type) in re.split(r"\W+", words):
            return (ir.AnyOf(parts, surface="and"),)  # "creatures and nonbasic lands": nouns, of which one is described
        if len(parts) > 2:
            raise ValueError("whether all of these words hold of one object")
        return parts

    def adjs_or_last(self, *each: ir.Predicate) -> tuple[ir.Predicate, ...]:
        """ "Red, white, or black creature card": after like words the last belongs to all, else to the one before."""
        *alike, last = each
        if len(alike) > 2 and (len({type(one) for one in alike}) > 1 or isinstance(last, type(alike[0]))):
            return (ir.AnyOf((*alike[:-1], both(alike[-1], last)), surface="or"),)
        return (ir.AnyOf(tuple(alike), surface="or"), last)

    def adjs_andor_last(self, *each: ir.Predicate) -> tuple[ir.Predicate, ...]:
        return (ir.AnyOf(each[:-1], surface="and/or"), each[-1])

    def core(self, *parts: Any) -> Core | Cores:
        nouns = self._nouns_before(*parts) if len(parts) == 2 else None
        return self._core(*parts) if nouns is None else nouns

    def _core(self, *parts: Any) -> Core:
        head = parts[-1]
        adjectives: tuple[ir.Predicate, ...] = parts[0] if len(parts) == 2 and parts[0] is not None else ()
        types = [one.type for one in adjectives if isinstance(one, ir.HasType) and head.noun == "token"]
        return Core(both(*adjectives, head.test), head.place, types[-1] if types else head.noun)

    def _nouns_before(self, words: Any, head: Core) -> Cores | None:
        """ "Artifact, creature, land, or non-Aura enchantment": nouns, only the last of which has adjectives."""
        either_ = words[0] if isinstance(words, tuple) and len(words) == 1 else None
        generic = head.noun in ("card", "spell", "permanent", "token", "source")
        if generic or not isinstance(either_, ir.AnyOf) or not isinstance(head.test, ir.HasType):
            return None
        *first, last = either_.parts
        if isinstance(last, ir.HasType) or not all(isinstance(part, ir.HasType) for part in first):
            return None
        types = [type_noun(part.type) for part in first if isinstance(part, ir.HasType)]
        described = Core(both(last, head.test), head.place, head.noun)
        made = Cores((*types, described))
        made.conj = either_.surface
        return made

    def core_of_any(self, meta: Any, first: tuple[ir.Predicate, ...], others: Any, head: Core) -> Core | Cores:
        """ "Red instant or sorcery spell": words before belong to both; in "black creature or black planeswalker" they
        do not, as the first words end with a noun."""
        conj = others[0].surface if isinstance(others[0], ir.AnyOf) else "and"
        parts = others[0].parts if isinstance(others[0], ir.AnyOf) else others
        nouns = [place for place, part in enumerate(parts) if isinstance(part, ir.HasType)]
        first_noun: Any = parts[0]
        generic = head.noun in ("card", "spell", "permanent", "token", "source")
        alike = all(isinstance(part, ir.HasType | ir.HasSubtype) for part in parts) if generic else not nouns
        if alike and isinstance(others[0], ir.AnyOf):
            return self._core((*first, *others), head)
        if generic or len(parts) != 2 or nouns[:1] != [0]:
            raise UnmeantError("to which of these words the first belongs", meta.start_pos)
        both_nouns = Cores((self._core(first, type_noun(first_noun.type)), self._core(parts[1:], head)))
        both_nouns.conj = conj
        return both_nouns

    def conj(self, meta: Any, *_: Any) -> str:
        return self._words(meta).lower()

    def union(self, *parts: Any) -> list[Core]:
        cores = Cores(core for part in parts for core in (part if isinstance(part, Cores) else (part,)))
        cores[:] = [core for core in cores if isinstance(core, Core)]
        inner = [part.conj for part in parts if isinstance(part, Cores)]
        cores.conj = next((part for part in (*parts, *inner) if isinstance(part, str)), "")
        return cores

    def first_described(self, cores: list[Core], *posts: Any) -> Desc:
        own, last = posts
        if isinstance(last, Cores) or len(cores) > 1:
            raise ValueError("to which of several things the words between belong")
        return _described_first(self.desc(cores, own), self.desc([last]))

    def one_described(self, *parts: Any) -> Desc:
        """ "Spirit, creature with disturb, or enchantment"."""
        *first, described, post, last = parts
        if any(isinstance(core, Cores) for core in (*first, described, last)):
            raise ValueError("to which of several things the words between belong")
        descs = [*(self.desc([core]) for core in first), self.desc([described], post), self.desc([last])]
        test, bare = (either(*(getattr(one, of) for one in descs), surface="or") for of in ("test", "bare"))
        nouns = {one.noun for one in descs}
        return Desc(test, bare, nouns.pop() if len(nouns) == 1 else "permanent")

    def desc(self, cores: list[Core], *posts: Any) -> Desc:
        beyond = "beyond" in posts
        tests = self._in_zone_of_its_own(cores, [post for post in posts if isinstance(post, ir.Predicate)])
        zone = next((post for post in tests if _of_zones(post)), None)
        cores = _of_one_head(cores)
        tests = _told_of_a_target(self._told_of_an_amount(cores, tests))
        bound, tests = _bound_to_last(cores, tests)
        if isinstance(cores, Cores):
            cores[:] = bound
        shared = _shared_status(cores)
        if shared is not None and isinstance(cores, Cores):
            cores[0] = cores[0]._replace(test=both(*(one for one in ir.parts_of(cores[0].test) if one != shared)))
        nouns, places = {core.noun for core in cores}, {core.place for core in cores}
        noun = "spell or ability" if nouns == {"spell", "ability"} else cores[0].noun
        if len(nouns) > 1 and places == {"permanent"}:
            noun = "permanent"
        conj = cores.conj if isinstance(cores, Cores) else "or" if len(cores) > 1 else ""
        if len(cores) > 1 and nouns in ({"spell"}, {"card"}):
            conj = f"{conj or 'and'} each"
        bare = both(either(*(core.test for core in cores), surface=conj), *tests)
        implied = {
            place: ir.Anything() if zone is not None and place == "permanent" else PLACES[place] for place in places
        }
        tests = [_among_such(test, cores, implied, tests[:place]) for place, test in enumerate(tests)]
        if len(places) == 1:
            test = both(either(*(core.test for core in cores), surface=conj), implied[cores[0].place], *tests)
        else:
            test = both(either(*(both(core.test, implied[core.place]) for core in cores), surface=conj), *tests)
        if shared is not None:
            test, bare = both(shared, test), both(shared, bare)
        self.mentions.nest(test)
        choice = next((post[1] for post in posts if isinstance(post, tuple)), None)
        early = bool(posts) and isinstance(posts[0], tuple) and len(posts) > 1
        return Desc(test, bare, noun, None if "player" in places else False, beyond, choice=choice, chosen_first=early)

    def _told_of_an_amount(self, cores: list[Core], tests: list[ir.Predicate]) -> list[ir.Predicate]:
        """The descriptions without those behind an amount that speak of what it counts, which get them: of "a creature
        an opponent controls with power less than the number of lands you control", you control the lands.

        Raises UnmeantError if nothing is counted there.
        """
        place = next((at for at, test in enumerate(tests) if isinstance(test, ir.Compares)), len(tests))
        before, behind = tests[:place], tests[place + 1 :]
        held = [test for test in behind if isinstance(test, ir.Controlled | ir.Owned | ir.InZone)]
        is_card = any(isinstance(test, ir.InZone) and test.zone in _HIDDEN_OR_PILED for test in before)
        is_card = is_card or all(core.place == "card" for core in cores)
        told = [
            test
            for test in held
            if any(isinstance(each, type(test)) for each in before) or (is_card and isinstance(test, ir.Controlled))
        ]
        if not told:
            return tests
        compared = self._counted_so(tests[place], tuple(held))
        return [*before, compared, *(test for test in behind if test not in held)]

    def _in_zone_of_its_own(self, cores: list[Core], tests: list[ir.Predicate]) -> list[ir.Predicate]:
        """The descriptions with the zone in which what is counted cannot be: of "a card with mana value less than the
        number of lands you control from your graveyard", the card is there."""
        place = next((at for at, test in enumerate(tests) if isinstance(test, ir.Compares)), None)
        if place is None or any(map(_of_zones, tests)) or not all(core.place in ("card", "spell") for core in cores):
            return tests
        counted = [part for part in ir.walk(tests[place]) if isinstance(part, ir.Every)]
        mention = next((each for each in self.mentions.within(tests[place]) if isinstance(each.ref, ir.Every)), None)
        every: Any = counted[-1] if counted else mention.ref if mention is not None else None
        parts = ir.parts_of(every.what) if every is not None else ()
        zones = [part for part in parts if isinstance(part, ir.InZone) and part.zone in _HIDDEN_OR_PILED]
        held = any(isinstance(part, ir.Controlled) for part in parts)
        if not zones or not (held or len(zones) > 1):
            return tests
        less = replace(every, what=both(*(part for part in parts if part is not zones[-1])))
        compared = tests[place]
        if counted:
            compared = ir.rewrite(compared, lambda part: less if part == every else part)
        elif mention is not None:
            self.mentions.amend(mention, ref=less)
        return [*tests[:place], compared, zones[-1], *tests[place + 1 :]]

    def _counted_so(self, compared: ir.Predicate, described: tuple[ir.Predicate, ...]) -> ir.Predicate:
        """A comparison in whose amount the objects named last are described further."""
        counted = [part for part in ir.walk(compared) if isinstance(part, ir.Every)]
        if counted:
            last = replace(counted[-1], what=both(counted[-1].what, *described))
            return ir.rewrite(compared, lambda part: last if part == counted[-1] else part)
        named = [mention for mention in self.mentions.within(compared) if isinstance(mention.ref, ir.Every)]
        if not named:
            raise UnmeantError("what the words behind an amount describe", 0)
        self.mentions.amend(named[-1], ref=replace(named[-1].ref, what=both(named[-1].ref.what, *described)))
        return compared


def _told_of_a_target(tests: list[ir.Predicate]) -> list[ir.Predicate]:
    """The descriptions without those of who holds a target, which get it: "spells that target a creature you control"
    are spells of anybody."""
    kept = list(tests)
    for place, aimed in enumerate(tests):
        held = [test for test in tests[place + 1 :] if isinstance(test, ir.Controlled | ir.Owned)]
        if isinstance(aimed, ir.HasTarget) and held:
            *others, last = aimed.what.parts if isinstance(aimed.what, ir.AnyOf) else (aimed.what,)
            kept = [test for test in tests if test not in held]
            kept[place] = replace(aimed, what=either(*others, both(last, *held), surface=aimed.what.surface))
            break
    return kept


def _shared_status(cores: list[Core]) -> ir.Predicate | None:
    """ "Untapped artifacts and/or creatures": the status that is said once, of objects of all these kinds."""
    if not isinstance(cores, Cores) or len(cores) < 2 or cores.conj != "and/or":
        return None
    said = [[one for one in ir.parts_of(core.test) if isinstance(one, ir.HasStatus)] for core in cores]
    return said[0][0] if len(said[0]) == 1 and not any(said[1:]) else None


def _of_zones(test: ir.Predicate) -> bool:
    """Whether it says in which zone something is: "on the battlefield or in the command zone"."""
    return all(isinstance(part, ir.InZone) for part in (test.parts if isinstance(test, ir.AnyOf) else (test,)))


def _described_first(one: Desc, other: Desc) -> Desc:
    """ "Permanent with a time counter on it or suspended card": words between belong only to the first."""
    test, bare = (either(getattr(one, of), getattr(other, of), surface="or") for of in ("test", "bare"))
    return Desc(test, bare, "permanent" if one.noun != other.noun else one.noun)


def _among_such(
    test: ir.Predicate, cores: list[Core], implied: dict[str, ir.Predicate], before: list[ir.Predicate]
) -> ir.Predicate:
    """ "The artifact with the greatest mana value": among all artifacts, as no other set is named; "an artifact you
    control with the greatest mana value": among those that you control."""
    if not isinstance(test, ir.HasExtreme) or not {"alone", "tied"} & set(test.surface.split()):
        return test
    held = [each for each in before if isinstance(each, ir.Controlled)]
    return replace(test, among=ir.Every(both(either(*(both(core.test, implied[core.place]) for core in cores)), *held)))


def _of_one_head(cores: list[Core]) -> list[Core]:
    """ "Kraken, Octopus, or Serpent creature card": words after the last type belong to all."""
    *first, last = cores
    parts = last.test.parts if isinstance(last.test, ir.All) else ()
    if last.noun != "card" or not first or not parts or not isinstance(parts[0], ir.HasSubtype):
        return cores
    if not all(isinstance(core.test, ir.HasSubtype) for core in first):
        return cores
    conj = cores.conj if isinstance(cores, Cores) else ""
    kinds = either(*(core.test for core in first), parts[0], surface=conj or "or")
    return Cores([last._replace(test=both(kinds, *parts[1:]))])


def _bound_to_last(cores: list[Core], tests: list[ir.Predicate]) -> tuple[list[Core], list[ir.Predicate]]:
    """ "Walls and/or creatures with flying": a keyword belongs only to the last noun."""
    if len(cores) < 2:
        return cores, tests

    def of_keyword(test: ir.Predicate) -> bool:
        return isinstance(test, ir.HasAbility) or (isinstance(test, ir.Not) and isinstance(test.part, ir.HasAbility))

    own = [test for test in tests if of_keyword(test)]
    last = cores[-1]._replace(test=both(cores[-1].test, *own))
    return [*cores[:-1], last], [test for test in tests if not of_keyword(test)]
