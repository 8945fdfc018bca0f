"""A position and a course are replayed as a scenario is; what scenarios do is among what the table offers."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesite.engine.scenario import ScenarioError, load_text
from rulesite.engine.scenario.running.play import Play
from rulesite.engine.scenario.tabletop.comparison import parting
from rulesite.engine.scenario.tabletop.declaring import declared
from rulesite.engine.scenario.tabletop.payment import paid_with
from rulesite.engine.scenario.tabletop.position import MAX_ACTIONS, read_position
from rulesite.engine.scenario.tabletop.replay import TableState, replay
from rulesite.engine.scenario.tabletop.wording import asked_plainly, composed

SCENARIOS = sorted((Path(__file__).parents[2] / "fixtures" / "scenarios").glob("*.toml"))
BOLT = """given = '''
Ann, in play: Bear 2/2 green, Mountain, Forest. In hand: Bolt, Island
Bob, in play: Bear 2/2 green, Wolf 3/3
'''
[cards.Bolt]
line = "Instant {R}"
text = "Bolt deals 3 damage to any target."
"""


def at(*actions: str, day: str = "2021-11-19", text: str = BOLT) -> TableState:
    return replay(read_position(text, day, list(actions)), step_limit=5_000)


def offered(state: TableState) -> dict[str, str]:
    return {each.sentence: each.verdict for each in state.offers}


def test_a_question_is_asked_and_its_answer_goes_on():
    assert offered(at())["Ann plays Bolt tapping Mountain"] == "asks"
    asked = at("Ann plays Bolt tapping Mountain")
    assert (asked.stop, asked.done) == ("asks", 0)
    assert ("Wolf", "Ann chooses Wolf") in asked.answers
    assert "Ann chooses Bob's Bear" in dict(asked.answers).values()
    for _, answer in asked.answers:
        went_on = at("Ann plays Bolt tapping Mountain", answer)
        assert (went_on.stop, went_on.done) == ("", 2), answer
        assert [row["name"] for row in went_on.snapshots[-1]["stack"]] == ["Bolt"]


TWINCAST = """given = '''
Ann, in hand: Twincast. Bob, in hand: Grenade
'''
[cards.Twincast]
line = "Instant {0}"
text = "Copy target instant or sorcery spell. You may choose new targets for the copy."
[cards.Grenade]
line = "Instant {0}"
text = "Grenade deals 5 damage to any target."
"""


def test_an_answer_goes_to_the_question_of_its_own_step_past_one_that_needs_none():
    course = (
        "Ann passes",
        "Bob plays Grenade",
        "Bob chooses Ann",
        "Bob passes",
        "Ann plays Twincast",
        "All pass",
        "Ann does",
    )
    asked = at(*course, text=TWINCAST)
    assert ("Bob", "Ann chooses Bob") in asked.answers
    after = at(*course, "Ann chooses Bob", "All pass", text=TWINCAST)
    assert (after.stop, after.reason) == ("", "")
    assert {row["name"]: row["life"] for row in after.snapshots[-1]["players"]} == {"Ann": 20, "Bob": 15}


def test_who_has_left_on_the_way_is_no_longer_attacked():
    text = """players = ["Ann", "Bob", "Cid"]
given = '''
Ann, in play: Bear 2/2. In hand: Shock
Cid, 2 life
'''
[cards.Shock]
line = "Instant {0}"
text = "Shock deals 2 damage to any target."
"""
    course = ("Ann plays Shock", "Ann chooses Cid")
    assert not [each for each in offered(at(*course, text=text)) if "attacks" in each], "it has not resolved yet"
    assert at(*course, "Ann attacks Cid with Bear", text=text).stop == "refused"
    shown = offered(at(*course, "All pass", text=text))
    assert [each for each in shown if "attacks" in each] == ["Ann attacks Bob with Bear"]


PROPAGANDA = """given = '''
Ann, in play: Bear 2/2 green, Wolf 3/3, four Forest
Bob, in play: Propaganda
'''
[cards.Propaganda]
line = "Enchantment {2}{U}"
text = "Creatures can't attack you unless their controller pays {2} for each creature they control that's attacking you."
"""


def test_a_cost_to_attack_is_paid_by_tapping_lands_also_for_a_creature_that_joins():
    first = "Ann attacks Bob with Bear tapping Forest 3 and Forest 4"
    assert offered(at(text=PROPAGANDA))[first] == "legal"
    after = at(first, text=PROPAGANDA)
    assert (after.stop, after.done) == ("", 1)
    second = "Ann attacks Bob with Wolf tapping Forest 1 and Forest 2"
    assert offered(after)[second] == "legal"
    both = at(first, second, text=PROPAGANDA)
    assert (both.stop, both.done) == ("", 2)
    assert sum("tapped" in str(row) for row in both.snapshots[-1]["battlefield"]) == 6


LICID = """given = '''
Ann, in play: Ox, two Mountain
Bob, in play: Elk 4/4
'''
[cards.Ox]
line = "Creature - Licid 2/2"
text = '''
{T}: Ox becomes an Aura enchantment with enchant creature. Attach it to target creature. You may pay {R} to end this effect.
'''
"""


def test_ending_an_effect_is_paid_by_tapping_a_land():
    begun = ("Ann activates Ox", "Ann chooses Elk", "All pass")
    end = "Ann ends Ox's effect tapping Mountain 2"
    assert offered(at(*begun, text=LICID))[end] == "legal"
    after = at(*begun, end, text=LICID)
    assert (after.stop, after.done, after.is_due) == ("", 4, False)
    assert after.bill.start == "Ann ends Ox's effect"


def test_a_cost_to_attack_that_the_lands_cannot_pay_keeps_a_creature_back():
    poor = PROPAGANDA.replace("four", "three")
    (only,) = [each for each in offered(at(text=poor)) if "attacks Bob with Bear tapping" in each]
    assert not [each for each, verdict in offered(at(only, text=poor)).items() if "Wolf" in each and verdict == "legal"]


def test_nothing_is_tapped_for_an_attack_that_costs_nothing():
    refused = at("Ann attacks Bob with Bear tapping Forest")
    assert (refused.stop, refused.done) == ("refused", 0)


@pytest.mark.parametrize("second_first", [False, True])
def test_triggers_of_one_object_are_put_in_the_order_that_is_chosen(second_first):
    text = """given = "Ann, in hand: Ox"
[cards.Ox]
line = "Creature 2/2 {0}"
text = "When Ox enters, you lose 1 life.\\nWhen Ox enters, you gain 3 life."
"""
    asked = at("Ann plays Ox", "All pass", text=text)
    assert asked.question.texts == ("When Ox enters, you lose 1 life", "When Ox enters, you gain 3 life")
    _, answer = asked.answers[second_first]
    went_on = at("Ann plays Ox", "All pass", answer, "All pass", text=text)
    assert (went_on.stop, went_on.done) == ("", 4)
    assert went_on.snapshots[-1]["players"][0]["life"] == (19 if second_first else 23)


def test_a_refusal_is_named_with_the_rule_of_the_day():
    refused = at("Ann plays Island", "Bob plays Bear")
    assert (refused.stop, refused.done, refused.rule) == ("refused", 1, "117.1a")
    (island,) = [each for each in at("Ann plays Bolt tapping Mountain", "Ann chooses Wolf").offers
                 if each.about == "Island"]  # fmt: skip
    assert (island.verdict, island.rule) == ("refused", "116.2a")


def test_a_permanent_that_an_effect_changes_has_its_layers():
    text = (
        BOLT.replace("Mountain, Forest", "Grizzly 2/2 with a +1/+1 counter, Banner")
        + """[cards.Banner]
line = "Enchantment"
text = "Creatures you control get +1/+1 and have flying."
"""
    )
    rows = {row["name"]: row["layers"] for row in at(text=text).snapshots[-1]["battlefield"]}
    assert rows["Banner"] == rows["Wolf"] == []
    printed, *steps = rows["Grizzly"]
    assert (printed["power"], printed["abilities"], printed["source"]) == (2, [], "")
    assert [(row["number"], row["source"], row["power"], row["changed"]) for row in steps] == [
        ("6", "Banner", 2, ["abilities"]),
        ("7c", "Banner", 3, ["power", "toughness"]),
        ("7c", "its counters", 4, ["power", "toughness"]),
    ]
    assert steps[0]["abilities"] == ["flying"]
    assert "+1/+1" in steps[0]["text"]


def test_two_days_part_where_the_game_first_differs():
    course = ["Ann taps Mountain for mana", "All pass", "All pass"]
    parted = parting(at(*course, day="2009-05-01"), at(*course))
    assert parted is not None
    assert (parted.sentence, parted.differences) == (2, ("Ann’s life: 19 / 20",))
    assert parted.steps[0] is not None
    assert (parted.steps[0].text, parted.steps[0].rule) == ("Ann suffers mana burn", "300.3")
    assert parting(at(*course, day="2018-05-01"), at(*course)) is None
    refused = parting(at(*course, "Ann foos"), at(*course, "All pass"))
    assert refused is not None
    assert refused.sentence == 4


@pytest.mark.parametrize("course", [["Ann plays Island"], ["Ann plays Bolt tapping Mountain", "Ann chooses Wolf"]])
@pytest.mark.parametrize(
    "refused", [["Bob plays Wolf"], ["Bob plays Wolf", "All pass"], ["Ann attacks Bob with Forest"]]
)
def test_what_is_refused_leaves_the_table_as_it_was(course, refused):
    """Others may have passed until Bob could act; the next sentence goes on from before that."""
    state, before = at(*course, *refused), at(*course)
    assert state.stop == "refused"
    assert (state.deciders, offered(state)) == (before.deciders, offered(before))


def test_a_sentence_that_cannot_be_read_stops_the_course_before_it():
    state = at("Ann plays Island", "Ann foos Bear", "All pass")
    assert (state.stop, state.done) == ("unclear", 1)
    assert "Island" in [row["name"] for row in state.snapshots[-1]["battlefield"]]


def test_attackers_declared_one_by_one_attack_together():
    text = BOLT.replace("Mountain, Forest", "Ox 2/4, Mountain")
    first = offered(at("Ann attacks Bob with Ann's Bear", text=text))
    assert first["Ann attacks Bob with Ox"] == "legal"
    assert "Ann attacks Bob with Ann's Bear" not in first
    state = at("Ann attacks Bob with Ann's Bear", "Ann attacks Bob with Ox", text=text)
    assert (state.stop, state.done) == ("", 2)
    attacking = [row["name"] for row in state.snapshots[-1]["battlefield"] if "attacking" in row["status"]]
    assert attacking == ["Bear", "Ox"]
    blocks = offered(at("Ann attacks Bob with Ox", "All pass", text=text))
    assert blocks["Bob blocks Ox with Wolf"] == "legal"
    blocked = ("Ann attacks Bob with Ox", "All pass", "Bob blocks Ox with Wolf")
    assert offered(at(*blocked, text=text))["Bob blocks Ox with Bob's Bear"] == "legal"
    both = at(*blocked, "Bob blocks Ox with Bob's Bear", text=text)
    assert (both.stop, both.done) == ("", 4)
    assert sum("blocking" in row["status"] for row in both.snapshots[-1]["battlefield"]) == 2


def test_a_course_is_played_once(monkeypatch):
    """What else may join an attack or a block is tried where the game was before it, and that is not played again."""
    played, go = [], Play.go
    monkeypatch.setattr(
        Play, "go", lambda self, actions, watch=None: played.append(actions) or go(self, actions, watch)
    )
    state = at("Ann plays Island", "Ann attacks Bob with Ann's Bear", "All pass", "Bob blocks Ann's Bear with Wolf")
    assert offered(state)["Bob blocks Ann's Bear with Bob's Bear"] == "legal"
    assert len(played) == 1


def test_a_course_is_bounded():
    with pytest.raises(ScenarioError, match="80 are allowed"):
        at(*["All pass"] * (MAX_ACTIONS + 1))


CHOICES = """given = '''
Ann, in play: Ogre 6/6 with trample, Bear 2/2, Bell, Drum, Horn, Gong. In hand: Twins, Modes, Purge, Forest, Plains, Sage, Boon
Bob, in play: Bear 2/2, Wolf 3/3
'''
[cards.Twins]
line = "Instant"
text = "Destroy two target creatures."
[cards.Modes]
line = "Instant"
text = "Choose two —\\n• You gain 1 life.\\n• You draw a card.\\n• You gain 5 life."
[cards.Purge]
line = "Instant"
text = "Discard two cards."
[cards.Sage]
line = "Creature - Sage 1/1"
text = "As Sage enters the battlefield, choose a creature type."
[cards.Boon]
line = "Instant {X}"
text = "You gain X life."
""" + "".join(
    f'[cards.{name}]\nline = "Artifact"\ntext = "At the beginning of your upkeep, you gain {number} life."\n'
    for number, name in enumerate(("Bell", "Drum", "Horn", "Gong"), 1)
)


@pytest.mark.parametrize(
    ("course", "form", "filled"),
    [
        (["Ann plays Twins"], "several", [("Ann's Bear", "on"), ("Wolf", "on")]),
        (["Ann plays Purge", "All pass"], "several", [("Forest", "on"), ("Plains", "on")]),
        (["Ann attacks Bob with Ogre", "All pass", "Bob blocks Ogre with Bob's Bear", "All pass"], "shares",
         [("Bear", "2"), ("Bob", "4")]),
        (["Ann attacks Bob with Ogre", "All pass", "Bob blocks Ogre with Bob's Bear", "All pass"], "shares",
         [("Bear", "6"), ("Bob", "0")]),
        (["Bob's next turn", "Ann's next upkeep"], "order",
         [("Bell", "2"), ("Drum", "1"), ("Horn", "4"), ("Gong", "3")]),
        (["Ann plays Sage", "All pass"], "word", [("", "Goblin")]),
    ],
)  # fmt: skip
def test_an_answer_of_several_parts_is_put_together_and_accepted(course, form, filled):
    asked = at(*course, text=CHOICES)
    assert (asked.stop, asked.ballot and asked.ballot.form) == ("asks", form), asked
    if asked.ballot.parts:
        assert {name for name, _ in filled} <= {name for _, name in asked.ballot.parts}
    sentence = composed(form, asked.ballot.start, filled)
    went_on = at(*course, sentence, text=CHOICES)
    assert (went_on.stop, went_on.done) == ("", len(course) + 1), (sentence, went_on.reason)


@pytest.mark.parametrize(
    "course",
    [
        ["Ann attacks Bob with Ogre", "All pass", "Bob blocks Ogre with Bob's Bear", "All pass"],
        ["Ann plays Twins"],
        ["Ann plays Modes"],
        ["Ann plays Modes", "Ann chooses mode 2"],
        ["Ann plays Purge", "All pass"],
    ],
)
def test_every_button_under_a_question_is_an_answer_to_it(course):
    """Where a number is divided, all of it may go to one; where several are chosen, no button chooses too few."""
    asked = at(*course, text=CHOICES)
    assert asked.stop == "asks"
    assert asked.answers or asked.ballot
    for label, answer in asked.answers:
        went_on = at(*course, answer, text=CHOICES)
        assert went_on.stop in ("", "asks", "refused"), (label, answer, went_on.reason)
        assert went_on.question != asked.question, (label, answer)


def test_modes_are_offered_by_their_words():
    asked = at("Ann plays Modes", text=CHOICES)
    assert [label for label, _ in asked.answers] == [
        "1: You gain 1 life.",
        "2: You draw a card.",
        "3: You gain 5 life.",
    ]
    chosen = at("Ann plays Modes", *(asked.answers[place][1] for place in (0, 2)), "All pass", text=CHOICES)
    assert (chosen.stop, chosen.snapshots[-1]["players"][0]["life"]) == ("", 26)


WUG = "Wuggle target player sideways."
UNREAD = f"""given = '''
Ann, in play: Forest, Odd Banner, Bear 2/2. In hand: Odd Bolt, Odd Bear, Odd Land, Growth
Bob, in play: Wolf 3/3
'''
[cards."Odd Banner"]
line = "Artifact"
text = "Creatures you control get +1/+1.\\n{{T}}: {WUG}\\n{{T}}: Add {{G}}."
[cards."Odd Bolt"]
line = "Instant"
text = "Odd Bolt deals 1 damage to any target.\\n{WUG}"
[cards."Odd Bear"]
line = "Creature - Bear 2/2"
text = "Trample\\nWhen Odd Bear enters the battlefield, wuggle."
[cards."Odd Land"]
line = "Land"
text = "{{T}}: Add {{G}}.\\n{WUG}"
[cards.Growth]
line = "Instant"
text = "Return target creature to its owner's hand."
"""


def test_what_is_not_read_of_a_card_is_shown_and_what_would_need_it_is_not_modelled():
    state = at(text=UNREAD)
    offers = {each.sentence: each for each in state.offers}
    for sentence in (
        "Ann plays Odd Bolt",
        "Ann plays Odd Bear",
        "Ann plays Odd Land",
        f'Ann activates Odd Banner\'s ability "{{T}}: {WUG}"',
    ):
        assert offers[sentence].verdict == "not modelled", sentence
        assert "which is not read: " in offers[sentence].reason, sentence
    assert offers["Ann activates Odd Banner"].verdict == "legal"
    (banner,) = [row for row in state.snapshots[-1]["battlefield"] if row["name"] == "Odd Banner"]
    assert [each["paragraph"] for each in banner["unread"]] == [f"{{T}}: {WUG}"]
    assert {row["name"] for row in state.snapshots[-1]["players"][0]["hand"] if row.get("unread")} == {
        "Odd Bolt", "Odd Bear", "Odd Land",
    }  # fmt: skip
    (bear,) = [row for row in state.snapshots[-1]["battlefield"] if row["name"] == "Bear"]
    assert (bear["power"], bear.get("unread")) == (3, None), "what is read of the banner works"
    stopped = at("Ann plays Odd Bolt targeting Wolf", text=UNREAD)
    assert (stopped.stop, stopped.done) == ("not modelled", 0)
    assert "Odd Bolt says “" in stopped.reason


def test_nothing_comes_into_play_of_which_words_are_not_read():
    """By no way: here a spell returns it, and another puts it there."""
    text = UNREAD.replace(
        "Return target creature to its owner's hand.", "Put a creature card from your hand onto the battlefield."
    )
    stopped = at("Ann plays Growth", "All pass", "Ann chooses Odd Bear", text=text)
    assert stopped.stop == "not modelled", stopped
    assert "Odd Bear says “" in stopped.reason


@pytest.mark.slow
@pytest.mark.parametrize("path", SCENARIOS[:: max(1, len(SCENARIOS) // 12)], ids=lambda path: path.stem)
def test_every_step_of_a_course_that_a_scenario_does_is_offered(path):
    """Where a scenario plays, activates or attacks with something, the table offers an action of that kind with it."""
    text = path.read_text("utf-8")
    scenario = load_text(text, path.name)[0]
    sentences = [sentence.text for sentence in scenario.do]
    whole = at(*sentences, day=scenario.ruleset, text=text)
    if whole.stop:
        assert whole.stop in ("refused", "not modelled", "asks"), (path.name, whole.reason)
    for number, sentence in enumerate(sentences[: whole.done]):
        words = sentence.split()
        if len(words) < 3 or words[1] not in ("plays", "casts") or words[0] not in whole.players:
            continue
        before = at(*sentences[:number], day=scenario.ruleset, text=text)
        if before.stop or (before.deciders and words[0] not in before.deciders):
            continue
        legal = [each for each in before.offers if each.verdict in ("legal", "asks")]
        assert any(each.about and each.about.rpartition("'s ")[2] in sentence for each in legal), (
            sentence,
            before.offers,
        )


PAYING = """given = '''
Ann, in play: two Forest, Swamp, Elf 1/1 green new, Golem 2/2 artifact creature. In hand: Wurm, Cog, Eater, Ball, Bane
Ann, in graveyard: Rat 1/1, Owl 1/1, Bat 1/1
Bob, in play: three Island
Bob, in hand: Leak
'''
[cards.Wurm]
line = "Creature - Wurm 5/5 {3}{G}{G}"
text = "Convoke"
[cards.Cog]
line = "Artifact {4}"
text = "Improvise"
[cards.Eater]
line = "Creature 5/5 {5}{B}"
text = "Delve"
[cards.Ball]
line = "Artifact Creature 0/0 {X}{X}"
text = "Ball enters the battlefield with X +1/+1 counters on it."
[cards.Bane]
line = "Sorcery {X}{B}"
text = "Bane deals X damage to any target."
[cards.Leak]
line = "Instant {0}"
text = "Counter target spell unless its controller pays {1}."
"""


@pytest.mark.parametrize(
    ("name", "paid"),
    [
        ("Wurm", "paying tap Elf and Golem tapping Forest 1 and Forest 2 and Swamp"),
        ("Cog", "paying tap Golem tapping Forest 1 and Forest 2 and Swamp"),
        ("Eater", "paying exile Rat and Owl and Bat tapping Forest 1 and Forest 2 and Swamp"),
    ],
)
def test_what_helps_to_pay_is_offered_and_what_suffices_is_chosen(name, paid):
    """Convoke (702.51), improvise (702.126), delve (702.66)."""
    assert offered(at(text=PAYING))[f"Ann plays {name}"] == "asks"
    due = at(f"Ann plays {name}", text=PAYING)
    assert due.is_due
    assert due.bill.sentence == f"Ann plays {name} {paid}"
    went_on = at(due.bill.sentence, text=PAYING)
    assert (went_on.stop, went_on.done, went_on.is_due) == ("", 1, False)
    assert paid_with(due.bill.start, went_on.bill.means) == due.bill.sentence, "it can be paid otherwise"


def test_a_spell_that_nothing_pays_for_is_refused():
    poor = PAYING.replace("two Forest, Swamp, ", "").replace("Ann, in graveyard: Rat 1/1, Owl 1/1, Bat 1/1\n", "")
    assert offered(at(text=poor))["Ann plays Wurm"] == "refused"
    refused = at("Ann plays Wurm", text=poor)
    assert (refused.stop, refused.is_due) == ("refused", False)


@pytest.mark.parametrize(("name", "most"), [("Ball", 1), ("Bane", 2)])
def test_a_number_is_offered_as_far_as_it_can_be_paid_and_paid_after_its_choices(name, most):
    asked = at(f"Ann plays {name}", text=PAYING)
    assert [label for label, _ in asked.answers] == [str(number) for number in range(most + 1)]
    assert (asked.limit, asked.ballot) == (most, None)
    course = [f"Ann plays {name}", asked.answers[-1][1], *(["Ann chooses Bob"] if name == "Bane" else [])]
    due = at(*course, text=PAYING)
    assert due.is_due
    assert due.bill.number == 1
    paid = at(due.bill.sentence, *course[1:], "All pass", text=PAYING)
    assert (paid.stop, paid.done) == ("", len(course) + 1)
    bob = next(row["life"] for row in paid.snapshots[-1]["players"] if row["name"] == "Bob")
    assert bob == (18 if name == "Bane" else 20)


def test_what_is_paid_as_something_resolves_is_tapped_for_with_the_answer():
    course = ["Ann plays Ball", "Ann chooses 0", "Bob plays Leak", "All pass"]
    asked = at(*course, text=PAYING)
    assert asked_plainly(asked.question) == "Pay {1}?"
    assert asked.answers == [("Yes: tap Swamp", "Ann pays tapping Swamp"), ("No", "Ann does not pay")]
    paid = at(*course, "Ann pays tapping Swamp", text=PAYING)
    assert (paid.stop, [row["name"] for row in paid.snapshots[-1]["stack"]]) == ("", ["Ball"])


SHARED = """given = '''
Ann, in play: five Mountain, Elf 1/1 red. In hand: Thunder, Chord
Ann, library: Cub 2/2, Pup 1/1
Bob, in play: Bear 2/2, Ox 2/4
'''
[cards.Thunder]
line = "Sorcery {X}{R}{R}"
text = "Thunder deals X damage divided as you choose among any number of targets."
[cards.Chord]
line = "Instant {4}{R}{R}"
text = "Convoke\\nSearch your library for a creature card, put it onto the battlefield, then shuffle."
"""


def test_a_number_that_is_divided_is_offered_as_far_as_it_can_be_paid():
    asked = at("Ann plays Thunder", text=SHARED)
    assert (asked.limit, len(asked.answers)) == (3, 4)


def test_what_is_chosen_later_does_not_help_to_pay():
    """An answer that names a creature is for the search, though a creature could be tapped for convoke."""
    paid = at("Ann plays Chord", text=SHARED).bill.sentence
    found = at(paid, "All pass", "Ann chooses Cub", text=SHARED)
    assert (found.stop, found.reason) == ("", "")
    assert "Cub" in [row["name"] for row in found.snapshots[-1]["battlefield"]]


PACT = """given = '''
Ann, in play: three Swamp. In hand: Pact
Ann's end step
'''
[cards.Pact]
line = "Instant {0}"
text = "At the beginning of your next upkeep, pay {2}{B}. If you don't, you lose the game."
"""
IN_UPKEEP = ("Ann plays Pact", "All pass", "Bob's upkeep", "Ann's upkeep")


def test_nobody_has_to_make_mana_for_what_is_to_be_paid():
    """118.3c: told to pay, a player without mana in the pool may let it be; who cannot pay does not."""
    asked = at(*IN_UPKEEP, "All pass", text=PACT)
    assert [sentence for _, sentence in asked.answers] == [
        "Ann pays tapping Swamp 1 and Swamp 2 and Swamp 3",
        "Ann does not pay",
    ]
    for answer, is_over in (("Ann does not pay", True), (asked.answers[0][1], False)):
        state = at(*IN_UPKEEP, "All pass", answer, text=PACT)
        assert (state.stop, not state.deciders) == ("", is_over)
    floating = [f"Ann taps Swamp {number} for mana" for number in (1, 2, 3)]
    assert at(*IN_UPKEEP, *floating, "All pass", text=PACT).deciders, "mana that is there is paid"
    poor = at(*IN_UPKEEP, "All pass", text=PACT.replace("three", "two"))
    assert (poor.stop, poor.deciders) == ("", [])


def test_all_pass_in_one_go_as_far_as_nothing_triggers_and_nobody_chooses():
    state = at()
    assert [way.sentence for way in state.ways] == ["Ann's beginning of combat", "Ann's end step", "Bob's upkeep"]
    assert at(state.ways[1].sentence).snapshots[-1]["phase"] == "end"
    gong = BOLT.replace("Mountain, Forest", "Mountain, Gong") + (
        '[cards.Gong]\nline = "Artifact"\n'
        'text = "At the beginning of your end step, you may draw a card.\\nWhenever a creature attacks, draw a card."\n'
    )
    *_, stops = at(text=gong).ways
    assert (stops.sentence, stops.label) == ("Ann's end step", "To Ann’s end step: Gong's ability on the stack")
    reached = at(stops.sentence, text=gong)
    assert [row["name"] for row in reached.snapshots[-1]["stack"]] == ["Gong's ability"]
    assert not reached.ways, "one object on the stack resolves by passing"
    attacked = at("Ann attacks Bob with Ann's Bear", "All pass", text=gong)
    (way,) = attacked.ways
    assert way.label == "To Ann’s declare blockers step: blockers are declared"


def test_in_the_cleanup_step_nobody_passes_over_the_next_upkeep():
    state = at("Ann's end step", "All pass")
    assert (state.snapshots[-1]["phase"], state.has_priority) == ("cleanup", False)
    assert "All pass" not in offered(state)
    assert [way.sentence for way in state.ways][:1] == ["Bob's upkeep"]


def test_who_declares_no_blockers_leaves_the_attacker_its_priority():
    text = BOLT.replace("Mountain, Forest", "Mountain, Forest, Ox 2/4")
    declaring = at("Ann attacks Bob with Ox", "All pass", text=text)
    assert "All pass" not in offered(declaring)
    assert offered(declaring)["Bob declares no blockers"] == "legal"
    after = at("Ann attacks Bob with Ox", "All pass", "Bob declares no blockers", text=text)
    assert (after.deciders, after.snapshots[-1]["phase"]) == (["Ann"], "declare blockers")


FOUR = """players = ["Ann", "Bob", "Cid", "Dan"]
given = '''
Ann, in play: Bear 2/2, Wolf 3/3, Drake 2/2 with flying and menace, Sloth 1/1 new, Snail 1/1 tapped
Bob, in play: Ox 2/4, Owl 1/1 with flying, Hawk 1/1 with flying
Cid, in play: Elk 3/3
Dan, in play: Ape 1/1
'''
"""


def test_a_whole_attack_and_all_blocks_are_declared_by_forms():
    (form,) = at(text=FOUR).declarations
    foes = ("Bob", "Cid", "Dan")
    assert (form.kind, form.player) == ("attack", "Ann")
    assert form.rows == (("Bear", foes, 1), ("Wolf", foes, 1), ("Drake", foes, 1))
    attack = declared("attack", "Ann", [("Bear", "Bob"), ("Wolf", "Cid"), ("Drake", "Bob")])
    declaring = at(*attack, "All pass", text=FOUR)
    assert declaring.deciders == ["Bob", "Cid"]
    assert [(each.player, each.rows) for each in declaring.declarations] == [
        ("Bob", (("Ox", ("Bear",), 1), ("Owl", ("Bear", "Drake"), 1), ("Hawk", ("Bear", "Drake"), 1))),
        ("Cid", (("Elk", ("Wolf",), 1),)),
    ]
    blocks = declared("block", "Bob", [("Ox", "Bear"), ("Owl", "Drake"), ("Hawk", "Drake")])
    first = at(*attack, "All pass", *blocks, text=FOUR)
    assert (first.stop, first.deciders) == ("", ["Cid"])
    done = at(*attack, "All pass", *blocks, "Cid blocks Wolf with Elk", text=FOUR)
    assert (done.stop, done.deciders, done.has_priority) == ("", ["Ann"], True)
    alone = declared("block", "Bob", [("Ox", ""), ("Owl", "Drake"), ("Hawk", "")])
    assert at(*attack, "All pass", *alone, text=FOUR).stop == "refused", "menace"


GUARD = """given = '''
Ann, in play: Bear 2/2, Wolf 3/3, Ox 2/4
Bob, in play: Guard 0/6 with "Guard can block an additional creature each combat.", Rat 1/1
'''
"""


def test_a_creature_that_may_block_several_is_asked_for_each_by_the_form():
    attack = declared("attack", "Ann", [("Bear", "Bob"), ("Wolf", "Bob"), ("Ox", "Bob")])
    (form,) = at(*attack, "All pass", text=GUARD).declarations
    assert [(creature, number) for creature, _, number in form.asks] == [("Guard", 1), ("Guard", 2), ("Rat", 1)]
    blocks = declared("block", "Bob", [("Guard", "Bear"), ("Guard", "Ox"), ("Rat", "")])
    done = at(*attack, "All pass", *blocks, text=GUARD)
    assert (done.stop, done.has_priority) == ("", True)
    assert [step.text for step in done.steps if " blocks " in step.text] == ["Guard blocks Bear, Ox"]


def test_nobody_is_asked_for_blocks_that_cannot_be():
    text = GUARD.replace("Guard 0/6", "Guard 0/6 tapped").replace("Rat 1/1", "Rat 1/1 tapped")
    attacked = at("Ann attacks Bob with Bear", text=text)
    assert [way.sentence for way in attacked.ways] == ["Ann's combat damage step", "Ann's end step", "Bob's upkeep"]
    done = at("Ann attacks Bob with Bear", "Ann's combat damage step", text=text)
    assert [player["life"] for player in done.snapshots[-1]["players"]] == [20, 18]
    asked = at("Ann attacks Bob with Bear", "All pass", text=text)
    assert (asked.declarations, [way.sentence for way in asked.ways][:1]) == ([], ["Ann's combat damage step"])


RIFT = """given = '''
Ann, in hand: Rift. Mana pool: {R}. Library: two Forest
Bob, in play: Bear 2/2, Wolf 3/3. Library: two Forest
'''
[cards.Rift]
line = "Sorcery {2}{R}"
text = "Rift deals 3 damage to target creature.\\nSuspend 1—{R}"
"""


def test_who_may_cast_a_suspended_spell_is_asked_for_that_before_its_target():
    course = ("Ann suspends Rift", "Ann's next upkeep", "All pass", "All pass")
    asked = at(*course, day="2026-06-19", text=RIFT)
    assert asked.question is not None
    assert asked.question.kind == "may"
    target = at(*course, "Ann does", day="2026-06-19", text=RIFT)
    assert target.question is not None
    assert target.question.kind == "target"
    cast = at(*course, "Ann does", "Ann chooses Bear", "All pass", day="2026-06-19", text=RIFT)
    assert [row["name"] for row in cast.snapshots[-1]["players"][1]["graveyard"]] == ["Bear"]
    alone = at(*course, day="2026-06-19", text=RIFT.replace("in play: Bear 2/2, Wolf 3/3", "20 life"))
    assert (alone.stop, [row["name"] for row in alone.snapshots[-1]["exile"]]) == ("", ["Rift"]), "no target"
    forced = at(*course, text=RIFT).question
    assert forced is not None
    assert forced.kind == "target", "until 2024 it is cast if able"


HELPED = """given = '''
Ann, in play: Engineer, Font, Elf 1/1, Ox 2/4, Forest. In hand: Golem, Revival
Ann's library: three Forest
'''
[cards.Engineer]
line = "Creature - Vedalken 1/3"
text = "Artifact spells you cast have convoke."
[cards.Font]
line = "Artifact"
text = "Waterbend {3}: Draw a card."
[cards.Golem]
line = "Artifact Creature - Golem 3/3 {4}"
text = ""
[cards.Revival]
line = "Sorcery {G}"
text = "As an additional cost to cast this spell, waterbend {3}.\\nDraw two cards."
"""


@pytest.mark.parametrize(
    ("sentence", "helpers", "number"),
    [
        ("Ann plays Golem", {"Engineer", "Elf", "Ox"}, 4),
        ("Ann activates Font", {"Engineer", "Font", "Elf", "Ox"}, 3),
        ("Ann plays Revival", {"Engineer", "Font", "Elf", "Ox"}, 4),
    ],
)
def test_what_effects_and_waterbend_let_help_to_pay_stands_in_the_payment(sentence, helpers, number):
    day = "2026-06-19"
    assert offered(at(day=day, text=HELPED))[sentence] == "asks"
    due = at(sentence, day=day, text=HELPED)
    assert due.is_due
    assert due.bill is not None
    assert {each.name for each in due.bill.means if each.verb == "tap"} == helpers
    assert sum(each.chosen for each in due.bill.means) == number
    paid = at(due.bill.sentence, day=day, text=HELPED)
    assert (paid.stop, len(paid.snapshots[-1]["stack"])) == ("", 1)
