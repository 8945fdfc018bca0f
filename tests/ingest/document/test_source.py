"""Bytes become text only by what they prove themselves to be; everything else is refused with a place and a mend."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.document.source import SourceError, read_bytes, split_lines

TEXT = "402.1. It’s the object’s “name”—nothing else.\n402.2. A player may pass.\n402.3. That isn’t “free.”\n"
WIDE = ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (TEXT.encode(), "utf-8"),
        (codecs.BOM_UTF8 + TEXT.encode(), "utf-8-sig"),
        (codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"), "utf-16-le"),
        (codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"), "utf-16-be"),
        (codecs.BOM_UTF32_LE + TEXT.encode("utf-32-le"), "utf-32-le"),
        (codecs.BOM_UTF32_BE + TEXT.encode("utf-32-be"), "utf-32-be"),
        *((TEXT.encode(codec), f"{codec}, no mark") for codec in WIDE),
        *((b"\n" + TEXT.encode(codec), f"{codec}, 1 stray") for codec in WIDE),
        (b"\r\n" + codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"), "utf-16-le, 4 stray"),
        (b"\xff" + TEXT.encode("utf-16-be"), "utf-16-be, 1 stray"),
        (b"\0\0\0" + TEXT.encode("utf-16-le"), "utf-16-le, 3 stray"),
        (TEXT.encode("cp1252"), "cp1252"),
        (TEXT.encode("mac_roman"), "mac_roman"),
    ],
)
def test_every_encoding_of_the_documents_is_recognised_and_gives_its_bytes_back(data, encoding):
    source = read_bytes("a.txt", data)
    assert (source.text, source.encoding) == (TEXT, encoding)
    assert source.encode(source.text) == data


def test_plain_ascii_is_utf_8_without_a_warning():
    source = read_bytes("a.txt", b"402.1. A rule.")
    assert (source.encoding, source.warnings) == ("utf-8", ())


def test_characters_that_were_lost_before_are_counted_and_the_first_is_placed():
    source = read_bytes("a.txt", "402.1. One.\n402.2. The player\ufffds \ufffdtwo.\n".encode())
    assert "2 characters were lost" in source.warnings[0]
    assert "line 2" in source.warnings[0]


def test_gbk_is_read_with_a_warning():
    source = read_bytes("a.txt", TEXT.encode("gb18030"))
    assert source.text == TEXT
    assert "GBK" in source.warnings[0]


@pytest.mark.parametrize(("end", "name"), [("\n", "LF"), ("\r", "CR"), ("\r\n", "CRLF")], ids=["LF", "CR", "CRLF"])
def test_every_line_end_cuts_the_same_lines(end, name):
    source = read_bytes("a.txt", end.join(["one", "", "two"]).encode())
    assert [line.text for line in source.lines] == ["one", "", "two"]
    assert source.line_ends == name


def test_mixed_line_ends_are_named_and_other_separators_end_no_line():
    source = read_bytes("a.txt", "one\r\ntwo\rthree\nfour\x0bstill\u2028four\x85four".encode())
    assert len(source.lines) == 4
    assert source.line_ends == "CRLF and CR and LF"


def test_a_line_knows_its_number_and_its_place():
    line = list(split_lines("a\r\nbc\n"))[1]
    assert (line.number, line.start, line.end, line.stop) == (2, 3, 5, 6)


def test_an_offset_leads_to_its_line():
    source = read_bytes("a.txt", b"one\r\ntwo\r\n")
    assert [source.line_at(offset) for offset in (0, 3, 5, 9)] == [1, 1, 2, 2]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "empty"),
        (b" \r\n\t\n", "empty"),
        (b"%PDF-1.4 402.1. A rule", "PDF"),
        (b"PK\x03\x04rules", "a zip archive"),
        (b"{\\rtf1 402.1. A rule}", "rich text"),
        (b"\x1f\x8b\x08rules", "gzip"),
        (b"\xd0\xcf\x11\xe0rules", "word-processor"),
        (b"\x89PNG\r\n", "a picture"),
        (TEXT.encode("utf-16-le")[:-1], "truncated: UTF-16"),
        (TEXT.encode("utf-32-be")[:-1], "truncated: UTF-32"),
        (TEXT.encode("utf-16-le") + b"\0\0", "NUL"),
        (b"402.1. One\n402.2. T\x00wo\n", "NUL"),
        (b"402.1. One\n402.2. T\x07wo\n", "control"),
        (codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le")[:-1], "truncated"),
        (codecs.BOM_UTF16_BE + b"\xd8\x00\x00a", "not utf-16-be"),
        (codecs.BOM_UTF8 + TEXT.encode()[:-20] + b"\xe2\x80", "truncated"),
        (TEXT.encode() + "A last “word".encode()[:-6], "truncated"),
        (b"402.1. A rule \xe2\x80", "truncated"),
    ],
)
def test_what_is_no_text_is_refused_by_name(data, problem):
    with pytest.raises(SourceError, match=problem) as refused:
        read_bytes("book.txt", data)
    assert str(refused.value).startswith("book.txt")


@pytest.mark.parametrize(
    "data", [b"402.1. One\n402.2. T\x00wo\n", b"402.1. One\r402.2. T\x00wo\r", b"402.1. One\r\n402.2. T\x07wo\r\n"]
)
def test_a_refusal_names_the_line_and_the_mend(data):
    with pytest.raises(SourceError) as refused:
        read_bytes("book.txt", data)
    assert refused.value.line == 2
    assert "save it as UTF-8" in str(refused.value)


def test_interleaved_nuls_after_a_byte_order_mark_are_control_characters():
    data = codecs.BOM_UTF16_LE + "4\x000\x002\x00.1. A rule".encode("utf-16-le")
    with pytest.raises(SourceError, match="3 NUL characters"):
        read_bytes("book.txt", data)


def test_a_name_with_an_accent_does_not_make_a_windows_file_a_mac_file():
    text = "205.3. The subtypes are Djinn, El-Hajjâj, and Dandân.\n"
    assert read_bytes("a.txt", text.encode("cp1252")).text == text


@given(
    st.text(st.sampled_from("abc XYZ.,’“”—–é\n\r\t019"), min_size=30),
    st.sampled_from(WIDE),
    st.binary(max_size=3),
)
def test_wide_text_without_its_mark_is_read_as_what_it_is_or_refused(text, codec, stray):
    text = "402.1. A rule of plain English letters, to begin with. " + text
    data = stray + text.encode(codec)
    try:
        source = read_bytes("book.txt", data)
    except SourceError:
        assert stray
        return
    assert source.text.endswith(text)
    assert source.encode(source.text) == data
