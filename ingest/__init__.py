"""Ingest: read documents and bring them into the library.

Without the database, in this order: `gather` (a file, a folder, `archives`, `fetching` over the `network`), `source`
and `reader` (bytes to lines), `dialects` (a reader for each kind of document: the Comprehensive Rules, D'Angelo's
pages), `ledger` (an owner for each character), `merge` (several files of one edition), `descent` (what became of each
provision).

With the database: `pipeline` orders the steps and `after` derives data from their results; `load` stores editions
(`edition_rows`); a run (`running`) works in a stage (`staging`) that is published at the end (`publishing`), takes in
newer public edits (`catching_up`), and leaves its finished work to the next run (`made`, `undone`). `workers` do in
parallel what only reads the stage (`readying`, `setting`, `few_games`, `indexing`). `descending` stores descent,
`following` updates it after a person's corrections.

The `clerk` is the desk's background process. It does the jobs that people request in the admin: `desk_work` with its
previews (`previewing`, `proposed_examples`), and `taking_back`, which rolls back to a snapshot (`earlier`). The
`publication_log` records every publication.
"""
