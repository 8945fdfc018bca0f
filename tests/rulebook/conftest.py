"""A small library with rows of every noun, that can be made larger; and people who maintain it."""

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group

from rulesite.rulebook.citations import linker
from rulesite.rulebook.editing import corrections
from rulesite.rulebook.models import (
    Assertion,
    Commentary,
    Descent,
    Flag,
    Library,
    Made,
    Page,
    PhrasePair,
    Rephrased,
    StruckPair,
    Wording,
)
from tests import factories as make
from tests.snapshots import made_once


@pytest.fixture
def administrator(db):
    """Somebody who may do everything."""
    return get_user_model().objects.create_superuser("ada")


@pytest.fixture
def maintainer(db):
    """Somebody of the group that every site begins with."""
    person = get_user_model().objects.create_user("mia", is_staff=True)
    person.groups.add(Group.objects.get(name="Editors"))
    return person


@pytest.fixture
def office(client, administrator):
    """A client logged in as the administrator."""
    client.force_login(administrator)
    return client


@pytest.fixture
def grow(administrator):
    """Make one more edition with rows of every noun, ``size`` of each; returns it."""
    years = iter(range(2000, 2020))

    def grown(size):
        year = next(years)
        if not Library.objects.exists():
            Library.objects.create(name="test library")
        earlier = make.edition(f"{year}-01-01")
        later = make.edition(f"{year}-06-01")
        file = make.source(later, "404.1. It triggers.\n" * size)
        heading = make.version(later, "404", title="Triggered Abilities")
        for n in range(1, size + 1):
            old = make.version(earlier, f"404.{n}", f"It triggered {n} {year}.")
            text = f"It triggers {n} {year}. See rule 404.{n}. [CompRules {year}/06/01 - 404.{n}]"
            new = make.version(later, f"404.{n}", text, parent=heading)
            make.example(new, f"A Wall triggers {n} {year}.")
            make.term(later, f"Trigger {n}", f"To trigger {n} {year}. See rule 404.{n}.")
            make.index_entry(later, f"Trigger {n}", f"Trigger {n}, 404.{n}")
            make.segment(file, (n - 1) * 20, n * 20, owner=new.key)
            Flag.objects.create(version=new, kind="doubtful break", note="It is not certain.", line=n)
            kind, basis = Descent.Kind.REWORDED, Descent.Basis.MATCHED
            Descent.objects.create(earlier=old, later=new, kind=kind, basis=basis, score=0.9)
            phrase = {"old": f"triggered {n} {year}", "new": f"triggers {n} {year}"}
            PhrasePair.objects.create(**phrase, basis="descent", since=later.address, sentences=3)
            StruckPair.objects.create(**phrase, reason="It is another time.", author=administrator)
            Assertion.objects.create(
                earlier=f"{earlier.address}/{old.key}", later=f"{later.address}/{new.key}", reason="seen", said_by="Mia"
            )
            Commentary.objects.create(address=f"{later.address}/{new.key}", body="See 404.1.", author=administrator)
            Made.objects.create(stage="read", unit=f"{later.address} {n}", key="0" * 64)
            Page.objects.create(slug=f"page-{year}-{n}", title=f"Page {n}", body="See 404.1.")
        phrases = [["triggered", "triggers", 1, 1, 0, [[f"404.{n}"] * 2]] for n in range(1, size + 1)]
        Rephrased.objects.create(earlier=earlier, later=later, phrases=phrases)
        linker.find_references(Wording.objects.filter(references=None, attributions=None), later.scheme)
        linker.relink(later)
        linker.resolve_attributions(later)
        for version in earlier.versions.all():
            corrections.correct(version, version.text + " Indeed.", reason="a word was lost", author=administrator)
        return later

    return grown


@pytest.fixture
@made_once
def grown(grow):
    """An edition with two rows of every noun."""
    return grow(2)
