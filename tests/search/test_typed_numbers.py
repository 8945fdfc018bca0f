"""A number in any spelling is found by the box, by what resolves citations, by the API and by the search."""

from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.rulebook.addresses import resolve as resolve_address
from rulesite.rulebook.descent.resolution import resolve
from rulesite.search import number_lookup, typeahead
from rulesite.text.characters import DASHES
from rulesite.text.number_query import read

SPELLINGS = [
    "702.10 a", "702.10.a", "702,10a", "702,10 a", "702.10A", "702. 10a", "702.10(a)", "702.10 (a)", "702.10-a",
    "!cr 702.10a", "/cr 702.10a", "!rule 702.10a", "!702.10a", "CR702.10a", "cr 702,10A", "r. 702.10a", "R 702.10 a",
    "Sec. 702.10a", "par. 702.10a", "paragraph 702.10 a", "¶ 702.10a", "§§702.10a", "７０２．１０ａ", "CR ７０２．１０Ａ",
    "（702.10a）", " \ufeff702.10a\u3000",
]  # fmt: skip
"""Spellings of one number, by people, by bots, by keyboards of other scripts."""


@pytest.mark.parametrize("text", SPELLINGS)
def test_every_door_finds_a_number_in_any_spelling(library, client, text):
    assert number_lookup.look_up(text).number == "702.10a"
    assert [answer.version.number for answer in resolve(text)] == ["702.10a"]
    assert resolve_address(text).number == "702.10a"
    assert [each.text for each in typeahead.typeahead(text)] == ["702.10a"]
    assert client.get(f"/api/v1/rule/{quote(text, safe='')}").json()["number"] == "702.10a"
    assert client.get("/api/v1/rules", {"wanted": text}).json()["rows"][0]["found"]["number"] == "702.10a"
    assert client.get("/api/v1/search", {"q": text}).json()["number"] == "cr/2024-06-07/702.10a"
    assert client.get("/api/v1/typeahead", {"q": text}).json()[0]["text"] == "702.10a"
    assert client.get("/search/", {"q": text}).url.endswith("702.10a")


@pytest.mark.parametrize("dash", DASHES, ids=lambda dash: f"{ord(dash):04X}")
def test_a_run_is_asked_for_with_any_dash(library, dash):
    found = number_lookup.look_up(f"409.1b{dash}i")
    assert (found.number, found.last) == ("409.1b", "409.1i")
    assert typeahead.typeahead(f"409.1b{dash}i")[0].text == "409.1b"


@pytest.mark.parametrize("text", ["702.10 an attack", "702,100,000", "702.10, 8 cards", "haste 702,10"])
def test_what_stands_beside_words_is_no_spelling_of_a_number(library, text):
    assert not isinstance(number_lookup.look_up(text), number_lookup.NumberMatch)


LETTERS = st.sampled_from("abcdefghijkmnpqrstuvwxyz") | st.just("aa")


@given(
    st.integers(100, 999), st.integers(1, 999), LETTERS, st.sampled_from(["{}.{}{}", "{}.{} {}", "{}.{}.{}", "{}.{}({})"]),
    st.sampled_from(["", "!", "!cr ", "CR", "rule ", "r. ", "§ ", "Sec. ", "("]), st.booleans(), st.booleans(),
)  # fmt: skip
def test_every_number_is_read_in_every_spelling(section, rule, letter, spelling, lead, wide, capital):
    text = lead + spelling.format(section, rule, letter)
    text = text.upper() if capital else text
    if wide:
        text = "".join(chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" else sign for sign in text)
    assert str(read(text).number) == f"{section}.{rule}{letter}"
