"""The site for WSGI servers."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rulesite.settings")
site = get_wsgi_application()

from rulesite import db_connections  # noqa: E402 - the apps must be loaded first
from rulesite.charsets import utf8_only  # noqa: E402
from rulesite.reading.middleware.json_errors import PLACE  # noqa: E402

application = utf8_only(site, PLACE)
db_connections.share()
