"""A correction is seen everywhere at once: nothing that was kept, prepared or indexed goes on showing the old words."""

import re
import sys
from collections import Counter, defaultdict, deque
from urllib.parse import urlsplit

import pytest
from django.urls import Resolver404, resolve

from rulesite.reading.caching import receivers
from rulesite.reading.models import Piece, Prepared
from rulesite.rulebook.corrections import targets
from rulesite.rulebook.editing import corrections
from rulesite.rulebook.models import Edition, Part, RuleVersion
from tests.reading.read_pages import prepare_all, spread

pytestmark = [pytest.mark.usefixtures("pocket_database"), pytest.mark.django_db, pytest.mark.slow(seconds=20)]

OLD, NEW = "zyzzyvas", "quokkas"
"""Words that no rules document has."""
_LINK = re.compile(r'(?:href|src)="(/[^"#]*)')
_NOT_OF_THE_BOOK = ("/static/", "/admin/", "/cite/", "/pages/", "/sw.js", "/search/", "/games/", "/help/")
_OF_PUBLICATIONS = re.compile(r"/api/v1/(changes.*)?(\?.*)?$")
"""What tells when the book was changed, and not what it says."""
_LOG = "/api/v1/corrections?"
"""What tells of every correction with the words before and after it."""
_VARIES = re.compile('<updated>[^<]*</updated>|"stamp": *"[^"]*"|name="csrfmiddlewaretoken" value="[^"]*"')


def forget():
    """Have nothing prepared and nothing kept."""
    Prepared.objects.all().delete()
    Piece.objects.all().delete()
    receivers.invalidate()


def standing(client, address):
    """What stands at an address; None where there is no page of the book."""
    response = client.get(address)
    if response.streaming:
        response.close()  # as a server does; a download holds a place until then
    if response.status_code != 200 or response.streaming or _OF_PUBLICATIONS.match(address):
        return None
    return _VARIES.sub("", response.content.decode())


def everything(client, most, named, cards):
    """Every address of the book, found by following the links from the first page, with what stands there; of the
    cards some of each edition and those that are named. Of each view and edition so many at ``most``, and what has a
    number in its address that is ``named``."""
    seen, found, asked = {"/"}, {}, Counter()
    waiting = deque([*seen, *cards])
    for edition in Edition.objects.select_related("document"):
        waiting += [f"/api/v1/export/{edition.address}", f"/offline/{edition.address}.json"]
        waiting += [f"{row.get_absolute_url()}card/" for row in spread(edition)]
        waiting += [
            f"/api/v1/rule/{edition.address}/{key}" for key in edition.versions.values_list("key", flat=True)[:20]
        ]
    waiting += [f"/search/?q={word}" for word in (OLD, NEW)] + [f"/api/v1/search?q={word}" for word in (OLD, NEW)]
    waiting += [f"/api/v1/typeahead?q={word[:4]}" for word in (OLD, NEW)]
    while waiting:
        address = waiting.popleft()
        like = kind_of(address)
        asked[like] += 1
        if asked[like] > most and not any(key in address for key in named):
            continue
        if (page := standing(client, address)) is None:
            continue
        found[address] = page
        for link in _LINK.findall(page):
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


def kind_of(address):
    """The view of an address, and the edition that it is of."""
    try:
        found = resolve(urlsplit(address).path)
    except Resolver404:
        return address
    return found.view_name, found.kwargs.get("document"), str(found.kwargs.get("date"))


def some(addresses, each):
    """So many of each view and edition, in the order of their addresses."""
    alike = defaultdict(list)
    for address in sorted(addresses):
        alike[kind_of(address)].append(address)
    return {address for found in alike.values() for address in found[:each]}


@pytest.mark.parametrize("most", [12, pytest.param(sys.maxsize, id="all", marks=pytest.mark.thorough("every page"))])
def test_after_a_correction_every_page_is_what_it_would_be_if_nothing_had_been_kept(client, committed, most):
    """Every page is looked at once, with nothing kept. Then some of each view and edition, and of those that show the
    words some more, are looked at with everything kept, when the words are others, and when nothing is kept again."""
    chosen = [(row, part, targets.shown(row, part)) for row, part in (a_rule(), a_heading())]

    def correct(word, reason):
        with committed():
            for row, part, was in chosen:
                corrections.correct(row, f"{was} {word}", part=part, reason=reason, author=None)
                row.refresh_from_db()

    correct(OLD, "a trial")
    forget()
    trial = everything(
        client, most, {row.key for row, _, _ in chosen}, [f"{row.get_absolute_url()}card/" for row, _, _ in chosen]
    )
    shown = {address for address, page in trial.items() if OLD in page.casefold()}
    for row, _, _ in chosen:
        assert sum(row.key in address for address in shown) >= 2
    assert len(shown) > 10
    prepare_all()
    own = {address for address in shown for row, _, _ in chosen if address.startswith(row.get_absolute_url())}
    asked = own | some(shown, 15) | some(trial.keys() - shown, 5)
    before = {address: standing(client, address) for address in asked}
    assert {address for address in asked if before[address] != trial[address]} == set()
    correct(NEW, "another")
    warm = {address: standing(client, address) for address in asked}
    forget()
    cold = {address: standing(client, address) for address in asked}
    assert {address for address in asked if warm[address] != cold[address]} == set()
    assert None not in warm.values()
    asked_for_old = {address for address in warm if f"q={OLD[:4]}" in address or address.startswith(_LOG)}
    said = {address for address, page in warm.items() if OLD in _without_the_log(page).casefold()}
    assert said <= asked_for_old
    assert {address for address in shown & asked if NEW not in warm[address].casefold()} <= asked_for_old


def _without_the_log(page):
    """A page without the corrections that it tells of, which name the words before them."""
    return re.sub(r'<section class="correction">.*?</section>', "", page, flags=re.S)
