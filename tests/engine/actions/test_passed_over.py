"""A step that is passed over excuses the words for what it would have acted on, and no others."""

from __future__ import annotations

import pytest
from table import put, start

from rulesite.engine import abilities as ir
from rulesite.engine.evaluation.frame import Frame
from rulesite.engine.events.perform import pass_over, perform
from rulesite.engine.state.choices import NotModelled
from rulesite.engine.state.objects import Bindings

NEVER = ir.NotSo(ir.Holds(ir.You(), ir.IsPlayer()))


def frame_of(text="", line="Artifact"):
    game = start()
    thing = put(game, "Ann", "Box", line, text)
    return game, Frame(game.kernel, Bindings("Ann", source=thing))


@pytest.mark.parametrize(
    ("step", "verb"),
    [(ir.Destroy(ir.Self()), "destroy"), (ir.Sacrifice(ir.Self()), "sacrifice"), (ir.Tap(ir.Self()), "tap")],
)
def test_a_step_that_is_skipped_acted_on_nothing(step, verb):
    _, frame = frame_of()
    perform(frame, ir.If(NEVER, step))
    assert frame.refs(ir.Memo(verb)) == []
    assert frame.amount(ir.ThatMuch()) == 0


def test_a_step_that_is_skipped_does_not_excuse_other_words():
    _, frame = frame_of()
    perform(frame, ir.If(NEVER, ir.Tap(ir.Self())))
    for words in (ir.Memo("exile"), ir.Memo("put"), ir.Rest()):
        with pytest.raises(NotModelled):
            frame.refs(words)


def test_the_branch_that_is_not_taken_is_passed_over():
    _, frame = frame_of()
    perform(frame, ir.If(ir.Holds(ir.You(), ir.IsPlayer()), ir.Tap(ir.Self()), ir.Destroy(ir.Self())))
    assert len(frame.refs(ir.Memo("tap"))) == 1
    assert frame.refs(ir.Memo("destroy")) == []


def test_what_is_done_for_nobody_is_passed_over():
    _, frame = frame_of()
    perform(frame, ir.ForEach(ir.Every(ir.HasType("planeswalker")), ir.Tap(ir.Self())))
    assert frame.refs(ir.Memo("tap")) == []


def test_a_skipped_step_without_a_result_excuses_nothing():
    _, frame = frame_of()
    pass_over(frame, ir.Shuffle())
    for words in (ir.Memo(), ir.Memo("destroy")):
        with pytest.raises(NotModelled):
            frame.refs(words)
    with pytest.raises(NotModelled):
        frame.amount(ir.ThatMuch())


def test_what_no_ability_of_the_object_can_have_linked_is_not_modelled():
    _, frame = frame_of("{T}: Draw a card.")
    with pytest.raises(NotModelled, match="linked ability acted on"):
        frame.refs(ir.Linked("exile"))


def test_a_linked_ability_that_has_done_nothing_yet_gives_nothing():
    _, frame = frame_of("{T}: Exile target card from a graveyard.")
    assert frame.refs(ir.Linked("exile")) == []
    with pytest.raises(NotModelled):
        frame.refs(ir.Linked("create"))


def test_an_object_that_has_lost_its_abilities_is_known_by_what_is_printed():
    _, frame = frame_of("{T}: Exile target card from a graveyard.", "Artifact Creature 1/1")
    perform(frame, ir.Continuous(ir.Self(), (ir.RemoveAbilities(),)))
    assert frame.refs(ir.Linked("exile")) == []


def test_a_lasting_effect_that_meets_nothing_has_affected_nothing():
    _, frame = frame_of()
    nobody = ir.Every(ir.HasType("planeswalker"))
    perform(frame, ir.Continuous(nobody, (ir.ModifyPowerToughness(ir.Number(1), ir.Number(1)),)))
    assert frame.refs(ir.Memo("affect")) == []


PREVENTS = (
    "If damage would be dealt to you, prevent that damage. Ward deals that much damage to that source's controller."
)


def test_the_source_of_damage_is_meant_though_no_word_named_it():
    game = start()
    put(game, "Bob", "Ward", "Enchantment", PREVENTS)
    put(game, "Ann", "Ping", "Artifact", "{T}: Ping deals 2 damage to any target.")
    game.activate("Ann", "Ping", targets=["Bob"])
    game.all_pass()
    assert (game.life("Ann"), game.life("Bob")) == (18, 20)
