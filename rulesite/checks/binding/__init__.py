"""Binding: to which worked examples a scenario belongs, in each edition."""
