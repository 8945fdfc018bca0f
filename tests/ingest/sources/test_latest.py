"""The publisher's newest rules are found on a page, fetched if they are new, and brought to the desk; nothing else
is."""

import json
from contextlib import ExitStack

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from ingest.desk import worker
from ingest.document.source import MOST_HANDED_OVER, SourceError
from ingest.sources import http
from ingest.sources.latest import newest
from rulesite.desk import services
from rulesite.desk.models import Proposal
from rulesite.rulebook.models import Edition
from tests.ingest.policy_guide import GUIDE
from tests.ingest.strangers import answering, leading_to, ok
from tests.ingest.whole_runs import book, published

AT = "https://rules.example/en/rules"


@pytest.fixture(autouse=True)
def _nobody_is_woken(monkeypatch):
    monkeypatch.setattr(worker, "wake", lambda: None)


def page(*links):
    return "".join(f'<p><a href="{link}">{text}</a></p>' for link, text in links).encode()


# --- the page -----------------------------------------------------------------------------------------------------
def test_the_newest_text_is_told_by_the_day_in_its_name():
    found = newest(
        page(
            ("https://media.example/MagicCompRules%2020260116.txt", "TXT"),
            ("/dl/MagicCompRules%2020260417.txt?x=1", "TXT"),
            ("/dl/MagicCompRules%2020260619.pdf", "PDF"),
            ("/dl/Tournament.txt", "the prizes"),
        ),
        AT,
    )
    assert (found.url, found.name, str(found.day)) == (
        "https://rules.example/dl/MagicCompRules%2020260417.txt?x=1",
        "MagicCompRules 20260417.txt",
        "2026-04-17",
    )


def test_the_only_text_is_the_newest_whatever_its_name():
    assert (
        newest(page(("comprehensive.TXT", "The rules, in full")), AT).url
        == "https://rules.example/en/comprehensive.TXT"
    )


@pytest.mark.parametrize(
    ("links", "sentence"),
    [
        ([], "has no link to a text of the rules"),
        ([("a/rules.pdf", "rules")], "has no link to a text of the rules"),
        ([("javascript:rules.txt", "rules"), ("http://[", "rules"), ("file:///rules.txt", "rules")], "has no link to a text"),
        ([("one-rules.txt", ""), ("two-rules.txt", "")], "none is clearly the newest: one-rules.txt, two-rules.txt"),
        ([("a/Rules20260101.txt", ""), ("b/Rules20260101.txt", "")], "none is clearly the newest"),
    ],
)  # fmt: skip
def test_a_page_that_does_not_tell_is_refused_with_the_mend(links, sentence):
    with pytest.raises(SourceError, match=sentence) as refused:
        newest(page(*links), AT)
    assert "manage.py ingest URL" in str(refused.value)


@given(st.binary(max_size=400))
def test_no_page_whatever_it_holds_breaks_the_reading(data):
    with ExitStack() as stack:
        stack.enter_context(pytest.raises(SourceError))
        newest(b'<a href="x.html">' + data.replace(b"<", b""), AT)


@pytest.mark.parametrize(
    ("document", "name"),
    [("mtr", "MTG_MTR_2021-03-21.pdf"), ("ipg", "IPG_20210205.pdf"), ("jar", "JAR.pdf"), ("cr", "Rules 20210224.txt")],
)
def test_each_document_is_told_from_the_others_on_one_page(document, name):
    links = page(
        ("a/MTG_MTR_2021-03-21.pdf", "Magic Tournament Rules"),
        ("a/MTG_MTR_2020-10-12.pdf", "before"),
        ("a/IPG_20210205.pdf", "PDF"),
        ("a/JAR.pdf", "Judging at Regular"),
        ("a/Rules 20210224.txt", "TXT"),
        ("a/target.pdf", "ajar"),
    )
    assert newest(links, AT, document).name == name


def test_a_page_without_the_document_names_it():
    with pytest.raises(SourceError, match="has no link to the infraction procedure guide"):
        newest(page(("MTR.pdf", "Magic Tournament Rules")), AT, "ipg")


# --- fetched and staged -------------------------------------------------------------------------------------------
@pytest.fixture
def held(holding):
    return holding("2001-01-01")


def looked(capsys, *answers, **how):
    """What the command prints of a server that gives these answers one after the other."""
    with answering(*answers) as url:
        call_command("fetch_latest", url, "--json", **{"allow_private": True, **how})
    return json.loads(capsys.readouterr().out)


def refused(*answers, **how):
    with answering(*answers) as url, pytest.raises(CommandError) as error:
        call_command("fetch_latest", url, **{"allow_private": True, **how})
    assert not Proposal.objects.filter(state="ready").exists()
    return str(error.value)


LINKS = page(("dl/Rules%2020030303.txt", "TXT"))
TEXT = book("2003-03-03").encode()


@pytest.mark.slow
def test_what_is_new_comes_to_the_desk_and_no_reader_sees_it(held, capsys):
    before = published(held)
    found = looked(capsys, ok(LINKS), ok(TEXT))
    assert (found["staged"], found["day"]) == (True, "2003-03-03")
    proposal = Proposal.objects.get()
    assert (proposal.state, proposal.who, proposal.place) == ("ready", "manage.py fetch_latest", "Rules 20030303.txt")
    assert proposal.preview["came"] == ["cr/2003-03-03"]
    assert published(held) == before
    again = looked(capsys, ok(LINKS))
    assert (again["staged"], again["said"]) == (False, "it is on the desk already, and is ready for review")


@pytest.mark.slow
def test_every_page_of_the_settings_is_watched_and_the_desk_takes_one_at_a_time(held, capsys, settings):
    guide = ok(page(("dl/IPG_20190503.pdf", "")))
    with answering(ok(LINKS), ok(TEXT)) as rules, answering(guide, ok(GUIDE)) as penalties:
        settings.WATCHED_PAGES = {"cr": rules, "mtr": "", "ipg": penalties}
        call_command("fetch_latest", "--json", allow_private=True)
        pages = json.loads(capsys.readouterr().out)["pages"]
    assert [(found["document"], found["staged"]) for found in pages] == [("cr", True), ("ipg", False)]
    assert pages[1]["said"] == "it is new, and waits until the desk is free"
    Proposal.objects.all().delete()
    with answering(ok(page(("Rules%2020010101.txt", "")))) as rules, answering(guide, ok(GUIDE)) as penalties:
        settings.WATCHED_PAGES = {"cr": rules, "ipg": penalties}
        call_command("fetch_latest", "--json", allow_private=True)
        pages = json.loads(capsys.readouterr().out)["pages"]
    assert [found["staged"] for found in pages] == [False, True]
    assert Proposal.objects.get().preview["came"] == ["ipg/2019-05-03"]


def test_a_page_that_fails_does_not_hide_the_others(held, settings):
    with answering(ok(b"", status="503 Busy")) as rules, answering(ok(page(("a/MTR_20010101.pdf", "")))) as policy:
        settings.WATCHED_PAGES = {"cr": rules, "ipg": policy}
        with pytest.raises(CommandError, match=r"(?s)cr: .*503 Busy.*ipg: .*no link to the infraction"):
            call_command("fetch_latest", allow_private=True)


def test_what_is_held_is_not_fetched_again(held, capsys):
    found = looked(capsys, ok(page(("Rules%2020010101.txt", ""))), ok(b"", status="500 Never asked for"))
    assert found["said"] == "it is held already, as cr/2001-01-01"
    same = looked(capsys, ok(page(("Rules.txt", ""))), ok(book("2001-01-01").encode()))
    assert same["said"] == "its bytes are held already, as cr/2001-01-01"
    assert not Proposal.objects.exists()


@pytest.mark.slow
def test_a_page_and_a_text_that_have_moved_are_followed(held, capsys):
    assert looked(capsys, leading_to("/new/place/"), ok(LINKS), leading_to("/newer.txt"), ok(TEXT))["staged"]


def test_errors_are_told_and_nothing_is_staged(held):
    assert "503 Busy" in refused(ok(b"", status="503 Busy"))
    assert "404 Not Found" in refused(ok(LINKS), ok(b"", status="404 Not Found"))
    assert "no link to a text" in refused(ok(b"<html>We have moved."))


def test_what_was_fetched_and_is_no_document_is_refused_by_name(held):
    assert "Rules 20030303.txt" in refused(ok(LINKS), ok(b"%PDF-1.4 of rules"))


@pytest.mark.slow
def test_pages_and_texts_that_are_too_large_or_never_end_are_given_up(held, monkeypatch):
    endless = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + b"100000\r\n" + b"x" * 0x100000 + b"\r\n"
    huge = endless + (b"100000\r\n" + b"x" * 0x100000 + b"\r\n") * 5
    assert "4 MiB" in refused(huge)
    assert "can't be fetched" in refused(ok(LINKS), ok(b"x", length=MOST_HANDED_OVER * 2))
    monkeypatch.setitem(http.follow.__kwdefaults__, "seconds", 1.0)
    with answering(ok(LINKS), pause=0.05) as url, pytest.raises(CommandError, match="can't be fetched"):
        call_command("fetch_latest", url, allow_private=True)


@pytest.mark.parametrize("where", ["http://169.254.169.254/rules.txt", "http://127.0.0.1:1/rules.txt", "http://[::1]/rules.txt"])  # fmt: skip
def test_a_way_to_a_private_address_is_not_gone(held, where):
    with answering(leading_to(where)) as url, pytest.raises(CommandError, match="is not fetched"):
        call_command("fetch_latest", url)
    assert not Proposal.objects.exists()


def test_a_desk_that_is_taken_is_told(held, monkeypatch):
    services.stage(None, "https://rules.example/other.txt", {}, who="mia")
    monkeypatch.setattr(worker, "work", lambda: 0)
    assert "mia has brought" in refused(ok(LINKS), ok(TEXT))
    assert Edition.objects.count() == 1
