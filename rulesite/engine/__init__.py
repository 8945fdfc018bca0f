"""The reference engine: a game of Magic as the rules of a given day describe it, without Django.

It is laid out as the rulebook is. Each room plays some of its sections; an arrow leads only to a room that stands above
it here (``tests/architecture`` has the table):

    eras        which rules hold on which day
    language    the words of card text, each once: phrases, keywords, vocabulary
    abilities   what card text can say, as trees; each node with its phrases
    cardtext    text to tree, and tree to text
    state       1 to 4: objects, players, zones, names; no rule is carried out
    seating     800 to 803, 806 to 811: variants, seats, the range of influence
    evaluation  what the words of an ability mean on this table
    effects     611 to 616: continuous, layers, durations, replacement, prevention
    players     723, 800.4, 810, 902, 903: who leaves, teams that win and lose, control of another, commanders
    events      700.1, 603.2: events, all at one time; damage, draws; what triggers
    faces       709 to 722: cards with several faces, turning them over; which of them an object shows is in state
    casting     601, 602, 605, 106, 107, 115, 118: announcing, targets, costs, mana, timing
    combat      506 to 511
    turn        500 to 514, 117, 405, 603.3, 608, 704: steps, priority, the stack
    actions     608.2, 701: what instructions do
    (beside)    game.py, the door; what can be asked of it and done in it; concept_modules.py
    scenario    a game as a text: sentences, claims, controls, the transcript

The numbers are those of 2026; those of every year are in ``eras/concepts.toml``.
"""
