"""From the parse tree to the raw ability tree, one module per kind of phrase; `whole.Builder` joins them."""
