"""The reading room: the pages for readers, and the data for programs.

- `views`: thin; one module for each kind of page. The modules beside it compute what a page shows.
- `rendering`: a text as marked-up HTML from spans; `marking`: which spans; `symbols`, `italics`, `markdown`.
- `prepared`: the parts of pages that are precomputed when an edition is stored; `typesetting` (sections, glossary),
  `contents`, `edition_counts`, `badging`.
- `freshness` and `answers`: when a page is made anew, and the response cache; `offline`: what a browser can keep.
- `cards`: previews beside links. `timeline` and `drawing`: the history of a rule, in words and as a picture.
- `templates`: Django's template engine, releasing a page's context once it is rendered.
- `export`, `link_rows`: plain data for the API and the commands; `problems`: errors in JSON.

The scripts and styles are in `static/reading`, the templates in `templates/reading`.
"""
