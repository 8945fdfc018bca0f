"""The stored rules and the queries on them.

`models` are the tables; `history` gives a rule's line; `resolving`, `comparing` and `citing` work out what a number of
any era means; `threads` and `continuing` join a rule through its editions; `linking` and `passages` find citations in a
text. Corrections go through `editing` (`rewording`, `settling`; `loose_words` for words outside editions, such as
`tag_words`), and what depends on them is updated after the commit (`pending`, and the signals). `admin` is where
maintainers work, `adminbounds` limits its lists, and other packages may connect to `signals`.
"""
