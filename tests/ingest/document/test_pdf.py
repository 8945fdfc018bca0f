"""A PDF is read whole or refused by name: whatever is lost of it, its text never changes in silence."""

from __future__ import annotations

import random
import zlib

import pytest

from ingest.document import pdf
from ingest.document.ledger import LedgerBuilder, Role, check_bytes
from ingest.document.source import SourceError, read_bytes


def made(*pages: str) -> bytes:
    """A PDF with these pages, each line of text on a line."""
    kids = " ".join(f"{4 + 2 * index} 0 R" for index in range(len(pages)))
    bodies = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Count {len(pages)}/Kids[{kids}]>>".encode(),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    for index, page in enumerate(pages):
        lines = "".join(f"({line}) Tj 0 -14 Td " for line in page.split("\n"))
        packed = zlib.compress(f"BT /F1 12 Tf 72 720 Td {lines} ET".encode())
        resources = "/Resources<</Font<</F1 3 0 R>>>>/MediaBox[0 0 612 792]"
        bodies.append(f"<</Type/Page/Parent 2 0 R{resources}/Contents {5 + 2 * index} 0 R>>".encode())
        head = f"<</Length {len(packed)}/Filter/FlateDecode>>\nstream\n".encode()
        bodies.append(head + packed + b"\nendstream")
    data, places = b"%PDF-1.4\n", []
    for number, body in enumerate(bodies, start=1):
        places.append(len(data))
        data += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    tail = f"trailer\n<</Size {len(bodies) + 1}/Root 1 0 R>>\nstartxref\n{len(data)}\n%%EOF\n"
    return data + f"xref\n0 {len(bodies) + 1}\n0000000000 65535 f \n{table}{tail}".encode()


SOUND = made("1\nSOME TOURNAMENT RULES\nPlayers play.", "2\nPlayers stop playing.")


def test_the_ledger_of_a_pdf_proves_its_text() -> None:
    source = read_bytes("rules.pdf", SOUND)
    pages = [page.strip() for page in source.text.split(f"\n{pdf.PAGE_END}\n")]
    assert pages == ["1\nSOME TOURNAMENT RULES\nPlayers play.", "2\nPlayers stop playing."]
    builder = LedgerBuilder(source.text)
    builder.claim(0, len(source.text), Role.RULE)
    check_bytes(builder.finish(), source)
    assert source.encode(source.text[:-1]) != SOUND


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_pdf_is_refused_or_read_whole(seed: int) -> None:
    chance = random.Random(seed)
    data = bytearray(SOUND)
    at, length = chance.randrange(9, len(data)), chance.choice((1, 3, 40, 200))
    ways = {
        "cut": data[:at],
        "hole": data[:at] + data[at + length :],
        "zeros": data[:at] + bytes(length) + data[at + length :],
        "other": data[:at] + chance.randbytes(length) + data[at + length :],
    }
    damaged = bytes(ways[chance.choice(list(ways))])
    whole = read_bytes("rules.pdf", SOUND).text
    assert _read(damaged) in (whole, "refused by name, with a mend")


def _read(data: bytes) -> str:
    try:
        return read_bytes("rules.pdf", data).text
    except SourceError as error:
        named = str(error).startswith("rules.pdf") and error.mend
        return "refused by name, with a mend" if named else str(error)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (SOUND[: SOUND.index(b"xref")], "truncated"),
        (made(""), "pictures"),
        (SOUND.replace(b"/Count 2", b"/Count 3"), "promises 3 pages"),
    ],
)
def test_what_is_wrong_is_named(data: bytes, problem: str) -> None:
    with pytest.raises(SourceError, match=problem):
        read_bytes("rules.pdf", data)
