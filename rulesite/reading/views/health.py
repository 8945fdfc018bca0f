"""The health check, for monitoring."""

from __future__ import annotations

import logging

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from rulesite.diagnostics import explain
from rulesite.rulebook.models import Library
from rulesite.search.indexing import builder


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """200 and the state that readers see, if database and search index answer; else 503 and one sentence."""
    try:
        library = Library.current()
        is_well = library is not None and builder.is_well(library.index)
    except Exception as error:
        trouble = explain(error)
        logging.getLogger(__name__).error("%s", trouble or error, exc_info=trouble is None)
        return _unwell(f"{trouble.what}: {trouble.mend}." if trouble else "The database doesn't answer.")
    if library is None:
        return _unwell("Nothing has been ingested yet: python manage.py ingest PATH.")
    if not is_well:
        return _unwell("The search index is missing or damaged: python manage.py reindex makes it anew.")
    return JsonResponse({"status": "well", "publication": library.publication, "revision": library.revision})


def _unwell(sentence: str) -> JsonResponse:
    return JsonResponse({"status": "unwell", "error": sentence}, status=503)
