"""Setting a basic land type takes the land's own abilities (rule 305.7)."""

import pytest
from printed import put, start

from rulesite.engine.state.characteristics import keywords


@pytest.mark.parametrize(
    "text", ["Enchanted permanent is a Forest land.", "Enchanted permanent is a colorless Forest land."]
)
def test_what_becomes_a_basic_land_loses_the_abilities_of_its_text_and_keeps_what_it_was_given(text):
    game = start("2026-06-19")
    rhino = put(game, "Ann", "Rhino", "Creature - Rhino 4/4", "Trample")
    put(game, "Ann", "Jump", "Instant", "Target creature gains flying until end of turn.", zone="hand")
    game.play("Ann", "Jump", targets=["Rhino"])
    game.all_pass()
    put(game, "Ann", "Song", "Enchantment - Aura", f"Enchant permanent\n{text}", attached_to=rhino)
    found = game.characteristics("Rhino")
    assert found.types == {"land"}
    assert sorted(keywords(found)) == ["flying"]
    assert [held.ability.text for held in found.abilities if held.key.startswith("rule")]
