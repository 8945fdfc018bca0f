"""Ranking: which texts match a weighted query, the evidence for each, and the order of hits."""
