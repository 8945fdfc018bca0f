"""What is read prints back: the verdicts on a paragraph, and the table of synonyms."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.parser.read import read
from rulesite.engine.cardtext.printing.abilities import printed
from rulesite.engine.cardtext.round_trip import Synonym, alike, compare, judge, paragraphs, plain, synonyms
from rulesite.engine.eras.ruleset import Ruleset

TODAY = Ruleset.on("2021-11-19")


def tree(text: str, on: str) -> Any:
    """What a text is read as, apart from the text itself."""
    return ir.without_words(read(text, Host.parse(on), TODAY))


def verdict(text: str, on: str, name: str | None = None) -> str:
    return compare(text, Host.parse(on, name), TODAY).verdict


@pytest.mark.parametrize(
    ("text", "on", "name"),
    [
        ("Flying, protection from black and from red", "Creature", None),
        ("Whenever Hill Giant attacks, you may pay {1}. If you do, draw a card.", "Creature 3/3", "Hill Giant"),
        ("Target creature you control gets +2/+2 and gains trample until end of turn.", "Instant", None),
        ("{2}{R}, {T}, Sacrifice a Goblin: Shower of Sparks deals 2 damage to any target.", "Artifact", "Shower of Sparks"),
        ("Search your library for a basic land card, put it onto the battlefield tapped, then shuffle.", "Sorcery", None),
        ("Choose one —\n• Destroy target artifact.\n• You gain 4 life.", "Instant", None),
        ("At the beginning of your upkeep, if you control no creatures, sacrifice Orb.", "Artifact", "Orb"),
        ("Enchanted creature can't attack or block.", "Enchantment — Aura", None),
        ("Counter target spell unless its controller pays {3}.", "Instant", None),
        ("Create two 1/1 white Soldier creature tokens with lifelink.", "Sorcery", None),
        ("When Fox enters the battlefield, exile target creature until Fox leaves the battlefield.", "Creature", "Fox"),
        (
            "Reveal the top three cards of your library. Put all lands revealed this way onto the battlefield, then put all"
            " creature cards revealed this way onto the battlefield, then put all cards revealed this way that weren't put"
            " onto the battlefield into your graveyard.",
            "Sorcery",
            None,
        ),
    ],
)  # fmt: skip
def test_a_paragraph_that_prints_back_word_for_word_is_exact(text: str, on: str, name: str | None) -> None:
    found = compare(text, Host.parse(on, name), TODAY)
    assert (found.verdict, found.reason) == ("exact", ""), found.printed


@pytest.mark.parametrize("payer", ["you pay", "its controller pays"])
@pytest.mark.parametrize("deed", ["attack", "attack or block", "block"])
def test_who_has_to_pay_is_printed_back(deed: str, payer: str) -> None:
    assert verdict(f"~ can't {deed} unless {payer} {{2}}.", "Creature") == "exact"


@pytest.mark.parametrize(
    ("text", "on"),
    [
        ("Target creature gets +1/+3 until end of turn. Untap that creature.", "Instant"),
        ("Enchanted permanent can't attack or block.", "Enchantment — Aura"),
        ("When ~ leaves the battlefield, return the exiled card to the battlefield under its owner's control.", "Artifact"),
        ("Each creature you control gets +1/+1.", "Enchantment"),
        (
            "If you would draw a card, reveal the top card of your library instead. If it is a creature card, put it into "
            "your graveyard. Otherwise, draw a card.",
            "Enchantment",
        ),
        ("All creatures get -2/-2 until end of turn.", "Sorcery"),
        ("When ~ is put into a graveyard from the battlefield, draw a card.", "Artifact"),
        ("As an additional cost to cast ~, reveal a Dragon card from your hand.", "Sorcery"),
        ("~ deals X damage to any target, where X is the number of Goblins you control.", "Instant"),
        ("Target creature gets +X/+X until end of turn, where X is its power. Draw a card.", "Instant"),
        ("You gain life equal to the number of Forests you control.", "Sorcery"),
        ("You may play lands from the top of your library.", "Creature"),
        ("You may cast artifact spells and colorless spells from the top of your library.", "Artifact"),
        ("Search your library for a card with flashback or disturb, put it into your graveyard, then shuffle.", "Sorcery"),
        ("If an opponent would search a library, that player searches the top four cards of that library instead.", "Creature"),
        ("If an opponent would search their library, that player searches the top four cards of that library instead.", "Creature"),
        ("Whenever a player searches a library, draw a card.", "Enchantment"),
        ("Whenever a player searches their library, draw a card.", "Enchantment"),
        ("When ~ enters the battlefield, if it devoured a creature, draw a card.", "Creature"),
        ("When ~ enters the battlefield, if ~ devoured a creature, draw a card.", "Creature"),
    ],
)  # fmt: skip
def test_the_words_that_a_text_chose_are_printed_again(text: str, on: str) -> None:
    assert verdict(text, on) == "exact", compare(text, Host.parse(on), TODAY).printed


def test_the_words_that_a_text_chose_are_no_part_of_what_it_means() -> None:
    one, other = tree("Draw a card. Untap target land.", "Instant"), tree("Untap target land.", "Instant")
    assert one != other
    one, other = (tree(f"Tap target land. Untap {it}.", "Instant") for it in ("it", "that land"))
    assert (one, hash(one), repr(one)) == (other, hash(other), repr(other))


def test_the_words_that_a_text_chose_travel_through_json() -> None:
    read_ = read(
        "Tap target creature. That creature gets +X/+0 until end of turn, where X is its power.",
        Host.parse("Instant"),
        TODAY,
    )
    again = ir.from_json(json.loads(json.dumps(ir.to_json(read_))))
    assert printed(again, TODAY.date) == printed(read_, TODAY.date)


def test_a_letter_in_a_noun_phrase_is_what_the_end_of_its_sentence_says() -> None:
    text = "Look at the top X cards of your library, where X is the number of Forests you control."
    amounts = [part.amount for part in ir.walk(tree(text, "Sorcery")) if isinstance(part, ir.TopCards)]
    assert [type(amount) for amount in amounts] == [ir.Count]


def test_case_spacing_own_name_and_reminder_text_make_no_difference() -> None:
    text = "whenever  Hill Giant attacks, (It does so once.) Draw a card."
    assert verdict(text, "Creature", "Hill Giant") == "exact"


def test_a_paragraph_that_differs_by_a_listed_synonym_is_said_otherwise() -> None:
    assert verdict("Reveal the top card of your library. If it's a land card, draw a card.", "Sorcery") == "otherwise"


def test_a_label_without_meaning_is_said_otherwise() -> None:
    assert verdict(
        "Landfall — Whenever a land enters the battlefield under your control, draw a card.", "Creature"
    ) == ("otherwise")


def test_what_cannot_be_read_says_why() -> None:
    found = compare("Frobnicate target creature.", Host.parse("Instant"), TODAY)
    assert found.verdict == "not read"
    assert "unreadable" in found.reason


def test_a_reading_that_drops_a_word_is_different_and_says_where() -> None:
    host = Host.parse("Instant")
    dropped = read("Destroy target creature.", host, TODAY)
    found = judge("Destroy target attacking creature.", dropped, host, TODAY.date)
    assert (found.verdict, found.printed) == ("different", "Destroy target creature.")
    assert "attacking creature" in found.reason


def test_the_modes_of_a_choice_and_loyalty_are_paragraphs_as_cards_have_them() -> None:
    text = "[+1]: Draw a card.\nChoose one —\n• Draw a card.\n• You gain 1 life. (Not both.)"
    assert paragraphs(text) == ["+1: Draw a card.", "Choose one —\n• Draw a card.\n• You gain 1 life."]


@pytest.mark.parametrize("pair", synonyms(), ids=lambda pair: f"{pair.one} | {pair.other}")
def test_both_sides_of_a_synonym_are_read_to_one_tree(pair: Synonym) -> None:
    assert pair.why
    assert plain(pair.reads) != plain(pair.same)
    assert alike(plain(pair.reads)) == alike(plain(pair.same))
    assert tree(pair.reads, pair.on) == tree(pair.same, pair.on)


def test_there_are_at_most_two_hundred_synonyms_each_once() -> None:
    pairs = synonyms()
    assert len(pairs) <= 200
    assert len({pair.one for pair in pairs}) == len(pairs)


CREATURES = st.builds(
    lambda *words: " ".join(filter(None, words)),
    st.sampled_from(["", "attacking", "tapped"]),
    st.sampled_from(["", "nonblack", "white", "legendary"]),
    st.sampled_from(["creature", "Goblin", "artifact creature"]),
    st.sampled_from(["", "you control", "an opponent controls", "with flying", "with power 3 or less", "without trample"]),
)  # fmt: skip
DEEDS = st.sampled_from(
    ["Destroy target {}.", "Return target {} to its owner's hand.", "Target {} gets -1/-1 until end of turn.", "Tap target {}."]
)  # fmt: skip


@pytest.mark.slow
@given(CREATURES, DEEDS)
def test_what_is_printed_is_read_to_the_same_tree(creature: str, deed: str) -> None:
    text = deed.format(creature)
    back = printed(read(text, Host.parse("Instant"), TODAY), TODAY.date)
    assert plain(back) == plain(text)
    assert tree(back, "Instant") == tree(text, "Instant")
