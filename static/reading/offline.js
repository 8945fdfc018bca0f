// Keeping the newest edition for reading without a network.
