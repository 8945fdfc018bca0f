"""Typesetting: the provisions and the glossary of an edition as HTML, in pieces that other editions may share.

In pieces `PATH` replaces the path of the edition: the same words with the same links are the same piece in every
edition. Badges of the games, which change independently of the text, are not part of a piece.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from django.utils.html import format_html

from rulesite.reading.links.backlinks import opening
from rulesite.reading.models import PATH
from rulesite.reading.precomputed.outline import Outline, OutlineEntry, OutlinePage
from rulesite.reading.rendering.blocks import blocks
from rulesite.reading.rendering.wordings import Marker, rule_url, with_marks
from rulesite.rulebook.models import Edition, Example, Flag, GlossaryTerm, RuleVersion, Wording
from rulesite.text import glossary

_SUBRULE = RuleVersion.Kind.SUBRULE.value


class Typesetter:
    """Fetches everything that some provisions of an edition need, in one query for each kind, and renders them."""

    def __init__(
        self, edition: Edition, entries: Sequence[OutlineEntry], *, terms: Sequence[GlossaryTerm] = ()
    ) -> None:
        self._labelled: dict[int, list[tuple[int, int]]] = defaultdict(list)
        self._inline: dict[int, list[tuple[int, int]]] = defaultdict(list)
        self._terms = terms
        pks = [entry.pk for entry in entries]
        wording_ids = {entry.wording_id for entry in entries if entry.wording_id}
        wording_ids.update(term.wording_id for term in terms)
        for version_id, wording_id, labelled, ordinal, start, end in (
            Example.objects.filter(version_id__in=pks)
            .order_by("ordinal")
            .values_list("version_id", "wording_id", "labelled", "ordinal", "start", "end")
        ):
            if labelled:
                self._labelled[version_id].append((ordinal, wording_id))
                wording_ids.add(wording_id)
            elif start is not None and end is not None:
                self._inline[version_id].append((start, end))
        self._flags: dict[int, list[tuple[str, str]]] = defaultdict(list)
        for version_id, kind, note in (
            Flag.objects.filter(version_id__in=pks).order_by("line").values_list("version_id", "kind", "note")
        ):
            self._flags[version_id].append((kind, note))
        self._texts = dict(Wording.objects.filter(pk__in=wording_ids).values_list("pk", "text"))
        self._marker = Marker(edition, wording_ids, root=PATH)

    def section(self, leaf: OutlinePage, outline: Outline) -> dict[str, Any]:
        """A leaf as plain data.

        ``rows``, the head first: key, number, kind, title, row of the parent or -1, heading, text, labelled examples
        (ordinal and text), whether the text itself holds examples, flags. ``items``: the rows in the section's outline,
        with their lines. ``apart`` and ``trails`` only if provisions of the leaf, or their parents, are elsewhere in
        the book: their places relative to the first one's, and their ancestors.
        """
        whole = leaf.whole
        rows = {entry.at: index for index, entry in enumerate(whole)}
        head_count = next((index for index, entry in enumerate(whole) if entry.kind != _SUBRULE), len(whole))
        data: dict[str, Any] = {
            "headed": int(leaf.head is not None),
            "rows": [
                self._row(entry, rows.get(entry.parent, -1), index < head_count) for index, entry in enumerate(whole)
            ],
            "items": [[rows[entry.at], self._item(entry)] for entry in leaf.contents],
        }
        first = min(rows)
        if list(rows) != list(range(first, first + len(rows))):
            data["apart"] = [place - first for place in rows]
        trails = {entry.at: outline.trail(entry) for entry in whole}
        apart = {
            rows[place]: [[step.key, step.number, step.title] for step in trail]
            for place, trail in trails.items()
            if any(step.at not in rows and step is not leaf.chapter for step in trail)
        }
        if apart:
            data["trails"] = apart
        return data

    def letters(self) -> list[tuple[str, list[Any]]]:
        """The glossary by first letter: slug, term and senses (as HTML) of each entry."""
        letters: dict[str, list[Any]] = defaultdict(list)
        for term in self._terms:  # some editions print a few terms out of alphabetical order
            senses = self._paragraphs(term.wording_id, but=term.slug)
            letters[initial(term.term)].append([term.slug, term.term, senses])
        return sorted(letters.items())

    def _row(self, entry: OutlineEntry, parent: int, alone: bool) -> list[Any]:
        """A provision's row; ``alone`` if nothing is between the section's title and a subrule, as in an extract
        without its rule.
        """
        level = "h3" if entry.kind == _SUBRULE and not alone else "h2"
        title = f' <span class="title">{_marked(entry.title)}</span>' if entry.title else ""
        link = f'<a href="{escape(rule_url(PATH, entry.key))}">{escape(entry.number)}</a>'
        inline = self._inline.get(entry.pk, ())
        return [
            entry.key,
            entry.number,
            entry.kind,
            entry.title,
            parent,
            f'<{level} class="number">{link}{title}</{level}>',
            self._paragraphs(entry.wording_id, examples=inline) if entry.wording_id else "",
            [[ordinal, self._paragraphs(wording_id)] for ordinal, wording_id in self._labelled.get(entry.pk, ())],
            int(bool(inline)),
            "".join(
                f'<p class="flag"><b>{escape(kind)}</b>: {escape(note)}</p>'
                for kind, note in self._flags.get(entry.pk, ())
            ),
        ]

    def _paragraphs(self, wording_id: int, *, examples: Iterable[tuple[int, int]] = (), but: str = "") -> str:
        text = _settable(self._texts[wording_id])
        shown = self._marker.paragraphs(wording_id, text, examples=list(examples), but=but)
        return blocks(shown)

    def _item(self, entry: OutlineEntry) -> str:
        """A line of the section's outline: the number, and the title or the first words."""
        label = _marked(entry.title or opening(self._texts.get(entry.wording_id or 0, ""), 44))
        return format_html('<a href="#{}"><span class="nr">{}</span> {}</a>', entry.key, entry.number, label)


def _marked(text: str) -> str:
    return with_marks(_settable(text))


def _settable(text: str) -> str:
    """A text without the character of `PATH`; browsers show its replacement the same way."""
    return text.replace(PATH, "\ufffd")


def initial(term: str) -> str:
    """The letter that a term is listed under, "#" if it begins with none.

    >>> initial("“Aura Swap”"), initial("+1/+1 Counter")
    ('A', '#')
    """
    first = glossary.fold(term)[:1].upper()
    return first if first.isalpha() else "#"
