"""Clients: who it is that asks, where proxies stand in front of the site."""

from __future__ import annotations

from ipaddress import ip_address


def address(peer: str, forwarded: str, proxies: int) -> str:
    """The address of a client from the address that has connected and the header X-Forwarded-For.

    Each of the ``proxies`` that are trusted has added whom it heard at the right; what stands further left, anybody may
    have written. Where there are fewer than there should be, nothing that the header says is believed.

    >>> address("10.0.0.1", "192.0.2.66, 203.0.113.7", proxies=1)
    '203.0.113.7'
    >>> address("10.0.0.1", "192.0.2.66, 203.0.113.7, 10.0.0.2", proxies=2)
    '203.0.113.7'
    >>> address("203.0.113.7", "", proxies=1)
    '203.0.113.7'
    >>> address("203.0.113.7", "192.0.2.66", proxies=0)
    '203.0.113.7'
    >>> address("10.0.0.1", "not an address", proxies=1)
    '10.0.0.1'
    """
    heard = [part.strip() for part in forwarded.split(",") if part.strip()]
    if not proxies or len(heard) < proxies:
        return peer
    try:
        return str(ip_address(heard[-proxies]))
    except ValueError:
        return peer
