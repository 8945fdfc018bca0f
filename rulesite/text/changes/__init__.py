"""Changes: queries about them, the card sets that name an edition, and signs that a rewording changes the meaning."""
