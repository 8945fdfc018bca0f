#!/usr/bin/env python
"""The project's command line."""

import os
import sys


def main() -> int:
    """Run a management command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rulesite.settings")
    from rulesite.cli import run

    return run(sys.argv)


if __name__ == "__main__":
    sys.exit(main())
