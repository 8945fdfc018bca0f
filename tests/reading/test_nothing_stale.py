"""A correction is seen everywhere at once: nothing that was kept, prepared or indexed goes on showing the old words."""

import re
from collections import deque

import pytest

from rulesite.reading import freshness
from rulesite.reading.models import Piece, Prepared
from rulesite.rulebook import editing, places
from rulesite.rulebook.models import Edition, Part, RuleVersion
from tests.reading.pages import prepare_all

pytestmark = [pytest.mark.usefixtures("pocket_database"), pytest.mark.django_db, pytest.mark.slow(seconds=70)]

OLD, NEW = "zyzzyvas", "quokkas"
"""Words that no rules document has."""
_LINK = re.compile(r'(?:href|src)="(/[^"#]*)')
_NOT_OF_THE_BOOK = ("/static/", "/admin/", "/cite/", "/pages/", "/sw.js", "/search/", "/games/", "/help/")
_OF_PUBLICATIONS = re.compile(r"/api/v1/(changes.*)?(\?.*)?$")
"""What tells when the book was changed, and not what it says."""
_LOG = "/api/v1/corrections?"
"""What tells of every correction with the words before and after it."""
_VARIES = re.compile('<updated>[^<]*</updated>|"stamp": *"[^"]*"|name="csrfmiddlewaretoken" value="[^"]*"')


@pytest.fixture(autouse=True)
def _ready():
    prepare_all()


def everything(client):
    """Every address of the book, found by following the links from the first page, with what stands there."""
    seen, found = {"/"}, {}
    waiting = deque(seen)
    for edition in Edition.objects.select_related("document"):
        waiting += [f"/api/v1/export/{edition.address}", f"/offline/{edition.address}.json"]
        waiting += [f"{row.get_absolute_url()}card/" for row in edition.versions.select_related("edition__document")]
        waiting += [
            f"/api/v1/rule/{edition.address}/{key}" for key in edition.versions.values_list("key", flat=True)[:20]
        ]
    waiting += [f"/search/?q={word}" for word in (OLD, NEW)] + [f"/api/v1/search?q={word}" for word in (OLD, NEW)]
    waiting += [f"/api/v1/typeahead?q={word[:4]}" for word in (OLD, NEW)]
    while waiting:
        address = waiting.popleft()
        response = client.get(address)
        if response.streaming:
            response.close()  # as a server does; a download holds a place until then
        if response.status_code != 200 or response.streaming or _OF_PUBLICATIONS.match(address):
            continue
        found[address] = _VARIES.sub("", response.content.decode())
        for link in _LINK.findall(found[address]):
            link = link.replace("&amp;", "&")
            if link not in seen and not link.startswith(_NOT_OF_THE_BOOK) and "?asked" not in link:
                seen.add(link)
                waiting.append(link)
    return found


def a_rule():
    """A rule that others cite, so that its words are shown in many places."""
    cited = RuleVersion.objects.filter(wording__isnull=False, cited_by__isnull=False, edition__document__slug="cr")
    return cited.order_by("-edition__effective", "position").first(), Part.TEXT


def a_heading():
    headed = RuleVersion.objects.filter(kind__in=["section", "heading"], edition__document__slug="cr").exclude(title="")
    return headed.order_by("-edition__effective", "position").first(), Part.TITLE


def test_after_a_correction_every_page_is_what_it_would_be_if_nothing_had_been_kept(client, committed):
    chosen = [(row, part, places.shown(row, part)) for row, part in (a_rule(), a_heading())]

    def correct(word, reason):
        with committed():
            for row, part, was in chosen:
                editing.correct(row, f"{was} {word}", part=part, reason=reason, author=None)
                row.refresh_from_db()

    correct(OLD, "a trial")
    before = everything(client)
    shown = {address for address, page in before.items() if OLD in page.casefold()}
    for row, _, _ in chosen:
        assert sum(row.key in address for address in shown) >= 2
    assert len(shown) > 10
    correct(NEW, "another")
    warm = everything(client)
    Prepared.objects.all().delete()
    Piece.objects.all().delete()
    freshness.touch()
    cold = everything(client)
    assert {address for address in cold if warm.get(address) != cold[address]} == set()
    assert warm.keys() == cold.keys()
    asked_for_old = {address for address in warm if f"q={OLD[:4]}" in address or address.startswith(_LOG)}
    said = {address for address, page in warm.items() if OLD in _without_the_log(page).casefold()}
    assert said <= asked_for_old
    assert {address for address in shown if NEW not in warm[address].casefold()} <= asked_for_old


def _without_the_log(page):
    """A page without the corrections that it tells of, which name the words before them."""
    return re.sub(r'<section class="correction">.*?</section>', "", page, flags=re.S)
