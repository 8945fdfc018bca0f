"""`ingest_cards`: every shape of file gives the same cards, a second run changes what changed, a bad file nothing."""

from __future__ import annotations

import copy
import gzip
import io
import json
import zipfile

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from hypothesis import given
from hypothesis import strategies as st

from rulesite.cards.files.json_stream import JsonStream, StreamError
from rulesite.cards.models import Card, CardRuling, Ruling, Word
from rulesite.rulebook.models import Library
from tests.cards.books import ATOMIC

pytestmark = pytest.mark.django_db


def stored():
    """Every card and ruling, without keys."""
    rulings = CardRuling.objects.order_by("card__name", "position")
    return (
        sorted(Card.objects.values_list("name", "slug", "letter")),
        [(card.name, card.faces) for card in Card.objects.order_by("name")],
        list(rulings.values_list("card__name", "ruling__published", "ruling__text", "ruling__card_count")),
    )


def scryfall():
    """The same cards in Scryfall's two files."""
    cards, rulings = [], []
    for number, (name, faces) in enumerate(ATOMIC["data"].items()):
        parts = [
            {"name": face.get("faceName", name), "mana_cost": face["manaCost"], "type_line": face["type"],
             "oracle_text": face["text"], **{key: face[key] for key in ("power", "toughness") if key in face}}
            for face in faces
        ]  # fmt: skip
        oracle = {"object": "card", "oracle_id": f"id-{number}", "name": name, "released_at": "2021-11-19"}
        cards.append(oracle | (parts[0] if len(parts) == 1 else {"card_faces": parts}) | {"name": name})
        rulings += [
            {"object": "ruling", "oracle_id": f"id-{number}", "source": "wotc", "published_at": row["date"],
             "comment": row["text"]}
            for row in faces[0]["rulings"]
        ]  # fmt: skip
    cards.append({"name": "Kite", "type_line": "Token Creature — Kite", "layout": "token"})
    return cards, rulings


def test_every_shape_of_file_gives_the_same_cards_and_rulings(write):
    call_command("ingest_cards", write(ATOMIC))
    atomic = stored()
    assert [name for name, *_ in atomic[0]] == sorted(ATOMIC["data"])
    assert len(atomic[2]) == 4
    assert Ruling.objects.count() == 3  # that of two cards is kept once

    printings = {"data": {"TIN": {"cards": [face for faces in ATOMIC["data"].values() for face in faces],
                                  "releaseDate": "2021-11-19", "tokens": [{"name": "Kite", "type": "Token"}]}}}  # fmt: skip
    cards, rulings = scryfall()
    for files in ([write(printings)], [write(cards, "oracle.json"), write(rulings, "rulings.json")]):
        Card.objects.all().delete()
        Ruling.objects.all().delete()
        call_command("ingest_cards", *files)
        assert stored() == atomic
        assert {str(day) for day in Card.objects.values_list("released", flat=True)} == {"2021-11-19"}


def test_a_packed_file_is_unpacked(tmp_path):
    data = json.dumps(ATOMIC).encode()
    packed = tmp_path / "cards.json.gz"
    packed.write_bytes(gzip.compress(data))
    call_command("ingest_cards", packed)
    first = stored()
    with zipfile.ZipFile(tmp_path / "cards.zip", "w") as archive:
        archive.writestr("AtomicCards.json", data)
    Card.objects.all().delete()
    call_command("ingest_cards", tmp_path / "cards.zip")
    assert stored() == first
    packed.write_bytes(gzip.compress(data)[:-20])
    with pytest.raises(CommandError, match="download it again"):
        call_command("ingest_cards", packed)


def test_a_second_run_changes_only_what_changed(write, capsys):
    call_command("ingest_cards", write(ATOMIC))
    keys = dict(Card.objects.values_list("name", "pk"))
    changed = copy.deepcopy(ATOMIC)
    changed["data"]["Wagon Moth"][0]["text"] = "Flying, trample"
    changed["data"]["Lantern Kite"][0]["rulings"].pop()
    del changed["data"]["Tin Door // Tin Hall"]
    call_command("ingest_cards", write(changed))
    assert "0 new, 1 changed, 2 as they were" in capsys.readouterr().out
    assert dict(Card.objects.values_list("name", "pk")) == keys
    assert Ruling.objects.count() == 2
    call_command("ingest_cards", write(changed), "--prune")
    assert "Tin Door // Tin Hall" not in dict(Card.objects.values_list("name", "pk"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (json.dumps(ATOMIC)[:-300], "line 1: .*not copied or downloaded whole"),
        ('{"data": {"Bear": [{"name": "Bear",\n "type": "Creature" "text": ""}]}}', "line 2"),
        ('{"data": {"Bear": [{"name": "Bear"}]}}', "“Bear” has no type line"),
        ('{"data": {"cards": [{"type": "Creature"}]}}', "“a card” has no name"),
        ('{"data": {"Bear": [{"type": "Creature"}]}} x', "the end of the file is expected"),
        ('[{"name": "Bear", "type_line": "Creature", "released_at": "May"}]', "a date is written"),
        ('{"games": []}', "no “data”"),
        ('"cards"', "no file of cards"),
        ("[]", "no cards or rulings in it"),
        ('[{"oracle_id": "x", "published_at": "2020-01-01", "comment": "So."}]', "give the card file"),
        ("", "no file of cards"),
    ],
)
def test_what_is_no_card_file_is_refused_by_name_and_changes_nothing(write, text, message):
    call_command("ingest_cards", write(ATOMIC))
    before, revision = stored(), Library.objects.values_list("revision")
    with pytest.raises(CommandError, match=message) as refused:
        call_command("ingest_cards", write(text, "broken.json"))
    assert stored() == before
    assert list(Library.objects.values_list("revision")) == list(revision)
    assert "Nothing was changed" in str(refused.value)


@given(
    st.recursive(st.none() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
                 lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)),
    st.integers(1, 7), st.data(),
)  # fmt: skip
def test_a_stream_gives_what_the_whole_gives_and_never_takes_half_for_a_whole(value, size, data):
    text = json.dumps({"a": [value, value], "b": value}, ensure_ascii=False)

    def read(text):
        file = io.StringIO(text)
        stream = JsonStream(lambda _: file.read(size))
        made = {name: list(stream.elements()) if stream.peek() == "[" else stream.value() for name in stream.members()}
        stream.end()
        return made

    assert read(text) == json.loads(text)
    cut = data.draw(st.integers(0, len(text) - 1))
    with pytest.raises(StreamError, match="line"):
        read(text[:cut])


def test_the_words_of_the_rules_are_found_and_a_cards_own_name_is_none(loaded):
    assert Word.objects.get(name="flying").card_count == 2
    assert Word.objects.get(name="scry").newest["cards"][0]["slug"] == "lantern-kite"
    assert Word.objects.get(name="flying").newest["rulings"][0]["others"] == 1


def test_a_ruling_is_marked_only_where_the_book_shows_that_its_rule_changed(loaded):
    marked = Ruling.objects.exclude(changes=[])
    assert [str(ruling.published) for ruling in marked] == ["2007-02-10"]  # not that of 2010, nor that on flying
    (change,) = marked[0].changes
    assert (change["then"], change["now"], change["since"]) == (
        "2007-02-01/701.18a",
        "2009-07-11/701.18a",
        "2009-07-11",
    )


def test_links_follow_a_new_edition(loaded):
    from rulesite.cards.linking import link_if_outdated
    from tests import factories

    assert link_if_outdated() is None
    newest = factories.edition("2010-01-01")
    factories.term(newest, "Lantern", "A light.")
    assert link_if_outdated() is not None
    assert Word.objects.get(name="lantern").card_count == 1


def test_a_counter_is_no_countering_and_the_name_of_a_set_no_keyword(book):
    from rulesite.cards.beside_rules import resting_on
    from rulesite.cards.vocabulary import Vocabulary
    from rulesite.rulebook.models import RuleVersion
    from tests import factories

    actions = RuleVersion.objects.get(edition=book, number="701")
    factories.version(book, "701.6", title="Counter", kind=RuleVersion.Kind.HEADING, parent=actions)
    factories.term(book, "Counter", "1. To cancel a thing. See rule 701.6.\n2. A marker on a thing.")
    factories.term(book, "Lantern", "What shines. See rule 702.9.")
    words = Vocabulary(book)

    def found(text):
        return [(text[use.start : use.end], use.entry.kind, use.entry.number) for use in words.find(text)]

    assert found("Counter target kite.") == [("Counter", "keyword action", "701.6")]
    assert found("Put a tin counter on it.") == [("counter", "term", "")]
    assert found("Kites from Flying over Tin have flying.") == [("flying", "keyword ability", "702.9")]
    assert found("Then pay the Flying cost.") == [("Flying", "keyword ability", "702.9")]
    assert found("Flying, flying. A lantern.")[-1] == ("lantern", "term", "702.9")
    newest = {"cards": [], "rulings": []}
    Word.objects.create(name="counter", card_count=7, newest=newest)
    Word.objects.create(name="counter (action)", card_count=2, newest=newest)
    assert resting_on("Counter", is_heading=True).card_count == 2
    assert resting_on("Counters").card_count == 7
