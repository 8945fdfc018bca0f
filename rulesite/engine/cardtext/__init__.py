"""Printed words of any era, read into abilities. `ir` is the tree; `read` in `reading` is the door."""
