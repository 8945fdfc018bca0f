"""The API's manual and its OpenAPI description, both with a sample request for each call."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from rulesite.api.base import TAGS, api, conditional
from rulesite.api.rate_limit import COSTS
from rulesite.api.samples import Sample, known, sample_of
from rulesite.reading.caching.http import cached_page
from rulesite.reading.caching.memo import memoize
from rulesite.reading.caching.state import library_of

_METHODS = ("get", "post")
_CODE = re.compile("``(.+?)``")


@dataclass(frozen=True)
class FieldDoc:
    """A parameter of a call, or a field of its request body or answer."""

    name: str
    kind: str
    about: str
    needed: bool = False


@dataclass(frozen=True)
class Call:
    """One call as the manual shows it."""

    name: str
    method: str
    path: str
    summary: str
    about: str
    parameters: list[FieldDoc]
    body: list[FieldDoc]
    fields: list[FieldDoc]
    """The fields of its answer; for a list, those of its rows."""
    refusals: list[tuple[str, str]]
    sample: Sample


@api.get("/openapi.json", include_in_schema=False, url_name="openapi-json")
def openapi(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The description of all calls (OpenAPI 3.1), with samples from the library."""
    conditional(request, response)
    answer = HttpResponse(_described(library_of(request)), content_type="application/json")
    for name in ("ETag", "Cache-Control"):
        if name in response:
            answer[name] = response[name]
    return answer


@memoize
def _described() -> bytes:
    return json.dumps(_schema(known(None)), ensure_ascii=False).encode()


def _schema(values: dict[str, str]) -> dict[str, Any]:
    """The OpenAPI description, with an example for each path parameter."""
    schema = json.loads(json.dumps(api.get_openapi_schema(), default=str))
    for path, method, operation in _operations(schema):
        sample = sample_of(operation["operationId"], method, path, values)
        operation["x-codeSamples"] = [{"lang": "Shell", "source": sample.curl("")}]
        if sample.body:
            operation["requestBody"]["content"]["application/json"]["example"] = json.loads(sample.body)
        for parameter in operation.get("parameters", ()):
            if parameter["in"] == "path" and operation["operationId"] != "term":
                parameter["example"] = values[parameter["name"]]
        if method == "get":
            schema["paths"][path]["head"]["parameters"] = operation.get("parameters", [])
    return schema


def _operations(schema: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, operations in schema["paths"].items():
        for method in _METHODS:
            if method in operations:
                yield path, method, operations[method]


@cached_page
def manual(request: HttpRequest) -> HttpResponse:
    """The manual: every call with a sample that can be run."""
    groups = _groups(library_of(request))
    site = request.build_absolute_uri("/").rstrip("/")
    context = {
        "groups": [
            (tag, about, [(call, _marked(call.about), call.sample.curl(site)) for call in groups.get(tag, ())])
            for tag, about in TAGS.items()
        ],
        "limit": settings.API_LIMIT,
        "costs": sorted(COSTS.items(), key=lambda row: (-row[1], row[0])),
        "start": reverse("api:home"),
        "description": reverse("api:openapi-json"),
    }
    return render(request, "api/manual.html", context)


def _marked(text: str) -> SafeString:
    """A docstring as HTML, with the text between double backticks as code."""
    return mark_safe(_CODE.sub(r"<code>\1</code>", escape(" ".join(text.split()))))


@memoize
def _groups() -> dict[str, list[Call]]:
    """The calls by group, in the order of their declaration."""
    schema = _schema(values := known(None))
    groups: dict[str, list[Call]] = {}
    for path, method, operation in _operations(schema):
        groups.setdefault(operation["tags"][0], []).append(_call(schema, path, method, operation, values))
    return groups


def _call(schema: dict[str, Any], path: str, method: str, operation: dict[str, Any], values: dict[str, str]) -> Call:
    parameters = [
        FieldDoc(each["name"], _kind(schema, each["schema"]), each["schema"].get("description", ""), each["required"])
        for each in operation.get("parameters", ())
    ]
    taken = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    answered = operation["responses"]["200"].get("content", {}).get("application/json", {}).get("schema", {})
    refusals = [
        (code, each.get("description", ""))
        for code, each in operation["responses"].items()
        if code not in ("200", "429") and code.isdigit()
    ]
    name = operation["operationId"]
    return Call(
        name, method.upper(), path, operation["summary"], operation.get("description", ""), parameters,
        _fields(schema, taken) if taken else [], _fields(schema, answered), refusals,
        sample_of(name, method, path, values),
    )  # fmt: skip


def _resolved(schema: dict[str, Any], one: dict[str, Any]) -> dict[str, Any]:
    """The schema itself, or the one that it refers to."""
    name = one.get("$ref", "").rpartition("/")[2]
    target: dict[str, Any] = schema["components"]["schemas"][name] if name else one
    return target


def _fields(schema: dict[str, Any], one: dict[str, Any]) -> list[FieldDoc]:
    """The fields of an object, followed by those of its rows if it is a page of a list."""
    whole = _resolved(schema, one)
    if whole.get("type") == "array":
        return _fields(schema, whole["items"])
    needed = set(whole.get("required", ()))
    fields = []
    for name, value in whole.get("properties", {}).items():
        fields.append(FieldDoc(name, _kind(schema, value), value.get("description", ""), name in needed))
        if name == "rows":
            fields += [FieldDoc(f"rows[].{field.name}", field.kind, field.about) for field in _fields(schema, value)]
    return fields


def _kind(schema: dict[str, Any], one: dict[str, Any]) -> str:
    """The kind of a value, in a word or two."""
    if "anyOf" in one:
        return " or ".join(dict.fromkeys(_kind(schema, option) for option in one["anyOf"]))
    if "enum" in one:
        return ", ".join(str(option) or "nothing" for option in one["enum"])
    whole = _resolved(schema, one)
    if "enum" in whole:
        return ", ".join(str(option) for option in whole["enum"])
    kind = {"string": "text", "integer": "number", "number": "number", "boolean": "yes or no", "null": "null"}
    if whole.get("type") == "array":
        items = whole.get("items", {})
        return f"list of {_kind(schema, items)}" if items else "list"
    if whole.get("const") is not None:
        return str(whole["const"]) or "nothing"
    return kind.get(whole.get("type", ""), "object")
