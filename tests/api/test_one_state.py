"""An answer of the API is made of one state of the book, whatever is published while it is made."""

import pytest
from django.db import connection

from rulesite.rulebook.models import RuleVersion
from tests import factories as make

pytestmark = pytest.mark.django_db(transaction=True)
AT_THE_SAME_TIME = {
    "get": lambda client, wanted: client.get("/api/v1/rules", {"wanted": wanted}),
    "post": lambda client, wanted: client.post("/api/v1/rules", {"wanted": wanted}, "application/json"),
}


def elsewhere(statement, *given):
    """What another process writes."""
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute(statement, given)
    finally:
        other.close()


@pytest.mark.parametrize("ask", AT_THE_SAME_TIME.values(), ids=AT_THE_SAME_TIME)
def test_what_another_writes_between_two_queries_of_a_call_is_not_in_its_answer(client, ask):
    make.library()
    make.version(make.edition(), "601.1", "To cast a spell.")
    wording = RuleVersion.objects.get(number="601.1").wording_id
    texts = []

    def between(execute, sql, params, many, context):
        if "rulebook_wording" in sql and not texts:  # where it stands has been read by now
            texts.append("To play a spell.")
            elsewhere("UPDATE rulebook_wording SET text = %s WHERE id = %s", texts[0], wording)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(between):
        texts.insert(0, ask(client, ["601.1"]).json()["rows"][0]["found"]["text"])
    assert texts == ["To cast a spell.", "To play a spell."]
    assert RuleVersion.objects.get(number="601.1").text == "To play a spell."
