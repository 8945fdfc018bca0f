"""The reading room: what a reader sees, and what programs are answered.

- `views`: thin; one module for each kind of page. What a page shows is worked out in the modules beside it.
- `rendering`: a text as marked-up HTML from spans; `marking`: which spans; `symbols`, `italics`, `markdown`.
- `prepared`: what of a page is worked out when an edition is stored; `typesetting` (sections, glossary), `contents`,
  `edition_counts`, `badging`.
- `freshness` and `answers`: when a page is made anew, and sent again as it is; `offline`: what is kept in a browser.
- `cards`: what a card holds. `timeline` and `drawing`: how a rule's history is told and drawn.
- `templates`: Django's, which give back what a page was made of.
- `api`, `schemas`, `export`, `link_rows`: what programs are answered; `problems` where there is no answer.

The scripts and styles stand in `static/reading`, the templates in `templates/reading`.
"""
