"""Storage: an edition becomes rows, and is stored again when its inputs have changed."""
