"""How a game is bound to a worked example, played, and stored.

`shelf` takes the scenarios in; `binding` finds the words that each was written for; `play_rounds` plays what is
missing (`playing` in processes of `players`); `standing` and `counting` say what is known of an example and of an
edition; `table`, `drawn_games` and the views show it; `trying` plays what a visitor has written, `scenario_words` what
a maintainer corrects (`correcting_scenarios` is the form); `measuring` reads real cards.
"""
