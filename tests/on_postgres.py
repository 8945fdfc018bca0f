"""``make test DATABASE=postgres``: a module is run, such as pytest, with the libraries of tests, and the databases that
Django's tests write to, in a cluster of PostgreSQL that is begun for it. Takes the module's name, and what that takes."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

from tests import clusters


def main() -> int:
    """Begin a cluster, run the module, and leave nothing."""
    if clusters.programs() is None:
        print("PostgreSQL is not installed: apt-get install --no-install-recommends postgresql", file=sys.stderr)
        return 1
    with clusters.started() as cluster, tempfile.TemporaryDirectory(prefix="rulesite-libraries-") as libraries:
        given = clusters.give(cluster) | {
            "RULESITE_DATABASE": cluster.create("rulesite"),
            "RULESITE_TESTS_LIBRARIES": libraries,
        }
        command = [sys.executable, "-m", *(sys.argv[1:] or ["pytest"])]
        return subprocess.run(command, env=os.environ | given, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
