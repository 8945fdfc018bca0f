"""Search: the words of every edition, ranked, and what the box offers while somebody types.

In the order of a query; each imports only what stands before it:

- `analysis`: tokens and stems of a text (how `{T}` and "if" are searched).
- `query`: the words that are typed as terms, and the words that are searched beside them.
- `store`: the index on disk and in PostgreSQL, in generations.
- `current`: the current edition's fields, and the questions that its rules answer.
- `indexing`: building the index, and what must be indexed again.
- `searcher`: one generation, open.
- `ranking`: which texts match, the evidence for each, their order.
- `suggest`: spelling correction, and completion.
- `filters`, `results`: which hits are shown, with excerpts, facets and answers.
- `search`, `typeahead`, `number_lookup`: the doors.
"""
