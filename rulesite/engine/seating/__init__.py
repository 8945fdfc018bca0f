"""800 to 803, 806 to 811: variants and their options, seats, and the range of influence."""
