"""The site's addresses: the admin, and everything that is read."""

from django.contrib import admin
from django.urls import include, path, re_path

from rulesite.checks import urls as games
from rulesite.reading.api import api
from rulesite.reading.freshness import cached_page
from rulesite.reading.views.errors import nowhere

admin.autodiscover()

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/", api.urls),
    re_path("^api/", nowhere),
    path("games/", include((games.patterns(cached_page), "checks"))),
    path("", include("rulesite.reading.urls")),
]

handler400 = handler403 = "rulesite.reading.views.errors.refused"
handler404 = "rulesite.reading.views.errors.not_found"
handler500 = "rulesite.reading.views.errors.failed"
