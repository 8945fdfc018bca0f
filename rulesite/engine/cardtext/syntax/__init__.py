"""How phrases are combined, where the grammar's words alone do not determine it: the meaning of rules in `grammar.lark`
and their printing, side by side; a module for each kind of combination."""
