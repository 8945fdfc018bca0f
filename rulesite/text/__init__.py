"""What a text says by itself, known by everything else and knowing nothing of it: no database, no Django.

- `numbering`: what a rule number may look like, in any era; `number_query`: reading one that somebody types.
- `references`, `see_also`, `source_tags`, `terms`, `glossary`: finding citations, source tags, glossary terms.
- `printed_numbers`, `number_ranges`, `misprints`: numbers as they are printed: one, many, or wrongly.
- `free_text_citations`, `edition_dates`: citations and dates in other people's texts.
- `resolution`: what a citation names in one edition.
- `characters`, `wording`, `emphasis`, `diffing`: comparing words, and how they differ.
"""
