"""Scenario files: load them and name the line of every fault."""
