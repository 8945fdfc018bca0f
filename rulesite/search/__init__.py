"""Search: ranked full-text search over every edition, and typeahead.

In the order of a query; each imports only those before it:

- `analysis`: tokens and stems of a text (how `{T}` and "if" are searched).
- `query`: the typed words as terms, and the synonyms searched with them.
- `store`: the index on disk and in PostgreSQL, in generations.
- `current`: the current edition's fields, and the questions that its rules answer.
- `indexing`: building the index, and noticing what must be indexed again.
- `searcher`: one generation, opened for reading.
- `ranking`: the matching texts, the evidence for each, and their order.
- `suggest`: spelling correction, and completion.
- `filters`, `results`: the hits to show, with excerpts, facets and answers.
- `search`, `typeahead`, `number_lookup`: the entry points.
"""
