"""Infractions of a penalty guide: what it says of each (`penalties`), and the table of an edition (`listing`)."""
