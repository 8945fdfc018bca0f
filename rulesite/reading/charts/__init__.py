"""Pictures of a history: the lanes of a timeline, its branches, and the map of a renumbering."""
