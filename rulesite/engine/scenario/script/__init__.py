"""The script: what players do, what they choose, and what must be refused."""
