"""Addresses of the pages: a document, an edition of it, a provision of that. They are never primary keys of rules."""

from django.urls import path, register_converter

from rulesite.reading import converters
from rulesite.reading.views import editions, files, glossary, home, ledger, pages, references, rules, search, threads

register_converter(converters.DayConverter, "day")
register_converter(converters.KeyConverter, "key")

app_name = "reading"
urlpatterns = [
    path("", home.home, name="home"),
    path("search/", search.results, name="search"),
    path("pages/<slug:slug>/", pages.page, name="page"),
    path("sources/<int:pk>/", ledger.ledger, name="ledger"),
    path("rules/<int:pk>/", threads.thread, name="thread"),
    path("robots.txt", files.robots, name="robots"),
    path("favicon.ico", files.favicon, name="favicon"),
    path("<slug:document>/", editions.document, name="document"),
    path("<slug:document>/<day:date>/", editions.edition, name="edition"),
    path("<slug:document>/<day:date>/glossary/", glossary.glossary, name="glossary"),
    path("<slug:document>/<day:date>/glossary/<str:slug>/", glossary.term, name="term"),
    path("<slug:document>/<day:date>/references/", references.references, name="references"),
    path("<slug:document>/<day:date>/<key:key>/", rules.rule, name="rule"),
    path("<slug:document>/<key:number>/", rules.newest, name="newest"),
]
