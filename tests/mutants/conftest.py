"""Only ``make mutants`` installs Cosmic Ray; where it is missing, what needs it is not collected."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("cosmic_ray") else ["__main__.py", "drawing.py", "operators.py", "test_mutants.py"]
