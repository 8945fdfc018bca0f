"""What is done as mana is spent on a spell, and how a spell's permanent will enter (106.6, 614.1c in 2026-06-19)."""

from table import put, start

TODAY = "2026-06-19"
FORUM = "{T}: Add {G}. If that mana is spent on a creature spell, that creature enters with an additional +1/+1 counter on it."
SERVANT = "{T}: Add {C}{C}. If that mana is spent on a creature spell, it gains haste until end of turn."
NEXT = "{T}: Add {G}. When you next cast a creature spell this turn, that creature enters with an additional +1/+1 counter on it."


def in_hand(game, name, cost, line="Creature 2/2"):
    game.put(game.card(name, line, cost=cost), "Ann", "hand")


def counters(game, name):
    return game.state.things[game.id(name)].counters


def test_mana_spent_on_a_creature_spell_gives_its_creature_a_counter():
    game = start(TODAY)
    put(game, "Ann", "Forum", "Land", FORUM)
    in_hand(game, "Bear", "{G}")
    game.play("Ann", "Bear", mana=["Forum"])
    game.all_pass()
    assert counters(game, "Bear") == {"+1/+1": 1}


def test_mana_spent_on_another_spell_does_nothing_more():
    game = start(TODAY)
    put(game, "Ann", "Forum", "Land", FORUM)
    in_hand(game, "Rock", "{G}", "Artifact")
    game.play("Ann", "Rock", mana=["Forum"])
    game.all_pass()
    assert counters(game, "Rock") == {}


def test_two_mana_of_one_ability_do_it_once_for_a_spell():
    game = start(TODAY)
    put(game, "Ann", "Forum", "Land", FORUM.replace("{G}", "{G}{G}"))
    in_hand(game, "Bear", "{G}{G}")
    game.play("Ann", "Bear", mana=["Forum"])
    game.all_pass()
    assert counters(game, "Bear") == {"+1/+1": 1}


def test_the_creature_has_what_the_spell_gained():
    game = start(TODAY)
    put(game, "Ann", "Servant", "Artifact", SERVANT)
    in_hand(game, "Golem", "{2}")
    game.play("Ann", "Golem", mana=["Servant"])
    game.all_pass()
    assert "haste" in {held.ability.keyword for held in game.characteristics("Golem").abilities}


def test_only_the_next_creature_spell_of_this_turn_enters_so():
    game = start(TODAY)
    put(game, "Ann", "Grove", "Artifact", NEXT)
    for name in ("Rock", "Bear", "Ox"):
        in_hand(game, name, "{0}", "Artifact" if name == "Rock" else "Creature 2/2")
    game.activate("Ann", "Grove")
    for name in ("Rock", "Bear", "Ox"):
        game.play("Ann", name)
        game.resolve_all()
    assert [counters(game, name) for name in ("Rock", "Bear", "Ox")] == [{}, {"+1/+1": 1}, {}]


def test_a_countered_spell_leaves_nothing_for_the_card_that_is_cast_again():
    game = start(TODAY)
    put(game, "Ann", "Grove", "Artifact", NEXT)
    put(
        game,
        "Ann",
        "Back",
        "Sorcery",
        "Return target creature card from your graveyard to the battlefield.",
        zone="hand",
    )
    put(game, "Bob", "Stop", "Instant", "Counter target spell.", zone="hand")
    in_hand(game, "Bear", "{0}")
    game.activate("Ann", "Grove")
    game.play("Ann", "Bear")
    game.all_pass()  # the ability resolves first
    game.pass_priority("Ann")
    game.play("Bob", "Stop", targets=["Bear"])
    game.resolve_all()
    game.play("Ann", "Back", targets=["Bear"])
    game.resolve_all()
    assert counters(game, "Bear") == {}
