"""From the tree back to the card: every kind of node says itself in the words that a card of its day would print.

`abilities.printed` is the door. Most phrases stand with their nodes (`language.phrases`); here is what is no phrase:
`descriptions` put a noun together with what stands before and behind it, `references` say what was named before,
`amounts`, `instructions`, `events`, `statements` and `abilities` what has parts to be joined. `printer` carries what
was said already, so that "it" follows, and notes what each pronoun means (`pronouns`). A kind of node without a phrase
is a `registry.NoPhraseError` that names it.
"""
