"""What the tests of machines share that begin with a database of PostgreSQL."""

from __future__ import annotations

import pytest

from tests.clusters import Cluster


@pytest.fixture(scope="session")
def laid_out(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A database in which the tables are made, once for all that are copied from it."""
    from tests.machine.test_postgres import Place

    place = Place(tmp_path_factory.mktemp("laid-out") / "here", cluster.create("laid_out"))
    made = place.manage("migrate", "-v0")
    assert made.returncode == 0, made.stderr
    return "laid_out"
