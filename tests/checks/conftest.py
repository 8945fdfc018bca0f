"""The pocket edition with its examples played once for a module."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def played_pocket(pocket_database, django_db_blocker):
    """The pocket edition; every scenario has been run by the engine as it is now, under every edition's rules."""
    from rulesite.checks.running import check_all

    with django_db_blocker.unblock():
        yield check_all()
