"""An exchange of life totals that one player cannot take part in; the others are scenarios."""

from stock import sorcery, static, targeting

from rulesite.engine import abilities as ir
from rulesite.engine.card_reader import card
from rulesite.engine.game import Game

OPPONENT = ir.All((ir.IsPlayer(), ir.OpponentOf(ir.You())))
SWAP = sorcery("Swap", ir.ExchangeLife(ir.You(), ir.Target(0)), *targeting(OPPONENT))


def test_an_exchange_of_life_totals_is_all_or_nothing():
    game = Game("2018-01-19")
    game.put(card("Oath", "Artifact", abilities=(static(ir.EachPlayer(), ir.PlayerCant("lose life")),)), "Bob")
    game.set_life("Ann", 5)
    game.put(SWAP, "Ann", "hand")
    game.play("Ann", "Swap", targets=["Bob"])
    game.all_pass()
    assert (game.life("Ann"), game.life("Bob")) == (5, 20)
