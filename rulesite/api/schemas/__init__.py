"""Schemas of the API's requests and answers."""
