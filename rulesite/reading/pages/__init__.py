"""What each kind of page shows; the views only choose it and render it."""
