"""From a rule to the same rule in the edition before and after, with its number there."""

import pytest

from rulesite.rulebook.models import Descent, Rule
from tests import factories as make
from tests.reading.read_pages import links, read, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def book():
    """Three whole editions: a rule that moves and one that is new in the last, another that is merged away."""
    editions = [make.edition(day) for day in ("2006-10-01", "2007-07-13", "2009-07-11")]
    rule = Rule.objects.create(document=editions[0].document)
    for edition, number in zip(editions, ("402.1", "402.1", "603.1"), strict=True):
        make.version(edition, number.partition(".")[0], title="Abilities")
        version = make.version(edition, number, "Words.")
        version.rule = rule
        version.save()
    return editions


def bar(client, path):
    return read(client, path).find("nav", class_="across")


def test_the_neighbours_are_linked_with_the_number_there_if_it_is_another(client, book):
    shown = bar(client, "/cr/2007-07-13/402.1/")
    earlier, later = shown.find("a", attrs={"data-key": "["}), shown.find("a", attrs={"data-key": "]"})
    assert earlier["href"] == "/cr/2006-10-01/402.1/#402.1"
    assert "402.1" not in words(earlier)
    assert later["href"] == "/cr/2009-07-11/603.1/#603.1"
    assert "603.1" in words(later)


@pytest.mark.parametrize(
    ("path", "said"), [("/cr/2006-10-01/402.1/", "oldest held"), ("/cr/2009-07-11/603.1/", "newest held")]
)
def test_the_ends_are_named(client, book, path, said):
    assert said in words(bar(client, path))


def test_a_rule_that_a_later_edition_no_longer_has_says_so(client, book):
    make.edition("2013-05-01")
    assert "last here" in words(bar(client, "/cr/2009-07-11/603.1/"))


def test_the_list_has_every_edition_with_a_word_on_its_words(client, book):
    listed = bar(client, "/cr/2007-07-13/402.1/").find("ol").find_all("li")
    assert [words(each) for each in listed] == [
        "2009-07-11 603.1 same words", "2007-07-13 402.1 this one", "2006-10-01 402.1 same words",
    ]  # fmt: skip


def test_the_same_number_alone_is_listed_with_a_warning_and_not_jumped_to(client, book):
    for edition in book[:2]:
        make.version(edition, "402.2", "Other words.")
    shown = bar(client, "/cr/2007-07-13/402.2/")
    assert "need not be the same rule" in words(shown)
    assert "/cr/2006-10-01/402.2/#402.2" in links(shown).values()
    assert shown.find("a", attrs={"data-key": True}) is None


def test_a_rule_that_was_merged_leads_to_what_it_was_merged_into(client, book):
    merged = make.version(book[1], "402.3", "A part.")
    heir = make.version(book[2], "603.2", "A part and more.")
    Descent.objects.create(earlier=merged, later=heir, kind="merged", basis="matched wording", score=0.9)
    later = bar(client, "/cr/2007-07-13/402.3/").find("a", attrs={"data-key": "]"})
    assert later["href"] == "/cr/2009-07-11/603.2/#603.2"
    assert "merged into" in words(later)
