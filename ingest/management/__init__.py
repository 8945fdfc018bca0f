"""Measurements of a library: times, sizes, growth."""
