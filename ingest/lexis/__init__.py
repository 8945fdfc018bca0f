"""Learn from a work's rewordings which phrase replaced which, and when.

`rephrasing` examines one step between editions, `pairing` combines all steps, and `obsolete` reads the glossaries.
"""
