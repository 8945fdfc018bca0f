"""Marking: the spans of a wording that are links or signs in one edition, for `spans`.

In order of precedence: source tags, references, worked examples inside a paragraph, symbols, emphasis, glossary terms.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from html import escape

from django.utils.safestring import SafeString

from rulesite.reading.caching.memo import memoize, of_one
from rulesite.reading.rendering import emphasis, symbols
from rulesite.reading.rendering.spans import Span, render, render_paragraphs, settle
from rulesite.rulebook.models import (
    Attribution,
    AttributionTarget,
    Citation,
    CitationTarget,
    Edition,
    GlossaryTerm,
    Library,
)
from rulesite.rulebook.models.references import Outcome
from rulesite.text.terms import TermLinker

_MAX_GLOSSARIES = 8
"""Glossaries kept in memory, half a megabyte each: building one takes as long as the rest of a term's page."""
_BLANK = re.compile(r"\[[^\[\]\n]{1,60}\]")
_OUTCOME_LABELS = {
    Outcome.DANGLING: "Leads nowhere",
    Outcome.AMBIGUOUS: "Could mean more than one",
    Outcome.EXTERNAL: "Outside this text",
    Outcome.WAITING: "That edition is not loaded here",
}


class Glossary:
    """A matcher for the terms of an edition in texts."""

    def __init__(self, edition: Edition) -> None:
        self.slugs = dict(GlossaryTerm.objects.filter(edition=edition).values_list("term", "slug"))
        self._linker = TermLinker(self.slugs)

    def find(self, text: str, skip: Sequence[tuple[int, int]]) -> list[tuple[int, int, str]]:
        """Start, end and slug of each use of a term, outside the passages in ``skip``."""
        return [(use.start, use.end, self.slugs[use.term]) for use in self._linker.find(text, skip)]


_glossary = memoize(Glossary, most=_MAX_GLOSSARIES, of=of_one)


class Marker:
    """Renders wordings of one edition; fetches the links of all of them at once.

    ``root`` replaces the path of the edition in links. With the current ``library``, the edition's glossary is
    memoized.
    """

    def __init__(
        self, edition: Edition, wording_ids: Iterable[int], *, root: str = "", library: Library | None = None
    ) -> None:
        self._path = edition.get_absolute_url()
        self._root = root or self._path
        self._glossary = _glossary(library, edition)
        self._links: dict[int, list[Span]] = defaultdict(list)
        ids = list(set(wording_ids))
        self._attributions(ids)
        self._references(edition, ids)

    def paragraphs(
        self, wording_id: int, text: str, *, examples: Sequence[tuple[int, int]] = (), but: str = ""
    ) -> list[SafeString]:
        """The paragraphs of a wording as HTML.

        ``examples`` are the passages that are worked examples, ``but`` is the slug of a term not to link (on its own
        page).
        """
        return render_paragraphs(text, self.spans(wording_id, text, examples=examples, but=but))

    def spans(
        self, wording_id: int, text: str, *, examples: Sequence[tuple[int, int]] = (), but: str = ""
    ) -> list[Span]:
        """The spans of a wording, without clashes."""
        spans = [span for span in self._links.get(wording_id, ()) if span.end <= len(text)]
        skip = [(span.start, span.end) for span in spans]
        spans += [
            Span(start, end, '<span class="inline-example">', "</span>", encloses=True) for start, end in examples
        ]
        spans += symbols.find(text)
        spans += emphasis.find(text)
        skip += [blank.span() for blank in _BLANK.finditer(text)] if "[" in text else []
        spans += [
            Span(start, end, f'<a class="term" href="{self._root}glossary/{slug}/">', "</a>")
            for start, end, slug in self._glossary.find(text, skip)
            if slug != but
        ]
        return settle(spans)

    def _references(self, edition: Edition, wording_ids: list[int]) -> None:
        targets: dict[int, list[tuple[str, str]]] = defaultdict(list)
        for citation, document, day, key, number, slug, term in (
            CitationTarget.objects.filter(citation__edition=edition, citation__reference__wording_id__in=wording_ids)
            .order_by("pk")
            .values_list(
                "citation_id", "version__edition__document__slug", "version__edition__effective", "version__key",
                "version__number", "term__slug", "term__term",
            )
        ):  # fmt: skip
            if key:
                targets[citation].append((rule_url(self._rooted(f"/{document}/{day}/"), key), number))
            else:
                targets[citation].append((f"{self._root}glossary/{slug}/", term))
        for pk, reference, wording_id, start, end, outcome, reason in Citation.objects.filter(
            edition=edition, reference__wording_id__in=wording_ids
        ).values_list(
            "pk", "reference", "reference__wording_id", "reference__start", "reference__end", "outcome", "reason"
        ):
            self._links[wording_id].append(self._reference(reference, start, end, outcome, reason, targets.get(pk, [])))

    def _rooted(self, path: str) -> str:
        return self._root if path == self._path else path

    def _reference(
        self, pk: int, start: int, end: int, outcome: str, reason: str, targets: list[tuple[str, str]]
    ) -> Span:
        """A link to the target, or to its explanation on the edition's page of references."""
        if outcome == Outcome.RESOLVED and targets:
            run = f"{targets[0][1]} to {targets[-1][1]}" if len(targets) > 1 else ""
            hint = "; ".join(part for part in (run, reason) if part)
            title = f' title="{escape(hint)}"' if hint else ""
            return Span(start, end, f'<a class="ref" href="{targets[0][0]}"{title}>', "</a>")
        label = _OUTCOME_LABELS.get(Outcome(outcome), "")
        title = escape(f"{label}: {reason}" if reason else label)
        if outcome == Outcome.EXTERNAL:
            return Span(start, end, f'<span class="ref external" title="{title}">', "</span>")
        return Span(
            start, end, f'<a class="ref {outcome}" href="{self._root}references/#c{pk}" title="{title}">', "</a>"
        )

    def _attributions(self, wording_ids: list[int]) -> None:
        targets: dict[int, list[tuple[str, str]]] = defaultdict(list)
        for pk, document, day, key in (
            AttributionTarget.objects.filter(attribution__wording_id__in=wording_ids)
            .order_by("pk")
            .values_list(
                "attribution_id", "version__edition__document__slug", "version__edition__effective", "version__key"
            )
        ):
            targets[pk].append((rule_url(self._rooted(f"/{document}/{day}/"), key), f"{key} of {day}"))
        for tag in Attribution.objects.filter(wording_id__in=wording_ids):
            self._links[tag.wording_id].append(_attribution(tag, targets.get(tag.pk, [])))


def _attribution(tag: Attribution, targets: list[tuple[str, str]]) -> Span:
    """A source tag: a link if its rule is here, marked if it waits for its edition or can't be right."""
    title = f"Source: {tag.authority}" + (f", {tag.date_text}" if tag.date_text else "")
    if tag.read_as:
        title += f" — read as {tag.read_as}, corrected by a maintainer"
    if targets:
        title += " — " + ", ".join(label for _, label in targets)
        return Span(
            tag.start, tag.end, f'<a class="attribution" href="{targets[0][0]}" title="{escape(title)}">', "</a>"
        )
    style = "attribution"
    if tag.problem:
        style, title = "attribution doubtful", f"{title} — {tag.problem}"
    elif tag.outcome in (Outcome.WAITING, Outcome.DANGLING, Outcome.AMBIGUOUS):
        style, title = f"attribution {tag.outcome}", f"{title} — {tag.reason or _OUTCOME_LABELS[Outcome(tag.outcome)]}"
    return Span(tag.start, tag.end, f'<span class="{style}" title="{escape(title)}">', "</span>")


def with_marks(text: str) -> SafeString:
    """A title or a few words as HTML: symbols drawn, emphasis in italics, no links.

    >>> with_marks("The _Magic_ Rules")
    'The <i><span hidden>_</span>Magic<span hidden>_</span></i> Rules'
    """
    return render(text, settle([*symbols.find(text), *emphasis.find(text)]))


def rule_url(edition_path: str, key: str) -> str:
    """The URL of a provision with the anchor that scrolls to it; ``edition_path`` is the path of its edition.

    The same as reversing ``reading:rule``, without the cost: a section has hundreds. Chapters and sections are pages of
    their own and need no anchor.

    >>> rule_url("/cr/2006-10-01/", "402.8g"), rule_url("/dangelo/2002-10-15/", "A.4")
    ('/cr/2006-10-01/402.8g/#402.8g', '/dangelo/2002-10-15/A.4/')
    """
    return f"{edition_path}{key}/{anchor(key)}"


def anchor(key: str) -> str:
    """The anchor of a provision on its page, "" for a chapter or a section.

    >>> anchor("402.8g"), anchor("402"), anchor("A.4"), anchor("A.4.Ruling.2"), anchor("4.3")
    ('#402.8g', '', '', '#A.4.Ruling.2', '')
    """
    chapter = key.partition(".")[0]
    in_section = chapter.isalpha() or len(chapter) < _DECIMAL_DIGITS
    return f"#{key}" if key.count(".") > in_section else ""


_DECIMAL_DIGITS = 3
"""Digits of a section of the Comprehensive Rules, before its full stop; elsewhere that follows the chapter."""
