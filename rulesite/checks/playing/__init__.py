"""Playing: scenarios are loaded, played in processes of their own, and recorded."""
