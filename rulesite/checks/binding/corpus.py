"""Book: the worked examples of all editions, loaded by edition on demand."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date

from django.db.models import Q
from rapidfuzz import process
from rapidfuzz.distance import Indel

from rulesite.checks.examples import Printed, printed
from rulesite.rulebook.models import CitationTarget, Edition, Example, Wording
from rulesite.text.wording import words

Cited = dict[str, int]
_LETTERS_PER_WORD = 20
"""Longer than the average word: the first words of a text are sought in this many characters for each."""
_DIGEST_LENGTH = 20
"""Length of a digest in a key."""
PERHAPS = 0.5
"""Minimum similarity for comparing an example with the known words. No known rewording is less similar than .65."""
_MAX_NAMED_EDITIONS = 5
"""Up to this many editions are queried by name; beyond that, all are read."""


class Page:
    """The examples of an edition, indexed for searching."""

    def __init__(self, document: str, examples: list[Printed]) -> None:
        self.document = document
        self.examples = examples
        self.slots = {example.slot: example for example in examples}
        self.by_words: dict[str, list[Printed]] = defaultdict(list)
        self.by_thread: dict[int | None, list[Printed]] = defaultdict(list)
        for example in examples:
            self.by_words[example.fingerprint].append(example)
            self.by_thread[example.thread].append(example)
        self.order = {fingerprint: place for place, fingerprint in enumerate(self.by_words)}
        self.spelt: list[str] | None = None
        """Its texts in order, encoded once they are needed; see `ExampleCorpus.spelt`."""
        self.alike: dict[str, list[tuple[str, float]]] = {}
        """By encoded text compared with the page: the similar examples, by fingerprint."""


class ExampleCorpus:
    """All editions with their examples.

    ``keys`` stay equal as long as nothing about an edition's examples changes: their words, their positions, and the
    threads of their rules and of the rules they cite; ``editions`` are the primary keys. Both are by address. With
    ``only``, there are keys for those editions alone.
    """

    def __init__(self, only: Collection[str] | None = None) -> None:
        self.editions: dict[str, int] = {}
        self.days: dict[str, dict[date, str]] = defaultdict(dict)
        for edition in Edition.objects.select_related("document"):
            self.editions[edition.address] = edition.pk
            self.days[edition.document.slug][edition.effective] = edition.address
        self._cited = _cited()
        requested = {address: pk for address, pk in self.editions.items() if only is None or address in only}
        self.keys = _keys(requested, self._cited)
        self._pages: dict[str, Page] = {}
        self._letters = _Letters()
        self._texts: dict[str, str] = {}
        self._spelt: dict[str, str] = {}
        self._begun: dict[str, dict[tuple[str, ...], set[int]]] = {}
        self._scores: dict[str, list[tuple[str, float]]] = {}
        """By text compared with all pages: the similar examples, by fingerprint."""

    def page(self, address: str) -> Page:
        """The examples of an edition."""
        if address not in self._pages:
            self._read([address])
        return self._pages[address]

    def pages(self, addresses: Iterable[str]) -> Iterator[Page]:
        """The examples of some editions, in the order of their addresses."""
        requested = sorted(addresses)
        self._read([address for address in requested if address not in self._pages])
        return map(self._pages.__getitem__, requested)

    def _read(self, addresses: Collection[str]) -> None:
        """Load the examples of some editions together."""
        by_address: dict[str, list[Printed]] = {address: [] for address in addresses}
        for example in printed(Edition.objects.filter(pk__in=[self.editions[address] for address in addresses])):
            by_address[f"{example.document}/{example.edition}"].append(example)
            self._texts.setdefault(example.fingerprint, example.text)
        for address, examples in by_address.items():
            self._pages[address] = Page(address.partition("/")[0], examples)

    def beginning(self, document: str, openings: Iterable[str], least: int) -> set[date]:
        """The editions of a document with an example that may begin with one of some openings of ``least`` words.

        Every wording is checked once, however many editions print it.
        """
        if document not in self._begun:
            index = self._begun[document] = defaultdict(set)
            for pk, text in _wordings(document):
                index[_first_words(text, least)].add(pk)
        starts = {_first_words(opening, least) for opening in openings}
        wordings = {pk for start in starts for pk in self._begun[document].get(start, ())}
        if not wordings:
            return set()
        rows = Example.objects.filter(wording__in=wordings).order_by()
        printing = {edition for pair in rows.values_list("version__edition_id", "term__edition_id") for edition in pair}
        return {day for day, address in self.days[document].items() if self.editions[address] in printing}

    def spelt(self, text: str) -> str:
        """A text with each word encoded as a letter, apart from typography: equal words get equal letters."""
        if text not in self._spelt:
            self._spelt[text] = "".join(map(self._letters.__getitem__, words(text)))
        return self._spelt[text]

    def cited(self, address: str, fingerprint: str) -> Cited:
        """The threads of the rules that some words cite in an edition, by number."""
        return self._cited.get(self.editions.get(address, 0), {}).get(fingerprint, {})

    def compare(self, texts: Iterable[str], pages: Iterable[Page]) -> None:
        """Compare texts with the examples of some pages at once; `like` must ask for them on those pages only."""
        fingerprints = list(dict.fromkeys(fingerprint for page in pages for fingerprint in page.order))
        among = [self.spelt(self._texts[fingerprint]) for fingerprint in fingerprints]
        for spelt in dict.fromkeys(map(self.spelt, texts)):
            self._scores[spelt] = [(fingerprints[place], score) for place, score in _alike(spelt, among)]

    def like(self, spelt: str, page: Page) -> list[tuple[Printed, float]]:
        """The examples of an edition that may be a text in other words, with their similarity, the most similar first.

        A text that `compare` has not covered is compared with the examples of this page.
        """
        order, known = page.order, self._scores.get(spelt, page.alike.get(spelt))
        if known is None:
            if page.spelt is None:
                page.spelt = [self.spelt(self._texts[fingerprint]) for fingerprint in order]
            by_place = list(order)
            known = page.alike[spelt] = [(by_place[place], score) for place, score in _alike(spelt, page.spelt)]
        matches = [(-score, order[digest], digest) for digest, score in known if digest in order]
        return [(page.by_words[fingerprint][0], -score) for score, _, fingerprint in sorted(matches)]


def _alike(spelt: str, among: Sequence[str]) -> Iterator[tuple[int, float]]:
    """The indexes of texts similar enough for a closer look, with the similarity."""
    matches = process.extract(spelt, among, scorer=Indel.normalized_similarity, score_cutoff=PERHAPS, limit=None)
    return ((place, score) for _, score, place in matches)


class _Letters(dict[str, str]):
    """A letter for each word, always the same."""

    def __missing__(self, word: str) -> str:
        letter = self[word] = chr(0x100 + len(self))
        return letter


def _first_words(text: str, count: int) -> tuple[str, ...]:
    """The first ``count`` words of a text, or all if it has fewer."""
    beginning = words(text[: count * _LETTERS_PER_WORD])
    return tuple((beginning if len(beginning) > count else words(text))[:count])  # the last one may have been cut


def _cited() -> dict[int, dict[str, Cited]]:
    """The threads of the rules that examples cite: by edition, words, and number as printed."""
    threads: dict[int, dict[str, Cited]] = defaultdict(lambda: defaultdict(dict))
    rows = CitationTarget.objects.filter(
        citation__reference__wording__in=Example.objects.order_by().values("wording"), version__rule__isnull=False
    ).order_by("citation__edition", "pk")
    for edition, fingerprint, number, thread in rows.values_list(
        "citation__edition", "citation__reference__wording__fingerprint", "citation__reference__cited", "version__rule"
    ):
        threads[edition][fingerprint].setdefault(number, thread)
    return threads


def _keys(editions: dict[str, int], cited: dict[int, dict[str, Cited]]) -> dict[str, str]:
    stand = {
        pk: hashlib.sha256(repr(sorted(cited[pk].items())).encode() if pk in cited else b"") for pk in editions.values()
    }
    say = {pk: hashlib.sha256() for pk in editions.values()}
    examples = Example.objects.order_by("pk")
    if len(editions) < _MAX_NAMED_EDITIONS:
        examples = examples.filter(Q(version__edition__in=editions.values()) | Q(term__edition__in=editions.values()))
    rows = examples.values_list(
        "version__edition_id", "term__edition_id", "wording_id", "pk", "version__key", "version__rule_id",
        "version__position", "term__slug", "ordinal", "labelled",
    )  # fmt: skip
    for of_rule, of_term, wording, *facts in rows.iterator():
        if (of_rule or of_term) in stand:
            stand[of_rule or of_term].update(repr(facts).encode())
            say[of_rule or of_term].update(b"%d " % wording)
    return {
        address: f"{stand[pk].hexdigest()[:_DIGEST_LENGTH]}.{say[pk].hexdigest()[:_DIGEST_LENGTH]}"
        for address, pk in editions.items()
    }


def stands_as(key: str) -> str:
    """The part of an edition's key for the positions of its examples, without their words."""
    return key.partition(".")[0]


def _wordings(document: str) -> Iterator[tuple[int, str]]:
    """The wordings of all examples of a document, each once."""
    printed = Q(examples__version__edition__document__slug=document)
    of_terms = Q(examples__term__edition__document__slug=document)
    for of_examples in (printed, of_terms):
        yield from Wording.objects.filter(of_examples).order_by().values_list("pk", "text").distinct()
