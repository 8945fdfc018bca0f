"""Commands that answer in JSON refuse in JSON too."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("resolve", ["999.1"]),
        ("descent", ["cr/1990-01-01", "cr/1991-01-01"]),
        ("cite", ["no-such-file.txt"]),
    ],
)
def test_a_refusal_is_one_json_document_and_an_error(command, arguments):
    out = io.StringIO()
    with pytest.raises(CommandError) as refusal:
        call_command(command, *arguments, "--json", stdout=out)
    assert json.loads(out.getvalue()) == {"error": str(refusal.value)}


def test_without_json_nothing_is_printed_for_machines():
    out = io.StringIO()
    with pytest.raises(CommandError):
        call_command("resolve", "999.1", stdout=out)
    assert out.getvalue() == ""
