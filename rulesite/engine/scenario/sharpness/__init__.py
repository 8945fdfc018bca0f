"""Sharpness: near misses of an assertion must not hold as well."""
