"""The table: set by a form, played by buttons, shared by its address, replayed under the rules of another day."""

from __future__ import annotations

import html
import re

import pytest
from django.core.management import call_command

from rulesite import sandbox
from rulesite.checks.models import Scenario
from rulesite.checks.playing import table
from rulesite.checks.playing.table import state_of
from rulesite.checks.playing.table_link import MAX_PACKED, TableLink, position_from_lists, position_text, unpack
from rulesite.checks.views.table import GAMES, STATES
from rulesite.engine import disk_cache
from rulesite.engine.cardtext.parser import read as reading
from rulesite.engine.scenario.tabletop.position import read_position, setup_of
from tests.checks.test_commands import BOLT, TWO_FACED

DAY = "2006-10-01"
LISTS = {
    "Ann-play": "Mountain\nBear 2/2 green",
    "Ann-hand": "Bolt | Instant {R} | Bolt deals 3 damage to target creature or player.",
    "Bob-play": "Wolf 3/3 green",
}


def begun(client):
    """The page of a table that was just set."""
    return client.post("/table/", {**LISTS, "day": DAY, "begin": "1"}, follow=True)


def text_of(page) -> str:
    return html.unescape(page.content.decode())


def press(client, page, name: str, value: str):
    """The page after a button, which must be there, is pressed."""
    shown = text_of(page)
    assert f'name="{name}" value="{value}"' in shown, shown
    form = {key: re.search(rf'name="{key}" value="([^"]*)"', shown)[1] for key in ("t", "done")}
    return client.post("/table/", {**form, name: value}, follow=True)


@pytest.mark.slow
def test_what_a_first_table_loads_is_loaded_before_it_without_the_database(monkeypatch):
    """Each worker is forked from the process that prepares: what that has not loaded, every action would load."""
    drawn = []
    render = table.render_to_string
    monkeypatch.setattr(table, "render_to_string", lambda *args: drawn.append((args, render(*args))))
    table.prepare()
    assert {context["state"].stop for (_, context), _ in drawn} == {"", "asks", "refused"}
    assert all("The course" in page for _, page in drawn)


@pytest.mark.slow
@pytest.mark.django_db
def test_the_cards_of_a_table_are_read_once_for_all_its_actions(tmp_path, monkeypatch):
    monkeypatch.setattr(disk_cache, "_folder", tmp_path)
    monkeypatch.setattr(table, "MAX_KEPT", 1)
    texts = ["Destroy target creature.", "Destroy target artifact."]
    bolts = [position_from_lists({("Ann", "hand"): f"Bolt | Instant {{R}} | {text}"}, {}) for text in texts]
    read_texts, paragraphs = [], reading.Paragraphs
    monkeypatch.setattr(reading, "Paragraphs", lambda text, *more: read_texts.append(text) or paragraphs(text, *more))
    for bolt in (bolts[0], bolts[0], bolts[1], bolts[0]):
        reading._readings.cache_clear()
        assert state_of(DAY, bolt, [])["actions"]
    assert read_texts == [texts[0], texts[1], texts[0]], "each is read anew in a process, but for what was kept"
    assert len([path for path in tmp_path.iterdir() if path.name.startswith("table-")]) == 1


@pytest.mark.slow
@pytest.mark.django_db
def test_a_stranger_sets_a_table_and_plays_it_by_buttons(client):
    assert client.get("/table/").status_code == 200
    page = begun(client)
    assert "Ann may act" in text_of(page)
    page = press(client, page, "act", "Ann plays Bolt tapping Mountain")
    assert "Ann has to choose for Bolt" in text_of(page)
    page = press(client, page, "answer", "Ann chooses Wolf")
    page = press(client, page, "act", "All pass")
    shown = text_of(page)
    assert re.search(r"Wolf.{0,40}(destroyed|graveyard)", re.sub(r"<[^>]*>", " ", shown), re.S)
    again = client.get(page.request["PATH_INFO"] + "?" + page.request["QUERY_STRING"])
    assert text_of(again).count('class="step"') == shown.count('class="step"') > 5
    undone = press(client, page, "keep", "0")
    assert 'value="Ann plays Bolt tapping Mountain"' in text_of(undone)


@pytest.mark.slow
@pytest.mark.django_db
def test_the_layers_of_a_changed_permanent_stand_under_it(client):
    anthem = "Anthem | Enchantment {W} | Creatures you control get +1/+1."
    page = client.post("/table/", {**LISTS, "Ann-play": f"Bear 2/2\n{anthem}", "day": DAY, "begin": "1"}, follow=True)
    (layers,) = re.findall(r'<details class="layers">.*?</details>', text_of(page), re.S)
    cells = [re.sub(r"<[^>]*>", " ", cell).split() for cell in re.findall(r"<td>(.*?)</td>", layers, re.S)]
    assert [" ".join(cell) for cell in cells] == [
        "", "as printed", "2/2 Creature",
        "6d static", "Anthem : Creatures you control get +1/+1 timestamp 1", "3/3",
    ]  # fmt: skip


@pytest.mark.slow
@pytest.mark.django_db
def test_two_days_stand_side_by_side_with_the_step_where_they_part(client):
    page = press(client, begun(client), "act", "Ann taps Mountain for mana")
    page = press(client, page, "act", "All pass")
    form = {"t": re.search(r'name="t" value="([^"]*)"', text_of(page))[1]}
    page = client.post("/table/", {**form, "day": "2021-11-19", "compare": "1"}, follow=True)
    shown = text_of(page)
    assert "They part at step 2: All pass" in shown
    assert "Ann suffers mana burn" in re.search(r'class="outcome parting".*?</div>', shown, re.S)[0]
    assert "Ann’s life: 19 / 20" in shown
    assert [shown.count(f">{day}</h2>") for day in (DAY, "2021-11-19")] == [1, 1]
    assert "with=2021-11-19" in page.request["QUERY_STRING"]
    same = client.post("/table/", {**form, "day": DAY, "compare": "1"}, follow=True)
    assert "The same comes of both" in text_of(same)
    wrong = client.post("/table/", {**form, "day": "nonsense", "compare": "1"}, follow=True)
    assert "It can’t be played" in text_of(wrong)
    back = client.post("/table/", form, follow=True)
    assert "with=" not in back.request["QUERY_STRING"]
    assert "Ann may act" in text_of(back)


@pytest.mark.slow
@pytest.mark.django_db
def test_a_refused_action_names_its_rule_and_the_course_goes_on_without_it(client):
    page = begun(client)
    form = {key: re.search(rf'name="{key}" value="([^"]*)"', text_of(page))[1] for key in ("t", "done")}
    refused = client.post("/table/", {**form, "sentence": "Bob attacks Ann with Wolf"}, follow=True)
    assert "The rules do not allow this" in text_of(refused)
    assert "Step 1" in text_of(refused)
    page = press(client, refused, "act", "All pass")
    assert "The rules do not allow this" not in text_of(page)


@pytest.mark.django_db
@pytest.mark.parametrize("t", ["", "nonsense", "eJx", "A" * (MAX_PACKED + 1)])
def test_a_broken_link_is_told(client, t):
    page = client.get("/table/", {"t": t})
    assert page.status_code == 400
    assert "not a whole one" in text_of(page)


@pytest.mark.slow
@pytest.mark.django_db
def test_what_cannot_be_set_up_is_told_with_its_line(client):
    page = client.post("/table/", {"text": 'given = "Ann foos"', "day": DAY, "begin": "1"}, follow=True)
    assert "It can’t be played" in text_of(page)
    assert "Ann foos" in text_of(page)


@pytest.mark.slow
@pytest.mark.django_db
def test_an_example_opens_at_the_table_at_its_end(client):
    Scenario.objects.create(slug="bolt", title="Bolt", kind="outcome", ruleset=DAY, text=BOLT)
    page = client.get("/table/?scenario=bolt", follow=True)
    assert "It can’t be played" not in text_of(page)
    assert "Bear" in text_of(page)


@pytest.mark.parametrize("text", [BOLT, TWO_FACED], ids=["one face", "two faces"])
def test_a_position_is_written_as_it_was_read(text):
    written = position_text(setup_of(text))
    assert read_position(written, DAY, []).cards
    assert setup_of(written) == {**setup_of(text), "given": setup_of(written)["given"]}
    assert setup_of(written)["given"].strip() == str(setup_of(text)["given"]).strip()


def test_a_link_holds_the_whole_table_and_is_bounded():
    link = TableLink(DAY, position_from_lists({("Ann", "play"): "Bear 2/2"}, {}), ("All pass", "Ann does"))
    assert unpack(link.pack()) == link
    assert unpack(TableLink(DAY, "x" * 2_000_000).pack()) is None


@pytest.mark.slow
@pytest.mark.django_db
def test_the_state_is_plain_data():
    state = state_of(DAY, position_from_lists({("Ann", "play"): "Bear 2/2, Ox 2/4", ("Bob", "hand"): "Forest"}, {}), [])
    assert {each["sentence"] for each in state["actions"]} >= {"All pass", "Ann attacks Bob with Bear"}
    assert [row["name"] for row in state["state"]["battlefield"]] == ["Bear", "Ox"]


@pytest.mark.slow
@pytest.mark.django_db
def test_the_data_say_where_another_day_parts():
    position = position_from_lists({("Ann", "play"): "Mountain"}, {})
    course = ["Ann taps Mountain for mana", "All pass"]
    parted = state_of("2009-05-01", position, course, "2021-11-19")["parting"]
    assert (parted["sentence"], parted["differences"]) == (2, ("Ann’s life: 19 / 20",))
    assert parted["steps"][0]["text"] == "Ann suffers mana burn"
    assert state_of("2009-05-01", position, course)["parting"] is None


@pytest.mark.django_db
def test_a_busy_site_keeps_the_table_and_offers_to_try_again(client, monkeypatch):
    def refuse(*_, **__):
        raise sandbox.Busy

    monkeypatch.setattr(sandbox, "run", refuse)
    page = begun(client)
    assert page.status_code == 503
    assert page.headers["Retry-After"]
    assert f'href="/table/?{page.request["QUERY_STRING"]}">Try again' in text_of(page)


@pytest.mark.slow
@pytest.mark.django_db
def test_a_card_that_is_held_goes_on_the_table_by_its_name_alone(client):
    call_command("ingest_cards", "tests/machine/cards.json")
    assert "Pocket Flier" in text_of(client.get("/table/?card=pocket-flier"))
    page = client.post(
        "/table/", {"Ann-play": "pocket flier", "Bob-play": "Wolf 3/3", "day": DAY, "begin": "1"}, follow=True
    )
    page = press(client, page, "act", "Ann attacks Bob with Pocket Flier")
    while "Bob blocks" not in text_of(page):
        page = press(client, page, "act", "All pass")
    assert "Bob blocks Pocket Flier with Wolf</b>" in text_of(page), "it is refused: the Flier flies"


@pytest.mark.django_db
def test_a_card_that_is_held_may_have_its_number_before_it_and_its_state_after_it():
    fields = {"line": "Legendary Creature - Human 2/2", "text": ""}

    def held(name):
        return ("Hild, of the Hill", fields) if name == "Hild, of the Hill" else None

    rows = "two Hild, of the Hill with a +1/+1 counter\nHild, of the Hill face down\nHild 4/4 tapped\n2 Forest"
    position = position_from_lists({("Ann", "play"): rows}, {}, held)
    written = "two Hild, of the Hill with a +1/+1 counter, Hild, of the Hill face down, Hild 4/4 tapped, 2 Forest"
    assert f"in play: {written}\n" in position
    state = state_of(DAY, position, [])
    hilds = [row for row in state["state"]["battlefield"] if row["name"].startswith("Hild, of")]
    assert [row["counters"] for row in hilds[:2]] == [{"+1/+1": 1}] * 2
    assert len(hilds) == 3


@pytest.mark.slow
@pytest.mark.django_db
def test_a_name_that_nobody_knows_is_told_with_how_to_write_it(client):
    page = client.post("/table/", {**LISTS, "Ann-hand": "Urza's Bear", "day": DAY, "begin": "1"}, follow=True)
    shown = text_of(page)
    assert "No card that is held here is called Urza's Bear" in shown
    assert "write “Urza's Bear | type line and cost | text”" in shown


@pytest.mark.django_db
def test_a_table_that_comes_late_is_offered_again(client, monkeypatch):
    def stop(*_, **__):
        raise sandbox.Stopped(sandbox.Bound.CLOCK, sandbox.Limits())

    monkeypatch.setattr(sandbox, "run", stop)
    assert "Try again" in text_of(begun(client))


@pytest.mark.slow
@pytest.mark.django_db
def test_players_sit_at_a_table_where_something_is_written_for_them(client):
    form = {**LISTS, "Cid-life": "7", "Bob-mana": "{G}", "turn": "Bob", "step": "upkeep", "day": DAY, "begin": "1"}
    page = client.post("/table/", form, follow=True)
    link = unpack(re.search(r'name="t" value="([^"]*)"', text_of(page))[1])
    state = state_of(link.day, link.position, [])["state"]
    assert [(row["name"], row["life"], row["mana"]) for row in state["players"]] == [
        ("Ann", 20, ""), ("Bob", 20, "{G}"), ("Cid", 7, ""),
    ]  # fmt: skip
    assert (state["active"], state["phase"]) == ("Bob", "upkeep")
    assert 'value="Bob attacks Cid with Wolf"' in text_of(page)
    assert "players" not in setup_of(unpack(field_of(begun(client), "t")).position)


@pytest.mark.slow
@pytest.mark.django_db
def test_triggers_that_are_put_in_order_are_told_apart_by_their_words(client):
    ox = "Ox | Creature 2/2 {0} | When Ox enters, draw a card. // When Ox enters, you gain 1 life."
    page = client.post("/table/", {"Ann-hand": ox, "day": DAY, "begin": "1"}, follow=True)
    page = press(client, press(client, page, "act", "Ann plays Ox"), "act", "All pass")
    shown = text_of(page)
    assert "<dt>Ox</dt><dd>When Ox enters, draw a card</dd>" in shown
    assert "<dt>Ox 2</dt><dd>When Ox enters, you gain 1 life</dd>" in shown


@pytest.mark.slow
@pytest.mark.django_db
def test_an_answer_of_several_parts_is_a_form(client):
    twins = "Twins | Instant | Destroy two target creatures."
    form = {**LISTS, "Ann-hand": twins, "Bob-play": "Wolf 3/3\nOx 2/4", "day": DAY, "begin": "1"}
    page = press(client, client.post("/table/", form, follow=True), "act", "Ann plays Twins")
    shown = text_of(page)
    assert re.findall(r'type="checkbox" name="part" value="([^"]*)"', shown) == ["Bear", "Wolf", "Ox"]
    answer = {key: field_of(page, key) for key in ("t", "done", "ballot", "ballot-start")}
    page = client.post("/table/", {**answer, "part": ["Wolf", "Ox"], "compose": "1"}, follow=True)
    page = press(client, page, "act", "All pass")
    battlefield = state_of(*_table(page))["state"]["battlefield"]
    assert [row["name"] for row in battlefield] == ["Mountain", "Bear"]


@pytest.mark.slow
@pytest.mark.django_db
def test_words_that_are_not_read_stand_on_their_card_with_the_reason(client):
    odd = "Odd | Artifact | Wuggle sideways. // {T}: Add {G}."
    page = client.post("/table/", {**LISTS, "Ann-play": odd, "day": DAY, "begin": "1"}, follow=True)
    (unread,) = re.findall(r'<div class="unread">.*?</div>', text_of(page), re.S)
    assert "Wuggle sideways." in unread
    assert "does not know the word 'Wuggle'" in unread
    assert "Not all words of Odd are read" in text_of(page)
    assert 'value="Ann activates Odd"' in text_of(page), "what is read can be used"


def field_of(page, name: str) -> str:
    """What a hidden field of the table holds."""
    return re.search(rf'name="{name}" value="([^"]*)"', text_of(page))[1]


def _table(page) -> tuple[str, str, list[str]]:
    link = unpack(field_of(page, "t"))
    return link.day, link.position, list(link.actions)


def form_of(page, *keys: str) -> dict[str, str]:
    """Hidden fields of the table, as a form sends them."""
    return {key: field_of(page, key) for key in ("t", "done", *keys)}


def actions_of(page) -> tuple[str, ...]:
    link = unpack(field_of(page, "t"))
    assert link is not None
    return link.actions


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize(("game", "life"), [("Two-Headed Giant", 30), ("Commander", 40), ("each for himself", 20)])
def test_the_game_that_is_chosen_sets_up_its_teams_and_life(client, game, life):
    chosen = next(each for each in GAMES if each.startswith(game))
    assert chosen in client.get("/table/").content.decode()
    form = {"Ann-play": "Bear 2/2", "Cid-play": "Elk 3/3", "game": chosen, "day": "2021-11-19", "begin": "1"}
    page = client.post("/table/", form, follow=True)
    seated = 4 if "Giant" in game else 3
    assert text_of(page).count(f"<b>{life}</b> life") == seated
    page = press(client, page, "act", "Ann attacks Cid with Bear")
    assert "Ann attacks with Bear" in text_of(page)


@pytest.mark.slow
@pytest.mark.django_db
def test_a_whole_attack_and_its_blocks_are_forms(client):
    lists = {"Ann-play": "Bear 2/2\nElk 3/3\nOx 2/4", "Bob-play": "Wolf 3/3\nRat 1/1", "Cid-play": "Ape 2/2"}
    page = client.post("/table/", {**lists, "day": DAY, "begin": "1"}, follow=True)
    assert "Ann attacks with several" in text_of(page)
    assert 'value="Ann attacks Bob with Bear"' not in text_of(page), "the form is shorter than a button for each"
    whom = ["Bob", "", "Cid"]
    form = {**form_of(page), "fight": "attack Ann", "who-Ann": ["Bear", "Elk", "Ox"], "whom-Ann": whom, "sentence": ""}
    page = client.post("/table/", form, follow=True)
    assert actions_of(page) == ("Ann attacks Bob with Bear", "Ann attacks Cid with Ox")
    page = press(client, page, "act", "All pass")
    assert "Bob and Cid declare blockers" in text_of(page)
    form = {**form_of(page), "fight": "block Bob", "who-Bob": ["Wolf", "Rat"], "whom-Bob": ["Bear", "Bear"]}
    page = client.post("/table/", form, follow=True)
    assert actions_of(page)[-1] == "Bob blocks Bear with Wolf and Rat"
    page = press(client, page, "act", "Cid declares no blockers")
    assert "Ann may act" in text_of(page)


@pytest.mark.slow
@pytest.mark.django_db
def test_an_action_that_is_not_paid_is_paid_by_a_form_and_stays_where_it_was(client):
    ball = "Ball | Artifact Creature 0/0 {X} | Ball enters the battlefield with X +1/+1 counters on it."
    form = {"Ann-play": "three Forest", "Ann-hand": ball, "day": DAY, "begin": "1"}
    page = press(client, client.post("/table/", form, follow=True), "act", "Ann plays Ball")
    assert "Which number is X? 3 is the most that can be paid." in text_of(page)
    page = press(client, page, "answer", "Ann chooses 2")
    shown = text_of(page)
    assert "Ann has to pay" in shown
    assert re.findall(r'name="mana" value="([^"]*)" checked', shown) == ["Forest 2", "Forest 3"]
    answer = {**form_of(page, "bill", "bill-start"), "mana": ["Forest 1", "Forest 2"], "pay": "1", "sentence": ""}
    page = client.post("/table/", answer, follow=True)
    assert actions_of(page) == ("Ann plays Ball tapping Forest 1 and Forest 2", "Ann chooses 2")
    assert "Pay otherwise for “Ann plays Ball”" in text_of(page)
    answer = {**form_of(page), "bill": "9", "bill-start": "Ann plays Ball", "mana": ["Forest 3"], "pay": "1"}
    assert actions_of(client.post("/table/", answer, follow=True)) == actions_of(page), "no such action is there"


@pytest.mark.slow
@pytest.mark.django_db
def test_without_scripts_a_button_wins_over_the_empty_field_and_a_key_sends_what_is_written(client):
    """A browser sends the text field with every button; the return key presses the first button of the form."""
    page = press(client, begun(client), "act", "Ann plays Bolt tapping Mountain")
    shown = text_of(page)
    assert shown.index('name="enter"') < shown.index('name="answer"')
    page = client.post("/table/", {**form_of(page), "answer": "Ann chooses Wolf", "reply": ""}, follow=True)
    assert actions_of(page)[-1] == "Ann chooses Wolf"
    page = client.post("/table/", {**form_of(page), "enter": "1", "sentence": "All pass"}, follow=True)
    assert actions_of(page)[-1] == "All pass"


@pytest.mark.slow
@pytest.mark.django_db
def test_lands_that_are_alike_lie_together_and_have_one_button(client):
    form = {"Ann-play": "three Forest\nForest tapped", "day": DAY, "begin": "1"}
    shown = text_of(client.post("/table/", form, follow=True))
    assert shown.count('class="times"') == 1
    assert re.findall(r'value="Ann taps [^"]*">([^<]*)<', shown) == ["Ann taps Forest for mana (one of 3)"]


@pytest.mark.slow
@pytest.mark.django_db
def test_every_state_of_a_card_is_written_as_the_help_says(client):
    held = {"Master of Pearls": "Creature 2/2 {1}{W} | Morph {3}{W}{W}", "Holy Strength": "Enchantment - Aura {W} | "
            "Enchant creature // Enchanted creature gets +1/+2."}  # fmt: skip
    rows = [example for _, example, _ in STATES]
    for name, words in held.items():
        rows = [f"{name} | {words}", *rows]
    table_of = position_from_lists({("Ann", "play"): "\n".join(rows), ("Bob", "play"): "Goat 1/1"}, {})
    state = state_of(DAY, table_of, [])
    assert "error" not in state, state
    assert len(state["state"]["battlefield"]) == len(rows) + 4
    shown = html.unescape(re.sub(r"<[^>]*>", "", client.get("/table/").content.decode()))
    assert all(example in shown for _, example, _ in STATES)
