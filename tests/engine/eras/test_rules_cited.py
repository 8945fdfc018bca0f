"""Every rule number that the engine cites exists in the edition that it is cited for."""

import re
from collections import defaultdict
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest

from rulesite.engine.eras.concepts import CONCEPTS, rule_number
from rulesite.engine.eras.known_editions import KNOWN_EDITIONS
from rulesite.engine.eras.ruleset import Ruleset

DOCUMENTS = Path(__file__).resolve().parents[4] / "shared" / "documents" / "cr"
HISTORY, EDITIONS = (DOCUMENTS.parent.parent / name for name in ("history", "editions"))
ENGINE = Path(__file__).resolve().parents[3] / "rulesite" / "engine"
needs_documents = pytest.mark.skipif(not DOCUMENTS.is_dir(), reason="../shared/documents is not there")


def text_of(path):
    raw = path.read_bytes()
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return raw.decode("utf-16")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252")


def numbers_in(path):
    """Every rule number that begins a line."""
    lines = re.split(r"\r\n?|\n", text_of(path))
    return {match.group(1) for line in lines if (match := re.match(r"\s{0,3}(\d{3}\.\d+[a-z]?)\b", line))}


def paths_of_editions():
    """The files of all real editions that are here, by their days."""
    folders = (DOCUMENTS, HISTORY, EDITIONS)
    return {path.stem.removeprefix("cr-"): path for folder in folders for path in sorted(folder.glob("cr-*.txt"))}


def editions():
    return {day: numbers_in(path) for day, path in paths_of_editions().items()}


@pytest.mark.documents
@needs_documents
def test_every_number_of_every_concept_exists_in_each_edition_that_it_holds_for():
    found = editions()
    assert len(found) >= 15
    missing = [
        (name, edition, number)
        for name in CONCEPTS
        for edition, numbers in found.items()
        if (number := rule_number(name, edition)) and number not in numbers
    ]
    assert missing == []


def texts_in(path):
    """The words of every rule by its number, cited numbers and punctuation left out."""
    found, number = defaultdict(list), ""
    for line in re.split(r"\r\n?|\n", text_of(path)):
        if match := re.match(r"\s{0,3}(\d{3}\.\d+[a-z]?)\b", line):
            number = match.group(1)
        if line.startswith("Example:"):
            number = ""
        if number:
            found[number] += re.findall(r"[a-z]+|\d+", re.sub(r"\b\d{3}(\.\d+[a-z]?)?\b", "", line.lower()))
    return {number: " ".join(said) for number, said in found.items()}


SAID_BEFORE = {
    "team_attacked": "its rule goes on; that it is one player follows from a rule that is gone",
    "range_of_information": "its rule goes on; its example says otherwise since",
}
"""Switches that turned while the rule that is cited for them stayed as it was."""


@pytest.mark.documents
@pytest.mark.skipif(
    not (HISTORY.is_dir() and EDITIONS.is_dir()), reason="the editions between the real documents are not here"
)
def test_no_edition_before_a_change_says_already_what_is_cited_for_it():
    paths = paths_of_editions()
    assert set(paths) == set(KNOWN_EDITIONS)
    late = []
    for name, since in Ruleset.citations():
        if not since.rule or since.edition not in paths or name in SAID_BEFORE:
            continue
        before = max((day for day in paths if day < since.date), default=None)
        if before and cached(texts_in, paths[since.edition])[since.rule] in cached(texts_in, paths[before]).values():
            late.append((name, since, before))
    assert late == []


cached = cache(lambda read, path: read(path))


@pytest.mark.documents
@needs_documents
def test_every_change_of_every_switch_cites_a_rule_of_its_edition():
    found = editions()
    dangelo = text_of(DOCUMENTS.parent / "founding" / "dangelo-A.abilities.txt")
    fifth = text_of(DOCUMENTS.parent / "rulings" / "dangelo-1999-05-16.A-G.txt")
    for name, text in (("dangelo-2002", dangelo), ("dangelo-1999", fifth)):
        found[name] = set(re.findall(r"^(?:- )?([A-Z]\.\d+(?:\.\w+)+) - ", text, re.MULTILINE))
    missing = [
        (name, since) for name, since in Ruleset.citations() if since.rule and since.rule not in found[since.edition]
    ]
    assert missing == []


def test_a_concept_has_a_number_in_2006_in_2008_in_2018_or_in_2026():
    days = ("2006-10-01", "2008-02-01", "2018-01-19", "2026-06-19")
    assert [name for name in CONCEPTS if not any(rule_number(name, day) for day in days)] == []


def source():
    return {
        path: path.read_text(encoding="utf-8")
        for path in ENGINE.rglob("*.py")
        if "cardtext" not in path.parts and path.name != "concepts.py"
    }


def test_every_concept_that_the_engine_names_is_in_the_table():
    named = {name for text in source().values() for name in re.findall(r"\.has\(\s*\"(\w+)\"", text)}
    assert named <= set(CONCEPTS)


def test_every_switch_of_the_ruleset_is_read_by_the_engine():
    text = "\n".join(source().values())
    unread = [each.name for each in fields(Ruleset) if not re.search(rf"rules\.{each.name}\b", text)]
    assert unread == []


def test_the_ruleset_of_a_day_is_the_last_one_before_it():
    assert Ruleset.on("2003-09-30").basic_by == "type"
    assert Ruleset.on("2003-10-01").basic_by == "supertype"
    assert Ruleset.on("2002-10").legend_rule == "oldest"
    with pytest.raises(ValueError, match="no ruleset"):
        Ruleset.on("1993-08-05")


def words(text):
    """The words of a rule that tell it from others."""
    return frozenset(re.findall(r"[a-z]+", text.lower())) - {
        "the",
        "a",
        "an",
        "of",
        "to",
        "that",
        "is",
        "and",
        "or",
        "it",
    }


def rules_in(path):
    """The words of every numbered rule of an edition."""
    found = {}
    for line in re.split(r"\r\n?|\n", text_of(path)):
        match = re.match(r"\s{0,3}(\d{3}\.\d+[a-z]?)\b\.?\s*(.*)", line)
        if match is not None and len(match[2]) > len(found.get(match[1], "")):
            found[match[1]] = match[2]
    return {number: words(text) for number, text in found.items()}


def alike(one, other):
    return len(one & other) / max(1, len(one | other))


# Where a concept goes over to a rule that says it better than the successor of the one before does.
GOES_OVER = {
    ("affected_locked_in", "2005-08-01"),
    ("timestamp_order", "2003-10-01"),
    ("replacement_effect", "2003-10-01"),
    ("draw_step", "2003-10-01"),
    ("evasion_cumulative", "2006-10-01"),
    ("assign_damage", "2003-10-01"),
    ("damage_on_stack", "2001-07-23"),
    ("protection_damage", "2003-10-01"),
    ("protection_blocking", "2003-10-01"),
    ("fear", "2003-10-01"),
    ("shroud", "2007-07-13"),
    ("hexproof", "2011-06-17"),
    ("loyalty_counters", "2009-07-11"),
    ("chosen_face", "2011-02-04"),
    ("unpayable", "2007-07-13"),
    # Linked abilities that are copied, then what is undefined of them, then the same for all that acquire them.
    ("undefined_choice", "2009-07-11"),
    ("undefined_choice", "2020-04-17"),
    # One step of playing became three.
    ("mana_while_paying", "2003-10-01"),
    ("pay_any_order", "2003-10-01"),
    ("unpayable", "2003-10-01"),
    ("play_prohibited", "2003-10-01"),
    ("cast_prohibited", "2003-10-01"),
    ("cast_prohibited", "2015-07-17"),  # of casting from then on, with a check of the proposal, and no more of both
    ("cast_prohibited", "2016-07-22"),
    ("summoning_sickness", "2003-10-01"),
}


@pytest.mark.slow
@pytest.mark.documents
@needs_documents
def test_a_concept_follows_its_rule_from_edition_to_edition():
    """A number that stays while the rule moves on cites another rule: the wrong one, though it exists."""
    paths = [*DOCUMENTS.glob("cr-*.txt"), *(DOCUMENTS.parents[1] / "history").glob("cr-*.txt")]
    left_behind = []
    before = {}
    for path in sorted(paths, key=lambda each: each.name):
        day, rules = path.stem.removeprefix("cr-"), rules_in(path)
        for name in CONCEPTS:
            number = rule_number(name, day)
            if not number:
                before.pop(name, None)
                continue
            if number not in rules:
                left_behind.append((name, day, number, "no such rule"))
                continue
            then = before.get(name)
            if then is not None and alike(rules[number], then) < 1 / 3:
                best = max(rules, key=lambda each: alike(rules[each], then))
                if alike(rules[best], then) > 0.6 and (name, day) not in GOES_OVER:
                    left_behind.append((name, day, number, f"the rule is {best} now"))
            before[name] = rules[number]
    assert not left_behind, "\n".join(map(str, left_behind))
