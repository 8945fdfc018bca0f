"""The desk (review queue): maintainers stage documents, review, publish and roll back; with the log of publications.

`models` are the waiting proposals and the log of publications; `services` the actions that a person may request, and
when; `workspace` the storage of the work; `admin` and `forms` the pages; `roles` the permissions. The work itself is
done by `ingest.desk.worker` in a process of its own; this package notifies it by `signals` and does not import it.
"""
