"""The site for ASGI servers: the WSGI application makes its pages, in threads (see `rulesite.serving.gateway`)."""

import gc
import os
from socket import socket

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rulesite.settings")

from django.conf import settings

from rulesite import bounded
from rulesite.reading.problems import PLACE
from rulesite.serving.gateway import Gateway, Limits
from rulesite.serving.uploads import Uploads
from rulesite.wsgi import application as pages

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
    """The site in one of several processes, which share a fork server for bounded work; what its first readers would
    wait for is there already."""
    from rulesite.reading.warming import warm  # the apps must be loaded first

    bounded.share(workers)
    warm()
    gc.freeze()  # all of it stays: Python does not look through it again for what nobody holds
    return application
