"""What a text says by itself, known by everything else and knowing nothing of it: no database, no Django.

`characters`: dashes, quotes and spaces, and how they are made plain. `numbering`: what a rule number may look like, in
any era; `asking`: how a number that somebody types is read.
`references`, `pointers`, `attributions`, `terms`, `glossary`: how a citation, a source tag, a glossary term is found;
`printed_numbers`, `number_runs`, `misprints`: how numbers are printed there, one, many, or wrongly; `mentions` and
`named_days`: in other people's texts. `resolution`: what a citation names in one edition. `wording`, `emphasis`,
`diffing`: words compared, and how they differ.
"""
