"""What the box offers while somebody types."""

import pytest

from rulesite.search import typeahead
from rulesite.search.current import questions
from rulesite.search.indexing import builder
from rulesite.search.typeahead import Suggestion
from tests import factories

pytestmark = pytest.mark.django_db


def offered(prefix, **given):
    return [(one.kind, one.text) for one in typeahead.typeahead(prefix, **given)]


def test_a_number_comes_first_then_its_subrules_then_longer_numbers(library):
    assert offered("702.6") == [("number", "702.6"), ("number", "702.60")]
    assert offered("702.1")[:2] == [("number", "702.10"), ("number", "702.10a")]


def test_headings_terms_and_words_are_mixed(library):
    assert offered("ha")[:2] == [("heading", "Haste"), ("term", "Haste")]
    assert ("word", "has") in offered("ha")


def test_a_later_word_of_a_title_is_found_too(library):
    assert ("heading", "State-Based Actions") in offered("act")


def test_an_old_number_says_what_it_is_now(library):
    old = typeahead.typeahead("502.5")[0]
    assert (old.text, old.edition, old.now) == ("502.5", "cr/2008-02-01", "702.10")


def test_titles_link_to_their_newest_place(library):
    assert typeahead.typeahead("haste")[0] == Suggestion(
        "heading", "Haste", "702.10", "cr/2024-06-07", "/cr/2024-06-07/702.10/", book="CR"
    )


def test_no_more_is_offered_than_asked_for(library):
    assert len(typeahead.typeahead("a", limit=3)) == 3
    assert typeahead.typeahead("a", limit=0) == []


@pytest.mark.parametrize("prefix", ["", " ", "zzzz", "\x00", "(" * 300, "'"])
def test_nothing_is_offered_for_nothing(library, prefix):
    assert offered(prefix) == []


def test_without_an_index_nothing_is_offered(db, index_folder):
    assert offered("haste") == []


def test_a_rule_without_a_title_says_how_it_begins(library):
    (rule,) = typeahead.typeahead("613.1")
    assert rule.title == "Order of Effects"
    assert rule.says.startswith("Apply continuous effects")
    assert rule.says.endswith("…")
    assert typeahead.typeahead("613")[0].says == ""


@pytest.mark.parametrize(
    "asked",
    [
        "502.5@2006-10-01",
        "cr/2006-10-01/502.5",
        "CR 502.5 (2006-10-01)",
        "502.5 2006",
        "2006 502.5",
        "rule 502.5@2006-1",
    ],
)
def test_a_number_with_a_day_is_offered_as_it_stood_then(library, asked):
    first = typeahead.typeahead(asked)[0]
    assert (first.text, first.edition, first.now) == ("502.5", "cr/2006-10-01", "702.10")


def test_a_day_between_two_editions_means_the_one_in_force(library):
    assert [one.edition for one in typeahead.typeahead("502.5@2007-03-01")] == ["cr/2006-10-01"] * 2


def test_a_number_can_be_asked_of_one_document(library):
    assert typeahead.typeahead("dangelo a.4.2")[0].edition == "dangelo/2002-10-15"
    assert offered("cr a.4.20") == []


def test_the_first_number_of_a_run_is_offered(library):
    assert offered("409.1b-i") == [("number", "409.1b")]


def test_editions_are_offered_by_year_and_by_document(library):
    assert offered("2008") == [("edition", "2008-02-01")]
    assert [one.url for one in typeahead.typeahead("cr")][:2] == ["/cr/2024-06-07/", "/cr/2008-02-01/"]


def test_the_number_of_a_rule_that_the_newest_edition_lost_has_no_heir(library):
    assert typeahead.typeahead("409.1b")[0].now == ""


@pytest.mark.parametrize(
    ("mistyped", "meant"), [("hsate", ["Haste"]), ("stat-based act", ["State-Based Actions"]), ("hxyte", [])]
)
def test_a_slip_in_a_name_is_forgiven_and_more_is_not(library, mistyped, meant):
    assert [text for kind, text in offered(mistyped) if kind == "heading"] == meant


def test_unknown_words_are_put_right_where_no_name_is_near(library):
    assert offered("a creture") == [("word", "a creature")]


def test_a_phrase_goes_on_as_the_rules_go_on(library):
    assert offered("playing a sp") == [("word", "playing a spell")]
    assert ("word", "playing a spell takes") in offered("playing a spell")
    assert offered("xylophone sp") == []


@pytest.mark.parametrize("typed", ["{T}", "t: a"])
def test_a_symbol_goes_on_too(library, typed):
    assert offered(typed) == [("word", "{T}: add")]


def test_words_of_one_stem_are_offered_once(library):
    texts = [text for kind, text in offered("creat", limit=20) if kind == "word"]
    assert len(texts) == 1


def test_a_single_letter_offers_names_before_numbers(library):
    kinds = [kind for kind, _ in offered("a", limit=20)]
    assert kinds.index("heading") < kinds.index("number")


def test_a_dash_between_two_parts_of_a_sentence_joins_no_words(library):
    factories.version(library["new"], "900.1", "The lantern burns—for an hour. A lantern burns--not always.")
    builder.refresh(every=True)
    assert [text for kind, text in offered("lantern bu") if kind == "word"] == ["lantern burns"]


def test_a_dash_that_an_old_source_lost_makes_no_word(library):
    factories.version(library["old"], "900.1", "It glows in the lantern-for an hour, and in the half-light.")
    factories.version(library["new"], "900.2", "It glows in the half-light.")
    builder.refresh(every=True)
    assert offered("in the lan") == [("word", "in the lantern")]
    assert offered("in the ha") == [("word", "in the half-light")]


def test_an_abbreviation_of_players_offers_what_it_stands_for(library):
    assert offered("sba")[0] == ("heading", "State-Based Actions")


@pytest.mark.parametrize("lead", ["rule #", "[", "cr", "CR-", "C.R. ", "see ", "see rule ", "§"])
def test_a_number_is_offered_whatever_people_write_before_it(library, lead):
    assert offered(f"{lead}702.10a") == [("number", "702.10a")]


def test_a_number_stands_for_its_provision_and_not_for_an_example_of_it(library):
    (pair,) = typeahead.typeahead("704.5")
    assert pair.says.startswith("A +1/+1 counter")


def test_words_without_a_name_offer_the_rules_that_answer_them(library):
    assert offered("apply effects group")[0] == ("number", "613.1")
    assert typeahead.typeahead("apply effects group")[0].url == "/cr/2024-06-07/613.1/"
    assert not any(kind == "number" for kind, _ in offered("can it be"))


def test_the_start_of_a_known_question_is_completed(index_folder, tmp_path, monkeypatch):
    (tmp_path / "7.toml").write_text(
        '["702.9"]\nopens = "It flies"\nasked = ["can it be blocked from below", "does it fly"]\n', encoding="utf-8"
    )
    monkeypatch.setattr(questions, "FOLDER", tmp_path)
    factories.library()
    factories.version(factories.edition("2024-06-07"), "702.9", "It flies over what does not fly.")
    builder.rebuild()
    assert ("word", "can it be blocked from below") in offered("can it be")
    assert not any("does it fly" in text for _, text in offered("can it be"))
