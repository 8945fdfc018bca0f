"""The ledger of a source: the whole original file, every character with its role."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from rulesite.reading.caching.http import cached_page
from rulesite.reading.caching.memo import memoize
from rulesite.reading.caching.state import library_of
from rulesite.reading.export import ledger as proofs
from rulesite.reading.pages import source_text
from rulesite.reading.pages.disagreements import disagreements_of
from rulesite.reading.views import lookups
from rulesite.rulebook.models import Source

ROLES = {
    "heading": "numbers and titles of chapters, sections and headings",
    "rule": "text of provisions",
    "example": "worked examples",
    "note": "introductions and notes",
    "attribution": "source tags",
    "contents": "tables of contents",
    "glossary": "the glossary",
    "credits": "credits",
    "index": "the index at the back of the book",
    "blank": "white space",
    "furniture": "what the copy added: page headers, navigation",
    "repair": "read otherwise than it stands, with the reason",
}


@cached_page
def ledger(request: HttpRequest, pk: int) -> HttpResponse:
    """One page of a source's lines; ``?role=`` shows only the lines with that role, ``?line=`` jumps to a line."""
    source = Source.objects.select_related("edition__document").filter(pk=pk).first()
    if source is None:
        raise lookups.NotHere("There is no source with this number.", heading="No such source")
    typed = request.GET.get("line", "").strip()
    if typed:
        return _jump(source, typed)
    library = library_of(request)
    proof = _proof(library, source.pk)  # first: it reads the text, which is then memoized
    text = source_text.text_of(source)
    chosen = [role for role in request.GET.getlist("role") if role in ROLES]
    numbers = source_text.lines_with(source, chosen) if chosen else range(1, len(text.starts) + 1)
    pages = Paginator(numbers, source_text.LINES_A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    first = page.start_index()
    counts: dict[str, dict[str, int]] = {}
    for segment in source.segments:
        row = counts.setdefault(segment.role, {"pieces": 0, "characters": 0})
        row["pieces"] += 1
        row["characters"] += segment.end - segment.start
    total = sum(row["characters"] for row in counts.values())
    return render(
        request,
        "reading/ledger.html",
        {
            "source": source,
            "edition": source.edition,
            "document": source.edition.document,
            "lines": source_text.lines(source, list(page.object_list), numbers[first - 2] if first > 1 else 0),
            "page": page,
            "query": "".join(f"&role={role}" for role in chosen),
            "chosen": chosen,
            "roles": [
                (role, ROLES.get(role, ""), row["pieces"], row["characters"], 100 * row["characters"] / total)
                for role, row in sorted(counts.items(), key=lambda item: list(ROLES).index(item[0]))
            ],
            "characters": total,
            "proof": proof,
            "repairs": source_text.repairs(source),
            "strays": sorted(source.strays, key=lambda stray: bool(stray["evidence"])),
            "doubts": sum(not stray["evidence"] for stray in source.strays),
            "disagreements": disagreements_of(source),
            "overruled": source.edition.versions.filter(witnesses__source=source).exclude(source=source).count(),
            "readings": source.witnesses.count()
            + source.edition.versions.filter(source=source, witnesses__isnull=True).count(),
        },
    )


@memoize
def _proof(source_pk: int) -> proofs.Proof:
    """The proof that the ledger covers the file exactly, computed anew from the database after every change."""
    source = Source.objects.get(pk=source_pk)
    data = source.data
    return proofs.prove(source, source.segments, source_text.text_of(source, data).text, data)


def _jump(source: Source, asked: str) -> HttpResponse:
    """A redirect to the page with a line; for a line that isn't there, with the nearest one."""
    number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 9 else 1
    return redirect(source_text.line_url(source.pk, max(1, min(number, source.line_count))))
