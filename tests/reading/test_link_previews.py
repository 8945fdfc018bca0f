"""What a link shows where it is pasted: the words of its page, and the one address of its near copies."""

import pytest

from rulesite.rulebook.models import Library
from tests import factories as make
from tests.browser.kinds import POCKET
from tests.reading.read_pages import read

pytestmark = pytest.mark.django_db
_SPEAKING = (
    "home", "edition", "section", "chapter", "rule", "ruling", "number without an edition", "day", "history",
    "comparison", "game", "game without moves",
)  # fmt: skip


def shown(page):
    """The preview of a page: its title, its words and its canonical path."""
    (canonical,) = page.head.find_all("link", rel="canonical")
    tags = {tag["property"]: tag["content"] for tag in page.head.find_all("meta", property=True)}
    assert tags["og:url"] == canonical["href"]
    assert tags["og:description"] == page.head.find("meta", attrs={"name": "description"})["content"]
    return tags["og:title"], tags["og:description"], canonical["href"].removeprefix("http://testserver")


@pytest.fixture
def editions():
    """One rule in three editions, reworded before the last; a heading with a subrule; a term."""
    Library.objects.create(name="a test")
    first, second, third = (make.edition(day) for day in ("2008-02-01", "2009-07-11", "2013-05-01"))
    rule = make.version(first, "100.1", "It works &  <well>.")
    make.version(second, "100.2", "It works &  <well>.", rule=rule.rule)
    make.version(third, "100.2", "It always works.", rule=rule.rule)
    make.version(third, "702.9", title="Flying", kind="heading")
    make.version(third, "702.9a", "It flies.")
    for edition in (first, second):
        make.term(edition, "Stack", "A pile of spells.")
    return first, second, third


@pytest.mark.parametrize(
    ("url", "title", "words", "canonical"),
    [
        ("/cr/2008-02-01/100.1/", "CR 100.1 (1 February 2008)", "It works & <well>.", "/cr/2009-07-11/100.2/"),
        ("/cr/2009-07-11/100.2/", "CR 100.2 (11 July 2009)", "It works & <well>.", "/cr/2009-07-11/100.2/"),
        ("/cr/2013-05-01/100.2/", "CR 100.2 (1 May 2013)", "It always works.", "/cr/2013-05-01/100.2/"),
        ("/cr/100.2/", "CR 100.2 (1 May 2013)", "It always works.", "/cr/2013-05-01/100.2/"),
        ("/cr/2013-05-01/702.9/", "CR 702.9 Flying (1 May 2013)", "It flies.", "/cr/2013-05-01/702.9/"),
        ("/cr/2008-02-01/glossary/stack/", "Stack (CR 2008-02-01)", "A pile of spells.", "/cr/2009-07-11/glossary/stack/"),
    ],
)  # fmt: skip
def test_a_link_shows_the_words_of_its_rule_and_the_newest_page_that_has_them(
    client, editions, url, title, words, canonical
):
    assert shown(read(client, url)) == (title, words, canonical)


@pytest.mark.usefixtures("pocket_database")
@pytest.mark.parametrize("kind", _SPEAKING)
def test_every_kind_of_page_speaks_and_its_canonical_page_names_itself(client, kind):
    page = read(client, POCKET[kind])
    title, words, canonical = shown(page)
    assert title
    assert 10 < len(words) <= 300
    assert shown(read(client, canonical))[2] == canonical


@pytest.mark.usefixtures("pocket_database")
def test_a_comparison_of_neighbours_is_the_page_of_what_changed(client):
    _, words, canonical = shown(read(client, "/cr/compare/2006-10-01/2018-01-19/?kind=new"))
    assert canonical == "/cr/2018-01-19/changes/"
    assert shown(read(client, canonical))[1] == words
