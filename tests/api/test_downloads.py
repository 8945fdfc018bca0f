"""Downloads: all of an edition in one stream, at an address that never changes, and never two books in one."""

import gc
import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rulesite.api import downloads
from rulesite.reading.export import rows as export_rows
from rulesite.rulebook.models import Edition, Library, RuleVersion

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pocket_database")]
PLACE = "/api/v1/download/cr/2006-10-01"


def got(client, place, **headers):
    """A download, from the address that the redirect names."""
    leads = client.get(place, headers=headers)
    assert leads.status_code == 302
    assert "no-cache" in leads["Cache-Control"]
    answer = client.get(leads["Location"], headers=headers)
    assert answer.status_code == 200
    return answer


def text_of(answer):
    """All of a stream; at its end it is closed."""
    return b"".join(answer.streaming_content).decode()


def test_a_line_for_each_row_is_what_the_command_exports(client):
    rows = [json.loads(line) for line in text_of(got(client, f"{PLACE}.ndjson")).splitlines()]
    out = StringIO()
    call_command("export", "cr/2006-10-01", json=True, stdout=out)
    assert [{name: row[name] for name in row if name not in ("edition", "address")} for row in rows] == json.loads(
        out.getvalue()
    )
    assert {row["edition"] for row in rows} == {"cr/2006-10-01"}
    numbered = [row for row in rows if row["number"]]
    assert all(row["address"] == f"cr/2006-10-01/{row['key']}" for row in numbered)
    assert len({row["address"] for row in numbered}) == len(numbered) > 100


def test_plain_text_is_what_the_command_prints_under_a_heading(client):
    text = text_of(got(client, f"{PLACE}.txt"))
    out = StringIO()
    call_command("export", "cr/2006-10-01", stdout=out)
    assert text.partition("\n\n")[2].strip() == out.getvalue().strip()


def test_markdown_has_every_provision_and_headings_for_sections(client):
    text = text_of(got(client, f"{PLACE}.md"))
    for number, title, kind in RuleVersion.objects.filter(edition=Edition.at("cr/2006-10-01")).values_list(
        "number", "title", "kind"
    ):
        assert (f"### {number} {title}\n" if kind == "section" and title else f"**{number}") in text.replace("\\", "")
    assert text.startswith("# ")


@pytest.mark.slow
@pytest.mark.parametrize("form", ["ndjson", "md", "txt"])
def test_everything_is_all_editions_one_after_the_other(client, form):
    whole = text_of(got(client, f"/api/v1/download/everything.{form}"))
    editions = Edition.objects.select_related("document").order_by("document__position", "effective")
    parts = [text_of(got(client, f"/api/v1/download/{each.address}.{form}")) for each in editions]
    assert whole == "".join(parts)


def test_an_address_with_its_state_never_changes(client):
    leads = client.get(f"{PLACE}.txt")["Location"]
    answer = client.get(leads)
    assert "immutable" in answer["Cache-Control"]
    text_of(answer)
    assert client.get(leads, headers={"if-none-match": answer["ETag"]}).status_code == 304
    Library.move_on()
    moved = client.get(leads)
    assert (moved.status_code, moved["Location"] != leads) == (302, True)


def test_a_publication_in_the_middle_ends_a_download(client, monkeypatch):
    monkeypatch.setattr(downloads, "_ROWS", 5)
    pieces = iter(got(client, f"{PLACE}.ndjson").streaming_content)
    assert next(pieces)
    Library.move_on()
    with pytest.raises(downloads.MovedOn):
        next(pieces)


def test_as_many_as_may_be_sent_at_once_are_sent(client):
    place = client.get(f"{PLACE}.txt")["Location"]
    open_ = [client.get(place) for _ in range(2)]
    busy = client.get(place)
    assert (busy.status_code, set(busy.json()), bool(busy["Retry-After"])) == (503, {"error"}, True)
    assert text_of(open_.pop())
    open_.append(client.get(place))
    assert [answer.status_code for answer in open_] == [200, 200]
    for answer in open_:
        text_of(answer)


@pytest.mark.slow
def test_what_is_dropped_without_being_read_or_closed_holds_no_place(client):
    for _ in range(5):
        got(client, f"{PLACE}.ndjson")
        gc.collect()
    assert text_of(got(client, f"{PLACE}.ndjson"))


def test_a_piece_holds_some_rows_and_takes_as_many_queries_wherever_it_is(client, monkeypatch):
    monkeypatch.setattr(downloads, "_ROWS", 20)
    answer = got(client, f"{PLACE}.ndjson")
    pieces, counts = iter(answer.streaming_content), []
    for _ in range(4):
        with CaptureQueriesContext(connection) as asked:
            piece = next(pieces)
        counts.append(len(asked))
        assert piece.count(b"\n") == 20
    assert list(pieces)
    assert max(counts) - min(counts) <= 2
    assert len(export_rows.Listed(Edition.at("cr/2006-10-01"))) > 80


@pytest.mark.parametrize(("place", "status"), [("cr/1066-10-14.txt", 404), ("cr/2006-10-01.pdf", 422)])
def test_what_is_no_download_says_why(client, place, status):
    answer = client.get(f"/api/v1/download/{place}")
    assert (answer.status_code, set(answer.json())) == (status, {"error"})


def test_a_download_can_be_compressed(client):
    import gzip

    plain = text_of(got(client, f"{PLACE}.txt"))
    answer = got(client, f"{PLACE}.txt", **{"accept-encoding": "gzip"})
    assert gzip.decompress(b"".join(answer.streaming_content)).decode() == plain
