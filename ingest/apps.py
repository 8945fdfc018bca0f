"""Ingest: from files to the rulebook."""

from django.apps import AppConfig


class IngestConfig(AppConfig):
    """The commands that ingest documents, and the receivers that keep descent up to date; there are no models."""

    name = "ingest"
    verbose_name = "Ingest"

    def ready(self) -> None:
        from ingest import receivers

        receivers.connect()
