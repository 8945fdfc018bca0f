"""What two texts were found to say beside each other is known from then on, as long as nothing of it is otherwise."""

from datetime import date

import pytest

from rulesite.checks.binding.comparison_cache import Comparisons
from rulesite.checks.examples import Printed
from rulesite.checks.models import Comparison, Scenario
from rulesite.rulebook.models import Wording
from rulesite.text import wording
from rulesite.text.paraphrasing import Saying, Sayings
from tests import factories

pytestmark = pytest.mark.django_db

KNOWN = "A beast is in play, by rule 410.6."
HERE = "A beast is on the battlefield, by rule 603.2."
SAYINGS = Sayings([Saying(("in play", "on the battlefield"), "the zone has another name")])
NOTHING = Sayings([])


@pytest.fixture
def scenario():
    return Scenario.objects.create(slug="beast", title="A beast", path="beast.md", position=1, text="", digest="1")


def example(text, *, stored=True):
    if stored:
        factories.wording(text)
    return Printed(1, "cr", date(2009, 7, 11), "603.2", 7, 1, True, wording.fingerprint(text), text, 1)


def compare(scenario, sayings=SAYINGS, said="these", here=HERE, thread=7, **of):
    comparisons = Comparisons(sayings, {scenario.pk: said})
    found = comparisons.differences(scenario.pk, KNOWN, example(here, **of), {"410.6": 7}, {"603.2": thread})
    comparisons.keep()
    return None if found is None else [difference["here"] for difference in found]


def test_what_was_found_is_known_without_looking_at_the_words_again(scenario):
    assert compare(scenario) == ["on the battlefield", "603.2"]
    assert compare(scenario, sayings=NOTHING) == ["on the battlefield", "603.2"]


def test_that_nothing_explains_them_is_known_too(scenario):
    assert compare(scenario, sayings=NOTHING) is None
    assert compare(scenario) is None


@pytest.mark.parametrize(
    "otherwise", [{"said": "others"}, {"thread": 8}, {"here": HERE.replace("A beast", "Some beast")}],
    ids=lambda of: next(iter(of))
)  # fmt: skip
def test_words_are_laid_beside_each_other_again_when_something_of_it_is_otherwise(scenario, otherwise):
    assert compare(scenario)
    assert compare(scenario, sayings=NOTHING, **otherwise) is None


def test_what_was_found_in_the_same_words_in_other_signs_is_not_taken_for_these(scenario):
    quoted = HERE.replace("beast", "“beast”")
    assert wording.fingerprint(quoted) == wording.fingerprint(HERE)
    assert compare(scenario)
    assert compare(scenario, sayings=NOTHING, here=quoted) is None


def test_what_nobody_prints_any_more_is_forgotten_when_something_new_is_kept(scenario):
    compare(scenario)
    Wording.objects.all().delete()
    compare(scenario, here="Nothing of that.")
    assert len(Comparison.objects.get().explained) == 1
