"""Cards with more than one face or set of characteristics: 709 to 722, transform (701.27) and meld (701.42).

Which of its sets an object shows is looked up in :mod:`rulesite.engine.state.sides`; here is what changes it: which
half or face is cast, what turns over or flips.
"""
