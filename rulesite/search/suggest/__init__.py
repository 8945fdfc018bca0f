"""Suggestions: spelling correction and typeahead."""
