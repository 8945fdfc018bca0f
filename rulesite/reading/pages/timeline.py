"""The timeline of a rule: the moments on its history page."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulesite.rulebook.descent import history
from rulesite.rulebook.descent.history import Line, Moment
from rulesite.rulebook.models import Descent, RuleVersion


@dataclass(frozen=True)
class Stage:
    """A moment for the page: what changed, the earlier text if it differs, and the evidence."""

    moment: Moment
    before: RuleVersion | None
    said: str
    current: bool

    @property
    def version(self) -> RuleVersion:
        """The new version."""
        return self.moment.version

    @property
    def shows_words(self) -> bool:
        """Whether to show the text: it is new, or more than cited numbers and punctuation changed."""
        return self.before is None or self.moment.reworded

    @property
    def retitled(self) -> bool:
        """Whether the heading changed."""
        return self.before is not None and self.before.title != self.version.title

    @property
    def folded(self) -> bool:
        """Whether only cited numbers or punctuation changed, which is shown on request."""
        return self.before is not None and (self.moment.only_references or self.moment.only_punctuation)


def stages(line: Line, current: RuleVersion) -> list[Stage]:
    """The moments of a line for the page, oldest first."""
    result: list[Stage] = []
    before: RuleVersion | None = None
    for moment in line.moments:
        if moment.side:
            result.append(Stage(moment, None, happened(moment, None), moment.version.pk == current.pk))
            continue
        shown = before
        if before is None and moment.edge is not None and moment.edge.kind in (Descent.Kind.SPLIT, Descent.Kind.MERGED):
            shown = moment.edge.earlier
        result.append(Stage(moment, shown, happened(moment, before), _covers(moment, current, line)))
        before = moment.version
    return result


def told_line(version: RuleVersion) -> Line:
    """The line that shows a version: its own, or for a paragraph of another document the line of the rule it restates.

    The paragraph and its other versions are restatements on that line.
    """
    other_line = history.line(version)
    restated = _restated(other_line)
    if restated is None:
        return _without_repeats(other_line, version)
    line = history.line(restated)
    known = {moment.version.pk for moment in line.moments}
    beside = [replace(moment, side="restates") for moment in other_line.moments if not moment.side]
    moments = [*line.moments, *(moment for moment in beside if moment.version.pk not in known)]
    moments.sort(key=lambda each: (each.version.edition.effective, each.side != "", each.version.position))
    return _without_repeats(replace(line, moments=moments), version)


def _without_repeats(line: Line, current: RuleVersion) -> Line:
    """A line in which each restatement with the same words is told once, up to the last edition that has it; that of
    the current version stays.
    """
    kept: dict[object, Moment] = {}
    for moment in line.moments:
        version = moment.version
        same = (version.edition.document_id, version.key, version.wording_id)
        repeats = moment.side == "restates" and version.pk != current.pk and same in kept
        key = same if moment.side == "restates" else version.pk
        kept[key if repeats or key not in kept else version.pk] = (
            replace(kept[same], until=version.edition) if repeats else moment
        )
    return replace(line, moments=list(kept.values()))


def _restated(line: Line) -> RuleVersion | None:
    """The rule of the principal document that a paragraph of another most surely restates, None if none is known."""
    position = line.versions[-1].edition.document.position
    keys = {version.pk for version in line.versions}
    known = [
        (edge, edge.later if edge.earlier_id in keys else edge.earlier)
        for edge in line.restatements
        if not edge.doubtful
    ]
    above = [(edge, restated) for edge, restated in known if restated.edition.document.position < position]
    if not above:
        return None
    return max(above, key=lambda pair: (pair[0].score, -pair[1].position, -pair[0].pk))[1]


def happened(moment: Moment, before: RuleVersion | None) -> str:
    """What happened at a moment, in a few words; ``before`` is the previous version on its line."""
    if moment.side == "restates":
        return f"Restated in {_the(moment.version.edition.document.title)}"
    if moment.side:
        return "Part of it came from here"
    if before is None:
        return "First held"
    if moment.renumbered and not moment.reworded:
        return f"Renumbered from {before.number}, same words"
    how = (
        "cited numbers alone changed"
        if moment.only_references
        else "punctuation alone changed"
        if moment.only_punctuation
        else "reworded"
    )
    return f"Renumbered from {before.number}, {how}" if moment.renumbered else how.capitalize()


def _the(title: str) -> str:
    """A title within a sentence: without an article if it begins with an owner's name.

    >>> _the("Comprehensive Rules"), _the("D'Angelo's Rulings Summaries")
    ('the Comprehensive Rules', "D'Angelo's Rulings Summaries")
    """
    return title if title.partition(" ")[0].endswith(("'s", "’s")) else f"the {title}"


def _covers(moment: Moment, current: RuleVersion, line: Line) -> bool:
    """Whether the current version falls within the span of a moment."""
    if current.pk not in {version.pk for version in line.versions}:
        return False
    return moment.version.edition.effective <= current.edition.effective <= moment.until.effective


def anchor_of(moment: Moment) -> str:
    """The anchor of a moment on its page."""
    version = moment.version
    return f"m-{version.edition.document.slug}-{version.edition.slug}-{version.key.replace('~', '-')}"
