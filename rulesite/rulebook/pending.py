"""What is pending: an ingest that is at work, or that was stopped and will be taken up again."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings


def stage_folder() -> Path:
    """The folder that an ingest works in; it is there exactly as long as one is at work or was stopped."""
    return Path(settings.DATA_DIR) / "stage"


def is_pending() -> bool:
    """Whether documents were asked for that are not published yet."""
    return (stage_folder() / "orders.json").exists()
