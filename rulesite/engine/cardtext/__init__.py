"""Reads printed card text of any era into abilities, and prints abilities as card text.

The entry point is `parser.read.read(text, host, ruleset)`; `engine.abilities` defines the tree it returns.

- `parser`: `lexer` (with `card_name`) makes tokens; `structure` finds paragraphs, sentences and modes, which
  `paragraphs` and `sentences` read; `grammar.lark` and `grammar` parse a sentence.
- `builder`: makes raw trees from the parse tree; `slots`: the parts of phrases that fill the fields of a node.
- `syntax`: phrases in sequence, read and printed.
- `mentions` collects noun phrases, `anaphora` decides which of them "it" means.
- `passes`: conjunctions, mood, keywords, zones and mana.
- `printing`: prints the tree in the words of a card of its day; `describe` prints its parts separately.
- `round_trip` compares the print with the card, `proof` decides whether a reading may be played; `queries` answers what
  the rules ask of an ability.

Text that cannot be read raises `errors.UnreadableText` with the position. Only `parser.grammar` and
`parser.transformer` need lark; `queries`, `printing` and `describe` do not.
"""
