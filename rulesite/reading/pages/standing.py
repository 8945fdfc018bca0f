"""The standing of a page: that what it shows is not in force, and where it stands today."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from rulesite.reading.caching.memo import memoize, of_one
from rulesite.reading.editions import held
from rulesite.reading.links.backlinks import opening
from rulesite.reading.pages.other_editions import Editions
from rulesite.reading.pages.sections import Section
from rulesite.reading.precomputed.contents import Location
from rulesite.reading.rendering.wordings import rule_url
from rulesite.reading.templatetags.reading import edition_date
from rulesite.rulebook.descent import history, resolution
from rulesite.rulebook.descent.history import Line
from rulesite.rulebook.descent.traversal import BRANCHES, Way
from rulesite.rulebook.models import Descent, Edition, GlossaryTerm, Library, RuleVersion
from rulesite.text.emphasis import unmarked
from rulesite.text.numbering import Scheme

_MAX_IN_VIEW = 2
"""So many rules that a rule became are named at once; of more, the first, and the rest is folded."""
T = TypeVar("T")
_FRAME = (RuleVersion.Kind.CHAPTER, RuleVersion.Kind.SECTION)


@dataclass(frozen=True)
class Target:
    """A link with its label, and a remark on it."""

    label: str
    href: str
    remark: str = ""


@dataclass(frozen=True)
class Standing:
    """What a page says of itself whose subject is not in force.

    ``name`` is that of the subject, ``today`` where it stands now, the surest first; without any, ``removed`` is the
    edition that dropped it. ``last`` says that ``today`` is only the newest that is held. ``reused`` is what its number
    means today, None if that is the same thing or nothing.
    """

    name: str
    edition: Edition
    newest: Edition
    today: tuple[Target, ...] = ()
    removed: Edition | None = None
    last: bool = False
    reused: Target | None = None
    moves: str = ""

    @property
    def first(self) -> tuple[Target, ...]:
        """The targets in view, the main one first."""
        return in_view(self.today)[0]

    @property
    def folded(self) -> tuple[Target, ...]:
        """The other targets."""
        return in_view(self.today)[1]

    @property
    def verdict(self) -> str:
        """In two or three words. Rulings were never in force."""
        return "Not in force" if self.newest.document_id == self.edition.document_id else "Not current"


def replacement(library: Library | None, edition: Edition) -> Edition | None:
    """The edition that is in force instead of one: the newest of its document, or for the newest of another document
    that of the principal one, if it is later. None if the edition is current. Policy is replaced by policy alone.
    """
    known = held(library)
    principal, newest = known.editions[0], known.of(edition.document_id)[0]
    own = newest.document_id == principal.document_id or edition.numbering == Scheme.DOTTED.value
    if newest.pk != edition.pk and own:
        return newest
    if own:
        return None
    if principal.effective > edition.effective:
        return principal
    return newest if newest.pk != edition.pk else None


def of_edition(library: Library | None, edition: Edition, name: str = "Edition", path: str = "") -> Standing | None:
    """The standing of an edition, or of a page that each edition has, at a ``path``; None if it is current."""
    newest = replacement(library, edition)
    if newest is None:
        return None
    short = "" if newest.document_id == edition.document_id else f"{newest.document.short_title}, "
    target = Target(f"{short}{edition_date(newest)}", f"{newest.get_absolute_url()}{path}")
    return Standing(name, edition, newest, (target,))


def of_term(library: Library | None, term: GlossaryTerm) -> Standing | None:
    """The standing of a glossary entry; None if it is current."""
    newest = replacement(library, term.edition)
    if newest is None:
        return None
    standing = Standing(f"“{term.term}”", term.edition, newest)
    row = GlossaryTerm.objects.filter(edition=newest, slug=term.slug).values_list("term", "wording_id").first()
    if row is None:
        return replace(standing, removed=newest if newest.document_id == term.edition.document_id else None)
    name, wording = row
    href = f"{newest.get_absolute_url()}glossary/{term.slug}/"
    return replace(standing, today=(Target(name, href, _compared(wording == term.wording_id)),))


def of_place(
    library: Library | None, edition: Edition, place: Location, editions: Editions | None, section: Section | None
) -> Standing | None:
    """The standing of a provision, or of a section without a printed head; None if it is current."""
    newest = replacement(library, edition)
    if newest is None:
        return None
    version = place.version
    kind = f"{version.kind.capitalize()} " if version and version.kind in _FRAME else "" if version else "Section "
    standing = Standing(f"{kind}{place.number}", edition, newest)
    if newest.document_id == edition.document_id:
        moves = _moves(library, edition, newest, section)
        standing = replace(standing, reused=_reused(version, newest, place.number), moves=moves)
    if version is None or editions is None:
        return standing
    appearance = editions.newest
    if editions.by_thread and (appearance.document, appearance.day) == (newest.document.slug, newest.effective):
        target = Target(appearance.number, appearance.href, _compared(appearance.same_words))
        further = [end for end in _heirs_besides(library, version) if end.rule_id != version.rule_id]
        return replace(standing, today=(target, *(_target(end, edition) for end in further)))
    return _ended(library, standing, version, resolution.today(version))


def of_history(library: Library | None, line: Line, ways: Iterable[Way]) -> Standing | None:
    """The standing of a rule's history, where ``ways`` lead to what became of it; None while the rule lives on."""
    version = line.versions[-1]
    newest = replacement(library, version.edition)
    if newest is None or not line.removed:
        return None
    return _ended(library, Standing(version.number, version.edition, newest), version, ways)


def _compared(same: bool) -> str:
    return "same words" if same else "other words"


def _ended(library: Library | None, standing: Standing, version: RuleVersion, ways: Iterable[Way]) -> Standing:
    """The standing of a provision that does not simply go on: what replaced it, or the edition that dropped it."""
    ends = [way.end for way in heirs(library, ways) if way.end.pk != version.pk]
    current = any(replacement(library, end.edition) is None for end in ends)
    targets = tuple(_target(end, standing.edition) for end in ends)
    removed = None if targets else history.removed_by(version)
    return replace(standing, today=targets, last=bool(targets) and not current, removed=removed)


def in_view(targets: Sequence[T]) -> tuple[tuple[T, ...], tuple[T, ...]]:
    """What a rule became, parted: what is named at once, the main one first, and what is folded.

    >>> in_view(["603.10", "603.10a"]), in_view(["603.10", "603.10a", "603.10b"])
    ((('603.10', '603.10a'), ()), (('603.10',), ('603.10a', '603.10b')))
    """
    count = len(targets) if len(targets) <= _MAX_IN_VIEW else 1
    return tuple(targets[:count]), tuple(targets[count:])


def heirs(library: Library | None, ways: Iterable[Way]) -> list[Way]:
    """The paths of `resolution.today` to name as what a rule is now: its own line first, then the surest.

    Those that end in a current edition; without any, all.
    """
    ways = list(ways)
    return [way for way in ways if replacement(library, way.end.edition) is None] or ways


def _heirs_besides(library: Library | None, version: RuleVersion) -> list[RuleVersion]:
    """The rules that a provision became, if since then any part of it went to another rule; else []."""
    since = version.edition.effective
    parts = Descent.objects.filter(kind__in=BRANCHES, doubtful=False, earlier__rule=version.rule_id)
    if not parts.filter(earlier__edition__effective__gte=since).exists():
        return []
    return [way.end for way in heirs(library, resolution.today(version))]


def _target(end: RuleVersion, edition: Edition) -> Target:
    short = "" if end.edition.document_id == edition.document_id else f"{end.edition.document.short_title} "
    return Target(f"{short}{end.key}", rule_url(end.edition.get_absolute_url(), end.key))


def _reused(version: RuleVersion | None, newest: Edition, number: str) -> Target | None:
    """What a number means in the newest edition, if that is another rule."""
    rows = RuleVersion.objects.filter(edition=newest, number=number).order_by("position")
    row = rows.values_list("rule_id", "key", "title", "wording__text").first()
    if version is None or row is None or row[0] is None or row[0] == version.rule_id:
        return None
    _, key, title, text = row
    return Target(unmarked(title) or opening(unmarked(text or ""), 32), rule_url(newest.get_absolute_url(), key))


def _moves(library: Library | None, edition: Edition, newest: Edition, section: Section | None) -> str:
    """Where the rules of a section stand today: ``410.1=603.1``, or ``410.2=`` for one that did not simply go on, with
    spaces between; those that kept their number are left out.
    """
    if section is None:
        return ""
    threads, keys = _threads(library, edition), _keys(library, newest)
    moves = ((row.key, keys.get(threads.get(row.key, 0), "")) for row in section.rows)
    return " ".join(f"{key}={now}" for key, now in moves if key != now)


@partial(memoize, most=6, of=of_one)
def _threads(edition: Edition) -> dict[str, int]:
    """The thread of each provision of an edition, by its key."""
    rows = RuleVersion.objects.filter(edition=edition, rule__isnull=False).order_by()
    return dict(rows.values_list("key", "rule_id"))


@partial(memoize, most=2, of=of_one)
def _keys(edition: Edition) -> dict[int, str]:
    """The key of each thread in an edition."""
    rows = RuleVersion.objects.filter(edition=edition, rule__isnull=False).order_by("-position")
    return dict(rows.values_list("rule_id", "key"))
