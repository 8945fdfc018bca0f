"""The site for WSGI servers."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rulesite.settings")
application = get_wsgi_application()

from rulesite import connections  # noqa: E402 - the apps must be loaded first
from rulesite.reading.warming import warm_aside  # noqa: E402

connections.share()
warm_aside()
