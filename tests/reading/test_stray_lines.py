"""The ledger shows each line that begins with a number and is no provision: explained, or a doubt."""

import io
import json

import pytest
from django.core.management import call_command

from rulesite.rulebook.models import Library
from tests import factories as make
from tests.reading.read_pages import faults, read, words

pytestmark = pytest.mark.django_db

STRAYS = [
    {"line": 3, "start": 30, "number": "402.8", "owner": "402.7", "evidence": "the line above ends in “rule”"},
    {"line": 5, "start": 60, "number": "402.9", "owner": "402.7", "evidence": ""},
]


@pytest.fixture
def source():
    Library.objects.create(name="a test")
    text = "402.7. One.\n\nsee rule\n402.8.\n402.9 It is so.\n"
    source = make.source(make.edition("2006-10-01"), text, name="rules.txt", strays=STRAYS)
    make.segment(source, 0, len(text), owner="402.7")
    return source


def test_its_page_lists_the_doubts_first(client, source):
    page = read(client, source.get_absolute_url())
    section = page.find(id="strays").parent
    assert "2, 1 doubtful" in words(section.h2)
    rows = [[words(cell) for cell in row.find_all("td")] for row in section.tbody.find_all("tr")]
    assert rows == [
        ["5", "402.9", "402.7", "doubtful"],
        ["3", "402.8", "402.7", "the line above ends in “rule”"],
    ]
    assert faults(page) == []


def test_the_command_counts_and_lists_them(source):
    out = io.StringIO()
    call_command("ledger", "rules.txt", stdout=out)
    assert "2 lines begin with a number and are no provision, 1 of them doubtful" in out.getvalue()
    assert "line 5: 402.9 in 402.7 (DOUBTFUL)" in out.getvalue()
    out = io.StringIO()
    call_command("ledger", "rules.txt", "--json", stdout=out)
    told = json.loads(out.getvalue())
    assert (told["strays"], told["doubts"]) == (STRAYS, 1)
