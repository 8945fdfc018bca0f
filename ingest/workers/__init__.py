"""Worker processes: the pool, and the tasks that only read the stage."""
