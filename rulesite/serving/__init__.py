"""Serving: the layer between the network and the site. It knows HTTP and processes, and nothing about rules."""
