"""The page of the API and its description: every call has a sample, and every sample has an answer."""

import json
import re
import shlex
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from rulesite.api import api
from rulesite.api.base import TAGS
from rulesite.reading.caching import receivers
from rulesite.rulebook.models import Edition
from tests import factories as make
from tests.reading.read_pages import faults

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pocket_database")]
GUIDE = Path(__file__).resolve().parents[2] / "docs" / "api.md"


@pytest.fixture(autouse=True)
def term(pocket_database, db):
    """A term, which the pocket edition has none of."""
    make.term(Edition.at("cr/2018-01-19"), "Ability", "What it can do.")
    receivers.invalidate()


def run(client, command):
    """What a line with curl asks for, as a shell would send it; redirects are followed with -L."""
    words = shlex.split(command)
    assert words.pop(0) == "curl"
    place, sent, headers, follow, method = "", None, {}, False, "get"
    while words:
        word = words.pop(0)
        if word in ("-d", "--data"):
            sent, method = words.pop(0), "post"
        elif word == "-H":
            name, _, value = words.pop(0).partition(": ")
            headers[name.lower()] = value
        elif word in ("-L", "-sL"):
            follow = True
        elif word == "-I":
            method = "head"
        elif word in ("-o", "-O", "-s", "--compressed"):
            words = words[1:] if word == "-o" else words
        else:
            assert not word.startswith("-"), word
            place = word.removeprefix("http://127.0.0.1:8000").removeprefix("http://testserver")
    if method == "post":
        return client.post(place, sent, content_type=headers.pop("content-type", "application/x-www-form-urlencoded"))
    return getattr(client, method)(place, follow=follow, headers=headers)


def ended(answer):
    """The answer, read to its end where it is a stream."""
    if answer.streaming:
        assert b"".join(answer.streaming_content)
    return answer


def described(client):
    return client.get("/api/v1/openapi.json").json()


def operations(client):
    return [
        (method, path, operation)
        for path, each in described(client)["paths"].items()
        for method, operation in each.items()
        if method != "head"
    ]


@pytest.mark.slow
def test_it_is_described_as_openapi_3_1(client):
    found = described(client)
    assert found["openapi"].startswith("3.1")
    assert {tag["name"] for tag in found["tags"]} == set(TAGS)
    for _, path, operation in operations(client):
        assert operation["summary"], path
        assert operation["description"], path
        assert set(operation["tags"]) <= set(TAGS), path
        assert "429" in operation["responses"], path


@pytest.mark.slow
def test_every_sample_of_the_description_has_an_answer(client):
    for _, path, operation in operations(client):
        [sample] = operation["x-codeSamples"]
        answer = ended(run(client, sample["source"]))
        assert answer.status_code == 200, (path, sample["source"], getattr(answer, "content", b"")[:200])


@pytest.mark.slow
def test_every_answer_is_as_it_is_described(client):
    import pydantic

    from rulesite.cards.models import Card
    from rulesite.rulebook.models import Library

    faces = [{"name": "Wagon Moth", "cost": "{U}", "line": "Creature — Moth", "text": "Flying", "size": "1/1"}]
    Card.objects.create(name="Wagon Moth", slug="wagon-moth", folded="wagon moth", letter="W", faces=faces)
    Library.move_on(book=False)
    schemas = {
        operation.operation_id: operation.response_models
        for _, router in api._routers
        for view in router.path_operations.values()
        for operation in view.operations
    }
    checked = 0
    for _, path, operation in operations(client):
        if path.startswith("/api/v1/download/"):
            continue
        models = schemas[operation["operationId"]]
        if models.get(200) is None:
            continue
        answer = run(client, operation["x-codeSamples"][0]["source"]).json()
        try:
            models[200].model_validate({"response": answer})
        except pydantic.ValidationError as error:
            pytest.fail(f"{path}: {error}")
        checked += 1
    assert checked > 25


@pytest.mark.slow
def test_the_page_has_every_call_with_its_sample(client):
    answer = client.get("/api/")
    page = BeautifulSoup(answer.content, "html.parser")
    assert faults(page) == []
    told = {" ".join(each.h3.get_text(" ").split()) for each in page.select(".call")}
    assert told == {f"{method.upper()} {path}" for method, path, _ in operations(client)}
    for sample in page.select(".call pre"):
        answer = ended(run(client, sample.get_text()))
        assert answer.status_code == 200, sample


@pytest.mark.slow
def test_the_page_loads_nothing_from_elsewhere(client):
    page = BeautifulSoup(client.get("/api/").content, "html.parser")
    loaded = [each.get("src") or each.get("href") for each in page.select("script[src], link[rel=stylesheet], img")]
    assert loaded
    assert all(place.startswith("/static/") for place in loaded)


@pytest.mark.slow
def test_the_page_is_there_before_anything_is_held(client):
    Edition.objects.all().delete()
    assert client.get("/api/").status_code == 200
    assert client.get("/api/v1/openapi.json").status_code == 200


@pytest.mark.slow
def test_the_page_says_how_much_may_be_asked(client, settings):
    settings.API_LIMIT = 600
    assert "600 requests a minute" in client.get("/api/").content.decode()


def lines_of_the_guide():
    """Every line with curl of the guide to the API."""
    blocks = re.findall(r"```sh\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    found = [line.partition("  # ")[0].strip() for block in blocks for line in block.splitlines()]
    return [line for line in found if line.startswith("curl ") and "/api/" in line]


def test_the_guide_has_samples():
    assert len(lines_of_the_guide()) >= 10


@pytest.mark.parametrize("line", lines_of_the_guide())
def test_what_the_guide_requests_is_answered(client, line):
    answer = ended(run(client, line))
    assert answer.status_code == 200, line
    if answer.get("Content-Type", "").startswith("application/json") and not answer.streaming and answer.content:
        assert json.loads(answer.content)


def test_the_newest_edition_needs_no_date(client):
    for call in ("editions", "contents", "export", "glossary"):
        newest = client.get(f"/api/v1/{call}/cr/newest").json()
        dated = client.get(f"/api/v1/{call}/cr/2018-01-19").json()
        assert newest["edition"] == dated["edition"] == "cr/2018-01-19"
    assert client.get("/api/v1/editions/nothing/newest").status_code == 404
