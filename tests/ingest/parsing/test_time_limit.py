"""One source costs what a source may cost, however it is made: size, lines, depth and time are bounded."""

import pytest

from ingest.document import source
from ingest.document.source import SourceError
from ingest.parsing import time_limit
from ingest.parsing.reader import PackedReading, ReadJob, parcel

RULE = "402.1. One rule of words.\n"


def read(text, name="a.txt"):
    return parcel(ReadJob(name, text.encode()))


@pytest.mark.slow
def test_a_source_that_takes_too_long_is_given_up_and_the_next_one_is_read(monkeypatch):
    monkeypatch.setattr(time_limit, "_SECONDS", 0.3)
    monkeypatch.setattr(time_limit, "_A_MEGABYTE", 0.0)
    refused = read("<!doctype html>" + RULE + "<!--" * 100_000, "a.html")
    assert "longer than" in str(refused)
    assert isinstance(read(RULE), PackedReading)


@pytest.mark.slow
def test_a_source_that_no_document_can_be_is_refused_before_it_is_read():
    for text, what in (("x" * (source.MOST_BYTES + 1), "larger than"), (RULE + "\n" * 600_000, "lines")):
        refused = read(text)
        assert isinstance(refused, SourceError)
        assert what in str(refused)


def test_a_source_over_which_the_reader_stumbles_is_named_with_the_place(monkeypatch):
    def stumble(*_, **__):
        raise KeyError("oops")

    monkeypatch.setattr("ingest.parsing.reader.read_bytes", stumble)
    refused = read(RULE)
    assert isinstance(refused, SourceError)
    assert "a.txt" in str(refused)
    assert "test_time_limit.py line" in str(refused)


HOSTILE = {
    "blank lines": RULE + "\n" * 40_000,
    "contents again and again": RULE + "Contents\n" * 4_000,
    "a glossary of one term": RULE + "Glossary\n\n" + "Term\nA thing.\n\n" * 4_000,
    "hidden in hidden": "<!doctype html>" + RULE + "<p hidden>" * 5_000,
    "a picture in a picture": "<!doctype html>" + RULE + "<svg>" * 5_000,
}


@pytest.mark.slow
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_what_is_said_again_and_again_is_read_in_a_document_s_time(text, monkeypatch):
    """The time allowed is thirty times what each takes; with what was quadratic they needed more."""
    monkeypatch.setattr(time_limit, "_SECONDS", 30.0)
    monkeypatch.setattr(time_limit, "_A_MEGABYTE", 0.0)
    assert isinstance(read(text, "a.html" if "<!doctype" in text else "a.txt"), PackedReading)
