"""What a page was made of is gone when it is made, without waiting for Python to look for rings."""

import gc
import weakref

import pytest
from django.template import TemplateDoesNotExist, engines
from django.template.loader import get_template
from django.test import RequestFactory


class Value:
    """What a page shows."""

    def __str__(self):
        return "a value"


@pytest.fixture
def _no_looking_for_rings():
    gc.disable()
    yield
    gc.enable()


@pytest.mark.django_db
@pytest.mark.usefixtures("_no_looking_for_rings")
@pytest.mark.parametrize("request_", [None, RequestFactory().get("/")], ids=["alone", "for a request"])
@pytest.mark.parametrize(
    "said", ["{{ value }}", "{% if value %}{% with value as it %}{{ it }}{% endwith %}{% endif %}"]
)
def test_a_page_gives_back_what_it_was_made_of(request_, said):
    value = Value()
    held = weakref.ref(value)
    assert engines["templates"].from_string(said).render({"value": value}, request_) == "a value"
    del value
    assert held() is None


@pytest.mark.django_db
@pytest.mark.usefixtures("_no_looking_for_rings")
def test_a_page_of_the_site_gives_back_what_it_was_made_of():
    value = Value()
    held = weakref.ref(value)
    page = engines["templates"].from_string("{% extends 'base.html' %}{% block main %}{{ value }}{% endblock %}")
    assert "a value" in page.render({"value": value}, RequestFactory().get("/"))
    del value
    assert held() is None


def test_a_template_that_is_not_there_is_named():
    with pytest.raises(TemplateDoesNotExist, match="reading/nowhere"):
        get_template("reading/nowhere.html")
    with pytest.raises(TemplateDoesNotExist, match="reading/nowhere"):
        engines["templates"].from_string("{% include 'reading/nowhere.html' %}").render()
