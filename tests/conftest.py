"""What every test needs: static files served without a manifest, and a data folder of its own."""

import pytest


@pytest.fixture(autouse=True)
def _plain_static_files(settings):
    """Templates name static files; tests do not collect and hash them first."""
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
