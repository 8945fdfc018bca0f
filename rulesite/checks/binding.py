"""Binding: which examples of which editions a scenario speaks of, found by their words and not by numbers that move.

A cite's opening words find the example where the cite says it stands. The whole example is then pinned: wherever the
same words stand, in whatever edition and under whatever number, the scenario is bound to them. Its forebears and heirs,
in the thread of its rule or by likeness, are laid beside the pinned words: where every place at which they part is
explained (`rewordings`), the scenario is bound to them too, and the binding says how they differ and why that is
nothing to the game. Where anything is left over, it is "written for other words" until a person says that it fits.
Where the edition of a cite is not held, an opening found elsewhere is a guess, and `guesses` says when it counts.

What is bound in an edition follows from its own examples, from what each cite was found to mean and from the rewordings
that matter for its words: so an edition that arrives is bound alone; a cite that means other words (its own edition has
come, a person has confirmed some, or struck a pair of the dictionary that they have) is bound anew everywhere, and one
that means the same words in another place only where they stand and stood. `Made` remembers all that, an edition under
its address and a scenario under ``games/`` and its slug.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import NamedTuple

from django.db import transaction
from django.db.models import Count, Q
from rapidfuzz import process
from rapidfuzz.distance import Indel

from rulesite.checks import rewordings
from rulesite.checks.book import Book, Page, stands_as
from rulesite.checks.guesses import settle
from rulesite.checks.homes import Home, homes_of
from rulesite.checks.models import Binding, Scenario
from rulesite.checks.printed import Printed
from rulesite.rulebook.models import Edition, Made

STAGE = "bind"
GAMES = "games/"
"""What the unit of a scenario begins with; that of an edition is its address."""
_SAID = "bind: sayings"
"""The stage by which `Made` knows what might be said for what when it was bound."""
SAME_RULE, ANY_RULE = 0.4, 0.7
"""How alike two examples must be (the share of their words in order) to be one example in other words: within the
same rule, and anywhere else in another edition. Short passages are not looked for elsewhere."""
SHORT = 6
_MANY = 2000

State = Binding.State
_SURE = (State.BOUND, State.CONFIRMED, State.REWORDED, State.FIRST_WORDS, State.OTHER_WORDS, State.NOTHING)


@dataclass
class Bound:
    """What a binding did: the editions and the scenarios (by slug) that were bound anew, everywhere."""

    editions: set[str] = field(default_factory=set)
    scenarios: set[str] = field(default_factory=set)


def bind(scenarios: Iterable[Scenario]) -> Bound:
    """Bind scenarios to everything that the library prints, as far as it is not bound so already.

    ``scenarios`` are all that there are: what is bound to others goes.
    """
    with transaction.atomic():
        plan = _plan(scenarios)
        plan.carry_out()
    return plan.bound


def rebind(edition: Edition, scenarios: Iterable[Scenario]) -> Bound:
    """The same after something was changed in one edition alone; the others are taken to be as they were."""
    with transaction.atomic():
        book = Book([edition.address])
        if not (changed := _changed(book)):
            return Bound()
        plan = _Plan(book, changed, list(scenarios))
        plan.carry_out()
    return plan.bound


def unbound(scenarios: Iterable[Scenario]) -> Bound:
    """What `bind` would bind anew; nothing is changed."""
    return _plan(scenarios).bound


def _plan(scenarios: Iterable[Scenario]) -> _Plan:
    book = Book()
    return _Plan(book, _changed(book), list(scenarios))


class _Plan:
    """What is to be bound, and the work itself: of a book of which some editions have ``changed``."""

    def __init__(self, book: Book, changed: set[str], scenarios: list[Scenario]) -> None:
        self._book = book
        self._scenarios = scenarios
        self._homes = homes_of(book, scenarios)
        self._sayings = rewordings.in_force()
        self._compared: dict[object, list[dict[str, str]] | None] = {}
        self._said = rewordings.name_of_all(self._sayings)
        made = _made()
        self._known = known = made if Made.stands(_SAID, "all", self._said) else {}
        """What was bound, where what may be said for what is as it was then."""
        self._meant = {(unit := f"{GAMES}{row.slug}"): self._meaning(row, known.get(unit, "")) for row in scenarios}
        self.bound = Bound(changed, {unit for unit, key in self._meant.items() if made.get(unit) != key})
        self._moved = {
            unit for unit in self.bound.scenarios if _parts(self._meant[unit])[:2] == _parts(made.get(unit, ""))[:2]
        }
        """The scenarios whose cites mean the same words as before, in other places."""
        self._gone = [unit for unit in made if unit not in book.editions and unit not in self._meant]

    def _meaning(self, row: Scenario, before: str) -> str:
        """What a scenario's cites were found to mean, as `Made` keeps it: the words, what may be said for them, and the
        places. What may be said is taken from ``before``, for the same words, where there was no other dictionary."""
        homes = self._homes.found[row.slug]
        words = _digest(row.pk, [home.words for home in homes])
        known, said, _ = _parts(before)
        if not said or known != words:
            said = _digest([rewordings.name_for(self._sayings, home.pinned) for home in homes])
        return f"{words}-{said}-{_digest([home.place for home in homes])}"

    def carry_out(self) -> None:
        """Take away what no longer counts, and bind."""
        self._homes.save()
        changed = [row for row in self._scenarios if f"{GAMES}{row.slug}" in self.bound.scenarios]
        anew = [row for row in changed if f"{GAMES}{row.slug}" not in self._moved]
        Binding.objects.exclude(scenario__in=[row.pk for row in self._scenarios]).delete()
        before = [
            Q(scenario__in=[row.pk for row in anew]),
            Q(scenario__in=[row.pk for row in changed if row not in anew], example=None),
        ]
        made = [row for scenario in changed for row in self._nothing(scenario)]
        if anew:
            pages = self._book.pages(self._book.editions)
            homes = (home for row in anew for home in self._homes.found[row.slug])
            self._book.compare(text for home in homes for text in home.texts)
            for page in pages:
                made += _once(row for scenario in anew for row in self._in(page, scenario))
        for address, stand in self._again(set(anew)).items():
            edition = self._book.editions[address]
            of = Q(scenario__in=[row.pk for row in stand])
            before += [of & Q(**{f"example__{owner}__edition": edition}) for owner in ("version", "term")]
            made += _once(row for scenario in stand for row in self._in(self._book.page(address), scenario))
        _replace(before, made)
        self._remember()
        settle()

    def _again(self, anew: set[Scenario]) -> dict[str, list[Scenario]]:
        """The scenarios that are bound again in some editions, by their addresses in order."""
        rest = [row for row in self._scenarios if row not in anew]
        found = {address: self._concerned(address, rest) for address in self.bound.editions}
        for row in self._scenarios:
            if f"{GAMES}{row.slug}" in self._moved:
                homes = {each for home in self._homes.found[row.slug] for each in home.editions}
                for address in homes & self._book.editions.keys() - self.bound.editions:
                    found.setdefault(address, []).append(row)
        return dict(sorted(found.items()))

    def _concerned(self, address: str, rows: list[Scenario]) -> list[Scenario]:
        """The scenarios that are bound again in an edition that is not as it was: all, unless its examples stand where
        they stood; then who is bound to one whose words are others now, or may be to what these are."""
        before = self._known.get(address, "")
        if not before or stands_as(before) != stands_as(self._book.keys[address]):
            return rows
        page = self._book.page(address)
        edition = self._book.editions[address]
        of = Q(example__version__edition=edition) | Q(example__term__edition=edition)
        held = Binding.objects.filter(of).values_list("scenario", "example", "fingerprint")
        now = {example.pk: example.fingerprint for example in page.examples}
        stays = {example for _, example, fingerprint in held if now.get(example) == fingerprint}
        others = Page(page.document, [example for example in page.examples if example.pk not in stays])
        bound = {scenario for scenario, example, _ in held if example not in stays}
        return [
            row
            for row in rows
            if row.pk in bound
            or f"{GAMES}{row.slug}" in self._moved
            or any(self._may_meet(others, each) for each in self._homes.found[row.slug])
        ]

    def _may_meet(self, page: Page, each: Home) -> bool:
        """Whether a cite may be bound to any of some examples, in whatever way."""
        if each.example is None:
            return False
        if each.example.slot in page.slots or not page.by_words.keys().isdisjoint(each.known):
            return True
        if each.example.thread is not None and each.example.thread in page.by_thread:
            return True
        texts = {*each.pinned, *each.texts} if page.document == each.example.document else ()
        return any(self._book.like(self._book.spelt(text), page) for text in texts)

    def _remember(self) -> None:
        Made.note(_SAID, "all", self._said)
        Made.objects.filter(stage=STAGE, unit__in=self._gone).delete()
        held, counted = _made(), _counts()
        digests = {unit: key.partition("-")[0] for unit, key in held.items() if unit in self._book.editions}
        digests |= self._book.keys
        keys = {address: _key(digest, counted.get(address, 0)) for address, digest in digests.items()} | self._meant
        Made.objects.bulk_create(
            [Made(stage=STAGE, unit=unit, key=key) for unit, key in keys.items() if held.get(unit) != key],
            update_conflicts=True, unique_fields=["stage", "unit"], update_fields=["key", "made"],
        )  # fmt: skip

    def _nothing(self, scenario: Scenario) -> Iterator[_Row]:
        for each in self._homes.found[scenario.slug]:
            if each.example is None:
                yield _row(scenario, each, None, State.NOTHING, each.how)

    def _in(self, page: Page, scenario: Scenario) -> Iterator[_Row]:
        """What a scenario is bound to in one edition, by each of its cites."""
        for each in self._homes.found[scenario.slug]:
            if each.example is None:
                continue
            found = {}
            for fingerprint in each.known:
                for example in page.by_words.get(fingerprint, ()):
                    state = State.CONFIRMED if fingerprint in each.confirmed else State.BOUND
                    found[example.pk] = _row(scenario, each, example, state, "the same words")
            for example in self._kin(page, each) if each.pinned else ():
                if example.pk not in found and (told := self._differences(page, each, example)) is not None:
                    found[example.pk] = _row(scenario, each, example, State.REWORDED, *told)
            home = page.slots.get(each.example.slot)
            if home is not None and home.pk not in found:
                how = each.how if not each.opening else "its words have changed since"
                found[home.pk] = _row(scenario, each, home, State.OTHER_WORDS, how)
            if not found and page.document == each.example.document:
                alike = self._alike(page, each)
                if alike is not None:
                    note = f"{alike[1]:.0%} of its words in their order"
                    found[alike[0].pk] = _row(scenario, each, alike[0], State.OTHER_WORDS, note)
            yield from found.values()

    def _kin(self, page: Page, each: Home) -> Iterator[Printed]:
        """The examples of an edition that may be the one of a cite in other words, each once: what is like it, which
        in another document, or where it is short, must be its forebear or heir by the thread of its rule."""
        assert each.example is not None  # noqa: S101 - without one nothing is looked for
        kin: list[Printed] = []
        for text in each.pinned:
            spelt = self._book.spelt(text)
            likest = [example.fingerprint for example, _ in self._book.like(spelt, page)]
            alike = [example for fingerprint in likest for example in page.by_words[fingerprint]]
            if page.document != each.example.document or len(spelt) < SHORT:
                alike = [example for example in alike if example.thread == each.example.thread is not None]
            kin += alike
        yield from dict.fromkeys(kin)

    def _differences(self, page: Page, each: Home, example: Printed) -> tuple[str, list[dict[str, str]]] | None:
        """How an example says in other words what the known ones say, with a note; None where it says other things."""
        assert each.example is not None  # noqa: S101 - without one nothing is looked for
        here = self._book.cited(f"{example.document}/{example.edition}", example.fingerprint)
        home = self._book.cited(f"{each.example.document}/{each.example.edition}", each.example.fingerprint)
        for text in each.pinned:
            asked = text, example.fingerprint, *(tuple(cited.items()) for cited in (home, here) if here)
            if asked not in self._compared:
                found = self._sayings.explain(
                    text, example.text, lambda one, other: one in home and home[one] == here.get(other)
                )
                self._compared[asked] = None if found is None else [asdict(difference) for difference in found]
            told = self._compared[asked]
            if told is not None:
                places = f"{len(told)} place{'' if len(told) == 1 else 's'}"
                return f"in other words at {places} than {each.example.address}", told
        return None

    def _alike(self, page: Page, each: Home) -> tuple[Printed, float] | None:
        """In an edition without the known words: the example that is most like them."""
        assert each.example is not None  # noqa: S101 - without one nothing is looked for
        same = page.by_thread.get(each.example.thread, []) if each.example.thread is not None else []
        texts = [self._book.spelt(text) for text in each.texts]
        among = [self._book.spelt(example.text) for example in same]
        best: tuple[Printed, float] | None = None
        for text in texts:
            found = process.extractOne(text, among, scorer=Indel.normalized_similarity, score_cutoff=SAME_RULE)
            if found is not None and (best is None or found[1] > best[1]):
                best = same[found[2]], found[1]
        if best is not None or len(texts[0]) < SHORT:
            return best
        alike = [like for text in texts for like in self._book.like(text, page)[:1] if like[1] >= ANY_RULE]
        return max(alike, key=lambda like: like[1], default=None)


class _Row(NamedTuple):
    """What a binding will say."""

    scenario_id: int
    example_id: int | None
    cite: int
    state: str
    address: str
    fingerprint: str
    note: str
    differences: list[dict[str, str]]
    guessed: bool


def _once(made: Iterable[_Row]) -> list[_Row]:
    """Of several cites of a scenario that reach one example, the one that says most."""
    best: dict[tuple[int, int | None], _Row] = {}
    for row in made:
        held = best.get(row[:2])
        if held is None or _SURE.index(row.state) < _SURE.index(held.state):
            best[row[:2]] = row
    return list(best.values())


def _replace(before: Iterable[Q], made: Sequence[_Row]) -> None:
    """Store what was made in the place of what some queries find. What is the same stays as it lies there; whether a
    guess counts is found out later."""
    lying: dict[tuple[int, int | None, int], tuple[int, _Row]] = {}
    gone: list[int] = []
    for query in before:
        for pk, *said in Binding.objects.filter(query).order_by().values_list("pk", *_Row._fields):
            row = _Row._make(said)
            row = row._replace(state=State.FIRST_WORDS) if row.guessed else row
            if row[:3] in lying:
                gone.append(pk)
            else:
                lying[row[:3]] = pk, row
    new = []
    for row in made:
        pk, held = lying.get(row[:3], (0, None))
        if held == row:
            del lying[row[:3]]
        else:
            new.append(row)
    gone += [pk for pk, _ in lying.values()]
    for at in range(0, len(gone), _MANY):
        Binding.objects.filter(pk__in=gone[at : at + _MANY]).delete()
    Binding.objects.bulk_create(Binding(**row._asdict()) for row in new)


def _row(
    scenario: Scenario, each: Home, example: Printed | None, state: str, note: str,
    differences: Sequence[dict[str, str]] = (),
) -> _Row:  # fmt: skip
    guessed = each.guessed and state in (State.BOUND, State.REWORDED)
    if guessed:
        state, note = State.FIRST_WORDS, f"it begins as {each.address}, which is not in this library"
    return _Row(
        scenario.pk, example.pk if example else None, each.number, state, example.address if example else each.address,
        example.fingerprint if example else "", note, list(differences), guessed,
    )  # fmt: skip


def _made() -> dict[str, str]:
    """What was bound, by unit."""
    return dict(Made.objects.filter(stage=STAGE).values_list("unit", "key"))


def _changed(book: Book) -> set[str]:
    """The editions, of those of interest, whose examples or bindings are not as they were when they were bound."""
    made, counted = _made(), _counts()
    return {address for address, key in book.keys.items() if made.get(address) != _key(key, counted.get(address, 0))}


def _counts() -> dict[str, int]:
    """How many bindings each edition has, by its address."""
    found: Counter[str] = Counter()
    for owner in ("version", "term"):
        edition = f"example__{owner}__edition"
        rows = Binding.objects.filter(**{f"example__{owner}__isnull": False}).order_by()
        for document, day, count in rows.values_list(f"{edition}__document__slug", f"{edition}__effective").annotate(
            count=Count("pk")
        ):
            found[f"{document}/{day}"] += count
    return found


def _parts(key: str) -> tuple[str, str, str]:
    """What `Made` keeps for a scenario: the words that its cites mean, what may be said for them, and the places."""
    words, _, rest = key.partition("-")
    said, _, places = rest.rpartition("-")
    return words, said, places


def _key(key: str, count: int) -> str:
    """What `Made` keeps for an edition: also how many bindings it had, for they go with their examples."""
    return f"{key}-{count}"


def _digest(*facts: object) -> str:
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:20]
