"""Parsing: from the bytes of a file to a tree with its date; markup, and merging two files."""
