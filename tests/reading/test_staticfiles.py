"""Tests: static files are collected under names of their contents, and only when they have to be."""

from __future__ import annotations

import json

import pytest

from rulesite.reading import staticfiles


@pytest.fixture
def written(tmp_path, settings):
    """The folder of the static files as they are written; the folder that they are collected in is beside it."""
    folder = tmp_path / "written"
    folder.mkdir()
    (folder / "page.css").write_text("p { margin: 0 }\n")
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    settings.STATIC_ROOT = settings.DATA_DIR / "static"
    settings.STATICFILES_DIRS = [folder]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "rulesite.reading.staticfiles.Assets"}}
    return folder


def collected(settings):
    """Collect; what lies there then, with the moment in which it was written."""
    staticfiles.collect()
    return {path.name: path.stat().st_mtime_ns for path in settings.STATIC_ROOT.iterdir()}


def name_of(settings, name):
    """The name by which a static file is asked for."""
    return json.loads((settings.STATIC_ROOT / "staticfiles.json").read_text())["paths"][name]


def test_what_is_collected_is_left_alone_as_long_as_nothing_changes(written, settings):
    before = collected(settings)
    assert name_of(settings, "page.css") in before
    assert collected(settings) == before


def test_a_file_that_was_written_anew_is_collected_anew(written, settings):
    collected(settings)
    before = name_of(settings, "page.css")
    (written / "page.css").write_text("p { margin: 1em }\n")
    collected(settings)
    after = name_of(settings, "page.css")
    assert after != before
    assert (settings.STATIC_ROOT / after).read_text() == "p { margin: 1em }\n"


def test_a_file_that_was_added_is_collected(written, settings):
    collected(settings)
    (written / "print.css").write_text("p { margin: 0 }\n")
    assert "print.css" in collected(settings)
    assert name_of(settings, "print.css")


@pytest.mark.parametrize("lost", ["staticfiles.json", "page.css", "its other name"])
def test_a_collected_file_that_is_lost_is_made_again(written, settings, lost):
    before = collected(settings)
    lost = settings.STATIC_ROOT / (name_of(settings, "page.css") if lost.startswith("its") else lost)
    said = lost.read_bytes()
    lost.unlink()
    assert collected(settings).keys() == before.keys()
    assert lost.read_bytes() == said


def test_a_file_that_is_not_listed_is_told_with_what_to_do(written, settings):
    collected(settings)
    with pytest.raises(staticfiles.Unlisted, match=r"The list of static files is missing or out of date") as told:
        staticfiles.Assets().stored_name("other.css")
    assert "make run" in told.value.mend
    assert "other.css" in told.value.where
