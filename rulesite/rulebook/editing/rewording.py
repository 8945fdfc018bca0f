"""Rewording: change the shown words of a provision, an Example or a glossary entry, and what depends on them.

References, source tags, examples inside the text and witnesses are updated for the changed words and for those that
cite a changed heading, and for no others.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from rulesite.rulebook.citations import linker
from rulesite.rulebook.citations.linker import Offered
from rulesite.rulebook.corrections import targets
from rulesite.rulebook.corrections.targets import Row
from rulesite.rulebook.models import (
    Attribution,
    Citation,
    Edition,
    Example,
    GlossaryTerm,
    Part,
    Reference,
    Rule,
    RuleVersion,
    Witness,
    Wording,
)
from rulesite.rulebook.models.references import Outcome
from rulesite.text.citations import Kind
from rulesite.text.inline_examples import inline_examples
from rulesite.text.wording import words


def show(row: Row, part: str, text: str, book: Offered | None = None) -> frozenset[int]:
    """Make a row show other words; return the primary keys of the wordings whose references were resolved again.

    ``book`` has the edition's provisions to resolve citations against, if already loaded.
    """
    owner = targets.holder(row)
    if isinstance(owner, RuleVersion):
        _keep_testimony(owner)
    relinked = _rename(row, text) if part == Part.TITLE else _reword(row, text, owner.edition, book)
    if isinstance(owner, RuleVersion):
        _ask_witnesses(owner)
    return relinked


# --- texts --------------------------------------------------------------------------------------------------------
def _reword(row: Row, text: str, edition: Edition, book: Offered | None) -> frozenset[int]:
    before, after = row.wording, _wording(text, edition)
    row.wording = after
    row.save(update_fields=["wording"])
    inside = [] if isinstance(row, Example) else _find_examples(row)
    linker.relink(edition, [after], book=book)
    if before is not None and not _still_printed(before, edition):
        Citation.objects.filter(edition=edition, reference__wording=before).delete()
    resolve_tags([after, *inside])
    return frozenset({after.pk})


def _wording(text: str, edition: Edition) -> Wording:
    """The stored wording of a text; for a new one, references are found first."""
    wording = Wording.of(text)
    stored, created = Wording.objects.get_or_create(
        digest=wording.digest, defaults={"text": wording.text, "fingerprint": wording.fingerprint}
    )
    if created:
        linker.find_references([stored], edition.scheme)
    return stored


def _find_examples(owner: RuleVersion | GlossaryTerm) -> list[Wording]:
    """Find the examples inside the text again; existing rows are reused as far as possible."""
    whose = {"version": owner} if isinstance(owner, RuleVersion) else {"term": owner}
    stored = {row.ordinal: row for row in Example.objects.filter(**whose, labelled=False)}
    text = targets.shown(owner)
    wordings = []
    for ordinal, (start, end) in enumerate(inline_examples(text), start=1):
        row = stored.pop(ordinal, None) or Example(
            **whose,
            ordinal=ordinal,
            labelled=False,
            first_line=owner.first_line,
            last_line=owner.last_line,
        )
        row.wording, row.start, row.end = _wording(text[start:end], owner.edition), start, end
        row.save()
        wordings.append(row.wording)
    for row in stored.values():
        row.delete()
    return wordings


def _still_printed(wording: Wording, edition: Edition) -> bool:
    """Whether an edition shows a wording anywhere that its references matter."""
    return linker.wordings_of(edition).filter(pk=wording.pk).exists()


def resolve_tags(wordings: Iterable[Wording]) -> None:
    """Resolve those unresolved source tags of wordings whose edition is now stored."""
    waiting = Attribution.objects.filter(wording__in=wordings, outcome=Outcome.WAITING, document__gt="")
    for document, day in set(waiting.values_list("document", "date")):
        if day is None:
            continue
        for edition in Edition.objects.filter(document__slug=document, effective=day):
            linker.resolve_attributions(edition)


# --- headings and names -------------------------------------------------------------------------------------------
def _rename(row: Row, title: str) -> frozenset[int]:
    """Give a provision another heading, or a glossary entry another name; resolve citations by it again."""
    edition = targets.holder(row).edition
    if isinstance(row, RuleVersion):
        row.title = title
        row.save(update_fields=["title"])
        _name_thread(row)
        naming = _naming_a_heading(row)
    elif isinstance(row, GlossaryTerm):
        row.term = title
        row.save(update_fields=["term"])
        naming = Reference.objects.filter(kind=Kind.GLOSSARY.value, citations__edition=edition)
    else:
        raise ValueError(f"{row} has no heading")
    touched = list(Wording.objects.filter(pk__in=naming.order_by().values("wording")).distinct())
    linker.relink(edition, touched)
    return frozenset(wording.pk for wording in touched)


def _naming_a_heading(version: RuleVersion) -> QuerySet[Reference]:
    """The references whose resolution may depend on a provision's heading.

    Those are the references that lead to it, and those with a note, as a heading can disambiguate, explain or repair.
    """
    concerned = Q(targets__version=version) | Q(reason__gt="")
    return Reference.objects.filter(citations__in=Citation.objects.filter(concerned, edition=version.edition_id))


def _name_thread(version: RuleVersion) -> None:
    """Name a thread by its newest number and heading."""
    if version.rule_id is None:
        return
    newest = RuleVersion.objects.filter(rule=version.rule_id).order_by("-edition__effective", "-position").first()
    if newest is not None and newest.pk == version.pk:
        Rule.objects.filter(pk=version.rule_id).update(name=f"{newest.number} {newest.title}".strip()[:120])


# --- witnesses ----------------------------------------------------------------------------------------------------
def _keep_testimony(version: RuleVersion) -> None:
    """Store a witness for a provision's only source, before other words are shown for it."""
    if not Witness.objects.filter(version=version).exists():
        Witness.objects.create(
            version=version,
            source_id=version.source_id,
            title=version.title,
            wording_id=version.wording_id,
            examples=Example.objects.filter(version=version, labelled=True).count(),
            first_line=version.first_line,
            last_line=version.last_line,
        )


def _ask_witnesses(version: RuleVersion) -> None:
    """Update which witnesses of a provision agree with the words shown now, apart from typography.

    A witness has only the number of its Examples, so corrected Examples count against the source they are shown from,
    and no other.
    """
    shown = words(version.title), words(version.text)
    corrected = _has_corrected_examples(version)
    for witness in Witness.objects.filter(version=version).select_related("wording"):
        printed = words(witness.title), words(witness.wording.text if witness.wording else "")
        agrees = printed == shown and not (corrected and witness.source_id == version.source_id)
        if agrees != witness.agrees:
            Witness.objects.filter(pk=witness.pk).update(agrees=agrees)


def _has_corrected_examples(version: RuleVersion) -> bool:
    """Whether an Example of a provision is shown in other words than the source has."""
    opening = f"{version.key}/example/"
    originals = version.edition.originals.filter(owner__startswith=opening)
    words_by_ordinal = {original.owner.removeprefix(opening): words(original.text) for original in originals}
    if not words_by_ordinal:
        return False
    examples = Example.objects.filter(version=version, labelled=True).values_list("ordinal", "wording__text")
    return any(words_by_ordinal.get(str(ordinal), words(text)) != words(text) for ordinal, text in examples)
