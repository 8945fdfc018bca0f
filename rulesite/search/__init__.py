"""Search: the words of every edition, found and weighed, and what the box offers while somebody types.

The index: `schema` (its tables), `indexable`, `catalogue`, `texts`, `bodies`, `fields`, `shelves`, `known_words`
(what it holds); `stamps` and `keeping_up` (what of it must be looked at again), `generations` (which one is current).
Finding: `analysis` (how `{T}` and "if" are searched), `parsing` and `query` (what was asked), `results`, `thesaurus`
(what `sba` means), `rephrased` (what the book said otherwise later), `fulltext` and `matched_texts` (SQLite's FTS5),
`today`, `questions` (what players ask of a rule) and `features` (what speaks for an answer), `ranking`, `relaxing`
(when no rule has every word). The box: `typed`, `address`, `entries`, `completion`, `typeahead`.
"""
