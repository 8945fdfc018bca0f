"""Whatever is wrong with a text of TOML, the reader of it hears of one kind of fault."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from rulesite.text.toml import TOMLDecodeError, parse

WHOLE = st.one_of(
    st.integers(), st.integers(60, 70).map(lambda bits: 2**bits), st.integers(1, 30_000).map(lambda digits: 10**digits)
)


def written(number, form):
    """A whole number in TOML: of a long one Python writes no digits of ten, unless it is a power of it."""
    if form:
        return f"0{form}{abs(number):{form}}"
    digits = number.bit_length() * 30103 // 100_000
    return "1" + "0" * digits if digits > 4_000 else str(number)


@example(10**20_000, "", 3)
@example(10**20_000, "x", 1)
@example(2**63, "", 2)
@example(2**63 - 1, "o", 2)
@given(WHOLE, st.sampled_from(("", "x", "o", "b")), st.integers(1, 5))
def test_a_whole_number_is_read_or_is_too_large_and_its_line_is_named(number, form, line):
    text = "\n" * (line - 1) + f"a = [{{b = {written(number, form)}}}]"
    value = abs(number) if form else number
    if -(2**63) <= value < 2**63:
        assert parse(text) == {"a": [{"b": value}]}
    else:
        with pytest.raises(TOMLDecodeError, match=f"64 bits.*line {line}\\)"):
            parse(text)


@pytest.mark.parametrize(
    "key", ["a" + ".a" * 15_000, "x = 1\n  'b c'" + " . d" * 2_000, "[[a" + ".a" * 2_000 + "]]\nb"]
)
def test_a_key_of_endless_parts_is_refused_before_its_tables_are_made(key, monkeypatch):
    loads = tomllib.loads
    monkeypatch.setattr(tomllib, "loads", lambda text: loads(text) if len(text) < 1_000 else pytest.fail("it was read"))
    with pytest.raises(TOMLDecodeError, match="nested too deeply"):
        parse(f"{key} = 1")


def test_what_stands_in_a_string_is_no_key():
    words = "a" + ".a" * 2_000
    assert parse(f"a = '''\n{words}'''") == {"a": words}


@example("a = " + "[" * 50_000)
@example("a = " + "[" * 50_000 + "]" * 50_000)
@example("[a]\n" * 3)
@example("a = 2006-13-45")
@example("a = 1e999999999")
@given(st.text("[]{}\"=.,#-+_:xeoTZ019 \n'\\a", max_size=60))
def test_what_is_no_toml_is_said_to_be_none(text):
    try:
        table = parse(text)
    except TOMLDecodeError:
        return
    assume(table)
    assert str(tomllib.loads(text)) == str(table)
