"""URLs of the pages that show and try games."""

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path

from rulesite.checks.views import concepts, coverage, game, keywords, ledger, liveness, table, try_scenario

View = Callable[..., Any]


def patterns(fresh: Callable[[View], View], posted: Callable[[View], View]) -> list[URLPattern]:
    """The URL patterns of these pages.

    ``fresh`` wraps a view that is recomputed only when the library changes, ``posted`` one that takes a form.
    """
    return [
        path("", fresh(ledger.ledger), name="ledger"),
        path("try/", posted(try_scenario.trying), name="try"),
        path("concepts/", fresh(concepts.concepts), name="concepts"),
        path("keywords/", fresh(keywords.keywords), name="keywords"),
        path("keywords/<str:day>/", fresh(keywords.keywords), name="keywords_on"),
        path("coverage/", coverage.coverage, name="coverage"),
        path("liveness/", liveness.liveness, name="liveness"),
        path("<slug:slug>/", fresh(game.game), name="game"),
        path("<slug:slug>/<str:day>/", fresh(game.game), name="game_on"),
    ]


def table_patterns(posted: Callable[[View], View]) -> list[URLPattern]:
    """The URL of the table, where a visitor plays."""
    return [path("", posted(table.table), name="table")]
