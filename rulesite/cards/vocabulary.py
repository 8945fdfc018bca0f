"""The keywords and terms of an edition, with the rules that define them, and where a text uses them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.text import slugify

from rulesite.rulebook.models import Edition, RuleVersion
from rulesite.text.glossary import fold, forms, singular
from rulesite.text.terms import TermLinker

ABILITY, ACTION, TERM = "keyword ability", "keyword action", "term"
_SECTIONS = {"keyword abilities": ABILITY, "keyword actions": ACTION}
_TITLED = (RuleVersion.Kind.SECTION, RuleVersion.Kind.HEADING)
_TYPES = (
    *("artifact", "battle", "conspiracy", "creature", "dungeon", "enchantment", "instant", "land", "phenomenon"),
    *("plane", "planeswalker", "scheme", "sorcery", "kindred", "tribal", "vanguard"),
)
TYPES = frozenset(_TYPES)
"""Card types: the words of a type line that every reader knows, of use only there."""
_SYMBOL = re.compile(r"\{[^{}\s]{1,12}\}")


@dataclass(frozen=True)
class Entry:
    """A word of the rules: its name, the pages of its definition and its rule in one edition."""

    name: str
    title: str
    kind: str
    slug: str = ""
    """Its page in the glossary."""
    key: str = ""
    number: str = ""
    """The rule that defines it; "" if no rule has it as its title."""
    is_heading: bool = False
    noun: str = ""
    """For a verb that the glossary explains as something else too (to counter, a counter): the name of that."""


@dataclass(frozen=True)
class Use:
    """A word of the rules in a text."""

    start: int
    end: int
    entry: Entry


class Vocabulary:
    """The words of one edition. Building it takes a fraction of a second: keep it while the book is the same."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.entries = {entry.name: entry for entry in _with_senses(edition, _entries(edition))}
        self._by_title = {entry.title: entry for entry in self.entries.values()}
        self._linker = TermLinker(self._by_title)
        self._keywords = {name for name, entry in self.entries.items() if entry.kind in (ABILITY, ACTION)}

    def find(self, text: str, skip: Sequence[tuple[int, int]] = ()) -> Iterator[Use]:
        """Yield the words of the rules in a text, each once per paragraph; not in symbols and the passages to skip."""
        symbols = [match.span() for match in _SYMBOL.finditer(text)] if "{" in text else []
        names = [each.span() for each in _CAPITAL.finditer(text) if singular(each.group().lower()) in self._keywords]
        for use in self._linker.find(text, [*skip, *symbols, *names]):
            entry = self._by_title[use.term]
            if entry.noun and not _is_verb(text, use.start, use.end):
                entry = self.entries[entry.noun]
            yield Use(use.start, use.end, entry)

    def names(self, texts: Iterable[tuple[str, Sequence[tuple[int, int]]]]) -> list[str]:
        """The names of the words in some texts, each once, in order."""
        return list(dict.fromkeys(use.entry.name for text, skip in texts for use in self.find(text, skip)))


_SEE = re.compile(r"\bSee rules? (\d{3}(?:\.\d+[a-z]?)?)\b")
"""The rule that a definition names: that of a term which is no title itself."""
_SENSES = re.compile(r"^1\. .+\n2\. ", re.MULTILINE | re.DOTALL)
_CAPITAL = re.compile(r"(?<=\w )[A-Z]\w+(?= (?:(?:over|of|in|for|from|and|to)(?: the)? )?[A-Z])")
"""A word inside a sentence with which a longer name begins, such as that of a set: no keyword is meant."""
_VERB_BEFORE = re.compile(
    r"(?:^|[.:•—“\"(\n,] ?|\b(?:to|may|can't|can|cannot|would|will|you|or|then|and|must|be|is|was|been) )$"
)
_VERB_AFTER = re.compile(r" (?:target|it|that|this|those|them|a|an|the|all|each|up|any|one|two|X|unless)\b")


def _is_verb(text: str, start: int, end: int) -> bool:
    """Whether a word that may be a noun is used as a verb: "Counter target spell", "can't be countered".

    >>> text = "Counter it. Put a +1/+1 counter on it. It can't be countered."
    >>> [_is_verb(text, match.start(), match.end()) for match in re.finditer("(?i)counter(ed)?", text)]
    [True, False, True]
    """
    if text[start:end].endswith("ed"):
        return True
    before = text[max(0, start - 8) : start].replace("’", "'")
    return bool(_VERB_BEFORE.search(before) and _VERB_AFTER.match(text, end))


def _with_senses(edition: Edition, entries: Iterable[Entry]) -> Iterator[Entry]:
    """The entries; of an action that the glossary explains as something else too, one for each."""
    texts = dict(edition.terms.values_list("slug", "wording__text"))
    for entry in entries:
        if entry.kind == ACTION and _SENSES.search(texts.get(entry.slug, "")):
            yield Entry(entry.name, entry.title, TERM, entry.slug)
            yield replace(entry, name=f"{entry.name} (action)", noun=entry.name)
        else:
            yield entry


def name_of(term: str) -> str:
    """A word's name for comparison between editions: its first form, folded, in the singular."""
    return singular(fold(next(forms(term))))


def names_of(title: str) -> list[str]:
    """All names that a title can be known by.

    >>> names_of("Kicker, Kicked"), names_of("Creatures")
    (['kicker, kicked', 'kicker', 'kicked'], ['creature'])
    """
    return [singular(fold(form)) for form in forms(title)]


def newest_edition() -> Edition | None:
    """The newest edition of the first document that has a glossary or keywords; None without any."""
    rows = Edition.objects.select_related("document").defer(*Edition.long())
    return rows.filter(terms__isnull=False).order_by("document__position", "-effective").first()


def own_names(text: str, names: Iterable[str]) -> list[tuple[int, int]]:
    """Where a text has a card's own name, or the part of it before a comma: no word of the rules is meant there."""
    wanted = {name for whole in names for name in (whole, whole.partition(",")[0]) if len(name) > 2}
    return [match.span() for name in wanted for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text)]


def _entries(edition: Edition) -> Iterator[Entry]:
    kinds: dict[int | None, str] = {}
    headings: dict[str, tuple[str, str, str, str]] = {}
    rows = edition.versions.filter(kind__in=_TITLED).exclude(title="").order_by("position")
    for pk, parent, key, number, title, kind in rows.values_list("pk", "parent", "key", "number", "title", "kind"):
        if kind == RuleVersion.Kind.SECTION:
            kinds[pk] = _SECTIONS.get(title.lower(), TERM)
        for name in names_of(title):
            known = headings.get(name)
            if known is None or (known[3] == RuleVersion.Kind.SECTION and kind == RuleVersion.Kind.HEADING):
                headings[name] = (key, number, kinds.get(parent, TERM), kind)
    used: set[str] = set()
    keys = dict(edition.versions.order_by().values_list("number", "key"))
    for term, slug, text in edition.terms.order_by("position").values_list("term", "slug", "wording__text"):
        heading = next((headings[name] for name in names_of(term) if name in headings), None)
        if heading is None and (cited := _SEE.search(text)) and cited[1] in keys:
            heading = keys[cited[1]], cited[1], TERM, ""
        used.update(names_of(term))
        yield _entry(name_of(term), term, slug, heading)
    for row in rows.filter(kind=RuleVersion.Kind.HEADING).values_list("title", flat=True):
        if (name := name_of(row)) not in used:
            used.add(name)
            yield _entry(name, row, slugify(row)[:130], headings.get(name))


def _entry(name: str, title: str, slug: str, heading: tuple[str, str, str, str] | None) -> Entry:
    if heading is None:
        return Entry(name, title, TERM, slug)
    key, number, kind, rule = heading
    return Entry(name, title, kind, slug, key, number, rule == RuleVersion.Kind.HEADING)
