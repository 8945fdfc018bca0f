"""What of a page is computed when an edition is stored, and read when it is shown."""
