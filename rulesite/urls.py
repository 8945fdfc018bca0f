"""The site's URLs: the admin, the API, and all pages for readers."""

from django.contrib import admin
from django.urls import include, path

from rulesite.checks import urls as games
from rulesite.reading.caching.http import cached_page
from rulesite.reading.middleware.methods import takes_posts

admin.autodiscover()

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/", include("rulesite.api.urls")),
    path("games/", include((games.patterns(cached_page, takes_posts), "checks"))),
    path("table/", include((games.table_patterns(takes_posts), "tabletop"))),
    path("", include("rulesite.reading.urls")),
]

handler400 = handler403 = "rulesite.reading.views.errors.refused"
handler404 = "rulesite.reading.views.errors.not_found"
handler500 = "rulesite.reading.views.errors.failed"
