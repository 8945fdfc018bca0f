"""Addresses of the pages."""

from __future__ import annotations

app_name = "reading"
urlpatterns: list[object] = []
