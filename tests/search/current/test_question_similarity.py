"""The likest questions are found without looking at all: whatever is left out is no more like."""

import json
import sqlite3
from array import array
from collections import Counter

import pytest
from hypothesis import example, given
from hypothesis import strategies as some

from rulesite.search.current import question_similarity
from rulesite.search.current.questions import ASIDE_STEMS, rarity_of
from rulesite.search.current.questions import QUESTIONS as STORED_QUESTIONS

STEMS = ["creature", "block", "attack", "trigger", "counter", "stack", "haste", *sorted(ASIDE_STEMS)[:2]]
QUESTIONS = some.lists(
    some.tuples(some.sets(some.sampled_from(STEMS), min_size=1), some.none() | some.integers(1, 9)), max_size=30
)
SOUGHT = some.lists(some.sampled_from([*STEMS, "unheard"]), min_size=1, max_size=6, unique=True)
NEARLY = 0.5


class Held:
    """What is asked, as a library keeps it, the shortest first: of each question its stems, and the text that answers,
    if any."""

    def __init__(self, questions):
        asked = Counter(stem for stems, _ in questions for stem in stems)
        self.rarity = {stem: rarity_of(stem, count, len(questions)) for stem, count in asked.items()}
        self.questions = sorted(questions, key=self.whole)
        self.wholes = [self.whole(one) for one in self.questions]
        having = {stem: [nth for nth, (stems, _) in enumerate(self.questions) if stem in stems] for stem in STEMS}
        self._db = sqlite3.connect(":memory:")
        self._db.execute("CREATE TABLE question_stem (stem TEXT, rarity REAL, questions BLOB)")
        kept = [(stem, rarity, array("I", having[stem]).tobytes()) for stem, rarity in self.rarity.items()]
        self._db.executemany("INSERT INTO question_stem VALUES (?, ?, ?)", kept)

    def whole(self, question):
        return sum(self.rarity[stem] for stem in sorted(question[0]))

    def kept(self, name):
        return {STORED_QUESTIONS: ([record for _, record in self.questions], self.wholes)}[name]

    def many(self, query, ids):
        return self._db.execute(query, [json.dumps(list(ids))]).fetchall()


def counted(held, stems, near):
    """How like each text's likest question is, and how much all of them have, by looking at each question."""
    every = len(held.questions)
    weight = {stem: held.rarity.get(stem, rarity_of(stem, 0, every)) for stem in stems}
    answered = set().union(*(said for said, record in held.questions if record is not None))
    heard = [stem for stem in stems if answered.intersection((stem, *near.get(stem, ())))]
    sought = [stem for stem in heard if stem not in ASIDE_STEMS] or heard[:1]

    def worth(stem, said):
        return weight[stem] * (1 if stem in said else NEARLY if said.intersection(near.get(stem, ())) else 0)

    found = {}
    for (said, record), whole in zip(held.questions, held.wholes, strict=True):
        if record is not None and any(worth(stem, said) for stem in sought):
            like = min(1, sum(worth(stem, said) for stem in heard) ** 2 / whole / sum(weight.values()))
            found[record] = max(like, found.get(record, 0))
    said_of = {record: set().union(*(said for said, of in held.questions if of == record)) for record in found}
    shared = {record: sum(worth(stem, said) for stem in heard) for record, said in said_of.items()}
    return {record: (like, shared[record] / sum(weight.values())) for record, like in found.items()}


@given(QUESTIONS, SOUGHT, some.dictionaries(some.sampled_from(STEMS), some.sets(some.sampled_from(STEMS))))
@example([({"creature"}, None), ({"a", "block"}, 1)], ["creature", "a"], {})
@example([({"creature"}, None), ({"a", "block"}, 1)], ["stack", "a"], {"stack": {"creature"}})
def test_how_like_texts_are_asked_about_is_counted_over_all_questions(questions, stems, near):
    near = {stem: sorted(others - set(stems)) for stem, others in near.items()}
    held = Held(questions)
    found = question_similarity.Questions(held).like(stems, near, NEARLY).among(range(10))
    told = {record: (one.likest, one.shared) for record, one in found.items()}
    expected = counted(held, stems, near)
    assert told.keys() == expected.keys()
    assert [told[record] for record in expected] == [pytest.approx(one) for one in expected.values()]


@given(QUESTIONS, SOUGHT, some.dictionaries(some.sampled_from(STEMS), some.sets(some.sampled_from(STEMS))))
def test_the_likest_are_the_first_of_all(questions, stems, near):
    near = {stem: sorted(others - set(stems)) for stem, others in near.items()}
    with pytest.MonkeyPatch.context() as few:
        few.setattr(question_similarity, "MOST", 2)
        few.setattr(question_similarity, "_CLOSE", 3)
        alike = question_similarity.Questions(Held(questions)).like(stems, near, NEARLY)
        best = alike.best
    every = alike.among(range(10))
    first = sorted((one.likest for one in every.values()), reverse=True)[:2]
    assert [one.likest for one in best.values()] == pytest.approx(first)
    assert all(every[record].shared == pytest.approx(one.shared) for record, one in best.items())
