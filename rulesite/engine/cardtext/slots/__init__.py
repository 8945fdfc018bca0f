"""Slots: how the part of a phrase that a field fills is read and printed; a module for each chapter."""
