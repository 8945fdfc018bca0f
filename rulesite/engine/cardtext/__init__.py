"""Printed words of any era, read into abilities.

`reading.read(text, host, ruleset)` is the door; `engine.abilities` is the tree it returns; `printing` says the tree
in the words of a card of its day, `describe` takes that apart, `comparing` holds it against the card, and `questions`
answers what the rules ask of an ability. On the way: `tokens` (with `words`, `own_name`, `vocabulary`) cuts the text,
`structure` finds paragraphs, sentences and modes, which `paragraph_reading` and `sentence_reading` read;
`grammar.lark` and `parsing` parse a sentence, `building` makes raw trees, `syntax` what stands in a row in them (and
prints it), `mentions` finds what "it" means, `joining` works "If you do" and "instead" into the step before,
`taken_as` makes an order or a statement of a sentence, `keywords` spells keywords out, `finishing` adds zones and
mana. What cannot be read is an `errors.UnreadableText` with its place.

Only `parsing` and `building.whole` need lark, for reading; `questions`, `printing` and `describe` do not.
"""
