"""From the parse tree to the raw ability tree, one module per kind of phrase; `transformer.Builder` joins them."""
