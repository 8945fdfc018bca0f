"""What today's book is known by: the same whichever way the index came about, and by more than its own words."""

import sqlite3
from contextlib import closing

import pytest

from rulesite.rulebook.models import Wording
from rulesite.search import search, searcher
from rulesite.search.current import fields
from rulesite.search.indexing import builder
from rulesite.search.store import generations, schema
from tests import factories

pytestmark = pytest.mark.django_db


def known(generation):
    """All that is stored of today's book, without the numbers that a generation gives to its records."""
    with closing(sqlite3.connect(generations.folder(generation) / schema.FILE)) as db:
        provisions = db.execute("SELECT made, text, cites, kind, rule, title, said, context FROM provision").fetchall()
        impacts = {
            stem: (texts, len(records), sorted(zip(impacts, having, strict=True)))
            for stem, texts, records, impacts, having in db.execute("SELECT * FROM impact")
        }
    return sorted(provisions), impacts


def change_a_wording(library):
    version = library["new"].versions.get(key="613.1")
    version.wording = Wording.objects.create(text="Effects queue. See rule 704.", digest="d" * 32)
    version.save()


def take_an_example_away(library):
    library["new"].versions.get(key="704.5").examples.all().delete()


def add_an_edition(library):
    newer = factories.edition("2025-02-07")
    factories.version(newer, "613", title="Order of Effects", kind="section")
    factories.version(newer, "613.1", "Effects line up, as rule 613 says.")


def take_the_newest_edition_away(library):
    library["new"].delete()


def give_a_title(library):
    library["new"].versions.filter(key="702.10").update(title="Hurry")


def change_what_stands_above(library):
    factories.version(library["new"], "613.1a", "Then wait again.")
    builder.refresh(every=True)
    change_a_wording(library)


CHANGES = [
    change_a_wording, take_an_example_away, add_an_edition, take_the_newest_edition_away, give_a_title,
    change_what_stands_above,
]  # fmt: skip


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_what_is_kept_in_step_is_what_would_be_made_anew(library, change):
    change(library)
    in_step = known(builder.refresh(every=True).generation)
    assert in_step == known(builder.rebuild().generation)


def test_a_change_renews_what_stands_near_it_and_nothing_else(library, monkeypatch):
    renewed = []
    impacts = fields._impacts
    monkeypatch.setattr(fields, "_impacts", lambda known: renewed.append(known) or impacts(known))
    change_a_wording(library)
    builder.refresh(every=True)
    assert 0 < len(renewed) < len(searcher.current().today.standing) / 2


def test_a_rule_is_known_by_its_title_its_text_what_stands_around_it_and_its_former_words(library):
    today = searcher.current().today
    provisions = today.provisions(today.standing)
    record = next(record for record, one in provisions.items() if (one.rule, one.kind) == ("702.10", "subrule"))
    held = {
        stem: dict(posting.at([record])).get(record, 0)
        for stem, posting in today.postings(["attack", "hast", "strike"]).items()
    }
    assert held["attack"] & fields.TEXT
    assert held["hast"] & fields.UNDER
    assert held["strike"] == fields.FORMERLY


def test_what_a_rule_said_once_finds_it_beside_other_words(library):
    assert search.search("strike creature attack").hits[0].number == "702.10a"
