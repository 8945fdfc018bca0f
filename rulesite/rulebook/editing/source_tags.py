"""Tag words: a person corrects the reading of a source tag whose printed text is wrong.

The printed words stay; the correction is the tag that was meant. The log records it like any other: the tag as printed,
the tag to read instead, and why. It applies wherever the same words are printed.
"""

from __future__ import annotations

from collections.abc import Collection

from rulesite.rulebook import signals
from rulesite.rulebook.corrections import source_tags
from rulesite.rulebook.editing import rewording
from rulesite.rulebook.editing.corrections import CorrectionError
from rulesite.rulebook.models import Attribution, AttributionTarget, Example, GlossaryTerm, RuleVersion
from rulesite.text import source_tags as text_source_tags


def owner(row: Attribution) -> str:
    """The digest of the wording, and the tag's position in it."""
    return source_tags.name_of(row.wording.digest, row.start)


def rows(owners: Collection[str]) -> dict[str, Attribution]:
    """The tags with these names that some wording still has."""
    digests = {name.partition("/")[0] for name in owners}
    attributions = Attribution.objects.filter(wording__digest__in=digests).select_related("wording")
    return {name: row for row in attributions if (name := owner(row)) in owners}


def read(row: Attribution) -> str:
    """The tag as printed."""
    return row.text


def shown(row: Attribution) -> str:
    """The tag it is read as."""
    return row.read_as or row.text


def clean(row: Attribution, text: str) -> str:
    """A single valid tag in its brackets; raises Refused for anything else."""
    cleaned = " ".join(text.split())
    tags = text_source_tags.find(cleaned)
    if len(tags) != 1 or tags[0].text != cleaned:
        raise CorrectionError(
            "this is not one source tag: write it in its brackets, like [CompRules 2001/07/23 - 502.10b] or "
            "[Duelist Magazine #12, Page 26]"
        )
    if problem := tags[0].problem:
        raise CorrectionError(f"the tag can't be right: {problem}")
    return cleaned


def show(row: Attribution, text: str) -> None:
    """Change a tag's reading, resolve it, and notify receivers that show or follow the words that print it."""
    before = shown(row)
    [tag] = [
        reading.tag for reading in source_tags.read([row.wording])[row.wording_id] if reading.tag.start == row.start
    ]
    updated = source_tags.row(row.wording, source_tags.Read(tag, text if text != row.text else ""))
    updated.pk = row.pk
    AttributionTarget.objects.filter(attribution=row).delete()
    updated.save()
    rewording.resolve_tags([row.wording])
    for where in _printing(row):
        signals.corrected.send(
            sender=Attribution,
            edition=where.edition,
            row=where,
            part="text",
            before=before,
            after=text,
            relinked=frozenset({row.wording_id}),
        )


def _printing(row: Attribution) -> list[RuleVersion | GlossaryTerm]:
    """For each edition that prints a tag, the first provision or glossary entry with it."""
    first: dict[int, RuleVersion | GlossaryTerm] = {}
    of_rules = RuleVersion.objects.filter(wording=row.wording_id)
    of_examples = RuleVersion.objects.filter(
        pk__in=Example.objects.filter(wording=row.wording_id, version__isnull=False).values("version")
    )
    of_terms = GlossaryTerm.objects.filter(wording=row.wording_id)
    for rows in (of_rules, of_examples, of_terms):
        for owner in rows.select_related("edition__document").order_by("position"):
            first.setdefault(owner.edition_id, owner)
    return [first[edition] for edition in sorted(first)]
