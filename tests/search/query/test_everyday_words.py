"""Words of plain speech find rules that say others, and count less than the word itself."""

import pytest

from rulesite.search import analysis, search, searcher
from rulesite.search.indexing import builder
from rulesite.search.query import everyday_words, synonyms
from rulesite.search.query.parser import read
from rulesite.search.ranking.weighted_query import WeightedQuery
from tests import factories

NEAR = everyday_words._near()


@pytest.mark.parametrize("stem", NEAR)
def test_a_word_is_near_to_others_only(stem):
    assert NEAR[stem]
    assert stem not in NEAR[stem]


def test_what_means_one_thing_of_the_rules_is_not_a_matter_of_more_or_less():
    known = {stems[0] for stems, pair in synonyms.pairs().items() if len(stems) == 1 and len(pair.says) == 1}
    both = [
        stem
        for stem in NEAR
        if stem in known and set(analysis.stems(synonyms.pairs()[stem,].says[0])) == set(NEAR[stem])
    ]
    assert both == []


@pytest.mark.django_db
@pytest.mark.parametrize("typed", ["goblin vanish", "vanish"])
def test_a_rule_is_found_that_says_it_otherwise(library, typed):
    factories.version(library["new"], "800.1", "A goblin ceases to exist.")
    builder.refresh(every=True)
    assert search.search(typed).hits[0].number == "800.1"


@pytest.mark.django_db
def test_the_word_itself_counts_more(library):
    factories.version(library["new"], "800.1", "A goblin ceases to exist.")
    factories.version(library["new"], "800.2", "A goblin may vanish too.")
    builder.refresh(every=True)
    today = searcher.current().today
    asked = WeightedQuery(today, read("vanish"))
    ceases, vanish = sorted(asked.scores, key=asked.scores.get)
    assert "vanish" in today.provisions([vanish])[vanish].own
    assert "vanish" not in today.provisions([ceases])[ceases].own


@pytest.mark.django_db
@pytest.mark.documents
@pytest.mark.usefixtures("real_database")
def test_what_stands_for_a_word_is_said_by_the_rules():
    known = searcher.current().vocabulary.with_stem
    assert [said for stems in NEAR.values() for said in stems if said not in known] == []
