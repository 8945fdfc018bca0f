"""Every worked example in the library, with the data for finding it by its words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from django.db.models import QuerySet
from django.urls import reverse

from rulesite.engine.eras.named_rules import FIFTH_EDITION, day_described
from rulesite.rulebook.models import Edition, Example
from rulesite.text.wording import words

GLOSSARY = "glossary/"
"""The prefix of the rule key of an example in a glossary."""


class Printed(NamedTuple):
    """One example of one edition.

    ``rule`` is the key of its provision (``version`` its primary key), or ``glossary/`` and the slug of its term
    (``version`` is 0). ``named`` is the edition's statement of which rules it describes, "" without one.
    """

    pk: int
    document: str
    edition: date
    rule: str
    thread: int | None
    ordinal: int
    labelled: bool
    fingerprint: str
    text: str
    position: int
    version: int = 0
    named: str = ""

    @property
    def ruled(self) -> date:
        """The day of the rules it is about."""
        return day_of_rules(self.edition, self.named)

    @property
    def address(self) -> str:
        """``cr/2006-10-01/409.1h example 1``, or ``… “for example” 1`` for a passage inside a rule's text."""
        sort = "example" if self.labelled else "“for example”"
        return f"{self.document}/{self.edition}/{self.rule} {sort} {self.ordinal}"

    @property
    def slot(self) -> tuple[str, date, str, int, bool]:
        """The example's position as a scenario's cite names it."""
        return self.document, self.edition, self.rule, self.ordinal, self.labelled

    @property
    def opening(self) -> str:
        """The first words, at most eight."""
        return " ".join(self.text.split()[:8])

    @property
    def href(self) -> str:
        """The page of its rule or term."""
        if self.rule.startswith(GLOSSARY):
            slug = self.rule.removeprefix(GLOSSARY)
            return reverse("reading:term", args=[self.document, self.edition.isoformat(), slug])
        return reverse("reading:rule", args=[self.document, self.edition.isoformat(), self.rule])

    @property
    def anchor(self) -> str:
        """The page of its rule, at the example's anchor if it has one."""
        fragment = f"#{self.rule}/example/{self.ordinal}" if self.labelled and "/" not in self.rule else ""
        return self.href + fragment


FIRST_DAY = date.fromisoformat(FIFTH_EDITION)
"""The day of the earliest known rules."""


def day_of_rules(effective: date, named: str) -> date:
    """The day of the rules that an edition describes, from its date and its own statement ("" for none).

    >>> day_of_rules(date(2006, 10, 1), "")
    datetime.date(2006, 10, 1)
    """
    return date.fromisoformat(day_described(effective.isoformat(), named))


def begins_with(told: Sequence[str], opening: str) -> bool:
    """Whether a text's words begin with those of an opening, apart from typography.

    >>> begins_with(words("For example, “Rampage 2”."), 'For example, "Rampage')
    True
    """
    opening_words = _opening_words(opening)
    return bool(opening_words) and tuple(told[: len(opening_words)]) == opening_words


@lru_cache(maxsize=4096)
def _opening_words(opening: str) -> tuple[str, ...]:
    """The words of an opening; cached, as it is compared with every example of an edition."""
    return tuple(words(opening))


def printed(editions: Iterable[Edition] | None = None) -> list[Printed]:
    """The examples of some editions, or of all, in the order of the books. Two queries."""
    of_rules, of_terms = Example.objects.filter(version__isnull=False), Example.objects.filter(term__isnull=False)
    if editions is not None:
        requested = list(editions)
        of_rules, of_terms = (
            of_rules.filter(version__edition__in=requested),
            of_terms.filter(term__edition__in=requested),
        )
    return [*_of_rules(of_rules), *_of_terms(of_terms)]


def printed_of(versions: Iterable[int]) -> list[Printed]:
    """The examples of some provisions, by their primary keys. One query."""
    return list(_of_rules(Example.objects.filter(version__in=list(versions))))


def printed_as(examples: Iterable[int]) -> list[Printed]:
    """Some examples, by primary key. Two queries."""
    rows = Example.objects.filter(pk__in=list(examples))
    return [*_of_rules(rows.filter(version__isnull=False)), *_of_terms(rows.filter(term__isnull=False))]


def _of_rules(rows: QuerySet[Example]) -> Iterator[Printed]:
    """Examples of provisions, sorted here, because a database would sort with their whole texts."""
    values = rows.order_by().values_list(
        "pk", "version__edition__document__slug", "version__edition__effective", "version__key", "version__rule_id",
        "ordinal", "labelled", "wording__fingerprint", "wording__text", "version__position", "version_id",
        "version__edition__rules", "version__edition__document__position",
    )  # fmt: skip
    books = [(book, Printed._make(row)) for *row, book in values]
    books.sort(key=lambda told: (told[0], told[1].edition, told[1].position, not told[1].labelled, told[1].ordinal))
    return (example for _, example in books)


def _of_terms(rows: QuerySet[Example]) -> Iterator[Printed]:
    rows = rows.select_related("term__edition__document", "wording")
    for row in rows.order_by("term__edition__document__position", "term__edition__effective", "term__term", "ordinal"):
        term = row.term
        assert term is not None  # noqa: S101 - the query asked for those with one
        yield Printed(
            row.pk, term.edition.document.slug, term.edition.effective, f"{GLOSSARY}{term.slug}", None, row.ordinal,
            row.labelled, row.wording.fingerprint, row.wording.text, 1_000_000, named=term.edition.rules,
        )  # fmt: skip
