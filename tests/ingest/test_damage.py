"""A byte that is damaged is damage: it makes no other encoding of the rest, and nothing of it passes in silence."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ingest.document.source import SourceError, read_bytes
from ingest.parsing import reader
from ingest.parsing.reader import ReadJob
from ingest.sources import manifest
from rulesite.text import encodings
from tests.ingest.small import read

SENTENCES = (
    "402.1. It’s the object’s “name”, and nothing else.\n",
    "402.2. A player — not a card — may pass; that isn’t “free.”\n",
    "402.3. The player’s hand is hidden… Ann’s is “open” today.\n",
    "402.4. A turn that doesn’t end isn’t a turn of “this” game.\n",
)
CODECS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32-be", "cp1252", "mac_roman", "gb18030")


@given(
    st.lists(st.sampled_from(SENTENCES), min_size=4, max_size=8),
    st.sampled_from(CODECS),
    st.floats(0, 0.9999),
    st.integers(0, 255),
)
@example(list(SENTENCES), "utf-8", 0.05, 0x92)
@example(list(SENTENCES), "cp1252", 0.05, 0x81)
@example(list(SENTENCES), "gb18030", 0.06, 0x20)
@example(list(SENTENCES), "utf-8-sig", 0.0, 0x20)
def test_no_single_changed_byte_changes_the_encoding_that_is_detected(sentences, codec, where, byte):
    data = bytearray("".join(sentences).encode(codec))
    before = read_bytes("book.txt", bytes(data))
    data[int(where * len(data))] = byte
    try:
        after = read_bytes("book.txt", bytes(data))
    except SourceError:
        return
    assert encodings.read(after.encoding)[0] == encodings.read(before.encoding)[0]


@given(
    st.sampled_from(["utf-8", "utf-8-sig", "cp1252", "gb18030"]),
    st.lists(st.tuples(st.floats(0, 0.9999), st.sampled_from([0x81, 0x8D, 0x92, 0xA0, 0xFF])), max_size=5),
)
def test_what_is_read_with_its_damage_gives_its_bytes_back_and_marks_every_one_that_is_lost(codec, changes):
    data = bytearray("".join(SENTENCES).encode(codec))
    start = 3 if codec == "utf-8-sig" else 0
    for where, byte in changes:
        data[start + int(where * (len(data) - start))] = byte
    try:
        source = read_bytes("book.txt", bytes(data), damaged=True)
    except SourceError:  # two encodings, of which neither is damaged
        return
    assert source.encode(source.text) == bytes(data)
    assert encodings.decode(bytes(data), source.encoding) == source.text
    lost = source.text.count(encodings.LOST)
    assert encodings.is_damaged(source.encoding) == bool(lost)
    assert bool(lost) == any("damaged bytes" in warning for warning in source.warnings)


def test_a_refusal_names_the_line_the_column_and_the_bytes():
    text = "".join(SENTENCES).encode().replace("player’s".encode(), b"player\x92s")
    with pytest.raises(SourceError) as refused:
        read_bytes("book.txt", text)
    assert refused.value.line == 3
    assert all(part in str(refused.value) for part in ("UTF-8", "(0x92 in column 18)", "damaged = true", "--damaged"))


@pytest.mark.parametrize("other", ["cp1252", "mac_roman", "gb18030"])
@pytest.mark.parametrize("share", [1, 2, 3])
def test_a_mixture_of_two_encodings_is_refused_whichever_has_more(other, share):
    data = b"".join(line.encode("utf-8" if n < share else other) for n, line in enumerate(SENTENCES))
    with pytest.raises(SourceError, match="UTF-8"):
        read_bytes("book.txt", data)


def test_few_characters_of_a_single_byte_encoding_are_a_doubt():
    assert "would also fit" in read_bytes("a.txt", b"402.1. Ann\x92s cards.\n").warnings[0]
    assert read_bytes("a.txt", "".join(SENTENCES).encode("cp1252")).warnings == ()


def test_damage_that_is_consented_to_stays_in_the_words_and_the_ledger():
    data = "".join(SENTENCES).encode().replace("player’s".encode(), b"player\x92s")
    parcel = reader.parcel(ReadJob("book.txt", data, damaged=True, alone=True))
    [mended] = parcel.reading.repairs
    assert (mended.before, mended.after, mended.owner) == (encodings.LOST, "’", "402.3")
    assert parcel.reading.source.encoding == "utf-8, damaged"
    assert "first in line 3, column 18" in parcel.reading.warnings[0]
    assert isinstance(reader.parcel(ReadJob("book.txt", data)), SourceError)


def test_the_list_of_sources_may_consent():
    listed = manifest.read('[[source]]\npath = "a.txt"\ndamaged = true\n[[source]]\npath = "b.txt"\n')
    assert (listed.of("a.txt").damaged, listed.of("b.txt").damaged) == (True, False)
    with pytest.raises(SourceError, match="damaged is 'yes'"):
        manifest.read('[[source]]\npath = "a.txt"\ndamaged = "yes"\n')


def test_a_sound_text_is_read_alike_with_consent_and_without():
    for codec in CODECS:
        data = "".join(SENTENCES).encode(codec)
        assert read_bytes("a.txt", data, damaged=True) == read_bytes("a.txt", data)
    assert read(codecs.BOM_UTF8 + "".join(SENTENCES).encode()).source.encoding == "utf-8-sig"
