"""URLs of the API: its calls, with the version in the path, and redirects from addresses without a version."""

from django.urls import path, re_path

from rulesite.api import api
from rulesite.api.docs import manual
from rulesite.api.legacy_redirects import UNVERSIONED, moved
from rulesite.reading.views.errors import nowhere

urlpatterns = [
    path("", manual, name="api"),
    path("v1/", api.urls),
    re_path(rf"^(?P<rest>{UNVERSIONED})\Z", moved),
    re_path("^", nowhere),
]
