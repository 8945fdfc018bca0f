"""Files of cards: `json_stream` reads JSON piece by piece, `shapes` knows each kind of file, `merge` joins them."""
