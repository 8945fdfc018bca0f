"""The whole road into the database: what lands, what is refused, what a second reading changes."""

import io
import itertools
import json
from datetime import date, timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from ingest.document.ledger import Segment as Piece
from ingest.document.ledger import check_bytes, check_tiling
from ingest.document.source import read_bytes
from ingest.runs import pipeline
from rulesite.rulebook.editing import corrections
from rulesite.rulebook.models import (
    Attribution,
    Citation,
    Correction,
    Edition,
    Library,
    RuleVersion,
    Source,
    Witness,
)

pytestmark = pytest.mark.django_db

RULES = "".join(
    f"402.{n}. Rule number {n} is written here (see rule 402.1).\nExample: Case {n}.\n" for n in range(1, 11)
)
BOOK = f"Plain Rules\n\nThese rules are current as of October 1, 2006.\n\nContents\n\n4. Spells\n402. Abilities\nCredits\n\n4. Spells\n\n402. Abilities\n\n{RULES}\nCredits\n\nNobody.\n"
RULINGS = "A.1 - General\n- A.1.1 - So it is. [CompRules 2006/10/01 - 402.3] [D'Angelo 2007/01/02]\n"


@pytest.fixture(autouse=True)
def _only_the_editions(monkeypatch):
    """Descent and checks, which are drawn from all editions afterwards, have tests of their own."""
    monkeypatch.setattr(pipeline.derived, "derive", lambda *told: None)


@pytest.fixture
def place(tmp_path):
    def put(name, text, table=""):
        (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
        if table:
            with (tmp_path / "sources.toml").open("a") as listed:
                listed.write(f'[[source]]\npath = "{name}"\n{table}\n')
        return str(tmp_path / name)

    return put


def load(*places, **options):
    return pipeline.ingest(list(places), pipeline.Options(**options))


def state():
    """Everything that readers could see, without primary keys."""
    versions = RuleVersion.objects.select_related("wording", "edition__document", "parent", "source")
    return {
        "rules": [
            (v.edition.address, v.key, v.kind, v.title, v.text, v.parent and v.parent.key, v.source.name, v.first_line)
            for v in versions.order_by("edition__effective", "position")
        ],
        "citations": sorted(Citation.objects.values_list("edition__effective", "reference__cited", "outcome")),
        "witnesses": sorted(Witness.objects.values_list("version__key", "source__name", "agrees")),
    }


def test_a_book_becomes_an_edition_with_its_rules_examples_and_links(place):
    [outcome] = load(place("book.txt", BOOK))
    assert (outcome.status, outcome.edition) == ("loaded", "cr/2006-10-01")
    edition = Edition.at("cr/2006-10-01")
    assert edition.extent == "whole"
    assert edition.versions.get(key="402.3").text == "Rule number 3 is written here (see rule 402.1)."
    assert edition.versions.get(key="402.3").examples.get().wording.text == "Case 3."
    assert set(edition.citations.values_list("outcome", flat=True)) == {"resolved"}


def test_the_stored_ledger_proves_itself_again(place):
    load(place("book.txt", BOOK.replace("\n", "\r\n").encode("utf-16")))
    stored = Source.objects.get()
    source = read_bytes(stored.name, stored.data)
    pieces = [Piece(row.start, row.end, row.role, row.owner) for row in stored.segments]
    check_tiling(pieces, stored.characters)
    check_bytes(pieces, source)


def test_the_same_bytes_again_change_nothing_and_say_so(place):
    load(place("book.txt", BOOK))
    before, rows = state(), set(RuleVersion.objects.values_list("pk", flat=True))
    [again] = load(place("copy-of-the-book.txt", BOOK))
    assert (again.status, again.edition) == ("unchanged", "cr/2006-10-01")
    assert state() == before
    assert set(RuleVersion.objects.values_list("pk", flat=True)) == rows


def test_two_files_of_the_same_bytes_are_read_once(place):
    first, second = load(place("one.txt", BOOK), place("two.txt", BOOK))
    assert [first.status, second.status] == ["loaded", "unchanged"]
    assert second.notes == ["the same bytes as one.txt: read once"]


def test_a_source_that_fails_leaves_everything_as_it_was_and_the_others_land(place):
    load(place("book.txt", BOOK))
    before = state()
    [refused] = load(place("broken.txt", b"402.1. One\n402.2. T\x00wo\n"))
    assert refused.status == "refused"
    assert all(part in refused.error for part in ("broken.txt", "line 2", "save it as UTF-8"))
    assert state() == before
    good, bad = load(place("a.txt", RULINGS), place("b.txt", "%PDF-1.4"))
    assert [good.status, bad.status] == ["loaded", "refused"]


def test_an_edition_that_fails_while_it_is_stored_is_taken_back(place, monkeypatch):
    load(place("book.txt", BOOK))
    before = state()

    def fail(*args, **kwargs):
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(pipeline.loader.corrections, "reapply", fail)
    with pytest.raises(RuntimeError):
        load(place("book.txt", BOOK.replace("Case 1.", "Case one.")))
    assert state() == before


def test_a_truncated_book_is_refused_unless_it_is_called_an_extract(place):
    cut = place("cut.txt", BOOK[: BOOK.rindex("Credits")])
    [refused] = load(cut)
    assert "truncated" in refused.error
    assert "--extent extract" in refused.error
    assert load(cut, extent="extract")[0].status == "loaded"


PAGE = "402.4. Rule number 4 stands there.\nExample: Case 4.\n402.11. An eleventh rule.\n"


@pytest.mark.slow
@pytest.mark.parametrize("order", list(itertools.permutations(["book.txt", "page.txt", "other.txt"])))
def test_several_witnesses_in_any_order_make_the_same_edition(place, order):
    texts = {"book.txt": BOOK, "page.txt": PAGE, "other.txt": "402.5. Rule number 5 reads so.\n402.12. Twelfth.\n"}
    for name in order:
        assert load(place(name, texts[name]), effective=date(2006, 10, 1))[0].status == "loaded"
    edition = Edition.objects.get()
    assert [v.key for v in edition.versions.order_by("position")] == ["4", "402", *(f"402.{n}" for n in range(1, 13))]
    assert edition.versions.get(key="402.4").text.endswith("(see rule 402.1).")
    assert edition.extent == "whole"
    assert {w.source.name: w.agrees for w in edition.versions.get(key="402.4").witnesses.all()} == {
        "book.txt": True,
        "page.txt": False,
    }


def test_a_rank_in_the_list_or_on_the_command_line_decides_who_is_believed(place):
    book = place("book.txt", BOOK, "rank = 5")
    page = place("page.txt", PAGE, 'effective = 2006-10-01\nrank = 1\nextent = "extract"')
    load(book, page)
    assert RuleVersion.objects.get(key="402.4").text == "Rule number 4 stands there."
    load(page, rank=9)
    assert RuleVersion.objects.get(key="402.4").text.endswith("(see rule 402.1).")
    assert Witness.objects.get(version__key="402.4", source__name="page.txt").agrees is False


def test_each_witness_keeps_how_its_own_date_is_known(place):
    outcomes = load(place("book.txt", BOOK), place("page-2006-10-01.txt", PAGE))
    assert [outcome.known_from for outcome in outcomes] == ["stated in the text", "the file's name"]


def test_a_fragment_without_a_date_is_dated_by_its_words(place):
    fragment = "".join(RULES.splitlines(keepends=True)[4:14])
    _, page = load(place("book.txt", BOOK), place("page.txt", fragment))
    assert (page.edition, page.known_from) == ("cr/2006-10-01", "matches 10 of 10 lines of 2006-10-01")


def test_rulings_without_a_date_are_dated_by_their_latest_tag(place):
    [outcome] = load(place("rulings.txt", RULINGS))
    assert (outcome.edition, outcome.known_from) == ("dangelo/2007-01-02", "latest source tag in the text")


def test_a_fragment_that_nothing_dates_is_refused_with_the_mend(place):
    [refused] = load(place("page.txt", PAGE))
    assert (refused.status, Edition.objects.count()) == ("refused", 0)
    assert "--effective" in refused.error


def test_a_file_that_changed_replaces_its_earlier_state(place):
    load(place("book.txt", BOOK))
    [changed] = load(place("book.txt", BOOK.replace("Case 1.", "Case one.")))
    assert changed.notes == ["replaces an earlier state of the same file"]
    assert Source.objects.count() == 1
    assert RuleVersion.objects.get(key="402.1").examples.get().wording.text == "Case one."


@pytest.mark.slow
def test_a_source_that_is_given_another_date_moves_there(place):
    load(place("page-2006-10-01.txt", PAGE), place("book.txt", BOOK))
    load(place("page-2006-10-01.txt", PAGE), effective=date(2005, 8, 1))
    assert {v.key for v in Edition.at("cr/2005-08-01").versions.all()} == {"402.4", "402.11"}
    assert not Edition.at("cr/2006-10-01").versions.filter(key="402.11").exists()
    load(place("page-2006-10-01.txt", PAGE), effective=date(2001, 7, 23))
    assert [edition.address for edition in Edition.objects.all()] == ["cr/2001-07-23", "cr/2006-10-01"]


@pytest.mark.slow
def test_tags_wait_for_their_edition_and_are_resolved_when_it_comes(place):
    load(place("rulings.txt", RULINGS))
    tag = Attribution.objects.get(document="cr")
    assert tag.outcome == "waiting"
    load(place("book.txt", BOOK))
    tag.refresh_from_db()
    assert tag.outcome == "resolved"
    assert tag.targets.get().version.key == "402.3"


@pytest.mark.slow
def test_tags_of_rulings_that_come_later_are_resolved_at_once(place):
    load(place("book.txt", BOOK))
    load(place("rulings.txt", RULINGS))
    assert Attribution.objects.get(document="cr").outcome == "resolved"


@pytest.mark.slow
def test_reading_again_keeps_what_a_person_corrected(place, django_user_model):
    author = django_user_model.objects.create(username="editor")
    load(place("book.txt", BOOK))
    corrections.correct(RuleVersion.objects.get(key="402.2"), "Rule two, corrected.", reason="misprint", author=author)
    load(place("book.txt", BOOK), force=True)
    load(place("page.txt", PAGE), effective=date(2006, 10, 1))
    assert RuleVersion.objects.get(key="402.2").text == "Rule two, corrected."
    assert Correction.objects.count() == 1


@pytest.mark.slow
def test_real_documents_replace_the_pocket_edition_and_never_mix_with_it(place, pocket_folder):
    load(str(pocket_folder))
    assert Library.current().is_pocket
    load(place("book.txt", BOOK))
    assert not Library.current().is_pocket
    assert {source.name for source in Source.objects.all()} == {"book.txt"}
    outcomes = load(str(pocket_folder))
    assert {outcome.status for outcome in outcomes} == {"refused"}
    assert all("does not mix" in outcome.error for outcome in outcomes)
    assert {source.name for source in Source.objects.all()} == {"book.txt"}


NAMED = BOOK.replace("October 1, 2006", "February 1, 2007")


def named(folder, name, text):
    folder.mkdir()
    (folder / "sources.toml").write_text(f'[library]\nname = "{name}"\n')
    (folder / "named.txt").write_text(text)
    return str(folder)


@pytest.mark.slow
def test_documents_without_a_library_name_join_a_library_that_has_one(place, tmp_path, django_user_model):
    load(named(tmp_path / "archive", "the archive", NAMED))
    corrections.correct(RuleVersion.objects.get(key="402.2"), "Rule two, corrected.", reason="misprint", author=None)
    assert load(place("book.txt", BOOK))[0].status == "loaded"
    assert [edition.slug for edition in Edition.objects.all()] == ["2006-10-01", "2007-02-01"]
    assert Library.current().name == "the archive"
    assert RuleVersion.objects.get(key="402.2", edition__effective="2007-02-01").text == "Rule two, corrected."


@pytest.mark.slow
def test_another_library_is_refused_with_what_would_be_lost_until_somebody_consents(place, tmp_path):
    load(named(tmp_path / "archive", "the archive", NAMED), place("book.txt", BOOK))
    corrections.correct(RuleVersion.objects.filter(key="402.2").first(), "Other.", reason="misprint", author=None)
    before = state()
    [refused] = load(named(tmp_path / "other", "the other archive", NAMED.replace("Nobody", "Somebody")))
    assert "1 correction, 2 editions" in refused.error
    assert "--replace" in refused.error
    assert state() == before
    [replaced] = load(str(tmp_path / "other"), replace=True)
    assert replaced.status == "loaded"
    assert Library.current().name == "the other archive"
    assert Edition.objects.count() == 1


@pytest.mark.slow
def test_a_pocket_edition_that_people_wrote_about_is_not_thrown_away_unasked(place, pocket_folder):
    load(str(pocket_folder))
    version = RuleVersion.objects.exclude(wording=None).first()
    corrections.correct(version, "Other words.", reason="misprint", author=None)
    [refused] = load(place("book.txt", BOOK))
    assert "1 correction, 4 editions" in refused.error
    assert Library.current().is_pocket
    [loaded] = load(place("book.txt", BOOK), replace=True)
    assert (loaded.status, Edition.objects.count(), Library.current().is_pocket) == ("loaded", 1, False)


def command(*arguments, capsys):
    code = 0
    try:
        call_command("ingest", *arguments, stdout=io.StringIO())
    except SystemExit as ended:
        code = ended.code
    return code, capsys.readouterr()


BEFORE, AFTER = date(1980, 1, 1), date(2999, 1, 1)


@pytest.mark.parametrize("day", [date.min, BEFORE, date(1999, 4, 20), AFTER, date.max])
def test_a_day_that_no_rules_have_needs_a_word_of_consent(place, day):
    book = place("book.txt", BOOK)
    [refused] = load(book, effective=day)
    assert (refused.status, Edition.objects.count()) == ("refused", 0)
    assert str(day) in refused.error
    assert ("--any-day" in refused.error) == (day != date.max)
    [held] = load(book, effective=day, any_day=True)
    assert held.status == ("refused" if day == date.max else "loaded")
    assert all(note.startswith(f"its date, {day} (given by hand), is ") for note in held.notes)
    if day != date.max:
        assert load(place("page.txt", PAGE), effective=day)[0].status == "loaded"


def test_tomorrow_and_the_day_of_the_first_rules_need_none(place):
    tomorrow = timezone.localdate() + timedelta(days=1)
    for nth, day in enumerate((tomorrow, date(1999, 4, 21))):
        [held] = load(place(f"book-{nth}.txt", BOOK.replace("Nobody", f"Nobody {nth}")), effective=day)
        assert (held.status, held.notes) == ("loaded", [])


def test_a_fragment_that_fits_several_editions_is_read_with_a_word_of_the_others(place):
    fragment = "".join(RULES.splitlines(keepends=True)[4:14])
    later = BOOK.replace("October 1, 2006", "July 13, 2007")
    *_, page = load(place("book.txt", BOOK), place("later.txt", later), place("page.txt", fragment))
    assert page.edition == "cr/2006-10-01"
    [note] = page.notes
    assert all(part in note for part in ("2 editions", "earliest", "2007-07-13", "--effective"))


@pytest.mark.slow
def test_the_command_prints_a_table_of_a_hundred_columns_and_no_bar_into_a_file(place, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    code, printed = command(place("book.txt", BOOK), capsys=capsys)
    assert code == 0
    assert max(map(len, printed.out.splitlines())) <= 100
    for words in ("book.txt", "cr/2006-10-01", "comprehensive", "10 rules", "10 Examples", "References by outcome"):
        assert words in printed.out
    assert printed.err == ""


@pytest.mark.slow
def test_the_command_fails_when_a_source_does(place, capsys):
    code, printed = command(place("book.txt", BOOK), place("none.txt", ""), capsys=capsys)
    assert code == 1
    assert "1 stored, 0 unchanged, 1 refused." in printed.out
    assert "the file is empty" in printed.out


def test_the_command_prints_one_json_document(place, capsys):
    code, printed = command("--json", place("book.txt", BOOK), place("none.txt", ""), capsys=capsys)
    book, none = json.loads(printed.out)
    assert code == 1
    assert (book["status"], book["provisions"]["rule"], book["references"]) == ("loaded", 10, {"resolved": 10})
    assert (none["status"], none["source"]) == ("refused", "none.txt")
