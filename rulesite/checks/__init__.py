"""Checks: games of worked examples, bound to their words, played and stored.

`shelf` reads the scenarios; `binding` finds the words that each was written for; `play_rounds` plays missing games
(`playing`, in processes of `players`); `standing` and `counting` give the status of each example and the figures of
each edition; `table`, `drawn_games` and the views show games; `trying` plays a visitor's scenario, `scenario_words` a
maintainer's correction (`correcting_scenarios` is the form); `measuring` tests the reader on real cards.
"""
