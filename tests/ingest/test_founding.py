"""The five documents that the project starts from: every number present, none invented, no word changed."""

import re

import pytest

from rulesite.text.wording import normalise
from tests.ingest.small import examples, kinds, provisions, read

pytestmark = pytest.mark.documents

PAGE = "founding/cr-402.8g-409.1b.page6.txt"
NOVEL = "founding/cr-409.1h-415.7c.novel-site.txt"
MIRROR = "founding/cr-701.mtg-ru.txt"
LETTER = "founding/dangelo-A.abilities.txt"
SECTION = "founding/dangelo-402.rulings-2008-03-17.txt"


@pytest.fixture(scope="module")
def load(documents):
    kept = {}

    def reading(name):
        if name not in kept:
            kept[name] = read((documents / name).read_bytes(), name)
        return kept[name]

    return reading


def texts(reading, key):
    """Title, text and labelled Examples of a provision, quotes and dashes made plain."""
    provision = reading.tree.find(key)
    return [normalise(text) for text in (provision.title, provision.text, *examples(reading, key))]


@pytest.mark.parametrize(
    ("fragment", "book", "first", "last"),
    [
        (PAGE, "cr/cr-2006-10-01.txt", "402.8g", "409.1b"),
        (NOVEL, "cr/cr-2006-10-01.txt", "409.1h", "415.7c"),
        (MIRROR, "cr/cr-2018-01-19.txt", "701.1", "701.38c"),
    ],
)
def test_a_fragment_has_every_number_of_its_book_between_its_ends_and_no_other(load, fragment, book, first, last):
    whole = list(kinds(load(book)))
    part = kinds(load(fragment))
    assert list(part) == whole[whole.index(first) : whole.index(last) + 1]
    assert part == {key: kind for key, kind in kinds(load(book)).items() if key in part}


@pytest.mark.parametrize("fragment", [PAGE, NOVEL])
def test_after_repair_a_fragment_of_2006_is_the_book_of_2006_word_for_word(load, fragment):
    book = load("cr/cr-2006-10-01.txt")
    differing = [key for key in provisions(load(fragment)) if texts(load(fragment), key) != texts(book, key)]
    assert differing == []


def test_the_mirror_is_the_book_of_2018_but_for_a_lost_symbol_and_its_lost_examples(load):
    mirror, book = load(MIRROR), load("cr/cr-2018-01-19.txt")
    differing = [key for key in provisions(mirror) if texts(mirror, key)[:2] != texts(book, key)[:2]]
    assert differing == ["701.34a"]
    assert texts(mirror, "701.34a")[1] == texts(book, "701.34a")[1].replace("{2}", "")
    assert [flag.kind for flag in mirror.tree.find("701.34a").flags] == ["missing symbol"]
    assert not any(examples(mirror, key) for key in provisions(mirror))


def test_the_letter_has_all_its_rules_rulings_and_notes(load):
    reading = load(LETTER)
    printed = re.findall(r"(?m)^- (A\.\d+\.(?:Ruling\.)?\d+) - ", reading.source.text)
    notes = len(re.findall(r"(?m)^- Note - ", reading.source.text))
    found = kinds(reading)
    assert [key for key, kind in found.items() if kind in ("rule", "ruling")] == printed
    assert [key for key, kind in found.items() if kind == "section"] == [f"A.{n}" for n in range(1, 33)]
    counted = {kind: list(found.values()).count(kind) for kind in set(found.values())}
    assert counted == {"chapter": 1, "section": 32, "rule": 184, "ruling": 95, "note": 14}
    assert notes == 14


def test_the_letter_keeps_its_retired_rules_its_lists_and_its_impossible_date(load):
    reading = load(LETTER)
    assert {"A.1.11", "A.4.10", "A.4.11"} <= set(provisions(reading))
    assert [line[:2] for line in provisions(reading)["A.6.9"].split("\n")[1:]] == ["1.", "2."]
    assert [line[:2] for line in provisions(reading)["A.28.2"].split("\n")[1:5]] == ["1.", "2.", "3.", "4."]
    assert [(p.key, flag.kind) for p in reading.tree.provisions for flag in p.flags] == [("A.1.1", "impossible date")]
    assert provisions(reading)["A.13"] == "Evasion:"
    assert reading.repairs == ()


def test_the_letter_has_46_inline_examples_and_297_source_tags(load):
    reading = load(LETTER)
    inline = [example for provision in reading.tree.provisions for example in provision.examples]
    assert len(inline) == 46
    assert sum(piece.role == "attribution" for piece in reading.segments) == 297


def test_the_section_under_numbers_is_402_1_to_402_8h_with_three_examples(load):
    reading = load(SECTION)
    expected = ["402", *(f"402.{n}" for n in range(1, 9)), *(f"402.8{letter}" for letter in "abcdefgh")]
    assert list(provisions(reading)) == expected
    assert {key: len(examples(reading, key)) for key in expected if examples(reading, key)} == {
        "402.3": 1,
        "402.8g": 1,
        "402.8h": 1,
    }
    assert examples(reading, "402.8g")[0].endswith("[CompRules 2007/10/01]")
    assert provisions(reading)["402.8g"].endswith("[CompRules 2007/05/01]")


def test_the_whole_summary_of_1999_is_read(load):
    reading = load("rulings/dangelo-1999-05-16.A-G.txt")
    found = list(kinds(reading).values())
    assert {kind: found.count(kind) for kind in ("chapter", "section", "rule", "ruling", "note")} == {
        "chapter": 5, "section": 115, "rule": 528, "ruling": 307, "note": 101,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "line", "before", "after"),
    [
        (PAGE, 39, "\n", ""),
        (PAGE, 71, "\n", ""),
        (NOVEL, 51, "pa.s.s", "pass"),
        (MIRROR, 11, "o", "o "),
        (MIRROR, 36, ".", ". "),
        (MIRROR, 53, "causeregeneration", "cause regeneration"),
        (MIRROR, 53, "precludesuch", "preclude such"),
        (MIRROR, 73, ".", ". "),
        (MIRROR, 89, "Toplaneswalk", "To planeswalk"),
        (MIRROR, 91, "planethe", "plane the"),
        (MIRROR, 95, "schemein", "scheme in"),
        (MIRROR, 113, "createa", "create a"),
        (MIRROR, 114, "createa", "create a"),
        (MIRROR, 129, "upor", "up or"),
        (MIRROR, 136, "Createa", "Create a"),
        (MIRROR, 140, "c", "c "),
    ],
)
def test_each_damaged_place_is_repaired_at_its_line(load, name, line, before, after):
    found = [(repair.before, repair.after) for repair in load(name).repairs if repair.line == line]
    assert (before, after) in found


def test_every_line_of_chrome_and_navigation_is_furniture(load):
    for name, lines in (
        (NOVEL, {1, 2, *range(79, 88)}),
        (MIRROR, {1, 2, 3, 152, 153}),
        (PAGE, {2}),
        (SECTION, {1, 81, 82, 83, 84, 85}),
    ):
        reading = load(name)
        found = {reading.source.line_at(piece.start) for piece in reading.segments if piece.role == "furniture"}
        assert found == lines


def test_the_navigation_of_the_mirror_is_told_in_russian(load):
    reasons = " ".join(piece.reason for piece in load(MIRROR).segments)
    assert "Полные правила" in reasons
    assert "Базовые правила" in reasons
