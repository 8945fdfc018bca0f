"""Paraphrases meet: a text and the same in other words are read to the same tree, or play the same."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from paraphrases import DIFFERS, REFUSED, RULES, Compared, compared, plays_alike

from rulesite.checks.coverage.card_files import cards_of
from rulesite.engine.cardtext.host import Host
from rulesite.engine.cardtext.proof import read_to_play
from rulesite.engine.cardtext.round_trip import paragraphs
from rulesite.engine.eras.ruleset import Ruleset

HERE = Path(__file__).resolve()
CARDS = HERE.parents[4] / "shared" / "cards" / "oracle-2021.tsv"
TODAY = Ruleset.on("2021-11-19")
SAMPLE = 120
MAX_REFUSED = 0.02
"""Paraphrases may be refused by name, but so few that the rules try something."""


def written_texts() -> list[tuple[str, Host, str]]:
    """The paragraphs of the card texts of these tests, each with its object and day."""
    texts = []
    for path in sorted(HERE.parent.glob("*.toml")):
        for row in tomllib.loads(path.read_text("utf-8")).get("text", []):
            if not {"says", "on"} <= set(row):
                continue
            host = Host.parse(row["on"], row.get("name"))
            texts += [(said, host, row.get("rules", TODAY.date)) for said in paragraphs(row["says"])]
    return texts


def real_texts() -> list[tuple[str, Host, str]]:
    if not CARDS.is_file():
        pytest.skip("there are no cards beside the clone")
    cards = [(card, Host.parse(card.line, card.name)) for card in cards_of(CARDS)]
    return [(said, host, TODAY.date) for card, host in cards for said in paragraphs(card.text)]


def all_compared(texts: list[tuple[str, Host, str]]) -> Iterator[Compared]:
    for said, host, day in texts:
        yield from compared(said, host, Ruleset.on(day))


def told(results: list[Compared]) -> str:
    return "\n".join(f"{each.rule}: {each.text}\n  -> {each.paraphrase}" for each in results)


def check(results: list[Compared]) -> None:
    differing = [each for each in results if each.result == DIFFERS]
    assert differing == [], told(differing)
    refused = [each for each in results if each.result == REFUSED]
    assert len(refused) <= MAX_REFUSED * len(results) + 1, told(refused)


def test_paraphrases_of_a_sample_of_texts_meet() -> None:
    texts = written_texts()
    results = list(all_compared(random.Random(40).sample(texts, min(SAMPLE, len(texts)))))
    assert len(results) > SAMPLE / 10
    check(results)


@pytest.mark.thorough("paraphrases of all card texts of these tests")
def test_paraphrases_of_the_texts_of_these_tests_meet() -> None:
    check(list(all_compared(written_texts())))


@pytest.mark.documents
@pytest.mark.thorough("paraphrases of all real cards: minutes")
def test_paraphrases_of_real_cards_meet() -> None:
    results = list(all_compared(real_texts()))
    assert {each.rule for each in results} == {rule.__name__ for rule in RULES}
    check(results)


def test_a_pronoun_bound_to_another_thing_does_not_meet_its_noun(monkeypatch: pytest.MonkeyPatch) -> None:
    """The law would notice: where "it" is bound to the card itself, the two texts are read differently."""
    from rulesite.engine import abilities as ir
    from rulesite.engine.cardtext import anaphora, mentions
    from rulesite.engine.cardtext.parser import read as reader

    def to_itself(pronoun: mentions.Mention, *rest: object) -> mentions.Mention:
        found = anaphora.resolve(pronoun, *rest)  # type: ignore[arg-type]
        return found if pronoun.word != "it" else mentions.replace(found, ref=ir.Self())

    monkeypatch.setattr(mentions, "resolve", to_itself)
    monkeypatch.setattr(reader, "_readings", lambda text, host: [])
    text = "Whenever a creature you control attacks, it gets +1/+0 until end of turn."
    (result,) = compared(text, Host.parse("Creature 2/2", "Ox"), TODAY)
    assert (result.rule, result.result) == ("noun_for_it_of_event", DIFFERS)


@pytest.mark.slow
def test_readings_with_another_effect_do_not_play_alike() -> None:
    host = Host.parse("Creature 2/2")
    two, three = (read_to_play(f"When ~ enters, you gain {life} life.", host, TODAY) for life in (2, 3))
    assert plays_alike(two, two, host, TODAY.date)
    assert not plays_alike(two, three, host, TODAY.date)
