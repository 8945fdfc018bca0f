// The menu of a rule: copy it in several forms, its history, who cites it, its games.
