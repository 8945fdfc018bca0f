"""How documents are read, and how they come into the library.

Without Django, each importing only what stands before it:

- `document`: characters, the ledger that owns each of them, and the tree.
- `dialects`: one for each kind of document (the Comprehensive Rules, D'Angelo's pages).
- `parsing`: from the bytes of a file to a dated tree; markup; merging two files.
- `sources`: a file, a folder, an archive, a URL.
- `descent.alignment`: what became of every provision between two editions; `phrases`: which phrases were put for
  others.

With the database:

- `builds`: what was made from which inputs; `descent.store`: descent in the database.
- `storage`: an edition as rows; `staging`: the private copy in which a run works, and its publication.
- `workers`: processes that do beside a run what only reads the stage.
- `runs`: the steps of a run and what follows; `desk`: what maintainers ask for; `operations`: backup and verification.
- `receivers`, `follow_corrections`: what follows a person's corrections.
"""
