"""History: the line of a rule through every edition, with its splits, merges and restatements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q

from rulesite.rulebook.descent import traversal
from rulesite.rulebook.models import Descent, Edition, Rule, RuleVersion
from rulesite.text.diffing import is_only_punctuation, is_only_references


@dataclass(frozen=True)
class Moment:
    """A version on a line and its change; ``until`` is the last edition that has it unchanged.

    ``side`` is "" on the line itself, "source" for a provision that split off or merged into it, "restates" for another
    document. ``edge`` is the evidence: the edge from the moment before, or for a side moment the one that joins it to
    the line.
    """

    version: RuleVersion
    edge: Descent | None
    until: Edition
    renumbered: bool
    reworded: bool
    only_references: bool = False
    only_punctuation: bool = False
    side: str = ""


@dataclass(frozen=True)
class Line:
    """The complete history of a rule.

    ``moments`` are the changes, oldest first, including predecessors in other documents and split or merged ones;
    ``versions`` are all versions of the thread; ``branches`` are its splits and merges (sure and doubtful); ``removed``
    is the first edition without it, None while it exists.
    """

    rule: Rule | None
    versions: Sequence[RuleVersion]
    moments: Sequence[Moment]
    branches: Sequence[Descent]
    restatements: Sequence[Descent]
    doubts: Sequence[Descent]
    removed: Edition | None


def line(version: RuleVersion) -> Line:
    """The line of a rule, from any of its versions. About seven queries however long it is."""
    members = traversal.members_of(version)
    keys = {member.pk for member in members}
    edges = traversal.line_edges(members)
    beside = list(
        Descent.objects.filter(Q(earlier__in=keys) | Q(later__in=keys))
        .select_related("earlier__edition__document", "later__edition__document", "earlier__wording", "later__wording")
        .order_by("later__edition__effective", "later__position", "earlier__position")
    )
    beside = [edge for edge in beside if not (edge.earlier_id in keys and edge.later_id in keys)]
    moments = list(_moments(members, edges))
    branches = [edge for edge in beside if edge.kind in traversal.BRANCHES and not edge.doubtful]
    restatements = [edge for edge in beside if edge.kind == Descent.Kind.RESTATES]
    moments += _sources(members, keys)
    for edge in restatements:
        counterpart = edge.later if edge.earlier_id in keys else edge.earlier
        if not edge.doubtful:
            moments.append(
                Moment(counterpart, edge, counterpart.edition, renumbered=False, reworded=True, side="restates")
            )
    moments.sort(key=lambda moment: (moment.version.edition.effective, moment.side != "", moment.version.position))
    return Line(
        version.rule,
        members,
        _once(moments),
        branches,
        restatements,
        [edge for edge in beside if edge.doubtful and edge.kind != Descent.Kind.RESTATES],
        removed_by(members[-1]),
    )


def of_thread(pk: int) -> Line | None:
    """The line behind a permanent link, also of a thread that was merged into another; None if there is none."""
    rule = Rule.objects.filter(pk=pk).first()
    hops = 0
    while rule is not None and rule.merged_into_id is not None and hops < 20:
        rule, hops = rule.merged_into, hops + 1
    version = rule and RuleVersion.objects.filter(rule=rule).select_related("rule", "edition__document").first()
    return line(version) if version else None


def _moments(members: Sequence[RuleVersion], edges: dict[int, dict[int, Descent]]) -> Iterable[Moment]:
    """The versions with a new number or new words, each with the last edition that has it unchanged."""
    started: Moment | None = None
    last: RuleVersion | None = None
    for member in members:
        if started is not None and last is not None:
            reworded = _words(member) != _words(last)
            if not reworded and member.number == last.number:
                last = member
                continue
            yield _ended(started, last)
        edge = edges[member.pk].get(last.pk) if last else None
        if last is not None and edge is None and edges[member.pk]:
            edge = max(edges[member.pk].values(), key=lambda each: (each.score, each.pk))
        scheme = member.edition.scheme
        started = Moment(
            member,
            edge,
            member.edition,
            renumbered=last is not None and member.number != last.number,
            reworded=last is not None and _words(member) != _words(last),
            only_references=last is not None
            and is_only_references(last.text, member.text, scheme)
            and last.title == member.title,
            only_punctuation=last is not None
            and is_only_punctuation(last.text, member.text)
            and last.title == member.title,
        )
        last = member
    if started is not None and last is not None:
        yield _ended(started, last)


def _words(version: RuleVersion) -> tuple[str, int | None]:
    return version.title, version.wording_id


def _ended(moment: Moment, last: RuleVersion) -> Moment:
    return Moment(
        moment.version,
        moment.edge,
        last.edition,
        moment.renumbered,
        moment.reworded,
        moment.only_references,
        moment.only_punctuation,
        moment.side,
    )


def _sources(members: Sequence[RuleVersion], keys: set[int]) -> Iterable[Moment]:
    """The line's sources other than its own versions: the paths back over splits and merges."""
    for way in traversal.backward(members[-1]):
        side_hops = [hop for hop in way.hops if hop.version.pk not in keys]
        for index, hop in enumerate(side_hops):
            before = way.hops[way.hops.index(hop) - 1].version
            if index == 0 or _words(before) != _words(hop.version) or before.number != hop.version.number:
                yield Moment(
                    hop.version, hop.edge, hop.version.edition, before.number != hop.version.number, True, side="source"
                )


def _once(moments: Iterable[Moment]) -> list[Moment]:
    by_version: dict[int, Moment] = {}
    for moment in moments:
        by_version.setdefault(moment.version.pk, moment)
    return list(by_version.values())


def removed_by(version: RuleVersion) -> Edition | None:
    """The first whole edition after the end of a version's line; None without a later whole edition."""
    return (
        Edition.objects.filter(
            document_id=version.edition.document_id,
            effective__gt=version.edition.effective,
            extent=Edition.Extent.WHOLE,
        )
        .select_related("document")
        .order_by("effective")
        .first()
    )
