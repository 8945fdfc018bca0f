"""Alignment: what became of each provision between two editions. `edges.step` is the entrance.

- `editions`, `stems`, `vocabulary`: two books prepared for comparison.
- `matching`: the one main successor of each provision; `headings` and `crossing` help it, `correspondence` grows.
- `splits_and_merges`: further successors and predecessors, and which part of a split rule is its main successor;
  `candidates` proposes pairs, `clauses` finds sentences that moved, `text_reuse` and `citation_evidence` judge a pair.
- `remainder`, `probability`, `evidence`: rules that are left over.
- `edges`: the result as addresses with evidence; people's assertions override it.
"""
