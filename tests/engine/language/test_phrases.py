"""A phrase is declared once: what is read prints back, for random fillings of every template."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from rulesite.engine import abilities as ir
from rulesite.engine.cardtext.builder.raw_nodes import RawWhile
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.parser.read import read
from rulesite.engine.cardtext.printing.printer import Printer
from rulesite.engine.cardtext.round_trip import compare, plain
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.language import phrases
from rulesite.engine.language.english import a, plural, third
from rulesite.engine.language.phrase import Phrase
from rulesite.engine.language.phrases import declared, says
from rulesite.engine.language.sorts import slot, slot_of
from rulesite.engine.language.templates import TemplateError, pieces
from rulesite.engine.language.terms import terms_on
from rulesite.engine.language.vocabulary import INFLECTED
from rulesite.engine.language.words import of_day

TODAY = Ruleset.on("2021-11-19")

FRAMES: dict[str, tuple[str, type[ir.Node], str]] = {
    "value": ("~ deals damage to any target equal to {}.", ir.DealDamage, "amount"),
    "counted": ("You gain life equal to {}.", ir.GainLife, "amount"),
    "countable": ("Draw a card for each {}.", ir.Draw, "amount"),
    "chosenqty": ("Exile {} creatures.", ir.Chosen, "amount"),
    "amount": ("You gain {} life.", ir.GainLife, "amount"),
    "vevent": ("Whenever {}, draw a card.", ir.TriggeredAbility, "event"),
    "pevent": ("Whenever {}, draw a card.", ir.TriggeredAbility, "event"),
    "pvp": ("{}.", ir.SpellAbility, "effect"),
    "simple": ("{}.", ir.SpellAbility, "effect"),
    "adj": ("Destroy all {} creatures.", ir.Every, "what"),
    "post": ("Destroy each creature {}.", ir.Every, "what"),
    "withs": ("Destroy each creature with {}.", ir.Every, "what"),
    "relative": ("Destroy each creature that {}.", ir.Every, "what"),
    "cants": ("~ {}.", ir.Applies, "changes"),
    "cans": ("~ {}.", ir.Applies, "changes"),
    "pcant": ("Players {}.", ir.Applies, "changes"),
    "ovp": ("~ {}.", ir.Applies, "changes"),
    "iscontent": ("~ is {}.", ir.Applies, "changes"),
    "condition1": ("If {}, draw a card.", ir.If, "condition"),
    "event": ("Whenever {}, draw a card.", ir.TriggeredAbility, "event"),
    "step": ("At the beginning of {}, draw a card.", ir.TriggeredAbility, "event"),
    "static": ("{}.", ir.StaticAbility, "parts"),
    "pstatic": ("You {}.", ir.Applies, "changes"),
    "playtime": ("{{T}}: Draw a card. Activate only {}.", ir.ActivatedAbility, "restrictions"),
    "statecondition": ("If {}, draw a card.", ir.If, "condition"),
    "contrary": ("If {}, draw a card.", ir.If, "condition"),
    "pnx": ("~ deals 1 damage to {}.", ir.DealDamage, "to"),
    "npa": ("Reveal {}.", ir.Reveal, "what"),
    "costpart": ("{}: You gain 1 life.", ir.Cost, "parts"),
}
"""A paragraph in which a phrase of the sort stands, and the node and its field where what it means is found."""

OF_PERMANENTS = (ir.Applies, ir.StaticAbility, ir.TriggeredAbility, ir.ActivatedAbility, ir.Cost)
"""Nodes that stand in the text of a permanent."""
AMONG = ("adj", "post", "withs", "relative")
"""Sorts of which a phrase is one of several things that are said of something."""
BEFORE = {"cants": "can't ", "cans": "can ", "pcant": "can't "}
"""What stands before a phrase of the sort."""
DOERS = {"vevent": "~", "pevent": "a player", "ovp": "~"}
"""Who does it, before a phrase that begins with a verb."""

FILLINGS = {
    "dread": ["dread"],
    "types_named": ["artifact or land"],
    "meld_partner": ["a land named Forest"],
    "nth_turns": ["first", "first or second", "first, second, or third"],
    "payer_of": ["that player"],
    "each_so_much": ["3"],
    "so_much": ["5 or more", "exactly 3"],
    "found_either": ["a Goblin card or a land card"],
    "extreme_one": ["creature with the greatest power", "creature with the least toughness"],
    "rounded_value": ["half the number of lands you control, rounded down"],
    "all_deeds": ["get +2/+0 and gain flying"],
    "amassed": ["Zombies", "Orcs"],
    "of_walkers": ["creatures with landwalk abilities"],
    "other_type": ["Wall", "Elf"],
    "their_own": ["their"],
    "single_kw": ["flying"],
    "kws_behind": [", flying, and first strike"],
    "entering_or_dying": ["creatures entering the battlefield or dying"],
    "all_met_by_ability": ["permanents your opponents control", "artifacts"],
    "more_cost": ["3 life"],
    "such_permanent": ["creature you control", "red artifact"],
    "caused": ["draw a card", "discard a card or sacrifice a creature"],
    "subtype_row": ["Goblin", "Cleric, Rogue, and Wizard"],
    "of_them_all": ["all creatures you control"],
    "colored": ["permanents you control"],
    "they_all": ["they"],
    "whole_but": ["three", "seven"],
    "landwalkers": ["creatures with landwalk abilities"],
    "itself_moved": ["~"],
    "than_which": ["~"],
    "leaving_itself": ["~ leaves the battlefield"],
    "played_or_cast": ["cast", "played"],
    "counter_of_choice": ["a +1/+1 counter or a flying counter"],
    "plural_type": ["artifacts"],
    "number_named": ["that number"],
    "blocker_then": ["~"],
    "nth_part": ["third"],
    "such_card_or_permanent": ["a creature you control"],
    "for_each_of": ["creature you control"],
    "of_whom": ["that spell's"],
    "kinds_each": ["a Goblin card and a land card"],
    "kinds_many": ["artifacts", "red creatures and lands"],
    "spent_for_it": ["~"],
    "spent_symbols": ["{G}", "{R}{G}"],
    "keyword_names": ["first strike and trample", "landwalk, protection, and reach"],
    "before_ability": ["exhaust", "boast"],
    "which_mana": ["{G}"],
    "each_cost": ["{G} and/or {2}{W}"],
    "single_target": ["creature you control"],
    "mana_printed": ["{3}", "{1}{U}"],
    "MANASYMBOLS": ["{2}", "{1}{U}"],
    "of_payers": ["you", "your opponents"],
    "found_ones": ["Goblin cards", "land cards"],
    "LETTER": ["X"],
    "NUM": ["three", "seven"],
    "digits": ["3", "12"],
    "numeral": ["three", "3"],
    "less": ["one", "2"],
    "PT": ["+1/+1"],
    "CNAME": ["charge", "fade"],
    "KEYWORD": ["flying"],
    "KEYVERB": ["exploit", "mutate"],
    "beheld": ["a Goblin", "a white creature"],
    "put_now": ["a card", "a creature card"],
    "exile_now": ["a creature", "a land card"],
    "discard_now": ["a creature", "a land card"],
    "mill_now": ["a creature", "a land card"],
    "reveal_now": ["a creature", "a land card"],
    "sacrifice_now": ["a creature", "a land card"],
    "return_now": ["a creature", "a land card"],
    "put_onto_so": ["a card", "a creature card"],
    "spells_or_from": ["red spells or abilities from artifact sources"],
    "its_pair": ["another creature"],
    "so_many_entering": ["two or more creatures", "an artifact"],
    "poison": ["poison"],
    "dealers": ["creatures you control"],
    "rather_for": ["red spells you cast"],
    "same_tokens": ["1/1 red Goblin creature tokens"],
    "damaged_so": ["a creature"],
    "attacked_player": ["an opponent"],
    "walkers_own": ["planeswalkers'"],
    "finds": ["a Goblin card and a land card"],
    "legend_rule": ['"legend rule"'],
    "legend_rule_at_all": ['"legend rule"'],
    "mana_changed": ["{2}", "up to {1}"],
    "no_zero": ["0"],
    "spells_and_sources": ["red spells or abilities from red sources"],
    "letter_x": ["X"],
    "by_keyword": ["escape"],
    "keyword_of": ["champion"],
    "desc": ["creature you control", "red artifact", "Goblin"],
    "pdesc": ["opponent"],
    "poss": ["your", "target player's"],
    "whose": ["target creature's", "~'s"],
    "np": ["~", "target creature"],
    "several": ["creatures you control", "lands"],
    "itself": ["~"],
    "met": ["a spell", "a creature you control"],
    "done": ["a creature", "a Goblin card"],
    "lost": ["a creature", "one or more cards"],
    "damaged": ["a player", "an opponent"],
    "attacked": ["you"],
    "attacker": ["a creature with flying"],
    "causer": ["an opponent"],
    "could_be_target": ["creature you control"],
    "other_targets": ["creature you control"],
    "same_stat_of": ["~'s", "target creature's"],
    "opponent_chosen": ["an opponent of your choice"],
    "one_of_each": ["an artifact and a creature"],
    "among_these": ["permanents you control"],
    "causer_has": ["you've", "an opponent has"],
    "if_so": ["you control a Goblin"],
    "land_played": ["played"],
    "hurt": ["an opponent", "your opponents"],
    "discarded_by": ["you"],
    "discards": ["a card"],
    "kwaction": ["scry", "explore"],
    "ordinal": ["second", "third"],
    "their": ["their"],
    "they": ["they"],
    "first": ["first"],
    "one": ["one"],
    "just_one": ["one"],
    "CARDTYPE": ["artifact"],
    "SUBTYPE": ["Goblin"],
    "SUPERTYPE": ["legendary"],
    "COLORWORD": ["black"],
    "of_walls": ["Walls"],
    "whom_player": ["you"],
    "condition": ["you control a Goblin"],
    "simple": ["draw a card"],
    "unremarked": ["draw a card"],
    "payer_pays": ["you pay {2}", "target player discards a card"],
    "occurs": ["a creature dies", "you draw a card"],
    "turn_of": ["your"],
    "unless": ["you control a Goblin"],
    "those": ["creatures with flying"],
    "all_those": ["red spells"],
    "blockers": ["creatures with power 2 or less"],
    "all_but": ["Walls"],
    "creatures": ["creatures"],
    "spells": ["red spells", "creature spells"],
    "all_others": ["red creatures"],
    "one_of": ["artifact"],
    "own": ["your"],
    "its": ["its"],
    "targeting": ["red spells", "spells or abilities"],
    "it_or_they": ["it"],
    "enters_first": ["a creature"],
    "as_copied": ["a creature", "any creature"],
    "done_as_cost": ["sacrifice a creature", "you may pay {2}"],
    "cost": ["{2}", "{2}, Sacrifice a creature"],
    "deed_cost": ["sacrifice a creature"],
    "by_doing": ["discarding a card", "sacrificing a creature"],
    "instruction": ["choose a color"],
    "this_card": ["~"],
    "zone_called": ["your graveyard", "exile"],
    "on_it": ["it"],
    "factor": ["two"],
    "times": ["creature you control"],
    "enterer": ["~", "creatures your opponents control", "each artifact"],
    "very_self": ["~"],
    "being_cast": ["cast"],
    "haste": ["haste"],
    "land": ["land"],
    "lands": ["lands"],
    "extra_turns": ["on each of your turns"],
    "they_who": ["you"],
    "of_it": ["~", "enchanted creature"],
    "of_these": ["creatures your opponents control"],
    "of_self": ["~'s"],
    "of_whose": ["your"],
    "controlled": ["enchanted creature"],
    "plus_more": ["that number plus 1"],
    "as_much": ["the number of Goblins you control"],
    "unless_mana": ["unless they're mana abilities"],
    "sources": ["creatures", "white enchantments"],
    "activated": ["activated"],
    "only_players": ["your opponents"],
    "playonly": ["only once each turn"],
    "size": ["3/3", "0/1"],
    "bonus": ["+1/+1", "-2/-0", "+X/-1"],
    "bonuses": ["+1/+0", "-2/-2"],
    "per": ["creature you control"],
    "kws": ["flying", "first strike and haste"],
    "lost_kws": ["flying", "first strike and haste"],
    "lost_abilities": ["flying", "first strike and protection from red"],
    "kinds": ["creature", "legendary artifact", "Human"],
    "creature": ["creature"],
    "per_combat": ["each combat"],
    "this_turn": ["this turn"],
    "abilities_of": ["creatures you control"],
    "untapper": ["your"],
    "next_untapper": ["your"],
    "colorlist": ["red", "red and white"],
    "in_addition": ["in addition to its other types"],
    "it_or_them": ["it"],
    "aimed_at": ["~", "you"],
    "shared_quality": ["color", "creature type"],
    "status": ["tapped", "attacking", "blocked"],
    "name": ["Goblin"],
    "chosen_one": ["two target creatures"],
    "choosable": ["color", "creature type", "card name"],
    "other_color": ["red"],
    "such_card": ["nonland card"],
    "no_such_card": ["basic land card"],
    "played": ["target creature card"],
    "two": ["target artifact and target land"],
    "two_players": ["two target players"],
    "host": ["target creature"],
    "own_next": ["your"],
    "own_library": ["your"],
    "digit_value": ["10"],
    "manalist": ["{R}", "{R} or {G}", "{W}, {U}, or {B}"],
    "so_many_mana": ["X", "that much"],
    "producer": ["that a land you control"],
    "to_pool": [""],
    "tokens": ["1/1 green Saproling creature token", "Clue token"],
    "qty_plain": ["a", "two", "X"],
    "searched": ["library", "graveyard, hand, and library"],
    "found_one": ["Goblin card"],
    "dealtto": ["that would be dealt to target creature this turn"],
    "all_but_so_much": ["1"],
    "moved": ["target creature", "two target lands"],
    "from_zone": ["from your hand"],
    "owner": ["its owner's"],
    "arriving": ["", "tapped", "under your control", "tapped under your control"],
    "patient": ["target creature", "all lands"],
    "discarded": ["two cards", "a land card", "a card at random"],
    "cards_drawn": ["a card", "three cards"],
    "some_cards": ["two cards"],
    "some_life": ["3 life"],
    "some_damage": ["3 damage", "X damage"],
    "recipient": ["target creature", "any target", "you"],
    "done_by_itself": ["explore", "connive"],
    "counters_put": ["a", "three", "that many"],
    "qty_of": ["a", "two"],
    "so_many_of": ["three", "X"],
    "energy": ["{E}", "{E}{E}"],
    "holder": ["target creature", "~"],
    "who": ["target opponent"],
    "top_of": ["your"],
    "doer": ["you"],
    "revealed": ["a land card"],
    "quoted": ['"Creatures you control have flying."'],
    "digit_amount": ["2"],
    "one_symbol": ["{G}"],
    "someone": ["an opponent", "target player"],
    "something": ["~", "target creature"],
    "bearer": ["~"],
    "so_many_there": ["exactly one Goblin"],
    "living": ["target player"],
    "life_of": ["target player's"],
    "player_then": ["an opponent"],
    "destroyed": ["a white creature"],
    "beheld_so": ["a white creature", "a Dragon"],
    "put_into_exile": ["a white creature"],
    "cards_milled": ["a card", "two cards"],
    "colors_named": ["white or green"],
    "countered": ["a red spell"],
    "single_spell": ["~"],
    "single_one": ["a Goblin", "another creature"],
    "ones_of": ["red artifact", "other Goblin"],
    "all_those_players": ["opponent"],
    "such": ["a Goblin"],
    "own_zone": ["their graveyard"],
    "zone_of": ["target player's graveyard"],
    "figure": ["3"],
    "digit_number": ["3"],
    "exact_number": ["3"],
    "plain_number": ["two", "three"],
    "least_number": ["three"],
    "different": ["card types among creatures you control"],
    "quality_of": ["red", "a Goblin"],
    "had": ["a +1/+1 counter on it", "power 2 or less"],
    "end_owner": ["your"],
    "held_one": ["that creature"],
    "limited_spells": ["spells", "creature spells"],
    "half_up": ["X"],
    "half_down": ["X"],
    "half_library": ["half your library, rounded up"],
    "spells_besides": ["creature spells"],
    "spells_from_there": ["permanent spells from your graveyard", "creature spells from your graveyard"],
    "doer_of": ["that player"],
    "unable": ["that player"],
    "happened": ["an opponent gained life"],
    "pron": ["it"],
    "in_control": ["an opponent", "target player"],
    "owning": ["target player"],
    "struck": ["you"],
    "whom_attacked": ["you"],
    "of_players": ["player"],
    "possessor": ["~'s", "target creature's"],
    "plain_amount": ["three", "X"],
    "several_ones": ["two or more Goblins", "no red artifacts"],
    "cards_counted": ["two or more cards"],
    "your": ["your"],
    "done_to": ["goad", "exert", "detain"],
    "paid_life": ["2 life"],
    "whole": ["two"],
    "so_many": ["three", "X"],
    "summand": ["the number of Goblins you control"],
    "value": ["the number of Goblins you control"],
    "steplong": ["upkeep", "draw step"],
    "whose_step": ["your", "each opponent's"],
    "whose_turn": ["your", "an opponent's"],
    "held": ["enchanted creature"],
    "under": ["your", "an opponent's"],
    "into": ["into your graveyard", "into an opponent's graveyard"],
    "to_hand": ["to your hand", "to an opponent's hand"],
    "out_of": ["exile"],
    "zone_of_any": ["a graveyard", "exile"],
    "attackers": ["one or more creatures", "two or more Goblins"],
    "one_subject": ["~", "a creature you control"],
    "subjects": ["a creature", "creatures you control"],
    "own_name": ["~"],
    "aimed_many": ["two", "up to three", "X", "any number of"],
    "how_many": ["a", "three", "up to two", "any number of"],
    "one_or_more": ["two", "three"],
    "those_named": ["them"],
    "players": ["opponent", "player"],
    "one_met": ["a creature"],
    "loyalty": ["+2", "-3", "0", "-X"],
    **{
        f"{verb}_{when}": ["a creature card", "an artifact card"]
        for verb in ("exile", "discard", "mill", "reveal")
        for when in ("so", "now")
    },
    "this_one": ["~"],
    "crew": ["crew"],
    "ability_holder": ["each Goblin you control"],
    "along": ["creatures with flying"],
    "exceptions": ["it has flying"],
    "copied_thing": ["creature"],
    "entered_under": ["an opponent's"],
    "from_the_top": ["third from the top"],
    "whatever": ["you gain life"],
    "either_kws": ["flying or haste"],
    "past_event": ["an opponent lost life"],
    "looked_at": ["the top card of your library"],
    "untapped": ["all creatures you control"],
    "spell_named": ["creature spells"],
    "who_died": ["the creature that died"],
    "landwalking": ["mountainwalk"],
    "vehicles": ["Vehicles"],
    "counters_would": ["one or more charge counters would be put on ~"],
    "dealt_to": ["target creature"],
    "either_done": ["sacrifice a creature or pay {3}"],
    "of_one": ["~"],
    "itself_then": ["~"],
    "creature_or_more": ["creature"],
    "doers_own": ["your"],
    "figure_one": ["1"],
    "a_letter": ["X"],
    "another": ["target player"],
    "another_player": ["target player"],
    "chaos": ["{CHAOS}"],
    "whom_or_what": ["you or planeswalkers you control"],
    "walkers": ["planeswalkers"],
    "spent_both": ["cast Goblin spells or activate abilities of Goblins"],
    "state": ["you control no Goblins", "you have no cards in hand"],
    "named_first": [
        "Boo, a 1/1 green Frog creature token",
        "Boo, a legendary 1/1 green Frog creature token with flying",
    ],
    "named_card": ["Tarmogoyf token"],
    "of_planeswalkers": ["planeswalkers'"],
    "loyalty_word": ["loyalty"],
    "copying": ["creatures you control"],
    "kind_cast": ["instant spell"],
    "past_one": ["~"],
    "bearing": ["a creature", "enchanted creature"],
    "player_damaged_so": ["a player"],
    **{name: ["a creature card"] for name in ("put_onto_so", "put_now", "return_now")},
    **{f"sacrifice_{when}": ["a Goblin"] for when in ("so", "now")},
    "nth": ["second", "third"],
    "abilityword": ["ability"],
    "played_of": ["equipped creature", "an artifact"],
    "you_yourself": ["you"],
    "energy_sign": ["{E}"],
    "and_or": ["{R} and/or {G}", "{W}, {U}, and/or {B}"],
    "the_same_one": ["nonland permanent"],
    "into_zone": ["your graveyard", "an opponent's graveyard"],
    "spent_for": ["a creature spell"],
    "slow_kind": ["sorcery"],
    "from_those": ["among cards exiled with ~"],
    "causing": ["a creature entering the battlefield"],
    "ballot_options": ["grace or ruin", "grace, ruin, or doom"],
    "voted_for": ["grace"],
    "both_sides": ["the number of Goblins you control"],
    "more_tokens": ["and a Food token"],
    "taken_off": ["the number of Goblins you control"],
    "walker": ["planeswalker"],
    "all_moved": ["all creatures"],
    "fallen": ["creature", "Goblin"],
    "of_haste": ["haste"],
    "tap_symbol": ["{T}"],
    "just_one_of": ["one"],
    "them": ["them"],
    "attacking_one": ["~ is", "target creature is"],
    "cards_chosen": ["the number of Goblins you control"],
    "one_sort": ["Goblin you control", "artifact you control"],
    "printed_mana": ["{G}"],
    "multiple": ["three", "seven"],
    "typesort": ["basic land type"],
    "undone": ["not cast this way"],
    "left_undone": ["exiled card not cast this way"],
    "mana_instead": ["{G}", "colorless mana"],
    "who_did": ["who drew a card"],
    "only_player": ["~'s owner"],
    "offered": ["Goblin"],
    "deck_cards": ["Goblin card"],
    "deck_card": ["Goblin card"],
    "deck_so": ["has flying"],
    "next_turn_of": ["your"],
    "ignorer": ["any player"],
    "each_step": ["upkeeps"],
    "crews": ["crew"],
    "besides": ["flying"],
    "any_landwalk": ["landwalk"],
    "player_named": ["target player", "that player"],
    "any_such": ["a creature you control", "~"],
    "several_or_any": ["creatures you control", "a creature you control"],
    "snow_symbol": ["{S}"],
    "named_so": ["Goblin"],
    "met_by_ability": ["a permanent you control"],
}
"""What can stand where a slot, or the rule of the grammar that reads it, is named."""
COUNTS = ("qty_plain", "counters_put", "qty_of", "so_many_of", "factor", "aimed_many", "how_many")
"""Slots of how many there are of what stands behind them."""
MANY_OF = ("desc", "pdesc", "ones", "tokendesc", "CARDTYPE")
"""Rules of the grammar for what may be several."""
COUNTED = ("tokens", "found_one", "aimed", "aimed_other", "picked")
"""Slots of what is counted before them."""
ONE = {"one_sort"}
"""Slots of what is one of each, wherever it stands."""
SPOKEN_OF = {
    "energy_sign",
    "hand_shown",
    "among_those",
    "again",
    "figure_one",
    "exceptions",
    "named_first",
    "named_card",
    "difference",
    "same_stat",
    "those_counters",
    "spoken_counters",
    "made_copies",
    "counter_of_it",
    "one_of_it",
    "rounding_of_all",
    "number_named",
}
"""Slots of what a text must have spoken of before."""
EACH_ALONE = ("point* of ", "kind* of counter ")
"""What "for each" counts, and "the number of" does not: no card says so, and it is not read."""
SEVERAL_DOERS = ("many_done",)
"""Slots of what is several and does something, or has it done to it."""
SEVERAL = {"creature you control": "creatures you control", "opponent": "opponents", "other Goblin": "other Goblins"}


def phrases_of(sort: str) -> list[Phrase]:
    """The phrases of a sort that are read, and printed today."""
    today = terms_on(TODAY.date)
    return [
        one
        for one in declared()
        if one.sort == sort and one.read and one.printed and (not one.day or today.has(one.day))
        if SPOKEN_OF.isdisjoint(piece.text for piece in one.pieces)
        if sort != "ovp" or one.template.split()[0] != "be"
    ]


def filled(draw: st.DrawFn, phrase: Phrase, many: bool = False, depth: int = 0) -> str:
    """A phrase with something in each of its slots."""
    said: list[str] = []
    several = many
    if phrase.own is not phrase.body:
        subject = _slot(draw, phrase.doer.text, slot_of(phrase.doer).rule, False, depth)
        with_verb = filled(draw, replace(phrase, template=phrase.template.partition("} ")[2]), many, depth)
        if phrase.manner != "past":
            with_verb = third(with_verb)
        if phrase.doer.text in SEVERAL_DOERS:
            with_verb = re.sub("^(is|was) ", lambda found: {"is": "are ", "was": "were "}[found[1]], with_verb)
        return f"{subject} {with_verb}"
    for piece in phrase.body:
        if piece.within is not None and not any(
            one.kind == "slot" and slot_of(one).rule for one in phrase.body if one.within == piece.within
        ):
            continue
        if piece.kind == "either":
            said.append(draw(st.sampled_from(piece.choices)))
        elif piece.kind != "slot":
            word = of_day(piece.text, piece.said or piece.text, terms_on(TODAY.date))
            said.append(plural(word) if several and piece.many else word)
        elif slot_of(piece).rule:
            all_of_them = many or piece.many or (piece.text in COUNTED and (several or {"number", "all"} & {*said}))
            said.append(_slot(draw, piece.text, slot_of(piece).rule, all_of_them, depth))
            several = several or (piece.text in COUNTS and said[-1] != "a")
    text = " ".join(said)
    text = re.sub(r"\ba (\S+)", lambda found: a(found[1]), text.replace(" ,", ",").replace(" 's", "'s"))
    if re.match("(exile|remove) (up to )?(two|three|all|X) ", text):
        text = re.sub("(counters?) on it$", r"\1 on them", text)
    if text.startswith("return "):
        text = re.sub(" (in|on)to ", " to ", text)
    return third(text) if phrase.sort == "relative" and phrase.manner != "past" else text.replace("that is ", "that's ")


def _slot(draw: st.DrawFn, name: str, rule: str, many: bool, depth: int) -> str:
    sort = [] if name in FILLINGS else phrases_of(rule)
    if many:
        sort = [one for one in sort if ONE.isdisjoint(piece.text for piece in one.pieces)]
        sort = [one for one in sort if not one.template.startswith(EACH_ALONE)]
    if sort and (depth < 2 or rule not in FILLINGS):
        return filled(draw, draw(st.sampled_from(sort)), many, depth + 1)
    words = draw(st.sampled_from(FILLINGS.get(name) or FILLINGS[rule]))
    return SEVERAL.get(words, plural(words)) if many and rule in MANY_OF else words


STATEMENTS = (ir.Applies, ir.Continuous)
"""What is said of an object: for good, or by a text with a target, which only a spell or ability can have."""


def _about(statement: ir.Node) -> ir.Node:
    return statement.to if isinstance(statement, ir.Applies) else statement.what


def _filled_in(ability: ir.Node, kind: type[ir.Node], field: str) -> Any:
    """What the words in the frame were read as: of what is done again for each kind, the kinds."""
    each = next((part.over for part in ir.walk(ability) if isinstance(part, ir.ForEach)), None)
    if field == "amount" and each is not None:
        return each
    kinds = STATEMENTS if kind is ir.Applies else kind
    return next(getattr(part, field) for part in ir.walk(ability) if isinstance(part, kinds))


PHRASES = [(sort, phrase) for sort in sorted(FRAMES) for phrase in phrases_of(sort)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sort", "phrase"), PHRASES, ids=[f"{sort}-{number}" for number, (sort, _) in enumerate(PHRASES)]
)
def test_a_phrase_with_anything_in_its_slots_prints_back(sort: str, phrase: Any) -> None:
    # One property for each phrase: with one property and a parameter for the phrase,
    # hypothesis chains its settings once for each parameter, and recurses too deep.
    @settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
    @given(data=st.data())
    def prints_back(data: st.DataObject) -> None:
        _prints_back(sort, phrase, data)

    prints_back()


def _prints_back(sort: str, phrase: Any, data: st.DataObject) -> None:
    frame, kind, field = FRAMES[sort]
    text = filled(data.draw, phrase)
    assume(not text.startswith("flying counters"))  # a sentence that begins with a keyword is a list of keywords
    assume("you control" not in text or "under your control" not in text)  # whose they are is said once
    if sort == "ovp" and phrase.subject is not None:
        stated = isinstance(phrase.make, type) and not issubclass(phrase.make, ir.Instruction)
        frame, kind, field = ("{}.", ir.StaticAbility, "parts") if stated else ("{}.", ir.SpellAbility, "effect")
    if sort in DOERS and phrase.subject is not None:
        text = f"{DOERS[sort]} {text if phrase.manner == 'past' else third(text)}"
    text = BEFORE.get(sort, "") + text
    if sort == "cants" and phrase.subject is not None:
        frame, text = "{}.", f"creature spells {text}"
    (ability,) = read(frame.format(text), Host.parse("Creature" if kind in OF_PERMANENTS else "Instant"), TODAY)
    node = _filled_in(ability, kind, field)
    if isinstance(node, tuple):
        (node,) = node
    if isinstance(node, ir.Applies):
        (node,) = node.changes
    if isinstance(node, ir.Target):
        node = ability.targets[node.slot]
    if sort in AMONG:  # one of what is said of a thing
        node = next(part for part in node.parts if part != ir.HasType("creature") and part != ir.IsPermanent())
    if sort == "contrary":
        node = node.part
    printer = Printer(TODAY.date, ability)
    printer.of_statement = next((_about(part) for part in ir.walk(ability) if isinstance(part, STATEMENTS)), None)
    said = str(phrases.said_if(node, sort, printer))
    assert plain(said.removeprefix("be ") if sort == "iscontent" else said) == plain(text)


@pytest.mark.parametrize("sort", ["pevent", "pvp"])
def test_what_a_player_does_is_known_of_you_and_of_another(sort: str) -> None:
    verbs = {
        word
        for phrase in phrases_of(sort)
        for word in phrase.template.removeprefix("{who:player} ").split(" ")[:1]
        if word.isalpha() and word.islower()
    } - {"level"}  # what a Class does, and no player
    assert verbs
    assert not [word for word in verbs if third(word) not in INFLECTED]


@pytest.mark.slow
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(st.data())
def test_a_joint_prints_back_on_the_side_of_its_clause_where_it_stood(data: st.DataObject) -> None:
    phrase = data.draw(st.sampled_from([*phrases_of("clause"), *phrases_of("ending")]))
    text, host = filled(data.draw, phrase), "Instant"
    if phrase.make is RawWhile:  # what is so as long as something else is
        text, host = re.sub("draw a card|choose a color", "~ gets +1/+1", text), "Creature 2/2"
    before = "Add {G}. " if phrase.make is ir.IfManaSpent else ""  # "when you spend this mana": that was just added
    assert compare(f"{before}{text[:1].upper()}{text[1:]}.", Host.parse(host), TODAY).verdict == "exact"


@pytest.mark.slow
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(st.data())
def test_an_event_that_a_replacement_speaks_of_prints_back(data: st.DataObject) -> None:
    sort = data.draw(st.sampled_from(["vevent", "pevent"]))
    phrase = data.draw(
        st.sampled_from([one for one in declared() if one.sort == sort and one.would and one.read and one.printed])
    )
    text = f"If {DOERS[sort]} would {filled(data.draw, phrase)}, draw a card instead."
    assert compare(text, Host.parse("Artifact"), TODAY).verdict == "exact"


@pytest.mark.parametrize(
    "text",
    [
        "You gain life equal to the greatest power among creatures you control.",
        "You gain life equal to the highest toughness among lands.",
        "~ deals damage to any target equal to twice its power.",
        "You lose life equal to half the number of Goblins you control, rounded up.",
        "You gain X life, where X is the number of charge counters on ~.",
        "You gain X life, where X is 3 plus the number of Goblins you control.",
        "You gain life equal to your life total.",
        "If {W} was spent to cast ~, you gain 3 life.",
        "{T}: Until your next turn, red spells cost {1} more to cast.",
        "{T}: Creature spells can't be cast this turn.",
        "Whenever ~ leaves the battlefield without dying, draw a card.",
        "Whenever ~ blocks or becomes blocked by a red creature, draw a card.",
        "Whenever ~ becomes blocked by two or more creatures, draw a card.",
        "Whenever you cycle or discard a card, draw a card.",
        "Whenever ~ enters or leaves the battlefield, draw a card.",
        "Whenever ~ attacks or blocks, draw a card.",
        "{T}: Until your next turn, spells your opponents cast cost {2} more to cast.",
        "Whenever one or more +1/+1 counters are put on ~, draw a card.",
        "Whenever a player puts one or more charge counters on an artifact, draw a card.",
        "If a creature would die, exile it instead.",
        "{1}{B}, {T}, Sacrifice a creature: Draw a card.",
        "Pay {E}{E}{E}: Draw a card.",
        "−X: Draw X cards.",
        "When ~ dies, you may pay {2}. If you do, draw a card.",
        "Counter target spell unless its controller pays {1} for each card in your hand.",
        "If you would draw a card, you may skip that draw instead. If you do, you gain 2 life.",
        "If an effect would put one or more +1/+1 counters on a creature you control, it puts twice that many of those "
        "counters on that creature instead.",
        "If a land is tapped for mana, it produces {B} instead of any other type.",
        "If a land is tapped for mana, it produces {B} instead of any other type and amount.",
        "If a spell or ability an opponent controls causes you to discard ~, put it onto the battlefield instead of "
        "putting it into your graveyard.",
        "{T}: The next time a source of your choice would deal damage to you this turn, prevent that damage.",
        "{T}: The next time target creature would deal combat damage this turn, you gain that much life instead.",
        "When ~ dies, draw a card at the beginning of the next turn's upkeep.",
        "Whenever a permanent enters the battlefield, destroy all other permanents with that name.",
    ],
)  # fmt: skip
def test_the_words_that_were_read_are_the_words_that_are_printed(text: str) -> None:
    assert compare(text, Host.parse("Artifact"), TODAY).verdict == "exact"


@pytest.mark.parametrize(
    "text",
    [
        "Flying, cycling {2}, fading 3",
        "Flashback—{2}{R}, Sacrifice two lands.",
        "Cumulative upkeep—Pay 1 life.",
        "Protection from black and from red",
        "Protection from everything",
        "Protection from nonred creatures",
        "Protection from multicolored",
        "Protection from the chosen color",
        "Hexproof from blue",
        "Affinity for artifacts",
        "Bands with other legendary creatures",
        "Nonbasic landwalk, snow swampwalk",
        "Basic landcycling {1}",
        "Plainscycling {2}",
        "Enchant creature you control",
        "Enchant player",
    ],
)
def test_keywords_with_what_belongs_to_them_print_back(text: str) -> None:
    assert compare(text, Host.parse("Creature"), TODAY).verdict == "exact"


def test_a_phrase_that_leaves_something_out_is_not_printed() -> None:
    assert phrases.said_if(ir.Times(5, ir.Number(1)), "amount", Printer(TODAY.date)) is None


def test_the_day_says_what_eras_call_otherwise() -> None:
    power = ir.Characteristic("mana value", ir.Self())
    said = {day: Printer(day).say(power).split(" ", 1)[1] for day in ("2006-10-01", "2021-11-19")}
    assert said == {"2006-10-01": "converted mana cost", "2021-11-19": "mana value"}


def test_a_spell_is_cast_or_played_as_the_day_has_it() -> None:
    text = "If {W} was spent to play ~, you gain 3 life."
    assert compare(text, Host.parse("Instant"), Ruleset.on("2007-10-01")).verdict == "exact"


def test_of_several_symbols_in_a_mana_cost_nothing_is_made() -> None:
    text = "Destroy each creature with {R}{G} in its mana cost."
    assert compare(text, Host.parse("Instant"), TODAY).verdict == "not read"


@pytest.mark.parametrize("template", ["half {of:counted", "draw [a card", "a] card", "draw {card}", "what? now"])
def test_a_template_that_cannot_be_understood_says_where(template: str) -> None:
    with pytest.raises(TemplateError) as error:
        _ = says("value", template).pieces
    assert "value" in str(error.value)
    assert template in str(error.value)


def test_a_slot_that_is_nothing_says_what_is_near() -> None:
    (piece,) = pieces("{of:countde}")
    with pytest.raises(TemplateError, match="counted"):
        slot_of(piece)


def test_one_word_of_two_that_mean_the_same_is_kept() -> None:
    text = "You gain life equal to the highest power among creatures you control."
    assert plain(compare(text, Host.parse("Instant"), TODAY).printed) == plain(text)
    assert a("X") == "an X"


def test_a_slot_is_not_called_as_a_sort_of_phrase_that_it_does_not_read() -> None:
    with pytest.raises(TypeError, match="counted"):
        slot("counted", "np")
