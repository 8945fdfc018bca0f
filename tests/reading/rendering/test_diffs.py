"""Differences as pages mark them: complete, and quiet about mere typography."""

from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st

from rulesite.reading.rendering import diffs
from tests.reading.read_pages import sides

TEXTS = st.lists(
    st.sampled_from(
        ["it's", "it’s", "play", "cast", "-", "—", "--", " ", "  ", "\n", '"', "”", "<b>", "&amp;", "1/1", "."]
    )
    | st.text(max_size=6),
    max_size=12,
).map("".join)


def _parsed(markup):
    """The markup with every space kept; the parser folds runs of them otherwise."""
    return BeautifulSoup(markup, "html.parser", preserve_whitespace_tags={"div"})


@given(TEXTS, TEXTS)
def test_the_pieces_are_both_texts_character_for_character(before, after):
    pieces = diffs.pieces(before, after)
    assert "".join(piece.before for piece in pieces) == before
    assert "".join(piece.after for piece in pieces) == after


@given(st.text(alphabet="ab'’\"“-— <&>;\n", max_size=30), st.text(alphabet="ab'’\"“-— <&>;\n", max_size=30))
def test_each_side_can_be_read_off_the_marks(before, after):
    marked = _parsed(f"<div>{diffs.marked(before, after)}</div>").div
    assert sides(marked) == (before, after)


def test_typography_is_slight_and_words_are_not():
    marked = BeautifulSoup(diffs.marked('it\'s "in play"', "it’s “in hand”"), "html.parser")
    loud = [tag.get_text() for tag in marked.find_all(["del", "ins"]) if not tag.get("class")]
    slight = [tag.get_text() for tag in marked.find_all(["del", "ins"], class_="slight")]
    assert loud == ["play", "hand"]
    assert slight == ["it's", "it’s", '"', "“", '"', "”"]


def test_a_dash_written_with_two_hyphens_is_typography():
    [slight] = [piece for piece in diffs.pieces("Stop--now", "Stop—now") if piece.before != piece.after]
    assert slight.slight


def test_a_word_that_comes_or_goes_is_never_slight():
    for before, after in (("a b", "a b c"), ("a b c", "a b"), ("may", "may not"), ("+1", "-1")):
        assert not any(piece.slight for piece in diffs.pieces(before, after)), (before, after)


def test_two_columns_show_one_side_each():
    old, new = (
        diffs.side("put into play", "put onto play", "old"),
        diffs.side("put into", "put onto", "new"),
    )
    assert old == "put <del>into</del> play"
    assert new == "put <ins>onto</ins>"


def test_symbols_and_emphasis_are_drawn_and_the_sides_stay_complete():
    before, after = "{T}: Add {G}. _Magic_ rules.", "{T}: Add {R}. _Magic_ laws."
    marked = _parsed(f"<div>{diffs.marked(before, after)}</div>").div
    assert [tag.get_text() for tag in marked.find_all("i")] == ["_Magic_"]
    assert len(marked.select(".sym")) == 3
    assert sides(marked) == (before, after)
