"""Schemas: what the API's answers hold."""
