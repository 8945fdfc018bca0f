"""The views of the site, thin: one module for each kind of page."""
