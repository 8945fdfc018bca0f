"""Pages of measurements: without a measurement they are there for maintainers alone, whom they tell how to make one."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest


def require(latest: object, request: HttpRequest, missing: str) -> None:
    """Raise Http404 with a sentence where nothing is measured and no maintainer asks."""
    if latest is None and not (settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_staff):
        raise Http404(missing)
