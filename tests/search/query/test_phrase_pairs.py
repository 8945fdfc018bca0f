"""The book's own dictionary in search: words of former days lead to today's rules, and today's to what was said
then."""

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from rulesite.rulebook.models import Library, PhrasePair, StruckPair
from rulesite.search import search
from rulesite.search.indexing import builder
from rulesite.search.query import phrase_pairs, synonyms
from tests import factories
from tests.snapshots import made_once

OLD, NEW = "2006-10-01", "2024-06-07"


def pair(old, new, sentences=5, basis="descent", since=f"cr/{NEW}"):
    PhrasePair.objects.create(old=old, new=new, sentences=sentences, basis=basis, since=since)
    Library.move_on()


@pytest.fixture
@made_once
def shore(db, index_folder):
    """Two editions in which one phrase was put for another, and one rule that only the old one has; indexed."""
    factories.library()
    old, new = factories.edition(OLD), factories.edition(NEW)
    first = factories.version(old, "300.1", "A ferry that comes ashore is counted by the harbour.")
    factories.version(new, "500.1", "A ferry that lands is counted by the harbour.", rule=first.rule)
    factories.version(old, "300.2", "A barge that comes ashore at night is not.")
    factories.version(old, "300.3", "Whoever comes late waits ashore.")
    builder.rebuild()
    pair("comes ashore", "lands")


def found(text, **options):
    return [(hit.date, hit.number) for hit in search.search(text, **options).hits]


def test_an_old_phrase_leads_to_todays_rule_first_with_the_reason(shore):
    assert found("comes ashore")[0] == (NEW, "500.1")
    said = search.search("comes ashore").message
    assert "“comes ashore” was also looked for as “lands”" in said
    assert f"since {NEW}, in 5 sentences" in said


def test_other_forms_of_the_phrase_lead_there_too(shore):
    assert found("coming ashore")[0] == (NEW, "500.1")


def test_todays_phrase_finds_what_only_older_editions_say_after_what_todays_does(shore):
    assert found("lands") == [(NEW, "500.1"), (OLD, "300.2")]


def test_exactly_what_was_typed_is_looked_for_where_that_is_asked_for(shore):
    assert (NEW, "500.1") not in found("comes ashore", exact=True)
    assert found("lands", exact=True) == [(NEW, "500.1")]
    assert (NEW, "500.1") not in found('"comes ashore"')


def test_a_pair_that_is_struck_is_left_out_at_once_and_comes_back_when_that_is_taken_back(shore, client):
    client.force_login(get_user_model().objects.create_superuser("ada"))
    form = {"old": "comes ashore", "new": "lands", "reason": "A ferry that sinks at the shore does not land."}
    client.post(reverse("admin:rulebook_struckpair_add"), form)
    assert (NEW, "500.1") not in found("comes ashore")
    struck = StruckPair.objects.get()
    assert (struck.author.username, struck.reason) == ("ada", form["reason"])
    client.post(reverse("admin:rulebook_struckpair_delete", args=[struck.pk]), {"post": "yes"})
    assert found("comes ashore")[0] == (NEW, "500.1")


def test_only_a_pair_of_the_dictionary_can_be_struck(shore, client):
    client.force_login(get_user_model().objects.create_superuser("ada"))
    form = {"old": "comes ashore", "new": "sinks", "reason": "Nobody says so."}
    page = client.post(reverse("admin:rulebook_struckpair_add"), form)
    assert "The dictionary has no" in page.content.decode()
    assert not StruckPair.objects.exists()


def test_a_phrase_is_followed_through_all_its_rewordings_and_never_in_a_circle(shore):
    pair("makes port", "comes ashore")
    assert [one.text for one in synonyms.expansions("makes port", phrase_pairs.current())] == ["lands"]
    pair("lands", "makes port")
    assert all(one.text != "makes port" for one in synonyms.expansions("makes port", phrase_pairs.current()))


def test_what_a_glossary_says_counts_only_where_nothing_else_is_asked(shore):
    pair("wherry", "ferry", basis="obsolete")
    assert [one.text for one in synonyms.expansions("wherries", phrase_pairs.current())] == ["ferry"]
    assert list(synonyms.expansions("a wherry with holes", phrase_pairs.current())) == []


def test_a_players_word_is_given_the_books_own_reason(shore):
    pair("comes into play", "enters the battlefield", 44, since="cr/2009-07-11")
    [told] = synonyms.expansions("comes into play tapped", phrase_pairs.current())
    assert told.text == "enters the battlefield tapped"
    assert told.pairs[0].why == "the rules say so since 2009-07-11, in 44 sentences"


def marked(hit):
    return [piece.text for piece in hit.excerpt if piece.marked]


def test_what_is_said_for_a_phrase_is_marked_and_not_each_of_its_words(shore):
    today, *_ = search.search("ferry comes ashore").hits
    assert marked(today) == ["ferry", "lands"]
    late = next(hit for hit in search.search("comes ashore", exact=True).hits if hit.number == "300.2")
    assert set(marked(late)) == {"comes", "ashore"}
    former = next(hit for hit in search.search("lands").hits if hit.number == "300.2")
    assert marked(former) == ["comes ashore"]


def test_who_is_told_of_a_rewording_is_shown_the_way_to_the_dictionary(shore, client):
    link = f'href="{reverse("reading:dictionary")}">The dictionary'
    assert link in client.get("/search/", {"q": "comes ashore"}).content.decode()
    assert link not in client.get("/search/", {"q": "harbour"}).content.decode()


def test_nothing_is_told_of_words_that_say_it_already(shore):
    pair("comes", "comes ashore")
    assert "“comes” was" not in search.search("comes ashore").message
    assert "“comes” was" in search.search("comes late").message
