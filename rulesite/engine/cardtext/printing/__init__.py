"""From the tree back to the card: every kind of node says itself in the words that a card of its day would print.

`abilities.printed` is the door. A phrase is declared once for each kind of node with `phrases.says`: `descriptions`,
`amounts` and `references` name things, `costs`, `events`, `conditions` and `changes` are the clauses, `deeds`,
`joined`, `statements` and `abilities` the sentences. `printer` carries what was said already, so that "it" follows,
and notes what each pronoun means; `terms` holds the words that changed between eras, `english` the grammar.
A kind of node without a phrase is a `phrases.NoPhraseError` that names it.
"""
