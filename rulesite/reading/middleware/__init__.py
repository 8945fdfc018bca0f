"""Middleware: headers, errors as JSON, and the response cache."""
