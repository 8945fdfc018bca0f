"""The desk: what maintainers stage, look at, publish and take back; and who published what, and when.

`models` are what waits on the desk and the log of publications; `orders` is what a person may ask for, and when;
`folder` where the work lies; `admin` and `forms` the pages; `roles` who may do what. The work itself is done by
`ingest.clerk`, in a process of its own, which this package tells by `desk_signals` and does not know.
"""
