"""Printed words of any era, read into abilities, and printed again.

`parser.read.read(text, host, ruleset)` is the door; `engine.abilities` is the tree it returns.

- `parser`: `lexer` (with `card_name`) makes tokens; `structure` finds paragraphs, sentences and modes, which
  `paragraphs` and `sentences` read; `grammar.lark` and `grammar` parse a sentence.
- `builder`: from the parse tree to raw trees; `slots`: the parts of phrases that the fields of a node fill.
- `syntax`: what stands in a row, read and printed.
- `anaphora`: whom "it" means; `passes`: conjunctions, mood, keywords, zones and mana.
- `printing`: the tree in the words of a card of its day; `describe` takes that apart.
- `round_trip` compares it with the card; `queries` answers what the rules ask of an ability.

What cannot be read is an `errors.UnreadableText` with its place. Only `parser.grammar` and `parser.transformer` need
lark; `queries`, `printing` and `describe` do not.
"""
