"""Search: the words of every edition, found and weighed, and what the box offers while somebody types.

The index: `schema` (its tables), `indexable`, `catalogue`, `texts`, `bodies`, `fields`, `shelves`, `known_words`
(what it holds); `stamps` and `keeping_up` (what of it must be looked at again), `generations` (which one is current),
`seals` (whether it is as it was written).
Finding: `analysis` (how `{T}` and "if" are searched), `parsing` and `query` (what was asked), `results`, `thesaurus`
(what `sba` means), `rephrased` (what the book said otherwise later), `matched_texts` with `phrases` (what full text is
asked for) and `backends` (Whoosh's, written by `fulltext`), `today`, `questions` (what players ask of a rule),
`features` (what speaks for an answer), `ranking`, `relaxing` (when no rule has every word). The box: `typed`,
`address`, `entries`, `completion`, `typeahead`. Reading a generation: `opened` (its files) and `snapshot`. With
PostgreSQL: `depot` (from which every machine has the generations), and as the second engine `pouring`, `poured` and
`tsquery`.
"""
