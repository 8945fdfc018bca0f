"""The site for ASGI servers: the WSGI application renders its pages, in threads (see `rulesite.serving.gateway`)."""

import gc
import os
from socket import socket

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rulesite.settings")

from django.conf import settings

from rulesite import sandbox
from rulesite.reading.middleware.json_errors import PLACE
from rulesite.serving.gateway import Gateway, Limits
from rulesite.serving.uploads import Uploads
from rulesite.wsgi import application as pages

TABLE = "rulesite.checks.playing.table:draw"
"""The work whose engine takes seconds to import."""
application = Gateway(
    pages,
    Limits(body=settings.DATA_UPLOAD_MAX_MEMORY_SIZE),
    quick=(settings.STATIC_URL, "/robots.txt", "/favicon.ico", "/healthz", "/.well-known/"),
    programs=(PLACE,),
    uploads=Uploads(frozenset({"/admin/desk/proposal/add/"}), settings.SESSION_COOKIE_NAME),
    proxies=settings.PROXIES,
    log=settings.REQUEST_LOG,
)


def served(workers: socket) -> Gateway:
    """The site for one of several processes that share a fork server for bounded work.

    Caches and the workers of the table are warmed first, so that the first readers need not wait.
    """
    from rulesite.reading.warmup import warm  # the apps must be loaded first

    sandbox.share(workers)
    sandbox.warm(TABLE)
    warm()
    gc.freeze()  # exempt start-up objects from garbage collection
    return application
