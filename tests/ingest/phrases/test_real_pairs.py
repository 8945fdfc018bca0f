"""The dictionary that the real documents teach, against pairs that were judged by hand."""

import tomllib
from pathlib import Path

import pytest

from ingest.phrases.extraction import stems_of
from rulesite.rulebook.models import PhrasePair

pytestmark = [pytest.mark.django_db, pytest.mark.documents, pytest.mark.usefixtures("real_database")]
JUDGED = tomllib.loads(Path(__file__).with_name("judged_pairs.toml").read_text(encoding="utf-8"))["pair"]


def named(old, new, basis):
    return stems_of(old), stems_of(new), basis


def test_nearly_every_pair_is_right_and_most_were_judged():
    right = {named(row["old"], row["new"], row["basis"]): row["right"] for row in JUDGED}
    learned = [named(*row) for row in PhrasePair.objects.values_list("old", "new", "basis")]
    known = [right[pair] for pair in learned if pair in right]
    assert len(known) >= 0.75 * len(learned)
    assert sum(known) >= 0.95 * len(known)


@pytest.mark.parametrize(
    ("old", "new", "since"),
    [
        ("comes into play", "enters the battlefield", "2009-07-11"),
        ("in play", "on the battlefield", "2009-07-11"),
        ("local enchantment", "Aura", "2005-08-01"),
        ("his or her", "their", None),
    ],
)
def test_the_great_rewordings_are_found_with_many_sentences(old, new, since):
    pair = PhrasePair.objects.get(old=old, new=new, basis="descent")
    assert pair.sentences >= 5
    assert pair.since.rpartition("/")[2] == since or since is None
