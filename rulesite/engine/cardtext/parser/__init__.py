"""From text to raw trees: the lexer, paragraphs and sentences, the grammar."""
