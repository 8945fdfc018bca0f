"""What a cache in front of the site is told: how long it may give an answer, and what it may never keep."""

import pytest

from rulesite.rulebook.models import Source
from tests import factories as make

pytestmark = pytest.mark.django_db
SHARED = "CDN-Cache-Control"


@pytest.mark.parametrize(
    "place", ["/cr/2006-10-01/402.1/", "/help/", "/sitemap.xml", "/api/v1/rule/402.1", "/cr/feed.atom"]
)
def test_what_is_the_same_for_all_may_be_shared_for_a_while(client, rule, place):
    answer = client.get(place)
    assert answer.status_code == 200
    assert answer[SHARED] == "public, max-age=30, stale-while-revalidate=300"
    assert "no-cache" in answer["Cache-Control"]  # a browser asks each time
    again = client.get(place, headers={"if-none-match": answer["ETag"]})
    assert (again.status_code, again[SHARED]) == (304, answer[SHARED])


def test_how_long_is_for_whoever_runs_the_site_to_say(client, rule, settings):
    settings.SHARED_CACHE_SECONDS = 5
    assert client.get("/help/")[SHARED] == "public, max-age=5, stale-while-revalidate=50"
    settings.SHARED_CACHE_SECONDS = 0
    assert SHARED not in client.get("/help/")


def test_what_is_not_for_all_is_not_shared(client, rule, admin_client):
    assert SHARED not in admin_client.get("/help/")
    assert SHARED not in client.get("/nowhere/")
    assert SHARED not in client.get("/healthz")
    assert SHARED not in client.post("/api/v1/cite", "{}", content_type="application/json")


def test_what_is_named_by_what_it_holds_is_for_good(client, rule):
    made = Source.objects.first() or make.source(rule.edition)
    answer = client.get(f"/api/v1/sources/{made.sha256}/original")
    assert "immutable" in answer["Cache-Control"]
    assert SHARED not in answer


@pytest.mark.parametrize(
    ("place", "posted"), [("/api/v1/rules", True), ("/api/v1/cite", True), ("/api/v1/editions", False)]
)
def test_pages_of_other_sites_may_ask(client, rule, place, posted):
    asked = client.options(place)
    assert asked.status_code == 204
    assert ("POST" in asked["Access-Control-Allow-Methods"]) == posted
    assert "Content-Type" in asked["Access-Control-Allow-Headers"]
    if posted:
        answer = client.post(place, '{"wanted": ["402.1"], "text": "402.1"}', content_type="application/json")
        assert answer["Access-Control-Allow-Origin"] == "*"
