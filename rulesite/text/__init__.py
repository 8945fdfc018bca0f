"""Reading plain text, without a database or Django; everything else may import this package.

- `numbering`: rule numbers of any era; `number_query`: reading a typed number.
- `references`, `see_also`, `source_tags`, `terms`, `glossary`: finding citations, source tags, glossary terms.
- `printed_numbers`, `number_ranges`, `misprints`: printed numbers, ranges of them, and misprints.
- `free_text_citations`, `edition_dates`: citations and dates in other people's texts.
- `changes`: queries about changes, card sets and their days, and signs that a meaning changed.
- `resolution`: the targets of a citation in one edition.
- `characters`, `wording`, `emphasis`, `diffing`: comparing texts, and their differences.
"""
