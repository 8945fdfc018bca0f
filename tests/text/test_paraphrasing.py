"""Two wordings say the same where every place at which they part is explained, and nothing else is let through."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rulesite.text.paraphrasing import NOTATION, OWN_NAME, PRONOUN, SAME_RULE, Difference, Saying, Sayings

SAYINGS = [
    Saying(("comes into play", "enters the battlefield"), "the zone has another name"),
    Saying(("remove … from the game", "exile …"), "the zone has another name"),
    Saying(("also", ""), "it says nothing"),
    Saying(("any target", "target creature or player"), "a wider word", never_with=frozenset({"planeswalker"})),
    Saying(("play", "cast"), "another verb", never_before=frozenset({"card"})),
]
ZONES = Sayings(SAYINGS)
TEXTS = (
    "Blue Elf reads “{T}: Blue Elf deals 2 damage to target creature.” If Bob controls three Bears, one of them dies.",
    "A 2/2 creature with flying comes into play under Ann's control. It can't block, and it isn't put into a graveyard.",
    "Each of two players draws 4 cards. Hill Giant gets +1/+1 until end of turn, and Ann loses 3 life.",
)


def whys(known, here, sayings=ZONES):
    found = sayings.explain(known, here)
    return None if found is None else [difference.why for difference in found]


@pytest.mark.parametrize(("known", "here", "why"), [
    ("It costs {2}{B}, not {3}.", "It costs {o2}{oB}, not 3", NOTATION),
    ("“{2}, {T}: Draw a card.”", "2, T: Draw a card", NOTATION),
    ("There are five Bears.", "There are 5 Bears.", NOTATION),
    ("They have a card in their hand.", "He or she has a card in his or her hand.", PRONOUN),
    ("They also control a Bear.", "She also controls a Bear.", PRONOUN),
    ("Master Thief has “When this creature enters, draw.”", "Master Thief has “When Master Thief enters, draw.”", OWN_NAME),
    ("Wall of Omens reads “This creature's power is 0.”", "Wall of Omens reads “Wall of Omens's power is 0.”", OWN_NAME),
    ("Moritte of the Frost reads “Moritte enters.”", "Moritte of the Frost reads “Moritte of the Frost enters.”", OWN_NAME),
])  # fmt: skip
def test_what_is_so_in_every_book_needs_no_saying(known, here, why):
    assert set(whys(known, here, Sayings())) == {why}
    assert set(whys(here, known, Sayings())) == {why}


@pytest.mark.parametrize(("known", "here"), [
    ("Ann's Bear comes into play.", "Ann's Bear enters the battlefield."),
    ("Two Bears come into play.", "Two Bears enter the battlefield."),
    ("Remove target creature from the game.", "Exile target creature."),
    ("Ann also draws.", "Ann draws."),
    ("It deals 2 damage to any target.", "It deals 2 damage to target creature or player."),
    ("Ann plays Bolt.", "Ann casts Bolt."),
])  # fmt: skip
def test_a_saying_stands_for_another_in_both_directions_and_in_every_ending(known, here):
    assert whys(known, here)
    assert whys(here, known)


@pytest.mark.parametrize(("known", "here"), [
    ("A Bear comes into play.", "A Bear entered the battlefield."),
    ("Remove target creature.", "Exile target creature."),
    ("Remove target creature from the game.", "Remove target creature."),
    ("Remove target creature from the game.", "Exile target Bear."),
    ("2 damage to any target, a planeswalker.", "2 damage to target creature or player, a planeswalker."),
    ("Ann may play the top card.", "Ann may cast the top card."),
    ("Master Thief reads “When this creature enters, draw.”", "Master Thief reads “When Blue Elf enters, draw.”"),
    ("Master Thief: when this creature enters, draw.", "Master Thief: when Master Thief enters, draw."),
    ("Clone copies Bear. Bear has “Sacrifice this creature.”", "Clone copies Bear. Bear has “Sacrifice Clone.”"),
    ("Ann has cards in their hand. They draw.", "Ann has cards in his or her hand."),
])  # fmt: skip
def test_what_no_saying_covers_is_not_explained(known, here):
    assert whys(known, here) is None
    assert whys(here, known) is None


def test_the_differences_are_told_as_they_are_printed_and_in_order():
    found = ZONES.explain("If it costs {2}, a Bear comes into play.", "If it costs {o2}, a Bear enters the battlefield")
    assert found == [
        Difference("{2}", "{o2}", NOTATION),
        Difference("comes into play", "enters the battlefield", "the zone has another name"),
    ]


@pytest.mark.parametrize("before", ["", *TEXTS])
def test_the_smallest_differences_are_told_though_a_longer_saying_covers_them_all(before):
    wordy = Saying(("also draws and also casts", "draws and casts"), "wordy")
    one, other = f"{before} Ann also draws and also casts Bolt.", f"{before} Ann draws and casts Bolt."
    for sayings in ([wordy, *SAYINGS], [*SAYINGS, wordy]):
        assert whys(one, other, Sayings(sayings)) == whys(other, one, Sayings(sayings)) == ["it says nothing"] * 2


def test_the_number_of_a_rule_is_asked_of_who_knows_the_books():
    known, here = "See rule 502.51, “Haunt.”", "See rule 702.55, Haunt."
    assert ZONES.explain(known, here) is None
    assert ZONES.explain(known, here, lambda one, other: (one, other) == ("502.51", "702.55")) == [
        Difference("502.51", "702.55", SAME_RULE)
    ]


def test_only_the_sayings_whose_words_a_text_has_are_about_it():
    assert {saying.phrases[0] for saying in ZONES.about(["Exile both Bears."])} == {"remove … from the game", "also"}


# --- properties ---------------------------------------------------------------------------------------------------
@given(st.sampled_from(TEXTS), st.data())
def test_quotation_marks_commas_and_case_never_matter(text, data):
    changed = text.replace("“", data.draw(st.sampled_from(['"', "“", ""]))).replace(
        "”", data.draw(st.sampled_from('"”'))
    )
    changed = changed.replace(", ", data.draw(st.sampled_from([" ", ", ", " — "]))).replace("'", "’")
    assert whys(text, changed) is not None


_WORD = re.compile(r"[+-]?\d+/[+-]?\d+|\d+|\b[A-Z][a-z]+(?: [A-Z][a-z]+)*|\b(?:two|three)\b|\bgraveyard\b")
_OTHER = {"two": "three", "three": "two", "graveyard": "hand"}


@given(st.sampled_from(TEXTS), st.data())
def test_another_number_name_or_zone_in_any_place_is_never_explained(text, data):
    found = data.draw(st.sampled_from(list(_WORD.finditer(text))))
    was = found.group()
    if was[-1].isdigit():
        now = re.sub(r"\d+", lambda number: str(int(number.group()) + data.draw(st.integers(1, 9))), was)
    else:
        now = _OTHER.get(was, data.draw(st.sampled_from(["Zzyzx", "Gray Ogre", "Xantid Swarm"])))
    assume(now != was)
    assert whys(text, text[: found.start()] + now + text[found.end() :]) is None


@given(st.sampled_from(TEXTS), st.sampled_from(["not", "no", "never", "another Bear dies", "target"]), st.data())
def test_a_denial_or_a_word_that_counts_is_never_explained_away(text, more, data):
    words = text.split(" ")
    place = data.draw(st.integers(0, len(words)))
    assert whys(text, " ".join([*words[:place], more, *words[place:]])) is None


_SWAPS = ["comes into play", "enters the battlefield", "play", "card", "also", "the", "they", "his or her", "their", "3",
          "any target", "target creature or player", "exile", "is", "are", "[Name]", "Bear", "Bears", "“", "”"]  # fmt: skip


@given(
    st.sampled_from(TEXTS), st.lists(st.tuples(st.integers(0, 40), st.sampled_from(_SWAPS), st.booleans()), max_size=4)
)
def test_what_is_seen_at_a_glance_to_be_unexplained_is_never_explained(text, changes):
    said = text.split(" ")
    for place, word, instead in changes:
        said[place % len(said) : place % len(said) + instead] = [word]
    glancing = whys(text, " ".join(said)), whys(" ".join(said), text)
    with pytest.MonkeyPatch.context() as unseen:
        unseen.setattr(Sayings, "_has_what_nothing_explains", lambda *_: False)
        assert glancing == (whys(text, " ".join(said)), whys(" ".join(said), text))
