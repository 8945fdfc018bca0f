"""Keywords and terms: a page for each, and the list of all from A to Z."""
