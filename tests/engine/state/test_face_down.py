"""What a cloaked permanent has is what the words of its keyword say."""

from rulesite.engine.abilities.node import without_words
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.parser.read import read
from rulesite.engine.eras.ruleset import Ruleset
from rulesite.engine.state.face_down import WARD


def test_the_ward_of_what_is_face_down_is_the_ward_that_a_card_prints():
    host = Host.parse("Agent {2}{W} Creature — Human 2/2", "Agent")
    (printed,) = read("Ward {2}", host, Ruleset.on("2026-06-19"))
    assert without_words(printed) == without_words(WARD)
