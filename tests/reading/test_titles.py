"""A title is text: what looks like markup in one is shown as it is printed, on every page, precomputed or not."""

import pytest
from django.urls import reverse

from ingest.descent import store as descent
from rulesite.reading.precomputed import store
from rulesite.rulebook.models import Document, Edition, RuleVersion
from rulesite.search.indexing import builder
from tests import factories as make

pytestmark = pytest.mark.django_db
TITLE = "<zz> & “_so_” {T}"
PAGES = (
    "/",
    "/cr/",
    "/cr/2007-07-13/",
    "/cr/2007-07-13/4/",
    "/cr/2007-07-13/402/",
    "/cr/2007-07-13/402.1/",
    "/cr/2007-07-13/402.1/history/",
    "/cr/2007-07-13/glossary/",
    "/cr/2007-07-13/402.1/card/",
    "/cr/2007-07-13/changes/",
    "/cr/compare/",
    "/cr/compare/2006-10-01/2007-07-13/",
    "/cr/steps/",
    "/cr/feed.atom",
    "/search/?q=zz",
    "/search/?q=rule:402+zz",
)


@pytest.fixture
def titled(index_folder, nothing_asserted):
    """Two editions in which everything that has a title has this one."""
    make.library(name=TITLE)
    for day in ("2006-10-01", "2007-07-13"):
        edition = make.edition(day, title=f"{TITLE} of {day}")
        make.version(edition, "4", title=TITLE, kind="chapter")
        make.version(edition, "402", title=TITLE, kind="section")
        make.version(edition, "402.1", title=f"{TITLE} {day}", kind="heading")
        make.version(edition, "402.1a", f"{TITLE}: it works since {day}.")
        make.term(edition, TITLE, f"It is so. See rule 402.1, {day}.")
    Document.objects.update(title=TITLE, short_title="<zz>", publisher=TITLE)
    descent.follow()
    builder.rebuild()


def pages():
    """All pages on which a title may stand: the named ones, and of each row its own."""
    rows = [*RuleVersion.objects.all(), *Edition.objects.all()]
    terms = [
        reverse("reading:term", args=["cr", "2007-07-13", term.slug]) for term in Edition.objects.last().terms.all()
    ]
    return dict.fromkeys([*PAGES, *(row.get_absolute_url() for row in rows), *terms])


@pytest.mark.slow(10)
def test_a_title_is_never_markup(titled, client):
    store.prepare(Edition.objects.latest("effective"))  # and the other edition's pages are rendered now
    shown = 0
    for page in pages():
        answer = client.get(page)
        assert answer.status_code == 200, page
        content = answer.content.decode()
        assert "<zz" not in content, page
        shown += "&lt;zz&gt;" in content
    assert shown > 12
