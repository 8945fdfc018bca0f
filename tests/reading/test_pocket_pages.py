"""The pages of a loaded library, as a whole: every link leads somewhere, and no page has a fault."""

import re
from collections import Counter
from html import unescape
from urllib.parse import urljoin, urlsplit

import pytest
from bs4 import BeautifulSoup
from django.urls import resolve

from rulesite.rulebook.models import Citation, Edition, Library, RuleVersion, Source
from tests.reading.read_pages import alike, faults, provision, read, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pocket_database")]
_MOST_OF = dict.fromkeys(("reading:rule", "reading:term", "reading:ledger", "reading:edition"), 5_000)


def _shape(path: str) -> str:
    """The name of the view that answers a path."""
    return resolve(urlsplit(path).path).view_name


def _looked_at_for() -> dict[str, str]:
    """The addresses of provisions, and of the one that is looked at for each: it is on the same page."""
    return {
        row.get_absolute_url(): rows[0].get_absolute_url()
        for edition in Edition.objects.all()
        for rows in alike(edition)
        for row in rows
    }


@pytest.mark.slow(seconds=15)
@pytest.mark.parametrize("most", [12, pytest.param(24, marks=pytest.mark.thorough("more of each kind of page"))])
def test_every_link_of_the_site_leads_to_a_page_and_every_anchor_exists(client, most):
    """Of each kind of page the first dozen is visited; of rules and sections one for all of a kind on the same page,
    where the anchors of the others are; terms all."""
    other = _looked_at_for()
    waiting, anchors, ids, problems, visited = ["/"], {}, {}, [], Counter()
    while waiting:
        path = waiting.pop(0)
        path = other.get(path, path)
        if path in ids or path.partition("?")[0].endswith(".atom"):
            continue
        shape = _shape(path)
        visited[shape] += 1
        if visited[shape] > _MOST_OF.get(shape, most):
            continue
        response = client.get(path, follow=True)
        if response.status_code != 200:
            problems.append(f"{path}: {response.status_code}")
            ids[path] = set()
            continue
        if not response["Content-Type"].startswith("text/html"):
            ids[path] = set()
            continue
        html = response.content.decode()
        if visited[shape] <= 15:
            problems += [f"{path}: {fault}" for fault in faults(BeautifulSoup(html, "html.parser"))]
        ids[path] = set(re.findall(r'\sid="([^"]*)"', html))
        for href in set(re.findall(r'<a [^>]*?href="([^"]*)"', html)):
            target = urlsplit(urljoin(f"http://testserver{path}", unescape(href)))
            if target.netloc != "testserver" or target.path.startswith(("/static/", "/admin/")):
                continue
            address = target.path + (f"?{target.query}" if target.query else "")
            if target.fragment:
                anchors.setdefault((address, target.fragment), path)
            if address not in ids:
                waiting.append(address)
    problems += [
        f"{origin} links to {path}#{anchor}"
        for (path, anchor), origin in anchors.items()
        if (page := other.get(path, path)) in ids and anchor not in ids[page]
    ]
    assert problems[:20] == []
    assert set(other.values()) <= ids.keys()


@pytest.mark.slow
def test_the_text_of_every_provision_is_shown_unchanged(client):
    for version in RuleVersion.objects.filter(kind="section").select_related("edition__document"):
        articles = {each["id"]: each for each in read(client, version.get_absolute_url()).find_all("article", id=True)}
        for below in RuleVersion.objects.filter(edition=version.edition, key__in=articles, wording__isnull=False):
            paragraphs = articles[below.key].find(class_="words").find_all("p", recursive=False, class_=False)
            assert "\n".join(each.get_text() for each in paragraphs) == below.text, below.key


@pytest.mark.slow
def test_the_pocket_edition_is_announced(client):
    assert Library.current().is_pocket
    assert "This is the pocket edition" in words(read(client, "/").main)


@pytest.mark.slow
def test_every_outcome_of_a_reference_is_visible_where_it_stands(client):
    for citation in Citation.objects.exclude(outcome="resolved").select_related("reference", "edition__document"):
        for version in RuleVersion.objects.filter(edition=citation.edition, wording=citation.reference.wording):
            article = provision(read(client, version.get_absolute_url()), version.key)
            assert article.find(class_=citation.outcome, string=citation.reference.cited), version


@pytest.mark.slow
def test_every_ledger_shows_every_character_of_its_file(client):
    from rulesite.reading.pages import source_text

    for source in Source.objects.all():
        page = read(client, f"/sources/{source.pk}/")
        shown = [line.find(class_="t").get_text() for line in page.find_all("div", class_="line")]
        text = source_text.text_of(source)
        lines = [text.text[start : text.end_of(number)].rstrip("\r\n") for number, start in enumerate(text.starts, 1)]
        assert shown == lines[: len(shown)]
        assert "every one accounted for" in words(page.find(class_="facts"))


def test_a_page_that_is_not_there_is_in_no_room_of_the_site(client):
    missing = BeautifulSoup(client.get("/cr/2006-10-01/999.9z/").content, "html.parser")
    assert missing.select_one("nav.site a")
    assert not missing.select("nav.site [aria-current]")
