"""The controlled English of scenarios: words, grammar and trees."""
