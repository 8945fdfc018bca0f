"""The address of a client when proxies stand in front of the site."""

from __future__ import annotations

from ipaddress import ip_address


def address(peer: str, forwarded: str, proxies: int) -> str:
    """The address of a client, from the connected address and the header X-Forwarded-For.

    Each of the trusted ``proxies`` has appended its own peer at the right; anything further left may be forged. If the
    header has fewer entries than there are proxies, it is ignored.

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
    entries = [part.strip() for part in forwarded.split(",") if part.strip()]
    if not proxies or len(entries) < proxies:
        return peer
    try:
        return str(ip_address(entries[-proxies]))
    except ValueError:
        return peer
