"""The reference engine: a game of Magic as the rules of a given day describe it, without Django.

It is laid out like the rulebook. Each package plays some of its sections, and imports only packages listed above it
(``tests/architecture`` has the table):

    eras        which rules hold on which day
    language    the words of card text, each once: phrases, keywords, vocabulary
    abilities   what card text can say, as trees; each node with its phrases
    cardtext    text to tree, and tree to text
    state       1 to 4: objects, players, zones, names; no rule is carried out
    seating     800 to 803, 806 to 811: variants, seats, the range of influence
    evaluation  the meaning of an ability's words on this table
    effects     611 to 616: continuous, layers, durations, replacement, prevention
    players     723, 800.4, 810, 902, 903: leaving, teams that win and lose, control of another player, commanders
    events      700.1, 603.2: batches of simultaneous events; damage, draws; triggers
    faces       709 to 722: cards with several faces, turning them over; state has the face that is shown
    casting     601, 602, 605, 106, 107, 115, 118: announcing, targets, costs, mana, timing
    combat      506 to 511
    turn        500 to 514, 117, 405, 603.3, 608, 704: steps, priority, the stack
    actions     608.2, 701: carrying out instructions
    (beside)    game.py, the public interface; its queries and actions; concept_modules.py
    liveness    random games that try whether an ability makes a difference
    scenario    a game as a text: sentences, assertions, controls, the transcript

The numbers are those of 2026; ``eras/concepts.toml`` has those of every edition.
"""
