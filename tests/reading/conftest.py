"""A library of one rule, for tests of what is kept and sent."""

import pytest

from rulesite.rulebook import pending
from rulesite.rulebook.models import Library
from tests import factories as make


@pytest.fixture
def rule(db):
    """One rule, in a library."""
    Library.objects.create(name="a test")
    edition = make.edition("2006-10-01")
    make.version(edition, "402", title="Abilities")
    return make.version(edition, "402.1", "It works.")


@pytest.fixture
def waiting(settings, tmp_path):
    """Where an ingest works whose documents wait to be published; nothing is in it yet."""
    settings.DATA_DIR = tmp_path
    stage = pending.stage()
    yield stage
    stage.discard()
