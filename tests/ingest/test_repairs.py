"""Only what is certain is repaired: each kind of damage is mended, and everything that looks like it stays."""

import pytest

from ingest.dialects import mojibake
from ingest.dialects.repairs import SourceLexicon, doubtful_breaks, find, missing_symbols

SPACELESS = SourceLexicon.of('It stops.Then(see rule 1). He"wins now. On top.After the play.Or not.The turn ends now.')


def mend(text, *, joins=(), lexicon=None):
    lexicon = lexicon or SourceLexicon.of(text)
    for fix in reversed(find(text, frozenset(joins), lexicon)):
        text = text[: fix.start] + fix.after + text[fix.end :]
    return text


def joined(first, second):
    return mend(f"{first} {second}", joins=[len(first)])


@pytest.mark.parametrize(
    ("first", "second", "whole"),
    [
        ("the effect wi", "ll not resolve", "the effect will not resolve"),
        ("the game re", "turns to it", "the game returns to it"),
        ("it aut", "omatically triggers", "it automatically triggers"),
        ("an abi", "lity of it", "an ability of it"),
        ("it can’t be ta", "rgeted", "it can’t be targeted"),
    ],
)
def test_a_word_cut_by_a_line_break_is_joined(first, second, whole):
    assert joined(first, second) == whole


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("what you can", "not do"),
        ("it is put for", "ward of it"),
        ("while it's", "on the stack"),
        ("if they're", "used up"),
        ("the player’s", "he or she"),
        ("it can’t", "he said"),
        ("where X", "is its power"),
        ("where A and B", "are its costs"),
        ("rules 605.1a–b", "and so on"),
        ("a comes-into-play", "ability"),
        ("the cost", "is paid"),
        ("unless", "a player"),
    ],
)
def test_two_words_on_two_lines_stay_two_words(first, second):
    assert joined(first, second) == f"{first} {second}"


def test_a_break_between_two_pieces_that_make_no_word_is_only_flagged():
    text = "the wib bleq stays"
    assert mend(text, joins=[7]) == text
    assert doubtful_breaks(text, frozenset([7]), SourceLexicon.of(text)) == [7]


@pytest.mark.parametrize(
    ("damaged", "right"),
    [
        ("players pa.s.s in turn", "players pass in turn"),
        ("a cla.s.s of effects", "a class of effects"),
        ("to a.s.sign damage", "to assign damage"),
        ("A.s.sign it", "Assign it"),
        ("pa.s.ses, and cla.s.ses.", "passes, and classes."),
        ("c.u.mulative upkeep", "cumulative upkeep"),
    ],
)
def test_the_full_stops_of_a_word_filter_are_taken_out(damaged, right):
    assert mend(damaged) == right


def test_what_a_filter_is_known_to_cut_is_mended_in_a_name_too():
    assert (
        mend("Gla.s.spool Mimic enters.", lexicon=SourceLexicon.of("A player pa.s.ses.")) == "Glasspool Mimic enters."
    )
    assert mend("Gla.s.spool Mimic enters.") == "Gla.s.spool Mimic enters."


@pytest.mark.parametrize(
    "text",
    [
        "some of it, e.g. a card, i.e. an object",
        "Rule A.4.20 and A.13.Note.1 and rule 409.1a-i",
        "R.E.M. sings in the U.S.A. about the P.O. Box",
        "write to someone@s.i.t.example or www.crystalkeep.com/magic/rules/index.html",
        "at 5 p.m. it costs 1.5 or 3.14",
        "“[condition], . . . ,” and so on . . . then",
        "a creature with forestwalk, islandhome, or deathtouch",
        "It says “Draw a card.” It’s done.",
        "Play this ability only if you’re the target?",
        "What is it? A card.",
    ],
)
def test_what_only_looks_like_damage_stays(text):
    assert mend(text) == text
    assert mend(text, lexicon=SPACELESS) == text


@pytest.mark.parametrize(
    ("damaged", "right"),
    [
        ("it can?t be the player?s", "it can’t be the player’s"),
        ('it can"t be the player"s, or they"re lost', "it can’t be the player’s, or they’re lost"),
        ("it isn\ufffdt theirs and I\ufffdll wait", "it isn’t theirs and I’ll wait"),
    ],
)
def test_an_apostrophe_that_became_another_sign_is_one_again(damaged, right):
    assert mend(damaged) == right


@pytest.mark.parametrize("text", ['It says "so" and "two".', "See www.example.com/a?s=1 for it.", "Is it? so be it."])
def test_a_sign_that_only_stands_near_an_s_is_no_apostrophe(text):
    assert mend(text) == text


@pytest.mark.parametrize(
    ("damaged", "right"),
    [
        ("It is up.Only then it turns.", "It is up. Only then it turns."),
        ("See rule 613.3b).If not, stop.", "See rule 613.3b). If not, stop."),
        ("It stays there.(See rule 701.", "It stays there. (See rule 701."),
    ],
)
def test_a_space_lost_after_a_sentence_is_put_back_in_any_document(damaged, right):
    assert mend(damaged, lexicon=SourceLexicon()) == right


@pytest.mark.parametrize(
    ("damaged", "right"),
    [
        ('To"scry 2" is', 'To "scry 2" is'),
        ('It says "Play it.""Play" in', 'It says "Play it." "Play" in'),
        ("of a permanent,turn it over", "of a permanent, turn it over"),
        ("(see rule 901.8),because of it", "(see rule 901.8), because of it"),
        ("unattached[from it]", "unattached [from it]"),
        ("he may createa token", "he may create a token"),
        ("it would precludesuch a thing", "it would preclude such a thing"),
        ("Toplaneswalk is to move", "To planeswalk is to move"),
        ("a player playerceases to be", "a player player ceases to be"),
    ],
)
def test_a_document_that_has_lost_spaces_gets_them_back(damaged, right):
    lexicon = SourceLexicon.of("create a token; preclude such a thing; to planeswalk; the player ceases.")
    lexicon.loses_spaces = True
    assert mend(damaged, lexicon=lexicon) == right


@pytest.mark.parametrize("right", ["token spawn", "tokens pawn"])
def test_of_two_ways_to_part_fused_words_that_of_the_documents_own_words_is_taken_or_none(right):
    lexicon = SourceLexicon.of(f"a {right.replace(' ', ', a ')}")
    lexicon.loses_spaces = True
    assert mend("it is a tokenspawn", lexicon=lexicon) == f"it is a {right}"
    lexicon = SourceLexicon.of("neither of these")
    lexicon.loses_spaces = True
    assert mend("it is a tokenspawn", lexicon=lexicon) == "it is a tokenspawn"


def test_fused_words_are_looked_for_only_where_spaces_were_lost():
    assert SPACELESS.loses_spaces
    assert mend("he may createa token", lexicon=SourceLexicon.of("create a token")) == "he may createa token"


@pytest.mark.parametrize(
    ("damaged", "right"),
    [
        ("rules 409.1a?i", "rules 409.1a–i"),
        ("rules 306?311", "rules 306–311"),
        ("once?the next time", "once—the next time"),
    ],
)
def test_a_dash_that_became_a_question_mark_is_a_dash_again(damaged, right):
    assert mend(damaged) == right


def test_a_hyphenated_word_of_the_document_gets_its_hyphen_back():
    assert mend("power?toughness", lexicon=SourceLexicon.of("the power-toughness box")) == "power-toughness"


def test_a_clean_rule_gets_no_repair():
    text = (
        "An activated ability has the form “[Cost]: [Effect.]” (See rule 602.1a.) Its controller may activate it; "
        "nobody else may. {T}: Add {G}. +1/+1 counters don’t count—not even two. “Equip {3}” isn’t one."
    )
    assert find(text, frozenset(), SourceLexicon.of(text)) == []
    assert find(text, frozenset(), SPACELESS) == []


@pytest.mark.parametrize("text", ["a token with ‘, Sacrifice this: Draw a card.’", 'It has ": Add one mana."'])
def test_a_lost_mana_symbol_is_flagged_and_not_invented(text):
    assert mend(text, lexicon=SPACELESS) == text
    assert len(missing_symbols(text)) == 1


def test_a_quotation_with_its_symbol_is_not_flagged():
    assert missing_symbols("a token with ‘{2}, Sacrifice this: Draw a card.’ and “it.”") == []


def test_typography_read_in_the_wrong_encoding_is_known_by_the_whole_text():
    assert mojibake.table("the playerâ€™s hand")["â€™"] == "’"
    assert mojibake.table("the playerÕs hand and ÒnowÓ")["Õ"] == "’"
    assert mojibake.table("the player¡¯s hand and ¡°now¡±")["¡¯"] == "’"
    assert mojibake.table("Dandân and Lim-Dûl, naïve") == {}


def test_cyrillic_read_as_latin_is_told_in_its_own_letters():
    assert mojibake.cyrillic("Ïîëíûå ïðàâèëà") == "Полные правила"
    assert mojibake.cyrillic("Dandân and Lim-Dûl") == ""
