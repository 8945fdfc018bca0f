"""Who is meant by a pronoun: two independent resolvers agree."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from second_resolver import disagreements

from rulesite.checks.coverage.card_files import cards_of
from rulesite.engine.cardtext.describe import meant
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.round_trip import paragraphs
from rulesite.engine.eras.ruleset import Ruleset

CARDS = Path(__file__).resolve().parents[4] / "shared" / "cards" / "oracle-2021.tsv"
TODAY = Ruleset.on("2021-11-19")
PRONOUNS = re.compile(r"(?i)\b(its?|it's|that|those|them|they|their)\b")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Whenever a creature enters, ~ deals 2 damage to it.", "Enchantment"),
        ("Whenever ~ blocks a creature, destroy that creature.", "Creature 2/2"),
        ("~ deals 3 damage to any target. That permanent's controller draws a card.", "Sorcery"),
        ("Tap target creature. It doesn't untap during its controller's next untap step.", "Instant"),
        ("When ~ enters, put an Aura card from your hand onto the battlefield attached to it.", "Creature 2/2"),
    ],
)
def test_the_two_agree_where_the_nearest_noun_is_meant(text, line):
    assert meant(text, line)
    assert list(disagreements(text, Host.parse(line), TODAY)) == []


def test_a_doer_taken_for_it_is_noticed(monkeypatch):
    """The second resolver does not go by the first: where that is wrong, the two differ."""
    from rulesite.engine.cardtext import anaphora

    monkeypatch.setattr(anaphora, "_is_another", lambda *of: True)
    text = "Whenever ~ blocks a creature, it deals 2 damage to it."
    found = list(disagreements(text, Host.parse("Creature 2/2"), TODAY))
    assert [each.pronoun for each in found] != []


def differing(every: int) -> list[str]:
    """The pronouns of each so many-th card for which the two differ."""
    if not CARDS.is_file():
        pytest.skip("there are no cards beside the clone")
    return [
        f"{card.name}: {each.pronoun}"
        for card in cards_of(CARDS)[3 % every :: every]
        for paragraph in paragraphs(card.text)
        if PRONOUNS.search(paragraph)
        for each in disagreements(paragraph, Host.parse(card.line, card.name), TODAY)
    ]


@pytest.mark.documents
def test_the_two_agree_on_a_sample_of_real_cards():
    assert differing(60) == []


@pytest.mark.documents
@pytest.mark.thorough("every pronoun of all real cards: minutes")
def test_the_two_agree_on_all_real_cards():
    assert differing(1) == []
