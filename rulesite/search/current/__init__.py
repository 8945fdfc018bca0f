"""What search knows of the current edition: its fields, and the questions that its rules answer."""
