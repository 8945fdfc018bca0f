"""Settings, read from the environment.

All stored data is in one folder: ``RULESITE_DATA``, or ``var/`` in this checkout.
"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import environ
from csp.constants import NONE, SELF
from django.core.management.utils import get_random_secret_key

from rulesite.databases import of_url, search_of
from rulesite.file_permissions import keep_private, kept

BASE_DIR = Path(__file__).resolve().parent.parent

env = environ.Env()
environ.Env.read_env(BASE_DIR / ".env")

DATA_DIR = Path(env.str("RULESITE_DATA", default=str(BASE_DIR / "var"))).resolve()
INDEX_DIR = DATA_DIR / "index"
SCENARIOS = Path(env.str("RULESITE_SCENARIOS", default=str(BASE_DIR / "fixtures" / "scenarios"))).resolve()
"""The folder of the scenarios to play; see `rulesite.checks.playing.loader`."""

keep_private()
# Without a stored key nobody can log in, but everything else works.
SECRET_KEY = env.str("RULESITE_SECRET_KEY", default="") or kept(DATA_DIR / "secret-key", get_random_secret_key)
DEBUG = env.bool("RULESITE_DEBUG", default=False)
ALLOWED_HOSTS = env.list("RULESITE_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("RULESITE_ORIGINS", default=[])
HTTPS_ONLY = env.bool("RULESITE_HTTPS", default=False)
PROCESSES = env.int("RULESITE_PROCESSES", default=2)
PROCESS_MEMORY = env.int("RULESITE_PROCESS_MEMORY", default=200)
"""In megabytes: a process that holds more is replaced by a fresh one; 0: never. Two of these, the fresh one and the
process from which bounded work is forked are to hold 600 together."""
PROXIES = env.int("RULESITE_PROXIES", default=0)
"""The number of proxies in front of the site: this many addresses of X-Forwarded-For are trusted, from the right."""
REQUEST_LOG = env.bool("RULESITE_REQUEST_LOG", default=False)
COUNT_SEARCHES = env.bool("RULESITE_COUNT_SEARCHES", default=False)
"""Whether to count what people search for and what they do not find; see `rulesite.search.query_counts`."""
KEPT_STATES = env.int("RULESITE_KEPT_STATES", default=3)
"""How many earlier states of the book to store, each from before a publication, for rolling back."""
_POLICY_PAGE = "https://wpn.wizards.com/en/rules-documents"
WATCHED_PAGES = {
    "cr": env.str("RULESITE_RULES_PAGE", default="https://magic.wizards.com/en/rules"),
    "mtr": env.str("RULESITE_MTR_PAGE", default=_POLICY_PAGE),
    "ipg": env.str("RULESITE_IPG_PAGE", default=_POLICY_PAGE),
    "jar": env.str("RULESITE_JAR_PAGE", default=_POLICY_PAGE),
}
API_LIMIT = max(0, env.int("RULESITE_API_LIMIT", default=600))
"""Requests a minute that the API answers for one client; 0: unlimited. See `rulesite.api.rate_limit`."""
SHARED_CACHE_SECONDS = max(0, env.int("RULESITE_CACHE_SECONDS", default=30))
"""Seconds for which a shared cache may serve a page without revalidation; 0: never."""
SECURITY_CONTACTS = [
    contact if ":" in contact else f"mailto:{contact}" for contact in env.list("RULESITE_SECURITY_CONTACT", default=[])
]
"""Contacts for reports of security problems: mail addresses, or URLs."""

INSTALLED_APPS = [
    "rulesite.rulebook",
    "rulesite.search",
    "rulesite.checks",
    "rulesite.cards",
    "rulesite.reading",
    "rulesite.desk",
    "ingest",
    "axes",
    "csp",
    "rulesite.rulebook.adminsite.site.RulebookAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "rulesite.reading.middleware.headers.Headers",
    "rulesite.api.rate_limit.Quotas",
    "rulesite.reading.middleware.json_errors.Problems",
    "rulesite.reading.middleware.methods.Methods",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "rulesite.reading.middleware.response_cache.ResponseCacheMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "rulesite.urls"
CSRF_FAILURE_VIEW = "rulesite.reading.views.errors.not_from_here"
WSGI_APPLICATION = "rulesite.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "rulesite.reading.template_backend.Templates",
        "NAME": "templates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "rulesite.reading.context_processors.site",
            ],
        },
    }
]

DATABASES = {
    "default": of_url(env.str("RULESITE_DATABASE", default="") or f"sqlite:///{quote(str(DATA_DIR))}/rulebook.sqlite3")
}
SEARCH = search_of(env.str("RULESITE_SEARCH", default=""), DATABASES["default"])
"""The full-text search backend: "embedded", Whoosh in the data folder, or "postgres"."""
WORKERS = max(1, env.int("RULESITE_WORKERS", default=1))
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AXES_HANDLER = "rulesite.rulebook.adminsite.lockout.Handler"
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"], "username"]
AXES_FAILURE_LIMIT = 8
"""Wrong passwords for one account from one address."""
AXES_FAILURE_LIMIT_OF_ACCOUNT = 40
"""Wrong passwords for one account from all addresses."""
AXES_COOLOFF_TIME = 0.25
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("MinimumLengthValidator", "CommonPasswordValidator", "NumericPasswordValidator")
]

LANGUAGE_CODE = "en-us"
TIME_ZONE = "UTC"
USE_I18N = False
USE_TZ = True

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "rulesite.reading.staticfiles.Assets"},
}
WHITENOISE_USE_FINDERS = DEBUG

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "style-src": [SELF],
        "script-src": [SELF],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS_ONLY
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS_ONLY else 0
if PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "request": {"format": "{asctime} {message}", "style": "{"},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "plain"},
        "requests": {"class": "logging.StreamHandler", "formatter": "request"},
    },
    "loggers": {
        "rulesite.requests": {"handlers": ["requests"], "level": "INFO", "propagate": False},
        # Errors in a visitor's request are theirs; the request log has them. Errors in the program are logged
        # separately.
        "django.request": {"level": "ERROR" if DEBUG else "CRITICAL"},
        "django.security": {"level": "CRITICAL"},
    },
    "root": {"handlers": ["console"], "level": env.str("RULESITE_LOG_LEVEL", default="WARNING")},
}
