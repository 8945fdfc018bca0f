"""Pairs that no single evidence proves: known by all of it together, said to be possible where it is not enough."""

from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.descent.alignment.edges import EdgeAssertions, step
from ingest.descent.alignment.evidence import Evidence
from ingest.descent.alignment.probability import probability
from tests.harbour import BELL, FERRY, OWL, STAR, TOLL
from tests.ingest.descent.alignment.test_steps import book, edges

KEEPERS = "Every keeper of a lighthouse trims the wick at dusk"
WHOLE = f"{KEEPERS}, writes the hour in the book of lights and hands the key to nobody."
REST = "Nobody watched an hour that nobody writes in the book of lights."
LENT = "A lantern that was lent to a guest is counted by the warden every evening before the gate is shut."
COUNTED = f"{FERRY} The warden counts every evening what was lent to guests."
SPEAKS = [field.name for field in fields(Evidence) if field.type == "float"]
NOTHING = Evidence(0, 0, gone=False, came=False, **dict.fromkeys(SPEAKS, 0.0))


GUILDS = ("bakers", "coopers", "divers", "glovers", "hatters", "masons", "potters", "ropers", "saddlers", "weavers")
DUTIES = ("sweep the stairs", "feed the owls", "count the ferries", "light the lanterns", "ring the bells")
REGISTER = [f"The {guild} {duty} in week {nth} of the year." for nth, guild in enumerate(GUILDS) for duty in DUTIES]
"""So many rules that rare words are rare."""


def lights(*texts, mill=STAR, behind=()):
    """A section of these rules, a mill, and what else a town has."""
    rows = ((f"300.{nth}", text) for nth, text in enumerate(texts, start=1))
    weeks = ((f"302.{nth}", text) for nth, text in enumerate([*REGISTER, *behind], start=1))
    return book(("300", "Lights"), *rows, ("301", "Mill"), ("301.1", mill), ("302", "Duties"), *weeks)


def lines(old, new, said=None):
    return {(edge.earlier, edge.later): edge for edge in step(old, new, said)}


def test_what_a_rule_lost_is_found_in_other_words_behind_it():
    found = lines(lights(FERRY, WHOLE, OWL), lights(FERRY, f"{KEEPERS}.", REST, OWL))
    edge = found["300.2", "300.3"]
    assert (edge.kind, edge.doubtful) == ("split", False)
    assert edge.note


def test_the_same_words_at_the_other_end_of_the_book_prove_nothing():
    new = lights(FERRY, f"{KEEPERS}.", OWL, behind=[REST])
    last = f"302.{len(REGISTER) + 1}"
    assert last in {each.key for each in new}
    assert ("300.2", last) not in lines(lights(FERRY, WHOLE, OWL), new)


def test_what_may_have_been_taken_into_its_neighbour_is_possible_and_no_more():
    found = lines(lights(FERRY, LENT, OWL), lights(COUNTED, OWL))
    edge = found["300.2", "300.1"]
    assert (edge.kind, edge.doubtful) == ("merged", True)


def test_it_is_sure_where_those_who_cited_the_one_cite_the_other_now():
    old, new = lights(FERRY, LENT, OWL), lights(COUNTED, OWL)
    citing, cited = (f"{TOLL} See rule {number} for lanterns." for number in ("300.2", "300.1"))
    found = edges(lights(FERRY, LENT, OWL, mill=citing), lights(COUNTED, OWL, mill=cited))
    assert found["300.2", "300.1"] == "merged"
    assert ("300.2", "300.1") not in edges(old, new)


@pytest.mark.parametrize(
    ("old", "new", "pair"),
    [
        (lights(FERRY, WHOLE, OWL), lights(FERRY, f"{KEEPERS}.", REST, OWL), ("300.2", "300.3")),
        (lights(FERRY, LENT, OWL), lights(COUNTED, OWL), ("300.2", "300.1")),
    ],
)
def test_what_people_forbid_is_neither_sure_nor_possible(old, new, pair):
    assert pair not in lines(old, new, EdgeAssertions(forbidden=frozenset({pair})))


def test_what_is_sure_of_another_is_not_possible_as_well():
    found = lines(lights(FERRY, WHOLE, BELL), lights(FERRY, WHOLE, BELL, REST))
    assert not [edge for edge in found.values() if edge.later == "300.4"]


@given(
    st.sampled_from(SPEAKS),
    st.fixed_dictionaries({name: st.floats(0.0, 2.0) for name in SPEAKS}),
    st.floats(0.01, 1.0),
    st.booleans(),
    st.booleans(),
)
def test_whatever_speaks_for_a_pair_makes_it_more_probable(name, values, more, gone, came):
    evidence = replace(NOTHING, gone=gone, came=came, **values)
    assert 0 < probability(evidence) < probability(replace(evidence, **{name: values[name] + more})) < 1
    assert probability(evidence) <= probability(replace(evidence, gone=True, came=True))


def test_of_two_strangers_nothing_speaks():
    assert probability(NOTHING) < 0.001
