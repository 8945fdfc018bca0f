"""Serving: what stands between the net and the site. It knows HTTP and processes, and nothing of rules."""
