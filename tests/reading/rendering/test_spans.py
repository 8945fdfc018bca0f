"""Plain text and spans become escaped HTML, and nothing of the text is lost on the way."""

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.reading.rendering import symbols
from rulesite.reading.rendering.spans import CrossingSpans, Span, render, render_paragraphs, settle


def text_of(html: str) -> str:
    """What a reader who sees no tags would have."""
    return unescape(re.sub(r"<[^>]*>", "", html))


TEXTS = st.text(st.sampled_from("ab <>&\"'{}TWX2/[]-\n’é—🜂"), max_size=60)


@st.composite
def texts_with_spans(draw):
    text = draw(TEXTS)
    spans = []
    for _ in range(draw(st.integers(0, 8))):
        start, end = sorted((draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))))
        name = draw(st.sampled_from(["a", "i", "b"]))
        spans.append(Span(start, end, f"<{name}>", f"</{name}>", encloses=draw(st.booleans())))
    return text, spans


@given(texts_with_spans())
def test_stripping_the_tags_and_unescaping_gives_the_text_back(given_text):
    text, spans = given_text
    assert text_of(render(text, settle(spans))) == text
    assert text_of("\n".join(render_paragraphs(text, settle(spans)))) == text


def test_a_span_over_an_empty_paragraph_marks_up_nothing_there():
    assert render_paragraphs("a\n\nb", [Span(0, 4, "<i>", "</i>")]) == ["<i>a</i>", "", "<i>b</i>"]


@given(texts_with_spans())
def test_settled_spans_never_cross(given_text):
    _, spans = given_text
    kept = settle(spans)
    for at, one in enumerate(kept):
        for other in kept[at + 1 :]:
            apart = one.end <= other.start
            nested = one.encloses and one.start <= other.start and other.end <= one.end
            assert apart or nested


def clash(one, other):
    """Whether two spans overlap and neither encloses the other; of two as long, what encloses is the outer one."""
    if one.end <= other.start or other.end <= one.start:
        return False
    outer, inner = sorted((one, other), key=lambda span: (span.start, -span.end, not span.encloses))
    return not (outer.encloses and inner.end <= outer.end)


@given(texts_with_spans())
def test_of_two_that_clash_the_one_given_first_stays(given_text):
    _, spans = given_text
    kept = []
    for span in spans:
        if span.start < span.end and not any(clash(span, other) for other in kept):
            kept.append(span)
    assert sorted(map(id, settle(spans))) == sorted(map(id, kept))


def test_a_span_is_compared_with_those_that_it_overlaps_alone():
    class Counting(int):
        looks = 0

        def __lt__(self, other):
            Counting.looks += 1
            return int(self) < int(other)

    for many in (500, 1_000):
        Counting.looks = 0
        spans = [Span(Counting(3 * n), Counting(3 * n + 2)) for n in range(many)]
        assert len(settle([*spans, Span(Counting(0), Counting(3 * many), encloses=True)])) == many + 1
        assert Counting.looks < 40 * many


@given(texts_with_spans())
def test_tags_are_closed_in_the_order_in_which_they_were_opened(given_text):
    text, spans = given_text
    opened = []
    for closing, name in re.findall(r"<(/?)([aib])>", render(text, settle(spans))):
        if closing:
            assert opened.pop() == name
        else:
            opened.append(name)
    assert opened == []


@given(TEXTS)
def test_symbols_keep_the_characters_of_the_text(text):
    assert text_of(render(text, settle(symbols.find(text)))) == text


def test_markup_in_a_rules_text_is_text():
    assert render("<-cost-> & “<b>”") == "&lt;-cost-&gt; &amp; “&lt;b&gt;”"


def test_a_span_inside_one_that_encloses_is_nested():
    spans = [Span(0, 9, "<p>", "</p>", encloses=True), Span(4, 9, "<a>", "</a>")]
    assert render("see 402.1", spans) == "<p>see <a>402.1</a></p>"


def test_crossing_spans_are_refused():
    with pytest.raises(CrossingSpans):
        render("abcdef", [Span(0, 4, "<i>", "</i>"), Span(2, 6, "<b>", "</b>")])


def test_a_span_outside_the_text_is_refused():
    with pytest.raises(ValueError, match="outside a text of 3 characters"):
        render("abc", [Span(2, 4)])


def test_of_two_spans_that_clash_the_first_given_stays():
    assert settle([Span(5, 9, "<a>"), Span(0, 6, "<b>")]) == [Span(5, 9, "<a>")]
