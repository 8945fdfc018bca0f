"""Text: how rules texts are read, without database or Django; all other packages may import it.

`characters`: dashes, quotes and spaces, and folding them. `numbering`: rule numbers of any era; `asking`: numbers in
queries. `references`, `pointers`, `attributions`, `terms`, `glossary`: finding citations, source tags and glossary
terms; `printed_numbers`, `number_runs`, `misprints`: numbers as printed, single, in ranges, or wrong; `mentions` and
`named_days`: citations in other people's texts. `resolution`: the target of a citation in an edition. `wording`,
`emphasis`, `diffing`: comparing texts and showing differences.
"""
