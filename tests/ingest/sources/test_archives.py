"""Archives are unpacked and counted as they really are: bombs, damage and lies are refused by name, the rest is
read."""

import io
import random
import resource
import struct
import sys
import zipfile
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.document.source import MOST_BYTES, SourceError
from ingest.sources import archives
from ingest.sources.collect import gather, opened

TEXT = b"402.1. One.\n" * 40


def packed(files, **how):
    holding = io.BytesIO()
    with zipfile.ZipFile(holding, "w", how.pop("method", zipfile.ZIP_DEFLATED)) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return bytearray(holding.getvalue())


def unpacked(data):
    return archives.unpack("all.zip", bytes(data), lambda path: path.endswith(".txt"))


def put(data, signature, at, form, value):
    """Write a number into the first header of a kind."""
    struct.pack_into(form, data, data.index(signature) + at, value)
    return data


def encrypted(data):
    return put(put(data, b"PK\x01\x02", 8, "<H", 1), b"PK\x03\x04", 6, "<H", 1)


def corrupt(data):
    start = data.index(b"PK\x03\x04") + 30 + 5
    data[start : start + 9] = b"\xff" * 9
    return data


MEMBERS = {
    "encrypted": lambda: encrypted(packed({"a.txt": TEXT})),
    "corrupt deflate": lambda: corrupt(packed({"a.txt": TEXT})),
    "a wrong checksum": lambda: put(packed({"a.txt": TEXT}), b"PK\x01\x02", 16, "<I", 7),
    "a false size": lambda: put(packed({"a.txt": TEXT}), b"PK\x01\x02", 24, "<I", 7),
    "an unknown method": lambda: put(packed({"a.txt": TEXT}), b"PK\x01\x02", 10, "<H", 99),
    "bzip2": lambda: packed({"a.txt": TEXT}, method=zipfile.ZIP_BZIP2),
    "lzma": lambda: packed({"a.txt": TEXT}, method=zipfile.ZIP_LZMA),
    "another name inside": lambda: put(packed({"a.txt": TEXT}), b"PK\x03\x04", 30, "<B", 98),
    "elsewhere": lambda: put(packed({"a.txt": TEXT}), b"PK\x01\x02", 42, "<I", 9000),
    "a bomb": lambda: packed({"a.txt": bytes(8_000_000)}),
    "more than a document": lambda: packed(
        {"a.txt": (bytes(1000) + random.Random(1).randbytes(30)) * (MOST_BYTES // 1000)}
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("made", MEMBERS.values(), ids=MEMBERS)
def test_a_file_that_cannot_be_unpacked_is_refused_with_the_mend(made):
    [refused] = unpacked(made())
    assert refused.error is not None
    assert refused.error.mend
    assert refused.data == b""


def test_the_files_beside_a_bad_one_are_read():
    good, bad = unpacked(corrupt(packed({"b.txt": TEXT, "a.txt": TEXT})))
    assert (good.data, good.error) == (TEXT, None)
    assert bad.error


WHOLE = {
    "cut off": lambda: packed({"a.txt": TEXT})[:-30],
    "no directory": lambda: packed({"a.txt": TEXT})[:60],
    "a directory that is none": lambda: put(packed({"a.txt": TEXT}), b"PK\x01\x02", 0, "<I", 0),
    "a newer format": lambda: put(packed({"a.txt": TEXT}), b"PK\x01\x02", 6, "<H", 200),
    "a name that is no text": lambda: put(put(packed({"a.txt": TEXT}), b"PK\x01\x02", 8, "<H", 0x800), b"PK\x01\x02", 46, "<B", 255),
    "nothing": lambda: b"PK\x03\x04",
    "too many": lambda: packed({f"{n}.txt": b"" for n in range(archives.MOST_FILES + 1)}),
    "many small bombs": lambda: packed({f"{n}.txt": bytes(1_000_000) for n in range(60)}),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("made", WHOLE.values(), ids=WHOLE)
def test_an_archive_that_is_damaged_or_a_bomb_as_a_whole_is_refused(made):
    with pytest.raises(SourceError) as error:
        unpacked(made())
    assert error.value.mend


def overlapping(count):
    """A zip whose entries are all one and the same file: each comes out as if it were there so often."""
    one = packed({"000.txt": random.Random(2).randbytes(20_000) + bytes(1_000_000)})
    directory, end = one.index(b"PK\x01\x02"), one.index(b"PK\x05\x06")
    entries = one[directory:end] * count
    tail = one[end:]
    struct.pack_into("<HHI", tail, 8, count, count, len(entries))
    return one[:directory] + entries + tail


def test_of_files_that_lie_over_each_other_no_more_than_one_comes_out():
    assert [bool(member.error) for member in unpacked(overlapping(1))] == [False]
    try:
        members = unpacked(overlapping(400))
    except SourceError:  # what comes out is counted; newer releases of Python see for themselves that they overlap
        return
    assert sum(not member.error for member in members) <= 1


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "darwin", reason="the system counts memory in another unit")
def test_a_bomb_costs_little_memory():
    lying = packed({"a.txt": bytes(508_000_000)})
    for signature, at in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
        put(lying, signature, at, "<I", 1000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    [refused] = unpacked(lying)
    assert refused.error
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 40_000  # kB


@given(st.data())
def test_an_archive_with_any_bytes_changed_gives_what_was_in_it_or_an_error(data):
    sound = packed({"a.txt": TEXT, "b.txt": b"402.2. Two."})
    changed = bytearray(sound)
    for _ in range(data.draw(st.integers(0, 4))):
        changed[data.draw(st.integers(0, len(sound) - 1))] = data.draw(st.integers(0, 255))
    del changed[data.draw(st.integers(len(sound) // 2, len(sound))) :]
    try:
        members = unpacked(changed)
    except SourceError:
        assert changed != sound
        return
    assert changed != sound or [member.data for member in members] == [TEXT, b"402.2. Two."]
    assert all(member.error or member.data in (TEXT, b"402.2. Two.") for member in members)


LISTS = {
    "not TOML": b"[[source]\n",
    "not UTF-8": b"\xff\xfe\x00",
    "brackets without end": b"a = " + b"[" * 5000,
    "unknown": b'[[source]]\npath = "a.txt"\ncolour = "red"',
    "too large": b"#" * 2_000_000,
}


@pytest.mark.parametrize("listed", LISTS.values(), ids=LISTS)
def test_an_archive_with_a_broken_list_is_refused_by_the_list_and_other_places_are_read(listed, tmp_path):
    (tmp_path / "all.zip").write_bytes(packed({"sources.toml": listed, "a.txt": TEXT}))
    (tmp_path / "one.txt").write_bytes(TEXT)
    refused, one = gather([str(tmp_path / "all.zip"), str(tmp_path / "one.txt")])
    assert "sources.toml" in str(refused.error)
    assert one.data == TEXT


def test_of_several_lists_the_outermost_holds():
    inner, outer = b'[[source]]\npath = "a.txt"\nrank = 9', b'[[source]]\npath = "deep/a.txt"\nrank = 3'
    [one] = opened(
        "all.zip", bytes(packed({"x/deep/sources.toml": inner, "x/deep/a.txt": TEXT, "x/sources.toml": outer}))
    )
    assert one.facts.rank == 3


def test_what_is_named_a_zip_and_is_none_is_told():
    with pytest.raises(SourceError, match="damaged"):
        opened("all.zip", b"402.1. One.")


def test_a_file_that_is_no_archive_is_taken_as_it_is():
    assert [one.data for one in opened("one.txt", TEXT)] == [TEXT]
    assert zlib.crc32(opened("all.zip", bytes(packed({"one.txt": TEXT})))[0].data) == zlib.crc32(TEXT)
