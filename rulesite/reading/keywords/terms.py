"""Keywords and terms: the rules of each, how its definition changed, and what other texts call it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from django.db.models import Max, Q
from django.utils.text import slugify

from rulesite.reading.caching.memo import memoize, of_one
from rulesite.reading.editions import held
from rulesite.reading.pages.other_editions import Edge, restating
from rulesite.reading.rendering.repeats import years
from rulesite.rulebook.models import Document, Edition, GlossaryTerm, Library, PhrasePair, RuleVersion
from rulesite.search.query import synonyms
from rulesite.search.query.phrase_pairs import Pair
from rulesite.text.glossary import fold, forms, singular

_TITLED = (RuleVersion.Kind.SECTION, RuleVersion.Kind.HEADING)
_MAX_PAIRS = 12


@dataclass(frozen=True)
class Keyword:
    """A titled provision of an edition: its section, or a keyword in a section."""

    key: str
    number: str
    title: str
    kind: str

    @property
    def slug(self) -> str:
        """Its name in the address of its page."""
        return slugify(self.title)[:130]


@dataclass(frozen=True)
class Era:
    """A run of editions with the same definition: the first and the last, how many there are, the words before."""

    first: Edition
    last: Edition
    count: int
    text: str
    before: str | None
    slug: str

    @property
    def years(self) -> str:
        """The years of the run."""
        return years(self.first.slug, self.last.slug)

    @property
    def href(self) -> str:
        """The page of the term in the last edition of the run."""
        return f"{self.last.get_absolute_url()}glossary/{self.slug}/"


def headings_of(edition: Edition, library: Library | None) -> dict[str, Keyword]:
    """The titled provisions of an edition by their folded names; keywords before sections."""
    return _headings(library, edition)


def heading_of(term: str, edition: Edition, library: Library | None) -> Keyword | None:
    """The provision that has the rules of a term, by its name."""
    headings = headings_of(edition, library)
    return next((headings[name] for name in map(_name, forms(term)) if name in headings), None)


def keyword_at(slug: str, edition: Edition, library: Library | None) -> Keyword | None:
    """The keyword with a slug, for one that the glossary does not have."""
    return next((each for each in keywords_of(edition, library) if each.slug == slug.lower()), None)


def keywords_of(edition: Edition, library: Library | None) -> list[Keyword]:
    """The keywords of an edition that its glossary does not have, in the order of the book."""
    return _keywords(library, edition)


@partial(memoize, most=8, of=of_one)
def _headings(edition: Edition) -> dict[str, Keyword]:
    headings: dict[str, Keyword] = {}
    rows = edition.versions.filter(kind__in=_TITLED).exclude(title="").order_by("kind", "position")
    for row in rows.values_list("key", "number", "title", "kind"):  # "heading" comes before "section"
        headings.setdefault(_name(row[2]), Keyword(*row))
    return headings


@partial(memoize, most=8, of=of_one)
def _keywords(edition: Edition) -> list[Keyword]:
    printed = {_name(form) for term in edition.terms.values_list("term", flat=True) for form in forms(term)}
    rows = edition.versions.filter(kind=RuleVersion.Kind.HEADING).exclude(title="").order_by("position")
    listed = {heading.slug: heading for heading in (Keyword(*row) for row in rows.values_list(*_COLUMNS))}
    return [heading for slug, heading in listed.items() if slug and _name(heading.title) not in printed]


_COLUMNS = ("key", "number", "title", "kind")


def _name(text: str) -> str:
    return singular(fold(text))


def former_terms(edition: Edition, library: Library | None) -> Sequence[tuple[str, str]]:
    """The terms that only earlier editions have, with the address of each in its last edition, from A to Z."""
    return _former(library, edition.document, edition)


@memoize
def _former(document: Document, edition: Edition) -> Sequence[tuple[str, str]]:
    rows = GlossaryTerm.objects.filter(edition__document=document, edition__effective__lt=edition.effective)
    gone = rows.exclude(slug__in=edition.terms.values("slug")).order_by().values("slug")
    last = gone.annotate(name=Max("term"), day=Max("edition__effective"))
    path = document.get_absolute_url()
    return sorted((row["name"], f"{path}{row['day']}/glossary/{row['slug']}/") for row in last)


def eras_of(term: GlossaryTerm, library: Library | None) -> list[Era]:
    """How the definition of a term changed, the newest first."""
    rows = GlossaryTerm.objects.filter(edition__document=term.edition.document_id, slug=term.slug)
    texts = {
        edition: (wording, text) for edition, wording, text in rows.values_list("edition", "wording", "wording__text")
    }
    editions = [each for each in reversed(held(library).of(term.edition.document_id)) if each.pk in texts]
    eras: list[Era] = []
    for _, group in groupby(editions, key=lambda each: texts[each.pk][0]):
        run = list(group)
        before = eras[-1].text if eras else None
        eras.append(Era(run[0], run[-1], len(run), texts[run[0].pk][1], before, term.slug))
    return eras[::-1]


def pairs_of(term: str) -> tuple[list[PhrasePair], list[Pair]]:
    """What the rules said for a term, or say now; and what players say for it."""
    names = [form for form in forms(term) if len(form) > 2]
    wanted = Q()
    for name in names:
        wanted |= Q(old__icontains=name) | Q(new__icontains=name)
    former = [
        pair
        for pair in (PhrasePair.objects.not_struck().filter(wanted) if names else ())
        if any(_has(text, name) for text in (pair.old, pair.new) for name in names)
    ]
    named = {_name(name) for name in names}
    slang = [pair for pair in synonyms.pairs().values() if named.intersection(map(_name, pair.says))]
    return former[:_MAX_PAIRS], slang[:_MAX_PAIRS]


def _has(text: str, name: str) -> bool:
    return f" {_name(name)} " in f" {_name(text)} "


def restated_elsewhere(versions: Iterable[int], library: Library | None) -> list[Edge]:
    """The paragraphs of other documents that restate some rules, in any of their editions."""
    rules = RuleVersion.objects.filter(pk__in=list(versions), rule__isnull=False).order_by()
    return restating(set(rules.values_list("rule_id", flat=True)), library)
