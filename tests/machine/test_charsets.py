"""What names a charset that is not the site's is told so, on every page, and breaks nothing."""

import encodings.aliases
import io
import json
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import pytest
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.core.handlers.wsgi import WSGIRequest
from hypothesis import given
from hypothesis import strategies as st

from rulesite.charsets import is_read, utf8_only

ROOT = Path(__file__).resolve().parents[2]
NO_TEXTS = ["hex", "rot13", "zlib", "idna", "undefined", "unicode_escape", "utf-7", "base64", "mbcs", "utf-16", "punycode"]  # fmt: skip
FORM = "application/x-www-form-urlencoded"


def site(environ, start_response):
    """What the site reads of a request before it knows what is asked for."""
    request = WSGIRequest(environ)
    try:
        said = f"{request.path} {request.GET.dict()} {request.POST.dict()} {request.COOKIES}"
    except (BadRequest, SuspiciousOperation) as error:  # Django makes 400 of these
        start_response("400 Bad Request", [])
        return [str(error).encode()]
    start_response("200 OK", [])
    return [said.encode()]


def asked(content_type, method="GET", query="q=caf%C3%A9", body=b"", path="/search/"):
    """The status and the body of an answer."""
    sent = []
    environ = {
        "REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": query, "CONTENT_TYPE": content_type,
        "CONTENT_LENGTH": str(len(body)), "wsgi.input": io.BytesIO(body), "wsgi.url_scheme": "http",
    }  # fmt: skip
    answer = b"".join(utf8_only(site, "/api/")(environ, lambda status, headers: sent.append(status)))
    return sent[0], answer.decode()


@pytest.mark.parametrize("charset", NO_TEXTS)
def test_a_charset_that_is_not_read_is_told_in_one_sentence(charset):
    status, said = asked(f"{FORM}; charset={charset}")
    assert status == "400 Bad Request"
    assert "charset=utf-8" in said
    assert asked(f"{FORM}; charset={charset}", "HEAD") == (status, "")


def test_a_program_is_told_so_in_json():
    status, said = asked(f"{FORM}; charset=hex", path="/api/v1/search")
    assert status == "400 Bad Request"
    assert "charset=utf-8" in json.loads(said)["error"]


def test_of_all_that_python_has_by_name_only_utf_8_and_its_part_are_read():
    for name in {*encodings.aliases.aliases, *encodings.aliases.aliases.values()}:
        assert is_read(f"{FORM}; charset={name}") == (
            encodings.aliases.aliases.get(name, name) in ("utf_8", "ascii")
        ), name


@pytest.mark.parametrize(
    "content_type", ["", FORM, *(f"{FORM}; charset={each}" for each in ("utf-8", "UTF-8", '"utf-8"'))]
)
def test_what_browsers_send_is_read(content_type):
    status, said = asked(content_type, "POST", body=b"text=%C3%A9")
    assert status == "200 OK"
    assert "café" in said


@given(st.text(st.characters(max_codepoint=255), max_size=30), st.sampled_from(["charset=", "charset*=", "x*=", ""]))
def test_no_content_type_breaks_the_reading_of_a_request(text, name):
    asked(f"{FORM}; {name}{text}")


@given(st.sampled_from(sorted(set(encodings.aliases.aliases.values()))), st.binary(max_size=10), st.booleans())
def test_no_encoding_breaks_the_reading_of_a_request(encoding, text, of_a_parameter):
    asked(
        f"{FORM}; name*={encoding}''{quote(text)}" if of_a_parameter else f"{FORM}; charset={encoding}",
        query=quote(text),
    )


@pytest.mark.slow
def test_it_is_so_for_the_application_that_is_served(tmp_path):
    code = (
        "from rulesite.wsgi import application\n"
        "sent = []\n"
        "environ = {'REQUEST_METHOD': 'GET', 'PATH_INFO': '/robots.txt', 'CONTENT_TYPE': 'text/plain; charset=hex'}\n"
        "application(environ, lambda status, headers: sent.append(status))\n"
        "assert sent == ['400 Bad Request'], sent"
    )
    environment = {"RULESITE_DATA": str(tmp_path), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
