"""The words of different eras, compared in one vocabulary."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.descent.alignment.vocabulary import era_words, masked, plain_words


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a creature in play", "a creature on the battlefield"),
        ("When this comes into play", "When this enters the battlefield"),
        ("it leaves play", "it leaves the battlefield"),
        ("each creature token enters", "each creature token enters the battlefield"),
        ("Remove that card from the game.", "Exile that card."),
        ("cards removed from the game", "exiled cards".replace("exiled cards", "cards exiled")),
        ("playing a spell", "casting a spell"),
        ("to play an ability", "to activate an ability"),
        ("his or her hand", "their hand"),
        ("the converted mana cost of it", "the mana value of it"),
        ("state-based effects", "state-based actions"),
        ("is put into a graveyard from the battlefield", "dies"),
        ("see rule 402.8g and rules 409.1b-i", "see rule 603.2 and rules 601.2b–h"),
        ("section 4 and rule 422", "section 6 and rule 714"),
        ("It came into play tapped.", "It entered the battlefield tapped."),
        ("It left play.", "It left the battlefield."),
        ("the in-play zone", "the battlefield"),
        ("a creature from play", "a creature from the battlefield"),
        ("the removed-from-the-game zone", "the exile zone"),
        ("when it's played or activated", "when it's cast or activated"),
        ("the end of turn step", "the end step"),
        ("a player declares no attackers", "a player declares no blockers"),
        ("a local enchantment", "an enchant creature card".replace("an ", "a ")),
        ("it died", "it is put into a graveyard from play"),
        ("the dying creature", "the died creature"),
        ("it creates a copy", "creating a copy".replace("creating", "it created")),
        ("whether he or she wins", "whether they wins"),
        ("to him or her", "to them"),
        ("himself or herself", "themselves"),
        ("its total casting cost", "its mana value"),
        ("its converted mana cost", "its total casting cost"),
        ("put two 1/1 tokens onto the battlefield", "create two 1/1 tokens"),
        ("a tribal card", "a kindred card"),
        ("a mana source", "a mana ability"),
        ("summoning sick", "summoning sickness"),
        ("it does not untap", "it doesn't untap"),
        ("they do not untap", "they don't untap"),
        ("it cannot block", "it can not block"),
        ("it's unblockable", "it's can't be blocked"),
        ("a player who owns or controls it", "a player who own or controlled it"),
        ("found at www.example.com/default.asp?x=rules", "found at <https://rules.example.org/newest>"),
    ],
)
def test_what_changed_with_the_era_alone_is_the_same(old, new):
    assert era_words(old) == era_words(new)


@pytest.mark.parametrize(
    ("one", "other"), [("20 life", "40 life"), ("two or more", "three or more"), ("{1}{G}", "{2}{G}"), ("may", "must")]
)
def test_what_changes_the_meaning_stays_different(one, other):
    assert era_words(one) != era_words(other)


def test_the_plain_words_keep_the_vocabulary_and_lose_only_the_numbers():
    assert plain_words("In play (see rule 214.1).") == plain_words("In play, see rule 110.1")
    assert plain_words("in play") != plain_words("on the battlefield")


WORDS = st.sampled_from(["a spell", "3 damage", "the game of 2006", "+1/+1 counters"])
NUMBERS = st.sampled_from(["402.8", "409.1b", "409.1b-i", "G.15.2", "702.100a"])


@given(st.lists(st.tuples(WORDS, NUMBERS), max_size=6))
def test_masking_changes_cited_numbers_and_nothing_else(parts):
    printed = "; ".join(f"{words} {number}" for words, number in parts)
    assert masked(printed) == "; ".join(f"{words} numbersign" for words, _ in parts)
