"""One table of dashes: every reader of numbers takes every dash of Unicode, and stored fingerprints fold what they
did."""

import sys
import unicodedata
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.dialects import back_index
from rulesite.search import analysis
from rulesite.search.query import number_prefix
from rulesite.text import edition_dates, free_text_citations, number_query, references, source_tags, wording
from rulesite.text.characters import DASHES, TYPOGRAPHY, fold
from rulesite.text.numbering import NumberRange, Scheme

EVERY_DASH = [chr(code) for code in range(sys.maxunicode) if unicodedata.category(chr(code)) == "Pd"] + ["−", "～"]
each_dash = pytest.mark.parametrize("dash", EVERY_DASH, ids=lambda dash: f"{ord(dash):04X}")
RUN = NumberRange.parse("409.1b", "i")


def test_the_table_has_every_dash_once():
    assert set(EVERY_DASH) <= set(DASHES)
    assert len(set(DASHES)) == len(DASHES)


@each_dash
def test_a_run_is_read_with_any_dash(dash):
    text = f"See rules 409.1b{dash}i."
    [cited] = references.find(text, Scheme.DECIMAL)
    [mentioned] = free_text_citations.find(text)
    assert (cited.first, cited.last, cited.text) == (RUN.first, RUN.last, f"409.1b{dash}i")
    assert mentioned.citation == cited


@each_dash
def test_a_source_tag_is_read_with_any_dash(dash):
    [tag] = source_tags.find(f"It counts. [CompRules 2001/07/23 {dash} 409.1b{dash}i]")
    assert (tag.authority, tag.date, tag.cited, tag.problem) == ("CompRules", date(2001, 7, 23), (RUN,), "")


@each_dash
def test_a_typed_run_and_a_typed_day_are_read_with_any_dash(dash):
    assert number_query.read(f"409.1b{dash}i").last == RUN.last
    assert number_query.read(f"409.1b@2008{dash}02{dash}01").dates == (date(2008, 2, 1),) * 2
    assert number_prefix.read(number_prefix.fold(f"409.1b{dash}i", 60), {}).number == "409.1b"
    assert edition_dates.beside(f"409.1b (2008{dash}02{dash}01)", 0, 6) == date(2008, 2, 1)


@each_dash
def test_a_run_is_one_word_of_the_index_with_any_dash(dash):
    assert [word.text for word in analysis.words(f"409.1b{dash}i")] == ["409.1b-i"]
    assert back_index.is_entry(f"activation cost, 403.1, 409.1f{dash}g")


@given(st.text(st.sampled_from(DASHES + "‘’“”„«»`_\u00a0\u00adaßİ１．Ａ")))
def test_folding_keeps_every_place(text):
    assert len(fold(text)) == len(text) == len(text.translate(TYPOGRAPHY))


def test_what_stored_fingerprints_fold_has_not_changed():
    folded = {
        chr(code) for code in range(0x80, 0x10000) if wording.normalise(f"a{chr(code)}b") in ("a-b", "a'b", 'a"b')
    }
    assert folded == set("‘’‚‛′“”„‟″‐‑‒–—―−")
    assert wording.fingerprint("Don’t—“stop” −1/−1…") == "401cc4155355839f"
