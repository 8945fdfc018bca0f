"""Documents of tournament policy in the box and among the filters: by name, by section, by appendix."""

import pytest

from rulesite.search import number_lookup, search, typeahead
from rulesite.search.indexing import builder
from rulesite.text.numbering import Scheme
from tests import factories as make

pytestmark = pytest.mark.django_db


@pytest.fixture
def policy(library):
    """Invented tournament rules beside the books of the search tests, indexed."""
    make.document("mtr", title="Magic Tournament Rules", short_title="MTR", position=3)
    make.document("jar", title="Judging at Regular REL", short_title="JAR", position=5)
    rules = make.edition("2019-05-03", "mtr", Scheme.DOTTED)
    make.version(rules, "4", title="Communication", kind="chapter")
    make.version(rules, "4.3", "Sequences of birds come in any order.", title="Order of Birds", kind="section")
    make.version(rules, "B", "A bird has ten minutes.", title="Appendix B — Bird Times", kind="chapter")
    brief = make.edition("2019-01-21", "jar", Scheme.DOTTED)
    make.version(brief, "1", "Birds are common.", title="Birds", kind="chapter")
    builder.rebuild()
    return rules


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("MTR 4.3", "4.3"),
        ("mtr section 4.3", "4.3"),
        ("Magic Tournament Rules 4.3", "4.3"),
        ("MTR Appendix B", "B"),
        ("appendix b of the tournament rules", "B"),
        ("MTR appendix B@2019-05-03", "B"),
    ],
)
def test_a_section_or_an_appendix_is_found_by_its_document(policy, text, key):
    match = number_lookup.look_up(text)
    assert isinstance(match, number_lookup.NumberMatch)
    assert (match.edition, match.version.key) == ("mtr/2019-05-03", key)
    assert typeahead.typeahead(text)[0].text.upper() == key


def test_an_appendix_of_no_document_is_words(policy):
    assert number_lookup.look_up("appendix b") is None
    assert number_lookup.look_up("a bird appendix") is None


@pytest.mark.parametrize("text", ["JAR", "jar", " Jar. ", "Judging at Regular REL"])
def test_the_name_of_a_document_alone_leads_to_it(client, policy, text):
    assert client.get("/search/", {"q": text})["Location"] == "/jar/"


@pytest.mark.parametrize("text", ["a jar", "ipg", "", "x" * 500])
def test_other_words_are_no_document(client, policy, text):
    assert number_lookup.document_named(text) is None
    assert client.get("/search/", {"q": text}).status_code == 200


def test_a_document_filters_a_search(policy):
    assert {hit.edition for hit in search.search("in:mtr birds").hits} == {"mtr/2019-05-03"}
    assert [hit.number for hit in search.search("in:JAR birds").hits] == ["1"]
    assert {hit.document for hit in search.search("in:cr ability").hits} == {"cr"}
    assert "in: takes cr," in search.search("in:ipg birds").message


def numbers(text):
    return [(hit.document, hit.number) for hit in search.search(text).hits]


def guide(rules_position=4):
    """Two editions of an invented penalty guide: an infraction is named like nothing in the rules, or like haste."""
    make.document("ipg", title="Penalty Guide", short_title="IPG", position=rules_position)
    old, new = (make.edition(day, "ipg", Scheme.DOTTED) for day in ("2010-01-01", "2019-01-21"))
    make.version(old, "110", "The old order of effects is an error.", title="Effects in Order", kind="section")
    make.version(new, "2.1", "It was late.", title="Bird Error — Creature Attack", kind="section")
    make.version(new, "2.2", "It was hasty.", title="Bird Error — Haste", kind="section")
    make.version(new, "2.3", "It was lost.", title="Lost Creature Attack", kind="section")
    builder.rebuild()


def test_a_section_of_policy_with_the_query_as_its_title_comes_before_rules_that_have_the_words(library):
    before = numbers("creature attack")
    guide()
    assert numbers("creature attack")[0] == ("ipg", "2.1")
    assert numbers("creature attack")[1][0] == "cr"
    assert numbers("in:cr creature attack")[0] == before[0]
    assert [hit for hit in numbers("attack creature") if hit[0] != "ipg"] == [*numbers("in:cr attack creature")]


def test_rules_and_terms_with_that_name_come_before_the_section_of_policy(library):
    before = [hit for hit in numbers("haste") if hit[1] in ("702.10", "")]
    guide()
    found = numbers("haste")
    place = found.index(("ipg", "2.2"))
    assert found[0] == before[0] == ("cr", "702.10")
    assert all(hit[0] == "cr" for hit in found[:place])
    assert place < len(found) - 1
    assert numbers("effects in order")[0] != ("ipg", "110")
