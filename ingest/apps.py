"""Ingest: from files to the rulebook."""

from django.apps import AppConfig


class IngestConfig(AppConfig):
    """The commands that read documents; it has no models."""

    name = "ingest"
    verbose_name = "Ingest"
