"""Accounts and groups in the admin, with a sentence on what each role may do."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User
from django.db.models import Field
from django.http import HttpRequest

from rulesite.rulebook.adminsite.roles import ROLES

admin.site.unregister([Group, User])


@admin.register(Group)
class RoleAdmin(GroupAdmin):
    """A group of accounts, and what its members may do."""

    list_display = ["name", "may"]

    @admin.display(description="what its members may do")
    def may(self, group: Group) -> str:
        """A sentence on the role."""
        return ROLES.get(group.name, "What the permissions in its list allow.")


@admin.register(User)
class PersonAdmin(UserAdmin):
    """An account; its groups are explained beside the field."""

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """The field, with the roles explained at that of the groups."""
        field = super().formfield_for_manytomany(db_field, request, **kwargs)
        if isinstance(db_field, Field) and db_field.name == "groups" and field is not None:
            field.help_text = " ".join(ROLES.values())
        return field
