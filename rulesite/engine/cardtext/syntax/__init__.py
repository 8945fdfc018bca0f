"""How phrases are strung together, where words alone do not say it: what rules of `grammar.lark` become, and how that
is printed, side by side; a module for each sort of string."""
