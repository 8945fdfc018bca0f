"""What a text says is read, or the text is not read: no number, no condition, no description falls under the table."""

from __future__ import annotations

from typing import Any

import pytest

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.errors import UnreadableText
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.parser.read import read
from rulesite.engine.cardtext.round_trip import compare
from rulesite.engine.eras.ruleset import Ruleset

RULES = Ruleset.on("2021-11-19")


def tree(text: str, on: str = "Instant") -> tuple[ir.Ability, ...]:
    return read(text, Host.parse(on), RULES)


def parts(text: str, kind: type, on: str = "Instant") -> list[Any]:
    return [part for part in ir.walk(tree(text, on)) if isinstance(part, kind)]


@pytest.mark.parametrize(
    "text",
    [
        "Look at the top X cards of your library, where X is the number of Forests you control.",
        "Return up to X target permanents to their owners' hands, where X is the number of Forests you control.",
        "Target player discards X cards, where X is the number of Forests you control.",
        "Counter target spell with mana value X or less, where X is the number of Forests you control.",
        "This spell costs {X} less to cast, where X is the number of Forests you control.",
    ],
)
def test_what_x_is_reaches_where_x_stands(text: str) -> None:
    said = tree(text)
    assert ir.HasSubtype("Forest") in ir.walk(said)
    assert not [part for part in ir.walk(said) if isinstance(part, ir.X)]


def test_x_that_is_explained_but_not_used_is_not_read() -> None:
    with pytest.raises(UnreadableText, match="what X is"):
        tree("Draw two cards, where X is the number of Forests you control.")


@pytest.mark.parametrize(
    ("text", "on"),
    [
        (
            "As this enchantment enters, choose Khans or Dragons.\n• Khans — Draw a card.\n• Dragons — Scry 2.",
            "Enchantment",
        ),
        ("{X}: Choose one —\n• Draw X cards. Spend only white mana on X.\n• You gain X life.", "Artifact"),
        ("Whenever two or more creatures die, draw a card.", "Enchantment"),
        ("Whenever this creature deals combat damage to one or more blocking creatures, draw a card.", "Creature"),
        ("Whenever you cast a spell that targets one or more permanents, draw a card.", "Enchantment"),
        ("Enchanted creature can't attack, block, or praise Vehicles.", "Enchantment — Aura"),
        ("Search your library for an Aura card with enchant creature, reveal it, then shuffle.", "Instant"),
        (
            "Counter target spell. If a creature spell is destroyed this way, put that card into your hand instead of "
            "into its owner's graveyard.",
            "Instant",
        ),
        ("Move two counters from target creature onto target artifact, then remove those counters.", "Instant"),
        ("Destroy all lands or target creature.", "Instant"),
        (
            "Whenever a player casts a spell, exile it instead of putting it into a graveyard as it resolves.",
            "Artifact",
        ),
        ("This creature can't block creatures with power 3 or greater unless you pay {1}.", "Creature 2/2"),
    ],
)
def test_what_cannot_be_read_wholly_is_not_read(text: str, on: str) -> None:
    with pytest.raises(UnreadableText):
        tree(text, on)


def test_how_often_is_part_of_what_happened() -> None:
    three = "When this creature dies, draw a card if three or more creatures died this turn."
    assert [part.times for part in parts(three, ir.Happened, "Creature 2/2")] == [ir.Number(3)]
    drawn = "As long as you've drawn two or more cards this turn, this creature has double strike."
    assert [part.times for part in parts(drawn, ir.Happened, "Creature 2/2")] == [ir.Number(2)]


def test_no_creature_is_not_a_creature() -> None:
    text = "At the beginning of each player's end step, if no creatures attacked this turn, put a fury counter on ~."
    (ability,) = tree(text, "Creature 2/2")
    assert isinstance(ability, ir.TriggeredAbility)
    assert isinstance(ability.condition, ir.NotSo)


def test_nobody_controls_one_is_none_controlled_by_anybody() -> None:
    (compared,) = parts("~ gets +3/+3 as long as no opponent controls a creature.", ir.Comparison, "Creature 2/2")
    assert (compared.op, compared.right) == ("=", ir.Number(0))


def test_an_ability_that_is_had_unless_is_had_while_not() -> None:
    (ability,) = tree("~ has hexproof unless it's attacking or blocking.", "Creature 2/2")
    assert isinstance(ability, ir.StaticAbility)
    assert isinstance(ability.condition, ir.NotSo)


def test_who_pays_to_attack_or_block_pays_for_both() -> None:
    taxes = parts("~ can't attack or block unless you pay {2}.", ir.AttackTax, "Creature 2/2")
    assert [tax.block for tax in taxes] == [False, True]


def test_an_opponent_chooses_a_target_of_his_choice() -> None:
    (ability,) = tree("Destroy target creature of an opponent's choice.")
    assert isinstance(ability, ir.SpellAbility)
    assert isinstance(ability.targets[0].chooser, ir.SomePlayer)


@pytest.mark.parametrize(
    ("text", "test"),
    [
        ("Destroy target creature. If a white creature dies this way, draw a card.", ir.HasColor("white")),
        ("Counter target spell. If a creature spell is countered this way, draw a card.", ir.HasType("creature")),
        ("Destroy target permanent. If a land was destroyed this way, draw a card.", ir.HasType("land")),
    ],
)
def test_what_was_done_this_way_must_fit_what_is_said_of_it(text: str, test: ir.Predicate) -> None:
    (held,) = parts(text, ir.Holds)
    assert test in ir.walk(held)


def test_only_those_are_counted_that_fit() -> None:
    (counted,) = parts(
        "Exile the top X cards of your library. Draw a card for each land card exiled this way.", ir.Count
    )
    assert ir.HasType("land") in ir.walk(counted)


def test_what_is_otherwise_done_belongs_to_the_condition_before_it() -> None:
    text = (
        "If you would draw a card, reveal the top card of your library instead. If it's a creature card, put it into"
        " your graveyard. Otherwise, draw a card."
    )
    (choice,) = parts(text, ir.If, "Enchantment")
    assert isinstance(choice.otherwise, ir.Draw)


def test_the_sentence_after_a_replacement_is_another_step() -> None:
    text = "If target creature would die this turn, exile it instead. Draw a card."
    (spell,) = tree(text)
    assert isinstance(spell, ir.SpellAbility)
    assert isinstance(spell.effect, ir.Sequence)
    assert isinstance(spell.effect.steps[-1], ir.Draw)


def test_a_replacement_lasts_this_turn_only_where_that_is_said() -> None:
    said = "Exile target creature. If it would die this turn, exile it instead."
    unsaid = "Return target creature card from your graveyard to the battlefield. If it would leave the battlefield, exile it instead of putting it anywhere else."
    assert [part.duration for part in parts(said, ir.CreateReplacement)] == ["turn"]
    assert [part.duration for part in parts(unsaid, ir.CreateReplacement)] == ["permanent"]


def test_what_is_attached_is_not_what_it_is_attached_to() -> None:
    text = "Create a 1/1 white Kor Soldier creature token. You may attach an Equipment you control to it."
    (attach,) = parts(text, ir.Attach)
    assert attach.to == ir.Memo("create")


def test_a_mode_does_not_speak_of_another_mode() -> None:
    text = "Choose one —\n• Destroy target Aura attached to a land.\n• The next time target land would be destroyed this turn, remove all damage marked on it instead."
    (removed,) = parts(text, ir.RemoveDamage)
    assert removed.what == ir.TriggerObject("subject")


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("Target creature becomes red in addition to its other colors.", {"AddColors"}),
        (
            "Target creature becomes a black Zombie in addition to its other colors and types.",
            {"AddColors", "AddTypes"},
        ),
        ("Target creature becomes a black Zombie in addition to its other types.", {"SetColors", "AddTypes"}),
    ],
)
def test_colors_are_added_only_where_that_is_said(text: str, changes: set[str]) -> None:
    (effect,) = parts(text, ir.Continuous)
    assert {type(change).__name__ for change in effect.changes} == changes


def test_damage_dealt_to_and_by_is_two_halves() -> None:
    text = "Prevent all combat damage that would be dealt to and dealt by target creature this turn."
    assert [(part.to, part.from_) for part in parts(text, ir.PreventDamage)] == [
        (ir.Target(0), None),
        (None, ir.Target(0)),
    ]


def test_that_name_is_the_name_of_what_was_spoken_of() -> None:
    text = "Whenever a permanent enters, destroy all other permanents with that name."
    assert parts(text, ir.SharesQuality, "Enchantment")
    chosen = "Choose a nonland card name. Target player discards all cards with that name."
    assert parts(chosen, ir.HasChosen)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Fire (Fire/Ice)", "Fire deals 2 damage divided as you choose among one or two targets."),
        ("Rasputin Dreamweaver", "{1}: Prevent the next 1 damage that would be dealt to Rasputin this turn."),
    ],
)
def test_a_short_form_of_the_own_name_is_the_card_itself(name: str, text: str) -> None:
    line = "Instant" if "Fire" in name else "Legendary Creature 4/1"
    abilities = read(text, Host.parse(line, name), RULES)
    assert ir.Self() in ir.walk(abilities)
    assert not [part for part in ir.walk(abilities) if isinstance(part, ir.HasSubtype)]


@pytest.mark.parametrize("text", ["Destroy all Frumples.", "Sacrifice a Frumple.", "Create a Frumple creature token."])
def test_an_unknown_word_is_no_subtype(text: str) -> None:
    with pytest.raises(UnreadableText, match="Frumple"):
        tree(text)


def test_who_boasts_has_attacked_and_boasts_once() -> None:
    (ability,) = tree("Boast — {1}: Draw a card.", "Creature 2/2")
    assert isinstance(ability, ir.KeywordAbility)
    (boast,) = ability.expands
    assert isinstance(boast, ir.ActivatedAbility)
    assert [type(limit) for limit in boast.restrictions] == [ir.OnlyIf, ir.OnlyTimes]


def test_a_statement_instead_of_another_holds_where_the_other_does_not() -> None:
    one, other = tree("Equipped creature gets +1/+1. If it's a Warrior, it gets +2/+1 instead.", "Artifact - Equipment")
    assert isinstance(one, ir.StaticAbility)
    assert isinstance(other, ir.StaticAbility)
    assert one.condition == ir.NotSo(other.condition)


def test_a_permanent_has_no_order_for_a_statement_that_it_cannot_make() -> None:
    with pytest.raises(UnreadableText):
        tree("~ can't block creatures with power 3 or greater unless you pay {1}.", "Creature 2/2")


def test_a_token_that_was_not_spoken_of_is_not_the_card() -> None:
    with pytest.raises(UnreadableText, match="token that another ability made"):
        tree("When ~ leaves the battlefield, exile the token.", "Enchantment")


def test_what_stands_before_two_nouns_belongs_to_both() -> None:
    (slot,) = parts("Counter target red instant or sorcery spell.", ir.TargetSlot)
    assert slot.what.parts[:2] == (ir.HasColor("red"), ir.AnyOf((ir.HasType("instant"), ir.HasType("sorcery"))))


def test_what_stands_before_a_noun_by_itself_belongs_to_it_alone() -> None:
    (slot,) = parts("Destroy target black creature or red planeswalker.", ir.TargetSlot)
    black = ir.All((ir.HasColor("black"), ir.HasType("creature")))
    red = ir.All((ir.HasColor("red"), ir.HasType("planeswalker")))
    assert slot.what.parts[0] == ir.AnyOf((black, red))


def test_all_the_types_before_a_spell_are_types_of_spells() -> None:
    (may,) = parts(
        "You may cast artifact, creature, and enchantment spells as though they had flash.", ir.MayPlay, "Creature"
    )
    assert ir.IsPermanent() not in ir.walk(may)


def test_so_many_are_is_counted_and_nobody_chooses_them() -> None:
    text = "If exactly one creature is attacking, draw a card."
    (condition,) = parts(text, ir.Comparison)
    assert (condition.op, condition.right) == ("=", ir.Number(1))
    assert not parts(text, ir.Chosen)


def test_a_creature_of_other_types_has_lost_its_own() -> None:
    text = "Enchanted creature loses all abilities and is a green Elk creature with base power and toughness 3/3."
    assert parts(text, ir.SetTypes, "Enchantment — Aura")
    assert not parts(text, ir.AddTypes, "Enchantment — Aura")


@pytest.mark.parametrize(
    ("name", "token"), [("Llanowar Mentor", "Llanowar Elves"), ("Hornet Cannon", "Hornet"), ("Hornet Queen", "Hornet")]
)
def test_the_name_of_another_is_no_short_form_of_the_own(name: str, token: str) -> None:
    text = f"{{T}}: Create a 1/1 green Insect creature token named {token}."
    (made,) = (part for part in ir.walk(read(text, Host.parse("Creature", name), RULES)) if isinstance(part, ir.Token))
    assert made.name == token


def test_a_name_that_is_a_verb_opens_an_order() -> None:
    assert [type(part) for part in ir.walk(read("Draw a card.", Host.parse("Sorcery", "Draw"), RULES))].count(ir.Draw)


@pytest.mark.parametrize(
    "text",
    [
        "Return target creature card from your graveyard to the battlefield. That creature gains haste.",
        "Whenever a creature dies, put a creature card from your graveyard onto the battlefield. "
        "That creature gains haste.",
    ],
)
def test_that_creature_is_the_card_that_was_put_onto_the_battlefield(text: str) -> None:
    (move,) = parts(text, ir.Move, "Enchantment")
    (gains,) = parts(text, ir.Continuous, "Enchantment")
    assert gains.what == ir.Memo(move.verb)


@pytest.mark.parametrize(
    "text",
    [
        "Each player shuffles their library.",
        "Each player discards their hand, then shuffles their library.",
        "Each player searches their library for a land card, puts it onto the battlefield, then shuffles.",
    ],
)
def test_each_player_who_shuffles_has_a_library_of_his_own(text: str) -> None:
    (shuffle,) = parts(text, ir.Shuffle)
    assert shuffle.whose == ir.EachPlayer()


def test_what_an_attack_costs_is_counted_but_for_the_attackers_themselves() -> None:
    counted = "Creatures can't attack you unless their controller pays {1} for each Plains you control."
    attackers = "Creatures can't attack you unless their controller pays {1} for each creature they control that's attacking you."
    assert ir.HasSubtype("Plains") in ir.walk(tree(counted, "Enchantment"))
    assert parts(attackers, ir.AttackTax, "Enchantment")[0].cost == ir.Cost((ir.PayMana("{1}"),))


def test_who_pays_to_attack_pays_whomever_he_attacks() -> None:
    assert (
        parts("~ can't attack unless you pay {1} for each artifact you control.", ir.AttackTax, "Creature")[0].whom
        is None
    )


@pytest.mark.parametrize(
    ("text", "on", "why"),
    [
        (
            "You gain X life, where X is its power. You lose X life, where X is its toughness. Draw X cards.",
            "Sorcery",
            "another sentence",
        ),
        ("Tap the creature you control.", "Sorcery", "there is none"),
        ("Each player loses 1 life.", "Dungeon", "dungeon"),
        ("Artifacts cost {1} more to cast.", "Enchantment", "spells do"),
    ],
)
def test_what_is_not_known_is_said_by_name(text: str, on: str, why: str) -> None:
    with pytest.raises(UnreadableText, match=why):
        tree(text, on)


def test_the_cards_from_a_hand_are_all_of_them() -> None:
    (move,) = parts("Target opponent puts the cards from their hand on top of their library.", ir.Move)
    assert move.what == ir.Every(ir.All((ir.IsCard(), ir.InZone("hand", ir.Target(0)))))


def test_who_did_the_step_before_shuffles() -> None:
    (shuffle,) = parts(
        "Target opponent puts a card from their hand on top of their library, then shuffles.", ir.Shuffle
    )
    assert shuffle.whose == ir.Target(0)


def test_their_graveyard_is_of_the_one_who_has_the_cards_in_it() -> None:
    (held,) = parts(
        "~ has flying as long as an opponent has eight or more cards in their graveyard.", ir.InZone, "Bird"
    )
    assert isinstance(held.whose, ir.SomePlayer)
    assert ir.OpponentOf(ir.You()) in ir.walk(held.whose)


@pytest.mark.parametrize(
    ("text", "whose"),
    [
        ("Whenever a nontoken permanent is put into a player's graveyard from the battlefield, that player", "owner"),
        ("Whenever a card is put into an opponent's graveyard from their library, that player", "owner"),
        ("Whenever a player casts a spell, that player", "player"),
    ],
)
def test_that_player_of_an_event_is_a_player_of_it(text: str, whose: str) -> None:
    (lost,) = parts(f"{text} loses 1 life.", ir.LoseLife, "Enchantment")
    wanted: ir.Node = ir.OwnerOf(ir.TriggerObject("subject")) if whose == "owner" else ir.TriggerPlayer()
    assert lost.who == wanted


@pytest.mark.parametrize("pronoun", ["that creature", "it"])
def test_a_creature_does_not_fight_itself(pronoun: str) -> None:
    text = f"Tap target creature you don't control. Then target creature you control fights {pronoun}."
    (fight,) = parts(text, ir.Fight, "Sorcery")
    assert (fight.one, fight.other) == (ir.Target(1), ir.Target(0))


def test_what_is_done_otherwise_speaks_of_nothing_done_in_the_other_case() -> None:
    text = (
        "Destroy target permanent. If a land was destroyed this way, its controller may search their library for a "
        "basic land card, put it onto the battlefield, then shuffle. Otherwise, its controller draws a card."
    )
    (drawn,) = parts(text, ir.Draw, "Sorcery")
    assert drawn.who == ir.ControllerOf(ir.Memo("destroy"))


def test_this_spell_is_no_creature_that_was_spoken_of() -> None:
    text = "~ deals 2 damage to any target. If this spell was kicked, that creature can't be regenerated this turn."
    (lasting,) = parts(text, ir.Continuous, "Instant")
    assert lasting.what == ir.Target(0)


def test_each_of_a_set_may_be_described_by_what_is_on_it() -> None:
    text = "Put a rust counter on each artifact. Then destroy each artifact with mana value less than the number of rust counters on it."
    (destroyed,) = parts(text, ir.Destroy, "Sorcery")
    assert ir.CountersOn("rust", ir.Candidate()) in ir.walk(destroyed)


def test_words_before_two_sorts_belong_to_each_alone() -> None:
    (applied,) = parts("Other snow and Zombie creatures you control get +1/+1.", ir.Applies, "Creature")
    assert ir.AnyOf((ir.HasSupertype("snow"), ir.HasSubtype("Zombie"))) in ir.walk(applied)
    (destroy,) = parts("Destroy target land or nonblack creature.", ir.Destroy)
    (slot,) = tree("Destroy target land or nonblack creature.")[0].targets  # type: ignore[attr-defined]
    assert destroy.what == ir.Target(0)
    assert ir.HasType("land") in slot.what.parts[0].parts
    assert ir.All((ir.Not(ir.HasColor("black")), ir.HasType("creature"))) in slot.what.parts[0].parts


def test_what_stands_behind_the_last_of_several_types_belongs_to_all() -> None:
    text = "You may put a Kraken, Octopus, or Serpent creature card from your hand onto the battlefield."
    (move,) = parts(text, ir.Move, "Sorcery")
    assert {ir.IsCard(), ir.HasType("creature")} <= set(move.what.what.parts)


def test_a_color_of_your_choice_is_chosen() -> None:
    assert parts("Destroy all enchantments of the color of your choice.", ir.ChooseQuality)


def test_counters_that_an_effect_puts_are_not_those_of_a_cost() -> None:
    text = (
        "If an effect would put one or more counters on a permanent you control, it puts twice that many of those "
        "counters on that permanent instead."
    )
    assert [put.by_effect for put in parts(text, ir.CountersPut, "Enchantment")] == [True]


@pytest.mark.parametrize(
    ("text", "on"),
    [
        ("Whenever you attack with a creature an opponent owns, you gain 2 life.", "Creature"),
        ("Whenever you activate a ninjutsu ability, draw a card.", "Creature"),
        ("You may play lands and cast spells from the top of any player's library.", "Enchantment"),
        ("You may cast creature spells from the top of target player's library.", "Enchantment"),
    ],
)
def test_what_would_be_read_as_something_else_is_not_read(text: str, on: str) -> None:
    with pytest.raises(UnreadableText):
        tree(text, on)


def test_what_is_counted_prints_back_as_what_was_done_by_whom() -> None:
    text = "Each player discards any number of cards, then draws a card for each card they discarded this way."
    assert compare(text, Host.parse("Sorcery"), RULES).verdict == "exact"
