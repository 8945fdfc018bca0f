"""Segments own every character of a source, once; what nobody claims is kept and shown."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.document.ledger import LedgerBuilder, LedgerError, Role, Segment, check_bytes, check_tiling
from ingest.document.source import read_bytes


def test_a_gap_an_overlap_and_an_empty_segment_are_found_with_their_place():
    for segments, message in (
        ([Segment(0, 2, Role.RULE), Segment(3, 5, Role.RULE)], "gap at 2"),
        ([Segment(0, 3, Role.RULE), Segment(2, 5, Role.RULE)], "overlap at 3"),
        ([Segment(0, 0, Role.RULE), Segment(0, 5, Role.RULE)], "empty segment"),
        ([Segment(0, 4, Role.RULE)], "gap at 4"),
    ):
        with pytest.raises(LedgerError, match=message):
            check_tiling(segments, 5)


def test_segments_that_reproduce_other_bytes_are_refused():
    source = read_bytes("a.txt", b"402.1. A rule.")
    check_bytes([Segment(0, 14, Role.RULE)], source)
    with pytest.raises(LedgerError, match=r"a\.txt"):
        check_bytes([Segment(0, 13, Role.RULE)], source)


def test_the_byte_order_mark_is_part_of_the_proof():
    source = read_bytes("a.txt", b"\xef\xbb\xbf402.1. A rule.")
    check_bytes([Segment(0, len(source.text), Role.RULE)], source)


def test_unclaimed_white_space_is_blank_and_unclaimed_words_are_shown_as_not_understood():
    builder = LedgerBuilder("rule  \n words")
    builder.claim(0, 4, Role.RULE, owner="402.1")
    builder.claim(4, 4, Role.NOTE)
    segments = builder.finish()
    assert [(piece.role, piece.reason) for piece in segments] == [("rule", ""), ("furniture", "not understood")]
    builder = LedgerBuilder("rule  \n")
    builder.claim(0, 4, Role.RULE)
    assert [piece.role for piece in builder.finish()] == ["rule", "blank"]


def test_two_claims_on_one_character_are_an_error():
    builder = LedgerBuilder("abcdef")
    builder.claim(0, 4, Role.RULE)
    builder.claim(3, 6, Role.NOTE)
    with pytest.raises(LedgerError, match="overlap"):
        builder.finish()


@given(st.text(max_size=60), st.lists(st.integers(0, 60), max_size=10), st.randoms())
def test_claims_in_any_order_end_in_a_tiling(text, places, random):
    cuts = sorted({0, *(min(place, len(text)) for place in places)})
    spans = list(itertools.pairwise(cuts))
    random.shuffle(spans)
    builder = LedgerBuilder(text)
    for start, end in spans[: len(spans) // 2 + 1]:
        builder.claim(start, end, Role.RULE)
    segments = builder.finish()
    check_tiling(segments, len(text))
    assert "".join(text[piece.start : piece.end] for piece in segments) == text
