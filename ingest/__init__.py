"""How documents are read, and how they come into the library.

Pure, in this order: `gather` (a file, a folder, `archives`, `fetching` over the `network`), `source` and `reader`
(bytes to lines), `dialects` (one for each kind of document: the Comprehensive Rules, D'Angelo's pages), `ledger` (who
owns each character), `merge` (two files become one edition), `descent` (what became of every provision).

With the database: `pipeline` says in which order all happens and `after` what follows; `load` stores
(`edition_rows`); a run (`running`) works in a stage (`staging`) that is published at the end (`publishing`), catches
up with what was changed meanwhile (`catching_up`), and leaves what stands to be gone on with (`made`, `undone`).
`workers` do beside it what only reads the stage (`readying`, `setting`, `few_games`, `indexing`). `descending` keeps
descent, `following` after a person's corrections.

The `clerk` does what is asked for at the desk of the admin: `desk_work`, with what there is to look at (`previewing`,
`proposed_examples`), and `taking_back` to a state that was kept (`earlier`). The `publication_log` has every one.
"""
