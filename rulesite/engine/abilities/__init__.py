"""What an ability is, as data: the tree that the card text compiler writes and the kernel carries out.

`kinds` has the abilities; `instructions` and `combining` what they do; `events` what they watch for; `costs`,
`conditions`, `changes`; `references`, `predicates` and `amounts` the things they speak of. All of it travels
through JSON (`to_json`, `from_json`). Importing this package needs neither lark nor Django.
"""
