"""The preview of a stage for the desk, as plain data; computed in the stage itself.

Long lists are cut (`MOST`), and state the full number.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import F

from ingest.desk import example_changes, rule_changes
from ingest.document import source
from ingest.runs.read_sources import Outcome
from ingest.staging import db_copies, publication_log, tables
from ingest.staging.db_copies import Copy, Joined
from rulesite.rulebook.models import Citation, Descent, Edition, Example, Flag, GlossaryTerm, RuleVersion, Source
from rulesite.text import encodings

MOST = 200
"""Maximum rows shown of a list."""
_MAX_EDITIONS = 6
"""Maximum editions shown one by one."""
_EXCERPT = 400
"""Maximum characters shown of a text."""


def preview(public: Copy, outcomes: Sequence[Outcome], before: dict[str, Any] | None = None) -> dict[str, Any]:
    """The changes that publishing a stage would make.

    ``outcomes`` are those of its sources; without them, they are taken from the earlier preview ``before``.
    """
    with db_copies.joined(public) as database:
        published, stored = _read_from(database), set(publication_log.editions(database, database.main))
        counted = {address: _published_counts(database, address) for address in stored}
    now = {edition.address: edition for edition in Edition.objects.select_related("document")}
    read = {address: _sources_of(edition) for address, edition in now.items()}
    touched = [address for address in now if read[address] != published.get(address)]
    given = [each for each in touched if any(outcome.edition == each for outcome in outcomes)]
    shown = (sorted(given) or sorted(set(touched) - stored) or touched)[:_MAX_EDITIONS]
    if before and not outcomes:
        shown = [address for address in before.get("shown", []) if address in now]
    with db_copies.joined(public) as database:
        texts = {address: rule_changes.published_texts(database, address) for address in set(shown) & stored}
    return {
        "sources": [_outcome(each) for each in outcomes] if outcomes else (before or {}).get("sources", []),
        "shown": shown,
        "came": sorted(now.keys() - stored),
        "went": sorted(stored - now.keys()),
        "again": sorted(set(touched) & stored),
        "editions": [_edition(now[address], counted.get(address), texts.get(address)) for address in shown],
    }


def is_nothing(previewed: dict[str, Any]) -> bool:
    """Whether readers would see no change."""
    return not (previewed["came"] or previewed["went"] or previewed["again"])


def _sources_of(edition: Edition) -> list[tuple[int, str]]:
    return sorted(edition.sources.order_by().values_list("pk", "sha256"))


def _read_from(public: Joined) -> dict[str, list[tuple[int, str]]]:
    """The sources of the published editions, by address."""
    schema = public.main
    edition, document = (f"{schema}.{tables.table(label)}" for label in ("rulebook.Edition", "rulebook.Document"))
    rows = public.execute(
        f"SELECT d.slug || '/' || e.effective, s.id, s.sha256 FROM {schema}.{tables.table('rulebook.Source')} s "
        f"JOIN {edition} e ON e.id = s.edition_id JOIN {document} d ON d.id = e.document_id ORDER BY s.id"
    )
    sources: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for address, pk, sha256 in rows.fetchall():
        sources[address].append((pk, sha256))
    return sources


_COUNTED = {"provisions": RuleVersion, "glossary terms": GlossaryTerm}


def _published_counts(public: Joined, address: str) -> dict[str, int]:
    """The counts of the published edition with an address."""
    slug, _, day = address.partition("/")
    schema = public.main
    edition, document = (f"{schema}.{tables.table(label)}" for label in ("rulebook.Edition", "rulebook.Document"))
    where = (
        f"(SELECT e.id FROM {edition} e JOIN {document} d ON d.id = e.document_id WHERE d.slug = ? AND e.effective = ?)"
    )
    queries = {
        what: f"SELECT count(*) FROM {schema}.{model._meta.db_table} WHERE edition_id = {where}"
        for what, model in _COUNTED.items()
    }
    versions = f"{schema}.{tables.table('rulebook.RuleVersion')}"
    queries["Examples"] = (
        f"SELECT count(*) FROM {schema}.{tables.table('rulebook.Example')} x JOIN {versions} v ON v.id = x.version_id "
        f"WHERE x.labelled AND v.edition_id = {where}"
    )
    return {what: public.execute(query, (slug, day)).fetchone()[0] for what, query in queries.items()}


def _counts(edition: Edition) -> dict[str, int]:
    counts = {what: model._default_manager.filter(edition=edition).count() for what, model in _COUNTED.items()}
    counts["Examples"] = Example.objects.filter(labelled=True, version__edition=edition).count()
    return counts


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {
        "name": outcome.name,
        "status": outcome.status,
        "edition": outcome.edition,
        "error": outcome.error,
        "notes": outcome.notes,
    }


def _edition(
    edition: Edition, published: dict[str, int] | None, published_texts: rule_changes.Texts | None
) -> dict[str, Any]:
    """Everything to review about one edition."""
    earlier = (
        Edition.objects.filter(document=edition.document_id, effective__lt=edition.effective, extent="whole")
        .order_by("effective")
        .last()
    )
    now, beside = _counts(edition), _counts(earlier) if earlier else {}
    flags = Flag.objects.filter(version__edition=edition).order_by("line")
    return {
        "address": edition.address,
        "title": edition.title,
        "known_from": edition.known_from,
        "is_new": published is None,
        "earlier": earlier.address if earlier else "",
        "counts": [
            {"what": what, "now": count, "published": (published or {}).get(what), "earlier": beside.get(what)}
            for what, count in now.items()
        ],
        "sources": [_source(each) for each in edition.sources.all()],
        "flags": _cut({"rule": each.version.key, "kind": each.kind, "note": each.note, "line": each.line}
                      for each in flags.select_related("version")),
        "references": dict(
            sorted(Counter(Citation.objects.filter(edition=edition).values_list("outcome", flat=True)).items())
        ),
        "astray": _astray(edition),
        "steps": _steps(edition),
        "examples": example_changes.changed(edition, earlier),
        "changes": _cut(rule_changes.changed(edition, earlier, published_texts)),
    }  # fmt: skip


def _cut(rows: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The first of some rows, and the number of all."""
    every = list(rows)
    return {"count": len(every), "rows": every[:MOST]}


def _source(stored: Source) -> dict[str, Any]:
    """A source's ledger in short: how it was read, repairs, furniture, doubts."""
    text_source = source.read_bytes(stored.name, stored.data, damaged=encodings.is_damaged(stored.encoding))
    characters: Counter[str] = Counter()
    repairs, furniture = [], []
    for piece in stored.segments:
        characters[piece.role] += piece.end - piece.start
        row = {"line": text_source.line_at(piece.start), "words": text_source.text[piece.start : piece.end][:_EXCERPT],
               "reason": piece.reason}  # fmt: skip
        if piece.role == "repair":
            repairs.append(row | {"after": piece.after[:_EXCERPT], "owner": piece.owner})
        elif piece.role == "furniture":
            furniture.append(row)
    return {
        "name": stored.name,
        "read_as": f"{stored.dialect}: {stored.because}",
        "written_in": f"{stored.encoding}, {stored.line_ends}",
        "known_from": stored.known_from,
        "roles": [{"role": role, "characters": count} for role, count in characters.most_common()],
        "characters": len(text_source.text),
        "owned": sum(characters.values()),
        "repairs": _cut(repairs),
        "furniture": _cut(furniture),
        "warnings": stored.warnings,
        "doubts": _cut(stray for stray in stored.strays if not stray["evidence"]),
    }


def _astray(edition: Edition) -> dict[str, Any]:
    """The dangling and ambiguous references, each with a rule that prints it."""
    citations = Citation.objects.filter(edition=edition, outcome__in=("dangling", "ambiguous"))
    rows = list(
        citations.order_by("pk").values("reference__wording", "reference__cited", "outcome", "reason", "suggestion")
    )
    wordings = {row["reference__wording"] for row in rows}
    where = dict(RuleVersion.objects.filter(edition=edition, wording__in=wordings).values_list("wording", "key"))
    terms = GlossaryTerm.objects.filter(edition=edition, wording__in=wordings).values_list("wording", "term")
    for wording, term in terms:
        where.setdefault(wording, term)
    return _cut(
        {
            "rule": where.get(row["reference__wording"], ""),
            "cited": row["reference__cited"],
            "outcome": row["outcome"],
            "reason": row["reason"] or row["suggestion"],
        }
        for row in rows
    )


def _steps(edition: Edition) -> list[dict[str, Any]]:
    """The edition's steps: for each neighbour the edges by kind, and the doubtful ones."""
    edges = Descent.objects.select_related(
        "earlier__edition__document", "later__edition__document", "earlier__wording", "later__wording"
    ).defer(*Edition.long("earlier__edition__"), *Edition.long("later__edition__"))
    steps = []
    for own_end, other_end in (("later", "earlier"), ("earlier", "later")):
        own = edges.filter(**{f"{own_end}__edition": edition}).order_by(
            f"{own_end}__position", f"{other_end}__position"
        )
        neighbours = Edition.objects.filter(pk__in=own.order_by().values(f"{other_end}__edition").distinct())
        for neighbour in neighbours.select_related("document").order_by("effective"):
            rows = own.filter(**{f"{other_end}__edition": neighbour})
            doubtful = rows.filter(doubtful=True)
            joined = set(rows.filter(doubtful=False).values_list(f"{own_end}", flat=True))
            first, last = (neighbour, edition) if own_end == "later" else (edition, neighbour)
            steps.append(
                {
                    "earlier": first.address,
                    "later": last.address,
                    "kinds": dict(sorted(Counter(rows.filter(doubtful=False).values_list("kind", flat=True)).items())),
                    "alone": edition.versions.exclude(pk__in=joined).count(),
                    "alone_of": edition.address,
                    "doubtful": _cut(_edge(edge) for edge in doubtful),
                    "said": _cut(_edge(edge) for edge in rows.filter(basis=Descent.Basis.ASSERTED)),
                }
            )
    return steps


def _edge(edge: Descent) -> dict[str, Any]:
    return {
        "earlier": f"{edge.earlier.edition.address}/{edge.earlier.key}",
        "later": f"{edge.later.edition.address}/{edge.later.key}",
        "earlier_key": edge.earlier.key,
        "later_key": edge.later.key,
        "earlier_words": (edge.earlier.text or edge.earlier.title)[:_EXCERPT],
        "later_words": (edge.later.text or edge.later.title)[:_EXCERPT],
        "kind": edge.kind,
        "basis": edge.get_basis_display(),
        "score": round(edge.score, 2),
        "note": edge.note,
    }


def missing(addresses: Iterable[str]) -> list[str]:
    """The addresses, among some full addresses of provisions, that name none in the current database."""
    distinct = set(addresses)
    absent = []
    for address in sorted(distinct):
        edition, _, key = address.rpartition("/")
        slug, _, day = edition.partition("/")
        rows = RuleVersion.objects.filter(edition__document__slug=slug, key=key).annotate(day=F("edition__effective"))
        if not any(row.day.isoformat() == day for row in rows.only("pk")):
            absent.append(address)
    return absent
