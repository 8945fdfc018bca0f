"""The ledger of a source, from the database: the proof fails when anything was lost, doubled or altered."""

import codecs
import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.reading.export import ledger
from rulesite.reading.pages import source_text
from rulesite.rulebook.models import Source, Witness
from rulesite.rulebook.segments import Segment
from tests import factories

pytestmark = pytest.mark.django_db
TEXT = "Page 6\n402.1. Some re\nturns text.\n"


@pytest.fixture
def source():
    source = factories.source(factories.edition(), TEXT, name="founding/some-page.txt")
    for start, end, role, extra in (
        (0, 7, "furniture", {"reason": "page header"}),
        (7, 21, "rule", {"owner": "402.1"}),
        (21, 22, "repair", {"owner": "402.1", "reason": "a word cut by a line break"}),
        (22, 33, "rule", {"owner": "402.1"}),
        (33, 34, "blank", {}),
    ):
        factories.segment(source, start, end, role, **extra)
    return source


def test_segments_that_tile_are_proved_from_the_database(source):
    found = ledger.ledger(source)
    assert found["tiling"] == {
        "holds": True, "segments": 5, "characters": 34, "sha256": source.sha256, "problem": "",
    }  # fmt: skip
    assert "".join(segment["text"] for segment in found["segments"]) == TEXT


def test_counts_repairs_and_lines_are_given(source):
    found = ledger.ledger(source)
    assert found["roles"]["rule"] == {"segments": 2, "characters": 25}
    assert sum(role["characters"] for role in found["roles"].values()) == len(TEXT)
    (repair,) = found["repairs"]
    assert (repair["line"], repair["before"], repair["after"]) == (2, "\n", "")
    assert [segment["first_line"] for segment in found["segments"]] == [1, 2, 2, 3, 3]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda segment: None if segment.start == 7 else segment, "gap"),
        (lambda segment: segment._replace(start=20) if segment.start == 22 else segment, "overlap"),
        (lambda segment: None if segment.start == 33 else segment, "end at character"),
        (lambda segment: segment._replace(end=22) if segment.start == 22 else segment, "empty"),
    ],
)
def test_a_broken_tiling_is_told_with_its_place(source, change, problem):
    factories.ledger(source, [changed for segment in source.segments if (changed := change(segment))])
    tiling = ledger.ledger(source)["tiling"]
    assert not tiling["holds"]
    assert problem in tiling["problem"]


def test_altered_bytes_do_not_have_the_sha256(source):
    source.sha256 = hashlib.sha256(b"other").hexdigest()
    tiling = ledger.ledger(source)["tiling"]
    assert "sha256" in tiling["problem"]


@pytest.mark.parametrize(
    "encoding",
    [
        "utf-8",
        "utf-8-sig",
        "utf-16-le",
        "utf-16-be",
        "utf-32-le",
        "utf-16-le, no mark",
        "utf-16-be, 3 stray",
        "cp1252",
        "mac_roman",
        "gb18030",
    ],
)
def test_every_encoding_gives_its_bytes_back(encoding):
    before = {"utf-8-sig": codecs.BOM_UTF8, "utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE,
              "utf-32-le": codecs.BOM_UTF32_LE, "utf-16-be, 3 stray": b"\n\xfe\xff"}  # fmt: skip
    data = before.get(encoding, b"") + "It’s\r\none".encode(encoding.partition(", ")[0].removesuffix("-sig"))
    source = factories.source(
        factories.edition(), encoding=encoding, packed=Source.pack(data), sha256=hashlib.sha256(data).hexdigest(),
        characters=9, line_count=2,
    )  # fmt: skip
    factories.segment(source, 0, 9)
    assert ledger.ledger(source)["tiling"]["holds"]


@given(text=st.text(alphabet="ab’\r\n", min_size=1, max_size=40), data=st.data())
def test_the_proof_holds_exactly_when_the_cuts_tile(text, data):
    """Any cutting of any text is proved; the same cutting without one of its pieces is not."""
    bytes_ = text.encode()
    source = Source(name="x", sha256=hashlib.sha256(bytes_).hexdigest(), encoding="utf-8", packed=Source.pack(bytes_))
    cuts = sorted(data.draw(st.sets(st.integers(1, len(text) - 1)))) if len(text) > 1 else []
    segments = [
        Segment(start=start, end=end, role="rule") for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)
    ]
    assert source_text.text_of(source).text == text
    assert ledger.prove(source, segments, text).holds
    dropped = data.draw(st.integers(0, len(segments) - 1))
    assert not ledger.prove(source, segments[:dropped] + segments[dropped + 1 :], text).holds


def test_a_source_is_found_by_name_part_hash_or_id(source):
    for name in ("founding/some-page.txt", "some-page.txt", "some-p", source.sha256[:8], str(source.pk), "SOME"):
        assert ledger.find_source(name) == source


def test_a_name_that_could_be_two_is_refused_with_both(source):
    factories.source(source.edition, "other", name="founding/some-other.txt")
    with pytest.raises(ledger.NoSuchSource, match=r"some-other\.txt, founding/some-page\.txt"):
        ledger.find_source("some")


@pytest.mark.parametrize("name", ["", "nothing", "999999999999999999999999", "ffff", "%", "_"])
def test_an_unknown_source_is_refused_with_what_is_held(source, name):
    with pytest.raises(ledger.NoSuchSource, match=r"some-page\.txt"):
        ledger.find_source(name)


def test_witnesses_that_disagree_are_listed_for_both_sides(source):
    version = factories.version(source.edition, "402.1", "Some returns text.")
    other = factories.source(source.edition, "402.1. Some text.", name="copy.txt")
    Witness.objects.create(
        version=version, source=other, wording=factories.wording("Some text."), first_line=1, last_line=1, agrees=False
    )
    for one in (source, other):
        (found,) = ledger.ledger(one)["disagreements"]
        assert (found["believed"], found["witness"], found["reads"]) == (source.name, "copy.txt", "Some text.")
