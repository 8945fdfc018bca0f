"""Rulings by words: with all of them, of a card that is named, or with most of them; also misspelt."""

from __future__ import annotations

import copy

import pytest
from django.core.management import call_command

from rulesite.cards.models import CardCollection, Ruling
from rulesite.cards.names import read_names
from rulesite.cards.ruling_index import builder, reader
from rulesite.cards.ruling_index.query import find, rows
from tests.cards.books import ATOMIC

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("index_folder", "loaded")]


def found(text):
    """The days of the rulings for a query, in order."""
    return [str(ruling.published) for ruling in rows(find(text, reader.current(), read_names()).pks)]


def test_rulings_with_every_word_come_in_any_form_and_order():
    assert found("lanterns seen flying kite") == ["2007-03-01"]
    assert sorted(found("upper lantern")) == ["2007-02-10", "2010-01-01"]
    assert found('"seen from afar" NOT flying') == []
    assert found("zebra") == []


def test_a_query_that_names_a_card_is_asked_of_its_rulings():
    assert found("wagon moth seen") == ["2007-03-01"]
    assert found("wagon mouth seen") == ["2007-03-01"]
    assert found('card:"Lantern Kite" upper') == ["2010-01-01", "2007-02-10"]
    assert found('card:"Wagon Moth"') == ["2007-03-01"]
    assert found('card:"Nobody" lantern') == []


def test_a_misspelt_word_is_read_as_the_rulings_have_it():
    assert find("uper lantren", reader.current(), read_names()).corrected == "upper lantern"
    assert len(found("uper lantren")) == 2


def test_where_no_ruling_has_all_words_those_with_most_are_found():
    result = find("upper lantern wagon penguin below", reader.current(), read_names())
    assert not result.is_whole
    assert len(result.pks) == 2


def test_the_index_follows_the_rulings_and_writes_only_what_changed(write):
    before = CardCollection.objects.get().index
    assert builder.refresh() is None
    changed = copy.deepcopy(ATOMIC)
    changed["data"]["Wagon Moth"][0]["rulings"] = [{"date": "2020-01-01", "text": "A penguin is no moth."}]
    changed["data"]["Lantern Kite"][0]["rulings"].pop()
    call_command("ingest_cards", write(changed))
    assert CardCollection.objects.get().index != before
    assert found("penguin") == ["2020-01-01"]
    assert found("upper lantern") == ["2007-02-10"]
    stepwise = {text: found(text) for text in ("penguin", "upper lantern", "seen from afar", "moth")}
    assert builder.refresh(anew=True) == Ruling.objects.count()
    assert {text: found(text) for text in stepwise} == stepwise


def test_without_its_folder_the_words_are_searched_as_they_are(client, index_folder):
    import shutil

    from rulesite.cards.listing import rulings_with

    reader._shared.clear()
    shutil.rmtree(index_folder / "rulings")
    assert reader.current() is None
    assert [str(row.published) for row in rulings_with("seen from afar")] == ["2007-03-01"]
    call_command("reindex")
    assert found("seen afar") == ["2007-03-01"]


@pytest.mark.parametrize("damage", ["{", '{"format": 0}'])
def test_a_damaged_index_is_as_none(index_folder, damage):
    folder = reader.folder_of(CardCollection.objects.get().index)
    (folder / reader.ABOUT).write_text(damage, "utf-8")
    reader._shared.clear()
    assert reader.current() is None
    assert builder.refresh() is not None
    assert len(found("upper lantern")) == 2
