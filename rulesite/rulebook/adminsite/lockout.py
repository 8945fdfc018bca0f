"""Logging in: the number of wrong passwords before a lockout."""

from __future__ import annotations

from typing import Any

from axes.conf import settings
from axes.handlers.database import AxesDatabaseHandler
from axes.helpers import get_client_ip_address, get_client_username
from axes.models import AccessLog
from django.http import HttpRequest


class Handler(AxesDatabaseHandler):
    """Count wrong passwords by account and address, and by account from all addresses together.

    The first alone would let many addresses guess at one account. The second has a higher limit, and does not hold
    for an address from which the account's own user has logged in before: a stranger can't shut anybody out.
    """

    def get_failures(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """The count that decides on a lockout.

        Wrong passwords of this account from this address, or the equivalent for all addresses.
        """
        username, address = get_client_username(request, credentials), get_client_ip_address(request)
        attempts = self.get_user_attempts(request, credentials)
        from_address, from_anywhere = (sum(rows.values_list("failures_since_start", flat=True)) for rows in attempts)
        if AccessLog.objects.filter(username=username, ip_address=address).exists():
            return from_address
        return max(from_address, from_anywhere * settings.AXES_FAILURE_LIMIT // settings.AXES_FAILURE_LIMIT_OF_ACCOUNT)
