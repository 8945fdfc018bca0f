"""Cards and their rulings, kept beside the book: where they come from, and the words of the rules that they use.

- `models`: the tables;
- `files`: reads MTGJSON's and Scryfall's files as a stream;
- `store`: writes what was read, in one transaction;
- `vocabulary`: the keywords and terms of the newest edition, and where a text uses them;
- `linking`: which cards and rulings use which word, worked out once and kept;
- `rule_changes`: what changed in a keyword's rules since a day;
- `kept_parts`: the cards as browsers keep them for reading offline;
- `names`: a card by its name, also misspelt or half typed;
- `beside_rules`: the cards and rulings that a rule's page lists.
"""
