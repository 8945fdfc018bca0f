"""The language of card text: the register of phrases, and the English and dated terms that phrases are made of.

A phrase is declared once, with the kind of node it becomes, and works in both directions: it is an alternative in the
reader's grammar, and the printer uses it to print the node. `phrases` is the register and explains templates; `phrase`
is a single phrase: what it becomes and how it is printed; `sorts` declare where phrases can stand, and the slots in
them; `templates` cuts templates into pieces; `patterns` are trees with holes, for phrases whose parts are not the
fields of one node; `english` is the grammar of the printed sentence; `terms` are the words of a day; `words` lists the
things whose name changed between eras; `vocabulary` classifies words; `keyword_table` answers questions about keywords.

The nodes with their words are in `engine/abilities`, a module for each chapter. How their slots are read and printed is
in `engine/cardtext/slots/common.py`, or beside it for the slots of a single chapter (`events.py` …);
`engine/cardtext/all_slots.py` imports them all.

How to move a chapter (or one rule of the grammar) there from `cardtext`:

1. Take a rule of `cardtext/parser/grammar.lark`: it becomes a *sort* of phrase, and each alternative a line in the
   `words` of the node that its builder method makes, in the words of a card: ``says(sort, template, **constants)``. An
   alternative that is only read, because another is printed, is ``reads``; a node that only the reader makes is
   ``prints``; a rule that hands on another is ``passes``; a rule of fixed values is ``choice``; a phrase that makes a
   node within nodes ``means`` a pattern; what becomes no node is ``made``. The alternatives have the order of the
   declarations.
2. What the builder method did with a part of the phrase is a slot (``slot(name, rule, take, say)``): `take` reads it,
   `say` prints it. Look through `cardtext/slots/common.py` first: the slot usually exists. What all alternatives of
   the rule share (subject and verb, who does it) is ``sort(name, becomes=…, stands=…)``.
3. Delete the rule from `cardtext/parser/grammar.lark`, the methods from `cardtext/builder` or `cardtext/syntax`, the
   function under ``@says`` from there or `cardtext/printing`, and the rule's names from `cardtext/builder/surface.py`:
   a word that was kept there is ``surface="…"`` of a phrase, or ``(one|other)`` in it.
4. Prove it: no paragraph of `manage.py read_cards` may change its verdict, tree or printed words, unless for the
   better; `tests/engine/language` reads and prints back random fillings of every phrase whose sort has a frame there,
   so add a frame.
"""
