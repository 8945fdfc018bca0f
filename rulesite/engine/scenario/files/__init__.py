"""Scenario files: loading them, and naming the line of every fault."""
