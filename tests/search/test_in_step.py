"""An index that was changed again and again holds what one made from nothing holds, and finds the same."""

from __future__ import annotations

import sqlite3
from array import array
from contextlib import closing

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from rulesite.rulebook.models import Citation, CitationTarget, Edition, GlossaryTerm, Reference, Rule, RuleVersion
from rulesite.search import search, searcher, typeahead
from rulesite.search.indexing import builder, edition_stamps
from rulesite.search.store import generations, schema
from rulesite.search.store.stored_fields import Printed
from rulesite.search.store.whoosh import segments
from rulesite.search.store.whoosh.segments import FOLDER
from tests import factories

pytestmark = pytest.mark.django_db

DAYS = ("2001-01-01", "2003-03-03", "2005-05-05", "2007-07-07")
NUMBERS = ("100.1", "100.1a", "100.2", "200.1", "200.3")
TITLES = ("", "Haste", "First Strike", "Legend Rule", "Half-Light (Obsolete)", "HASTE")
TEXTS = (
    "",
    "Haste lets a creature attack at once.",
    "First strike comes first; then the others strike.",
    "In the half-light nobody attacks. In the half-light all block.",
    "A creature can't block while it glows—for an hour.",
    "See rule 100.1.",
    "See rules 200.1 and 100.1a.",
)
PHASES = tuple(set(Phase) - {Phase.shrink})
"""Each example takes a moment: what is found is not made smaller for minutes."""
QUERIES = (
    "haste",
    "creature attack",
    '"at once"',
    "first strike",
    "half*",
    "legend rule",
    "cannot",
    "the NOT creature",
)

rules = st.tuples(st.sampled_from(NUMBERS), st.sampled_from(TITLES), st.sampled_from(TEXTS), st.integers(0, 4))
terms = st.tuples(st.sampled_from(TITLES[1:]), st.sampled_from(TEXTS[1:]))
books = st.tuples(
    st.lists(rules, max_size=5, unique_by=lambda rule: rule[0]),
    st.lists(terms, max_size=2, unique_by=lambda term: term[0].lower()),
    st.lists(st.sampled_from(TEXTS[1:]), max_size=2),
    st.lists(st.sampled_from(TITLES[1:]), max_size=2, unique_by=str.lower),
)
editions = st.tuples(st.sampled_from(("cr", "dangelo")), st.sampled_from(DAYS))
steps = st.one_of(
    st.tuples(st.just("store"), editions, books),
    st.tuples(st.just("remove"), editions),
    st.tuples(st.just("correct"), editions, st.sampled_from(NUMBERS), st.sampled_from(TEXTS[1:])),
    st.tuples(st.just("thread"), editions, st.sampled_from(NUMBERS), st.integers(0, 4)),
)


def store(where, book):
    """An edition as it is stored, or stored anew; thread 0 is none."""
    remove(where)
    provisions, glossary, examples, entries = book
    edition = factories.edition(where[1], slug=where[0])
    for number, title, text, thread in sorted(provisions):
        if title or text:
            factories.version(edition, number, text, title=title, rule=rule_of(edition, thread, number))
    last = edition.versions.last()
    for said in examples if last else ():
        factories.example(last, said)
    for name, text in glossary:
        term = factories.term(edition, name, text)
        target = edition.versions.filter(key="100.1").first()
        if target and "100.1" in text:
            reference, _ = Reference.objects.get_or_create(
                wording=term.wording, start=4, end=14, defaults={"cited": "100.1", "kind": "rule"}
            )
            citation = Citation.objects.create(reference=reference, edition=edition, outcome="resolved")
            CitationTarget.objects.create(citation=citation, version=target)
    for name in entries:
        factories.index_entry(edition, name, f"{name}, 100.1, 200.1")
    edition_stamps.renew([edition.pk])


def rule_of(edition, thread, number):
    """The thread of a number: one rule never has two versions in an edition."""
    return Rule.objects.get_or_create(document=edition.document, name=f"{thread}:{number}")[0] if thread else None


def remove(where):
    Edition.objects.filter(document__slug=where[0], effective=where[1]).delete()


def correct(where, number, text):
    at = {"edition__document__slug": where[0], "edition__effective": where[1]}
    RuleVersion.objects.filter(**at, key=number, wording__isnull=False).update(wording=factories.wording(text))
    edition_stamps.renew(
        Edition.objects.filter(document__slug=where[0], effective=where[1]).values_list("pk", flat=True)
    )


def thread(where, number, to):
    for version in RuleVersion.objects.filter(
        edition__document__slug=where[0], edition__effective=where[1], key=number
    ):
        version.rule = rule_of(version.edition, to, number)
        version.save()
        edition_stamps.renew([version.edition_id])


DO = {"store": store, "remove": remove, "correct": correct, "thread": thread}


def full_text(folder):
    """Where each word and each stem stands in which text; how often each pair."""
    for segment in segments.held(folder):
        texts, reader = segments.numbers(folder, segment), segments.words_of(folder, segment)
        for field, key in reader.terms():
            word = key.decode()
            posting = reader.posting(field, word)
            for times, (document, places) in zip(posting.counts, posting.spans(), strict=True):
                if document not in segment.gone:
                    yield texts[document], field, word, times, [*places]
        reader.close()


def held():
    """All that a generation holds, in words instead of its own ids."""
    with closing(sqlite3.connect(generations.current() / schema.FILE)) as db:
        keys = dict(db.execute("SELECT id, key FROM text"))
        family = dict(db.execute("SELECT id, name FROM family"))
        context = dict(db.execute("SELECT id, title FROM context"))
        records = {
            row[0]: (keys[row[1]], family[row[2]], row[3])
            for row in db.execute("SELECT id, text, family, kind FROM record")
        }
        places = {
            row[0]: (records[row[1]], row[2], row[3], context[row[4]])
            for row in db.execute("SELECT id, record, key, number, context FROM place")
        }
        return {
            "editions": [
                (
                    *row[:5],
                    [places[place] for place in schema.unpack(row[5])],
                    [(stems, records[record]) for stems, record in schema.unpack(row[6])],
                )
                for row in db.execute("SELECT number, document, date, short_title, title, places, defines FROM edition")
            ],
            "places": sorted((places[pk], bytes(mask)) for pk, mask in db.execute("SELECT id, editions FROM place")),
            "records": sorted(
                (records[pk], bytes(mask), sequence)
                for pk, mask, sequence in db.execute("SELECT id, editions, sequence FROM record")
            ),
            "texts": sorted(keys.values()),
            "printed": sorted((keys[pk], *said) for pk, said in Printed(db).of(keys).items()),
            "titled": sorted((keys[pk], *row) for pk, *row in db.execute("SELECT text, title, stems FROM titled")),
            "said": sorted((keys[text], *said) for text, *said in full_text(generations.current() / FOLDER)),
            "texts with a hyphen": sorted(
                (keys[pk], words) for pk, words in db.execute("SELECT text, words FROM joined")
            ),
            "words": sorted(db.execute("SELECT word, stem, texts FROM word")),
            "today": sorted(
                (records[row[0]], *row[1:])
                for row in db.execute(
                    "SELECT record, made, own, number, text, cites, kind, rule, title, said, context FROM provision"
                )
            ),
            "impacts": {
                stem: (texts, sorted(zip(map(records.__getitem__, array("I", having)), impacts, fields, strict=True)))
                for stem, texts, having, impacts, fields in db.execute("SELECT * FROM impact")
            },
            "contexts": sorted(db.execute("SELECT title, stems FROM context")),
            "families": sorted(family.values()),
            "names": [(name, kind, records[record]) for name, kind, record in schema.kept(db, "names")],
            "starts": schema.kept(db, "starts"),
            "defines": sorted((stems, records[record], number) for stems, record, number in schema.kept(db, "defines")),
            "joined": schema.kept(db, "joined"),
            "passages": [
                (shelf, [keys[text] for text in memoryview(texts).cast("I")], bytes(lengths), bytes(packed))
                for shelf, texts, lengths, packed in db.execute("SELECT * FROM passages ORDER BY shelf")
                if texts
            ],
        }


def answers():
    search._recent.clear()
    return [search.search(text) for text in QUERIES], [
        typeahead.typeahead(text) for text in ("1", "ha", "first s", "dang")
    ]


@pytest.mark.slow
@given(st.lists(st.lists(steps, min_size=1, max_size=3), min_size=1, max_size=5))
@settings(max_examples=25, suppress_health_check=list(HealthCheck), phases=PHASES)
def test_an_index_kept_in_step_is_the_one_that_is_made_from_nothing(index_folder, turns):
    with transaction.atomic():
        factories.library()
        builder.rebuild()
        for turn in turns:
            for what, *given_ in turn:
                DO[what](*given_)
            builder.refresh()
        kept, said = held(), answers()
        builder.rebuild()
        anew = held()
        for part in kept:
            assert kept[part] == anew[part], part
        assert answers() == said
        transaction.set_rollback(True)


def test_what_nothing_changed_is_not_made_again(library):
    before = generations.named()
    assert builder.refresh().generation == before
    assert GlossaryTerm.objects.exists()
    assert searcher.current().name == before
