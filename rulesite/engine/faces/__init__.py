"""Cards with more than one face or set of characteristics: 709 to 722, transform (701.27) and meld (701.42).

:mod:`rulesite.engine.state.sides` looks up the set that an object shows; this package changes it: which half or face is
cast, which permanents turn over or flip.
"""
