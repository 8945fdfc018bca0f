"""Prints a tree as card text: every kind of node in the words that a card of its day would print.

The entry point is `abilities.printed`. Most phrases are declared with their nodes (`language.phrases`); this package
prints the rest: `descriptions` puts a noun together with what stands before and after it, `references` prints mentions
of known objects, `amounts`, `instructions`, `events`, `statements` and `abilities` print nodes with parts to be joined.
`printer` remembers what was mentioned, so that "it" can follow, and notes the meaning of each pronoun (`pronouns`). A
kind of node without a phrase raises `registry.NoPhraseError`, which names it.
"""
