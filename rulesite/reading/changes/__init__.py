"""What changed from one edition to another: compared, filtered, grouped, and found by a query."""
