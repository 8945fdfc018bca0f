"""From the parse tree to the raw ability tree, a module for each kind of phrase; `transformer.Builder` joins them."""
