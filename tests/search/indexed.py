"""What an index holds and finds, and how a test changes it."""

from rulesite.search import search, searcher
from rulesite.search.indexing import edition_stamps
from tests import factories


def texts():
    """The bodies of everything that is indexed."""
    library = searcher.current()
    return [body for _, body in library.printed(record.text for record in library.records.values()).values()]


def numbers(text):
    """The numbers of what is found."""
    return [hit.number for hit in search.search(text).hits]


def change(edition, key, text):
    """Give a provision other words, as whatever says so of its edition."""
    edition.versions.filter(key=key).update(wording=factories.wording(text))
    edition_stamps.renew([edition.pk])
