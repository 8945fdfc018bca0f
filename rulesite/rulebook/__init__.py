"""What is stored of the rules, and what can be asked of it.

`models` are the tables; `history` tells a rule's line; `resolving`, `comparing` and `citing` say what any era's number
means, `threads` and
`continuing` join a rule through its editions; `linking` and `passages` find what a text cites. A person's corrections
go through `editing` (`rewording`, `settling`; `loose_words` for what stands in no edition, such as `tag_words`) and are
followed after the commit (`pending`, and the signals). `admin` is where maintainers work, with `adminbounds` for its
lists. `signals` is what rooms above may listen to.
"""
