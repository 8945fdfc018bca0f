"""Addresses of the pages: a document, an edition of it, a provision of that. They are never primary keys of rules."""

from django.urls import path, register_converter

from rulesite.reading import converters, feeds
from rulesite.reading.views import (
    cards,
    citations,
    compare,
    days,
    editions,
    files,
    glossary,
    help,
    home,
    ledger,
    offline,
    opensearch,
    pages,
    references,
    rules,
    search,
    steps,
    threads,
)

register_converter(converters.DayConverter, "day")
register_converter(converters.KeyConverter, "key")

app_name = "reading"
urlpatterns = [
    path("", home.home, name="home"),
    path("search/", search.results, name="search"),
    path("pages/<slug:slug>/", pages.page, name="page"),
    path("sources/<int:pk>/", ledger.ledger, name="ledger"),
    path("rules/<int:pk>/", threads.thread, name="thread"),
    path("rules/<int:pk>/feed.atom", feeds.thread_feed, name="thread_feed"),
    path("resolve/", citations.resolve, name="resolve"),
    path("cite/", citations.cite, name="cite"),
    path("opensearch.xml", opensearch.description, name="opensearch"),
    path("opensearch/suggestions/", opensearch.suggestions, name="suggestions"),
    path("help/", help.help, name="help"),
    path("robots.txt", files.robots, name="robots"),
    path("favicon.ico", files.favicon, name="favicon"),
    path("sw.js", offline.worker, name="worker"),
    path("manifest.webmanifest", offline.manifest, name="manifest"),
    path("offline/", offline.page, name="offline"),
    path("offline/newest.json", offline.newest, name="offline_newest"),
    path("offline/<slug:document>/<day:date>.json", offline.data, name="offline_data"),
    path("<slug:document>/", editions.document, name="document"),
    path("<slug:document>/feed.atom", feeds.document_feed, name="feed"),
    path("<slug:document>/steps/", steps.steps, name="steps"),
    path("<slug:document>/compare/", compare.choose, name="comparing"),
    path("<slug:document>/compare/<day:earlier>/<day:later>/", compare.compare, name="compare"),
    path("<slug:document>/at/", days.choose, name="at"),
    path("<slug:document>/at/<day:day>/", days.on, name="at_day"),
    path("<slug:document>/at/<day:day>/<key:key>/", days.on, name="at_rule"),
    path("<slug:document>/<day:date>/", editions.edition, name="edition"),
    path("<slug:document>/<day:date>/glossary/", glossary.glossary, name="glossary"),
    path("<slug:document>/<day:date>/glossary/<str:slug>/", glossary.term, name="term"),
    path("<slug:document>/<day:date>/glossary/<str:slug>/card/", cards.term, name="term_card"),
    path("<slug:document>/<day:date>/index/", glossary.index, name="index"),
    path("<slug:document>/<day:date>/references/", references.references, name="references"),
    path("<slug:document>/<day:date>/<key:key>/", rules.rule, name="rule"),
    path("<slug:document>/<day:date>/<key:key>/history/", threads.of_version, name="history"),
    path("<slug:document>/<day:date>/<key:key>/card/", cards.rule, name="rule_card"),
    path("<slug:document>/<key:number>/card/", cards.newest, name="newest_card"),
    path("<slug:document>/<key:key>/feed.atom", feeds.section_feed, name="section_feed"),
    path("<slug:document>/<key:number>/", rules.newest, name="newest"),
]
