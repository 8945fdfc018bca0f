"""The rules that the wording of a card calls for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulesite.cards.wording_rules import MAX_WORDINGS, wordings, wordings_of

CARDS = Path(__file__).resolve().parents[3] / "shared" / "cards" / "oracle-2021.tsv"


def found(text, line="Creature — Moth", name="Wagon Moth"):
    return {each.wording.concept or each.wording.term: each.printed for each in wordings_of([face(text, line)], [name])}


def face(text, line="Creature — Moth"):
    return {"name": "Wagon Moth", "line": line, "text": text}


def test_each_row_names_one_rule_that_is_known_today():
    for each in wordings():
        assert bool(each.concept) != bool(each.term)
        assert each.term or each.number_on("2026-06-19"), each.concept


@pytest.mark.parametrize(
    ("text", "expected", "absent"),
    [
        ("When Wagon Moth dies, draw a card.", {"look_back": "When ~ dies"}, {"trigger_event"}),
        ("At the beginning of your upkeep, if you have no cards in hand, draw a card.", {"intervening_if"}, {}),
        (
            "At the beginning of your upkeep, draw a card. If you do, you lose 1 life.",
            {"if_you_do"},
            {"intervening_if"},
        ),
        ("If you would draw a card, put a counter on it instead.", {"replacement_effect"}, {"later_text_modifies"}),
        (
            "Draw a card. If you control a Moth, draw two cards instead.",
            {"later_text_modifies"},
            {"replacement_effect"},
        ),
        ("Exile it until Wagon Moth leaves the battlefield.", {"ended_together"}, {"look_back"}),
        ("For as long as you control Wagon Moth, it has flying.", {"duration_over"}, {"static_not_locked_in"}),
        ("As long as you control a Moth, creatures you control get +1/+1.", {"static_not_locked_in"}, {"duration"}),
        ("{1}: Wagon Moth gets +1/+1 until end of turn.", {"duration"}, {"static_not_locked_in"}),
        ("{T}: Draw a card.", {"summoning_sickness"}, {}),
        ("Other creatures can't be the target of spells.", {"cannot"}, {"targets_rechecked"}),
        ("Swampwalk (It can't be blocked.)", {"landwalk"}, {"cannot", "block_restriction"}),
        ("Flying", {}, {"cannot"}),
    ],
)
def test_what_is_printed_calls_for_its_rule_and_for_no_other(text, expected, absent):
    rules = found(text)
    assert set(expected) <= rules.keys()
    assert not set(absent) & rules.keys()
    if isinstance(expected, dict):
        assert expected.items() <= rules.items()


def test_a_rule_of_one_type_is_not_for_another():
    assert "summoning_sickness" not in found("{T}: Draw a card.", "Artifact")
    assert "illegal_aura" in found("Enchant creature", "Enchantment — Aura")
    assert "illegal_aura" not in found("Enchant creature", "Creature")


def test_a_name_with_a_comma_is_the_card_as_a_whole():
    assert found("Whenever Moth, of Wagons deals combat damage to a player, draw a card.", name="Moth, of Wagons")[
        "combat damage"
    ].startswith("Whenever ~ deals")


@pytest.mark.slow
@pytest.mark.skipif(not CARDS.is_file(), reason="../shared/cards is not there")
def test_each_row_is_found_on_real_cards_and_shows_words_that_they_have():
    used = set()
    for row in CARDS.read_text("utf-8").splitlines()[1:]:
        name, _, line, text = row.split("\t")
        rules = wordings_of([{"line": line, "text": text.replace("\\n", "\n")}], [name])
        assert len(rules) <= MAX_WORDINGS
        for each in rules:
            used.add(each.wording.says)
            for part in re.split(r" … |~", each.printed):
                assert part.strip() in text, (name, each.printed)
    assert used == {each.says for each in wordings()}
