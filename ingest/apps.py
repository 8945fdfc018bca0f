"""Ingest: from files to the rulebook."""

from django.apps import AppConfig


class IngestConfig(AppConfig):
    """The commands that read documents, and what keeps descent in step; it has no models."""

    name = "ingest"
    verbose_name = "Ingest"

    def ready(self) -> None:
        from ingest import listening

        listening.connect()
