"""The ledger page shows the whole file, every character with its role."""

import bz2

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesite.reading.pages import source_text
from rulesite.rulebook.models import Library, Source, Witness
from tests import factories as make
from tests.reading.read_pages import faults, links, read, words

pytestmark = pytest.mark.django_db

TEXT = "Page 6\r\n402.1. It wi\r\nll work.\r\n\r\nExample: So.\r\n"


@pytest.fixture
def source():
    """A small file whose ledger has most roles, and a rule it witnesses."""
    Library.objects.create(name="a test")
    edition = make.edition("2006-10-01")
    source = make.source(edition, TEXT, line_count=5)
    rule = make.version(edition, "402.1", "It will work.")
    rows = [
        ("Page 6\r\n", "furniture", "", "page header", ""),
        ("402.1. It ", "rule", "402.1", "", ""),
        ("wi\r\nll", "repair", "402.1", "a word was cut by the line break", "will"),
        (" work.\r\n", "rule", "402.1", "", ""),
        ("\r\n", "blank", "", "", ""),
        ("Example: So.\r\n", "example", "402.1/example/1", "", ""),
    ]
    at = 0
    for text, role, owner, reason, after in rows:
        make.segment(source, at, at + len(text), role, owner=owner, reason=reason, after=after)
        at += len(text)
    assert at == len(TEXT)
    assert rule.source_id == source.pk
    return source


def shown_text(page):
    return "\n".join(line.find(class_="t").get_text() for line in page.find_all(class_="line"))


def test_the_whole_text_is_shown_line_by_line(client, source):
    page = read(client, f"/sources/{source.pk}/")
    assert shown_text(page) == "\n".join(TEXT.splitlines())
    assert [line["id"] for line in page.find_all(class_="line")] == ["L1", "L2", "L3", "L4", "L5"]
    assert faults(page) == []


def test_every_piece_has_its_role_and_says_why(client, source):
    line = read(client, f"/sources/{source.pk}/").find(id="L2").find(class_="t")
    assert [(piece["class"], piece.get_text()) for piece in line.find_all("span")] == [
        (["r-rule"], "402.1. It "),
        (["r-repair"], "wi"),
    ]
    assert "read as “will”" in line.find(class_="r-repair")["title"]


def test_lines_lead_to_the_provisions_they_belong_to(client, source):
    page = read(client, f"/sources/{source.pk}/")
    assert links(page.find(id="L2").find(class_="o")) == {"402.1": "/cr/2006-10-01/402.1/#402.1"}


def test_the_proof_is_made_again_and_stated(client, source):
    assert "every one accounted for" in words(read(client, f"/sources/{source.pk}/").find(class_="facts"))


def test_a_ledger_with_a_hole_says_so(client, source):
    make.ledger(source, [segment for segment in source.segments if segment.role != "blank"])
    assert "does not hold: gap at character" in words(read(client, f"/sources/{source.pk}/").find(class_="facts"))


def test_roles_are_counted(client, source):
    rows = {
        words(row.th): words(row.find_all("td")[1])
        for row in read(client, f"/sources/{source.pk}/").tbody.find_all("tr")
    }
    assert rows == {"rule": "18", "example": "14", "blank": "2", "furniture": "8", "repair": "6"}


def test_only_the_lines_of_chosen_roles_are_shown_and_the_gaps_counted(client, source):
    page = read(client, f"/sources/{source.pk}/?role=repair")
    assert [line["id"] for line in page.find_all(class_="line")] == ["L2", "L3"]
    assert words(page.find(class_="gap")) == "1 line without repair"
    assert faults(page) == []


def test_repairs_are_listed_with_before_after_and_reason(client, source):
    row = read(client, f"/sources/{source.pk}/").find(class_="repairs").tbody.tr
    assert [words(cell) for cell in row.find_all("td")] == [
        "2", "wi ll", "will", "a word was cut by the line break", "402.1",
    ]  # fmt: skip


def test_disagreements_with_a_better_source_are_shown_word_by_word(client, source):
    rule = source.versions.get()
    other = make.source(source.edition, "x", name="copy.txt")
    Witness.objects.create(
        version=rule, source=other, wording=make.wording("It must work."), first_line=1, last_line=1, agrees=False
    )
    shown = read(client, f"/sources/{other.pk}/").find(class_="differences")
    assert (shown.find("del").get_text(), shown.ins.get_text()) == ("will", "must")


def test_foreign_words_are_marked_with_their_language_and_read_in_their_own_encoding(client):
    Library.objects.create(name="a test")
    garbled, plain = "Áàçîâûå ïðàâèëà |\n", "Правила игры\n"
    source = make.source(make.edition("2018-01-19"), garbled + plain, line_count=2)
    reason = "navigation; in its own encoding: Базовые правила"
    make.segment(source, 0, len(garbled), "furniture", reason=reason)
    make.segment(source, len(garbled), len(garbled + plain), "furniture", reason="navigation")
    page = read(client, f"/sources/{source.pk}/")
    first, second = page.find(id="L1"), page.find(id="L2")
    assert [(tag["lang"], words(tag)) for tag in first.find_all(lang=True)] == [("ru", "Базовые правила")]
    assert first.find(class_="r-furniture")["title"] == "furniture — navigation"
    assert [(tag["lang"], words(tag)) for tag in second.find_all(lang=True)] == [("ru", "Правила игры")]
    assert faults(page) == []


def long_source(lines):
    text = "".join(f"line {number}\n" for number in range(1, lines + 1))
    edition = make.edition("2008-02-01")
    source = make.source(edition, text, line_count=lines)
    make.segment(source, 0, len(text), "rule", owner="402.1")
    return source


@pytest.mark.slow
def test_long_files_are_shown_in_pages_and_a_line_can_be_jumped_to(client):
    source = long_source(2250)
    page = read(client, f"/sources/{source.pk}/?page=3")
    assert [line["id"] for line in page.find_all(class_="line")][::749] == ["L1501", "L2250"]
    assert client.get(f"/sources/{source.pk}/?line=751")["Location"] == f"/sources/{source.pk}/?page=2#L751"
    assert client.get(f"/sources/{source.pk}/?line=99999")["Location"].endswith("#L2250")
    for odd in ("?line=x", "?line=-3", "?page=zero", "?page=999", "?role=nonsense"):
        assert client.get(f"/sources/{source.pk}/{odd}", follow=True).status_code == 200


@pytest.mark.parametrize(
    ("encoding", "bom"),
    [("utf-16-le", b"\xff\xfe"), ("utf-8-sig", b"\xef\xbb\xbf"), ("cp1252", b""), ("mac_roman", b"")],
)
def test_files_of_any_encoding_are_read_as_they_were_ingested(encoding, bom):
    body = "It’s here.\rAnd here.".encode("utf-8" if encoding == "utf-8-sig" else encoding)
    edition = make.edition("2009-05-01")
    source = make.source(edition, "x", encoding=encoding, packed=Source.pack(bom + body), sha256=f"{encoding}")
    text = source_text.text_of(source)
    assert text.text == "It’s here.\rAnd here."
    assert list(text.starts) == [0, 11]
    assert text.line_at(11) == 2


def test_a_file_is_unpacked_once_for_its_page(client, source, monkeypatch):
    """That takes as long as all else on it."""
    unpacked = []
    monkeypatch.setattr(bz2, "decompress", lambda packed, unpack=bz2.decompress: unpacked.append(1) or unpack(packed))
    source_text._TEXTS.clear()
    read(client, f"/sources/{source.pk}/")
    assert len(unpacked) == 1


@settings(max_examples=30)
@given(st.lists(st.tuples(st.integers(0, 4_000), st.sampled_from("x\né\U0001f600")), max_size=12))
def test_the_texts_that_are_kept_take_so_much_memory_together(files):
    """However long a document is, and however many bytes its letters have; the last is kept where it has room."""
    most = 20_000
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(source_text, "_MOST_BYTES", most)
        patch.setattr(source_text, "_TEXTS", {})
        for nth, (length, letter) in enumerate(files):
            text = letter * length
            read_back = source_text.text_of(
                Source(sha256=f"{nth:064}", packed=Source.pack(text.encode()), encoding="utf-8")
            )
            assert read_back.text == text
            held = sum(each.size for each in source_text._TEXTS.values())
            assert held <= most
            assert (f"{nth:064}" in source_text._TEXTS) == (read_back.size <= most)
            again = source_text._split(text)
            assert list(again.starts) == list(read_back.starts)
