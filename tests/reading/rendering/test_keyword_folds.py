"""The rules of each keyword of a long section are folded; all of them stay on the page, in their order."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.reading.pages.sections import SectionRow
from rulesite.reading.rendering.keyword_folds import folds_of
from rulesite.rulebook.models import Library
from tests import factories as make
from tests.reading.read_pages import faults, provision, read, words

KEYWORDS = 13


def row(kind, title, parent):
    return SectionRow("1", "1", kind, title, parent, "", "", [], 0, "")


@st.composite
def sections(draw):
    """The rows of a section, headings and rules with parents before them, and a current one."""
    rows = [row("section", "Keywords", -1)]
    for place in range(1, draw(st.integers(1, 60))):
        kind = draw(st.sampled_from(["heading", "heading", "subrule", "rule"]))
        rows.append(row(kind, "A" if kind == "heading" else "", draw(st.integers(0, place - 1))))
    return rows, draw(st.integers(-1, len(rows) - 1))


@given(sections())
def test_folds_lie_beside_one_another_and_never_around_the_current_provision(section):
    rows, current = section
    folds = sorted(folds_of(rows, current).items())
    assert all(rows[place].kind == "heading" and place + 1 < end <= len(rows) for place, end in folds)
    assert all(end <= after for (_, end), (after, _) in pairwise(folds))
    assert not any(place <= current < end for place, end in folds)
    assert all(rows[under].parent >= place for place, end in folds for under in range(place + 1, end))


@pytest.fixture
def edition(db):
    """A section of many keywords, each with two rules."""
    Library.objects.create(name="a test")
    edition = make.edition("2026-06-19")
    make.version(edition, "7", title="Additional Rules")
    make.version(edition, "702", title="Keyword Abilities")
    make.version(edition, "702.1", "Most abilities say what they do.")
    for number in range(2, KEYWORDS + 2):
        make.version(edition, f"702.{number}", title=f"Keyword {number}", kind="heading")
        make.version(edition, f"702.{number}a", "It works.")
        make.version(edition, f"702.{number}b", "It works twice.")
    return edition


def tree(page):
    """The keys of the provisions on a page, and of the folds what stands in them."""
    folds = [[article["id"] for article in fold.find_all("article")] for fold in page.select("details.fold")]
    return [article["id"] for article in page.find_all("article")], folds


def test_each_keyword_folds_its_own_rules(client, edition):
    page = read(client, "/cr/2026-06-19/702/")
    keys, folds = tree(page)
    assert keys == [row.key for row in edition.versions.exclude(kind__in=("chapter", "section"))]
    assert folds == [[f"702.{number}a", f"702.{number}b"] for number in range(2, KEYWORDS + 2)]
    assert words(page.select_one("details.fold > summary")) == "2 rules of 702.2 Keyword 2"
    assert faults(page) == []


@pytest.mark.parametrize("key", ["702.4", "702.4a", "702.4b", "702.5", "702.14b"])
def test_the_keyword_that_is_read_is_open_and_its_panel_stands_after_its_rules(client, edition, key):
    page = read(client, f"/cr/2026-06-19/{key}/")
    keys, folds = tree(page)
    assert keys == [row.key for row in edition.versions.exclude(kind__in=("chapter", "section"))]
    keyword = key.rstrip("ab")
    others = [number for number in range(2, KEYWORDS + 2) if f"702.{number}" != keyword]
    assert folds == [[f"702.{number}a", f"702.{number}b"] for number in others]
    order = [tag.get("id") or tag["class"][0] for tag in page.select("article, .apparatus")]
    assert order[order.index("apparatus") - 1] == (f"{keyword}b" if key == keyword else key)


def test_a_section_of_few_keywords_is_not_folded(client, edition):
    edition.versions.filter(key__startswith="702.14").delete()
    edition.versions.filter(key__startswith="702.13").delete()
    assert read(client, "/cr/2026-06-19/702/").select("details.fold") == []


def test_a_corrected_rule_shows_its_mark_in_its_section(client, edition, django_user_model):
    from rulesite.rulebook.editing import corrections

    rule = edition.versions.get(key="702.3a")
    made = corrections.correct(rule, "It really works.", reason="a misprint", author=None)
    assert "Corrected reading" in words(provision(read(client, "/cr/2026-06-19/702/"), "702.3a"))
    assert "Corrected reading" not in words(provision(read(client, "/cr/2026-06-19/702/"), "702.3b"))
    corrections.withdraw(made, author=None, reason="no misprint")
    assert "Corrected reading" not in words(provision(read(client, "/cr/2026-06-19/702/"), "702.3a"))
