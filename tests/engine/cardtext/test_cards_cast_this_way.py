"""What is cast this way, looked at while it is exiled, copied for a while, or paid in any amount: small games."""

from __future__ import annotations

import pytest
from printed import put, start

from rulesite.engine.game import Game
from rulesite.engine.state.choices import IllegalAction, NotModelled

TODAY = "2022-04-29"


def test_a_spell_cast_this_way_is_exiled_instead() -> None:
    game = start(TODAY)
    put(game, "Ann", "Zap", "Instant", "Zap deals 1 damage to any target.", zone="graveyard", cost="{R}")
    text = (
        "You may cast target instant card from your graveyard without paying its mana cost."
        " If a spell cast this way would be put into a graveyard, exile it instead."
    )
    put(game, "Ann", "Recall", "Sorcery", text, zone="hand")
    game.play("Ann", "Recall", targets=["Zap"])
    game.will("may", True)
    game.will("target", "Bob")
    game.resolve_all()
    assert (game.life("Bob"), game.zone_of("Zap"), game.zone_of("Recall")) == (19, "exile", "graveyard")


def test_in_a_replacement_it_is_what_it_happens_to_and_not_an_earlier_target() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 2/2")
    put(game, "Ann", "Field", "Land")
    text = "Tap target creature. If a land would be put into a graveyard this turn, exile it instead."
    put(game, "Ann", "Ward", "Instant", text, zone="hand")
    put(game, "Ann", "Raze", "Sorcery", "Destroy target land.", zone="hand")
    game.play("Ann", "Ward", targets=["Ox"])
    game.resolve_all()
    game.play("Ann", "Raze", targets=["Field"])
    game.resolve_all()
    assert (game.zone_of("Field"), game.zone_of("Ox")) == ("exile", "battlefield")


def test_a_card_that_may_be_looked_at_while_it_is_exiled_may_be_played_later() -> None:
    game = start(TODAY)
    put(game, "Ann", "Gem", "Artifact", zone="library", cost="{0}", position=0)
    text = (
        "Exile the top card of your library face down. You may look at that card for as long as it remains exiled."
        " You may play that card this turn."
    )
    put(game, "Ann", "Peek", "Sorcery", text, zone="hand")
    game.play("Ann", "Peek")
    game.resolve_all()
    game.play("Ann", "Gem")
    game.resolve_all()
    assert game.zone_of("Gem") == "battlefield"


def test_spells_are_cast_from_among_what_was_exiled() -> None:
    game = start(TODAY)
    put(game, "Ann", "Gem", "Artifact", zone="library", cost="{0}", position=0)
    text = "Exile the top two cards of your library. You may play lands and cast spells from among them this turn."
    put(game, "Ann", "Burst", "Sorcery", text, zone="hand")
    game.play("Ann", "Burst")
    game.resolve_all()
    assert game.zone_of("Gem") == "exile"
    game.play("Ann", "Gem")
    game.resolve_all()
    assert game.zone_of("Gem") == "battlefield"


def test_a_copy_for_a_while_has_its_exceptions_and_is_itself_again() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature Ox 3/3")
    text = "{0}: Shade becomes a copy of target creature until end of turn, except it's 1/4 and has flying."
    put(game, "Ann", "Shade", "Creature Shade 2/2", text)
    game.activate("Ann", "Shade", targets=["Ox"])
    game.resolve_all()
    shade = next(name for name in game.cards_in("battlefield") if name != "Ox")
    assert (game.power_toughness(shade), game.has_keyword(shade, "flying")) == ((1, 4), True)
    game.to_step("upkeep", "Bob")
    assert game.power_toughness("Shade") == (2, 2)


@pytest.mark.parametrize("paid", [0, 3])
def test_any_amount_of_life_is_paid(paid: int) -> None:
    game = start(TODAY)
    put(game, "Ann", "Bargain", "Sorcery", "You may pay any amount of life. You draw that many cards.", zone="hand")
    game.play("Ann", "Bargain")
    game.will("may", True)
    game.will("amount", paid)
    game.resolve_all()
    assert (game.life("Ann"), len(game.hand("Ann"))) == (20 - paid, paid)


def test_spells_of_this_turn_cannot_be_countered_and_those_of_the_next_can() -> None:
    game = start(TODAY)
    put(game, "Ann", "Call", "Sorcery", "Creature spells you cast this turn can't be countered.", zone="hand")
    for name in ("Ox", "Elk"):
        put(game, "Ann", name, "Creature 2/2", zone="hand")
    for name in ("No", "Never"):
        put(game, "Bob", name, "Instant", "Counter target spell.", zone="hand")
    game.play("Ann", "Call")
    game.resolve_all()
    for creature, counter, zone in (("Ox", "No", "battlefield"), ("Elk", "Never", "graveyard")):
        game.play("Ann", creature)
        game.pass_priority("Ann")
        game.play("Bob", counter, targets=[creature])
        game.resolve_all()
        assert game.zone_of(creature) == zone
        game.to_step("end")
        game.to_step("precombat main", "Ann")


def test_what_is_so_of_the_next_spell_alone_is_refused_by_name() -> None:
    game = start(TODAY)
    text = "The next creature spell you cast this turn costs {2} less to cast."
    put(game, "Ann", "Call", "Sorcery", text, zone="hand")
    with pytest.raises(NotModelled, match="the next spell"):
        _resolve(game, "Call")


def _resolve(game: Game, name: str) -> None:
    game.play("Ann", name)
    game.resolve_all()


def test_two_targets_that_one_player_controls() -> None:
    game = start(TODAY)
    put(game, "Ann", "Ox", "Creature 2/2")
    for name in ("Imp", "Bat"):
        put(game, "Bob", name, "Creature 1/1")
    put(game, "Ann", "Pair", "Sorcery", "Tap two target creatures controlled by the same player.", zone="hand")
    with pytest.raises(IllegalAction, match="share no controller"):
        game.play("Ann", "Pair", targets=[["Ox", "Imp"]])
    game.play("Ann", "Pair", targets=[["Imp", "Bat"]])
    game.resolve_all()
    assert game.is_tapped("Imp")
    assert game.is_tapped("Bat")
