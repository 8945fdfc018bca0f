"""What real cards say, where a file of cards lies beside the clone: it prints back, and nothing of it is an echo."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from rulesite.checks.coverage.card_files import Card, cards_of
from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.errors import UnreadableText
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.parser.read import read
from rulesite.engine.cardtext.round_trip import DIFFERENT, EXACT, NOT_READ, Compared, compare, paragraphs
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.language.vocabulary import vocabulary

CARDS = Path(__file__).resolve().parents[4] / "shared" / "cards" / "oracle-2021.tsv"
TODAY = Ruleset.on("2021-11-19")
KNOWN_TO_DIFFER = 0
"""How many paragraphs of the sample print back as something else today; it may only fall."""

FORMS = """
you it its itself them they themselves he him ~ each all any every bare both the that those other enchanted equipped fortified
rest zones of owners controllers random first exiled sacrificed discarded returned chosen revealed destroyed tapped untapped
countered copied milled found removed created haunted attacking blocking blocked permanent card spell token ability source
object copy player opponent active or and/or if otherwise last ahead for remains remain was were wasn't weren't there during
as long whenever when this turn until X Y Z number equal said two additional combination alone highest lowest back put in from and
anywhere else an additional a can't main phase redirect library unless size base exactly at least named another kind apart after inside digits
under non activated triggered combat abilities
have gain shared their owners' owner's controller's controllers' your no more plain play cast damage known tap untap choice
with than nothing then is become still early late would by has under "
skip much name names pay on once doesn't her she his beyond game card's upkeep step shared and/or not
all_the apiece walkers spent the plus life_lost life_gained life_paid damage_prevented damage_dealt mana_paid mana_spent
each_life_lost each_life_gained each_life_paid each_damage_prevented each_damage_dealt each_mana_paid each_mana_spent
each_you_gained each_they_gained they discard mill exile reveal ahead counters controlled battlefield commander amount life copies
more way plain gained also had who drew hand among to half above double but own total
here without once_each_turn once_during_each_of_your_turns during_each_of_your_turns
minus before a_new plus_before times second third too later cast_this_turn each_energy_paid gains
zone transformed_first named dealt_to own_both ability abilities died and_that same_true
all_from payers longer behind each_flip number note colorless one
one_more of_whom excess same each_you_lost each_dealt_to_it the_damage colored nobody of_each all_of process passive done starting again
did_so or_else were_put drawn cycled discarded extra from_last share whose_turn put_hand not_spent single fewer already so_much_already regenerated choose
those_dealt it_dealt some choose just either part only of_one each_time paid or_if have_cast from_hand fewer give comma active
equal_last up
the_library number_before you_had already
"""
"""Forms of what has the same meaning: no number, no colour, no quality that something must have."""

pytestmark = pytest.mark.documents


@pytest.fixture(scope="module")
def sample() -> list[Card]:
    if not CARDS.is_file():
        pytest.skip("there are no cards beside the clone")
    return cards_of(CARDS)[::25]


@pytest.fixture(scope="module")
def compared(sample: list[Card]) -> list[Compared]:
    return [compare(text, Host.parse(card.line, card.name), TODAY) for card in sample for text in paragraphs(card.text)]


def test_what_is_read_of_real_cards_prints_back(compared: list[Compared]) -> None:
    count = Counter(one.verdict for one in compared)
    told = sum(count.values()) - count[NOT_READ]
    assert count[EXACT] >= 0.85 * told
    assert count[DIFFERENT] <= KNOWN_TO_DIFFER, [one.reason for one in compared if one.verdict == DIFFERENT]
    assert not [(one.paragraph, one.dropped) for one in compared if one.dropped]


def test_what_is_kept_of_the_words_is_a_choice_among_forms_and_never_content(sample: list[Card]) -> None:
    nouns = {*vocabulary().types, *vocabulary().subtypes, *vocabulary().subtypes.values()}
    forms = {*FORMS.split(), *nouns}
    forms |= {f"{form}s" for form in forms}
    kept: Counter[str] = Counter()
    for card in sample:
        for text in paragraphs(card.text):
            try:
                abilities = read(text, Host.parse(card.line, card.name), TODAY)
            except UnreadableText:
                continue
            for node in ir.walk(abilities):
                kept.update(filter(None, (node.surface, getattr(node, "joint", ""))))
    assert kept
    lost = {said for said in kept if any(word not in forms for word in re.findall(r"[^\s,.]+", said))}
    assert not lost
    assert max(len(said.split()) for said in kept) <= 6
