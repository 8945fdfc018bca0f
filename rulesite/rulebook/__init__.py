"""The rules as stored, and how to look them up, follow, cite and correct them.

- `models`: the tables; `addresses`: how documents, editions and rules are addressed.
- `descent`: a rule through its editions (history, threads), and what a number of any era means today.
- `citations`: finding, linking and checking citations.
- `corrections`, `editing`: a maintainer's corrections, in editions and outside them; `row_sync`: making rows equal.
- `serializers`: rows as plain data; `pending`, `signals`: what other packages follow.
- `admin`: where maintainers work; `adminsite`: the site it is part of, its limits, its log-in.
- `workspaces`: folders beside the database that all machines share.
"""
