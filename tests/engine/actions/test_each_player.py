""" "Each player …": whoever does it, and to whom, is gone through in one place, for every kind of instruction."""

from __future__ import annotations

import pytest
from stock import CREATURE, FOREST, NUMBER, sorcery
from table import cast, put, start

from rulesite.engine import abilities as ir
from rulesite.engine.abilities.node import Node, rewrite
from rulesite.engine.events.perform import INSTRUCTIONS
from rulesite.engine.state.choices import NotModelled

EACH = ir.EachPlayer()
THEIRS = ir.Current()
HAND = ir.Every(ir.All((ir.IsCard(), ir.InZone("hand", THEIRS))))
GRAVEYARD = ir.Every(ir.All((ir.IsCard(), ir.InZone("graveyard", THEIRS), ir.HasType("artifact"))))
HERD = ir.All((CREATURE, ir.Controlled(THEIRS)))
ALL = ir.Every(HERD)
ONE = ir.Chosen(HERD)
MANY = ir.Count(HAND)
GOAT = ir.Token(("creature",), ("Goat",), power=NUMBER(0), toughness=NUMBER(1))

# One instruction of each kind that a player carries out, in words that speak of that player where the kind can.
DONE = {
    ir.Draw: ir.Draw(MANY, EACH),
    ir.GainLife: ir.GainLife(MANY, EACH),
    ir.LoseLife: ir.LoseLife(MANY, EACH),
    ir.SetLife: ir.SetLife(MANY, EACH),
    ir.Sacrifice: ir.Sacrifice(ALL, EACH),
    ir.Discard: ir.Discard(HAND, EACH),
    ir.Mill: ir.Mill(MANY, EACH),
    ir.Move: ir.Move(ALL, ir.Destination("hand"), "return", EACH),
    ir.PutCounters: ir.PutCounters("+1/+1", ONE, MANY, who=EACH),
    ir.PutTwoKinds: ir.PutTwoKinds("+1/+1", "charge", ONE, MANY, who=EACH),
    ir.Airbend: ir.Airbend(ONE, EACH),
    ir.RemoveCounters: ir.RemoveCounters("charge", ALL, NUMBER(1), EACH),
    ir.Shuffle: ir.Shuffle(EACH),
    ir.Tap: ir.Tap(ONE, EACH),
    ir.Untap: ir.Untap(ALL, EACH),
    ir.AddMana: ir.AddMana(ir.ManaSymbols(("{G}",)), MANY, EACH),
    ir.CreateToken: ir.CreateToken(GOAT, MANY, EACH),
    ir.ExtraTurn: ir.ExtraTurn(EACH),
    ir.Search: ir.Search(ir.HasType("creature"), who=EACH, whose=THEIRS),
    ir.Reveal: ir.Reveal(HAND, EACH),
    ir.LookAt: ir.LookAt(ir.TopCards(NUMBER(1), THEIRS), EACH),
    ir.Choose: ir.Choose(ONE, EACH),
    ir.ChooseQuality: ir.ChooseQuality("color", EACH),
    ir.ChooseOfEach: ir.ChooseOfEach(HERD, (ir.HasType("creature"),), EACH),
    ir.KeywordAction: ir.KeywordAction("investigate", who=EACH),
    ir.PlayCard: ir.PlayCard(GRAVEYARD, EACH),
    ir.EmptyMana: ir.EmptyMana(EACH),
    ir.DoubleMana: ir.DoubleMana(EACH),
    ir.ExchangeZones: ir.ExchangeZones("hand", "graveyard", EACH),
    ir.Pay: ir.Pay(ir.Cost((ir.PayLife(NUMBER(2)),)), EACH),
    ir.PayAny: ir.PayAny("life", EACH),
    ir.PayTimes: ir.PayTimes(ir.Cost((ir.PayLife(NUMBER(2)),)), EACH),
    ir.May: ir.May(ir.LoseLife(MANY, EACH), EACH, ir.Draw(NUMBER(1), EACH)),
    ir.SkipNext: ir.SkipNext("draw", EACH),
    ir.VillainousChoice: ir.VillainousChoice(ir.LoseLife(MANY, EACH), ir.Draw(NUMBER(1), EACH), EACH),
}
# What a game does not go on after, or what has no part of its own for each player.
APART = {
    ir.Separate: "there are two piles at a time: those of whoever made some last",
    ir.PutPiles: "it puts the piles that a step before has made",
    ir.WinGame: "the game is over after the first",
    ir.LoseGame: "the game is over after the first; all at once it is a draw, tested below",
    ir.CopySpell: "who copies is who may choose its targets",
    ir.ChangeTargets: "who changes them is who chooses them",
    ir.FlipCoin: "how the coin comes up is written in the script",
    ir.RollDie: "what the die shows is written in the script",
    ir.ExtraSteps: "whose steps they are shows in a later turn",
    ir.ControlPlayer: "who is controlled shows in a later turn",
    ir.GetEmblem: "whose emblem it is shows in what its abilities do",
    ir.BecomeMonarch: "one player alone is the monarch, whoever became it last",
    ir.PutNameSticker: "what is put on is one object, whose controller arranges its name",
    ir.SearchTop: "it is only said of a search that is replaced",
    ir.ChooseCounterKind: "a kind of counter means nothing by itself",
    ir.UnlockDoor: "a Room in play has doors, and the objects of this table have none",
    ir.LockOrUnlockDoor: "a Room in play has doors, and the objects of this table have none",
    ir.ChooseWord: "a word means nothing by itself, and is asked for by the object that it was chosen for",
}


def table():
    """Two players of whom everything differs."""
    game = start()
    for player, cards, life in (("Ann", 3, 17), ("Bob", 1, 25)):
        game.set_life(player, life)
        game.add_mana(player, "{R}")
        put(
            game,
            player,
            f"{player} Bear",
            "Creature - Bear 2/2",
            counters={"charge": cards + 1},
            tapped=player == "Bob",
        )
        put(game, player, f"{player} Relic", "Artifact", zone="graveyard")
        for number in range(cards):
            put(game, player, f"{player} Card {number}", "Sorcery", zone="hand")
    game.will("may", True, times=0)
    game.will("color", "red", times=0)
    game.will("amount", 3, times=0)
    game.will("times", 2, times=0)
    game.will("mode", 1, times=0)
    return game


def did(game, *effects):
    """What can be seen of a game in which a spell with these effects has been resolved."""
    effect = effects[0] if len(effects) == 1 else ir.Sequence(effects)
    game.put(sorcery("Spell", effect, ir.TargetSlot(ir.IsPlayer())), "Ann", "hand")
    cast(game, "Ann", "Spell", "Bob")
    state = game.state
    return {
        "life": {name: player.life for name, player in state.players.items()},
        "mana": {name: player.mana for name, player in state.players.items()},
        "zones": {
            name: sorted((state.things[each].label, str(state.things[each].counters)) for each in ids)
            for name, ids in state.zones.items()
        },
        "tapped": sorted(thing.label for thing in state.things.values() if thing.tapped),
        "turns": (state.extra_turns, state.skips),
        "happened": sorted(
            (each.kind, str(each.facts.get("player")), str(each.facts.get("amount"))) for each in state.history
        ),
        "told": sorted(
            step.text for step in game.trace.steps if step.text.startswith(("Ann chooses ", "Bob chooses "))
        ),
    }


def by(effect: Node, who: Node) -> Node:
    """The same instruction, done by one player who is named."""
    return rewrite(effect, lambda node: who if isinstance(node, ir.EachPlayer | ir.Current) else node)


def test_every_kind_of_instruction_that_a_player_carries_out_is_here():
    assert {kind for kind, doing in INSTRUCTIONS.items() if doing.by} == set(DONE) | set(APART)


@pytest.mark.parametrize("effect", DONE.values(), ids=[kind.__name__ for kind in DONE])
def test_each_player_does_what_each_of_them_would_do(effect):
    nothing = did(table(), ir.Nothing())
    together = did(table(), effect)
    assert together == did(table(), by(effect, ir.You()), by(effect, ir.Target(0)))
    assert together != nothing or isinstance(effect, ir.LookAt | ir.Choose | ir.ChooseOfEach)


@pytest.mark.parametrize("effect", DONE.values(), ids=[kind.__name__ for kind in DONE])
def test_for_each_player_means_the_same_as_each_player(effect):
    inner = by(effect, ir.Current())
    assert did(table(), ir.ForEach(EACH, inner)) == did(table(), effect)


@pytest.mark.parametrize("effect", DONE.values(), ids=[kind.__name__ for kind in DONE])
def test_who_is_done_by_nobody_named_is_not_modelled(effect):
    with pytest.raises(NotModelled):
        did(table(), by(effect, ir.Current()))


def test_players_who_lose_at_one_time_draw_the_game():
    game = table()
    did(game, ir.LoseGame(EACH))
    assert game.state.over
    assert not game.winner()


def test_what_each_player_did_is_remembered_for_each_and_for_all():
    game = table()
    picked = ir.Choose(ir.Chosen(ir.All((ir.IsCard(), ir.InZone("hand", THEIRS))), ir.UpTo(NUMBER(1))), EACH)
    game.will("object", "Ann Card 1", player="Ann")
    game.will("object", "Bob Card 0", player="Bob")
    gone = ir.Move(ir.Memo("choose"), ir.Destination("exile"), "exile")
    did(game, picked, ir.Draw(ir.Count(ir.Memo("choose")), EACH), gone, ir.GainLife(ir.ThatMuch()))
    assert {game.state.things[each].label for each in game.state.zone("exile")} == {"Ann Card 1", "Bob Card 0"}
    assert (len(game.hand("Ann")), len(game.hand("Bob")), game.life("Ann")) == (3, 1, 19)


def test_all_choose_before_anything_happens():
    """101.4: what Bob chooses among is what was there before Ann's choice was carried out."""
    game = table()
    for name in ("Ox", "Elk"):
        put(game, "Bob", name, "Creature 1/1")
    any_ = ir.Chosen(CREATURE)
    game.will("destroy", "Ox", player="Ann")
    game.will("sacrifice", "Elk", player="Bob")
    did(game, ir.Sacrifice(any_, EACH))
    batches = {each.batch for each in game.state.history if each.kind == "move" and "sacrifice" in each.facts["tags"]}
    assert len(batches) == 1


WORDS = [
    ("Each player draws a card for each card in his or her hand.", {"Ann": 6, "Bob": 2}, {}),
    ("Each player discards his or her hand, then draws two cards.", {"Ann": 2, "Bob": 2}, {}),
    ("Each player returns a creature he or she controls to its owner's hand.", {"Ann": 4, "Bob": 2}, {}),
    (
        "Each player searches his or her library for a basic land card, reveals it, puts it into his or her hand, "
        "then shuffles his or her library.",
        {"Ann": 4, "Bob": 2},
        {},
    ),
    (
        "Each player shuffles his or her hand and graveyard into his or her library, then draws four cards.",
        {"Ann": 4, "Bob": 4},
        {},
    ),
    ("Each player gains life equal to the number of cards in his or her hand.", {}, {"Ann": 20, "Bob": 26}),
    ("Each player loses 1 life for each creature he or she controls.", {}, {"Ann": 16, "Bob": 24}),
    ("Each player may draw a card.", {"Ann": 4, "Bob": 1}, {}),
    ("Each opponent discards a card.", {"Ann": 3, "Bob": 0}, {}),
    ("Each player loses half his or her life, rounded up.", {}, {"Ann": 8, "Bob": 12}),
]


@pytest.mark.parametrize(("text", "hands", "lives"), WORDS, ids=[text for text, _, _ in WORDS])
def test_each_player_in_printed_words(text, hands, lives):
    game = table()
    game.kernel.script.answers.clear()
    game.will("may", True, player="Ann")
    game.will("may", False, player="Bob")
    for player in ("Ann", "Bob"):
        game.put(FOREST, player, "library", label=f"{player} Forest")
        game.will("search", f"{player} Forest", player=player)
    put(game, "Ann", "Spell", "Sorcery", text, "hand")
    cast(game, "Ann", "Spell")
    assert {name: len(game.hand(name)) for name in hands} == hands
    assert {name: game.life(name) for name in lives} == lives
