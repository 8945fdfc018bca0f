"""The full text of rulings: an index of its own beside the book's, with the same engine and the same words.

70,000 rulings in the book's index would change what is rare there, and so the order of rules. Here they have their own
folder, vocabulary and spelling.

- `builder` writes the folder: what is new and what went, beside the segments of the one before;
- `reader` opens it, once for all threads;
- `query` finds rulings: those with all the words, those of a named card, or those with most of the words.
"""
