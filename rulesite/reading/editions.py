"""The editions of the library: a few rows that nearly every page needs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from django.db.models import Exists, OuterRef

from rulesite.reading.caching.memo import memoize, of_none
from rulesite.rulebook.models import Edition, GlossaryTerm, Library


class EditionList:
    """All editions, newest first, with their documents; without their introductions and parts, which are long."""

    def __init__(self) -> None:
        rows = Edition.objects.select_related("document").defer(*Edition.long())
        self.editions: Sequence[Edition] = list(rows.order_by("document__position", "document__slug", "-effective"))
        self._by_pk = {edition.pk: edition for edition in self.editions}
        self._by_day = {(edition.document.slug.lower(), edition.effective): edition for edition in self.editions}
        with_glossary = Edition.objects.filter(Exists(GlossaryTerm.objects.filter(edition=OuterRef("pk"))))
        self._with_glossary = set(with_glossary.order_by().values_list("pk", flat=True))

    def edition(self, pk: int) -> Edition:
        """The edition with a primary key."""
        return self._by_pk[pk]

    def at(self, slug: str, day: date) -> Edition | None:
        """The edition of a document (the case of the slug does not matter) and a date."""
        return self._by_day.get((slug.lower(), day))

    def of(self, document_pk: int) -> list[Edition]:
        """The editions of a document, newest first."""
        return [edition for edition in self.editions if edition.document_id == document_pk]

    def with_glossary(self, document_pk: int) -> list[Edition]:
        """The editions of a document that have a glossary, newest first."""
        return [edition for edition in self.of(document_pk) if edition.pk in self._with_glossary]


def held(library: Library | None) -> EditionList:
    """The editions; memoized until the library changes."""
    return _held(library)


_held = memoize(EditionList, of=of_none)
