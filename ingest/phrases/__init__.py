"""Learn from a work's rewordings which phrase replaced which, and when.

`extraction` examines one step between editions, `pairs` combines all steps, and `obsolete` reads the glossaries.
"""
