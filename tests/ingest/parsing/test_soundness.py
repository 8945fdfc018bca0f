"""One file is one document in the order of its numbers; what plainly is not is refused by name, the rest is a doubt."""

from __future__ import annotations

import itertools
import random
import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ingest.dialects import sequence
from ingest.document.source import SourceError
from ingest.parsing import reader
from ingest.parsing.reader import ReadJob
from ingest.runs import closing_screen, pipeline
from rulesite.rulebook.models import Edition
from rulesite.text.numbering import RuleNumber
from tests.ingest.small import read as read_small

SECTIONS = {402: "Abilities", 403: "Spells", 404: "Costs", 501: "Turns", 502: "Steps"}


def rules(sections=SECTIONS, *, word="written"):
    """Paragraphs of a small book, a list for each section."""
    return {
        number: [
            f"{number}. {title}",
            *(f"{number}.{n}. Rule {n} of the {title.lower()} is {word} here for all who play." for n in range(1, 9)),
        ]
        for number, title in sections.items()
    }


def book(day="October 1, 2006", paragraphs=None, *, word="written"):
    """A small whole book."""
    body = paragraphs or [paragraph for section in rules(word=word).values() for paragraph in section]
    names = "\n".join(f"{number}. {title}" for number, title in SECTIONS.items())
    return (
        f"Plain Rules\n\nThese rules are current as of {day}.\n\nContents\n\n{names}\nGlossary\nCredits\n\n"
        + "\n\n".join(body)
        + "\n\nGlossary\n\nPier\nA place where boats lie.\n\nCredits\n\nNobody.\n"
    )


def extract(*sections, word="written"):
    chosen = {number: SECTIONS[number] for number in sections}
    return "\n\n".join(paragraph for section in rules(chosen, word=word).values() for paragraph in section) + "\n"


def read(text):
    return reader.parcel(ReadJob("book.txt", text.encode(), alone=True))


def test_a_sound_book_and_a_sound_extract_are_read():
    assert read(book()).reading.tree.extent == "whole"
    assert len(read(extract(402, 501)).reading.tree.provisions) == 18


@pytest.mark.parametrize(
    "glued",
    [
        book() + book("July 13, 2007", word="printed"),
        book() + book(),
        book() + extract(402, 403),
        extract(402, 403) + extract(402, 403),
        extract(402) + extract(402, word="printed"),
        extract(402, 403) + book(),
        book(paragraphs=[p for s in rules().values() for p in s] * 2),
    ],
)
def test_two_documents_in_one_file_are_refused(glued):
    refused = read(glued)
    assert isinstance(refused, SourceError)
    assert re.search("two documents|out of order", str(refused))
    assert refused.line is not None
    assert "keep one document" in str(refused) or "put them in order" in str(refused)


@given(st.sampled_from(["book", "extract"]), st.integers(0, 10**6))
def test_paragraphs_out_of_order_are_refused_or_flagged_and_never_pass_in_silence(what, seed):
    paragraphs = [paragraph for section in rules().values() for paragraph in section]
    mixed = list(paragraphs)
    for _ in range(1 + seed % 7):
        chance = random.Random(seed)
        at, to, size = chance.randrange(len(mixed)), chance.randrange(len(mixed)), chance.randrange(1, 9)
        moved = mixed[at : at + size]
        del mixed[at : at + size]
        mixed[to:to] = moved
        seed = chance.randrange(10**6)
    assume(mixed != paragraphs)
    numbers = [RuleNumber.parse(paragraph.split()[0].rstrip(".")) for paragraph in mixed]
    found = read(book(paragraphs=mixed) if what == "book" else "\n\n".join(mixed) + "\n")
    if isinstance(found, SourceError):
        assert str(found).startswith("book.txt")
        return
    provisions = found.reading.tree.provisions
    doubted = {stray.number for stray in found.reading.strays if not stray.evidence}
    assert numbers == sorted(numbers) or doubted or any(provision.flags for provision in provisions)
    strange = {provision.key for provision in sequence.out_of_order(provisions)}
    for above, provision in itertools.pairwise(provisions):
        if provision.key in strange and above.key not in strange:
            assert any(flag.kind in ("out of sequence", "printed twice") for flag in (*above.flags, *provision.flags))


@given(st.permutations([f"402.{n}" for n in range(1, 10)]))
def test_as_few_as_can_be_are_out_of_order(numbers):
    provisions = read_small("402.1. A rule is here.\n").tree.provisions
    made = [type(provisions[0])(n, n, provisions[0].kind, "", "", "", 1, 1) for n in numbers]
    out = {provision.key for provision in sequence.out_of_order(made)}
    rest = [number for number in numbers if number not in out]
    assert rest == sorted(rest)
    assert (not out) == (numbers == sorted(numbers))
    assert all(
        [*rest, number] != sorted([*rest, number]) or numbers.index(number) < numbers.index(rest[-1]) for number in out
    )


PAGE = "402.4. Rule 4 of the abilities is said here.\n402.9. A ninth.\n"


@pytest.fixture
def ingest(tmp_path, monkeypatch):
    monkeypatch.setattr(pipeline.derived, "derive", lambda *told: None)

    def bring(name, text, **options):
        (tmp_path / name).write_text(text)
        [outcome] = pipeline.ingest([str(tmp_path / name)], pipeline.Options(**options))
        return outcome

    return bring


def said(edition):
    edition.refresh_from_db()
    return edition.parts, list(edition.versions.order_by("position").values_list("key", "wording__text"))


@pytest.mark.django_db
class TestAFurtherWitness:
    """What comes to an edition that is held adds nothing that is not of its kind."""

    @pytest.mark.parametrize(
        ("text", "why"),
        [
            (book() + book("July 13, 2007"), "two documents"),
            (book("July 13, 2007"), "dated 2007-07-13"),
            ("601.1. A thing is a thing here.\n601.2. Another is too.\n402.1. Rule 1.\n", "first 601.1"),
            (
                book(word="told by nobody at all, whatever it is,").replace("for all who play", "or not"),
                "other words",
            ),
            ("A.1 - General\n- A.1.1 - So it is.\n- A.1.2 - So is that.\n", "dangelo"),
        ],
    )
    def test_of_another_kind_is_refused_and_leaves_all_as_it_was(self, ingest, text, why):
        ingest("sound.txt", book())
        edition = Edition.objects.get()
        before = said(edition)
        refused = ingest("a.txt", text, document="cr", effective=edition.effective)
        assert refused.status == "refused"
        assert why in refused.error
        assert said(edition) == before
        assert edition.sources.count() == 1

    def test_of_its_kind_is_taken(self, ingest):
        ingest("sound.txt", book())
        edition = Edition.objects.get()
        assert ingest("page.txt", PAGE, effective=edition.effective).status == "loaded"
        assert ingest("copy.txt", book().replace("Nobody", "Somebody"), effective=edition.effective).status == "loaded"
        assert edition.versions.filter(key="402.9").exists()


@pytest.mark.django_db
def test_lines_that_may_be_provisions_are_doubts_wherever_they_stand(ingest):
    ingest("book.txt", book().replace("Nobody.\n", "Nobody.\n\n402.9. A line that came in here.\n"))
    assert "1 doubts about readings" in closing_screen.screen()
