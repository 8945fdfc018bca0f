"""The current edition for search: its fields, and the questions that its rules answer."""
