"""What each role may do, in a sentence, for the admin's pages; a migration gives the groups their permissions."""

from __future__ import annotations

from typing import Any

ROLES = {
    "Readers": "Readers see everything in the admin and change nothing.",
    "Editors": "Editors correct words, write remarks and pages, and bring documents to the desk.",
    "Publishers": "Publishers do what editors do; they also publish, discard, and undo publications.",
    "Administrators": "Administrators do everything: they also remove editions and manage accounts.",
}
"""A sentence for each group that every site starts with, beginning with the one that may least."""
_SUPERUSER = "You are a superuser: you may do everything, whatever groups you are in."
_NO_ROLE = "You are in no group yet. An administrator can put you into one."


def roles_of(user: Any) -> list[str]:
    """A sentence for each of a signed-in person's roles, or one for none."""
    if user.is_superuser:
        return [_SUPERUSER]
    names = set(user.groups.values_list("name", flat=True))
    sentences = [sentence for name, sentence in ROLES.items() if name in names]
    others = sorted(names - ROLES.keys())
    return [*sentences, *(f"You are also in the group “{name}”." for name in others)] or [_NO_ROLE]
