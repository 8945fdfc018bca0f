"""Addresses of the rooms where games are shown and tried."""

from django.urls import path

from rulesite.checks.views import concepts, game, ledger, trying

app_name = "checks"
urlpatterns = [
    path("", ledger.ledger, name="ledger"),
    path("try/", trying.trying, name="try"),
    path("concepts/", concepts.concepts, name="concepts"),
    path("<slug:slug>/", game.game, name="game"),
    path("<slug:slug>/<str:day>/", game.game, name="game_on"),
]
