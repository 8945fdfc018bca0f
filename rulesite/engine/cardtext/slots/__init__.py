"""Slots: how the part of a phrase that fills a field is read and printed; a module for each chapter."""
