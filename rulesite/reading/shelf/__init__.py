"""Cards and rulings beside the book: their pages, and their links in other pages."""
