"""Sharpness: what is almost an assertion must not hold as well."""
