"""Words in, rules out: what comes first, what is shown, and what is said when nothing fits."""

import pytest

from rulesite.search import search
from rulesite.search.indexing import builder
from tests import factories

pytestmark = pytest.mark.django_db


def shown(text, **filters):
    return [(hit.number or hit.title, hit.edition) for hit in search.search(text, **filters).hits]


def test_the_newest_heading_of_a_thing_comes_before_what_mentions_it(library):
    assert shown("haste")[0] == ("702.10", "cr/2024-06-07")


@pytest.mark.parametrize("asked", ["explain haste", "haste explained", "haste explanation please"])
def test_to_ask_for_an_explanation_of_a_thing_is_to_ask_for_it(library, asked):
    assert shown(asked)[0] == shown("haste")[0]


def test_its_glossary_entry_comes_before_passing_mentions(library):
    found = shown("haste")
    assert found.index(("Haste", "cr/2024-06-07")) < found.index(("A.4.Ruling.2", "dangelo/2002-10-15"))


def test_a_rule_that_the_glossary_points_to_is_found_though_it_never_says_the_word(library):
    assert shown("layers")[0] == ("613", "cr/2024-06-07")


def test_a_rule_is_one_hit_whatever_its_numbers_with_its_newest_text(library):
    found = search.search("attack at once")
    assert [hit.number for hit in found.hits if hit.kind == "subrule"] == ["702.10a"]
    assert found.hits[0].thread is not None


def test_an_older_text_is_shown_when_only_it_says_the_words(library):
    assert shown('"strike at once"') == [("502.5a", "cr/2006-10-01")]


def test_a_hit_says_how_many_other_editions_share_its_text(library):
    hit = next(hit for hit in search.search("attack at once").hits if hit.number == "702.10a")
    assert hit.other_editions == 1
    assert hit.editions == ("cr/2024-06-07", "cr/2008-02-01")


def test_an_edition_filter_shows_the_number_of_that_edition(library):
    assert ("502.5a", "cr/2008-02-01") in shown("haste", edition="cr/2008-02-01")
    assert all(edition == "cr/2008-02-01" for _, edition in shown("haste", edition="cr/2008-02-01"))


def test_document_and_kind_narrow_a_search(library):
    assert shown("haste", document="dangelo") == [("A.4.Ruling.2", "dangelo/2002-10-15")]
    assert {hit.kind for hit in search.search("haste", kind="glossary").hits} == {"glossary"}
    assert search.search("haste", document="none").message == "Other rules match, but none with these filters."


def test_facets_say_how_many_rules_each_filter_would_leave(library):
    for facet in (every := search.search("haste")).documents:
        assert search.search("haste", document=facet.value).total == facet.count
    for facet in every.editions:
        assert search.search("haste", edition=facet.value).total == facet.count
    for facet in every.kinds:
        assert search.search("haste", kind=facet.value).total == facet.count
    assert {facet.value for facet in every.documents} == {"cr", "dangelo"}


@pytest.mark.parametrize("token", ["{T}", "{G}", "+1/+1", "-1/-1", "−1/−1", "isn't", "isn’t", "can't", "409.1b-i"])
def test_symbols_counters_and_contractions_are_searchable(library, token):
    assert search.search(token).total >= 1


@pytest.mark.parametrize("word", ["if", "a", "not", "can't", "one"])
def test_small_words_are_searchable(library, word):
    assert search.search(word).total >= 1


def test_a_phrase_wants_its_words_in_order(library):
    assert search.search('"playing a spell"').total == 4
    assert search.search('"spell a playing"').total == 0


def test_and_or_not_and_prefix(library):
    assert search.search("haste NOT goblin NOT triggers").total < search.search("haste").total
    assert search.search("goblin OR ripple").total == 2
    assert search.search("goblin AND ripple").message.startswith("No rule has all of these words")
    assert search.search("rip*").hits[0].number == "702.60"


def test_a_stem_finds_other_endings(library):
    assert search.search("spells steps").total == search.search("spell step").total > 0


def test_an_excerpt_is_plain_text_with_marks_and_never_html(library):
    hit = next(hit for hit in search.search("costs").hits if hit.number == "409.1i")
    assert hit.text == "Step i of playing a spell: choose, then pay <b>all</b> costs & go on."
    assert [piece.text for piece in hit.excerpt if piece.marked] == ["costs"]


def test_a_long_text_is_cut_to_where_it_says_the_words(library):
    factories.version(library["new"], "900.1", "Nothing here. " * 200 + "The zeppelin lands. " + "More of it. " * 200)
    builder.refresh(every=True)
    hit = search.search("zeppelin").hits[0]
    assert "zeppelin" in hit.text
    assert len(hit.text) < search.ANSWER + 50
    assert hit.text.startswith("… ")
    assert hit.text.endswith(" …")


def test_an_example_is_found_with_the_number_of_its_rule(library):
    hit = search.search("goblin").hits[0]
    assert (hit.number, hit.kind, hit.title) == ("704.5", "example", "State-Based Actions")


def test_an_entry_of_the_index_at_the_back_of_a_book_is_found_where_it_stands(library):
    factories.index_entry(library["old"], "Zeppelins", "Zeppelins, 409.1b, 502.5")
    builder.refresh(every=True)
    (hit,) = search.search("zeppelin 409.1b").hits
    assert (hit.kind, hit.title, hit.url) == ("index", "Zeppelins", "/cr/2006-10-01/index/#zeppelins")
    assert search.search("zeppelin", kind="index").total == 1


def test_an_entry_of_an_index_comes_after_the_rules_to_which_it_leads(library):
    factories.index_entry(library["new"], "Haste", "Haste, 702.10")
    builder.refresh(every=True)
    kinds = [hit.kind for hit in search.search("haste").hits]
    assert kinds.index("index") > max(kinds.index(kind) for kind in ("heading", "subrule", "glossary"))


def test_a_typing_mistake_is_put_right_at_once(library):
    found = search.search("continous efects")
    assert found.corrected == "continuous effects"
    assert [hit.key for hit in found.hits] == [hit.key for hit in search.search("continuous effects").hits]


def test_what_was_typed_is_looked_for_where_that_is_asked(library):
    found = search.search("hatse", exact=True)
    assert (found.total, found.corrected) == (0, "")


@pytest.mark.parametrize("text", ["haste", "ripple", '"hatse"', "702.10", "{T}", "zzzzqqqq"])
def test_nothing_is_put_right_that_the_rules_say_or_that_nothing_is_near(library, text):
    assert search.search(text).corrected == ""


def test_words_that_were_joined_or_split_are_put_right(library):
    assert search.search("continuouseffects").corrected == "continuous effects"
    assert search.search("rip ple").corrected == "ripple"


def test_not_alone_is_answered_with_a_message(library):
    assert "NOT alone" in search.search("NOT haste").message


def test_pages_do_not_overlap_and_hold_everything(library):
    every = search.search("haste").hits
    pages = [
        search.search("haste", page=number, size=2) for number in range(1, search.search("haste", size=2).pages + 1)
    ]
    assert tuple(hit for page in pages for hit in page.hits) == every


def test_a_site_without_an_index_says_so(db, index_folder):
    found = search.search("haste")
    assert found.hits == ()
    assert "reindex" in found.message


def test_rules_without_a_thread_are_grouped_by_number_while_their_words_go_on(db, index_folder):
    factories.library()
    text = "A player who has no cards to draw loses at the next check of the game."
    for day, said in (
        ("2001-01-01", text),
        ("2002-01-01", text.replace("next", "following")),
        ("2003-01-01", "Dice are rolled behind a screen; cards play no part."),
    ):
        factories.version(factories.edition(day), "104.2", said, rule=None)
    builder.rebuild()
    assert shown("cards") == [("104.2", "cr/2003-01-01"), ("104.2", "cr/2002-01-01")]


def test_a_url_leads_to_the_page_of_the_hit(library):
    assert search.search("ripple").hits[0].url == "/cr/2024-06-07/702.60/"
    assert search.search("haste", kind="glossary").hits[0].url == "/cr/2024-06-07/glossary/haste/"


def test_a_question_asks_for_what_it_is_about(library):
    assert shown("what is haste")[0] == ("702.10", "cr/2024-06-07")
    assert [hit.number for hit in search.search("who has a goblin").hits] == ["704.5"]


def test_what_holds_a_question_together_is_sought_when_it_is_alone_quoted_or_joined_by_and(library):
    assert search.search("of").total >= 1
    assert search.search('"lets a creature"').total == 2
    assert search.search("goblin AND the").message.startswith("No rule has all of these words")


def test_what_holds_a_question_together_is_not_marked(library):
    hit = search.search("a goblin").hits[0]
    assert [piece.text for piece in hit.excerpt if piece.marked] == ["goblin"]


def test_an_abbreviation_of_players_is_written_out_and_said(library):
    found = search.search("SBAs")
    assert found.hits[0].number == "704"
    assert "“state-based actions”" in found.message
    assert search.search('"sba"').total == 0


def test_an_apostrophe_may_be_left_out(library):
    assert search.search("isnt put on").hits[0].number == search.search("isn't put on").hits[0].number == "605.1"


def test_a_name_among_the_words_is_found_without_the_others(library):
    assert shown("ripple goblin")[0] == ("702.60", "cr/2024-06-07")
    assert ("702.10", "cr/2024-06-07") in shown("haste of a goblin")
    assert ("702.10", "cr/2024-06-07") not in shown('"haste" goblin')


def test_where_hardly_a_rule_has_every_word_others_follow_that_have_some(library):
    found = search.search("goblin counter each kind stack")
    assert found.hits[0].number == "704.5"
    assert found.message == "No rule has all of these words; these have some of them."
    found = search.search("mana ability stack dependent")
    assert found.hits[0].number == "605.1"
    few = search.search("creature attack once haste")
    assert few.hits[0].number == "702.10a"
    assert few.message.startswith("Few rules have all of these words")


def test_the_words_of_a_question_are_no_conditions(library):
    assert search.search("how can my creature attack at once").hits[0].number == "702.10a"
    assert search.search("if two depend").hits[0].number == "613.1"


def test_a_current_text_that_begins_with_the_words_comes_first(library):
    factories.version(library["new"], "900.1", "In a harbour, where ships lie and the sailors sing, a lantern burns.")
    factories.version(library["new"], "900.2", "A lantern burns in a harbour, where ships lie and the sailors sing.")
    builder.refresh(every=True)
    assert shown("lantern") == [("900.2", "cr/2024-06-07"), ("900.1", "cr/2024-06-07")]


def test_a_title_may_be_put_in_another_order(library):
    factories.version(library["new"], "905", title="Lighting a Lantern", kind="section")
    factories.version(library["new"], "905.1", "Lantern lighting follows lantern lighting until no lantern is left.")
    builder.refresh(every=True)
    assert shown("lantern lighting")[0] == ("905", "cr/2024-06-07")


def test_what_today_says_comes_before_what_only_older_editions_say(library):
    editions = [hit.edition for hit in search.search("haste").hits]
    newest = [edition == "cr/2024-06-07" for edition in editions]
    assert newest == sorted(newest, reverse=True)
    assert not all(newest)


def test_who_asks_is_told_why_a_hit_stands_where_it_does(library):
    found = search.search("haste", why=True).hits
    assert found[0].why[0].says
    for hit in found:
        counts = [abs(reason.counts) for reason in hit.why]
        assert counts
        assert counts == sorted(counts, reverse=True)
    today = [hit for hit in found if hit.edition == "cr/2024-06-07"]
    assert sum(reason.counts for reason in today[0].why) == pytest.approx(today[0].score, abs=0.5)
    assert not any(hit.why for hit in search.search("haste").hits)
    assert all(hit.why == () for hit in search.search("rule:702", why=True).hits)


def test_the_best_hit_is_shown_whole_and_the_others_in_excerpts(library):
    text = "A zeppelin lands. " * 40
    factories.version(library["new"], "900.1", text)
    factories.version(library["new"], "900.2", f"Also of it. {text}")
    builder.refresh(every=True)
    best, other = search.search("zeppelin").hits
    assert len(best.text) > 700 > 330 > len(other.text)


def test_a_term_of_the_glossary_is_shown_with_its_definition(library):
    found = search.search("haste")
    assert (found.definition.kind, found.definition.title) == ("glossary", "Haste")
    assert search.search("haste", kind="glossary").definition is None
    assert search.search("continuous effects goblin").definition is None


@pytest.mark.parametrize("text", ["∞", "{∞}", "∞ haste", "• haste"])
def test_a_sign_that_was_looked_for_as_words_is_not_said_to_be_none(library, text):
    said = search.search(text).message
    assert "was also looked for as" in said
    assert "There is no word" not in said


@pytest.mark.parametrize("text", ["☃", '"☃"', '"∞"', "∞ ☃", "☃ haste"])
def test_a_sign_that_means_nothing_is_said_to_be_no_word(library, text):
    assert "There is no word in" in search.search(text).message


def test_a_lone_sign_finds_what_its_words_find(library):
    factories.version(library["new"], "800.1", "A loop goes on.")
    builder.refresh(every=True)
    assert [hit.number for hit in search.search("∞").hits] == ["800.1"]
