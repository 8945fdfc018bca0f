"""What is stored of the rules, and what can be asked of it.

- `models`: the tables; `addresses`: the address of everything that has one.
- `descent`: a rule through its editions (history, threads), and what a number of any era means today.
- `citations`: finding, linking and checking citations.
- `corrections`, `editing`: a maintainer's corrections, also those of what stands in no edition; `row_sync`.
- `serializers`: rows as plain data; `pending`, `signals`: what other packages follow.
- `admin`: where maintainers work; `adminsite`: the site it is part of, its limits, its log-in.
- `workspaces`: folders beside the database that all machines share.
"""
