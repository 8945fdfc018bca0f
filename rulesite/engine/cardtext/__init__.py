"""Printed words of any era, read into abilities.

`reading.read(text, host, ruleset)` is the door; `ir` is the tree it returns; `describe` puts a tree into plain words
and `questions` answers what the rules ask of an ability. On the way: `tokens` (with `words`, `own_name`, `vocabulary`)
cuts the text, `structure` finds paragraphs, sentences and modes, `grammar.lark` and `parsing` parse a sentence,
`building` makes raw trees, `mentions` finds what "it" means, `joining` works "If you do" and "instead" into the step
before, `keywords` spells keywords out, `finishing` adds zones and mana. What cannot be read is an
`errors.UnreadableText` with its place.

Only `reading`, `parsing` and `building` need lark; `ir`, `questions` and `describe` do not.
"""
