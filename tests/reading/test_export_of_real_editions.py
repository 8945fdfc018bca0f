"""Exporting the publisher's own editions: whole and consistent."""

import pytest

from rulesite.reading.export import ledger, rows
from rulesite.rulebook.models import Edition, Source

pytestmark = [pytest.mark.django_db, pytest.mark.documents, pytest.mark.usefixtures("real_database")]


def test_a_whole_edition_is_listed_with_few_questions(django_assert_max_num_queries):
    with django_assert_max_num_queries(30):
        listed = rows.provisions(Edition.at("cr/2026-06-19"))
    assert len(listed) > 3000


def test_every_offset_lies_inside_its_text_and_only_what_is_resolved_has_targets():
    for edition in Edition.objects.all():
        for provision in rows.provisions(edition):
            for span in (*provision["references"], *provision["attributions"], *provision["passages"]):
                assert 0 <= span["start"] < span["end"] <= len(provision["text"])
            for reference in provision["references"]:
                if reference["targets"]:
                    assert reference["outcome"] in ("resolved", "ambiguous"), (edition, provision["key"], reference)


def test_every_source_is_proved_to_be_tiled():
    for source in Source.objects.select_related("edition__document"):
        assert ledger.ledger(source)["tiling"]["holds"], source.name


def test_parents_stand_before_their_children():
    for edition in Edition.objects.all():
        seen = set()
        for provision in rows.provisions(edition):
            assert provision["parent"] is None or provision["parent"] in seen, (edition, provision["key"])
            seen.add(provision["number"])
