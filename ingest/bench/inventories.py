"""Inventories of a library: the weights of its pages, and how much of its descent is known."""

from __future__ import annotations

from itertools import pairwise

from django.test import Client
from django.urls import reverse
from rich.table import Table

from ingest.bench.page_weights import heaviest
from ingest.bench.timings import games, spread
from rulesite.rulebook.descent import coverage
from rulesite.rulebook.models import Document, Edition, RuleVersion, Source


def weights() -> Table:
    """Return a table of the largest page of each kind as it is sent, with the files that a first visit fetches."""
    client = Client()
    editions = list(Edition.objects.select_related("document"))
    homes = [edition.get_absolute_url() for edition in editions]
    rules = [version.get_absolute_url() for version in spread()]
    whole = [edition for edition in editions if edition.extent == "whole"]
    pairs = [(earlier, later) for earlier, later in pairwise(whole) if earlier.document_id == later.document_id]
    kinds = {
        "first page": ["/"],
        "rule": rules,
        "section": [section.get_absolute_url() for edition in editions for section in _longest(edition)],
        "edition": homes,
        "glossary": [f"{home}glossary/" for home in homes],
        "history": [f"{rule}history/" for rule in rules],
        "comparison": [
            reverse("reading:compare", args=[earlier.document.slug, earlier.slug, later.slug])
            for earlier, later in pairs
        ],
        "references": [f"{home}references/" for home in homes],
        "source": [source.get_absolute_url() for source in Source.objects.all()],
        "results": [f"/search/?q={words}" for words in ("the", "trample", "702")],
        "examples": ["/games/", *(f"/games/?edition={edition.address}" for edition in editions)],
        "concepts": ["/games/concepts/"],
        "game": games(),
        "help": ["/help/"],
        "offline": ["/offline/"],
    }
    table = Table(title="Weights of the largest page of each kind, kB as sent (gzip)", title_justify="left")
    for name in ("kind", "page (target 100)", "styles", "scripts", "unpacked (30)", "requests", "first visit", "which"):
        table.add_column(name, justify="left" if name in ("kind", "which") else "right")
    for kind, addresses in kinds.items():
        if heavy := heaviest(client, addresses):
            sizes = (heavy.page, heavy.styles, heavy.scripts, heavy.unpacked)
            table.add_row(
                kind, *(f"{size / 1000:.1f}" for size in sizes), str(heavy.requests), f"{heavy.first_load / 1000:.1f}",
                heavy.address,
            )  # fmt: skip
    return table


def _longest(edition: Edition) -> list[RuleVersion]:
    """Return the section of an edition with most provisions, in a list; empty for an edition without sections."""
    sections = list(edition.versions.filter(kind="section").order_by("position"))
    gaps = [(later.position - section.position, section) for section, later in pairwise(sections)]
    return [max(gaps, key=lambda gap: gap[0])[1]] if gaps else sections


def steps() -> Table:
    """Return a table of the provisions without an edge in each step between whole editions, and why."""
    table = Table(title="Descent: provisions without an edge", title_justify="left")
    for name in ("step", "without an heir", "without an ancestor", "why"):
        table.add_column(name)
    for document in Document.objects.all():
        for share in coverage.shares(document):
            why = share.without_heir + share.without_ancestor
            table.add_row(
                f"{share.earlier.slug} → {share.later.slug}",
                f"{100 * share.share_old:.1f} % of {share.old:,}",
                f"{100 * share.share_new:.1f} % of {share.new:,}",
                "; ".join(f"{count} {reason}" for reason, count in why.most_common()),
            )
    return table
