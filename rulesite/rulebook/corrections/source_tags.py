"""Source tags as read: the printed tags, with people's corrections of their reading applied."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from rulesite.rulebook.corrections import log
from rulesite.rulebook.corrections.log import TAGS
from rulesite.rulebook.corrections.targets import CorrectionTarget
from rulesite.rulebook.models import Attribution, Correction, Edition, Wording
from rulesite.rulebook.models.references import Outcome
from rulesite.text import source_tags
from rulesite.text.numbering import NumberRange, RuleNumber
from rulesite.text.source_tags import Precision, SourceTag


class Read(NamedTuple):
    """A printed tag with its reading; ``read_as`` is "" if that is as printed."""

    tag: SourceTag
    read_as: str = ""


def name_of(digest: str, start: int) -> str:
    """The name of the tag at a position of a wording in the log of corrections."""
    return f"{digest}/{start}"


def read(wordings: Iterable[Wording]) -> dict[int, list[Read]]:
    """The tags of some wordings in order, by primary key; at most two queries, none if no tag is printed."""
    rows = list(wordings)
    readings = {row.pk: [Read(tag) for tag in source_tags.find(row.text)] for row in rows}
    targets = [CorrectionTarget(TAGS, name_of(row.digest, tag.start)) for row in rows for tag, _ in readings[row.pk]]
    if not targets or not Correction.objects.filter(edition=TAGS).exists():
        return readings
    logs = log.logs(targets)
    for row in rows:
        for index, (tag, _) in enumerate(readings[row.pk]):
            text, _ = log.lay(logs.get(CorrectionTarget(TAGS, name_of(row.digest, tag.start)), ()), tag.text)
            if text != tag.text:
                readings[row.pk][index] = Read(as_if(tag, text), text)
    return readings


def as_if(tag: SourceTag, text: str) -> SourceTag:
    """A printed tag with the content of another.

    >>> [tag] = source_tags.find("See it. [CompRules 2001/07/32 - 502.10a]")
    >>> meant = as_if(tag, "[CompRules 2001/07/23 - 502.10a]")
    >>> tag.problem, meant.problem, meant.date.isoformat(), meant.text == tag.text
    ('2001/07/32 is not a date', '', '2001-07-23', True)
    """
    corrected = next(iter(source_tags.find(text)), tag)
    return replace(corrected, start=tag.start, end=tag.end, text=tag.text)


def row(wording: Wording, read: Read) -> Attribution:
    """A row for a tag, not yet resolved."""
    tag = read.tag
    known = tag.date is not None
    return Attribution(
        wording=wording,
        start=tag.start,
        end=tag.end,
        text=tag.text[:160],
        authority=tag.authority[:80],
        document=tag.document or "",
        date=tag.date,
        date_text=tag.date_text[:40],
        precision=tag.precision.value if known and tag.precision != Precision.NONE else Edition.Precision.UNKNOWN,
        cited=", ".join(printed(cited) for cited in tag.cited)[:60],
        problem=tag.problem[:120],
        read_as=read.read_as[:160],
        outcome=Outcome.WAITING if tag.document and not tag.problem and known else Outcome.EXTERNAL,
    )


def printed(cited: RuleNumber | NumberRange) -> str:
    """A number or a range as displayed."""
    return str(cited) if isinstance(cited, RuleNumber) else f"{cited.first}–{cited.last}"
