"""Builders of rows, for tests that need a few of them: each fills in what a test does not care about."""

from __future__ import annotations

import hashlib
from datetime import date
from itertools import count

from rulesite.rulebook.models import (
    Document,
    Edition,
    Example,
    GlossaryTerm,
    IndexEntry,
    Library,
    Rule,
    RuleVersion,
    Source,
    Witness,
    Wording,
)
from rulesite.rulebook.segments import Segment, pack
from rulesite.text.numbering import RuleNumber, Scheme

_serial = count(1)


def _first(rows, **wanted):
    """The first row that was made; the order that a model's rows are read in costs more than the row."""
    return rows.filter(**wanted).order_by("pk").first()


def library(**fields):
    """What the site holds, made once."""
    return Library.objects.first() or Library.objects.create(**{"name": "a test"} | fields)


def document(slug="cr", **fields):
    """A document, made once."""
    given = {"title": slug.upper() + " document", "short_title": slug.upper(), "position": 1 if slug == "cr" else 2}
    return Document.objects.get_or_create(slug=slug, defaults=given | fields)[0]


def edition(day="2006-10-01", slug="cr", numbering=Scheme.DECIMAL, **fields):
    """An edition of a document, without sources."""
    return Edition.objects.create(
        document=document(slug), effective=date.fromisoformat(day), numbering=numbering.value, **fields
    )


def source(of, text="", **fields):
    """A source of an edition, made of a text."""
    data = (text or f"source {next(_serial)}").encode()
    given = {
        "name": f"{of.document.slug}-{next(_serial)}.txt",
        "sha256": hashlib.sha256(data).hexdigest(),
        "encoding": "utf-8",
        "line_ends": "LF",
        "dialect": "comprehensive",
        "because": "the test says so",
        "extent": "whole",
        "characters": len(data.decode()),
        "line_count": data.count(b"\n") + 1,
        "packed": Source.pack(data),
    }
    return Source.objects.create(edition=of, **given | fields)


def wording(text):
    """The wording of a text, made once."""
    made = Wording.of(text)
    held = _first(Wording.objects, digest=made.digest)
    if held is None:
        made.save()
    return held or made


def version(of, number, text="", **fields):
    """A provision in an edition, with its witness; ``text`` "" makes a heading of it."""
    read = _first(of.sources) or source(of)
    words = wording(text) if text else None
    parsed = RuleNumber.parse(number)
    given = {
        "key": number,
        "number": number,
        "position": of.versions.count(),
        "kind": parsed.level.value,
        "wording": words,
        "source": read,
        "first_line": 1,
        "last_line": 1,
    } | fields
    if "parent" not in given:
        given["parent"] = _first(of.versions, key=str(parsed.parent))
    if "rule" not in given:
        given["rule"] = Rule.objects.create(document=of.document, name=number)
    made = RuleVersion.objects.create(edition=of, **given)
    Witness.objects.create(version=made, source=read, wording=words, first_line=1, last_line=1)
    return made


def segment(of, start, end, role="rule", **fields):
    """A segment of a source, beside those that it has."""
    made = Segment(start, end, role, **fields)
    ledger(of, [*of.segments, made])
    return made


def ledger(of, segments):
    """Give a source these segments."""
    of.ledger = pack(segments)
    of.save(update_fields=["ledger"])
    vars(of).pop("segments", None)


def example(of, text, *, labelled=True, **fields):
    """A worked example of a provision."""
    given = {"ordinal": of.examples.filter(labelled=labelled).count() + 1, "first_line": 1, "last_line": 1}
    return Example.objects.create(version=of, labelled=labelled, wording=wording(text), **given | fields)


def index_entry(of, name, text):
    """An entry of the index at the back of an edition."""
    return IndexEntry.objects.create(
        edition=of,
        term=name,
        key=name.lower().replace(" ", "-"),
        position=of.index_entries.count(),
        **_printed(of, text),
    )


def term(of, name, text):
    """A glossary term of an edition."""
    return GlossaryTerm.objects.create(
        edition=of,
        term=name,
        slug=name.lower().replace(" ", "-"),
        position=of.terms.count(),
        **_printed(of, text),
    )


def _printed(of, text):
    """What an entry of an edition's lists says, and the source that prints it."""
    return {"wording": wording(text), "source": _first(of.sources) or source(of), "first_line": 1, "last_line": 1}
