"""Which tables a publication exchanges: each is the book's, people's, or both by a rule that is written down."""

from django.apps import apps

from ingest.staging import tables

OF_PEOPLE = {"auth", "contenttypes", "sessions", "admin", "axes"}
"""Apps of others: accounts, sessions, the log of the admin, failed log-ins."""


def test_every_table_is_the_books_or_peoples_and_never_forgotten():
    ours = [model._meta.label for model in apps.get_models() if model._meta.app_label not in OF_PEOPLE]
    named = [*tables.BOOK, *tables.PEOPLE, *tables.SHARED, tables.LIBRARY]
    assert sorted(ours) == sorted(named)


def test_a_row_of_the_book_is_known_by_a_number_that_is_never_given_twice():
    for label in (*tables.BOOK, *tables.SHARED):
        assert tables.model(label)._meta.pk.get_internal_type() == "BigAutoField", label


def test_what_people_wrote_refers_to_no_row_of_the_book():
    book = {tables.model(label) for label in tables.BOOK}
    for label in (*tables.PEOPLE, *tables.SHARED):
        for field in tables.model(label)._meta.concrete_fields:
            assert field.related_model not in book, f"{label}.{field.name} would not outlive a publication"
