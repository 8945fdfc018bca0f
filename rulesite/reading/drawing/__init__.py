"""Pictures of a history: the lanes of a timeline, and the lines that split and join."""
