"""However a document is mutilated, it is read so that its ledger tiles it, or refused: nothing else ever happens."""

import functools
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ingest.document.source import SourceError, read_bytes
from tests.ingest.small import read

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = ROOT.parent / "shared" / "documents"
POCKET = sorted((ROOT / "fixtures" / "documents").glob("*.txt"))
REAL = sorted((DOCUMENTS / "founding").glob("*.txt")) + [
    DOCUMENTS / "cr" / f"cr-{day}.txt" for day in ("1999-04-23", "2009-05-01", "2013-05-01")
]
PIECES = ["402.1.", "402.1. A", "402.1a B", "Example:", "Page 7", "A.1.Ruling.5a - x", "- A.1.1 - ", "[CompRules 1999/04/34]", "\r", "\n\n",
          "٤٠٢.١. X", "4\u06602.1. X", "²", "\ufeff", "\x0c", "\u2028", "{T}", "(", "”", "Glossary", "Contents",
          "Credits", "999.999z Z", "<p>", "&#0;", "|", "a.s.s", "\x00", "\x07"]  # fmt: skip


@functools.cache
def _bytes(path: Path) -> bytes:
    return read_bytes(path.name, path.read_bytes()).text.encode()


def try_to_read(data: bytes, name: str) -> None:
    """Read a document; `read` proves its ledger. A refusal must name the document."""
    try:
        read(data, name)
    except SourceError as refused:
        message = str(refused)
    else:
        return
    assert message.startswith(name)


@st.composite
def mutilated(draw, paths):
    """A document with a cut, shuffled and doubled lines, flipped bytes and strange pieces put in."""
    data = _bytes(draw(st.sampled_from(paths)))
    start = draw(st.integers(0, len(data) - 1))
    data = data[start : start + draw(st.integers(1, 6000))]
    lines = data.splitlines(keepends=True)
    if draw(st.booleans()):
        draw(st.randoms(use_true_random=False)).shuffle(lines)
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(lines) - 1))
        lines[at : at + 2] *= 2
    broken = bytearray(b"".join(lines))
    for _ in range(draw(st.integers(0, 4))):
        broken[draw(st.integers(0, len(broken) - 1))] = draw(st.integers(32, 255))
    for piece in draw(st.lists(st.sampled_from(PIECES[:-2]), max_size=4)):
        at = draw(st.integers(0, len(broken)))
        broken[at:at] = piece.encode()
    return bytes(broken)


@pytest.mark.slow
@given(mutilated(POCKET), st.sampled_from(["rules.txt", "rules.html"]))
@settings(max_examples=150)
def test_a_mutilated_pocket_document_is_read_whole_or_refused(data, name):
    try_to_read(data, name)


@pytest.mark.documents
@pytest.mark.slow
@given(mutilated(REAL), st.sampled_from(["rules.txt", "rules.html"]))
@settings(max_examples=200)
def test_a_mutilated_real_document_is_read_whole_or_refused(documents, data, name):
    try_to_read(data, name)


@pytest.mark.slow
@given(st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=12)), max_size=40))
@example(["402.1. A", "\n", "٤٠٢.٢. X"])
@example(["- A.1.1 - x\n", "- A.1.Ruling.5a - x\n"])
@example(["402.1. A (see 402.2.) ", "4\u06602.1. X"])
@settings(max_examples=300)
def test_a_heap_of_pieces_is_read_whole_or_refused(pieces):
    try_to_read("".join(pieces).encode("utf-8", "surrogatepass"), "heap.txt")


@pytest.mark.slow
@given(
    st.lists(
        st.sampled_from(
            [
                *PIECES,
                "<html>",
                "<body>",
                "</p>",
                "<p hidden>",
                "<pre>",
                "<script>",
                "</script>",
                "<!--",
                "<![",
                "<td>",
                "402.1. A rule.",
                "'",
                '"',
                "<img alt='{T}'>",
                "</",
                '<a b="',
            ]
        ),
        max_size=30,
    )
)
@settings(max_examples=300)
def test_a_heap_of_mark_up_is_read_whole_or_refused(pieces):
    try_to_read(("<html>" + "".join(pieces)).encode(), "heap.html")


@given(st.binary(max_size=400))
def test_any_bytes_are_read_whole_or_refused(data):
    try_to_read(data, "bytes.bin")


@pytest.mark.slow
@given(
    st.sampled_from(POCKET), st.sampled_from(["\n", "\r", "\r\n"]), st.sampled_from(["utf-8", "utf-8-sig", "utf-16"])
)
@settings(max_examples=30)
def test_line_ends_and_encodings_change_nothing_that_a_document_says(path, end, encoding):
    text = path.read_text(encoding="utf-8")
    copy = read(end.join(text.splitlines()).encode(encoding), path.name)
    assert copy.tree == read(text, path.name).tree
