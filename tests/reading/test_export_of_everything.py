"""What the ledger calls content is in the export: provisions, Examples, terms, index, introduction and credits."""

from datetime import date
from pathlib import Path

import pytest

from ingest.storage import loader
from rulesite.reading.export import rows as export_rows
from rulesite.rulebook.models import Edition, Library
from tests.ingest.accounting import lacking
from tests.ingest.small import read

pytestmark = pytest.mark.django_db

BOOK = """Plain Rules

These rules are effective as of July 11, 2009.

Introduction

Welcome to the rules (see rule 100.1).

Contents

1. Beginnings
100. General
101. Winning
Glossary
Index
Credits

1. Beginnings

100. General

100.1. These rules are for everybody, as rule 101.1 says.

100.1a A player sits
down first.

Example: Ann sits down (see rule 101.1).

101. Winning

101.1. Somebody wins.

Glossary

What follows is no rule.

Card
A thing of paper. See rule 100.1.
Example: A goblin.

Player
1. Who plays.
2. Who is there.

Index

B
Beginning, 100, 100.1
\tsitting down, 100.1a
E
End; see Winning
W
Winning, 101, 101.1

Credits

Nobody did this.
Somebody else did that.
"""


def stored(text):
    Library.objects.create(name="a test")
    facts = loader.EditionFacts("cr", date(2009, 7, 11), "day")
    return loader.load(facts, [loader.Witnessed(read(text), "", "stated in the text", 10)])


def test_everything_is_exported_in_the_order_of_the_book():
    rows = export_rows.everything(stored(BOOK))
    assert [(row["kind"], row["number"] or row["title"]) for row in rows] == [
        ("introduction", ""), ("chapter", "1"), ("section", "100"), ("rule", "100.1"), ("subrule", "100.1a"),
        ("section", "101"), ("rule", "101.1"), ("glossary", ""), ("term", "Card"), ("term", "Player"), ("index", ""),
        ("index", "Beginning"), ("index", "sitting down"), ("index", "End"), ("index", "Winning"), ("credits", ""),
    ]  # fmt: skip
    by_key = {(row["kind"], row["key"]): row for row in rows}
    card = by_key["term", "card"]
    assert (card["text"], card["examples"]) == ("A thing of paper. See rule 100.1.", ["A goblin."])
    assert [(each["cited"], each["targets"]) for each in card["references"]] == [("100.1", ["100.1"])]
    below = by_key["index", "beginning-sitting-down"]
    assert (below["parent"], [each["targets"] for each in below["references"]]) == ("beginning", [["100.1a"]])
    assert by_key["glossary", "glossary"]["text"] == "Glossary\nWhat follows is no rule."
    assert by_key["credits", "credits"]["text"].endswith("Nobody did this.\nSomebody else did that.")
    assert "Welcome to the rules" in rows[0]["text"]


@pytest.mark.slow
def test_a_stretch_of_an_export_is_that_of_the_whole_and_no_more_is_made(monkeypatch):
    edition = stored(BOOK)
    rows, listed = export_rows.everything(edition), export_rows.Listed(edition)
    assert len(listed) == len(rows)
    made, real = [], export_rows._provision
    monkeypatch.setattr(export_rows, "_provision", lambda *row: made.append(row) or real(*row))
    for first in range(len(rows) + 1):
        for last in {first, first + 1, first + 4, len(rows), len(rows) + 2}:
            made.clear()
            assert listed.rows(first, last) == rows[first:last]
            assert len(made) <= len(rows[first:last])


def test_what_the_ledger_calls_content_is_in_the_export():
    edition = stored(BOOK)
    assert lacking(edition.sources.get(), export_rows.everything(edition)) == []
    assert lacking(edition.sources.get(), export_rows.provisions(edition)) != []


def test_the_index_has_a_page_and_the_edition_leads_to_it(client):
    stored(BOOK)
    assert 'href="/cr/2009-07-11/index/"' in client.get("/cr/2009-07-11/").content.decode()
    page = client.get("/cr/2009-07-11/index/")
    assert page.status_code == 200
    text = page.content.decode()
    assert 'id="beginning-sitting-down" class="below"' in text
    assert 'href="/cr/2009-07-11/100.1a/#100.1a"' in text


def test_an_edition_without_an_index_says_so(client):
    stored(BOOK.replace(BOOK[BOOK.index("Index\n\nB") : BOOK.index("Credits\n\nNob")], ""))
    assert client.get("/cr/2009-07-11/index/").status_code == 404
    assert "/index/" not in client.get("/cr/2009-07-11/").content.decode()


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", sorted((Path(__file__).parents[2] / "fixtures" / "documents").glob("*.txt")), ids=lambda path: path.name
)
def test_a_pocket_document_is_exported_whole(path):
    reading = read(path.read_bytes(), path.name)
    Library.objects.create(name="a test")
    facts = loader.EditionFacts(reading.tree.document, reading.tree.effective or date(2001, 1, 1), "day")
    edition = loader.load(facts, [loader.Witnessed(reading, "", "", 10)])
    assert lacking(edition.sources.get(), export_rows.everything(edition)) == []


@pytest.mark.documents
@pytest.mark.usefixtures("real_database")
def test_every_real_document_is_exported_whole():
    for edition in Edition.objects.all():
        best = edition.sources.order_by("rank", "name").first()
        assert lacking(best, export_rows.everything(edition)) == [], edition.address
