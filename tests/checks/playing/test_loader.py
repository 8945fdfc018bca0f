"""The shelf: rows keep step with the files, and a bad file hides nothing else."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rulesite.engine as the_engine
from rulesite.checks.models import Concept, KnownGap, Scenario
from rulesite.checks.playing import loader
from rulesite.checks.playing.loader import BadList, engine_digest, fill, parts_of
from rulesite.engine.eras.concepts import CONCEPTS
from rulesite.engine.scenario import load_text
from tests.checks.test_commands import BOLT


@pytest.mark.django_db
class TestRows:
    """Rows of a folder."""

    @pytest.mark.slow
    def test_a_file_becomes_a_row_and_goes_with_it(self, tmp_path):
        (tmp_path / "bolt.toml").write_text(BOLT, encoding="utf-8")
        (shelved,) = fill(tmp_path)
        assert (shelved.row.slug, shelved.row.title) == ("bolt", "A bolt kills a bear")
        (tmp_path / "bolt.toml").unlink()
        assert fill(tmp_path) == []
        assert not Scenario.objects.exists()

    def test_a_row_stays_the_same_row_when_its_file_changes(self, tmp_path):
        path = tmp_path / "bolt.toml"
        path.write_text(BOLT, encoding="utf-8")
        before = fill(tmp_path)[0].row
        path.write_text(BOLT.replace("3 damage", "4 damage"), encoding="utf-8")
        after = fill(tmp_path)[0].row
        assert before.pk == after.pk
        assert before.digest != after.digest

    def test_an_unchanged_file_is_not_read_again_until_its_game_is_asked_for(self, tmp_path, monkeypatch):
        (tmp_path / "bolt.toml").write_text(BOLT, encoding="utf-8")
        before = fill(tmp_path)[0].row
        read = []
        monkeypatch.setattr(
            "rulesite.engine.scenario.load_text", lambda text, name: read.append(name) or load_text(text, name)
        )
        loader._games.cache_clear()
        (after,) = fill(tmp_path)
        assert (after.row.pk, read) == (before.pk, [])
        assert after.game.title == "A bolt kills a bear"
        assert read == ["bolt.toml"]

    def test_a_file_is_read_again_by_another_engine(self, tmp_path, monkeypatch):
        (tmp_path / "bolt.toml").write_text(BOLT, encoding="utf-8")
        fill(tmp_path)
        monkeypatch.setattr(loader, "engine_digest", lambda: "another")
        fill(tmp_path)
        assert Scenario.objects.get().read_by == "another"

    @pytest.mark.parametrize(
        "text", ["this is no TOML", "title = 3", BOLT.replace("[[control]]", "[[other]]"), "\udcff"]
    )
    def test_a_file_that_cannot_be_read_is_named_and_the_others_are_read(self, tmp_path, text):
        (tmp_path / "bad.toml").write_bytes(text.encode("utf-8", "surrogateescape"))
        (tmp_path / "bolt.toml").write_text(BOLT, encoding="utf-8")
        assert [each.row.slug for each in fill(tmp_path)] == ["bolt"]
        assert "bad.toml" in Scenario.objects.get(slug="bad").problem

    def test_a_listed_gap_needs_its_reason(self, tmp_path):
        row = '[[row]]\ndocument = "cr"\nedition = "2006-10-01"\nrule = "410.6"\nlabelled = true\n'
        (tmp_path / "not-modelled.toml").write_text(row, encoding="utf-8")
        with pytest.raises(BadList, match="reason"):
            fill(tmp_path)
        (tmp_path / "not-modelled.toml").write_text(row + 'reason = "capability missing: banding"\n', encoding="utf-8")
        fill(tmp_path)
        assert KnownGap.objects.get().reason.endswith("banding")

    def test_a_folder_that_is_not_there_is_named_with_the_mend(self, tmp_path, settings):
        settings.SCENARIOS = tmp_path / "nowhere"
        with pytest.raises(BadList, match="nowhere is no folder of scenarios: RULESITE_SCENARIOS"):
            fill()

    def test_the_engine_is_read_for_its_concepts_only_where_it_is_another_or_a_row_is_missing(
        self, tmp_path, monkeypatch
    ):
        read = []
        monkeypatch.setattr(loader, "played_in", lambda: read.append(1) or dict.fromkeys(CONCEPTS, ("turn/turns.py",)))
        for _ in range(2):
            fill(tmp_path)
        assert len(read) == 1
        Concept.objects.get(name="look_back").delete()
        fill(tmp_path)
        assert (len(read), Concept.objects.filter(name="look_back").count()) == (2, 1)
        monkeypatch.setattr(loader, "engine_digest", lambda: "another engine")
        monkeypatch.setattr(loader, "played_in", lambda: read.append(1) or dict.fromkeys(CONCEPTS, ("turn/steps.py",)))
        row = Concept.objects.get(name="look_back")
        Concept.objects.filter(name="look_back").update(says="", since=[], position=9_999)
        fill(tmp_path)
        assert len(read) == 3
        assert set(Concept.objects.values_list("modules__0", flat=True)) == {"turn/steps.py"}
        again = Concept.objects.get(name="look_back")
        assert (again.pk, again.says, again.since, again.position) == (row.pk, row.says, row.since, row.position)

    def test_every_concept_of_the_engine_has_a_row_with_its_numbers_and_modules(self, tmp_path):
        from datetime import date

        fill(tmp_path)
        row = Concept.objects.get(name="look_back")
        assert row.number_on(date(2006, 10, 1)) == "410.10d"
        assert row.number_on(date(1990, 1, 1)) == ""
        assert (row.modules, row.rooms) == (["events/triggers.py"], ["events"])


@given(st.lists(st.text("abc =\n", max_size=20), max_size=4), st.text("abc\n", max_size=10))
def test_the_parts_of_a_file_share_its_head_and_lose_nothing(bodies, head):
    text = head + "".join(f"\n[[scenario]]\n{body}" for body in bodies)
    parts = parts_of(text)
    assert len(parts) == max(1, len(bodies))
    shared = text[: text.index("[[scenario]]")] if bodies else ""
    assert all(part.startswith(shared) for part in parts)
    assert shared + "".join(part.removeprefix(shared) for part in parts) == text


def test_the_digest_of_the_engine_is_another_when_a_source_of_it_is(tmp_path, monkeypatch):
    now = engine_digest()
    shutil.copytree(Path(the_engine.__file__).parent, tmp_path / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(loader.the_engine, "__file__", str(tmp_path / "engine" / "__init__.py"))
    compute = engine_digest.__wrapped__  # it is kept for as long as a process lives
    assert compute() == now
    with (tmp_path / "engine" / "game.py").open("a") as source:
        source.write("# changed\n")
    assert compute() != now
