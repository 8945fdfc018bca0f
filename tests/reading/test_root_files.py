"""The small files at the root of the site: for robots, for whoever watches over it, and for who finds a hole in it."""

import itertools
from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree

import pytest
from django.db import connection

from rulesite.checks.models import Scenario
from rulesite.rulebook.models import Edition, GlossaryTerm, Library, RuleVersion
from rulesite.search.store import generations
from tests.reading.read_pages import spread

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pocket_database")]
SPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


def listed(client, address):
    """The addresses that a sitemap lists."""
    response = client.get(address)
    assert response.status_code == 200
    assert response["Content-Type"].startswith("application/xml")
    return [found.text for found in ElementTree.fromstring(response.content).iter(f"{SPACE}loc")]


def everything(client):
    """Every page of every map, as a path."""
    found = [page for name in listed(client, "/sitemap.xml") for page in listed(client, name)]
    return [page.removeprefix("http://testserver") for page in found]


def test_robots_are_led_to_the_sitemap(client):
    said = client.get("/robots.txt").content.decode().splitlines()
    (sitemap,) = [line.removeprefix("Sitemap: ") for line in said if line.startswith("Sitemap: ")]
    assert listed(client, sitemap)


def test_every_edition_has_a_map_with_the_day_it_changed(client):
    root = ElementTree.fromstring(client.get("/sitemap.xml").content)
    days = {one.findtext(f"{SPACE}loc"): one.findtext(f"{SPACE}lastmod") for one in root}
    assert len(days) > Edition.objects.count() > 0
    for edition in Edition.objects.all():
        name = f"http://testserver/sitemap-{edition.document.slug}-{edition.slug}.xml"
        newest = max(source.ingested for source in edition.sources.all())
        assert days[name] == newest.isoformat()


@pytest.mark.slow
def test_every_provision_and_term_is_listed_once(client):
    pages = everything(client)
    assert len(pages) == len(set(pages))
    wanted = {each.get_absolute_url() for each in RuleVersion.objects.all()}
    wanted |= {each.get_absolute_url() for each in GlossaryTerm.objects.all()}
    assert wanted <= set(pages)


@pytest.mark.slow(seconds=10)
def test_every_page_that_is_listed_is_there_and_may_be_read_by_robots(client):
    """Of the rules and the games, of which there are hundreds, those are opened that stand for the others."""
    rules = {each.get_absolute_url() for each in RuleVersion.objects.select_related("edition__document")}
    games = {each.get_absolute_url(): len(each.text) for each in Scenario.objects.filter(problem="")}
    opened = {each.get_absolute_url() for edition in Edition.objects.all() for each in spread(edition)}
    opened |= set(sorted(games, key=games.__getitem__)[-10:])
    pages = set(everything(client))
    assert rules | games.keys() <= pages
    for page in pages - (rules | games.keys()) | opened:
        response = client.get(page)
        assert response.status_code == 200, page
        assert "noindex" not in response.content.decode().partition("</head>")[0], page
        assert "noindex" not in response.headers.get("X-Robots-Tag", ""), page


@pytest.mark.slow
def test_only_neighbours_are_listed_as_compared(client):
    days = [edition.slug for edition in Edition.objects.filter(document__slug="cr").order_by("effective")]
    neighbours = {f"/cr/compare/{one}/{two}/" for one, two in itertools.pairwise(days)}
    assert {page for page in everything(client) if page.startswith("/cr/compare/2")} == neighbours


def test_a_map_of_no_edition_is_not_there(client):
    assert client.get("/sitemap-cr-1066-10-14.xml").status_code == 404


def test_a_sitemap_that_has_not_changed_is_not_sent_again(client):
    for address in ("/sitemap.xml", "/sitemap-site.xml"):
        etag = client.get(address)["ETag"]
        assert client.get(address, headers={"if-none-match": etag}).status_code == 304
    Library.move_on()
    assert client.get(address, headers={"if-none-match": etag}).status_code == 200


def test_a_site_that_is_well_says_which_state_readers_see(client):
    response = client.get("/healthz")
    library = Library.current()
    assert response.status_code == 200
    assert response.json() == {
        "status": "well",
        "publication": library.publication,
        "revision": library.revision,
    }
    assert "no-store" in response["Cache-Control"]


FETCHED = pytest.mark.files("a generation of the index that is gone is fetched from PostgreSQL again")
ENDED = pytest.mark.files("a query that fails ends the transaction of the test; see test_trouble")


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("index", "reindex"),
        ("library", "ingest"),
        pytest.param("table", "migrate", marks=ENDED),
        pytest.param("folder", "reindex", marks=FETCHED),
    ],
)
def test_a_site_that_is_not_well_says_what_is_wrong(client, what, said, settings):
    if what == "index":
        Library.objects.update(index="")
    elif what == "library":
        Library.objects.all().delete()
    elif what == "folder":
        settings.INDEX_DIR = settings.INDEX_DIR / generations.named()
    else:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE rulebook_library RENAME TO gone")
            cursor.execute("DELETE FROM django_migrations WHERE name = '0004_publications_and_stages'")
    response = client.get("/healthz")
    assert response.status_code == 503
    assert said in response.json()["error"]
    assert "\n" not in response.json()["error"]
    assert str(settings.DATA_DIR) not in response.json()["error"]


def test_who_finds_a_hole_is_told_whom_to_tell(client, settings):
    settings.SECURITY_CONTACTS = ["mailto:security@example.org", "https://example.org/contact"]
    response = client.get("/.well-known/security.txt")
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    fields = [line.partition(": ")[::2] for line in response.content.decode().splitlines()]
    assert [value for name, value in fields if name == "Contact"] == settings.SECURITY_CONTACTS
    until = datetime.fromisoformat(dict(fields)["Expires"])
    assert timedelta(days=30) < until - datetime.now(UTC) < timedelta(days=365)


def test_nobody_is_named_where_nobody_was_set(client, settings):
    settings.SECURITY_CONTACTS = []
    assert client.get("/.well-known/security.txt").status_code == 404


@pytest.mark.parametrize(
    "address", ["/api/v1/editions", "/api/v1/rule/409.1b", "/cr/feed.atom", "/offline/newest.json"]
)
def test_what_is_for_programs_may_be_read_from_anywhere(client, address):
    response = client.get(address, headers={"origin": "https://elsewhere.example"}, follow=True)
    assert response.status_code == 200
    assert response["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in response
    asked = client.options(address, headers={"origin": "https://elsewhere.example"})
    assert asked.status_code == 204
    assert asked["Access-Control-Allow-Origin"] == "*"
    assert "POST" not in asked["Access-Control-Allow-Methods"]


@pytest.mark.parametrize("address", ["/", "/admin/login/", "/cr/2006-10-01/409.1b/", "/cite/"])
def test_what_is_for_readers_is_not_for_other_sites(client, address):
    assert "Access-Control-Allow-Origin" not in client.get(address, headers={"origin": "https://elsewhere.example"})


@pytest.mark.parametrize("address", ["/", "/nowhere/", "/api/v1/editions", "/robots.txt"])
def test_no_answer_lets_a_page_ask_for_the_camera(client, address):
    assert "camera=()" in client.get(address)["Permissions-Policy"]
