"""Links between rules: who cites a rule, and citations that are not resolved."""
