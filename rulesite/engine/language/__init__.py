"""What card text can say: the register of phrases, and the English and the words of eras that they are made of.

A phrase is declared once, with the kind of node that it becomes, and works in both directions: the reader's grammar has
it as an alternative, and the printer says the node with it. `phrases` explains the templates and is the register;
`phrase` is one of them: what it becomes and how it says it; `sorts` are where phrases stand, and the slots in them;
`templates` cuts them up; `patterns` are trees with holes, for phrases whose parts are not the fields of one node;
`english` is the grammar of the printed sentence; `terms` are the words of a day; `words` the things that eras call
otherwise; `vocabulary` which kind of word a word is; `keyword_table` asks about keywords.

The nodes with their words stand in `engine/abilities`, a chapter a module; what their slots mean to the reader and the
printer stands in `engine/cardtext/slots/common.py`, those of one chapter alone beside it (`events.py` …;
`engine/cardtext/all_slots.py` names them all).

How a chapter (or one rule of the grammar) moves there from `cardtext`:

1. Take a rule of `cardtext/parser/grammar.lark`: it becomes a *sort* of phrase, each alternative a line in the `words`
   of the node that its builder method makes, in the words of a card: ``says(sort, template, **constants)``. An
   alternative that is read only, as another says the same, is ``reads``; a node that only the reader itself makes is
   ``prints``; a rule that hands on another is ``passes``; a rule of fixed values is ``choice``; a phrase that makes a
   node within nodes ``means`` a pattern; what becomes no node is ``made``. The order of the alternatives is that of
   the declarations.
2. What the builder method did with a part of the phrase is a slot (``slot(name, rule, take, say)``): `take` reads it,
   `say` prints it. Look through `cardtext/slots/common.py` first: mostly there is one. What all alternatives of the
   rule share (subject and verb, who does it) is ``sort(name, becomes=…, stands=…)``.
3. Delete the rule from `cardtext/parser/grammar.lark`, the methods from `cardtext/builder` or `cardtext/syntax`, the
   function under ``@says`` from there or `cardtext/printing`, and the rule's names from `cardtext/builder/surface.py`:
   a word that was kept there is ``surface="…"`` of a phrase, or ``(one|other)`` in it.
4. Prove it: no paragraph of `manage.py read_cards` may get another verdict, tree or printed words than before, unless
   it is better; `tests/engine/language` reads and prints back random fillings of every phrase whose sort has a frame
   there: give it one.
"""
