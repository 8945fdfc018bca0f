"""A document in memory: its characters, the ledger of them, and the tree of its provisions."""
