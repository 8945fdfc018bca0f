"""Liveness: an ability that is read must make a difference in some game.

Tables are built from the ability's own words, and random legal actions are played on each, with the ability and
without.
"""
