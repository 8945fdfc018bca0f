"""On the real documents: every number that ever existed leads to today or to the edition that dropped it, and back."""

import pytest

from rulesite.rulebook.descent import history, resolution, traversal
from rulesite.rulebook.descent.coverage import shares
from rulesite.rulebook.models import Attribution, Descent, Document, Edition, RuleVersion
from rulesite.rulebook.models.references import Outcome

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.documents,
    pytest.mark.slow,
    pytest.mark.usefixtures("real_database"),
]


def numbers(every):
    """Every so many of the numbers of every edition, and all of the lettered ones' sections."""
    rows = RuleVersion.objects.order_by("edition__document__position", "edition__effective", "position")
    return list(rows.values_list("edition__document__slug", "edition__effective", "key"))[::every]


@pytest.mark.parametrize("every", [47, pytest.param(11, marks=pytest.mark.thorough("four times as many"))])
def test_every_number_leads_to_today_or_to_a_dated_removal(every):
    newest = Edition.objects.filter(document__slug="cr").order_by("effective").last()
    for document, day, key in numbers(every):
        [answer] = resolution.resolve(f"{document}/{day}/{key}")
        assert answer.today or answer.removed, f"{document}/{day}/{key}"
        for way in answer.today:
            assert 0 < way.confidence <= 1
            assert way.hops[0].version.key == key
            if document == "cr":
                assert way.end.edition == newest


def test_the_way_back_from_today_comes_by_the_number_that_was_asked():
    for document, day, key in numbers(211):
        if document != "cr":
            continue
        [answer] = resolution.resolve(f"{document}/{day}/{key}")
        if not answer.today:
            continue
        asked = answer.version
        back = {hop.version.pk for way in traversal.backward(answer.today[0].end) for hop in way.hops}
        threads = {hop.version.rule_id for way in traversal.backward(answer.today[0].end) for hop in way.hops}
        assert asked.pk in back or asked.rule_id in threads, f"{day}/{key}"


def test_a_number_is_answered_with_a_bounded_number_of_queries(django_assert_max_num_queries):
    for document, day, key in numbers(1999):
        with django_assert_max_num_queries(40):
            resolution.resolve(f"{document}/{day}/{key}")


@pytest.mark.parametrize(
    ("cited", "through"),
    [
        ("402.8g@2006-10-01", ["402.8g", "402.8h", "112.5i"]),
        ("402.1@2008-02-01", ["402.1"]),
        ("dangelo/2002-10-15/A.4.20", ["410.10d", "603.6d"]),
    ],
)
def test_the_founding_rules_lead_through_their_known_numbers(cited, through):
    [answer] = resolution.resolve(cited)
    path = [hop.version.key for hop in answer.path]
    assert answer.today
    assert [key for key in dict.fromkeys(path) if key in through] == through


def test_the_lettered_ancestor_stands_on_the_line_of_its_heir():
    rule = RuleVersion.objects.get(edition__document__slug="cr", edition__effective="2001-07-23", key="410.10d")
    beside = {moment.version.address for moment in history.line(rule).moments if moment.side == "restates"}
    assert "A.4.20@2002-10-15" in beside


def test_source_tags_of_the_founding_summary_are_joined_or_say_why_not():
    printed = RuleVersion.objects.filter(edition__document__slug="dangelo", edition__effective="2002-10-15")
    tags = Attribution.objects.filter(wording__in=printed.values("wording")).exclude(cited="")
    of_day = tags.filter(document="cr", date="2001-07-23")
    assert of_day.count() > 50
    joined = of_day.filter(outcome=Outcome.RESOLVED, targets__isnull=False).distinct().count()
    assert joined / of_day.count() >= 0.8
    assert not of_day.exclude(outcome=Outcome.RESOLVED).filter(reason="").exists()
    assert Descent.objects.filter(kind="restates", basis="stated", later__edition__effective="2002-10-15").count() >= 80


def test_most_provisions_of_every_step_have_an_edge():
    steps = shares(Document.objects.get(slug="cr"))
    assert len(steps) == 14
    for step in steps:
        assert step.share_old < 0.15, step.earlier
        assert sum(step.without_heir.values()) == round(step.share_old * step.old)
