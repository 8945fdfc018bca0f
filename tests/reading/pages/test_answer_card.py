"""The card of the best result: what it counts is what it shows, and a query costs little."""

import pytest

from rulesite.reading.caching import receivers
from rulesite.reading.pages.answer_card import answer_of
from rulesite.rulebook.models import Library
from rulesite.search import search
from rulesite.search.indexing import builder
from tests import factories as make
from tests.reading.read_pages import read, words

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("kind", ["rule", "heading", "example"])
def test_the_editions_that_are_counted_have_the_text_that_the_card_shows(client, index_folder, kind):
    make.library()
    old, middle, new = (make.edition(day) for day in ("2009-05-01", "2009-07-11", "2013-05-01"))
    rule = None
    for edition, text in ((old, "Zugzwang is loud."), (middle, "Zugzwang is silent."), (new, "Zugzwang is silent.")):
        if kind == "heading":
            rule = make.version(
                edition, "100.1", title="Zugzwang", kind="heading", **({"rule": rule.rule} if rule else {})
            )
            make.version(edition, "100.1a", text.replace("Zugzwang", "It"))
            continue
        shown = text if kind == "rule" else text.replace("Zugzwang", "It")
        rule = make.version(edition, "100.1", shown, **({"rule": rule.rule} if rule else {}))
        if kind == "example":
            make.example(rule, "A zugzwang happens.")
    builder.rebuild()
    card = read(client, "/search/?q=zugzwang").find(class_="answer-card")
    other = {"rule": "same words in 1 other edition", "example": "same words in 1 other edition"}
    assert card.find("dfn") is None  # no entry of a glossary, and so no empty frame for one
    assert other.get(kind, "same heading in 2 other editions") in words(card.find(class_="aside"))


def test_a_card_is_made_once_for_all_queries_until_the_library_changes(index_folder, django_assert_num_queries):
    make.library()
    edition = make.edition("2013-05-01")
    rule = make.version(edition, "100.1", "A zugzwang is silent and cold.")
    make.term(edition, "Zugzwang", "A silent thing.")
    builder.rebuild()
    library = Library.current()
    hits = {query: search.search(query).hits[0] for query in ("cold zugzwang", "cold silent")}
    first = answer_of(hits["cold zugzwang"], library)
    with django_assert_num_queries(0):
        second = answer_of(hits["cold silent"], library)
    assert "<mark>zugzwang" in first.words.lower().replace(
        '<a class="term" href="/cr/2013-05-01/glossary/zugzwang/">', ""
    )
    assert "<mark>silent</mark>" in second.words
    rule.wording = make.wording("A zugzwang is cold, corrected.")
    rule.save()
    receivers.invalidate()
    changed = answer_of(hits["cold silent"], Library.current())
    assert "corrected" in changed.words
