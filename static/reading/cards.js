// Links that answer in place: a card with the rule or the definition beside the link.
