"""The bench: strangers' scenarios are played within bounds, and nothing that they do breaks it."""

from __future__ import annotations

import html

import pytest

from rulesite import sandbox
from rulesite.checks.models import Scenario, Verdict
from rulesite.checks.playing import sandbox as playing_sandbox
from rulesite.checks.playing.edits import fields
from rulesite.checks.playing.sandbox import play
from rulesite.checks.views.try_scenario import LONGEST
from tests.checks.test_commands import BOLT, TWO_FACED

TWO_SPELLS = """
title = "Mana for one spell"
kind = "outcome"
ruleset = "2006-10-01"
given = "Ann, in hand: Bolt, Spark. Mana pool: {R}"
do = "Ann plays Bolt targeting Bob"
[cards.Bolt]
line = "Instant {R}"
text = "Bolt deals 3 damage to target creature or player."
from = "supplied"
[cards.Spark]
line = "Instant {R}"
text = "Spark deals 1 damage to target creature or player."
from = "supplied"
[[expect]]
illegal = "Ann plays Spark targeting Bob"
at = "Ann plays Bolt"
because = "{R}"
[[control]]
change = "Ann's mana pool: {R}{R}"
then = "Ann plays Spark targeting Bob is legal"
"""


def test_a_slip_is_told_with_its_line_and_how_to_mend_it():
    found = play(BOLT.replace("[[control]]", "[[kontrol]]"))
    assert found["line"]
    assert found["mend"]


@pytest.mark.slow
def test_a_loop_of_mandatory_actions_ends_with_the_steps_allowed():
    loop = BOLT.replace("Bolt deals 3 damage to target creature or player.", "Whenever you gain life, you gain 1 life.")
    loop = loop.replace('line = "Instant {R}"', 'line = "Enchantment"').replace(
        "in hand: Bolt. Mana pool: {R}.", "in play: Bolt. In hand: Sip."
    )
    loop = loop.replace("Ann plays Bolt targeting Bear. All pass", "Ann plays Sip. Everything resolves")
    loop = loop.replace(
        "[[expect]]", '[cards.Sip]\nline = "Instant {0}"\ntext = "You gain 1 life."\nfrom = "supplied"\n[[expect]]', 1
    )
    found = play(loop)
    said = found["outcomes"][0]["reason"] if "outcomes" in found else found["error"]
    assert "5,000" in said or "5000" in said


@pytest.mark.parametrize(
    "text", ["", "\x00", "title = 1", "[[scenario]]", "given = {", "🂡" * 50, 'kind = "outcome"\n' * 3]
)
def test_nonsense_gets_an_answer(text):
    assert "error" in play(text)


@pytest.mark.django_db
def test_a_text_that_is_too_long_is_not_even_read(client):
    page = client.post("/games/try/", {"text": "#" * (LONGEST + 1)})
    assert "40,001 characters, and 40,000 are allowed" in page.content.decode()


@pytest.mark.slow
@pytest.mark.django_db
def test_what_is_drawn_is_bounded_too(client):
    """Symbols are drawn where the set-up, the cards and the moves are shown: small texts make large pages."""
    text = BOLT.replace(
        "[[expect]]", f'[cards.Long]\nline = "Sorcery"\ntext = "{"{X}" * 12_000}"\nfrom = "supplied"\n[[expect]]', 1
    )
    page = client.post("/games/try/", {"text": text})
    assert len(page.content) < 2_000_000
    assert "the limit here" in page.content.decode()


@pytest.mark.django_db
def test_a_page_is_served_and_the_text_kept_when_too_much_is_tried_at_once(client, monkeypatch):
    def busy(*_, **__):
        raise sandbox.Busy

    monkeypatch.setattr(sandbox, "run", busy)
    page = client.post("/games/try/", {"text": BOLT})
    assert page.status_code == 503
    assert page["Retry-After"]
    assert "Try again" in page.content.decode()
    assert "Ann plays Bolt" in page.content.decode()


@pytest.mark.slow
@pytest.mark.django_db
def test_the_page_plays_and_keeps_nothing(client):
    page = client.post("/games/try/", {"text": BOLT})
    assert page.status_code == 200
    assert "other result" in page.content.decode()
    assert (Scenario.objects.count(), Verdict.objects.count()) == (0, 0)


@pytest.mark.slow
@pytest.mark.django_db
def test_a_field_is_changed_and_the_answer_is_a_sentence(client):
    """The bear has one toughness more than the bolt deals damage."""
    field = next(field for field in fields(BOLT) if field.name == "given")
    toughness = field.value.replace("Bear 2/2", "Bear 2/4")
    form = {"text": BOLT, "given": toughness, "was-given": field.digest}
    shown = html.unescape(client.post("/games/try/", form).content.decode())
    assert "With your change it is not true that Bear is in Bob's graveyard" in shown
    assert shown.index("With your change") < shown.index("What the example says")
    assert "Bear 2/4" in shown.partition('id="text"')[2]
    unchanged = html.unescape(client.post("/games/try/", {**form, "text-only": "1"}).content.decode())
    assert "it is true that Bear is in Bob's graveyard" in unchanged


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("field", "value", "answer"),
    [
        ("given", "Ann, in hand: Bolt, Spark. Mana pool: {R}{R}", "this is legal"),
        ("card-1-text", "Spark deals 1 damage to target creature.", "this is not legal"),
        ("given", "Ann, in hand: Bolt, Spark. Mana pool: {W}", "this can’t be tried"),
    ],
)
def test_an_answer_says_what_an_action_is_whatever_was_expected_of_it(client, field, value, answer):
    """The game expects that the mana is missing for a second spell, and not that it may not have this target."""
    digest = next(each for each in fields(TWO_SPELLS) if each.name == field).digest
    form = {"text": TWO_SPELLS, field: value, f"was-{field}": digest}
    shown = html.unescape(client.post("/games/try/", form).content.decode())
    answers = shown.partition('class="answers"')[2].partition("</ul>")[0]
    assert f"With your change {answer} after “Ann plays Bolt”: Ann plays Spark targeting Bob" in answers
    assert "not because" not in answers


@pytest.mark.slow
@pytest.mark.django_db
def test_a_changed_game_is_not_judged_by_controls_that_were_made_for_another(client):
    """With four toughness the bear lives with a bolt, as it does in the control."""
    field = next(field for field in fields(BOLT) if field.name == "given")
    form = {"text": BOLT, "given": field.value.replace("Bear 2/2", "Bear 2/4"), "was-given": field.digest}
    shown = html.unescape(client.post("/games/try/", form).content.decode())
    head, _, folded = shown.partition('<details class="beside-changes">')
    assert "Not as the example says" in head
    assert "control" not in head.partition('class="tried"')[2].casefold()
    assert "line 12" not in head
    assert "Controls" in folded.partition("</details>")[0]


@pytest.mark.slow
@pytest.mark.django_db
def test_the_page_shows_every_face_of_a_card(client):
    shown = client.post("/games/try/", {"text": TWO_FACED}).content.decode()
    assert shown.count("Howler") > TWO_FACED.count("Howler")


@pytest.mark.django_db
def test_the_page_shows_what_is_wrong_beside_what_was_written(client):
    text = BOLT.replace("is in Bob's graveyard", "flummoxes <b>Bob</b>")
    shown = client.post("/games/try/", {"text": text}).content.decode()
    assert "Line 12" in shown
    assert "flummoxes &lt;b&gt;Bob" in shown
    assert "<b>Bob</b>" not in shown


@pytest.mark.django_db
def test_nothing_is_played_for_an_empty_text(client):
    assert "nothing to play" in client.post("/games/try/", {"text": "  "}).content.decode()


@pytest.mark.slow
@pytest.mark.django_db
def test_readers_are_not_told_where_files_of_the_server_lie(client, monkeypatch, caplog):
    def fail(*_, **__):
        raise PermissionError(13, "Permission denied", "/srv/rulesite/var/compiled")

    monkeypatch.setattr(playing_sandbox, "load_text", fail)
    page = client.post("/games/try/", {"text": BOLT}).content.decode()
    assert "the fault is ours" in page
    assert "/srv/" not in page
    assert "/srv/" not in str(play(BOLT))
    assert "/srv/" in caplog.text
