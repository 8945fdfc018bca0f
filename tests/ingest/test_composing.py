"""Lines become a clean paragraph, and every character of them a claim in the ledger."""

from ingest.dialects.composing import Composer, draft_of
from ingest.dialects.repairs import SourceLexicon
from ingest.document.ledger import LedgerBuilder, Role
from ingest.document.source import read_bytes


def compose(text, *, skip=0, role=Role.RULE, tags=lambda text: ()):
    source = read_bytes("a.txt", text.encode())
    composer = Composer(source, LedgerBuilder(source.text), SourceLexicon.of(source.text), tags)
    spans = [(line.start, line.end) for line in source.lines]
    clean = composer.paragraph(spans, role, "402.1", claim=(0, len(source.text)), skip=skip)
    return clean, composer, composer.builder.finish()


def test_white_space_is_folded_and_a_line_end_is_a_space():
    assert compose("402.1.  Each\tplayer \n  draws. ", skip=6)[0] == "Each player draws."


def test_a_number_followed_by_many_spaces_takes_no_letter_of_the_text():
    assert compose("402.1.    An object", skip=10)[0] == "An object"


def test_a_hyphen_at_a_line_end_stays_and_joins():
    assert draft_of("comes-\ninto play", [(0, 6), (7, 16)]).text == "comes-into play"


def test_a_hyphen_that_stands_for_a_word_left_out_does_not_join():
    assert draft_of("power-\nand toughness-setting", [(0, 6), (7, 28)]).text == "power- and toughness-setting"


def test_a_dash_at_a_line_end_does_not_join():
    assert draft_of("once -\nthen", [(0, 6), (7, 11)]).text == "once - then"


def test_each_character_of_a_draft_knows_where_it_came_from():
    text = "a  b\n  c"
    draft = draft_of(text, [(0, 4), (5, 8)])
    assert draft.text == "a b c"
    assert [text[origin] for origin in draft.origins if not text[origin].isspace()] == ["a", "b", "c"]
    assert list(draft.origins) == sorted(draft.origins)


def test_a_repair_gets_a_segment_that_keeps_what_stood_there():
    clean, composer, segments = compose("Players pa.s.s in turn.")
    assert clean == "Players pass in turn."
    [repair] = composer.repairs
    assert (repair.before, repair.after, repair.line, repair.owner) == ("pa.s.s", "pass", 1, "402.1")
    assert [piece.role.value for piece in segments] == ["rule", "repair", "rule"]
    assert segments[1].after == "pass"


def test_a_source_tag_gets_a_segment_of_its_own():
    text = "It resolves. [CompRules 2001/07/23 - 502.10b]"
    _, _, segments = compose(text, tags=lambda clean: [(13, len(clean))])
    assert [piece.role.value for piece in segments] == ["rule", "attribution"]


def test_furniture_inside_a_paragraph_keeps_its_own_segment():
    source = read_bytes("a.txt", b"It wi\nPage 7\nll not\nresolve.\n")
    composer = Composer(source, LedgerBuilder(source.text), SourceLexicon.of(source.text))
    header = source.lines[1]
    composer.aside(header.start, header.stop, "page header")
    spans = [(line.start, line.end) for line in source.lines if line is not header]
    assert composer.paragraph(spans, Role.RULE, "402.1", claim=(0, 29)) == "It will not resolve."
    assert [piece.role.value for piece in composer.builder.finish()] == ["rule", "repair", "furniture", "rule"]


def test_a_preview_claims_and_records_nothing():
    source = read_bytes("a.txt", b"Pa.s.s")
    composer = Composer(source, LedgerBuilder(source.text), SourceLexicon.of(source.text))
    assert composer.preview([(0, 6)]) == "Pass"
    assert composer.repairs == []
    assert [piece.reason for piece in composer.builder.finish()] == ["not understood"]
