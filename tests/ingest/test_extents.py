"""A whole document is called whole, whatever its header or contents list lacks; a part of one is an extract."""

import pytest

from ingest.dialects import regions
from ingest.document.source import read_bytes
from tests.ingest.small import read
from tests.readings import reading_of

CHAPTERS = ("The Game", "Parts", "Cards", "Zones", "Turns", "Spells", "More Rules", "Many Players", "Variants")
FRONT = "Plain Rules\n\nThese rules are effective as of April 1, 2020.\n\nHello.\n\n"
END = "Glossary\n\nCard\nA thing of paper.\n\nZone\nA place for cards.\n\nCredits\n\nNobody did this.\n"


def headings(last=9, first=1):
    for chapter, name in enumerate(CHAPTERS[first - 1 : last], start=first):
        yield f"{chapter}. {name}"
        yield from (f"{chapter}{section:02d}. {name} {section}" for section in range(14 if chapter == 1 else 3))


def body(last=9, first=1):
    for line in headings(last, first):
        yield line
        if not line[1:].startswith(". "):
            yield f"{line[:3]}.1. Of {line[5:]} there is something to say."


def text(lines):
    return "\n\n".join(lines) + "\n\n"


CONTENTS = "\n".join(["Contents", "", *headings(), "Glossary", "Credits"]) + "\n\n"
BODY = text(body())


@pytest.mark.parametrize(
    "copy",
    [
        FRONT + CONTENTS + BODY + END,
        CONTENTS + BODY + END,
        FRONT + BODY + END,
        BODY + END,
        FRONT + CONTENTS.replace("Contents", "What Stands Where") + BODY + END,
        FRONT + CONTENTS.replace("Contents", "~ CONTENTS ~") + BODY + END,
        FRONT + CONTENTS.removeprefix("Contents\n") + BODY + END,
        FRONT + CONTENTS + BODY + END.partition("Credits")[0],
        FRONT + BODY + END.partition("Credits")[0],
        FRONT + CONTENTS + BODY + "Credits\n\nNobody did this.\n",
        BODY,
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_a_complete_document_is_whole(copy, end):
    reading = read(copy.replace("\n", end))
    assert (reading.tree.extent, reading.truncated) == ("whole", "")
    assert len(reading.tree.provisions) == len(list(body()))
    assert "furniture" not in {piece.role for piece in reading.segments}


@pytest.mark.parametrize(
    "lines",
    [list(body(last=5)), list(body(first=2)), list(body())[3:], list(body())[20:], [*body(last=3), *body(first=5)]],
)
@pytest.mark.parametrize("end", ["", END])
def test_what_lacks_its_beginning_its_end_or_a_chapter_is_an_extract(lines, end):
    assert read(text(lines) + end).tree.extent == "extract"


def test_what_the_contents_promise_and_a_whole_copy_lacks_is_said():
    assert read(FRONT + CONTENTS + BODY + END).warnings == ()
    [warning] = read(FRONT + CONTENTS + BODY + END.partition("Credits")[0]).warnings
    assert "credits" in warning
    assert "glossary" in read(FRONT + CONTENTS + BODY + "Credits\n\nNobody did this.\n").warnings[0]


@pytest.mark.documents
@pytest.mark.slow
@pytest.mark.parametrize(
    "day",
    [
        *("1999-04-23", "2003-10-01", "2013-05-01"),
        *(
            pytest.param(day, marks=pytest.mark.thorough("more editions"))
            for day in ("2001-07-23", "2006-10-01", "2009-07-11", "2026-06-19")
        ),
    ],
)
def test_a_real_book_is_whole_without_its_header_its_contents_or_its_credits(documents, day):
    path = documents / "cr" / f"cr-{day}.txt"
    source = read_bytes(path.name, path.read_bytes())
    found, lines = regions.find(source.lines), [line.text for line in source.lines]
    provisions = reading_of(path).tree.provisions
    copies = {
        "contents": lines[: found.contents] + lines[found.contents_end :],
        "header": lines[found.contents :],
        "front": lines[found.body :],
        "credits": lines[: found.credits],
        "contents and credits": lines[: found.contents] + lines[found.contents_end : found.credits],
    }
    for name, copy in copies.items():
        reading = read("\r".join(copy))
        assert (reading.tree.extent, reading.truncated) == ("whole", ""), name
        assert len(reading.tree.provisions) == len(provisions), name
    half = (found.body + found.glossary) // 2
    for part in (lines[found.body : half], lines[half:], lines[found.body : half] + lines[found.glossary :]):
        assert read("\n".join(part)).tree.extent == "extract"
